//! A match between two players: pairs of games with the same seed and opening,
//! seats swapped, several at a time.

use std::fmt::{self, Display};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

use games::Seat;
use games::common::rng::{SEED_LIMIT, derive};
use referee::{NoWatcher, PlayerSpec, Record, Stopped, TimeControl};

use crate::cores;
use crate::pair::GameConditions;

/// One of the two players of a match, wherever it sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The one named first.
    A,
    /// The other.
    B,
}

impl Side {
    /// Both in order.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// 0 or 1.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::A => "A",
            Side::B => "B",
        })
    }
}

/// Everything that decides a match.
#[derive(Clone)]
pub struct Duel {
    /// What is played.
    pub conditions: GameConditions,
    /// A and B.
    pub players: [PlayerSpec; 2],
    /// Their time controls.
    pub clocks: [TimeControl; 2],
    /// What the seeds of all games are drawn from.
    pub seed: u64,
    /// How many pairs of games.
    pub pairs: u32,
    /// How many games at a time.
    pub concurrency: usize,
    /// Whether a game may be kept to one core.
    pub keep_to_cores: bool,
}

/// A game that was played.
pub struct Game {
    /// Counts the games of the match from 0; games 2n and 2n+1 are a pair.
    pub number: u32,
    /// Where A sat.
    pub seat_of_a: Seat,
    /// The game.
    pub record: Record,
}

impl Game {
    /// Who sat there.
    pub fn side_at(&self, seat: Seat) -> Side {
        if seat == self.seat_of_a { Side::A } else { Side::B }
    }
}

impl Duel {
    /// The seed of both games of a pair.
    pub fn pair_seed(&self, pair: u32) -> u64 {
        derive(self.seed, &format!("pair {pair}")) % SEED_LIMIT
    }

    /// How many games are played at a time: a pair is played by one worker.
    pub fn games_at_a_time(&self) -> usize {
        self.concurrency.clamp(1, self.pairs.max(1) as usize)
    }

    fn keeps_to_cores(&self) -> bool {
        cores::are_kept_to(self.keep_to_cores, self.conditions.charge, self.games_at_a_time())
    }
}

/// Plays a match. Games come to `each` as they end, in any order, one at a time
/// and on the thread that played them: waking another one for every game would
/// cost more than a short game's moves. When `stop` is set, games in progress
/// are given up; it is set here, and an error returned, if this machine cannot
/// go on.
pub fn play(duel: &Duel, stop: &AtomicBool, each: impl FnMut(Game) + Send) -> Result<(), String> {
    let next_pair = AtomicU32::new(0);
    let problem = Mutex::new(None);
    let each = Mutex::new(each);
    let cores = cores::available();
    thread::scope(|scope| {
        for worker in 0..duel.games_at_a_time() {
            let core = (duel.keeps_to_cores() && !cores.is_empty()).then(|| cores[worker % cores.len()]);
            let (next_pair, each, problem) = (&next_pair, &each, &problem);
            scope.spawn(move || {
                if let Some(core) = core {
                    cores::keep_to(core);
                }
                let mut competitors = duel.players.each_ref().map(PlayerSpec::competitor);
                let pairs = std::iter::from_fn(|| Some(next_pair.fetch_add(1, Ordering::Relaxed)));
                for pair in pairs.take_while(|pair| *pair < duel.pairs) {
                    let (seed, clocks) = (duel.pair_seed(pair), duel.clocks);
                    let each = |seat_of_a: Seat, record| {
                        let number = pair * 2 + seat_of_a.index() as u32;
                        each.lock().expect("no other worker has panicked")(Game {
                            number,
                            seat_of_a,
                            record,
                        });
                    };
                    let played =
                        duel.conditions.play_pair(seed, &mut competitors, clocks, stop, &mut NoWatcher, each);
                    if let Err(stopped) = played {
                        if let Stopped::Unable(why) = stopped {
                            stop.store(true, Ordering::Relaxed);
                            *problem.lock().expect("no other worker has panicked") = Some(why);
                        }
                        break;
                    }
                }
                competitors.iter_mut().for_each(|competitor| competitor.quit());
            });
        }
    });
    problem.into_inner().expect("no worker has panicked").map_or(Ok(()), Err)
}
