"""A Virus bot for the API of the original game: any legal move."""
import random


def choose(game, side, moves):
    """Your ideas go here: which of these moves is best?

    game["history"] tells what was played, and game[side]["misc"] is a dictionary
    of your own that is kept until the game ends. Leave the rest of `game` as it is.
    """
    return random.choice(moves)


def ia(game, side):
    """Answers with [row, column], or False to pass. `side` is "player_1" or "player_2"."""
    grid, ours = game["grid"], game["references"][side]
    moves = []
    for row in range(len(grid)):
        for col in range(len(grid)):
            if grid[row][col] != game["references"]["neutral"]:
                continue
            # The squares around it, those at the edge of the board cut off.
            around = [line[max(0, col - 1):col + 2] for line in grid[max(0, row - 1):row + 2]]
            if any(ours in line for line in around):
                moves.append([row, col])
    return choose(game, side, moves) if moves else False
