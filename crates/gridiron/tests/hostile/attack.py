"""A hostile bot: attack.py NAME [ARG...], the twin of attack.c.

It plays the first of the moves, but when it is first asked it carries out the
attack NAME and says on standard error what came of it. A function of the
modules beside it is an attack: `kill_pid` is `kill-pid`. What it returns has
worked; an OSError, or None, has not. All attacks are bounded: without a sandbox
they do no harm."""
import errno
import importlib
import sys

MODULES = ["attack_files", "attack_sockets", "attack_processes", "attack_resources", "attack_kernel"]


def find(name):
    for module in MODULES:
        attack = getattr(importlib.import_module(module), name.replace("-", "_"), None)
        if attack:
            return attack
    sys.exit(f"attack {name}: no such attack")


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def carry_out(name, attack, arguments):
    say(f"attack {name}: begins")
    try:
        detail = attack(*arguments)
    except (MemoryError, OSError, RuntimeError) as error:
        number = getattr(error, "errno", None)
        why = errno.errorcode.get(number, error) if number else f"{type(error).__name__}: {error}"
        say(f"attack {name}: stopped: {attack.__name__}: {why}")
    else:
        if detail == "no verdict":
            return
        verdict = "stopped: found nothing" if detail is None else f"worked: {detail}"
        say(f"attack {name}: {verdict}".replace("\n", " ").replace("\0", " ")[:300])


def main():
    name = sys.argv[1]
    attack = find(name)
    # The last word is for whoever looks for this process from outside; a mark
    # stands before a path, so that nobody takes it for a file of the bot's.
    arguments = [word.removeprefix("@") for word in sys.argv[2:-1]]
    begun = False
    for line in sys.stdin:
        if line.startswith("go ") and " moves " in line:
            if not begun:
                begun = True
                carry_out(name, attack, arguments)
            print(line.split(" moves ")[1].split()[0], flush=True)


main()
