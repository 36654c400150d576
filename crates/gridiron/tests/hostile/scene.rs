//! Where an attack takes place: the bots, what there is to attack around them,
//! and what can be seen of that from outside.

use std::collections::BTreeMap;
use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

pub const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile");

/// Started by root, everything is tried once more as this user, who is nobody in
/// particular.
pub const ORDINARY: u32 = 4242;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    C,
    Python,
}

/// As whom `gridiron` is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum User {
    /// As the user who started the tests.
    Own,
    /// As [`ORDINARY`], which only root can do.
    Ordinary,
}

impl User {
    pub fn is_root(self) -> bool {
        self == User::Own && rustix::process::getuid().is_root()
    }

    pub fn becomes(self, command: &mut Command) -> &mut Command {
        match self {
            User::Own => command,
            User::Ordinary => command.uid(ORDINARY).gid(ORDINARY),
        }
    }

    fn owns(self, path: &Path) {
        if self == User::Ordinary {
            chown(path, Some(ORDINARY), Some(ORDINARY)).expect("root may");
        }
    }
}

/// The interpreter of the system where there is one: others may be in a home
/// folder that bots cannot enter.
pub fn python() -> &'static str {
    let system = "/usr/bin/python3";
    if Path::new(system).exists() { system } else { "python3" }
}

/// What is made once for all scenes, where every user can get at it.
pub struct Programs {
    folder: TempDir,
}

impl Programs {
    pub fn new() -> Programs {
        let all = fs::Permissions::from_mode(0o755);
        let folder =
            tempfile::Builder::new().prefix("hostile-").permissions(all).tempdir().expect("a folder");
        let programs = Programs { folder };
        let gridiron = std::env::var("HOSTILE_GRIDIRON");
        let gridiron = gridiron.unwrap_or_else(|_| env!("CARGO_BIN_EXE_gridiron").into());
        fs::copy(gridiron, programs.path("gridiron")).expect("a program, and room for it");
        for language in ["C", "Python"] {
            fs::create_dir(programs.path(language)).expect("a new folder");
        }
        let mut sources = Vec::new();
        for entry in fs::read_dir(SOURCES).expect("the sources") {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if name.ends_with(".py") {
                fs::copy(&path, programs.path("Python").join(name)).expect("room");
            } else if name.ends_with(".c") && name != "normal.c" {
                sources.push(path);
            }
        }
        compile(&sources, &programs.path("C").join("attack"));
        compile(&[Path::new(SOURCES).join("normal.c")], &programs.path("normal"));
        // Compiled once, whatever becomes of the times of the sources.
        let compiling = ["-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "."];
        let compiled = Command::new(python()).args(compiling).current_dir(programs.path("Python")).status();
        assert!(compiled.expect("python3 is installed").success());
        programs
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn compile(sources: &[PathBuf], program: &Path) {
    let mut command = Command::new("cc");
    command.args(["-std=gnu11", "-O1", "-Wall", "-Werror", "-pthread", "-o"]).arg(program).args(sources);
    assert!(command.status().is_ok_and(|status| status.success()), "a C compiler called `cc` is needed");
}

/// One game with everything that can be attacked in it.
pub struct Scene {
    folder: TempDir,
    /// A word that stands in the command line of every process of the game, and nowhere else.
    pub token: String,
    /// A process of the same user that is none of the bots' business.
    victim: Child,
    tcp: TcpListener,
    udp: UdpSocket,
    stream: UnixListener,
    hidden: UnixListener,
    datagram: UnixDatagram,
}

impl Scene {
    pub fn new(programs: &Programs, user: User, language: Language) -> Scene {
        let all = fs::Permissions::from_mode(0o755);
        let folder =
            tempfile::Builder::new().prefix("scene-").permissions(all).tempdir_in(programs.folder.path());
        let folder = folder.expect("a folder");
        let path = folder.path();
        let token = path.file_name().expect("a name").to_string_lossy().into_owned();
        copy(&programs.path(&format!("{language:?}")), &path.join("bot"));
        for name in ["opponent", "home", "outside", "outside/folder", "tmp"] {
            fs::create_dir(path.join(name)).expect("a new folder");
        }
        for prefix in ["normal", "slow"] {
            fs::copy(programs.path("normal"), path.join(format!("opponent/{prefix}-{token}"))).expect("room");
        }
        for name in [&format!("opponent/notes-{token}"), "home/.secret", "outside/secret", "outside/victim"] {
            fs::write(path.join(name), "this is nobody's business\n").expect("room");
        }
        // Nothing here is protected by anything but the sandbox.
        for name in ["outside", "outside/folder", "opponent"] {
            fs::set_permissions(path.join(name), fs::Permissions::from_mode(0o777)).expect("own folder");
        }
        for name in [&format!("opponent/notes-{token}"), "outside/victim"] {
            fs::set_permissions(path.join(name), fs::Permissions::from_mode(0o666)).expect("own file");
        }
        let stream = UnixListener::bind(path.join("outside/stream")).expect("a socket");
        let datagram = UnixDatagram::bind(path.join("outside/datagram")).expect("a socket");
        for name in ["stream", "datagram"] {
            let all = fs::Permissions::from_mode(0o777);
            fs::set_permissions(path.join("outside").join(name), all).expect("own socket");
        }
        let name = SocketAddr::from_abstract_name(&token).expect("a short name");
        let hidden = UnixListener::bind_addr(&name).expect("a socket");
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
        let udp = UdpSocket::bind("127.0.0.1:0").expect("a port");
        for result in [
            stream.set_nonblocking(true),
            hidden.set_nonblocking(true),
            datagram.set_nonblocking(true),
            tcp.set_nonblocking(true),
            udp.set_nonblocking(true),
        ] {
            result.expect("sockets can");
        }
        own_all(path, user);
        let mut sleep = Command::new("sleep");
        // A group of its own, so that no other process is in it.
        user.becomes(sleep.arg("600").process_group(0).stdin(Stdio::null()).stdout(Stdio::null()));
        let victim = sleep.spawn().expect("sleep is installed");
        Scene { folder, token, victim, tcp, udp, stream, hidden, datagram }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The words of a case with the names of this scene in them.
    pub fn fill_in(&self, words: &str) -> String {
        let path = |name: &str| self.path(name).display().to_string();
        let port =
            |address: std::io::Result<std::net::SocketAddr>| address.expect("bound").port().to_string();
        let values = [
            ("{outside}", path("outside")),
            ("{home}", path("home")),
            ("{opponent}", path("opponent")),
            ("{notes}", format!("notes-{}", self.token)),
            ("{normal}", format!("normal-{}", self.token)),
            ("{token}", self.token.clone()),
            ("{abstract}", self.token.clone()),
            ("{stream}", path("outside/stream")),
            ("{datagram}", path("outside/datagram")),
            ("{pid}", self.victim.id().to_string()),
            ("{tcp}", port(self.tcp.local_addr())),
            ("{udp}", port(self.udp.local_addr())),
        ];
        values.iter().fold(words.to_string(), |words, (name, value)| words.replace(name, value))
    }

    /// Everything around the bots, as it is now. What came over sockets is listed once.
    pub fn state(&self) -> BTreeMap<String, String> {
        let mut state = BTreeMap::new();
        for name in ["outside", "opponent", "home"] {
            describe(&self.path(name), name, &mut state);
        }
        let mut byte = [0];
        for (name, came) in [
            ("tcp", self.tcp.accept().is_ok()),
            ("udp", self.udp.recv(&mut byte).is_ok()),
            ("stream", self.stream.accept().is_ok()),
            ("abstract", self.hidden.accept().is_ok()),
            ("datagram", self.datagram.recv(&mut byte).is_ok()),
        ] {
            state.insert(name.into(), if came { "a connection came" } else { "no connection came" }.into());
        }
        state.insert("the other process".into(), describe_process(self.victim.id()));
        state
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        self.victim.kill().ok();
        self.victim.wait().ok();
        // A bot that was killed could not remove it.
        fs::remove_file(Path::new("/dev/shm").join(&self.token)).ok();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a new folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("room");
        }
    }
}

fn own_all(path: &Path, user: User) {
    user.owns(path);
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            own_all(&entry.expect("an entry").path(), user);
        }
    }
}

/// What can be changed about a file; the time of the last change tells of the rest.
fn describe(path: &Path, name: &str, state: &mut BTreeMap<String, String>) {
    let found = fs::symlink_metadata(path).expect("it is there");
    let times = (found.mtime(), found.mtime_nsec(), found.ctime(), found.ctime_nsec());
    let content = if found.is_file() { fs::read(path).map(|bytes| bytes.len()).ok() } else { None };
    let text = format!("{:o} {} {:?} {times:?} {content:?}", found.mode(), found.uid(), found.nlink());
    state.insert(name.into(), text);
    if found.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            let entry = entry.expect("an entry");
            describe(&entry.path(), &format!("{name}/{}", entry.file_name().to_string_lossy()), state);
        }
    }
}

/// What others can do to a process that sleeps.
fn describe_process(pid: u32) -> String {
    let read = |name: &str| fs::read_to_string(format!("/proc/{pid}/{name}")).unwrap_or_default();
    let stat = read("stat");
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap_or_default().1.split_ascii_whitespace().collect();
    let field = |at: usize| fields.get(at).copied().unwrap_or("?");
    let runs = match field(0) {
        "T" | "t" => "stopped",
        "Z" | "X" | "?" => "gone",
        _ => "alive",
    };
    let status = read("status");
    let cores = status.lines().find(|line| line.starts_with("Cpus_allowed:")).unwrap_or_default();
    let limits = read("limits");
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap_or_default();
    let oom = read("oom_score_adj");
    // The fields after the name, which are 14 and 36 in the manual's count less 5.
    format!("{runs}, nice {}, policy {}, {cores}, {files}, oom {}", field(16), field(38), oom.trim())
}

/// The processes that have a word in their command line, with its start.
pub fn processes_with(word: &str) -> Vec<(i32, String)> {
    let entries = fs::read_dir("/proc").expect("Linux").flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_string_lossy().parse::<i32>().ok());
    let with_words = pids.filter_map(|pid| {
        let words = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        words.contains(word).then(|| (pid, words.chars().take(120).collect()))
    });
    with_words.collect()
}
