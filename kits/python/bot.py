"""A bot for Virus, Conga and Plantation. It plays random legal moves."""
import random
import sys


def choose(game, rules, board, moves, left):
    """Your ideas go here: which move is best?"""
    if game == "plantation":
        return grow(board, int(rules["rows"]), int(rules["cols"]), left)
    return random.choice(moves)


def grow(board, rows, cols, left):
    """Plantation lists no moves: try random squares until one is ours or next to ours."""
    def ours(row, col):
        return 0 <= row < rows and 0 <= col < cols and board[row * cols + col] > 0

    for _ in range(20):
        row, col = random.randrange(rows), random.randrange(cols)
        if ours(row, col):
            return f"fertilise {row} {col}"
        if ours(row - 1, col) or ours(row + 1, col) or ours(row, col - 1) or ours(row, col + 1):
            return f"plant {row} {col}"
    return f"spray {row} {col}" if left >= 2 else f"scout {row} {col}"  # a spray costs two moves


for line in sys.stdin:
    words = line.split()
    if line.startswith("start "):  # a new game and its rules: start virus seat 0 size 10 …
        game, rules = words[1], dict(zip(words[2::2], words[3::2]))
        random.seed(int(rules["bot_seed"]))  # the same seed gives the same game
    elif line.startswith("board "):  # row by row: ours positive, theirs negative (hidden in Plantation)
        board = [int(word) for word in words[1:]]
    elif line.startswith("go "):  # send one move now: go 7 time 9000 moves 0,1 1,0 …
        moves = words[words.index("moves") + 1:] if "moves" in words else []
        left = int(words[words.index("left") + 1]) if "left" in words else 1  # moves left in this turn
        print(choose(game, rules, board, moves, left), flush=True)
    elif line.startswith("quit"):  # no more games
        break
