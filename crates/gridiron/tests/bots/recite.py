"""Answers with the lines of a file, one after the other."""

import sys

with open(sys.argv[1] if len(sys.argv) > 1 else "answers") as file:
    answers = file.read().splitlines()
for line in sys.stdin:
    if line.startswith(("go ", "{")):
        print(answers.pop(0), flush=True)
