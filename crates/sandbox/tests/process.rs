//! Programs without any game: start, lines, deadlines, limits, ends.
//!
//! Supervisor and jail are the running binary under a hidden subcommand. So this test
//! has a `main` of its own, which speaks as much of the test protocol as `cargo test`
//! and nextest need: `--list`, `--exact NAME`, and a part of a name.

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("programs run on Linux only");
}

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    if let Some(code) = gridiron_sandbox::dispatch_subcommand() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let tests: &[linux::Test] = if has("--ignored") { &[] } else { linux::TESTS };
    if has("--list") {
        tests.iter().for_each(|(name, _)| println!("{name}: test"));
        return std::process::ExitCode::SUCCESS;
    }
    let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
    let is_wanted = |name: &str| match filter {
        Some(filter) if has("--exact") => name == filter,
        Some(filter) => name.contains(filter.as_str()),
        None => true,
    };
    for (name, test) in tests.iter().filter(|(name, _)| is_wanted(name)) {
        println!("test {name}");
        test();
    }
    std::process::ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::OsString;
    use std::fs;
    use std::path::Path;
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use gridiron_sandbox::{
        ChargeBy, Confinement, ExitStatus, Interrupted, LONGEST_LINE, Launch, Layer, LayerFailure, Level,
        Limits, OsError, Process, Received, Sandbox, StartError, TimeLimit, UncleanExit, Waiting, survey,
    };

    pub type Test = (&'static str, fn());

    macro_rules! tests {
        ($($name:ident),* $(,)?) => { &[$((stringify!($name), $name)),*] };
    }

    pub const TESTS: &[Test] = tests![
        a_line_goes_there_and_back,
        waiting_ends_at_the_deadline,
        waiting_ends_after_cpu_time,
        waiting_can_be_interrupted,
        a_long_line_is_cut,
        an_end_has_a_status,
        a_stopped_program_uses_no_time,
        quit_is_waited_for,
        nothing_outlives_a_process,
        a_missing_program_is_its_authors_fault,
        every_level_locks_in,
        a_program_over_its_limit_is_killed,
        a_layer_that_fails_stops_the_start,
    ];

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn seconds(wall: u64) -> TimeLimit {
        TimeLimit::wall(Duration::from_secs(wall))
    }

    fn shell(script: &str) -> Launch {
        Launch::new(["/bin/sh", "-c", script].map(OsString::from).into(), "/".into())
    }

    fn start(script: &str) -> Process {
        Process::start(&shell(script)).expect("a shell")
    }

    /// A shell at a level, in an empty folder, with so many bytes of memory.
    fn confined(level: Level, script: &str, memory: u64) -> Result<Process, StartError> {
        let folder = tempfile::tempdir().expect("a folder");
        let launch = Launch { folder: folder.path().to_path_buf(), ..shell(script) };
        let sandbox =
            Sandbox { level, limits: Limits { memory, ..Limits::default() }, allow_read: Vec::new() };
        let locked_in = Confinement::new(&sandbox, &launch.words, &[], folder.path(), &[], &[]);
        let (words, confinement) = locked_in.expect("the shell is the system's");
        Process::start(&Launch { words, confinement: Some(confinement), ..launch })
    }

    /// The next line, within a time that no honest program needs.
    fn line(process: &mut Process, request: &str) -> String {
        let mut stopwatch = process.request(request.as_bytes(), ChargeBy::Wall);
        match process.read_line(&mut stopwatch, seconds(60), Waiting::until(&NEVER)) {
            Ok(Received::Line(line)) => line,
            other => panic!("{other:?}, {}", process.exit_status()),
        }
    }

    fn a_line_goes_there_and_back() {
        let mut process = start("while read line; do echo got $line; done");
        for number in 0..100 {
            assert_eq!(line(&mut process, &format!("{number}\n")), format!("got {number}"));
        }
        process.queue(b"one\n");
        assert_eq!(line(&mut process, "two\n"), "got one");
        assert_eq!(line(&mut process, ""), "got two");
    }

    fn waiting_ends_at_the_deadline() {
        let mut process = start("printf half; exec sleep 1000");
        let limit = TimeLimit::wall(Duration::from_millis(200));
        let begin = Instant::now();
        let mut stopwatch = process.request(b"", ChargeBy::Wall);
        let received = process.read_line(&mut stopwatch, limit, Waiting::until(&NEVER));
        let Ok(Received::TimedOut { partial_line }) = received else { panic!("{received:?}") };
        assert!(begin.elapsed() >= limit.wall);
        assert!(partial_line.is_none_or(|line| line == "half"));
    }

    fn waiting_ends_after_cpu_time() {
        let mut process = start("while :; do :; done");
        let limit = TimeLimit { wall: Duration::from_secs(60), charged: Some(Duration::from_millis(50)) };
        let mut stopwatch = process.request(b"", ChargeBy::Cpu);
        let received = process.read_line(&mut stopwatch, limit, Waiting::until(&NEVER));
        assert!(matches!(received, Ok(Received::TimedOut { partial_line: None })), "{received:?}");
        let spent = process.time_spent(&stopwatch);
        assert!(spent.cpu.is_some_and(|cpu| cpu >= Duration::from_millis(50)), "{spent:?}");
        assert!(spent.wall < Duration::from_secs(60), "{spent:?}");
    }

    fn waiting_can_be_interrupted() {
        let mut process = start("exec sleep 1000");
        let mut stopwatch = process.request(b"", ChargeBy::Wall);
        let received = process.read_line(&mut stopwatch, seconds(60), Waiting::until(&AtomicBool::new(true)));
        assert!(matches!(received, Err(Interrupted)), "{received:?}");
    }

    fn a_long_line_is_cut() {
        let mut process = start("while :; do printf '%1000s' x; done");
        let mut stopwatch = process.request(b"", ChargeBy::Wall);
        match process.read_line(&mut stopwatch, seconds(60), Waiting::until(&NEVER)) {
            Ok(Received::TooLong(line)) => assert_eq!(line.len(), LONGEST_LINE),
            other => panic!("{other:?}"),
        }
    }

    fn an_end_has_a_status() {
        for (script, status) in [
            ("exit 3", ExitStatus::Exited(3)),
            ("kill -9 $$", ExitStatus::Signal(9)),
            // Its child holds the output open, and is killed with it.
            ("sleep 1000 & exit 0", ExitStatus::Exited(0)),
            ("exec >&-; exec sleep 1000", ExitStatus::ClosedOutput),
        ] {
            let mut process = start(&format!("echo to its author >&2; {script}"));
            let mut stopwatch = process.request(b"", ChargeBy::Wall);
            let received = process.read_line(&mut stopwatch, seconds(60), Waiting::until(&NEVER));
            assert!(matches!(received, Ok(Received::EndOfOutput)), "{script}: {received:?}");
            assert_eq!(process.exit_status(), status, "{script}");
            assert_eq!(process.stderr_excerpt.take().as_deref(), Some("to its author\n"), "{script}");
        }
    }

    fn a_stopped_program_uses_no_time() {
        let mut process = start("echo ready; while read line; do echo $line; done");
        assert_eq!(line(&mut process, ""), "ready");
        process.stop();
        process.send(b"wakes\n");
        let mut stopwatch = process.request(b"", ChargeBy::Cpu);
        let received = process.read_line(&mut stopwatch, seconds(60), Waiting::until(&NEVER));
        assert!(matches!(received, Ok(Received::Line(line)) if line == "wakes"));
        assert!(process.time_spent(&stopwatch).cpu.is_some_and(|cpu| cpu < Duration::from_secs(10)));
    }

    fn quit_is_waited_for() {
        for (script, expected) in [
            ("while read line; do :; done", Ok(())),
            ("while read line; do :; done; exit 5", Err(UncleanExit::Status(ExitStatus::Exited(5)))),
            ("trap '' TERM; while :; do sleep 1000; done", Err(UncleanExit::Killed)),
        ] {
            let mut process = start(script);
            process.close_input(b"quit\n");
            assert_eq!(process.wait_for_exit(), expected, "{script}");
        }
    }

    /// Also not a process that left its parent and its group.
    fn nothing_outlives_a_process() {
        let mut process = start("(setsid sleep 1000 & echo $!); read line");
        let orphan = line(&mut process, "");
        let path = format!("/proc/{orphan}");
        assert!(Path::new(&path).exists());
        drop(process);
        assert!(!Path::new(&path).exists(), "{orphan} is still there");
    }

    fn a_missing_program_is_its_authors_fault() {
        let launch = Launch::new(vec!["/missing/program".into()], "/".into());
        let error = Process::start(&launch).err().expect("no process");
        assert_eq!(error, StartError::Program(OsError::Errno(2)));
        assert_eq!(error.to_string(), "No such file or directory (os error 2)");
    }

    fn every_level_locks_in() {
        let (strongest, missing) = survey::strongest();
        let strongest = strongest.unwrap_or_else(|| panic!("no level holds: {missing:?}"));
        for level in Level::STRONGEST_FIRST.into_iter().filter(|level| *level <= strongest) {
            let script = "read secret </etc/passwd && echo read || echo refused; read line; echo $line; \
                          echo x >own && echo wrote; (exit 0) && echo forked";
            let mut process = confined(level, script, Limits::default().memory).expect("it starts");
            assert_eq!(line(&mut process, ""), "refused", "{level}");
            assert_eq!(line(&mut process, "echo\n"), "echo", "{level}");
            assert_eq!(line(&mut process, ""), "wrote", "{level}");
            let mut stopwatch = process.request(b"", ChargeBy::Wall);
            let received = process.read_line(&mut stopwatch, seconds(60), Waiting::until(&NEVER));
            assert!(matches!(received, Ok(Received::EndOfOutput)), "{level}: {received:?}");
        }
    }

    fn a_program_over_its_limit_is_killed() {
        let script = "n=0; while :; do n=$((n + 1)); echo x >file$n; done";
        let mut process = confined(Level::Standard, script, 64 << 20).expect("it starts");
        let mut stopwatch = process.request(b"", ChargeBy::Wall);
        let received = process.read_line(&mut stopwatch, seconds(60), Waiting::until(&NEVER));
        assert!(matches!(received, Ok(Received::EndOfOutput)), "{received:?}");
        // A shell goes on after a file that was refused, until it is killed.
        assert_eq!(process.exit_status(), ExitStatus::TooMuchOnDisk(64));
    }

    fn a_layer_that_fails_stops_the_start() {
        const SWITCH: &str = "GRIDIRON_PRETEND_WITHOUT";
        for layer in [Layer::Landlock, Layer::Seccomp] {
            // SAFETY: these tests run one after the other on one thread.
            unsafe { std::env::set_var(SWITCH, layer.name()) };
            let error = confined(Level::Standard, "echo it runs", 64 << 20).err();
            // SAFETY: as above.
            unsafe { std::env::remove_var(SWITCH) };
            let Some(StartError::Sandbox(error)) = error else { panic!("{layer}: {error:?}") };
            assert_eq!((error.layer, &error.cause), (layer, &LayerFailure::SwitchedOff));
            assert_eq!(error.to_string(), format!("{layer}: switched off for a test"));
        }
        let left = fs::read_dir(std::env::temp_dir()).expect("a folder").flatten();
        let own = format!("gridiron-bot-{}", std::process::id());
        assert!(!left.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with(&own)));
    }
}
