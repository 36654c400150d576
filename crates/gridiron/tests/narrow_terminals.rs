//! Messages on a narrow terminal, against the same messages in a pipe.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio};

/// Runs a command on a terminal of so many columns and prints what came.
const TERMINAL: &str = "
import fcntl, os, pty, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack('HHHH', 50, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
try:
    while chunk := os.read(terminal, 65536):
        sys.stdout.buffer.write(chunk.replace(b'\\r', b''))
except OSError:
    pass
";

/// On a narrow terminal lines are broken between words only, and commands not at all.
#[test]
fn messages_fit_narrow_terminals() {
    const COLUMNS: usize = 60;
    let folder = tempfile::tempdir().expect("a folder");
    let bot = "raise OSError('Temporary failure in name resolution')\n";
    fs::write(folder.path().join("bot.py"), bot).expect("room");
    let program = env!("CARGO_BIN_EXE_gridiron");
    let (mut broken, mut commands) = (0, 0);
    for line in [
        "play virus bot.py random --seed 1 --quiet --rules opening_plies=4 --clock 20/move",
        "play virus random bot.py --seed 1 --quiet --dialogue lines.txt",
        "check virus bot.py --start-budget 9s",
        "match bot.py random --games 4 --records games.jsonl --clock 20/move",
        "match virus random greedy --games 7",
        "play virus human:level=3",
    ] {
        let run = |command: &mut Command| {
            command.args(line.split(' ')).current_dir(folder.path()).stdin(Stdio::null());
            let output = command.env("NO_COLOR", "1").output().expect("the program starts");
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat()
        };
        let narrow = run(Command::new("python3").args(["-c", TERMINAL, &COLUMNS.to_string(), program]));
        let piped = run(&mut Command::new(program));
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        assert_eq!(words(&narrow), words(&piped), "{line}");
        broken += narrow.lines().count() - piped.lines().count();
        for long in narrow.lines().filter(|line| line.chars().count() > COLUMNS) {
            assert!(long.trim_start().starts_with("gridiron "), "{line}: {long}");
        }
        let is_command = |line: &&str| line.trim_start().starts_with("gridiron ");
        let whole = |text: &str| text.lines().filter(is_command).count();
        assert!(whole(&narrow) >= whole(&piped), "{line}: {narrow}");
        commands += whole(&narrow);
    }
    assert!(broken >= 8 && commands >= 1, "{broken} lines, {commands} commands");
}
