"""A bot that takes its time, as its arguments say: timed.py key=value ...

    at=start,go,end    when to do it (default go)
    cpu=S              compute for S seconds of CPU time
    sleep=S            sleep for S seconds
    only=N             only at this go of a game

It plays the first legal move. On standard error it tells what it had: its own wall
time less its own run delay, in nanoseconds.
"""

import sys
import time

options = dict(word.split("=", 1) for word in sys.argv[1:])
when = options.get("at", "go").split(",")


def run_delay():
    with open("/proc/self/schedstat") as file:
        return int(file.read().split()[1])


def work():
    begin, delay = time.perf_counter_ns(), run_delay()
    end = time.process_time() + float(options.get("cpu", 0))
    while time.process_time() < end:
        pass
    time.sleep(float(options.get("sleep", 0)))
    had = time.perf_counter_ns() - begin - (run_delay() - delay)
    print("had", had, file=sys.stderr, flush=True)


for line in sys.stdin:
    words = line.split()
    if words[0] in when and options.get("only", words[1]) == words[1]:
        work()
    if words[0] == "go":
        print(words[words.index("moves") + 1] if "moves" in words else "scout 0 0", flush=True)
