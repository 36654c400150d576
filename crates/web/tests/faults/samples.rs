//! Messages about faults: at least one of every kind.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::common::suggest::Suggestion;
use games::{Cause, FaultKind, Played, Refusal, Session, Transition};
use referee::competitor::{GameStart, PlayerFault, Question, Response, StartFailure};
use referee::{
    Competitor, NoWatcher, PlayerRecord, PlayerSpec, Record, Stopped, TimeControl, Timing, faults, play_game,
};
use sandbox::{ChargeBy, ExitStatus, OsError, TimeSpent};

/// All samples. Values such as times and names may be any others.
pub fn all() -> Vec<String> {
    let mut samples: Vec<String> = WRITTEN.iter().map(|sample| (*sample).to_string()).collect();
    samples.extend(refusals());
    samples.extend(exit_statuses());
    samples.extend(system_errors());
    samples.extend(played().into_iter().filter_map(|record| record.outcome.message));
    samples
}

/// A line that a game refuses, and what it says.
fn refused(game: &str, rules: &str, line: &str) -> String {
    let entry = games::find(game).expect("a game");
    let mut session = entry.start(entry.read_options(rules).expect("rules"), 1).expect("a board");
    match session.submit(line) {
        Transition::Ended { message, .. } => message,
        Transition::Played(played) => played.fault.expect("it is refused").1,
    }
}

fn refusals() -> Vec<String> {
    let mut messages = Vec::new();
    for (game, rules, lines) in [
        ("virus", "", &["0 0", "0 99", "-1 2", "3 3", "a b", "1 2 3", "1", ""][..]),
        ("virus", "size=3", &["4 4"]),
        ("conga", "", &["9 9 1 1", "1 4 3 2", "2 2 2 3", "1 4 1 5", "4 1 4 2", "1 4", "x", "", "4 1 3 1"]),
        ("plantation", "", &["", "plnt 3 1", "what 3 1", "plant 3", "plant x 1", "colonise 1 2"]),
    ] {
        messages.extend(lines.iter().map(|line| refused(game, rules, line)));
    }
    use games::conga::{self, Square};
    use games::virus;
    let square = Square::new(1, 4).expect("a square");
    messages.extend(
        [
            Refusal::GameOver,
            Refusal::Forbidden,
            virus::Refusal::OffBoard { row: 7, col: 1, size: 7 }.into(),
            virus::Refusal::Taken { row: 0, col: 0 }.into(),
            virus::Refusal::NotAdjacent { row: 3, col: 3 }.into(),
            conga::Refusal::NotYours { square }.into(),
            conga::Refusal::Blocked { square }.into(),
            conga::Refusal::Edge { square }.into(),
        ]
        .map(|refusal: Refusal| refusal.to_string()),
    );
    messages.push(format!("`x` is no command: {}", Suggestion::DidYouMean("scout".into())));
    messages
}

fn exit_statuses() -> Vec<String> {
    use ExitStatus::{ClosedOutput, Exited, Signal, SupervisorLost, TooMuchMemory, TooMuchOnDisk};
    let signals = [libc_signals(), &[99]].concat().into_iter().map(Signal);
    let others = [Exited(1), Exited(-1), ClosedOutput, SupervisorLost, TooMuchMemory(512), TooMuchOnDisk(64)];
    // A new way to end needs a sample above.
    let is_known = |status: &ExitStatus| match status {
        Exited(_) | Signal(_) | ClosedOutput | SupervisorLost | TooMuchMemory(_) | TooMuchOnDisk(_) => true,
    };
    signals.chain(others).filter(is_known).map(|status| status.to_string()).collect()
}

/// SIGKILL, SIGSEGV, SIGXCPU, SIGXFSZ, SIGSYS.
fn libc_signals() -> &'static [i32] {
    &[9, 11, 24, 25, 31]
}

/// What the system says of a file that cannot be run.
fn system_errors() -> Vec<String> {
    // ENOENT, E2BIG, ENOEXEC, EACCES, ENOTDIR, ETXTBSY, ELOOP.
    [2, 7, 8, 13, 20, 26, 40].map(|number| format!("it cannot be run: {}", OsError::Errno(number))).to_vec()
}

/// A player that responds so.
struct Scripted {
    name: &'static str,
    line: Result<&'static str, PlayerFault>,
    spent: Duration,
}

impl Competitor for Scripted {
    fn about(&self) -> PlayerRecord {
        let (name, spec) = (self.name.to_string(), "./bot".to_string());
        PlayerRecord { name, spec, version: String::new(), clock: None }
    }

    fn start(&mut self, _game_start: &GameStart<'_>) {}

    fn ask(&mut self, _question: &Question<'_>) -> Result<Response, Stopped> {
        let line = self.line.clone().map(str::to_string);
        Ok(Response::new(line, TimeSpent { wall: self.spent, ..TimeSpent::default() }))
    }

    fn on_reply(&mut self, _session: &dyn Session, _played: &Played) {}

    fn start_failure(&mut self, _stop: &AtomicBool) -> Result<Option<StartFailure>, Stopped> {
        let message = self.line.clone().err().map(|fault| fault.message);
        Ok(message.map(|message| StartFailure { message, stderr: None }))
    }
}

fn play(clock: &str, mut players: [Box<dyn Competitor>; 2]) -> Record {
    let virus = games::find("virus").expect("a game");
    let mut session = virus.start(virus.read_options("on_timeout=lose").expect("rules"), 1).expect("a board");
    let control: TimeControl = clock.parse().expect("a time control");
    let timing = Timing { clocks: [control; 2], charge: ChargeBy::Wall, start_budget: Timing::START_BUDGET };
    let stop = AtomicBool::new(false);
    play_game::<Stopped>(&mut *session, &mut players, &timing, &stop, &mut NoWatcher).expect("a record")
}

/// Games that end by a fault which the game loop describes.
fn played() -> Vec<Record> {
    let failing = |name, kind, message| {
        let line = Err(PlayerFault::new(kind, message));
        Box::new(Scripted { name, line, spent: Duration::ZERO }) as Box<dyn Competitor>
    };
    let late = |name| {
        let spent = Duration::from_secs(100);
        Box::new(Scripted { name, line: Ok("0 0"), spent }) as Box<dyn Competitor>
    };
    let gone = || {
        let record =
            PlayerRecord { name: "gone".into(), spec: "./gone.py".into(), version: "1".into(), clock: None };
        PlayerSpec::absent(record).competitor()
    };
    let no_move = "no move within 0.250 s";
    let exited = "it exited before its first move, with exit status 1";
    let not_ready = "not ready within 3.000 s of its start; it has not read its input";
    let no_start = FaultKind::NoStart;
    let silent = |name| failing(name, FaultKind::Time, no_move);
    vec![
        play("10/move", [late("Ada"), late("Bob")]),
        play("60", [late("Ada"), late("Bob")]),
        play("60+1,10/move", [late("Ada"), late("Bob")]),
        play("0.25", [silent("Ada"), silent("Bob")]),
        play("0.25+0.01", [silent("Ada"), silent("Bob")]),
        play("none", [failing("Ada", no_start, exited), failing("Bob", no_start, not_ready)]),
        play("none", [failing("b: c", no_start, not_ready), failing("a; b: c", no_start, exited)]),
        play("none", [failing("Ada", no_start, exited), failing("Bob", no_start, exited)]),
        play("none", [gone(), failing("Bob", no_start, exited)]),
        play("none", [gone(), gone()]),
    ]
}

/// Messages that only a program and its supervisor can cause. `sources.rs` compares their
/// texts with the source.
const WRITTEN: &[&str] = &[
    // program/time_limit.rs and program/mod.rs
    "not ready within 10.000 s of its start",
    "no response to init within 10.000 s of its start: each call needs one line in response",
    "no response to start_game within 1.000 s of wall time: each call needs one line in response",
    "no response to handle_move_result within 1.000 s: each call needs one line in response",
    "no move within 1.000 s of fair time",
    "no move within 1.000 s of CPU time",
    "no move within 4.000 s of wall time, with 0.020 s of CPU time used: does it send its move and flush, does it \
     sleep, or is the machine too busy?",
    "no move within 1.000 s, with 0.950 s of CPU time used: it computed all the time: think less, or look for an \
     endless loop",
    "no move within 1.000 s, with 0.500 s of CPU time used",
    "no move within 1.000 s, with 0.020 s of CPU time used: it slept or waited",
    "no move within 1.000 s, with 0.020 s of CPU time used: flush the output after each line; or does it sleep?",
    "no move within 1.000 s, with 0.020 s of CPU time used, only half a line: is there a newline at its end?",
    "no move within 1.000 s; it has not read the question",
    "not ready within 10.000 s of its start; it has not read its input",
    "its 0.25 s for the game are used up: no move within 0.250 s: it slept or waited; `--clock 0.25/move` gives as \
     much for each move",
    "its 1 s for the game is used up: no move within 1.000 s: it slept or waited; `--clock 1/move` gives as much for \
     each move",
    "a line of more than 65536 bytes",
    // program/hints.rs
    "no move within 1.000 s; it sent a line only when its input was closed: read one line at a time, not all of the \
     input, and flush each line",
    "no move within 1.000 s; it has read the question and waits for more input: send the move before reading the \
     next line",
    "no move within 0.500 s; its move came 0.003 s too late",
    "it exited before its first move, with exit status 0; it must read lines and send a move for each `go`, until \
     `quit` comes; if it is a bot of the original game, name it `orig:bot.py`",
    "it exited before its first move, with exit status 0; it looks like a bot of the original virus, but the game is \
     conga",
    "it exited before its first move, with exit status 1; it was built for another machine: compile it on this one",
    "it exited before its first move, with exit status 2; `sh` has run it as a shell script: add \
     `#!/usr/bin/env python3`, or what runs it, as its first line",
    "it exited before its first move, with exit status 127; `python` from its first line is not found: write \
     `python3` there",
    "it exited before its first move, with exit status 127; `python` from its first line is not found in the \
     sandbox: write `python3` there",
    "it exited before its first move, with exit status 127; `lua` from its first line is not visible in the sandbox \
     (docs/sandbox.md): name one in /usr/bin",
    "it exited before its first move, with exit status 127; `lua` from its first line is not installed: install it, \
     as with `sudo apt install lua5.4`",
    // program/start.rs
    "it cannot be run: No such file or directory (os error 2): check that `/no/where` from its first line exists",
    // originals/python
    "bot.py needs the Python module `numpy`, which /usr/bin/python3 does not have: run `python3 -m pip install numpy`",
    "it exited before its first move, with exit status 1; bot.py needs the Python modules `numpy`, `gone`, which \
     /usr/bin/python3 does not have: check the spelling, then run `python3 -m venv ~/bots-venv && pip install numpy \
     gone` and start gridiron in the same terminal, or put your own file into the bot's folder",
    "bot.py needs the module `lib.tree`, but only these are provided: lib.congaboard, lib.node; put the file into the \
     bot's folder",
    "agent.py is written for Python 2 (line 3: Missing parentheses in call to 'print'); convert it: run `python3 -m \
     fissix -x import -w agent.py`",
    "bot.py has no class `Agent`",
    "bot.py has no function `ia`",
    "bot.py has no class derived from Player `Bot`",
    "bot.py must have exactly one class derived from Player, or name one as in `bot.py:NAME`: it has none",
    "bot.py must have exactly one class derived from Player, or name one as in `bot.py:NAME`: it has Ada, Bob",
    "`Bot` has no get_move",
    "Agent(0, 0, 3) cannot be made: too many positional arguments; an agent is made as Agent(player, hfunc, maxDepth)",
    "Bot(size=3) cannot be made: missing a required argument: 'name'; arguments are given as in \
     `bot.py:Bot?size=3&name=X`",
    "the bot called exit(1)",
    "KeyError: 'x' (bot.py, line 7)",
    "MemoryError (bot.py, line 7)",
    // with_swap_hint in session.rs
    "row 4, column 3 is taken, but `3 4` is legal: are row and column swapped?",
    "1 4 is the opponent's, but `4 1 4 2` is legal: are x and y swapped?",
];

/// Faults as the referee sums them up, and all that a French page shows of them.
pub fn translated() -> Vec<(String, &'static str)> {
    let summed_up = |record: &Record| faults::summary(record).expect("a fault").words;
    let games = played();
    let neither =
        games.iter().filter(|game| game.outcome.cause == Cause::NoStart && game.outcome.winner.is_none());
    let neither: Vec<String> = neither.map(summed_up).collect();
    let virus = |line| refused("virus", "", line);
    let taken = virus("0 0");
    vec![
        (
            format!("turn 3: illegal: {taken}; it sent `0 0`; 4 more faults of this bot in this game"),
            "tour 3 : ligne 0, colonne 0 : case déjà prise ; ligne envoyée : `0 0` ; 4 autres fautes de ce bot dans \
             cette partie",
        ),
        (
            "time; 1 more fault of this bot in this game".into(),
            "temps dépassé ; 1 autre faute de ce bot dans cette partie",
        ),
        // As in results of version 0.1.
        (
            format!("turn 3: illegal: {taken}; it sent `0 0`, and 4 more"),
            "tour 3 : ligne 0, colonne 0 : case déjà prise ; ligne envoyée : `0 0` ; et 4 autres",
        ),
        (format!("illegal: {}", virus("3 3")), "ligne 3, colonne 3 : ne touche aucun de vos pions"),
        (format!("illegal: {}", virus("0 99")), "ligne 0, colonne 99 : hors du plateau"),
        (
            format!("illegal: {}", refused("virus", "size=3", "4 4")),
            "ligne 4, colonne 4 : hors du plateau ; les deux vont de 0 à 2",
        ),
        (
            "illegal: row 4, column 3 is taken, but `3 4` is legal: are row and column swapped?".into(),
            "ligne 4, colonne 3 : case déjà prise, mais `3 4` est permis : ligne et colonne sont-elles inversées ?",
        ),
        (
            format!("illegal: {}", refused("conga", "", "9 9 1 1")),
            "la case 9 9 est hors du plateau : x et y vont de 1 à 4",
        ),
        (
            format!("protocol: {}", refused("plantation", "", "")),
            "la ligne est vide : il faut une commande comme `plant 3 1`",
        ),
        (
            format!("protocol: {}", refused("plantation", "", "plnt 3 1")),
            "`plnt` n’est pas une commande : vouliez-vous dire `plant` ?",
        ),
        (
            format!("protocol: {}", virus("a b")),
            "`a` n’est pas un entier ; il faut des entiers, comme dans `4 7` ou `pass`",
        ),
        (
            format!("protocol: {}", virus("1 2 3")),
            "il faut 2 entiers comme dans `4 7` ou `pass` ; reçu : 3 mots",
        ),
        (
            "crash: it ended with exit status 1; standard error: `KeyError: 'row'`".into(),
            "il s’est arrêté avec le code de sortie 1 ; sortie d’erreur : `KeyError: 'row'`",
        ),
        (
            format!("crash: {}", ExitStatus::Signal(31)),
            "il a été tué par le signal 31 (SIGSYS) : il a fait un appel système interdit aux bots",
        ),
        (
            "time: the move took 12.345 ms, with 10.000 ms left".into(),
            "le coup a pris 12,345 ms, il restait 10,000 ms",
        ),
        (
            "time: its 60 s for the game and 1 s for each turn are used up: no move within 1.500 s of fair time".into(),
            "ses 60 s pour la partie et 1 s par tour sont épuisées : aucun coup en 1,500 s de temps équitable",
        ),
        (
            format!("time: {}", WRITTEN[14]),
            "ses 0,25 s pour la partie sont épuisées : aucun coup en 0,250 s : il a dormi ou attendu ; `--clock \
             0.25/move` donne autant pour chaque coup",
        ),
        (
            "time: its 5 s for the game are used up: no move within 5.000 s: flush the output after each line; or does \
             it sleep?; `--clock 5/move` gives as much for each move"
                .into(),
            "ses 5 s pour la partie sont épuisées : aucun coup en 5,000 s : videz le tampon de sortie après chaque \
             ligne ; ou bien dort-il ? `--clock 5/move` donne autant pour chaque coup",
        ),
        (
            "no-start: not ready within 10.000 s of its start; it has not read its input".into(),
            "pas prêt 10,000 s après son lancement ; il n’a pas lu son entrée",
        ),
        (
            "no-start: it cannot be run: Permission denied (os error 13)".into(),
            "il ne peut pas être exécuté : permission refusée",
        ),
        (
            neither[0].clone(),
            "aucun des deux joueurs n’a démarré : Ada : il s’est arrêté avant son premier coup, avec le code de sortie \
             1 ; Bob : pas prêt 3,000 s après son lancement ; il n’a pas lu son entrée",
        ),
        (
            neither[2].clone(),
            "aucun des deux joueurs n’a démarré : il s’est arrêté avant son premier coup, avec le code de sortie 1",
        ),
        ("time".into(), "temps dépassé"),
        ("no-start".into(), "n’a pas démarré"),
        ("it closed its output".into(), "il a fermé sa sortie"),
    ]
}
