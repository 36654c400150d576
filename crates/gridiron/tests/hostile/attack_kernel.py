"""Attacks by system calls for which Python has no name; see kernel.c."""
import ctypes
import errno
import fcntl
import os
import resource
import stat
import termios

LIBC = ctypes.CDLL(None, use_errno=True)


def call(name, *arguments):
    """A function of the C library, for what it returns."""
    result = getattr(LIBC, name)(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result


def pid(word):
    if int(word) <= 1:
        raise SystemExit(f"`{word}` is no number above 1")
    return int(word)


def ptrace(process):
    zero = ctypes.c_void_p(0)
    return call("ptrace", 0x4206, pid(process), zero, zero)  # PTRACE_SEIZE


def process_vm_read(process):
    with open(f"/proc/{pid(process)}/maps") as maps:
        address = next(line for line in maps if " rw-p " in line).split("-")[0]
    byte = ctypes.create_string_buffer(1)
    here = (ctypes.c_size_t * 2)(ctypes.addressof(byte), 1)
    there = (ctypes.c_size_t * 2)(int(address, 16), 1)
    return call("process_vm_readv", pid(process), here, 1, there, 1, 0)


def sigqueue(process):
    return call("sigqueue", pid(process), 15, ctypes.c_void_p(0))


def tgkill(process):
    return call("tgkill", pid(process), pid(process), 15)


def pdeathsig_clear():
    return call("prctl", 1, 0, 0, 0, 0)


def userns():
    return call("unshare", 0x10000000)


def mount():
    os.mkdir("mounted")
    call("unshare", 0x10020000)  # a user and a mount namespace
    call("mount", None, b"/", None, 0x44000, None)
    return call("mount", b"none", b"mounted", b"tmpfs", 0, None)


def chroot():
    os.chroot(".")
    return "."


def setns():
    return call("setns", os.open("/proc/self/ns/uts", os.O_RDONLY), 0)


def memory_sysv():
    made = call("shmget", 0, ctypes.c_size_t(1 << 30), 0o1600)
    LIBC.shmat.restype = ctypes.c_void_p
    memory = LIBC.shmat(made, None, 0)
    LIBC.shmctl(made, 0, None)  # goes when nobody has it any more
    if memory == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), "shmat")
    ctypes.memset(memory, 1, 1 << 30)
    LIBC.shmdt(ctypes.c_void_p(memory))
    return "1 GB"


def inotify(path):
    return call("inotify_add_watch", call("inotify_init"), path.encode(), 0xFFF)


def setuid_root():
    os.setuid(0)
    return os.getuid()


def setgroups():
    os.setgroups([0])
    return 0


def capabilities():
    with open("/proc/self/status") as status:
        sets = [line.split()[1] for line in status if line.startswith(("CapEff", "CapPrm"))]
    return next((each for each in sets if int(each, 16)), None)


def new_privileges():
    return "can be had" if call("prctl", 39, 0, 0, 0, 0) == 0 else None


def rlimit_raise():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard + 1))
    except ValueError as error:  # what Python makes of it
        raise PermissionError(errno.EPERM, str(error)) from None
    return hard + 1


def make_device():
    os.mknod("device", stat.S_IFCHR | 0o600, os.makedev(1, 1))
    os.unlink("device")
    return "1:1"


def oom_immune():
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("-900")
    return -900


def terminal():
    file = os.open("/dev/tty", os.O_RDWR)
    try:
        fcntl.ioctl(file, termios.TIOCSTI, b"x")
        return "typed"
    except OSError:
        return os.write(file, b"x")
