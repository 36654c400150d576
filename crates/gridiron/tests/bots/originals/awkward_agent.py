# A Conga agent of the original kind that changes the board it is given, and
# writes down what that was.

import copy
import json
import random

import congaboard
from lib.congaboard import CongaBoard
from lib.node import Node
from node import Node as SameNode

assert congaboard.CongaBoard is CongaBoard or CongaBoard().territory == congaboard.CongaBoard().territory
made = 0


def note(*call):
    with open("calls.jsonl", "a") as log:
        log.write(json.dumps(call) + "\n")


class Agent ():
    def __init__ (self, player, hfunc, maxDepth):
        global made
        made += 1
        print("playing as player:", player)
        self.player = player
        self.board = None
        note("init", player, hfunc, maxDepth, made)

    def updateBoard (self, board):
        self.board = board
        board.draw()

    def getBestMove (self):
        board = self.board
        note("getBestMove", board.territory, board.amount, board.lastMoveMade, board.gameOver)
        root = Node(self.player, copy.deepcopy(board), None)
        pool = []
        for x in board.territory:
            for y in board.territory[x]:
                for to in self.around(x, y):
                    if board.territory[x][y] == self.player and board.territory[to[0]][to[1]] in (-1, self.player):
                        child = Node(1 - self.player, board, root)
                        root.addChildren(child)
                        pool.append({"from": (x, y), "to": to})
        assert len(root.children) == len(pool) and root.heuristicVal > 10**9
        board.territory.clear()
        board.amount[1][1] = 1000
        if board.lastMoveMade:
            board.lastMoveMade["from"] = None
        board.gameOver = True
        return random.choice(pool) if pool else {}

    def around(self, x, y):
        steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        return [[x + dx, y + dy] for dx, dy in steps if 1 <= x + dx <= 4 and 1 <= y + dy <= 4]
