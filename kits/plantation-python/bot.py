"""A Plantation bot for the interface of the original game. It grows, and bombs what it finds."""
import random

import numpy as np
from plantation.player import Player


class Bot(Player):
    def start_game(self, board_shape, sign):
        """A new game; board_shape is (rows, columns). `sign` is the sign of our tiles: 1 or -1."""
        super().start_game(board_shape, sign)
        self.found = []  # squares with enemy tiles

    def get_move(self, board, turn, moves_remaining, time_remaining):
        """Your ideas go here. `board` shows only our tiles. Return a command: ("plant", [3, 1])."""
        ours = board * self.sign > 0
        self.found = [(row, col) for row, col in self.found if not ours[row, col]]
        if self.found and moves_remaining >= 2:  # a bomb costs two moves
            return "bomb", list(self.found.pop())
        edge = np.pad(ours, 1)  # add an empty border: every square has four neighbours
        beside = edge[:-2, 1:-1] | edge[2:, 1:-1] | edge[1:-1, :-2] | edge[1:-1, 2:]
        moves = [("fertilise", square.tolist()) for square in np.argwhere(ours)]
        moves += [("plant", square.tolist()) for square in np.argwhere(beside & ~ours)]
        rows, cols = board.shape
        moves.append(("scout", [random.randrange(rows), random.randrange(cols)]))
        return random.choice(moves)

    def handle_move_result(self, move, turn, pos, result):
        """The reply: "OK", "occupied -3", "OK 0,0,-2,0,0,0,0,0,0" (scout), "error"."""
        if result.startswith("occupied"):
            self.found.append(tuple(pos))

    def end_game(self, your_score, opponent_score):
        """The game is over. The next one begins with start_game."""
