//! One attack in one game, without a sandbox or at one level of it: played,
//! looked at from outside, and judged.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::cases::{Case, Judge, Level, Needs};
use crate::scene::{Language, Programs, Scene, User, processes_with, python};

/// A game that takes longer hangs.
const HANGS: Duration = Duration::from_secs(60);

/// What a process or a signal may take to do what it does.
const SOON: Duration = Duration::from_secs(10);

/// Runs a command in a terminal of its own.
const IN_TERMINAL: &str = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

/// What the attacker said, or how it ended.
enum Verdict {
    Worked(String),
    Stopped(String),
    Kernel(String),
    Killed(String),
    Nothing(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let (word, detail) = match self {
            Verdict::Worked(detail) => ("worked", detail),
            Verdict::Stopped(detail) => ("stopped", detail),
            Verdict::Kernel(detail) => ("kernel", detail),
            Verdict::Killed(detail) => ("killed", detail),
            Verdict::Nothing(detail) => ("said nothing", detail),
        };
        write!(formatter, "{word}: {detail}")
    }
}

/// What is left of a game.
struct Played {
    verdict: Verdict,
    harm: Vec<String>,
    /// Whether any player was at fault.
    faults: bool,
    /// What the attacker's second answer was charged with, in nanoseconds of
    /// CPU time; the first may be free.
    charged: u64,
}

pub struct Run<'a> {
    pub programs: &'a Programs,
    pub user: User,
    pub language: Language,
    pub case: &'a Case,
    /// None: no sandbox.
    pub level: Option<Level>,
}

impl Run<'_> {
    /// The command that plays the game.
    fn command(&self, scene: &Scene) -> Command {
        // A mark before every path, so that it is not taken for a file of the bot.
        let words = scene.fill_in(self.case.words).replace(" /", " @/").replace(" ../", " @../");
        let words = format!("{words} {}", scene.token);
        let attacker = match self.language {
            Language::C => format!("./attack {words}"),
            Language::Python => format!("{} -E -s -S attack.py {words}", python()),
        };
        let opponent = if self.case.slow { "slow" } else { "normal" };
        let opponent = scene.path("opponent").join(format!("{opponent}-{}", scene.token));
        // Its parent may have left a file open.
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "exec \"$@\" 9<../outside/secret", "sh"]);
        if self.case.terminal {
            command.args([python(), "-c", IN_TERMINAL]);
        }
        command.arg(self.programs.path("gridiron")).args(["play", "conga", &attacker]).arg(opponent);
        command.arg("--quiet").arg("--record").arg(scene.path("record"));
        command.args([
            "--seed",
            "1",
            "--rules",
            "move_limit=6",
            "--clock",
            "10/move",
            "--start-budget",
            "20s",
        ]);
        match self.level {
            None => command.arg("--trust-bots"),
            Some(level) => command.args(["--sandbox", level.word()]),
        };
        let output = File::create(scene.path("output")).expect("room");
        command.stdin(Stdio::null()).stdout(output.try_clone().expect("a descriptor")).stderr(output);
        command.env("GRIDIRON_SECRET", "the secret").env("TMPDIR", scene.path("tmp"));
        command.env("HOME", scene.path("home")).current_dir(scene.path("bot"));
        self.user.becomes(&mut command);
        command
    }

    fn play(&self) -> Result<Played, String> {
        let scene = Scene::new(self.programs, self.user, self.language);
        let before = scene.state();
        let mut gridiron = self.command(&scene).spawn().expect("sh is there");
        if self.case.judge == Judge::Survives {
            return killed(&scene, &mut gridiron);
        }
        let ended = wait(&mut gridiron);
        // Before anything else, so that no failure leaves bots behind.
        let left = left_behind(&scene.token);
        let output = fs::read_to_string(scene.path("output")).unwrap_or_default();
        match ended {
            Some(status) if status.success() => {}
            // An attack that is stopped before its first move.
            Some(status) if status.code() == Some(1) && output.contains("did not start, so it has lost") => {}
            Some(status) => return Err(format!("{status}: {output}")),
            None => return Err(format!("it hung: {output}")),
        }
        if !left.is_empty() {
            return Err(format!("left behind: {left:?}"));
        }
        if scene.path("outside/marker").exists() {
            return Err("something outlived the game".into());
        }
        let record =
            fs::read_to_string(scene.path("record")).map_err(|error| format!("no record: {error}"))?;
        let record: Value = serde_json::from_str(&record).map_err(|error| error.to_string())?;
        let sandbox = self.level.map_or("none", Level::word);
        if record["sandbox"] != sandbox {
            return Err(format!("recorded as `sandbox`: {}", record["sandbox"]));
        }
        let verdict = verdict(self.case.name(), &record);
        // Without a sandbox harm is expected, and may take a moment to be seen.
        let is_expected = self.level.is_none() && self.case.seen && matches!(verdict, Verdict::Worked(_));
        let deadline = Instant::now() + if is_expected { SOON } else { Duration::ZERO };
        let mut harm = difference(&before, &scene.state());
        while harm.is_empty() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
            harm = difference(&before, &scene.state());
        }
        if let (Some(problem), Some(_)) = (opponent_at_fault(&record), self.level) {
            return Err(format!("the opponent did not play on: {problem}"));
        }
        let cause = record["outcome"]["cause"].as_str().unwrap_or_default();
        let actions = record["actions"].as_array().map_or(&[][..], Vec::as_slice);
        let faults = !is_no_fault(cause) || actions.iter().any(|action| action.get("fault").is_some());
        let second = actions.iter().filter(|action| action["seat"] == 0).nth(1);
        let charged = second.and_then(|action| action["cpu_ns"].as_u64()).unwrap_or(0);
        Ok(Played { verdict, harm, faults, charged })
    }

    /// Plays and judges; gives what is worth telling.
    pub fn judge(&self) -> Result<String, String> {
        let played = self.play()?;
        let Played { verdict, harm, faults, charged } = &played;
        let text = format!("{verdict}");
        let wrong = |what: &str| Err(format!("{what}: {text}, outside: {harm:?}"));
        match (self.case.judge, self.level) {
            (Judge::Survives, _) => Ok("gone with the referee".into()),
            (Judge::Plays, _) if *faults || !harm.is_empty() => wrong("it could not play"),
            (Judge::Plays | Judge::Endures, _) if !harm.is_empty() => wrong("harm was done"),
            (Judge::Plays | Judge::Endures, _) => Ok("played".into()),
            (Judge::Paid, _) if !is_paid(verdict, *charged) => wrong("it was not charged with it"),
            (_, None) => self.judge_control(verdict, harm),
            (_, Some(_)) if !harm.is_empty() => wrong("harm was done"),
            (Judge::Harm, Some(_)) => Ok(format!("no harm; {text}")),
            (Judge::Paid, Some(_)) => Ok(format!("charged with {charged} ns; {text}")),
            (Judge::Bot, Some(_)) => match verdict {
                Verdict::Stopped(_) | Verdict::Kernel(_) | Verdict::Killed(_) => Ok(text),
                Verdict::Worked(_) | Verdict::Nothing(_) => wrong("it was not stopped"),
            },
        }
    }

    /// Without a sandbox an attack must work, unless the kernel does not do such
    /// things, or not for this user.
    fn judge_control(&self, verdict: &Verdict, harm: &[String]) -> Result<String, String> {
        let why = match verdict {
            Verdict::Worked(_) if self.case.seen && harm.is_empty() => {
                return Err(format!("nothing of it was seen: {verdict}"));
            }
            Verdict::Worked(what) => return Ok(format!("worked: {what}")),
            Verdict::Kernel(why) => return Ok(format!("kernel: {why}")),
            Verdict::Stopped(why) => why,
            Verdict::Killed(_) | Verdict::Nothing(_) => return Err(format!("no attack: {verdict}")),
        };
        // Without an error there was nothing to be found, as with capabilities.
        let error = why.rsplit(": ").next().unwrap_or_default();
        let is_no_right = ["EPERM", "EACCES"].contains(&error);
        let refuses = match self.case.needs {
            Needs::Nothing => false,
            Needs::Root => !self.user.is_root() && (is_no_right || error == why),
            Needs::Capability(number) => is_no_right && !(self.user.is_root() && has_capability(number)),
            Needs::Debugging => is_no_right && yama(),
        };
        match refuses || self.case.kernel.contains(&error) {
            true => Ok(format!("kernel: {why}")),
            false => Err(format!("stopped without a sandbox, and not by the kernel: {why}")),
        }
    }
}

/// Whether the user of the tests could do what this capability is for.
fn has_capability(number: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let effective = status.lines().find_map(|line| line.strip_prefix("CapEff:")).unwrap_or_default();
    u64::from_str_radix(effective.trim(), 16).is_ok_and(|set| set & (1 << number) != 0)
}

/// Whether the kernel keeps processes of one user apart.
fn yama() -> bool {
    fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").is_ok_and(|scope| scope.trim() != "0")
}

fn is_no_fault(cause: &str) -> bool {
    ["normal", "repetition", "move-limit"].contains(&cause)
}

/// What a player used stands before the unit. What was used until the referee
/// had read the answer before belongs to that one.
fn is_paid(verdict: &Verdict, charged: u64) -> bool {
    const EARLIER: u64 = 20_000_000;
    match verdict {
        Verdict::Worked(what) => {
            let used = what.split(' ').next().and_then(|number| number.parse::<u64>().ok());
            used.is_some_and(|used| used <= charged + EARLIER)
        }
        _ => true,
    }
}

/// How it ended, or None if it hung and had to be ended.
fn wait(gridiron: &mut Child) -> Option<ExitStatus> {
    let deadline = Instant::now() + HANGS;
    loop {
        if let Some(status) = gridiron.try_wait().expect("a child") {
            return Some(status);
        }
        if Instant::now() > deadline {
            gridiron.kill().ok();
            gridiron.wait().ok();
            return None;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The processes of a game that are there even after a while; now they go.
fn left_behind(token: &str) -> Vec<String> {
    let deadline = Instant::now() + SOON;
    loop {
        let left = processes_with(token);
        if left.is_empty() || Instant::now() > deadline {
            for (pid, _) in &left {
                Pid::from_raw(*pid).map(|pid| kill_process(pid, Signal::KILL));
            }
            return left.into_iter().map(|(pid, words)| format!("{pid} {words}")).collect();
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// The referee is killed as soon as the bot is deaf to all signals.
fn killed(scene: &Scene, gridiron: &mut Child) -> Result<Played, String> {
    let ignores_sigterm = |(pid, _): &(i32, String)| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0").trim();
        u64::from_str_radix(ignored, 16).unwrap_or(0) & (1 << 14) != 0
    };
    let deadline = Instant::now() + HANGS;
    let is_deaf = loop {
        if processes_with(&scene.token).iter().any(ignores_sigterm) {
            break true;
        }
        if Instant::now() > deadline || gridiron.try_wait().is_ok_and(|status| status.is_some()) {
            break false;
        }
        thread::sleep(Duration::from_millis(5));
    };
    gridiron.kill().expect("a child");
    gridiron.wait().expect("a child");
    let left = left_behind(&scene.token);
    match (is_deaf, left.is_empty()) {
        (true, true) => Ok(Played {
            verdict: Verdict::Killed("with the referee".into()),
            harm: Vec::new(),
            faults: false,
            charged: 0,
        }),
        (true, false) => Err(format!("left behind: {left:?}")),
        (false, _) => {
            let output = fs::read_to_string(scene.path("output")).unwrap_or_default();
            Err(format!("the bot was never seen: {output}"))
        }
    }
}

/// What is not as it was.
fn difference(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let changed = names.into_iter().filter(|name| before.get(*name) != after.get(*name));
    let none = "not there".to_string();
    let text = |state: &BTreeMap<String, String>, name| state.get(name).unwrap_or(&none).clone();
    changed.map(|name| format!("{name}: {} -> {}", text(before, name), text(after, name))).collect()
}

/// Why the normal bot, on seat 1, was not left in peace.
fn opponent_at_fault(record: &Value) -> Option<String> {
    let outcome = &record["outcome"];
    let cause = outcome["cause"].as_str().unwrap_or_default();
    let is_priced = |action: &&Value| action["seat"] == 1 && action.get("fault").is_some();
    let priced = record["actions"].as_array().into_iter().flatten().find(is_priced);
    match priced {
        Some(action) => Some(action.to_string()),
        None if is_no_fault(cause) || outcome["winner"] == 1 => None,
        None => Some(outcome.to_string()),
    }
}

fn verdict(name: &str, record: &Value) -> Verdict {
    let outcome = &record["outcome"];
    let actions = record["actions"].as_array().into_iter().flatten();
    let own = actions.filter(|action| action["seat"] == 0).filter_map(|action| action["stderr"].as_str());
    let stderr: String = own.chain(outcome["stderr"].as_str()).collect();
    let said = |word: &str| {
        let start = format!("attack {name}: {word}");
        stderr.lines().find_map(|line| line.strip_prefix(&start)).map(|rest| rest.to_string())
    };
    if let Some(what) = said("worked: ") {
        return Verdict::Worked(what);
    }
    if let Some(why) = said("stopped: ") {
        return Verdict::Stopped(why);
    }
    if let Some(why) = said("kernel: ") {
        return Verdict::Kernel(why);
    }
    let message = outcome["message"].as_str().unwrap_or_default().to_string();
    // A bot that never got so far was not stopped in anything.
    match said("begins").is_some() && outcome["winner"] == 1 {
        true => Verdict::Killed(message),
        false => Verdict::Nothing(format!("{outcome} {stderr}")),
    }
}
