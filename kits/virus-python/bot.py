"""A Virus bot for the interface of the original game. It plays random legal moves."""
import random


def choose(game, side, moves):
    """Your ideas go here: which of these moves is best?

    game["history"] has all moves of the game. game[side]["misc"] is your own
    dictionary; it is kept until the game ends. Do not change the rest of `game`.
    """
    return random.choice(moves)


def ia(game, side):
    """Returns [row, column], or False to pass. `side` is "player_1" or "player_2"."""
    grid, ours = game["grid"], game["references"][side]
    moves = []
    for row in range(len(grid)):
        for col in range(len(grid)):
            if grid[row][col] != game["references"]["neutral"]:
                continue
            # The squares around it that are on the board.
            around = [line[max(0, col - 1):col + 2] for line in grid[max(0, row - 1):row + 2]]
            if any(ours in line for line in around):
                moves.append([row, col])
    return choose(game, side, moves) if moves else False
