"""Bots that misbehave, one for each name: bad.py BEHAVIOUR FOLDER.

All play alike, the last of the legal moves, until they do what their name says.
Most do it when they are asked for the second time: then they have started, and
are on the clock. Who is left behind is found by the file FOLDER/pids.
"""

import os
import resource
import signal
import subprocess
import sys
import threading
import time

BEHAVIOUR, FOLDER = sys.argv[1:]

# The bot's time for each answer, in seconds.
move_time = 0.0


def path(name):
    return os.path.join(FOLDER, name)


def say(text):
    """Writes at once, and all of it in one piece if it fits into a pipe."""
    data = text if isinstance(text, bytes) else text.encode()
    while data:
        data = data[os.write(1, data):]


def enlist(pid):
    """Notes a process with the time of its start: numbers are used again."""
    with open(path("pids"), "a") as file:
        file.write(f"{pid} {stat(pid)[19]}\n")


def stat(pid):
    """What stands in /proc/PID/stat after the name: state, parent, ..."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].decode().split()


def mark(name):
    """Whether this is the first time, in whatever process."""
    try:
        os.close(os.open(path(name), os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def wait_for(name):
    while not os.path.exists(path(name)):
        time.sleep(0.005)


def hang():
    while True:
        time.sleep(1000)


def spin(clock, seconds):
    end = clock() + seconds
    while clock() < end:
        pass


def leave_grandchild():
    """It holds the bot's output open."""
    enlist(subprocess.Popen(["sleep", "1000"]).pid)


def leave_daemon():
    """In a session of its own, and nobody's child."""
    child = os.fork()
    if child == 0:
        os.setsid()
        daemon = os.fork()
        if daemon == 0:
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            hang()
        enlist(daemon)
        os._exit(0)
    os.waitpid(child, 0)


def leave_family():
    leave_grandchild()
    leave_daemon()


def flood_stderr():
    begun = threading.Event()

    def flood():
        while True:
            os.write(2, b"all work and no play\n" * 200)
            begun.set()

    threading.Thread(target=flood, daemon=True).start()
    begun.wait()


def print_without_reading():
    while True:
        say("scout 0 0\n" * 100)


def ignore_signals():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def ignore_signals_with_family():
    ignore_signals()
    leave_family()


def talk_before_go():
    say("9 9 9 9\n")
    mark("talked")


def count_zombies():
    """Among the children of the referee, which is the parent of the parent."""
    referee = stat(os.getppid())[1]
    zombies = 0
    for entry in os.listdir("/proc"):
        try:
            zombies += entry.isdigit() and stat(entry)[:2] == ["Z", referee]
        except OSError:
            pass  # It has gone meanwhile.
    with open(path("zombies"), "w") as file:
        file.write(str(zombies))


# Before anything is read.
AT_BIRTH = {
    "exit-at-once": lambda: os._exit(7),
    "sleep-at-start": hang,
    "stay": ignore_signals,
    "grandchild": leave_grandchild,
    "grandchild-exit": leave_grandchild,
    "kill-supervisor": leave_grandchild,
    "daemon": leave_daemon,
    "daemon-exit": leave_daemon,
    "family": leave_family,
    "close-stderr": lambda: os.close(2),
    "family-hang": leave_family,
    "family-stay": ignore_signals_with_family,
    "deaf": print_without_reading,
    "flood-stderr": flood_stderr,
}


def exit_with_3():
    os.write(2, b"no way out\n")
    os._exit(3)


def segfault():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.kill(os.getpid(), signal.SIGSEGV)


def say_half():
    say("1,")
    hang()


def comment_for_ever():
    while True:
        say("# so many moves, so little time\n" * 1000)


def say_100_megabytes():
    for _ in range(100):
        say(b"x" * 1_000_000)
    hang()


def close_output():
    os.close(1)
    hang()


def stop_itself():
    os.kill(os.getpid(), signal.SIGSTOP)


def let_child_work():
    subprocess.run([sys.executable, "-I", "-S", "-c", "while True: pass"])


def waste_and_end():
    """In the second game only, most of the time for the answer."""
    if os.path.exists(path("played")):
        spin(time.process_time, move_time * 0.9)
        if mark("wasted"):
            os._exit(0)


def hang_with_mark():
    mark("hangs")
    hang()


# When asked for the second time, before the answer.
AT_SECOND_GO = {
    "exit": exit_with_3,
    "segfault": segfault,
    "half-line": say_half,
    "comments": comment_for_ever,
    "endless-line": say_100_megabytes,
    "let-child-work": let_child_work,
    "late-by-wall": lambda: spin(time.perf_counter, move_time + 0.001),
    "late-by-cpu": lambda: spin(time.process_time, move_time + 0.001),
    "grandchild-exit": exit_with_3,
    "kill-supervisor": lambda: os.kill(os.getppid(), signal.SIGKILL),
    "daemon-exit": exit_with_3,
    "stop-itself": stop_itself,
    "family-hang": hang_with_mark,
    "close-output": close_output,
    "deaf-later": print_without_reading,
    "crash-once": lambda: mark("crashed") and exit_with_3(),
}

# When asked, before the answer.
AT_GO = {
    "waste-and-end": waste_and_end,
    "patient": lambda: wait_for("talked"),
    "think-by-cpu": lambda: spin(time.process_time, 0.0006),
    "think-by-wall": lambda: spin(time.perf_counter, 0.0006),
}

# Whatever they are told.
STAYS = {"stay", "family-stay"}


def answer(number, words):
    # In Plantation there is no list, and looking around harms nobody.
    moves = words[words.index("moves") + 1:] if "moves" in words else ["scout,0,0"]
    if BEHAVIOUR == "garbage" and number == 2:
        say(b"\xff\xfe\x00\x01 1,1\x00\n")
    elif BEHAVIOUR == "twice":
        # The second would do for an answer most of the time.
        say(f"{moves[-1]}\n{moves[0]}\n")
    else:
        say(f"{moves[-1]}\n")


def nothing():
    pass


# When a line with this word comes.
AT_WORD = {
    ("talk-before-go", "gridiron"): talk_before_go,
    ("waste-and-end", "end"): lambda: mark("played"),
    ("exit-after-end", "end"): lambda: sys.exit(0),
    ("count-zombies", "quit"): count_zombies,
}

enlist(os.getpid())
AT_BIRTH.get(BEHAVIOUR, nothing)()
for line in sys.stdin:
    words = line.split()
    AT_WORD.get((BEHAVIOUR, words[0]), nothing)()
    if words[0] == "start" and "move_ms" in words:
        move_time = int(words[words.index("move_ms") + 1]) / 1000
    elif words[0] == "go":
        number = int(words[1])
        if number == 2:
            AT_SECOND_GO.get(BEHAVIOUR, nothing)()
        AT_GO.get(BEHAVIOUR, nothing)()
        answer(number, words)
    elif words[0] == "quit" and BEHAVIOUR not in STAYS:
        # Without waiting for threads that are stuck in a write.
        os._exit(0)
if BEHAVIOUR in STAYS:
    hang()
