// The words of the pages in English and French, and numbers as each writes them.
"use strict";

const WORDS = {
  en: {
    standings: "Standings", crosstable: "Who beat whom", history: "Ratings over time", margins: "Margins",
    thinking: "Time to think", faults: "Faults", rounds: "Rounds", bracket: "Bracket", notes: "Notes",
    games: "Games", game: "Game", rules: "Rules", format: "Format", clock: "Clock", sandbox: "Sandbox",
    seed: "Seed", progress: "Progress", dates: "Played", usual_rules: "the usual ones", order: "Order",
    pairs_of: "{0} of {1} {1|pair|pairs}, {2} {2|game|games}",
    pairs: "{0} {0|pair|pairs}, {1} {1|game|games}", finished: "finished", running: "under way",
    waiting: "not begun yet", by_beaten: "by opponents beaten", by_points: "by points", by_elo: "by Elo",
    by_bracket: "by the bracket", place: "#", bot: "Bot", beaten: "Beaten", points: "Points", wdl: "W–D–L",
    rate: "Win rate", margin: "Margin", elo: "Elo", beaten_of: "beat {0} of {1} {1|opponent|opponents}",
    set_aside: "set aside", rate_interval: "{0}, with 95 % certainty from {1} to {2}",
    elo_interval: "{0}, give or take {1} with 95 % certainty",
    no_interval: "{0}, from too few games to say how sure that is", nobody: "Nobody has signed up yet.",
    no_games: "No game has been played yet.", no_match: "No game is like that.",
    cross_hint: "Rows against columns. Choose a cell to see its games.", not_met: "{0} and {1} have not met",
    cross_cell: "{0} against {1}: {2} to {3} points; {4} won, {5} drawn, {6} lost; mean margin {7}",
    heat_low: "lost all", heat_high: "won all",
    history_hint: "Elo after so many games; 0 is the mean of all.", after_games: "after {0} {0|game|games}",
    games_axis: "games", margins_hint: "How often each won or lost by how much.", and_more: "and more",
    margin_bar: "{0}: {1} {1|game|games}", margins_label: "Margins of {0}: mean {1}", mean_answer: "Mean",
    longest_answer: "Longest", total_time: "Total", answers: "Answers",
    thinking_hint: "Mean ● and longest ○ answer, each step ten times the one before.",
    no_faults: "No faults: everybody played by the book.", cause: "Cause", in_game: "game {0}",
    what_happened: "What happened", normal: "by the rules", time: "out of time", crash: "crash",
    "no-start": "did not start", protocol: "no action", illegal: "illegal action", repetition: "repetition",
    "move-limit": "move limit", round: "Round", round_n: "Round {0}", cup_round_n: "Round {0}", final: "Final",
    "semi-final": "Semi-final", "quarter-final": "Quarter-final", third_place: "Third place", walkover: "bye",
    lots: "by lots", "further-pairs": "after further pairs", open: "to be decided",
    result: "Result", ended: "Ended", of_bot: "Bot", any_bot: "any bot", against: "Against",
    any_result: "any result", won: "won", drawn: "drawn", lost: "lost", decided: "decided",
    any_end: "any end", with_fault: "with a fault", show_more: "Show {0} more",
    games_shown: "{0} of {1} {1|game|games}", wins_by: "{0} wins by {1}", draw: "draw", watch: "Watch",
    not_kept: "not kept", first: "First (Home)", back: "One back (←)", forward: "One on (→)",
    last: "Last (End)", play: "Play (Space)", pause: "Pause (Space)", speed: "Speed", position: "Position",
    actions: "Actions", start: "start", action_of: "{0} of {1}", turn: "turn {0}", eyes: "Board as seen by",
    eyes_all: "seen by all", eyes_of: "seen by {0}", sent: "Sent", reply: "Reply", took: "Took",
    unbilled: "not on the clock", by_opening: "opening", by_rules: "forced", stderr: "Standard error",
    stderr_cut: "Some of what the programs wrote to standard error was left out here; the record has it.",
    unasked: "{0}: {1} {1|line|lines} that nobody asked for", message: "Message",
    board_label: "Board, {0}: {1} holds {2}, {3} holds {4}", lead: "Lead over the game",
    prev_game: "Previous game", next_game: "Next game", theme: "Light or dark", language: "Français",
    other: "fr", wall_label: "Fill a wall: one table after the other (Esc ends it)",
    leave_wall: "Leave the wall (Esc)", version: "Version", spec: "Called as", contents: "Contents",
    page_of: "{0} against {1}", all_games: "{0} games",
    "format_round-robin": "round robin", format_gauntlet: "gauntlet", format_swiss: "Swiss",
    format_knockout: "knockout", format_ladder: "ladder", pairs_a_meeting: "{0} {0|pair|pairs} a meeting",
    pairs_a_match: "{0} {0|pair|pairs} a match", challengers_n: "{0} {0|challenger|challengers}",
    rounds_n: "{0} {0|round|rounds}", clock_move: "{0} a move", clock_bank: "{0} a game",
    clock_more: "{0} a game and {1} more after each turn", charged_cpu: "by processor time",
    charged_wall: "by time on the wall", none: "none", standard: "standard", strong: "strong",
    server: "server", aside_crashes: "it crashed {0} {0|time|times} in a row",
    aside_changed: "its program has changed", "note_set-aside": "{0} was set aside: {1}",
    note_lots: "{0} and {1} were level: lots were drawn for {2}",
    note_left: "{0} left: its results no longer count",
    "note_begins-again": "{0} begins again with another version",
    "note_begins-anew": "{0} begins anew",
    "note_goes-on": "{0} goes on with another version",
    note_circles: "Some beat each other in circles, which no single rating can show (chi-square {0} with {1} \
{1|degree|degrees} of freedom, p = {2}). Whoever may choose a bot for each game without being found out does \
best with this mixture (Nash average): {3}.",
  },
  fr: {
    standings: "Classement", crosstable: "Qui a battu qui", history: "Évolution des cotes", margins: "Écarts",
    thinking: "Temps de réflexion", faults: "Fautes", rounds: "Rondes", bracket: "Tableau",
    notes: "Remarques", games: "Parties", game: "Jeu", rules: "Règles", format: "Formule", clock: "Pendule",
    sandbox: "Isolation", seed: "Graine", progress: "Avancement", dates: "Joué",
    usual_rules: "les règles habituelles", order: "Ordre",
    pairs_of: "{0} {0|paire|paires} sur {1}, {2} {2|partie|parties}",
    pairs: "{0} {0|paire|paires}, {1} {1|partie|parties}", finished: "terminé", running: "en cours",
    waiting: "pas encore commencé", by_beaten: "par adversaires battus", by_points: "par points",
    by_elo: "par Elo", by_bracket: "par le tableau", place: "#", bot: "Bot", beaten: "Battus",
    points: "Points", wdl: "V–N–D", rate: "Réussite", margin: "Écart", elo: "Elo",
    beaten_of: "a battu {0} {0|adversaire|adversaires} sur {1}", set_aside: "écarté",
    rate_interval: "{0}, à 95 % de certitude entre {1} et {2}",
    elo_interval: "{0}, à {1} près à 95 % de certitude",
    no_interval: "{0}, trop peu de parties pour en être sûr", nobody: "Personne n’est encore inscrit.",
    no_games: "Aucune partie n’a encore été jouée.", no_match: "Aucune partie ne correspond.",
    cross_hint: "Lignes contre colonnes. Choisissez une case pour voir ses parties.",
    not_met: "{0} et {1} ne se sont pas rencontrés",
    cross_cell: "{0} contre {1} : {2} à {3} points ; {4} gagnées, {5} nulles, {6} perdues ; écart moyen {7}",
    heat_low: "tout perdu", heat_high: "tout gagné",
    history_hint: "Elo après tant de parties ; 0 est la moyenne de tous.",
    after_games: "après {0} {0|partie|parties}", games_axis: "parties",
    margins_hint: "Combien de fois chacun a gagné ou perdu, et de combien.", and_more: "et plus",
    margin_bar: "{0} : {1} {1|partie|parties}", margins_label: "Écarts de {0} : moyenne {1}",
    mean_answer: "Moyenne", longest_answer: "Maximum", total_time: "Total", answers: "Réponses",
    thinking_hint: "Réponse moyenne ● et la plus longue ○ ; chaque graduation vaut dix fois la précédente.",
    no_faults: "Aucune faute : tous ont joué selon les règles.", cause: "Cause", in_game: "partie {0}",
    what_happened: "Ce qui s’est passé", normal: "selon les règles", time: "temps écoulé", crash: "plantage",
    "no-start": "pas démarré", protocol: "réponse illisible", illegal: "coup interdit",
    repetition: "répétition", "move-limit": "limite de coups", round: "Ronde", round_n: "Ronde {0}",
    cup_round_n: "Tour {0}", final: "Finale", "semi-final": "Demi-finales",
    "quarter-final": "Quarts de finale", third_place: "Troisième place", walkover: "exempt",
    lots: "au tirage au sort", "further-pairs": "après prolongation", open: "à déterminer", result: "Résultat", ended: "Fin",
    of_bot: "Bot", any_bot: "tous les bots", against: "Contre", any_result: "tous les résultats",
    won: "gagnées", drawn: "nulles", lost: "perdues", decided: "décidées", any_end: "toutes les fins",
    with_fault: "avec une faute", show_more: "{0} de plus", games_shown: "{0} {0|partie|parties} sur {1}",
    wins_by: "{0} gagne de {1}", draw: "partie nulle", watch: "Voir", not_kept: "non gardée",
    first: "Début (Home)", back: "Un coup avant (←)", forward: "Un coup après (→)", last: "Fin (End)",
    play: "Lecture (Espace)", pause: "Pause (Espace)", speed: "Vitesse", position: "Position",
    actions: "Coups", start: "début", action_of: "{0} sur {1}", turn: "tour {0}", eyes: "Plateau vu par",
    eyes_all: "vu par tous", eyes_of: "vu par {0}", sent: "Envoyé", reply: "Réponse", took: "Durée",
    unbilled: "hors pendule", by_opening: "ouverture", by_rules: "forcé", stderr: "Sortie d’erreur",
    stderr_cut: "Une partie de la sortie d’erreur des programmes est omise ici ; l’enregistrement la contient.",
    unasked: "{0} : {1} {1|ligne|lignes} que personne n’a {1|demandée|demandées}", message: "Message",
    board_label: "Plateau, {0} : {1} a {2}, {3} a {4}", lead: "Avance au fil de la partie",
    prev_game: "Partie précédente", next_game: "Partie suivante", theme: "Clair ou sombre",
    language: "English", other: "en",
    wall_label: "Remplir un mur : un tableau après l’autre (Échap pour finir)",
    leave_wall: "Quitter le mur (Échap)", version: "Version", spec: "Appelé par", contents: "Sommaire",
    page_of: "{0} contre {1}", all_games: "{0} parties",
    "format_round-robin": "toutes rondes", format_gauntlet: "défi", format_swiss: "système suisse",
    format_knockout: "élimination directe", format_ladder: "échelle",
    pairs_a_meeting: "{0} {0|paire|paires} par rencontre", pairs_a_match: "{0} {0|paire|paires} par match",
    challengers_n: "{0} {0|challenger|challengers}", rounds_n: "{0} {0|ronde|rondes}",
    clock_move: "{0} par coup", clock_bank: "{0} par partie",
    clock_more: "{0} par partie et {1} de plus après chaque tour", charged_cpu: "en temps processeur",
    charged_wall: "en temps réel", none: "aucune", standard: "standard", strong: "renforcée",
    server: "serveur", aside_crashes: "{0} {0|plantage|plantages} de suite",
    aside_changed: "son programme a changé", "note_set-aside": "{0} a été écarté : {1}",
    note_lots: "{0} et {1} étaient à égalité : le tirage au sort a désigné {2}",
    note_left: "{0} s’est retiré : ses résultats ne comptent plus",
    "note_begins-again": "{0} recommence avec une autre version",
    "note_begins-anew": "{0} rejoue toutes ses parties",
    "note_goes-on": "{0} continue avec une autre version",
    note_circles: "Certains bots se dominent les uns les autres en cercle, ce qu’aucune cote ne peut traduire à \
elle seule (khi-deux {0} à {1} {1|degré|degrés} de liberté, p = {2}). Pour qui peut choisir un bot à chaque \
partie sans que l’adversaire le devine, le meilleur choix est ce mélange (moyenne de Nash) : {3}.",
  },
};

/// What the address asks for: `?lang=fr` or `#lang=fr&game=12`.
function wish(name) {
  const hash = new URLSearchParams(location.hash.slice(1));
  return hash.has(name) ? hash.get(name) : new URLSearchParams(location.search).get(name);
}

/// What was chosen here before; pages opened as files may not be allowed to remember.
function remembered(name) {
  try {
    return localStorage.getItem("gridiron-" + name);
  } catch {
    return null;
  }
}

function remember(name, value) {
  try {
    localStorage.setItem("gridiron-" + name, value);
  } catch {
    // Then it is for this time only.
  }
}

const language = {
  now: "en",
  choose() {
    const wanted = [wish("lang"), remembered("lang"), ...(navigator.languages ?? [navigator.language])];
    const known = wanted.map((it) => String(it ?? "").slice(0, 2).toLowerCase()).find((it) => Object.hasOwn(WORDS, it));
    this.set(known ?? "en");
  },
  set(name) {
    this.now = name;
    document.documentElement.lang = name;
  },
};

/// The word for a key with its gaps filled; what has no word stands for itself.
/// `{0}` is a gap, and `{0|game|games}` what goes with it if it is one or many.
function t(key, ...gaps) {
  const words = WORDS[language.now];
  const word = Object.hasOwn(words, key) ? words[key] : key;
  // French sets these signs apart, but not at the beginning of a line.
  return word.replace(/ (?=[:;])/g, "\u00a0").replace(/\{(\d)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, gap, one, many) => {
    if (one === undefined) return gaps[gap] ?? "";
    // Nothing is many in English, and not in French.
    return gaps[gap] === "1" || (gaps[gap] === "0" && language.now === "fr") ? one : many;
  });
}

/// A number with so many decimals; a dash where there is none.
function number(value, decimals = 0, options = {}) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const text = new Intl.NumberFormat(language.now, { ...digits, ...options }).format(value || 0);
  return text.replace("-", "−");
}

const signed = (value, decimals = 0) => number(value, decimals, { signDisplay: "exceptZero" });
const percent = (value) => number(value, 0, { style: "percent" });
const points = (value, decimals) => number(value, decimals ?? (Number.isInteger(value) ? 0 : 1));

/// A time in seconds as people say it.
function seconds(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const units = [[3600, "h"], [60, "min"], [1, "s"], [1e-3, "ms"], [1e-6, "µs"], [0, "ns"]];
  if (value === 0) return "0 s";
  const [size, unit] = units.find(([size]) => value >= size * 0.9995);
  const amount = value / (size || 1e-9);
  return number(amount, amount < 9.95 ? 1 : 0) + "\u202f" + unit;
}

/// A moment in seconds since 1970.
function moment(value, options = { dateStyle: "medium", timeStyle: "short" }) {
  return new Intl.DateTimeFormat(language.now, options).format(new Date(value * 1000));
}
