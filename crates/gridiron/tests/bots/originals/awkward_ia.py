# A Virus bot of the original kind that changes all it is given, and writes down
# what that was.

import copy
import json
import random

calls = 0


def note(game, side):
    shown = copy.deepcopy({key: value for key, value in game.items()})
    for player in ("player_1", "player_2"):
        shown[player]["ia"] = callable(game[player]["ia"])
    with open("calls.jsonl", "a") as log:
        log.write(json.dumps([shown, side]) + "\n")


def legal(game, side):
    grid, own = game["grid"], game["references"][side]
    size = range(len(grid))
    near = lambda row, col: any(
        grid[r][c] == own for r in size for c in size if abs(r - row) <= 1 and abs(c - col) <= 1)
    return [[row, col] for row in size for col in size
            if grid[row][col] == game["references"]["neutral"] and near(row, col)]


def ia (game, side):
    global calls
    calls += 1
    note(game, side)
    print("thinking about", len(game["history"]), "moves")
    other = "player_2" if side == "player_1" else "player_1"
    # Its own notes are there again, whatever has become of everything else.
    misc = game[side]["misc"]
    count = 0 if not misc else misc["count"] if isinstance(misc, dict) else misc[0]
    assert game[other]["misc"] == {}
    assert game[other]["ia"](game, other) is False
    moves = legal(game, side)
    # Abused: another type in its place, or everything else ruined.
    if calls % 2:
        game[side]["misc"] = [count + 1]
    else:
        game[side]["misc"] = {"count": count + 1}
    own_misc = game[side]
    for row in game["grid"]:
        row[:] = [7] * len(row)
    game["history"].clear()
    game["references"]["neutral"] = 5
    game[other] = None
    if calls % 3 == 0:
        game.clear()
    elif calls % 3 == 1:
        own_misc.update(score=1000, name="somebody else")
    answers = [tuple(random.choice(moves)), random.choice(moves) + ["more"], random.choice(moves)]
    if calls % 11 == 5:
        answers = [None, "nonsense", [-1, 3], [0, 10], [1], {}, [1.5, 2], False, 0, True, [[0, 1], 2]]
    return random.choice(answers)
