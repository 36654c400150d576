//! How much of a player's texts one record keeps. A noisy bot must not fill the disk
//! of a tournament.

use games::Seat;

use super::{ActionRecord, sent_up_to};

/// Bytes of standard error of one seat, beside that of a fault that ends the game: one
/// half from the beginning of the game, one from its end.
const STDERR_LIMIT: usize = 16 << 10;

/// Bytes of rejected lines and of what was wrong with them, of one seat. Later ones are
/// cut after [`SHORT_LIMIT`] characters.
const LINES_LIMIT: usize = 16 << 10;

/// How many characters of a rejected line are kept when there were many before.
pub(super) const SHORT_LIMIT: usize = 100;

/// Shortens what players wrote until it is within the limits.
pub(crate) fn apply(actions: &mut [ActionRecord]) {
    for seat in Seat::BOTH {
        limit_stderr(actions, seat);
        limit_lines(actions, seat);
    }
}

fn length(text: &Option<String>) -> usize {
    text.as_ref().map_or(0, String::len)
}

fn limit_stderr(actions: &mut [ActionRecord], seat: Seat) {
    let own = || actions.iter().enumerate().filter(|(_, action)| action.seat == seat);
    let total: usize = own().map(|(_, action)| length(&action.stderr)).sum();
    if total <= STDERR_LIMIT {
        return;
    }
    // How many actions fit into one half, from either end.
    let fitting = |lengths: &mut dyn Iterator<Item = usize>| {
        let mut left = STDERR_LIMIT / 2;
        lengths
            .take_while(|length| {
                let fits = *length <= left;
                left = left.saturating_sub(*length);
                fits
            })
            .count()
    };
    let places: Vec<usize> = own().map(|(at, _)| at).collect();
    let first = fitting(&mut own().map(|(_, action)| length(&action.stderr)));
    let last = fitting(&mut own().rev().map(|(_, action)| length(&action.stderr)));
    let cut = &places[first..places.len() - last];
    let left_out: usize = cut.iter().map(|at| length(&actions[*at].stderr)).sum();
    for at in cut {
        actions[*at].stderr = None;
    }
    if let Some(at) = cut.first() {
        actions[*at].stderr = Some(format!("… {left_out} bytes of this game left out …\n"));
    }
}

fn limit_lines(actions: &mut [ActionRecord], seat: Seat) {
    let mut total = 0;
    for action in actions.iter_mut().filter(|action| action.seat == seat && action.fault.is_some()) {
        total += action.action.len() + length(&action.sent) + length(&action.message);
        if total <= LINES_LIMIT {
            continue;
        }
        action.message = action.message.as_deref().map(|message| sent_up_to(message, 2 * SHORT_LIMIT));
        let short = action.sent.as_deref().map(|line| sent_up_to(line, SHORT_LIMIT));
        // A line that is kept whole must lead to its action, which so is kept whole too.
        if short != action.sent {
            action.action = sent_up_to(&action.action, SHORT_LIMIT);
            action.sent = short;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(seat: Seat, stderr: &str) -> ActionRecord {
        let played = games::Played {
            seat,
            turn: 1,
            action: String::new(),
            reply: String::new(),
            seat_reply: None,
            sightings: Vec::new(),
            fault: None,
        };
        ActionRecord { stderr: Some(stderr.to_string()), ..ActionRecord::new(played, None, None) }
    }

    #[test]
    fn the_beginning_and_the_end_of_standard_error_are_kept() {
        for (count, size) in
            [(7, 2000), (8, 2048), (9, 2048), (300, 2048), (300, 10), (3000, 10), (2, 20_000)]
        {
            let mut actions: Vec<ActionRecord> = (0..2 * count)
                .map(|at| action(if at % 2 == 0 { Seat::Zero } else { Seat::One }, &"x".repeat(size)))
                .collect();
            actions[0].stderr = Some("first".into());
            let all: usize = actions.iter().map(|action| length(&action.stderr)).sum();
            apply(&mut actions);
            for seat in Seat::BOTH {
                let own = actions.iter().filter(|action| action.seat == seat);
                let kept: usize = own.clone().map(|action| length(&action.stderr)).sum();
                assert!(kept <= STDERR_LIMIT + 60, "{count} times {size}: {kept}");
                let marks =
                    own.filter(|action| action.stderr.as_deref().is_some_and(|text| text.contains('…')));
                assert_eq!(marks.count(), usize::from(all / 2 > STDERR_LIMIT), "{count} times {size}");
            }
            assert_eq!(actions[0].stderr.as_deref(), Some("first"));
        }
    }
}
