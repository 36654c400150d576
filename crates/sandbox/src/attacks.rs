//! A small hostile program, run inside the sandbox to test it on this machine. A test
//! says more than the version of a kernel.
//!
//! Every attack is harmless where it succeeds, and is undone.

use std::fs::{self, File};
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpStream, UdpSocket};
use std::os::unix::net::UnixDatagram;
use std::process::{Command, ExitCode};
use std::ptr::null_mut;
use std::thread;

use serde::{Deserialize, Serialize};

use crate::layer::Layer;
use crate::limits::Limits;

/// Something that a hostile program tries.
pub struct Attack {
    /// What it tries, as a verb phrase: "read /etc/passwd".
    pub name: &'static str,
    /// The layer that must stop it.
    pub layer: Layer,
    /// Whether it may be stopped by a kill. It then needs a process of its own.
    pub is_fatal: bool,
    /// Tries it. The error says what stopped it.
    run: fn() -> io::Result<()>,
}

/// Which attacks the jail runs in place of a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AttackPlan {
    /// Indexes into [`ATTACKS`].
    pub attacks: Vec<usize>,
    /// Only a control group limits memory, so that it is tested alone.
    pub is_memory_unlimited: bool,
}

const fn attack(name: &'static str, layer: Layer, run: fn() -> io::Result<()>) -> Attack {
    Attack { name, layer, is_fatal: false, run }
}

const fn fatal(name: &'static str, layer: Layer, run: fn() -> io::Result<()>) -> Attack {
    Attack { name, layer, is_fatal: true, run }
}

/// All attacks.
pub const ATTACKS: &[Attack] = &[
    attack("read /etc/passwd", Layer::Landlock, || File::open("/etc/passwd").map(drop)),
    attack("list the root folder", Layer::Landlock, || fs::read_dir("/").map(drop)),
    attack("write to /var/tmp", Layer::Landlock, || write_to("/var/tmp")),
    attack("fill /dev/shm", Layer::Landlock, || write_to("/dev/shm")),
    attack("open a TCP connection", Layer::Seccomp, || {
        // A refused connection was not stopped by the sandbox.
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
    attack("read another process", Layer::Seccomp, || {
        call(libc::SYS_ptrace, [libc::PTRACE_SEIZE as i64, parent(), 0, 0])
    }),
    attack("change a file's permissions", Layer::Seccomp, || {
        call(libc::SYS_fchmodat, [libc::AT_FDCWD as i64, c"/dev/null".as_ptr() as i64, 0o666, 0])
    }),
    attack("move to another core", Layer::Seccomp, || {
        call(libc::SYS_sched_setaffinity, [0, 8, [u64::MAX].as_ptr() as i64, 0])
    }),
    attack("hold memory that is not counted", Layer::Seccomp, || {
        map(4096, libc::MAP_SHARED | libc::MAP_ANONYMOUS)
    }),
    attack("create a file in memory", Layer::Seccomp, || {
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
        let result: i32;
        // SAFETY: getpid in the 32-bit manner touches no memory; `rbx`, which is
        // its first argument and not used, is left alone.
        unsafe { std::arch::asm!("int 0x80", inout("eax") 20 => result, options(nostack)) };
        if result > 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(-result)) }
    }),
    attack("take more memory than allowed", Layer::Limits, || {
        map(4 << 30, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS)
    }),
    attack("write a large file", Layer::Limits, || {
        // Otherwise writing too much kills.
        // SAFETY: to ignore a signal runs no code.
        unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
        let file = File::create("large")?;
        let tried = file.set_len(1 << 30);
        fs::remove_file("large")?;
        tried
    }),
    attack("start threads without limit", Layer::Limits, start_threads),
    fatal("fill the disk", Layer::Limits, || {
        let parts = 0..64;
        let tried =
            parts.clone().try_for_each(|number| fs::write(format!("part {number}"), vec![1; 4 << 20]));
        parts.for_each(|number| drop(fs::remove_file(format!("part {number}"))));
        tried
    }),
    attack("find out whether a file exists", Layer::Namespaces, || fs::metadata("/etc/passwd").map(drop)),
    attack("see other processes", Layer::Namespaces, || {
        if parent() != 0 { Ok(()) } else { Err(io::Error::other("there is none")) }
    }),
    fatal("take memory past all limits", Layer::Cgroups, || {
        // Memory counts once it is written to.
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
            // Waits until `hold` is dropped.
            thread::Builder::new()
                .stack_size(64 << 10)
                .spawn(move || drop(held.lock().map(|held| held.recv())))
        })
        .collect();
    drop(hold);
    tried.map(|threads| threads.into_iter().for_each(|thread| drop(thread.join())))
}

/// The hidden subcommand that runs attacks without a sandbox. An attack that fails
/// there proves nothing when it is stopped.
const SUBCOMMAND: &str = "attack";

/// Runs the subcommand, if this process was started with it.
pub(crate) fn dispatch() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != SUBCOMMAND {
        return None;
    }
    let attacks: Vec<usize> = arguments.filter_map(|number| number.to_str()?.parse().ok()).collect();
    run_plan(&AttackPlan { attacks, is_memory_unlimited: false });
    Some(ExitCode::SUCCESS)
}

/// Runs attacks and prints one line for each: its index, then [`SUCCEEDED`] or the
/// error that stopped it.
pub(crate) fn run_plan(attack_plan: &AttackPlan) {
    let mut out = io::stdout();
    for number in &attack_plan.attacks {
        let Some(attack) = ATTACKS.get(*number) else { continue };
        let result = match (attack.run)() {
            Ok(()) => SUCCEEDED.to_string(),
            Err(error) => error.to_string(),
        };
        let _ = writeln!(out, "{number} {result}");
    }
}

/// Printed for an attack that nothing stopped.
pub(crate) const SUCCEEDED: &str = "works";
