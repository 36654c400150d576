//! A bot whose lines are given, behind the protocol that a program would have.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::common::rng::SEED_LIMIT;
use games::{FaultKind, GameEntry, Outcome, Played, Seat, Session};
use league::finished_pair::GameSummary;
use league::store::packing;
use referee::competitor::{GameStart, PlayerFault, Question, Response};
use referee::protocol::{BotLine, Message, Protocol};
use referee::{
    Competitor, NoWatcher, PlayerRecord, PlayerSpec, Record, Stopped, TimeSpent, Timing, play_game, verify,
};
use sandbox::{LONGEST_LINE, Line};
use web::playback::Playback;

/// Checks what the bot is sent.
pub type CheckMessage = fn(&Message);

/// A bot that sends these lines, whatever it is asked, and then exits.
pub struct ScriptedBot {
    name: String,
    protocol: Box<dyn Protocol>,
    lines: VecDeque<Line>,
    check: CheckMessage,
    asked: u32,
}

impl ScriptedBot {
    pub fn new(protocol: Box<dyn Protocol>, lines: VecDeque<Line>, check: CheckMessage) -> ScriptedBot {
        ScriptedBot { name: "scripted".to_string(), protocol, lines, check, asked: 0 }
    }

    fn tell(&mut self, tell: impl FnOnce(&mut dyn Protocol, &mut Message)) {
        let mut message = Message::default();
        tell(&mut *self.protocol, &mut message);
        (self.check)(&message);
    }

    /// The next line that is a response, as the rules read it.
    fn respond(&mut self) -> Result<String, PlayerFault> {
        while let Some(line) = self.lines.pop_front() {
            let line = match line {
                Line::Whole(line) => line,
                Line::TooLong(sent) => {
                    let message = format!("a line of more than {LONGEST_LINE} bytes");
                    return Err(PlayerFault { kind: FaultKind::EndlessLine, message, sent: Some(sent) });
                }
            };
            match self.protocol.read(&line) {
                BotLine::Response => return Ok(self.protocol.action(line)),
                BotLine::Name(name) => self.name = name,
                BotLine::Failed(why) => return Err(PlayerFault::new(FaultKind::Crash, why)),
                BotLine::Ready | BotLine::Comment | BotLine::ForAuthor => {}
            }
        }
        Err(PlayerFault::new(FaultKind::Crash, "it exited"))
    }
}

impl Competitor for ScriptedBot {
    fn about(&self) -> PlayerRecord {
        PlayerRecord { name: self.name.clone(), spec: "scripted".into(), version: "1".into(), clock: None }
    }

    fn start(&mut self, game_start: &GameStart<'_>) {
        self.asked = 0;
        self.tell(|protocol, message| protocol.greet(message));
        self.tell(|protocol, message| protocol.start(message, game_start));
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        self.asked += 1;
        let number = self.asked;
        self.tell(|protocol, message| protocol.ask(message, number, question));
        let line = self.respond();
        Ok(Response::new(line, TimeSpent::wall(Duration::from_nanos(1))))
    }

    fn on_reply(&mut self, _session: &dyn Session, played: &Played) {
        let number = self.asked;
        self.tell(|protocol, message| protocol.on_reply(message, number, played));
    }

    fn end(&mut self, session: &dyn Session, seat: Seat, outcome: Outcome) -> Option<String> {
        self.tell(|protocol, message| protocol.end(message, session, seat, outcome));
        None
    }
}

/// Plays a bot against a built-in player: rules and seed as in `size=5 7`. `None` if
/// there is no such game. Its seat depends on the seed.
pub fn play(entry: &'static GameEntry, rules_and_seed: &str, bot: ScriptedBot) -> Option<Record> {
    let (rules, seed) = rules_and_seed.split_once(' ').unwrap_or((rules_and_seed, ""));
    let seed: u64 = seed.trim().parse().unwrap_or(1) % SEED_LIMIT;
    let mut session = entry.start(entry.read_options(rules).ok()?, seed).ok()?;
    let opponent = PlayerSpec::read(entry, "random").expect("every game has it").competitor();
    let mut competitors: [Box<dyn Competitor>; 2] = match Seat::from_parity(seed as usize) {
        Seat::Zero => [Box::new(bot), opponent],
        Seat::One => [opponent, Box::new(bot)],
    };
    let stop = AtomicBool::new(false);
    let played = play_game(&mut *session, &mut competitors, &Timing::untimed(), &stop, &mut NoWatcher);
    Some(played.unwrap_or_else(|stopped: Stopped| panic!("the game was stopped: {stopped}")))
}

/// A record of a game that was played holds, and is the same wherever it was kept.
pub fn check_played(record: &Record) {
    if let Err(error) = verify(record) {
        panic!("{error}\n{record:?}");
    }
    let text = serde_json::to_string(record).expect("JSON");
    let again: Record = serde_json::from_str(&text).expect("what was written");
    assert_eq!(again, *record);
    assert_eq!(packing::unpack(&packing::pack(record)).expect("what was packed"), *record);
    for seat in Seat::BOTH {
        let summary = GameSummary::new(record, seat);
        assert_eq!(summary.result.actions as usize, record.actions.len());
    }
    Playback::new(record).expect("a game to watch");
}
