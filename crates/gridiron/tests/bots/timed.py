"""A bot that takes its time, as its arguments say: timed.py key=value ...

    at=start,go,end    when to do it (default go)
    cpu=S              compute for S seconds of CPU time
    sleep=S            sleep for S seconds
    only=N             only at this go of a game
    in=thread          do it in a new thread
    flood=S            write comments for S seconds
    burn=1             compute in the background all the time
    stop=S             at last stop the referee for S seconds, until the move is sent

It plays the first legal move. On standard error it tells what it had: its own wall
time less its own run delay, in nanoseconds.
"""

import os
import signal
import sys
import threading
import time

options = dict(word.split("=", 1) for word in sys.argv[1:])
when = options.get("at", "go").split(",")


def run_delay():
    try:
        with open("/proc/thread-self/schedstat") as file:
            return int(file.read().split()[1])
    except OSError:
        return 0  # The sandbox does not show it.


def referee():
    """The parent of the supervisor, which is the parent of this process."""
    with open(f"/proc/{os.getppid()}/stat") as file:
        found = int(file.read().rsplit(")", 1)[1].split()[1])
    with open(f"/proc/{found}/comm") as file:
        assert file.read() == "gridiron\n", "no other process may be stopped"
    return found


stopped = []


def work():
    begin, delay = time.perf_counter_ns(), run_delay()
    end = time.process_time() + float(options.get("cpu", 0))
    while time.process_time() < end:
        pass
    time.sleep(float(options.get("sleep", 0)))
    end = time.perf_counter() + float(options.get("flood", 0))
    while time.perf_counter() < end:
        sys.stdout.write("#\n" * 30000)
    had = time.perf_counter_ns() - begin - (run_delay() - delay)
    print("had", had, file=sys.stderr, flush=True)
    if "stop" in options:
        stopped.append(referee())
        os.kill(stopped[0], signal.SIGSTOP)
        time.sleep(float(options["stop"]))


def burn():
    while True:
        pass


if "burn" in options:
    threading.Thread(target=burn, daemon=True).start()
for line in sys.stdin:
    words = line.split()
    if words[0] in when and options.get("only", words[1]) == words[1]:
        if options.get("in") == "thread":
            worker = threading.Thread(target=work)
            worker.start()
            worker.join()
        else:
            work()
    if words[0] == "go":
        print(words[words.index("moves") + 1] if "moves" in words else "scout 0 0", flush=True)
    while stopped:
        os.kill(stopped.pop(), signal.SIGCONT)
