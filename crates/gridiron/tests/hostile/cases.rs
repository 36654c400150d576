//! The table of attacks: what is called, who can do it without a sandbox, and
//! from which level on it must be stopped.

/// How much bots are locked in; each level has all of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Standard,
    Strong,
    Server,
}

pub const LEVELS: [Level; 3] = [Level::Standard, Level::Strong, Level::Server];

impl Level {
    pub const fn word(self) -> &'static str {
        match self {
            Level::Standard => "standard",
            Level::Strong => "strong",
            Level::Server => "server",
        }
    }
}

/// Whom the kernel lets do it when there is no sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    Nothing,
    /// Only root.
    Root,
    /// Only root, if it has this capability: in a container it may not.
    Capability(u32),
    /// A kernel on which processes of one user may look at each other: one
    /// without Yama, or with its lowest setting.
    Debugging,
}

/// How it is known whether an attack worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The bot says so.
    Bot,
    /// By what it did to others: the bot cannot tell.
    Harm,
    /// The bot says what it used of a time that is not its own; it must have been
    /// charged with that, where it could not be kept from it.
    Paid,
    /// No attack: it must play a whole game, locked in or not.
    Plays,
    /// It may lose by it, whatever it says, but no other player may.
    Endures,
    /// The referee is killed meanwhile, and the bot must go.
    Survives,
}

#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The attack and its arguments, in which `{…}` stands for what the scene has.
    pub words: &'static str,
    pub needs: Needs,
    /// The lowest level that stops it.
    pub from: Level,
    /// Errors by which a kernel says that it does not have such a thing.
    pub kernel: &'static [&'static str],
    /// What it does can be seen from outside.
    pub seen: bool,
    pub judge: Judge,
    /// Whether there is a twin in Python.
    pub python: bool,
    /// Whether the opponent takes its time.
    pub slow: bool,
    /// Whether there is a terminal to attack.
    pub terminal: bool,
}

const fn case(words: &'static str) -> Case {
    Case {
        words,
        needs: Needs::Nothing,
        from: Level::Standard,
        kernel: &[],
        seen: false,
        judge: Judge::Bot,
        python: true,
        slow: false,
        terminal: false,
    }
}

impl Case {
    pub fn name(&self) -> &'static str {
        self.words.split(' ').next().unwrap_or_default()
    }

    const fn needs(self, needs: Needs) -> Case {
        Case { needs, ..self }
    }
    const fn root(self) -> Case {
        self.needs(Needs::Root)
    }
    const fn capability(self, number: u32) -> Case {
        self.needs(Needs::Capability(number))
    }
    const fn from(self, from: Level) -> Case {
        Case { from, ..self }
    }
    const fn kernel(self, kernel: &'static [&'static str]) -> Case {
        Case { kernel, ..self }
    }
    const fn seen(self) -> Case {
        Case { seen: true, ..self }
    }
    const fn judge(self, judge: Judge) -> Case {
        Case { judge, ..self }
    }
    const fn only_c(self) -> Case {
        Case { python: false, ..self }
    }
    const fn slow(self) -> Case {
        Case { slow: true, ..self }
    }
    const fn terminal(self) -> Case {
        Case { terminal: true, ..self }
    }
}

pub const HONEST: Case = case("honest").judge(Judge::Plays);

/// Sockets of kinds that a kernel may have been built without.
const NO_FAMILY: &[&str] = &["EAFNOSUPPORT", "EPROTONOSUPPORT", "ESOCKTNOSUPPORT"];
const NO_CALL: &[&str] = &["ENOSYS"];

// Capabilities by their numbers in the kernel.
const CHOWN: u32 = 0;
const DAC_READ_SEARCH: u32 = 2;
const SETGID: u32 = 6;
const NET_RAW: u32 = 13;
const SYS_MODULE: u32 = 16;
const SYS_RAWIO: u32 = 17;
const SYS_CHROOT: u32 = 18;
const SYS_ADMIN: u32 = 21;
const SYS_BOOT: u32 = 22;
const SYS_NICE: u32 = 23;
const SYS_RESOURCE: u32 = 24;
const SYS_TIME: u32 = 25;
const MKNOD: u32 = 27;
const SYSLOG: u32 = 34;
const BPF: u32 = 39;

#[rustfmt::skip] // One case is one line.
pub const CASES: &[Case] = &[
    HONEST,
    case("no-such-call").judge(Judge::Plays).only_c(),
    case("grow").judge(Judge::Plays).only_c(),
    case("flood-stdout").judge(Judge::Plays),
    case("flood-stderr").judge(Judge::Plays),
    case("own-cpu-time").judge(Judge::Plays).only_c(),
    case("shared-waits").judge(Judge::Plays).only_c(),
    case("leader-exits 1,4,2,4").judge(Judge::Endures).only_c(),
    case("survive").judge(Judge::Survives),

    // To read what is not the bot's.
    case("read-home {home}/.secret"),
    case("read-passwd /etc/passwd"),
    case("read-shadow /etc/shadow").capability(DAC_READ_SEARCH).kernel(&["ENOENT"]),
    case("read-opponent {opponent}/{notes}"),
    case("read-opponent {opponent}/{normal}"),
    case("read-relative ../opponent/{notes}"),
    case("read-by-symlink {outside}/secret"),
    case("read-by-proc-root {outside}/secret"),
    case("open-by-handle {outside}/secret {outside}").capability(DAC_READ_SEARCH).kernel(&["EOPNOTSUPP", "ENOSYS"]).only_c(),
    case("search {notes}"),
    case("read-network /proc/net/unix"),
    case("list-outside {outside}"),
    case("list-outside {opponent}"),
    case("list-outside {home}"),
    // No path-based rule of an unprivileged process can hide that a file is there.
    case("stat-outside {outside}/secret").from(Level::Strong),
    case("inherited-fd"),
    case("environment"),
    case("inotify {outside}/secret"),
    case("fanotify").capability(SYS_ADMIN).kernel(NO_CALL).only_c(),
    case("kernel-log").capability(SYSLOG).only_c(),

    // To change what is not the bot's.
    case("write-outside {outside}/victim").seen(),
    case("create-outside {outside}").seen(),
    case("mkdir-outside {outside}").seen(),
    case("fifo-outside {outside}").seen(),
    case("symlink-outside {outside}").seen(),
    case("unlink-outside {outside}/victim").seen(),
    case("rmdir-outside {outside}/folder").seen(),
    case("rename-outside {outside}/victim {outside}").seen(),
    case("move-out {outside}").seen(),
    case("hardlink-outside {outside}/victim").seen(),
    case("chmod-outside {outside}/victim").seen(),
    case("chmod-by-descriptor {outside}/victim").seen(),
    case("chown-outside {outside}/victim").capability(CHOWN).seen(),
    case("utime-outside {outside}/victim").seen(),
    case("truncate-outside {outside}/victim").seen(),
    case("truncate-by-open {outside}/victim").seen(),
    case("xattr {outside}/victim").seen().kernel(&["EOPNOTSUPP"]),
    case("write-outside {opponent}/{notes}").seen(),
    case("fchmod-outside {outside}/victim").seen().only_c(),
    case("fchmodat2-outside {outside}/victim").seen().kernel(NO_CALL).only_c(),
    case("futimesat-outside {outside}/victim").seen().only_c(),
    case("utimensat-outside {outside}/victim").seen().only_c(),
    case("setxattrat-outside {outside}/victim").seen().kernel(&["ENOSYS", "EOPNOTSUPP"]).only_c(),
    case("chattr-outside {outside}/victim").seen().kernel(&["ENOTTY", "EOPNOTSUPP"]).only_c(),

    // To talk to another process.
    case("tcp {tcp}").seen(),
    case("mptcp {tcp}").seen().kernel(NO_FAMILY),
    case("tcp-fastopen {tcp}").seen(),
    case("tcp6 {tcp}").seen().kernel(NO_FAMILY),
    case("tcp-listen"),
    case("udp {udp}").seen(),
    case("unix-path {stream}").seen(),
    case("unix-abstract {abstract}").seen(),
    case("unix-datagram {datagram}").seen(),
    case("unix-sendmmsg {datagram}").seen(),
    case("unix-reconnect {datagram}").seen(),
    case("netlink").kernel(NO_FAMILY),
    case("vsock").kernel(NO_FAMILY),
    case("raw").capability(NET_RAW),
    case("packet").capability(NET_RAW).kernel(NO_FAMILY),
    case("alg").kernel(NO_FAMILY),

    // To talk to the opponent, over files that both can read and what is counted for both.
    case("page-cache-ask").kernel(&["EOPNOTSUPP"]).only_c(),
    case("page-cache-drop").only_c(),
    case("lock-system-file").only_c(),
    case("lock-part-of-system-file").only_c(),
    case("futex-system-file").only_c(),
    case("futex-system-file-shared").only_c(),
    case("futex-system-file-end").only_c(),
    case("futex-waitv").kernel(NO_CALL).only_c(),
    case("starve-timers").only_c(),
    case("cpu-time-of-other {pid}").only_c(),
    case("timer-of-other {pid}").only_c(),
    case("core-dump").only_c(),

    // To be many.
    case("forks"),
    case("vfork"),
    case("exec-in-thread").only_c(),
    case("thread-own-files").only_c(),
    case("close-range-own").only_c(),
    case("continue-itself").only_c(),
    case("queue-for-itself").only_c(),
    case("deaf-mincore").only_c(),
    case("deaf-populate").kernel(&["EINVAL"]).only_c(),
    case("deaf-willneed").only_c(),
    case("deaf-guard").kernel(&["EINVAL"]).only_c(),
    case("deaf-move").only_c(),
    case("deaf-mmap").only_c(),
    case("page-in-pipe").only_c(),
    case("whiteout").kernel(&["EPERM", "EINVAL"]).only_c(),
    case("open-for-nothing /dev/zero").only_c(),
    case("clone-process").only_c(),
    case("clone-sibling").only_c(),
    case("clone-untraced").only_c(),
    case("clone-memory").only_c(),
    case("clone3-process").kernel(NO_CALL).only_c(),
    case("clone3-userns").kernel(&["ENOSYS", "EPERM", "ENOSPC"]).only_c(),
    case("daemon {outside}/marker"),
    case("threads"),

    // To look at other processes, change them or end them.
    case("proc-other {pid}"),
    case("proc-fd {pid}").needs(Needs::Debugging),
    case("parent-fds").needs(Needs::Debugging),
    case("proc-memory {pid}").needs(Needs::Debugging),
    case("find-opponent normal -{token}"),
    case("ptrace {pid}").needs(Needs::Debugging),
    case("process-vm-read {pid}").needs(Needs::Debugging),
    case("process-vm-write {pid}").needs(Needs::Debugging).only_c(),
    case("pidfd-getfd {pid}").needs(Needs::Debugging).kernel(NO_CALL).only_c(),
    case("prlimit-other {pid}").seen(),
    case("renice-other {pid}").seen(),
    case("renice-group {pid}").seen().only_c(),
    case("ioprio-other {pid}").only_c(),
    case("sched-setattr-other {pid}").seen().only_c(),
    case("affinity-other {pid}"),
    case("scheduler-other {pid}").seen(),
    case("oom-other {pid}").seen(),
    case("kill-pid {pid}").seen(),
    case("kill-group {pid}").seen(),
    case("stop-pid {pid}").seen(),
    case("tkill {pid}").seen().only_c(),
    case("tgkill {pid}").seen(),
    case("sigqueue {pid}").seen(),
    case("pidfd-signal {pid}").seen().kernel(NO_CALL),
    case("sigio {pid}").seen().judge(Judge::Harm),
    case("sigio-ex {pid}").seen().judge(Judge::Harm).only_c(),
    case("kill-parent"),
    // Who leads a session or a group already cannot begin another.
    case("setsid").kernel(&["EPERM"]),
    case("setpgid").kernel(&["EPERM"]),
    case("pdeathsig-clear"),

    // To use up the machine.
    case("memory-malloc"),
    case("memory-brk").only_c(),
    case("memory-private").only_c(),
    case("memory-shared"),
    case("memory-mprotect").only_c(),
    case("memory-fixed").only_c(),
    case("memory-growsdown").only_c(),
    case("memory-mremap").only_c(),
    case("memory-stack").only_c(),
    case("memory-crumbs").kernel(&["no huge page"]).only_c(),
    case("memory-memfd"),
    case("memory-secret").kernel(NO_CALL).only_c(),
    case("memory-zero"),
    case("memory-sysv").kernel(NO_CALL),
    case("memory-proc-mem").kernel(&["EIO"]).only_c(),
    // What is there and not what could be written, and the tables of the kernel; also
    // of one that has given itself a name that is no text.
    case("memory-frozen").only_c(),
    case("memory-frozen renamed").only_c(),
    case("memory-frozen hidden").only_c(),
    case("memory-frozen crumbled").only_c(),
    case("memory-pagetables").only_c(),
    case("memory-pipes").kernel(&["EMFILE"]),
    case("message-queue").kernel(NO_CALL).only_c(),
    case("semaphore").kernel(NO_CALL).only_c(),
    case("posix-queue {token}").kernel(NO_CALL).only_c(),
    case("many-fds").kernel(&["EMFILE"]),
    case("large-file"),
    case("sparse-file"),
    case("fallocate").kernel(&["EOPNOTSUPP"]),
    case("many-files"),
    case("deleted-mapped").only_c(),
    case("small-files"),
    case("shm-fill {token}").kernel(&["ENOENT"]),

    // To have more time than the opponent.
    case("affinity"),
    case("scheduler").capability(SYS_NICE),
    case("nice-self").capability(SYS_NICE),
    case("wake-by-timer").slow().judge(Judge::Paid).only_c(),

    // To have more rights, or to get at the kernel.
    case("int80").kernel(&["ENOSYS"]).only_c(),
    case("x32").only_c(),
    case("userns").kernel(&["ENOSYS", "EPERM", "ENOSPC"]),
    case("mount").kernel(&["ENOSYS", "EPERM", "ENOSPC"]),
    case("mount-new-api").capability(SYS_ADMIN).kernel(NO_CALL).only_c(),
    case("chroot").capability(SYS_CHROOT),
    case("setns").capability(SYS_ADMIN),
    case("keyring").kernel(NO_CALL).only_c(),
    case("io-uring").kernel(&["ENOSYS", "EPERM"]).only_c(),
    case("bpf").capability(BPF).kernel(NO_CALL).only_c(),
    case("perf").kernel(&["ENOSYS", "EACCES", "EPERM"]).only_c(),
    case("userfaultfd").kernel(NO_CALL).only_c(),
    case("setuid-root").root(),
    case("setgroups").capability(SETGID),
    case("capabilities").root(),
    case("new-privileges"),
    case("rlimit-raise").capability(SYS_RESOURCE),
    case("make-device").capability(MKNOD),
    case("reboot").capability(SYS_BOOT).only_c(),
    case("load-module").capability(SYS_MODULE).only_c(),
    case("set-time").capability(SYS_TIME).only_c(),
    case("set-host-name").capability(SYS_ADMIN).only_c(),
    case("ports").capability(SYS_RAWIO).kernel(NO_CALL).only_c(),
    case("oom-immune").capability(SYS_RESOURCE),
    case("open-to-write /proc/sysrq-trigger").root().kernel(&["ENOENT"]),
    case("open-to-write /proc/sys/kernel/core_pattern").root().kernel(&["ENOENT"]),
    case("open-to-write /sys/fs/cgroup/cgroup.procs").root().kernel(&["ENOENT"]),
    case("open-to-write /sys/fs/cgroup/pids/cgroup.procs").root().kernel(&["ENOENT"]),
    case("open-to-write /dev/kmsg").root().kernel(&["ENOENT"]),
    case("open-to-write /dev/mem").root().kernel(&["ENOENT", "EPERM"]),
    case("terminal").terminal().kernel(&["ENXIO"]),
];
