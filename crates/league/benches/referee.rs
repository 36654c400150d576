//! What the referee costs, beside a yardstick measured in the same run: one
//! line each way between two C processes; and what the sandbox adds to that.
//! `cargo xtask bench`.
//!
//! Processor time is that of all processes: referee, supervisors and bots.

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("programs play on Linux only: there is nothing to measure here");
}

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    if let Some(code) = sandbox::dispatch_subcommand() {
        return code;
    }
    linux::run();
    std::process::ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ops::ControlFlow;
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::sync::atomic::AtomicBool;
    use std::thread;
    use std::time::{Duration, Instant};

    use games::{GameEntry, Seat};
    use gridiron_league::event::Records;
    use gridiron_league::memory::Update;
    use gridiron_league::runner::Threads;
    use gridiron_league::{Event, EventPlayer, GameConditions, Tournament, cores};
    use referee::competitor::{GameStart, Question};
    use referee::{ChargeBy, Level, Limits, PlayerSpec, Sandbox, Timing};
    use sandbox::survey;

    struct Line {
        name: &'static str,
        game: &'static str,
        charge: ChargeBy,
        games: u32,
        /// Yardsticks a ply, and games a second on two cores.
        goals: Option<(f64, f64)>,
    }

    const fn line(name: &'static str, game: &'static str, charge: ChargeBy, games: u32) -> Line {
        Line { name, game, charge, games, goals: None }
    }

    const LINES: [Line; 6] = [
        Line {
            goals: Some((2.0, 1200.0)),
            ..line("virus, programs, wall clock", "virus", ChargeBy::Wall, 3000)
        },
        line("virus, programs, cpu clock", "virus", ChargeBy::Cpu, 2000),
        line("virus, programs, fair clock", "virus", ChargeBy::Fair, 2000),
        line("conga, programs, wall clock", "conga", ChargeBy::Wall, 3000),
        line("conga, programs, cpu clock", "conga", ChargeBy::Cpu, 2000),
        line("conga, programs, fair clock", "conga", ChargeBy::Fair, 2000),
    ];

    /// The best round counts: a shared machine can only make it slower.
    const ROUNDS: usize = 5;

    pub fn run() {
        let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
        let chosen = |name: &str| words.iter().all(|word| name.contains(word.as_str()));
        let lines: Vec<&Line> = LINES.iter().filter(|line| chosen(line.name)).collect();
        let levels = Level::STRONGEST_FIRST.into_iter().rev().filter(|level| chosen(&sandboxed(*level)));
        let levels: Vec<Level> = levels.collect();
        if !lines.is_empty() {
            measure_lines(&lines);
        }
        if !levels.is_empty() {
            measure_levels(&levels);
        }
    }

    fn measure_lines(lines: &[&Line]) {
        let (yardstick, bot) = (compile("yardstick"), compile("instant"));
        println!(
            "{:<30} {:>9} {:>12} {:>11} {:>6} {:>6} {:>8} {:>6} {:>6}",
            format!("{} games at a time", cores::count()),
            "us a ply",
            "yardstick us",
            "yardsticks",
            "goal",
            "",
            "games/s",
            "goal",
            ""
        );
        for line in lines {
            measure(line, &yardstick, &bot);
        }
    }

    fn measure(line: &Line, yardstick: &Path, bot: &Path) {
        let (mut best, mut stick, mut fastest) = (f64::INFINITY, f64::INFINITY, 0.0_f64);
        for _ in 0..ROUNDS {
            stick = stick.min(yardstick_of(yardstick));
            let (cost, speed) = play(line, bot, Level::None);
            best = best.min(cost);
            fastest = fastest.max(speed);
        }
        let ratio = best / stick;
        let met = |is_met: bool| if is_met { "met" } else { "missed" };
        let goals = match line.goals {
            None => [const { String::new() }; 4],
            Some((most, least)) => [
                most.to_string(),
                met(ratio <= most).to_string(),
                least.to_string(),
                met(fastest >= least).to_string(),
            ],
        };
        let [most, is_low, least, is_high] = goals;
        println!(
            "{:<30} {best:>9.2} {stick:>12.2} {ratio:>11.2} {most:>6} {is_low:>6} {fastest:>8.0} {least:>6} {is_high:>6}",
            line.name
        );
    }

    /// Microseconds of CPU time a round, on all cores at the same time.
    fn yardstick_of(yardstick: &Path) -> f64 {
        let cores = cores::available();
        let costs: Vec<f64> = thread::scope(|scope| {
            let run = |core: usize| {
                cores::keep_to(core);
                let output = Command::new(yardstick).arg("100000").output().expect("the yardstick runs");
                String::from_utf8_lossy(&output.stdout).trim().parse::<f64>().expect("a number")
            };
            let threads: Vec<_> = cores.iter().map(|core| scope.spawn(move || run(*core))).collect();
            threads.into_iter().map(|thread| thread.join().expect("a number")).collect()
        });
        costs.iter().sum::<f64>() / costs.len() as f64
    }

    fn sandboxed(level: Level) -> String {
        format!("conga, programs, sandbox {level}")
    }

    /// What a sandbox adds to an answer, and to a start. A process plays all games
    /// of its match, so the start is paid once.
    fn measure_levels(levels: &[Level]) {
        const MOST: f64 = 1.5;
        const MOST_TO_START: f64 = 20.0;
        let bot = compile("instant");
        println!(
            "{:<34} {:>9} {:>9} {:>6} {:>5} {:>6} {:>9} {:>9} {:>5} {:>6}",
            "", "us a ply", "plain us", "ratio", "goal", "", "start ms", "plain ms", "goal", ""
        );
        for level in levels {
            let name = sandboxed(*level);
            if let Err(why) = survey::check_level(*level) {
                println!("{name:<34} not on this machine: {why}");
                continue;
            }
            let line = &LINES[5];
            let (mut locked, mut plain) = (f64::INFINITY, f64::INFINITY);
            for _ in 0..ROUNDS {
                plain = plain.min(play(line, &bot, Level::None).0);
                locked = locked.min(play(line, &bot, *level).0);
            }
            let [start, plain_start] = [*level, Level::None].map(|level| start(&bot, level));
            let met = |is_met: bool| if is_met { "met" } else { "missed" };
            let (ratio, is_met) = (locked / plain, met(locked / plain <= MOST));
            println!(
                "{name:<34} {locked:>9.2} {plain:>9.2} {ratio:>6.2} {MOST:>5} {is_met:>6} {start:>9.2} {plain_start:>9.2} \
                 {MOST_TO_START:>5} {:>6}",
                met(start <= MOST_TO_START)
            );
        }
    }

    /// Milliseconds from the order to start a program to its first answer, in the
    /// middle of many.
    fn start(bot: &Path, level: Level) -> f64 {
        let entry = games::find("conga").expect("a game");
        let (player, never) = (player(entry, bot, level), AtomicBool::new(false));
        let session = entry.start(entry.defaults(), 1).expect("a board");
        let timing = Timing::untimed();
        let mut times: Vec<f64> = (0..51)
            .map(|_| {
                let (mut competitor, seat) = (player.competitor(), Seat::Zero);
                let begin = Instant::now();
                competitor.start(&GameStart { session: &*session, seat, timing: &timing, names: ["a", "b"] });
                let question = Question {
                    session: &*session,
                    seat,
                    left: None,
                    control: referee::TimeControl::NONE,
                    history: &[],
                    rest_opponent: &|| {},
                    stop: &never,
                };
                assert!(competitor.ask(&question).is_ok_and(|answer| answer.line.is_ok()), "the bot answers");
                begin.elapsed().as_secs_f64() * 1000.0
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    }

    fn player(entry: &'static GameEntry, bot: &Path, level: Level) -> PlayerSpec {
        let mut player = PlayerSpec::read(entry, &bot.to_string_lossy()).expect("the bot is there");
        if level > Level::None {
            let sandbox = Sandbox { level, limits: Limits::default(), allow_read: Vec::new() };
            player.confine(&sandbox, &[], &[]).expect("it can be locked in");
        }
        player
    }

    /// Microseconds of CPU time an answer, and games a second.
    fn play(line: &Line, bot: &Path, level: Level) -> (f64, f64) {
        let entry = games::find(line.game).expect("a game");
        let player = player(entry, bot, level);
        let clock = entry.clock.parse().expect("the game's own clock");
        let conditions = GameConditions {
            entry,
            options: entry.defaults(),
            charge: line.charge,
            start_budget: Timing::START_BUDGET,
        };
        let player = EventPlayer { name: "instant".into(), spec: player, clock };
        let players = [player.clone(), player];
        let event = Event::match_of_two(conditions.clone(), players, 1, line.games / 2, Records::None);
        let tournament = Tournament::in_memory(event);
        let runner = Threads { conditions, workers: cores::count(), keep_to_cores: true };
        let mut on_update = |_: Update<'_>| ControlFlow::Continue(());
        let (begin, before) = (Instant::now(), cpu_time());
        let played = tournament.run_in_memory(&runner, &AtomicBool::new(false), None, &mut on_update);
        played.expect("it is played");
        let accounts = tournament.results().accounts;
        assert!(accounts.iter().all(|account| account.conduct.faults.is_empty()), "the bot plays well");
        let answers: u64 = accounts.iter().map(|account| account.conduct.thinking.timed_moves).sum();
        let spent = cpu_time() - before;
        (spent.as_secs_f64() * 1e6 / answers as f64, f64::from(line.games) / begin.elapsed().as_secs_f64())
    }

    /// Of this process and of all that it has started and seen end.
    fn cpu_time() -> Duration {
        let of = |who| {
            let mut usage = std::mem::MaybeUninit::<libc::rusage>::uninit();
            // SAFETY: the kernel writes all of it, or says so.
            let usage = unsafe {
                assert_eq!(libc::getrusage(who, usage.as_mut_ptr()), 0);
                usage.assume_init()
            };
            let times = [usage.ru_utime, usage.ru_stime];
            let micros = times.map(|time| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64);
            Duration::from_micros(micros.iter().sum())
        };
        of(libc::RUSAGE_SELF) + of(libc::RUSAGE_CHILDREN)
    }

    /// Compiles a C program that stands beside this file.
    fn compile(name: &str) -> PathBuf {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(format!("{name}.c"));
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let status = Command::new("cc").arg("-O2").arg("-o").arg(&program).arg(&source).status();
        assert!(status.is_ok_and(|status| status.success()), "`cc` must be there and compile {name}.c");
        program
    }
}
