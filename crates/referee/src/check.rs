//! A conformance run on anybody's program: does it do what every game asks of
//! it? Two games against a random player, one on each seat, then `quit`.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use games::common::options::OptionValues;
use games::common::rng::{SEED_LIMIT, derive};
use games::{Cause, Entry, Seat, Session};

use crate::contender::{Dialogue, Farewell, Stopped, Terms};
use crate::game_loop::{Watcher, play_game};
use crate::record::{self, ActionRecord, Record};
use crate::spec::PlayerSpec;

/// One thing that a program must do, and whether it does.
#[derive(Debug)]
pub struct Step {
    /// What it is about, as in "it ends on quit".
    pub name: &'static str,
    /// Whether it does.
    pub verdict: Verdict,
}

/// Whether a program does what it must.
#[derive(Debug)]
pub enum Verdict {
    /// It does. With a remark, which may be empty.
    Passed(String),
    /// It does not.
    Failed(Box<Complaint>),
    /// It did not come to that.
    Untried,
}

/// What a program did wrong.
#[derive(Debug)]
pub struct Complaint {
    /// One line.
    pub what: String,
    /// What it wrote to its standard error then.
    pub stderr: Option<String>,
    /// The last lines that were said before: `>` to the program, `<` by it.
    pub said: Vec<String>,
    /// What its author can do.
    pub advice: &'static str,
}

/// How many lines of a conversation are kept.
const KEPT_LINES: usize = 6;

/// The last lines of a conversation.
#[derive(Clone, Default)]
struct Conversation(Arc<Mutex<VecDeque<String>>>);

impl Conversation {
    fn lines(&self) -> Vec<String> {
        self.0.lock().map(|lines| lines.iter().cloned().collect()).unwrap_or_default()
    }
}

impl Write for Conversation {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        // Standard error is shown apart.
        if let Ok(mut lines) = self.0.lock()
            && !text.trim_start().starts_with('!')
        {
            lines.push_back(text.trim().to_string());
            let over = lines.len().saturating_sub(KEPT_LINES);
            lines.drain(..over);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Looks on, and keeps what was said when the first mistake was made.
struct Onlooker {
    seat: Seat,
    conversation: Conversation,
    at_mistake: Option<Vec<String>>,
}

impl Watcher<Stopped> for Onlooker {
    fn start(&mut self, _session: &dyn Session) -> Result<(), Stopped> {
        Ok(())
    }

    fn action(&mut self, _session: &dyn Session, action: &ActionRecord) -> Result<(), Stopped> {
        let is_mistake = action.fault.is_some() && usize::from(action.seat) == self.seat.index();
        if is_mistake && self.at_mistake.is_none() {
            self.at_mistake = Some(self.conversation.lines());
        }
        Ok(())
    }
}

/// A game that was played to see what the program does.
struct Trial {
    seat: Seat,
    record: Record,
    said: Vec<String>,
}

/// Runs a program through all steps. An error if the rules make no board, or if
/// it is told to stop.
///
/// # Panics
/// If the player is no program: nobody else has anything to show here.
pub fn check(
    entry: &'static Entry,
    options: &OptionValues,
    player: &PlayerSpec,
    terms: &Terms,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Vec<Step>, Stopped> {
    assert!(player.is_program(), "only programs are checked");
    let conversation = Conversation::default();
    let dialogue = Dialogue { name: String::new(), out: Box::new(conversation.clone()) };
    let random = PlayerSpec::read(entry, "random").map_err(Stopped::Unable)?;
    let mut contenders = [player.contender_with(Some(dialogue)), random.contender()];
    let mut trials = Vec::new();
    for seat in Seat::BOTH {
        let seed = derive(seed, &format!("trial {seat}")) % SEED_LIMIT;
        let session = entry.start(options.clone(), seed);
        let mut session = session.map_err(|error| Stopped::Unable(error.to_string()))?;
        let mut onlooker = Onlooker { seat, conversation: conversation.clone(), at_mistake: None };
        let record = play_game(&mut *session, &mut contenders, terms, stop, &mut onlooker)?;
        let said = onlooker.at_mistake.unwrap_or_else(|| conversation.lines());
        trials.push(Trial { seat, record, said });
        contenders.swap(0, 1);
    }
    let farewell = contenders[0].see_off();
    let [first, second] = trials.try_into().unwrap_or_else(|_| unreachable!("one for each seat"));
    Ok(judge(&first, &second, terms, goes(farewell, &conversation)))
}

fn judge(first: &Trial, second: &Trial, terms: &Terms, goes: Verdict) -> Vec<Step> {
    let starts = match first.fault(&[Cause::NoStart]) {
        Some(complaint) => complaint.into(),
        None => Verdict::Passed(first.first_answer()),
    };
    let has_started = matches!(starts, Verdict::Passed(_));
    let rest = [
        (
            "answers every question",
            first.verdict(&[Cause::Protocol, Cause::Illegal, Cause::Crash], first.count()),
        ),
        (
            "stays inside the clock",
            first
                .fault(&[Cause::Time])
                .or_else(|| second.fault(&[Cause::Time]))
                .map_or_else(|| Verdict::Passed(slowest([first, second], terms)), Verdict::from),
        ),
        ("plays a second game", second.verdict(&[Cause::NoStart, Cause::Crash], String::new())),
        ("takes either seat", second.verdict(&[Cause::Protocol, Cause::Illegal], second.count())),
        ("says nothing unasked", unasked([first, second])),
        ("ends on quit", goes),
    ];
    let rest = rest
        .map(|(name, verdict)| Step { name, verdict: if has_started { verdict } else { Verdict::Untried } });
    [Step { name: "starts", verdict: starts }].into_iter().chain(rest).collect()
}

impl From<Complaint> for Verdict {
    fn from(complaint: Complaint) -> Verdict {
        Verdict::Failed(Box::new(complaint))
    }
}

impl Trial {
    fn verdict(&self, causes: &[Cause], remark: String) -> Verdict {
        match self.fault(causes) {
            Some(complaint) => complaint.into(),
            // Who has not said anything has not shown that it can.
            None if self.answers().next().is_none() => Verdict::Untried,
            None => Verdict::Passed(remark),
        }
    }

    /// The first fault of these kinds that the program has made.
    fn fault(&self, causes: &[Cause]) -> Option<Complaint> {
        let is_meant = |word: &str| causes.iter().find(|cause| cause.word() == word).copied();
        let priced = self.answers().find_map(|action| {
            let cause = is_meant(action.fault.as_deref()?)?;
            Some((cause, Some(action.turn), &action.message, &action.sent, &action.stderr))
        });
        let outcome = &self.record.outcome;
        let has_lost = outcome.winner.and_then(record::seat) != Some(self.seat);
        let ended = is_meant(&outcome.cause).filter(|_| has_lost);
        let ended = ended.map(|cause| (cause, None, &outcome.message, &outcome.sent, &outcome.stderr));
        let (cause, turn, message, sent, stderr) = priced.or(ended)?;
        let turn = turn.map(|turn| format!("turn {turn}: ")).unwrap_or_default();
        let message = message.as_deref().unwrap_or_default();
        let sent = sent.as_ref().map(|sent| format!("; it sent `{sent}`")).unwrap_or_default();
        Some(Complaint {
            what: format!("on seat {}, {turn}{cause}: {message}{sent}", self.seat),
            stderr: stderr.clone(),
            said: self.said.clone(),
            advice: advice(cause, message),
        })
    }

    /// What the program itself decided.
    fn answers(&self) -> impl Iterator<Item = &ActionRecord> {
        let seat = self.seat.index();
        self.record
            .actions
            .iter()
            .filter(move |action| usize::from(action.seat) == seat && action.by.is_none())
    }

    fn first_answer(&self) -> String {
        let time = self.answers().next().and_then(|action| action.wall_ns);
        time.map(|time| format!("first answer after {}", in_words(time))).unwrap_or_default()
    }

    fn count(&self) -> String {
        let (all, errors) = self
            .answers()
            .fold((0, 0), |(all, errors), action| (all + 1, errors + u32::from(action.reply == "error")));
        match errors {
            0 => format!("{all} on seat {}", self.seat),
            _ => format!("{all} on seat {}, of which {errors} came to `error`", self.seat),
        }
    }
}

/// What an author can do about a fault.
fn advice(cause: Cause, message: &str) -> &'static str {
    match cause {
        Cause::NoStart if message.starts_with("no answer") => {
            "answer each question with one line, end it with a newline, and flush the output"
        }
        Cause::NoStart => {
            "what is said here tells why it ended; it must start, and then wait until it is asked"
        }
        Cause::Crash => {
            "its standard error tells where it ended; it must go on until there are no more games"
        }
        Cause::Time => "think less: each question says how much time is left; or give it a longer --clock",
        Cause::Illegal => {
            "look at the board it was sent: every allowed move is listed after `moves` where nothing is hidden"
        }
        _ => "an answer is one action and nothing else; what is for you goes to standard error",
    }
}

/// The slowest answer that the clock ran for.
fn slowest(trials: [&Trial; 2], terms: &Terms) -> String {
    let billed = trials.into_iter().flat_map(Trial::answers).filter(|action| !action.unbilled);
    let slowest = billed.filter_map(|action| action.cpu_ns.or(action.wall_ns)).max();
    let slowest = slowest.map(|time| format!("; slowest answer {}", in_words(time))).unwrap_or_default();
    match terms.clocks[0] {
        control if control.is_none() => format!("there is none{slowest}"),
        control => format!("{control}{slowest}"),
    }
}

fn unasked(trials: [&Trial; 2]) -> Verdict {
    let count = |trial: &Trial| trial.record.unasked[trial.seat.index()];
    match trials.into_iter().find(|trial| count(trial) > 0) {
        None => Verdict::Passed(String::new()),
        Some(trial) => Complaint {
            what: format!("{} lines that nobody asked for, on seat {}", count(trial), trial.seat),
            stderr: None,
            said: Vec::new(),
            advice: "send one line for each question, the rest to standard error; `gridiron play` with `--dialogue FILE` writes down all that is said",
        }
        .into(),
    }
}

fn goes(farewell: Option<Farewell>, conversation: &Conversation) -> Verdict {
    match farewell {
        None => Verdict::Untried,
        Some(Farewell { trouble: None, .. }) => Verdict::Passed(String::new()),
        Some(Farewell { trouble: Some(what), stderr }) => Complaint {
            what,
            stderr,
            said: conversation.lines(),
            advice: "end when `quit` comes, or when there is no more input",
        }
        .into(),
    }
}

/// `12.3 ms`
fn in_words(nanoseconds: u64) -> String {
    let time = Duration::from_nanos(nanoseconds);
    match time.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds => format!("{:.2} ms", seconds * 1000.0),
    }
}
