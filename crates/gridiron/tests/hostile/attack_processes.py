"""Attacks that make, look at, change or signal processes; see processes.c and signals.c."""
import fcntl
import os
import resource
import signal
import sys
import threading
import time


def number(word):
    """A process: never 0, 1 or negative, which would mean many."""
    if int(word) <= 1:
        sys.exit(f"`{word}` is no number above 1")
    return int(word)


def forks():
    children = []
    try:
        while len(children) < 50:
            child = os.fork()
            if child == 0:
                signal.alarm(10)
                signal.pause()
                os._exit(0)
            children.append(child)
    except OSError:
        if not children:
            raise
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return f"{len(children)} processes"


def vfork():
    return os.posix_spawn("/bin/true", ["true"], {})


def daemon(marker):
    ends = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(ends[1], str(os.getpid()).encode())
            os.closerange(0, 10)
            time.sleep(8)
            os.close(os.open(marker, os.O_WRONLY | os.O_CREAT, 0o600))
        os._exit(0)
    os.close(ends[1])
    told = os.read(ends[0], 20).decode()
    os.waitpid(child, 0)
    return f"process {told}" if told else None


def threads():
    threading.stack_size(32 * 1024)
    go_on = threading.Event()
    made = []
    try:
        for _ in range(2000):
            thread = threading.Thread(target=go_on.wait)
            thread.start()
            made.append(thread)
    finally:
        go_on.set()
        for thread in made:
            thread.join()
    return f"{len(made)} threads"


def kill_pid(pid):
    os.kill(number(pid), signal.SIGTERM)
    return pid


def kill_group(pid):
    os.killpg(number(pid), signal.SIGTERM)
    return pid


def stop_pid(pid):
    os.kill(number(pid), signal.SIGSTOP)
    return pid


def pidfd_signal(pid):
    signal.pidfd_send_signal(os.pidfd_open(number(pid)), signal.SIGTERM)
    return pid


def kill_parent():
    if os.getppid() <= 0:
        return None
    os.kill(os.getppid(), 0)
    return os.getppid()


def sigio(pid):
    reader, writer = os.pipe()
    fcntl.fcntl(reader, fcntl.F_SETOWN, number(pid))
    fcntl.fcntl(reader, 10, signal.SIGTERM)  # F_SETSIG
    fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC)
    return os.write(writer, b"x")


def setsid():
    os.setsid()
    return os.getpid()


def setpgid():
    os.setpgid(0, 0)
    return os.getpid()


def survive():
    for each in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM}:
        signal.signal(each, signal.SIG_IGN)
    # Last: who looks on waits for this one.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("process", os.getpid(), file=sys.stderr, flush=True)
    time.sleep(30)
    sys.exit(0)


def proc_other(pid):
    for name in ["cmdline", "environ", "maps", "status", "stat"]:
        try:
            with open(f"/proc/{number(pid)}/{name}", "rb") as file:
                if file.read():
                    return name
        except OSError as error:
            last = error
    raise last


def proc_memory(pid):
    return os.open(f"/proc/{number(pid)}/mem", os.O_RDWR)


def proc_fd(pid):
    return os.open(f"/proc/{number(pid)}/fd/0", os.O_RDWR)


def parent_fds():
    folder = f"/proc/{os.getppid()}/fd"
    for name in os.listdir(folder):
        try:
            return os.open(f"{folder}/{name}", os.O_RDWR | os.O_NONBLOCK)
        except OSError:
            continue
    return None


def find_opponent(front, back):
    """By its command line; the name comes in two halves, so that the words of
    this process do not hold it."""
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                if (front + back).encode() in file.read():
                    return process
        except OSError:
            continue
    return None


def prlimit_other(pid):
    return resource.prlimit(number(pid), resource.RLIMIT_NOFILE, (10, 10))


def renice_other(pid):
    os.setpriority(os.PRIO_PROCESS, number(pid), 5)
    return pid


def affinity_other(pid):
    os.sched_setaffinity(number(pid), {0})
    return pid


def scheduler_other(pid):
    os.sched_setscheduler(number(pid), os.SCHED_IDLE, os.sched_param(0))
    return pid


def oom_other(pid):
    with open(f"/proc/{number(pid)}/oom_score_adj", "w") as file:
        file.write("900")
    return pid


def affinity():
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    os.sched_setaffinity(0, before)
    return before


def scheduler():
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    return "SCHED_FIFO"


def nice_self():
    os.setpriority(os.PRIO_PROCESS, 0, -1)
    os.setpriority(os.PRIO_PROCESS, 0, 0)
    return -1
