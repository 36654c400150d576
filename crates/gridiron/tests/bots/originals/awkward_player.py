# A Plantation bot of the original kind that does what it should not, and
# writes down every argument of every call.

import json
import operator
import os
import random
import sys

import numpy as np
from plantation.include import display_board_text, get_player_restricted_board
from plantation.player import Player

print("printed while it is loaded", Player.sign, Player.name)


def note(*call):
    with open("calls.jsonl", "a") as log:
        log.write(json.dumps(call) + "\n")


class Base(Player):
    games = 0
    board_shape = None


class Awkward (Base):
    def __init__(self, move_probabilities, crash_in_game=0, name=None):
        super().__init__(name)
        assert isinstance(move_probabilities, dict), move_probabilities
        self.weights = move_probabilities
        self.crash_in_game = crash_in_game
        note("init", self.name, self.sign, self.games, self.board_shape)

    def start_game(self, board_shape, sign):
        super().start_game(board_shape, sign)
        self.games += 1
        self.board_shape = board_shape
        assert isinstance(board_shape, tuple)
        note("start_game", board_shape, sign, self.games)

    def get_move(self, board, turn, moves_remaining, time_remaining):
        assert isinstance(board, np.ndarray) and board.dtype == np.int16, board.dtype
        assert isinstance(time_remaining, float), time_remaining
        assert (get_player_restricted_board(board, self.sign) == board).all()
        note("get_move", board.tolist(), turn, moves_remaining, time_remaining)
        print(display_board_text(board))
        os.write(1, b'["plant", [0, 0]]\n')  # What a C library might print.
        sys.stdout.write("half a line")
        if turn == 50 and self.games == self.crash_in_game:
            raise RuntimeError("turn 50 is too much")
        own = np.argwhere(board * self.sign > 0)
        word = random.choices(list(self.weights), list(self.weights.values()))[0]
        self.returned = self.choose(board, own, word, turn)
        board[:] = 99  # Nobody else's business.
        return self.returned

    def choose(self, board, own, word, turn):
        if len(own) == 0:
            return "scout", (np.int64(random.randrange(11)), 5)
        tile = random.choice(own)
        if turn % 20 == 7:
            # Malformed and impossible ones, each its own way.
            return random.choice([
                ("plant", [1]), ("plant", [1.5, 2]), ("plant", ["1", 2]), ("water", [1, 2]), ("", []),
                ("bomb", [-1, 10**30]), ("scout", (3, None)), ["plant", np.array([0.0, 1.0])],
            ])
        if word == "plant":
            step = random.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
            return word, tile + step
        if word == "colonise":
            return [word, [random.randrange(11), random.randrange(11), *tile, "too", "many"]]
        if word == "fertilise":
            return word, (tile[0], tile[1], np.int8(7))
        return word, np.array([random.randrange(11), random.randrange(11)], dtype=np.uint8)

    def handle_move_result(self, move, turn, pos, result):
        assert move is self.returned[0], "the very word that was returned"
        assert pos is self.returned[1], "the very object that was returned"
        numbers = [operator.index(at) if hasattr(at, "__index__") else repr(at) for at in pos]
        note("handle_move_result", move, turn, numbers, result)

    def end_game(self, your_score, opponent_score):
        note("end_game", your_score, opponent_score)


if __name__ == "__main__":
    raise SystemExit("this is no program")
