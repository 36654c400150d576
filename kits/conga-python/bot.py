"""A Conga bot for the interface of the original game. It plays random legal moves."""
import random


class Agent:
    def __init__(self, player, hfunc, maxDepth):
        """`player` is 0 or 1. hfunc and maxDepth are options for a search, if you write one."""
        self.player = player

    def updateBoard(self, board):
        """The board before our move, with x and y from 1 to 4.

        board.territory[x][y] is the owner of the stones there: 0, 1, or -1 for an empty square.
        board.amount[x][y] is the number of stones.
        """
        self.board = board

    def getBestMove(self):
        """Your ideas go here. Return the square to sow from and the first square to enter."""
        moves = self.moves()
        return random.choice(moves) if moves else {}

    def moves(self):
        """All legal moves: from our stones to a square next to them without enemy stones."""
        squares = [(x, y) for x in range(1, 5) for y in range(1, 5)]
        territory = self.board.territory
        return [
            {"from": [x, y], "to": [to_x, to_y]}
            for x, y in squares if territory[x][y] == self.player
            for to_x, to_y in squares
            if max(abs(to_x - x), abs(to_y - y)) == 1 and territory[to_x][to_y] in (-1, self.player)
        ]
