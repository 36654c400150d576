//! A small hostile program. It is run locked in, to learn what a sandbox holds on
//! this machine: what was tried says more than the version of a kernel.
//!
//! Everything it tries is harmless where it works, and undone.

use std::fs::{self, File};
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpStream, UdpSocket};
use std::os::unix::net::UnixDatagram;
use std::process::{Command, ExitCode};
use std::ptr::null_mut;
use std::thread;

use serde::{Deserialize, Serialize};

use crate::{Level, Limits};

/// What holds a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layer {
    /// Which files it may touch.
    Landlock,
    /// Which system calls it may make.
    Seccomp,
    /// How much of the machine it may use.
    Limits,
    /// A world of its own.
    Namespaces,
    /// Limits for all of it together.
    Cgroups,
}

impl Layer {
    /// All in the order they are told.
    pub const ALL: [Layer; 5] =
        [Layer::Landlock, Layer::Seccomp, Layer::Limits, Layer::Namespaces, Layer::Cgroups];

    /// As it is called in words for people, and in the switch for tests.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Landlock => "landlock",
            Layer::Seccomp => "seccomp",
            Layer::Limits => "limits",
            Layer::Namespaces => "namespaces",
            Layer::Cgroups => "cgroups",
        }
    }

    /// The first level that has it.
    pub fn since(self) -> Level {
        match self {
            Layer::Landlock | Layer::Seccomp | Layer::Limits => Level::Standard,
            Layer::Namespaces => Level::Strong,
            Layer::Cgroups => Level::Server,
        }
    }
}

/// Something that a hostile program would try.
pub struct Attack {
    /// What it tries, for people.
    pub name: &'static str,
    /// What should stop it.
    pub layer: Layer,
    /// Whether who is stopped may be killed for it.
    pub is_fatal: bool,
    /// Tries it. An error is what stopped it.
    run: fn() -> io::Result<()>,
}

/// What to try instead of running a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AttackPlan {
    /// Which attacks, by their place in [`ATTACKS`].
    pub attacks: Vec<usize>,
    /// Whether there is no limit on memory but that of a control group.
    pub is_memory_unlimited: bool,
}

const fn attack(name: &'static str, layer: Layer, run: fn() -> io::Result<()>) -> Attack {
    Attack { name, layer, is_fatal: false, run }
}

const fn fatal(name: &'static str, layer: Layer, run: fn() -> io::Result<()>) -> Attack {
    Attack { name, layer, is_fatal: true, run }
}

/// All that is tried.
pub const ATTACKS: &[Attack] = &[
    attack("read /etc/passwd", Layer::Landlock, || File::open("/etc/passwd").map(drop)),
    attack("list the root folder", Layer::Landlock, || fs::read_dir("/").map(drop)),
    attack("write to /var/tmp", Layer::Landlock, || write_to("/var/tmp")),
    attack("fill /dev/shm", Layer::Landlock, || write_to("/dev/shm")),
    attack("open a TCP connection", Layer::Seccomp, || {
        // That nobody answers would not be the sandbox's doing.
        let refused = TcpStream::connect((Ipv4Addr::LOCALHOST, 9)).map(drop);
        refused.or_else(
            |error| if error.kind() == io::ErrorKind::ConnectionRefused { Ok(()) } else { Err(error) },
        )
    }),
    attack("send a UDP packet", Layer::Seccomp, || UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).map(drop)),
    attack("reach local services", Layer::Seccomp, || UnixDatagram::unbound().map(drop)),
    attack("ask about the network", Layer::Seccomp, || {
        call(libc::SYS_socket, [libc::AF_NETLINK as i64, libc::SOCK_RAW as i64, 0, 0])
    }),
    attack("start another program", Layer::Seccomp, || Command::new("/bin/true").status().map(drop)),
    attack("signal its supervisor", Layer::Seccomp, || call(libc::SYS_kill, [parent(), 0, 0, 0])),
    attack("leave its group", Layer::Seccomp, || call(libc::SYS_setpgid, [0, 0, 0, 0])),
    attack("look into another process", Layer::Seccomp, || {
        call(libc::SYS_ptrace, [libc::PTRACE_SEIZE as i64, parent(), 0, 0])
    }),
    attack("change a file's permissions", Layer::Seccomp, || {
        call(libc::SYS_fchmodat, [libc::AT_FDCWD as i64, c"/dev/null".as_ptr() as i64, 0o666, 0])
    }),
    attack("move to another core", Layer::Seccomp, || {
        call(libc::SYS_sched_setaffinity, [0, 8, [u64::MAX].as_ptr() as i64, 0])
    }),
    attack("keep memory that nobody counts", Layer::Seccomp, || {
        map(4096, libc::MAP_SHARED | libc::MAP_ANONYMOUS)
    }),
    attack("make a file of memory", Layer::Seccomp, || {
        call(libc::SYS_memfd_create, [c"x".as_ptr() as i64, 0, 0, 0])
    }),
    attack("make a user namespace", Layer::Seccomp, || {
        call(libc::SYS_unshare, [libc::CLONE_NEWUSER as i64, 0, 0, 0])
    }),
    attack("outlive its supervisor", Layer::Seccomp, || {
        call(libc::SYS_prctl, [libc::PR_SET_PDEATHSIG as i64, 0, 0, 0])
    }),
    #[cfg(target_arch = "x86_64")]
    fatal("make 32-bit system calls", Layer::Seccomp, || {
        let answer: i32;
        // SAFETY: getpid in the 32-bit manner touches no memory; `rbx`, which is
        // its first argument and not used, is left alone.
        unsafe { std::arch::asm!("int 0x80", inout("eax") 20 => answer, options(nostack)) };
        if answer > 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(-answer)) }
    }),
    attack("take more memory than allowed", Layer::Limits, || {
        map(4 << 30, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS)
    }),
    attack("write a large file", Layer::Limits, || {
        // Else who writes too much is killed.
        // SAFETY: to ignore a signal runs no code.
        unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
        let file = File::create("large")?;
        let tried = file.set_len(1 << 30);
        fs::remove_file("large")?;
        tried
    }),
    attack("start threads without end", Layer::Limits, start_threads),
    fatal("fill the disk", Layer::Limits, || {
        let parts = 0..64;
        let tried =
            parts.clone().try_for_each(|number| fs::write(format!("part {number}"), vec![1; 4 << 20]));
        parts.for_each(|number| drop(fs::remove_file(format!("part {number}"))));
        tried
    }),
    attack("look whether a file is there", Layer::Namespaces, || fs::metadata("/etc/passwd").map(drop)),
    attack("see other processes", Layer::Namespaces, || {
        if parent() != 0 { Ok(()) } else { Err(io::Error::other("nobody is there")) }
    }),
    fatal("take memory past all limits", Layer::Cgroups, || {
        // Memory counts when it is written to.
        drop(std::hint::black_box(vec![1u8; 1 << 30]));
        Ok(())
    }),
];

fn write_to(folder: &str) -> io::Result<()> {
    let path = format!("{folder}/gridiron-attack-{}", std::process::id());
    fs::write(&path, "x").and_then(|()| fs::remove_file(path))
}

fn parent() -> i64 {
    // SAFETY: this only asks.
    i64::from(unsafe { libc::getppid() })
}

fn call(number: i64, [a, b, c, d]: [i64; 4]) -> io::Result<()> {
    // SAFETY: the calls of the table read what they are pointed to, which lives as
    // long as the call, and write nothing.
    if unsafe { libc::syscall(number, a, b, c, d) } < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn map(bytes: usize, flags: i32) -> io::Result<()> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping of its own, removed again.
    unsafe {
        let address = libc::mmap(null_mut(), bytes, access, flags, -1, 0);
        if address == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        libc::munmap(address, bytes);
    }
    Ok(())
}

fn start_threads() -> io::Result<()> {
    let (hold, held) = std::sync::mpsc::channel::<()>();
    let held = std::sync::Arc::new(std::sync::Mutex::new(held));
    let more_than_allowed = 4 * Limits::THREADS;
    let tried: io::Result<Vec<_>> = (0..more_than_allowed)
        .map(|_| {
            let held = std::sync::Arc::clone(&held);
            // Waits until there is nobody to wait for.
            thread::Builder::new()
                .stack_size(64 << 10)
                .spawn(move || drop(held.lock().map(|held| held.recv())))
        })
        .collect();
    drop(hold);
    tried.map(|threads| threads.into_iter().for_each(|thread| drop(thread.join())))
}

/// The hidden subcommand that tries one attack without any sandbox: where it does
/// not work, to have stopped it proves nothing.
const SUBCOMMAND: &str = "attack";

/// If this process was started to try an attack, it does.
pub fn run_if_asked() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != SUBCOMMAND {
        return None;
    }
    let attacks: Vec<usize> = arguments.filter_map(|number| number.to_str()?.parse().ok()).collect();
    run_plan(&AttackPlan { attacks, is_memory_unlimited: false });
    Some(ExitCode::SUCCESS)
}

/// Tries what is asked for, and says what came of each in a line: its number,
/// then `works` or what stopped it.
pub fn run_plan(attack_plan: &AttackPlan) {
    let mut out = io::stdout();
    for number in &attack_plan.attacks {
        let Some(attack) = ATTACKS.get(*number) else { continue };
        let came = match (attack.run)() {
            Ok(()) => SUCCEEDED.to_string(),
            Err(error) => error.to_string(),
        };
        let _ = writeln!(out, "{number} {came}");
    }
}

/// What is said of an attack that nothing has stopped.
pub const SUCCEEDED: &str = "works";
