# A Conga agent that is given the board when it is asked, and has no
# `updateBoard`.

from awkward_agent import Agent as Awkward


class Agent(object):
    def __init__(self, player, hfunc, maxDepth, boldness=0):
        assert boldness == {"very": True}, boldness
        self.inner = Awkward(player, hfunc, maxDepth)

    def getBestMove(self, board):
        self.inner.updateBoard(board)
        return self.inner.getBestMove()
