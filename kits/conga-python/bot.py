"""A Conga bot for the API of the original game: any legal move."""
import random


class Agent:
    def __init__(self, player, hfunc, maxDepth):
        """`player` is 0 or 1. hfunc and maxDepth are options, for a search if you write one."""
        self.player = player

    def updateBoard(self, board):
        """The board before our move, with x and y from 1 to 4.

        board.territory[x][y] says whose stones are there: 0, 1, or -1 for nobody's.
        board.amount[x][y] says how many.
        """
        self.board = board

    def getBestMove(self):
        """Your ideas go here. The answer is the square to take up and the first to enter."""
        moves = self.moves()
        return random.choice(moves) if moves else {}

    def moves(self):
        """Everything legal: from our stones to a square beside them without the other's."""
        squares = [(x, y) for x in range(1, 5) for y in range(1, 5)]
        territory = self.board.territory
        return [
            {"from": [x, y], "to": [to_x, to_y]}
            for x, y in squares if territory[x][y] == self.player
            for to_x, to_y in squares
            if max(abs(to_x - x), abs(to_y - y)) == 1 and territory[to_x][to_y] in (-1, self.player)
        ]
