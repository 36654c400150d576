//! A match between two players: pairs of games with the same seed and opening,
//! seats swapped, several at a time.

use std::fmt::{self, Display};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use games::common::options::{OptionError, OptionValues};
use games::common::rng::{SEED_LIMIT, derive};
use games::{Entry, Seat};
use referee::{ChargeBy, Contender, Nobody, PlayerSpec, Record, Stopped, Terms, TimeControl, play_game};

use crate::cores;

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
    /// The game.
    pub entry: &'static Entry,
    /// Its variant.
    pub options: OptionValues,
    /// A and B.
    pub players: [PlayerSpec; 2],
    /// Their time controls.
    pub clocks: [TimeControl; 2],
    /// What clocks are charged by.
    pub charge: ChargeBy,
    /// How long a program may take for its first answer.
    pub start_budget: Duration,
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

    /// Whether each game keeps to one core. By time on the wall nobody is
    /// stopped, and who thinks in the opponent's time slows it down there; so
    /// then only if there is a game for every core anyway, where at least other
    /// games are spared.
    fn keeps_to_cores(&self) -> bool {
        self.keep_to_cores && (self.charge == ChargeBy::Cpu || self.games_at_a_time() >= cores::count())
    }

    /// Tries whether the rules make a board.
    pub fn check(&self) -> Result<(), OptionError> {
        self.entry.start(self.options.clone(), self.pair_seed(0)).map(drop)
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
                let mut contenders = duel.players.each_ref().map(PlayerSpec::contender);
                let pairs = std::iter::from_fn(|| Some(next_pair.fetch_add(1, Ordering::Relaxed)));
                for pair in pairs.take_while(|pair| *pair < duel.pairs) {
                    let played = play_pair(duel, pair, &mut contenders, stop, |game| {
                        each.lock().expect("no other worker has panicked")(game);
                    });
                    if let Err(stopped) = played {
                        if let Stopped::Unable(why) = stopped {
                            stop.store(true, Ordering::Relaxed);
                            *problem.lock().expect("no other worker has panicked") = Some(why);
                        }
                        break;
                    }
                }
                contenders.iter_mut().for_each(|contender| contender.leave());
            });
        }
    });
    problem.into_inner().expect("no worker has panicked").map_or(Ok(()), Err)
}

/// Plays both games of a pair; `contenders` are A and B before and after.
fn play_pair(
    duel: &Duel,
    pair: u32,
    contenders: &mut [Box<dyn Contender>; 2],
    stop: &AtomicBool,
    mut each: impl FnMut(Game),
) -> Result<(), Stopped> {
    for (at, seat_of_a) in Seat::BOTH.into_iter().enumerate() {
        let terms = Terms {
            clocks: in_seats(duel.clocks, seat_of_a),
            charge: duel.charge,
            start_budget: duel.start_budget,
        };
        let session = duel.entry.start(duel.options.clone(), duel.pair_seed(pair));
        let mut session = session.expect("the rules were checked");
        if seat_of_a == Seat::One {
            contenders.swap(0, 1);
        }
        let played = play_game::<Stopped>(&mut *session, contenders, &terms, stop, &mut Nobody);
        if seat_of_a == Seat::One {
            contenders.swap(0, 1);
        }
        each(Game { number: pair * 2 + at as u32, seat_of_a, record: played? });
    }
    Ok(())
}

/// What belongs to A and B, by seat.
fn in_seats<T>([a, b]: [T; 2], seat_of_a: Seat) -> [T; 2] {
    match seat_of_a {
        Seat::Zero => [a, b],
        Seat::One => [b, a],
    }
}
