// The words of boards and of the viewer of a game, besides those that all pages share.

export const GAME_WORDS = {
  // The squares of a board, for screen readers.
  square_row: ["row {0}, column {1}", "ligne {0}, colonne {1}"],
  square_xy: ["x {0}, y {1}", "x {0}, y {1}"],
  square_is: ["{0}: {1}", "{0} : {1}"],
  square_changed: ["{0}: {1}, changed by the last move", "{0} : {1}, modifiée par le dernier coup"],
  square_empty: ["empty", "vide"],
  square_unseen: ["never seen", "jamais vue"],
  square_hit: ["hit {0} {0|turn|turns} ago, the rest unknown", "touchée il y a {0} {0|tour|tours}, reste inconnu"],
  square_remembered: ["{0}, seen {1} {1|turn|turns} ago", "{0}, vue il y a {1} {1|tour|tours}"],
  board_hidden: ["Board, {0}: hidden until the game is over", "Plateau, {0} : caché jusqu’à la fin de la partie"],

  // Fog.
  fog_unseen: ["never seen", "jamais vue"],
  fog_remembered: ["as last seen, so many turns ago", "vue il y a tant de tours"],
  fog_hit: ["hit, rest unknown", "touchée, reste inconnu"],
  viewpoint_all_short: ["All", "Tous"],

  // Names, clocks, results.
  to_move: ["to move", "au trait"],
  clock_left: ["time left", "temps restant"],
  score_now: ["score", "score"],
  unknown_score: ["not known from here", "inconnu d’ici"],
  hidden_action: ["hidden", "caché"],
  turn_n: ["turn {0}", "tour {0}"],
  live_now: ["live", "en direct"],
  live_follow: ["Follow live (L)", "Suivre en direct (L)"],

  // The timeline.
  score_over_time: ["Score over time", "Score au fil de la partie"],
  value_over_time: ["Evaluation over time", "Évaluation au fil de la partie"],
  moment_ahead: ["A moment worth seeing", "Un moment à voir"],
  moment_fault: ["{0}: {1} (turn {2})", "{0} : {1} (tour {2})"],
  moment_turning: ["Turning point (turn {0})", "Tournant de la partie (tour {0})"],
  moments: ["Faults and turning points", "Fautes et tournants"],

  // The analysis.
  value_now: ["Evaluation {0}", "Évaluation {0}"],
  value_exact: ["exact", "exacte"],
  value_wins: ["{0} wins", "{0} gagne"],
  value_even: ["even", "égalité"],
  best_move: ["Best: {0}", "Meilleur coup : {0}"],
  best_played: ["Best: {0}, as played", "Meilleur coup : {0}, joué"],
  analysis_working: ["The analysis is being computed.", "L’analyse est en cours."],
  analysis_progress: [
    "The analysis is being computed: {0} of {1} moves.",
    "L’analyse est en cours : {0} {0|coup|coups} sur {1}.",
  ],

  // Buttons.
  full_screen: ["Full screen (F)", "Plein écran (F)"],
  leave_full_screen: ["Leave full screen (F)", "Quitter le plein écran (F)"],
  show_keys: ["Keys (?)", "Touches (touche ?)"],
  speed_per_second: ["{0} {0|move|moves} per second", "{0} {0|coup|coups} par seconde"],
  no_remarks: ["No message and no standard error here.", "Ni message ni sortie d’erreur ici."],

  // The list of keys.
  keys: ["Keys", "Touches"],
  close: ["Close", "Fermer"],
  key_space: ["Space", "Espace"],
  key_home: ["Home", "Origine"],
  key_end: ["End", "Fin"],
  key_page_up: ["Page Up", "Page préc."],
  key_page_down: ["Page Down", "Page suiv."],
  key_play: ["play or pause", "lecture ou pause"],
  key_step: ["one move back or forward", "un coup en arrière ou en avant"],
  key_ten: ["ten moves back or forward", "dix coups en arrière ou en avant"],
  key_ends: ["first or last position", "première ou dernière position"],
  key_moments: ["previous or next fault or turning point", "faute ou tournant précédent ou suivant"],
  key_speed: ["faster or slower", "plus vite ou moins vite"],
  key_viewpoint: ["seen by {0}, by {1}, by all", "vu par {0}, par {1}, par tous"],
  key_full: ["full screen", "plein écran"],
  key_live: ["follow the live game", "suivre la partie en direct"],
  key_keys: ["this list", "cette liste"],
  key_board: ["on the board: from square to square", "sur le plateau : de case en case"],
};
