# A Conga agent that answers with a node of its tree, as the first agents did:
# with the move in it (hfunc 0) or with nothing but the board after it (hfunc 1).

import copy
import random

from node import Node


class Agent:
    def __init__(self, player, hfunc, maxDepth):
        self.player, self.hfunc = player, hfunc

    def updateBoard(self, board):
        self.board = board

    def is_free(self, x, y):
        return 1 <= x <= 4 and 1 <= y <= 4 and self.board.territory[x][y] in (-1, self.player)

    def getBestMove(self):
        root = Node(self.player, self.board, None)
        squares = [(x, y) for x in range(1, 5) for y in range(1, 5)]
        for x, y in squares:
            if self.board.territory[x][y] != self.player:
                continue
            for dx, dy in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
                if self.is_free(x + dx, y + dy):
                    move = {"from": [x, y], "to": [x + dx, y + dy]}
                    position = [self.sown(x, y, dx, dy), root]
                    root.addChildren(Node(1 - self.player, *([move] if self.hfunc == 0 else []), *position))
        return random.choice(root.children)

    def sown(self, x, y, dx, dy):
        board = copy.deepcopy(self.board)
        stones, board.amount[x][y], board.territory[x][y] = board.amount[x][y], 0, -1
        run = 1
        while run < 3 and self.is_free(x + (run + 1) * dx, y + (run + 1) * dy):
            run += 1
        for step in range(1, run + 1):
            count = min(stones, step if step < run else stones)
            if count:
                board.amount[x + step * dx][y + step * dy] += count
                board.territory[x + step * dx][y + step * dy] = self.player
            stones -= count
        return board
