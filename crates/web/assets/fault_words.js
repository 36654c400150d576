// The words of faults: what the referee says, phrase by phrase. `fault_phrases.js` finds a phrase
// by its English text; signs between phrases, such as `: ` and `; `, are no part of them.

export const FAULT_WORDS = {
  // How a fault is summed up.
  fault_turn: ["turn {0}: ", "tour {0} : "],
  fault_named: ["{0}: ", "{0} : "],
  fault_neither: ["neither player started", "aucun des deux joueurs n’a démarré"],
  fault_sent: ["it sent `{0}`", "ligne envoyée : `{0}`"],
  fault_stderr: ["standard error: `{0}`", "sortie d’erreur : `{0}`"],
  fault_more: [
    "{0} more {0|fault|faults} of this bot in this game",
    "{0} {0|autre faute|autres fautes} de ce bot dans cette partie",
  ],
  fault_more_of_both: ["and {0} more", "et {0} {0|autre|autres}"],
  or: ["or", "ou"],

  // Signs between two phrases.
  fault_join_colon: [": ", " : "],
  fault_join_semicolon: ["; ", " ; "],
  fault_join_comma: [", ", ", "],
  fault_join_space: [" ", " "],

  // The rules refuse a move.
  fault_off_square: [
    "row {0}, column {1} is off the board: both are 0 to {2}",
    "ligne {0}, colonne {1} : hors du plateau ; les deux vont de 0 à {2}",
  ],
  fault_off_board: ["row {0}, column {1} is off the board", "ligne {0}, colonne {1} : hors du plateau"],
  fault_taken: ["row {0}, column {1} is taken", "ligne {0}, colonne {1} : case déjà prise"],
  fault_not_adjacent: [
    "row {0}, column {1} is next to none of your stones",
    "ligne {0}, colonne {1} : ne touche aucun de vos pions",
  ],
  fault_off_points: [
    "{0} {1} is off the board: x and y are 1 to {2}",
    "la case {0} {1} est hors du plateau : x et y vont de 1 à {2}",
  ],
  fault_not_next: [
    "{0} {1} is not next to {2} {3}: name the first square entered",
    "la case {0} {1} n’est pas à côté de {2} {3} : indiquez la première case où l’on entre",
  ],
  fault_no_stones: ["{0} holds no stones of yours", "la case {0} ne contient aucun de vos pions"],
  fault_opponents: ["{0} is the opponent's", "la case {0} est à l’adversaire"],
  fault_edge: ["the board ends there, next to {0}", "le plateau s’arrête là, à côté de la case {0}"],
  fault_forbidden: ["the rules do not allow it here", "les règles ne le permettent pas ici"],
  fault_game_over: ["the game is over", "la partie est finie"],
  fault_swapped_rows: [
    "but `{0}` is legal: are row and column swapped?",
    "mais `{0}` est permis : ligne et colonne sont-elles inversées ?",
  ],
  fault_swapped_points: [
    "but `{0}` is legal: are x and y swapped?",
    "mais `{0}` est permis : x et y sont-ils inversés ?",
  ],

  // A line that is no move.
  fault_empty: [
    "the line is empty: expected a command such as `{0}`",
    "la ligne est vide : il faut une commande comme `{0}`",
  ],
  fault_count: [
    "expected {0} integers as in {1}, got {2} {2|word|words}",
    "il faut {0} entiers comme dans {1} ; reçu : {2} {2|mot|mots}",
  ],
  fault_no_integer: [
    "`{0}` is no integer, expected as in {1}",
    "`{0}` n’est pas un entier ; il faut des entiers, comme dans {1}",
  ],
  fault_no_command: ["`{0}` is no command", "`{0}` n’est pas une commande"],
  fault_did_you_mean: ["did you mean `{0}`?", "vouliez-vous dire `{0}` ?"],
  fault_there_are: ["there are {0}", "les commandes sont {0}"],
  fault_long_line: ["a line of more than {0} bytes", "une ligne de plus de {0} octets"],

  // Too late.
  fault_bank: [
    "its {0} s for the game {0|is|are} used up",
    "{0|sa|ses} {0} s pour la partie {0|est épuisée|sont épuisées}",
  ],
  fault_bank_more: [
    "its {0} s for the game and {1} s for each turn are used up",
    "ses {0} s pour la partie et {1} s par tour sont épuisées",
  ],
  fault_each_move: ["`{0}` gives as much for each move", "`{0}` donne autant pour chaque coup"],
  fault_late: ["the move took {0} ms, with {1} ms left", "le coup a pris {0} ms, il restait {1} ms"],
  fault_came_late: ["its move came {0} s too late", "son coup est arrivé {0} s trop tard"],
  fault_not_ready: ["not ready within {0} s of its start", "pas prêt {0} s après son lancement"],
  fault_no_move: ["no move within {0} s", "aucun coup en {0} s"],
  fault_no_first_response: [
    "no response to {0} within {1} s of its start",
    "aucune réponse à {0} dans les {1} s après son lancement",
  ],
  fault_no_response: ["no response to {0} within {1} s", "aucune réponse à {0} en {1} s"],
  fault_of_fair: ["of fair time", "de temps équitable"],
  fault_of_cpu: ["of CPU time", "de temps processeur"],
  fault_of_wall: ["of wall time", "de temps réel"],
  fault_cpu_used: ["with {0} s of CPU time used", "avec {0} s de temps processeur"],
  fault_half_line: [
    "only half a line: is there a newline at its end?",
    "une ligne incomplète seulement : se termine-t-elle par un saut de ligne ?",
  ],
  fault_asleep: [
    "does it send its move and flush, does it sleep, or is the machine too busy?",
    "envoie-t-il son coup en vidant le tampon, dort-il, ou la machine est-elle trop chargée ?",
  ],
  fault_flush: [
    "flush the output after each line; or does it sleep?",
    "videz le tampon de sortie après chaque ligne ; ou bien dort-il ?",
  ],
  fault_slept: ["it slept or waited", "il a dormi ou attendu"],
  fault_computed: [
    "it computed all the time: think less, or look for an endless loop",
    "il a calculé sans arrêt ; réfléchissez moins longtemps, ou cherchez une boucle infinie",
  ],
  fault_call: ["each call needs one line in response", "chaque appel attend une ligne de réponse"],
  fault_unread_input: ["it has not read its input", "il n’a pas lu son entrée"],
  fault_unread_question: ["it has not read the question", "il n’a pas lu la question"],
  fault_waits_for_end: [
    "it sent a line only when its input was closed: read one line at a time, not all of the input, and flush each line",
    "il n’a envoyé une ligne qu’à la fermeture de son entrée : lisez une ligne à la fois, pas toute l’entrée, et videz \
le tampon après chaque ligne",
  ],
  fault_waits_for_more: [
    "it has read the question and waits for more input: send the move before reading the next line",
    "il a lu la question et attend la suite : envoyez le coup avant de lire la ligne suivante",
  ],

  // How a program ended.
  fault_exited_first: [
    "it exited before its first move, with exit status {0}",
    "il s’est arrêté avant son premier coup, avec le code de sortie {0}",
  ],
  fault_exited: ["it ended with exit status {0}", "il s’est arrêté avec le code de sortie {0}"],
  fault_killed: ["it was killed by signal {0}", "il a été tué par le signal {0}"],
  fault_system_call: [
    "it made a system call that no bot may make",
    "il a fait un appel système interdit aux bots",
  ],
  fault_large_file: ["it wrote a file that is too large", "il a écrit un fichier trop grand"],
  fault_cpu_limit: [
    "it used more CPU time than any bot may",
    "il a utilisé plus de temps processeur qu’un bot n’en a le droit",
  ],
  fault_closed: ["it closed its output", "il a fermé sa sortie"],
  fault_supervisor: ["its supervisor was killed", "son superviseur a été tué"],
  fault_memory: [
    "it was killed because it took more than {0} MB of memory",
    "il a été tué car il utilisait plus de {0} Mo de mémoire",
  ],
  fault_disk: [
    "it was killed because it left more than {0} MB, or thousands of files, in its folder",
    "il a été tué car il laissait plus de {0} Mo, ou des milliers de fichiers, dans son dossier",
  ],

  // A program that cannot be run, and what its author should do.
  fault_absent: [
    "the program of {0} is not here, only its results are: it was named `{1}`",
    "le programme de {0} n’est pas ici, seulement ses résultats ; il s’appelait `{1}`",
  ],
  fault_cannot_run: ["it cannot be run", "il ne peut pas être exécuté"],
  fault_os_missing: ["No such file or directory", "fichier ou dossier introuvable"],
  fault_os_too_long: ["Argument list too long", "trop d’arguments"],
  fault_os_format: ["Exec format error", "ce n’est pas un programme pour cette machine"],
  fault_os_denied: ["Permission denied", "permission refusée"],
  fault_os_no_folder: ["Not a directory", "ce n’est pas un dossier"],
  fault_os_busy: ["Text file busy", "fichier en cours d’écriture"],
  fault_os_links: ["Too many levels of symbolic links", "trop de liens symboliques à la suite"],
  fault_first_line: [
    "check that `{0}` from its first line exists",
    "vérifiez que `{0}`, indiqué sur sa première ligne, existe",
  ],
  fault_python_not_found: [
    "`{0}` from its first line is not found: write `python3` there",
    "`{0}`, indiqué sur sa première ligne, est introuvable : écrivez-y `python3`",
  ],
  fault_python_not_in_sandbox: [
    "`{0}` from its first line is not found in the sandbox: write `python3` there",
    "`{0}`, indiqué sur sa première ligne, est introuvable dans le bac à sable : écrivez-y `python3`",
  ],
  fault_not_visible: [
    "`{0}` from its first line is not visible in the sandbox ({1}): name one in /usr/bin",
    "`{0}`, indiqué sur sa première ligne, n’est pas visible dans le bac à sable ({1}) : indiquez-en un de /usr/bin",
  ],
  fault_not_installed: [
    "`{0}` from its first line is not installed: install it, as with `{1}`",
    "`{0}`, indiqué sur sa première ligne, n’est pas installé : installez-le, par exemple avec `{1}`",
  ],
  fault_other_machine: [
    "it was built for another machine: compile it on this one",
    "il a été compilé pour une autre machine : recompilez-le sur celle-ci",
  ],
  fault_shell_script: [
    "`sh` has run it as a shell script: add `{0}`, or what runs it, as its first line",
    "`sh` l’a exécuté comme un script shell : ajoutez comme première ligne `{0}`, ou ce qui l’exécute",
  ],
  fault_must_read: [
    "it must read lines and send a move for each `{0}`, until `{1}` comes",
    "il doit lire des lignes et envoyer un coup pour chaque `{0}`, jusqu’à `{1}`",
  ],
  fault_maybe_original: [
    "if it is a bot of the original game, name it `{0}`",
    "si c’est un bot du jeu d’origine, nommez-le `{0}`",
  ],
  fault_other_game: [
    "it looks like a bot of the original {0}, but the game is {1}",
    "il ressemble à un bot du jeu d’origine {0}, mais le jeu est {1}",
  ],

  // A bot of an original game.
  fault_needs_module: [
    "{0} needs the Python module {1}, which {2} does not have",
    "{0} a besoin du module Python {1}, que {2} n’a pas",
  ],
  fault_needs_modules: [
    "{0} needs the Python modules {1}, which {2} does not have",
    "{0} a besoin des modules Python {1}, que {2} n’a pas",
  ],
  fault_spelling: ["check the spelling, then run `{0}`", "vérifiez l’orthographe, puis exécutez `{0}`"],
  fault_run: ["run `{0}`", "exécutez `{0}`"],
  fault_same_terminal: ["and start gridiron in the same terminal", "et lancez gridiron dans le même terminal"],
  fault_own_file: [
    "or put your own file into the bot's folder",
    "ou mettez votre propre fichier dans le dossier du bot",
  ],
  fault_only_provided: [
    "{0} needs the module `{1}`, but only these are provided: {2}; put the file into the bot's folder",
    "{0} a besoin du module `{1}`, mais seuls ceux-ci sont fournis : {2} ; mettez le fichier dans le dossier du bot",
  ],
  fault_python_2: [
    "{0} is written for Python 2 (line {1}: {2}); convert it: run `{3}`",
    "{0} est écrit pour Python 2 (ligne {1} : {2}) ; convertissez-le avec `{3}`",
  ],
  fault_no_class: ["{0} has no class `{1}`", "{0} n’a pas de classe `{1}`"],
  fault_no_function: ["{0} has no function `{1}`", "{0} n’a pas de fonction `{1}`"],
  fault_no_derived: [
    "{0} has no class derived from {1} `{2}`",
    "{0} n’a pas de classe `{2}` dérivée de {1}",
  ],
  fault_one_derived: [
    "{0} must have exactly one class derived from {1}, or name one as in `{2}`: it has {3}",
    "{0} doit avoir une seule classe dérivée de {1}, sinon indiquez laquelle, comme dans `{2}` ; trouvées : {3}",
  ],
  fault_none_derived: [
    "{0} must have exactly one class derived from {1}, or name one as in `{2}`: it has none",
    "{0} doit avoir une classe dérivée de {1}, sinon indiquez laquelle, comme dans `{2}` ; aucune trouvée",
  ],
  fault_no_get_move: ["`{0}` has no get_move", "`{0}` n’a pas de méthode get_move"],
  fault_cannot_make: ["{0} cannot be made: {1}", "{0} ne peut pas être créé : {1}"],
  fault_made_as: ["an agent is made as {0}", "un agent est créé par {0}"],
  fault_arguments: ["arguments are given as in `{0}`", "les arguments sont donnés comme dans `{0}`"],
  fault_called_exit: ["the bot called exit({0})", "le bot a appelé exit({0})"],
  fault_python_error: ["{0} ({1}, line {2})", "{0} ({1}, ligne {2})"],
};
