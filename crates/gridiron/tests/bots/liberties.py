#!/usr/bin/env python3
"""A Virus bot: converts the most enemy stones it can.

Ties go to the square with the most empty neighbours, then to the first in the
list of moves. It has no clock and no randomness, so it always plays the same.
"""

import sys


def pairs(words):
    """The dictionary of a list of names and values that take turns."""
    return dict(zip(words[::2], words[1::2]))


def neighbours(board, size, row, col):
    """The contents of the squares around one, at most eight of them."""
    return [
        board[r * size + c]
        for r in range(max(row - 1, 0), min(row + 2, size))
        for c in range(max(col - 1, 0), min(col + 2, size))
        if (r, c) != (row, col)
    ]


def choose(board, size, moves):
    """The best of the moves; max() keeps the first of equals."""

    def value(move):
        if move == "pass":
            return (-1, 0)
        row, col = map(int, move.split(","))
        around = neighbours(board, size, row, col)
        enemies = sum(stone < 0 for stone in around)
        return (enemies, around.count(0))

    return max(moves, key=value)


def main():
    size, board = 0, []
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "start":
            size = int(pairs(rest[1:])["size"])
        elif word == "board":
            board = [int(stone) for stone in rest]
        elif word == "go":
            moves = rest[rest.index("moves") + 1:]
            print(choose(board, size, moves), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
