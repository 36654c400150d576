// The words of the bar, of errors and of the first page, besides those that all pages share.

export const APP_WORDS = {
  // Around every page.
  skip: ["Skip to the content", "Aller au contenu"],
  nav_home: ["Home", "Accueil"],
  nav_rules: ["Rules", "Règles"],
  nav_wall: ["Wall", "Projection"],
  nav_new: ["New tournament", "Nouveau tournoi"],
  on_this_page: ["On this page", "Sur cette page"],
  path: ["Where you are", "Vous êtes ici"],
  reconnecting: ["reconnecting…", "reconnexion…"],
  organiser: ["Organiser", "Organisateur"],
  organiser_about: [
    "This browser may start, stop and create tournaments.",
    "Ce navigateur peut lancer, arrêter et créer des tournois.",
  ],
  organiser_end: ["Give up this role", "Quitter ce rôle"],
  settings: ["Settings", "Réglages"],
  close_dialog: ["Close", "Fermer"],
  cancel: ["Cancel", "Annuler"],
  copy: ["Copy", "Copier"],
  copied: ["Copied", "Copié"],
  copy_failed: ["Select and copy", "À copier à la main"],
  load_again: ["Try again", "Réessayer"],

  // A page that is not there, or not for everybody.
  missing_title: ["Nothing is here", "Il n’y a rien ici"],
  failure_title: ["That did not work", "Cela n’a pas marché"],
  failure_unexpected: [
    "Something unexpected happened. The browser’s console has the details.",
    "Une erreur inattendue est survenue. La console du navigateur donne les détails.",
  ],
  to_tournament: ["To the tournament", "Vers le tournoi"],
  link_ended: ["This link no longer works", "Ce lien ne marche plus"],
  private_title: ["This arena is private", "Cette arène est privée"],
  private_about: [
    "Ask its organiser for a link. Open it once in this browser; then you can watch.",
    "Demandez un lien à l’organisateur. Ouvrez-le une fois dans ce navigateur ; vous pourrez alors regarder.",
  ],
  private_organiser: [
    "Organisers: the links were printed in the terminal when the server started.",
    "Organisateurs : les liens ont été affichés dans le terminal au démarrage du serveur.",
  ],
  "error_no-such-tournament": ["There is no tournament “{0}”.", "Le tournoi « {0} » n’existe pas."],
  "error_no-such-game": ["There is no game {0}.", "La partie {0} n’existe pas."],
  "error_no-such-game-rules": ["There is no game called “{0}”.", "Aucun jeu ne s’appelle « {0} »."],
  "error_no-such-bot": ["There is no bot “{0}” in this tournament.", "Aucun bot « {0} » dans ce tournoi."],
  "error_not-live": ["This game is no longer live.", "Cette partie n’est plus en direct."],
  "error_not-found": ["There is no page at this address.", "Il n’y a pas de page à cette adresse."],
  "error_not-kept": [
    "Only the result of game {0} was kept.",
    "Seul le résultat de la partie {0} a été conservé.",
  ],
  "error_wrong-token": [
    "The link is from an earlier start of the server: it makes new ones each time.",
    "Le lien date d’un démarrage précédent : le serveur en crée de nouveaux à chaque fois.",
  ],
  "error_too-many-streams": [
    "Too many pages are watching already: close some, or wait.",
    "Trop de pages regardent déjà : fermez-en, ou attendez.",
  ],
  "error_seed-is-secret": [
    "The record holds the seed of its game. You can have it when the tournament is over.",
    "L’enregistrement contient la graine de la partie. Il sera disponible à la fin du tournoi.",
  ],
  "error_not-organiser": [
    "Only the organiser can do this. The organiser’s link was printed in the terminal when the server started.",
    "Seul l’organisateur peut faire cela. Son lien a été affiché dans le terminal au démarrage du serveur.",
  ],
  "error_no-file": [
    "This tournament has no file that could be copied.",
    "Ce tournoi n’a pas de fichier à copier.",
  ],
  "error_runs-already": ["It is being played already.", "Il est déjà en cours."],
  "error_not-ours": [
    "A command in the terminal plays it. It can only be stopped there.",
    "Une commande du terminal le joue. Il ne peut être arrêté que là.",
  ],
  "error_not-running": ["It is not being played here.", "Il n’est pas joué ici."],
  "error_played-elsewhere": ["Another process plays it:", "Un autre processus le joue :"],
  "error_bots-changed": ["Bots have changed since they played:", "Des bots ont changé depuis leurs parties :"],
  error_busy: [
    "Too much is being sent already. Try again in a moment.",
    "Trop de données sont déjà en cours d’envoi. Réessayez dans un instant.",
  ],
  "error_file-missing": [
    "Its tournament file is missing: the results can be seen, but no more games played.",
    "Son fichier de tournoi manque : les résultats restent visibles, mais plus aucune partie ne peut être jouée.",
  ],
  "error_run-stopped": ["It stopped:", "Il s’est arrêté :"],
  "error_change-ignored": [
    "The last change of its file is ignored:",
    "La dernière modification de son fichier est ignorée :",
  ],
  "error_cannot-open": ["It cannot be opened:", "Il ne peut pas être ouvert :"],
  "error_bad-file": ["The file cannot be played:", "Le fichier ne peut pas être joué :"],
  "error_bad-name": [
    "The file’s name must have 1 to 40 letters without accents, digits, spaces, - and _. It begins with a letter or a digit.",
    "Le nom du fichier doit avoir de 1 à 40 lettres sans accent, chiffres, espaces, - et _. Il commence par une lettre ou un chiffre.",
  ],
  "error_name-taken": [
    "There is a tournament “{0}” already: choose another name.",
    "Le tournoi « {0} » existe déjà : choisissez un autre nom.",
  ],
  "error_shows-only": [
    "This server only shows what a command plays. Start `gridiron serve` to play tournaments here.",
    "Ce serveur ne fait que montrer ce que joue une commande. Lancez `gridiron serve` pour jouer des tournois ici.",
  ],
  "error_bad-player-name": [
    "Line {0}: a name has at most 40 visible characters: {1}",
    "Ligne {0} : un nom a au plus 40 caractères visibles : {1}",
  ],
  "error_being-read": ["Its results are being read. Try again in a moment.", "Ses résultats sont en cours de lecture. Réessayez dans un instant."],
  "error_too-large": ["The file is too large: it may have 1 MB.", "Le fichier est trop grand : il peut avoir 1 Mo."],
  "error_too-slow": ["The request came too slowly. Try again.", "La demande est arrivée trop lentement. Réessayez."],
  error_private: ["This server is private: ask its organiser for a link.", "Ce serveur est privé : demandez un lien à son organisateur."],
  "error_wrong-host": [
    "The server does not answer to the name {0}. Start it with --host {0}.",
    "Le serveur ne répond pas au nom {0}. Lancez-le avec --host {0}.",
  ],
  "error_wrong-method": ["The server did not expect this.", "Le serveur n’attend pas cela."],
  "error_wrong-origin": ["The request came from another page.", "La demande vient d’une autre page."],
  "error_not-json": ["The server did not understand the request.", "Le serveur n’a pas compris la demande."],
  "error_bad-request": ["The server did not understand the request:", "Le serveur n’a pas compris la demande :"],
  error_failed: ["The server could not do it:", "Le serveur n’a pas pu le faire :"],
  error_offline: [
    "The server does not answer. Does it still run?",
    "Le serveur ne répond pas. Est-il toujours lancé ?",
  ],

  // How a tournament stands.
  state_waiting: ["not started", "pas encore commencé"],
  state_running: ["running", "en cours"],
  state_stopping: ["stopping", "en cours d’arrêt"],
  state_stopped: ["stopped", "arrêté"],
  state_finished: ["finished", "terminé"],
  state_elsewhere: ["running elsewhere", "en cours ailleurs"],
  state_broken: ["cannot be read", "illisible"],
  players_n: ["{0} {0|player|players}", "{0} {0|joueur|joueurs}"],
  games_n: ["{0} {0|game|games}", "{0} {0|partie|parties}"],
  leader_is: ["Leads", "En tête"],
  winner_is: ["Winner", "Vainqueur"],
  no_games_yet: ["no games yet", "aucune partie"],

  // The first page.
  home_now: ["On the boards now", "Sur les plateaux"],
  home_last: ["Last on the boards", "Derniers plateaux"],
  tournaments: ["Tournaments", "Tournois"],
  no_tournaments: ["There is no tournament yet.", "Aucun tournoi pour l’instant."],
  the_games: ["The games", "Les jeux"],
  watch_game: ["Watch", "Regarder"],
  watch_none: ["no game has been played yet", "aucune partie jouée pour l’instant"],
  play_terminal: ["Play it in a terminal:", "Y jouer dans un terminal :"],
  about_virus: [
    "Put a stone next to one of your own: every enemy stone that it touches becomes yours.",
    "Posez un pion à côté d’un des vôtres : chaque pion adverse qu’il touche devient le vôtre.",
  ],
  about_conga: [
    "Lead out your stones square by square, and box the opponent in: whoever cannot move loses.",
    "Semez vos pions case après case et enfermez l’adversaire : qui ne peut plus bouger a perdu.",
  ],
  about_plantation: [
    "Grow tiles on a board where you cannot see the enemy. Scout, then spray and bomb.",
    "Cultivez des cases sur un plateau où l’ennemi est invisible. Explorez, puis pulvérisez et bombardez.",
  ],
  welcome: ["An empty arena", "Une arène vide"],
  welcome_viewer: [
    "Nobody has made a tournament yet. As soon as there is one, it is here.",
    "Personne n’a encore créé de tournoi. Dès qu’il y en aura un, il sera ici.",
  ],
  welcome_organiser: ["Three ways to bring it to life:", "Trois façons de l’animer :"],
  welcome_waiting: ["Ready to start", "Prêt à commencer"],
  welcome_start: [
    "No game has been played yet. Open a tournament and start it: boards move here then.",
    "Aucune partie n’a été jouée. Ouvrez un tournoi et lancez-le : les plateaux s’animeront ici.",
  ],
  welcome_form: ["Fill in a form, here in the browser.", "Remplir un formulaire, ici dans le navigateur."],
  welcome_init: [
    "Write a tournament file in the server’s folder. It appears here by itself.",
    "Écrire un fichier de tournoi dans le dossier du serveur. Il apparaît ici tout seul.",
  ],
  welcome_bot: ["Write a first bot, and let it play.", "Écrire un premier bot, et le faire jouer."],

  // Boards that follow live games. Beside a mark of a seat, results have no name.
  live: ["live", "en direct"],
  moment_ago: ["a moment ago", "à l’instant"],
  broken_off: ["broken off", "interrompue"],
  replay: ["replay", "rediffusion"],
  pause_board: ["Pause this board", "Mettre ce plateau en pause"],
  play_board: ["Let this board run", "Relancer ce plateau"],
  short_draw: ["Draw", "Partie nulle"],
  short_wins: ["wins", "gagne"],
  short_wins_by: ["wins by {0}", "gagne de {0}"],
  board_of: ["{0} against {1}, turn {2}: open the game", "{0} contre {1}, tour {2} : ouvrir la partie"],
  see_whole_game: ["Whole game", "Toute la partie"],
  rules_of: ["Rules of {0}", "Règles de {0}"],
};
