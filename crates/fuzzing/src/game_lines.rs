//! Actions and positions: whatever is typed, a game goes on by its rules, and its
//! position is the same after it was written and read.
//!
//! The first line of an input holds rule options as on the command line, the second
//! the seed. Each other line is one step:
//!
//! | line | step |
//! |---|---|
//! | `= TEXT` | go on from this position |
//! | `* N` | play the N-th action of the list |
//! | `! N` | the N-th kind of fault |
//! | other | submit the line |

use games::{Fault, FaultKind, GameEntry, Seat, Session, Status, Transition, Viewpoint, conga};
use referee::wire;

use crate::split_header;

/// How many actions are looked at in all. More show nothing new, and a game may have
/// 100,000 turns on a board of 1,024 squares.
const MOST_ACTIONS: usize = 10_000;

/// Plantation.
pub fn plantation(data: &[u8]) -> bool {
    play("plantation", data)
}

/// Virus.
pub fn virus(data: &[u8]) -> bool {
    play("virus", data)
}

/// Conga.
pub fn conga(data: &[u8]) -> bool {
    play("conga", data)
}

fn play(game: &str, data: &[u8]) -> bool {
    let entry = games::find(game).expect("a game");
    let text = String::from_utf8_lossy(data);
    let (rules, rest) = split_header(&text);
    let (seed, steps) = split_header(rest);
    let Some(mut session) = start(entry, rules, seed) else { return false };
    for line in session.opening().to_vec() {
        let transition = session.submit(&line);
        assert!(is_clean(&transition), "the opening `{line}` is legal: {transition:?}");
    }
    let mut looked_at = check(&*session);
    for line in steps.lines() {
        let can_go_on = match line.split_at_checked(1) {
            Some(("=", position)) => set_position(&mut session, position),
            Some(("*", number)) => play_listed(&mut *session, read_number(number)),
            Some(("!", number)) => adjudicate(&mut *session, read_number(number)),
            _ => submit(&mut *session, line),
        };
        if !can_go_on || looked_at > MOST_ACTIONS {
            break;
        }
        looked_at += check(&*session);
    }
    true
}

fn start(entry: &'static GameEntry, rules: &str, seed: &str) -> Option<Box<dyn Session>> {
    let options = match entry.read_options(rules) {
        Ok(options) => options,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    let again = entry.read_options(&options.to_string()).expect("options are read as they are written");
    assert_eq!(again, options, "{rules}");
    let again = entry.read_options(&options.to_full_string()).expect("all options are read, too");
    assert_eq!(again, options, "{rules}");
    entry.start(options, seed.trim().parse().unwrap_or(1)).ok()
}

/// A number for a choice; a text that is none gives one, too.
fn read_number(text: &str) -> usize {
    let text = text.trim();
    text.parse().unwrap_or_else(|_| text.bytes().map(usize::from).sum())
}

/// Whether a line was played without a fault.
fn is_clean(transition: &Transition) -> bool {
    matches!(transition, Transition::Played(played) if played.fault.is_none())
}

/// Goes on from another position, if the text is one. Its game may be over.
fn set_position(session: &mut Box<dyn Session>, text: &str) -> bool {
    match session.with_position(text) {
        Ok(other) => *session = other,
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    true
}

fn play_listed(session: &mut dyn Session, number: usize) -> bool {
    let actions = session.actions();
    let Some(action) = number.checked_rem(actions.len()).map(|at| &actions[at]) else { return true };
    let transition = session.submit(action);
    assert!(is_clean(&transition), "`{action}` is in the list: {transition:?}");
    let Transition::Played(played) = transition else { return false };
    assert_eq!(played.action, *action, "an action is recorded as it is listed");
    true
}

/// False if the fault has ended the game: no position says so.
fn adjudicate(session: &mut dyn Session, number: usize) -> bool {
    let Status::ToAct { seat, .. } = session.status() else { return true };
    let kind = FaultKind::ALL[number % FaultKind::ALL.len()];
    matches!(session.adjudicate(Fault { seat, kind }), Transition::Played(_))
}

fn submit(session: &mut dyn Session, line: &str) -> bool {
    let long = session.entry().expand_shorthand(line);
    assert_eq!(session.entry().expand_shorthand(&long), long, "a long form stays as it is");
    let (is_legal, objection) = (session.is_legal(line), session.objection(line));
    if session.outcome().is_some() {
        assert!(!is_legal && objection.is_some(), "`{line}` after the end");
        return true;
    }
    // In the dark, a command that makes no sense may still tell something.
    let is_explained = is_legal || objection.is_some() || session.entry().has_secrets();
    assert!(is_explained, "`{line}` is not legal, and nothing is said about it");
    let mut again = session.boxed_clone();
    let transition = session.submit(line);
    assert!(!is_legal || is_clean(&transition), "`{line}` is legal: {transition:?}");
    match &transition {
        Transition::Ended { outcome, .. } => {
            assert!(outcome.cause.is_fault() && outcome.winner.is_some(), "{outcome:?}");
            false
        }
        Transition::Played(played) if played.fault.is_none() => {
            // A record holds the action only.
            assert_eq!(again.submit(&played.action), transition, "`{line}` and `{}`", played.action);
            true
        }
        Transition::Played(_) => true,
    }
}

/// What holds in every position. Returns how much work that was: a number of actions.
fn check(session: &dyn Session) -> usize {
    let actions = session.actions();
    match session.status() {
        Status::Over(outcome) => {
            assert!(actions.is_empty(), "{actions:?} after the end");
            assert_eq!(outcome.winner.is_none(), outcome.score == 0, "{outcome:?}");
            assert_eq!(session.forced(), None);
        }
        Status::ToAct { turn, actions_left, .. } => {
            assert!(!actions.is_empty() || session.forced().is_some(), "nothing to play");
            assert!(turn > 0 && actions_left > 0);
        }
    }
    for action in &actions {
        assert!(session.is_legal(action), "`{action}` is in the list");
    }
    let (mut list, mut board) = (Vec::new(), Vec::new());
    session.list_actions(&mut list);
    assert_eq!(list.split(|byte| *byte == b' ').count(), actions.len() + 1);
    for seat in Seat::BOTH {
        board.clear();
        wire::board(&mut board, session, seat);
        let cells = session.grid(Viewpoint::Seat(seat)).cells;
        assert_eq!(board.split(|byte| *byte == b' ').count(), cells.len() + 1);
    }
    check_text(session, &actions);
    // Boards without actions take work, too.
    actions.len() + 10
}

/// The position is written and read back.
fn check_text(session: &dyn Session, actions: &[String]) {
    let text = session.position();
    let again = session.with_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(again.position(), text);
    assert_eq!(again.status(), session.status(), "{text}");
    assert_eq!(again.actions(), actions, "{text}");
    assert_eq!(again.forced(), session.forced(), "{text}");
    for viewpoint in [Viewpoint::All, Viewpoint::Seat(Seat::Zero), Viewpoint::Seat(Seat::One)] {
        assert_eq!(again.grid(viewpoint), session.grid(viewpoint), "{text}");
    }
    for seat in Seat::BOTH {
        assert_eq!(again.describe_view(seat), session.describe_view(seat), "{text}");
    }
    // Analysis and tablebases use the bare position.
    if let Some(game) = session.game::<conga::Conga>() {
        let bare = game.game().to_string();
        assert_eq!(bare.parse().as_ref(), Ok(game.game()), "{bare}");
    }
}
