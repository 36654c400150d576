//! The terminal that all people in a game share: lines in, text out.

use std::cell::Cell;
use std::env;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use games::Seat;
use referee::Stopped;

use crate::failure::{Failure, harmless};
use crate::terminal::{FAINT, paint};

/// How often Ctrl-C and the clock are checked while a person thinks.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The longest line in bytes; a longer one is read in pieces.
const LONGEST_LINE: u64 = 4096;

/// How many empty lines hide a board where the screen cannot be cleared.
const PAGE: usize = 60;

pub struct SharedTerminal {
    /// How many people play.
    pub people: usize,
    /// The seat whose board was shown last.
    pub shown_to: Option<Seat>,
    /// How many actions of the history a person has typed or seen.
    pub seen_actions: usize,
    /// Lines of standard input. `None` before the first question, so that a game without
    /// people reads nothing.
    lines: Option<Receiver<String>>,
    /// The last question timed out: lines typed after that do not count for the next
    /// question.
    is_late: bool,
    /// The screen says that the opponent is thinking, in a line without an end.
    is_waiting: Cell<bool>,
}

impl SharedTerminal {
    pub fn new(people: usize) -> SharedTerminal {
        SharedTerminal {
            people,
            shown_to: None,
            seen_actions: 0,
            lines: None,
            is_late: false,
            is_waiting: Cell::new(false),
        }
    }

    /// Says that the opponent is thinking, until something else is printed. A game that
    /// is not on a screen needs no such line.
    pub fn show_waiting(&self, name: &str) -> Result<(), Stopped> {
        if can_erase() {
            self.print(&paint(FAINT, &format!("{name} is thinking …")))?;
            self.is_waiting.set(true);
        }
        Ok(())
    }

    /// Writes a text at once.
    pub fn print(&self, text: &str) -> Result<(), Stopped> {
        if self.is_waiting.take() {
            write_escapes(b"\r\x1b[K").map_err(|error| cannot_write(&error))?;
        }
        let mut out = anstream::stdout();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => {
                Stopped::PersonLeft("the output was closed: the game does not count".into())
            }
            _ => cannot_write(&error),
        })
    }

    /// The next line; `None` if none comes in time.
    pub fn ask(
        &mut self,
        prompt: &str,
        until: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<Option<String>, Stopped> {
        self.print(prompt)?;
        let lines = self.lines.get_or_insert_with(read_lines);
        if mem::take(&mut self.is_late) {
            while lines.try_recv().is_ok() {}
        }
        let line = loop {
            if stop.load(Ordering::Relaxed) {
                self.print("\n")?;
                return Err(Stopped::Interrupted);
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            match lines.recv_timeout(left.map_or(POLL_INTERVAL, |left| left.min(POLL_INTERVAL))) {
                Ok(line) => break line,
                Err(RecvTimeoutError::Timeout) if left.is_some_and(|left| left.is_zero()) => {
                    self.is_late = true;
                    self.print("\n")?;
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.print("\n")?;
                    return Err(Stopped::InputEnded);
                }
            }
        };
        // A line from a pipe is not on the screen yet.
        if !io::stdin().is_terminal() {
            self.print(&format!("{}\n", harmless(&line)))?;
        }
        Ok(Some(line))
    }

    /// Clears the screen and what has scrolled off it.
    pub fn clear(&self) -> Result<(), Stopped> {
        match can_erase() {
            false => self.print(&"\n".repeat(PAGE)),
            true => write_escapes(b"\x1b[H\x1b[2J\x1b[3J").map_err(|error| cannot_write(&error)),
        }
    }

    /// Forgets the lines that a person has typed by now and those of the next moment,
    /// which were meant for what was on the screen before. Returns whether there were
    /// any. A pipe is typed ahead of time, so its lines stay.
    pub fn forget_typed(&mut self, moment: Duration) -> bool {
        if !io::stdin().is_terminal() {
            return false;
        }
        let lines = self.lines.get_or_insert_with(read_lines);
        let until = Instant::now() + moment;
        let mut any = false;
        while lines.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok() {
            any = true;
        }
        any
    }
}

/// Whether what is on the screen can be erased.
fn can_erase() -> bool {
    let is_dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    io::stdout().is_terminal() && !is_dumb
}

/// Not through anstream, which removes escape sequences if colours are off.
fn write_escapes(bytes: &[u8]) -> io::Result<()> {
    io::stdout().write_all(bytes)?;
    io::stdout().flush()
}

fn cannot_write(error: &io::Error) -> Stopped {
    Stopped::MachineFailed(Failure::unwritable("the output", error).to_string())
}

/// Reads lines on a thread of its own: a read cannot be interrupted, but waiting for
/// the thread can. It reads a line only when the last one has been taken.
fn read_lines() -> Receiver<String> {
    let (sender, receiver) = sync_channel(0);
    thread::spawn(move || forward(&mut io::stdin().lock(), &sender));
    receiver
}

fn forward(input: &mut impl BufRead, sender: &SyncSender<String>) {
    loop {
        let mut line = Vec::new();
        match input.take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_string();
        if sender.send(line).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_whatever_they_hold() {
        let long = "x".repeat(LONGEST_LINE as usize + 3);
        let cases: &[(&[u8], &[&str])] = &[
            (b"", &[]),
            (b"a\nb\n", &["a", "b"]),
            (b"a\r\n\n b", &["a", "", " b"]),
            (b"\xff\n", &["\u{fffd}"]),
            (long.as_bytes(), &[&long[3..], "xxx"]),
        ];
        for (input, expected) in cases {
            let (sender, receiver) = sync_channel(8);
            forward(&mut &input[..], &sender);
            drop(sender);
            assert_eq!(receiver.iter().collect::<Vec<String>>(), *expected, "{input:?}");
        }
    }
}
