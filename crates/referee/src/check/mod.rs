//! A conformance run on anybody's program: does it do what every game asks of
//! it? Two games against a random player, one on each seat, then `quit`.

mod advice;
mod trial;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::common::options::OptionValues;
use games::common::rng::{SEED_LIMIT, derive};
use games::{Cause, GameEntry, Seat};

use crate::competitor::{Dialogue, ExitReport, Stopped, Timing};
use crate::game_loop::play_game;
use crate::spec::PlayerSpec;
use advice::Kind;
use trial::{Onlooker, Talk, Trial};

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

/// Runs a program through all steps. An error if the rules make no board, or if
/// it is told to stop.
///
/// # Panics
/// If the player is no program: nobody else has anything to show here.
pub fn check(
    entry: &'static GameEntry,
    options: &OptionValues,
    player: &PlayerSpec,
    timing: &Timing,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Vec<Step>, Stopped> {
    assert!(player.is_program(), "only programs are checked");
    let talk = Talk::default();
    let dialogue = Dialogue { name: String::new(), out: Box::new(talk.clone()) };
    let random = PlayerSpec::read(entry, "random").map_err(Stopped::Unable)?;
    let mut competitors = [player.contender_with(Some(dialogue)), random.competitor()];
    let kind = if player.is_original() { Kind::Original } else { Kind::Lines };
    let mut trials = Vec::new();
    for seat in Seat::BOTH {
        let seed = derive(seed, &format!("trial {seat}")) % SEED_LIMIT;
        let session = entry.start(options.clone(), seed);
        let mut session = session.map_err(|error| Stopped::Unable(error.to_string()))?;
        let mut onlooker = Onlooker::new(seat, talk.clone());
        let record = play_game(&mut *session, &mut competitors, timing, stop, &mut onlooker)?;
        trials.push(Trial::new(record, kind, onlooker));
        competitors.swap(0, 1);
    }
    let farewell = competitors[0].shut_down();
    let [first, second] = trials.try_into().unwrap_or_else(|_| unreachable!("one for each seat"));
    Ok(judge(&first, &second, timing, goes(kind, farewell, &talk)))
}

fn judge(first: &Trial, second: &Trial, timing: &Timing, goes: Verdict) -> Vec<Step> {
    let starts = match (first.fault(&[Cause::NoStart]), first.first_answer()) {
        (Some(complaint), _) => complaint.into(),
        (None, time) => Verdict::Passed(
            time.map(|time| format!("first answer after {}", in_words(time))).unwrap_or_default(),
        ),
    };
    let has_started = matches!(starts, Verdict::Passed(_));
    let no_action = [Cause::Protocol, Cause::Illegal];
    let answers = first.fault(&[Cause::Protocol, Cause::Illegal, Cause::Crash]);
    let late = first.fault(&[Cause::Time]).or_else(|| second.fault(&[Cause::Time]));
    let again = second.fault(&[Cause::NoStart, Cause::Crash]);
    let rest = [
        (
            "answers every question",
            verdict(answers.or_else(|| first.only_errors()), has_shown(first), first.count()),
        ),
        ("stays inside the clock", verdict(late, has_shown(first), slowest([first, second], timing))),
        // After a fault it is another process that plays the second game.
        ("plays a second game", verdict(again, has_shown(second) && !first.is_cut_short(), String::new())),
        (
            "takes either seat",
            verdict(
                second.fault(&no_action).or_else(|| second.only_errors()),
                has_shown(second),
                second.count(),
            ),
        ),
        ("says nothing unasked", unasked([first, second])),
        ("ends on quit", goes),
    ];
    let rest = rest
        .map(|(name, verdict)| Step { name, verdict: if has_started { verdict } else { Verdict::Untried } });
    [Step { name: "starts", verdict: starts }].into_iter().chain(rest).collect()
}

/// Whether a game shows what the program can do: who has not come to its end, or
/// has not been asked, may do better or worse.
fn has_shown(trial: &Trial) -> bool {
    trial.answers().next().is_some() && !trial.is_cut_short()
}

fn verdict(complaint: Option<Complaint>, has_shown: bool, remark: String) -> Verdict {
    match complaint {
        Some(complaint) => complaint.into(),
        None if has_shown => Verdict::Passed(remark),
        None => Verdict::Untried,
    }
}

impl From<Complaint> for Verdict {
    fn from(complaint: Complaint) -> Verdict {
        Verdict::Failed(Box::new(complaint))
    }
}

/// The slowest answer that the clock ran for.
fn slowest(trials: [&Trial; 2], timing: &Timing) -> String {
    let billed = trials.into_iter().flat_map(Trial::answers).filter(|action| !action.unbilled);
    let slowest = billed.filter_map(|action| action.cpu_ns.or(action.wall_ns)).max();
    let slowest = slowest.map(Duration::from_nanos);
    let slowest = slowest.map(|time| format!("; slowest answer {}", in_words(time))).unwrap_or_default();
    match timing.clocks[0] {
        control if control.is_none() => format!("there is none{slowest}"),
        control => format!("{control}{slowest}"),
    }
}

fn unasked(trials: [&Trial; 2]) -> Verdict {
    let count = |trial: &Trial| trial.record.unasked[trial.seat.index()];
    match trials.into_iter().find(|trial| count(trial) > 0) {
        None if trials.into_iter().any(has_shown) => Verdict::Passed(String::new()),
        None => Verdict::Untried,
        Some(trial) => Complaint {
            what: match count(trial) {
                1 => format!("a line that nobody asked for, on seat {}", trial.seat),
                lines => format!("{lines} lines that nobody asked for, on seat {}", trial.seat),
            },
            stderr: None,
            said: trial.doubled(),
            advice: "send one line for each question, the rest to standard error; `gridiron play` with `--dialogue FILE` writes down all that is said",
        }
        .into(),
    }
}

fn goes(kind: Kind, farewell: Option<ExitReport>, talk: &Talk) -> Verdict {
    match farewell {
        None => Verdict::Untried,
        Some(ExitReport { trouble: None, .. }) => Verdict::Passed(String::new()),
        Some(ExitReport { trouble: Some(what), stderr }) => Complaint {
            what,
            stderr,
            said: talk.lines(),
            advice: match kind {
                Kind::Lines => "end when `quit` comes, or when there is no more input, with exit status 0",
                Kind::Original => "after `end_game`, if it has one, it must end when there is no more input",
            },
        }
        .into(),
    }
}

/// `12.3 ms`
fn in_words(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds => format!("{:.2} ms", seconds * 1000.0),
    }
}
