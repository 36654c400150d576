# Conga: a class `Agent(player, hfunc, maxDepth)`.

SIZE = range(1, 5)


class CongaBoard:
    """The owner of each square (-1 for none) and its stones. Squares are [x][y] from 1
    at the bottom left."""

    def __init__(self):
        self.territory = {x: {y: -1 for y in SIZE} for x in SIZE}
        self.amount = {x: {y: 0 for y in SIZE} for x in SIZE}
        self.gameOver = False
        self.lastMoveMade = None
        for player, x, y in ((0, 1, 4), (1, 4, 1)):
            self.territory[x][y] = player
            self.amount[x][y] = 10

    def draw(self):
        """Prints the board. The output goes to standard error."""
        line = "    " + "+-----" * len(SIZE) + "+"
        print(line)
        for y in reversed(SIZE):
            squares = ("%2d %s" % (self.amount[x][y], ".bw"[self.territory[x][y] + 1]) for x in SIZE)
            print("  %d | " % y + "| ".join(squares) + "|")
            print(line)
        print("       " + "     ".join(str(x) for x in SIZE))


class Node:
    """A node of a game tree: Node(player, moveMade, board, parent), or without the
    move, as in the first version."""

    def __init__(self, player, *position):
        self.player = player
        self.moveMade, self.board, self.parent = position if len(position) == 3 else (None, *position)
        self.children = []
        self.heuristicVal = float("inf")

    def addChildren(self, child):
        self.children.append(child)


shim("lib")
for name, contents in (("congaboard", {"CongaBoard": CongaBoard}), ("node", {"Node": Node})):
    for place in (name, "lib." + name):
        if not has_own(place):
            shim(place, **contents)


def empty_board():
    """A board of the bot's own class, if its folder has one."""
    for name in ("congaboard", "lib.congaboard"):
        own = getattr(sys.modules.get(name), "CongaBoard", CongaBoard)
        if own is not CongaBoard:
            return own()
    return CongaBoard()


def takes_an_argument(method):
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(method).parameters.values()
    return any(each.kind in kinds and each.default is each.empty for each in parameters)


def made_by(node, before):
    """The move that leads to a node: the first agents returned the node itself. It goes
    from the square that was emptied to the adjacent square that has gained."""
    if getattr(node, "moveMade", None) is not None:
        return node.moveMade
    after = {(x, y): node.board.amount[x][y] for x, y in before}
    (left,) = [at for at in before if before[at] and not after[at]]
    gained = [at for at in before if after[at] > before[at]]
    (entered,) = [at for at in gained if max(abs(at[0] - left[0]), abs(at[1] - left[1])) == 1]
    return {"from": left, "to": entered}


class Adapter:
    def init(self):
        module = load()
        self.agent_class = getattr(module, ENTRY or "Agent", None)
        if not isinstance(self.agent_class, type):
            fail("%s has no class `%s`" % (FILE, ENTRY or "Agent"))
        self.options = {"hfunc": 0, "maxDepth": 3, **OPTIONS}

    def start_game(self, player, seed):
        seed_chance(seed)
        options = dict(self.options)
        how = "an agent is made as Agent(player, hfunc, maxDepth)"
        self.agent = make(self.agent_class, how, player, options.pop("hfunc"), options.pop("maxDepth"), **options)

    def move(self, territory, amount, last):
        board = empty_board()
        board.territory = {x: dict(zip(SIZE, territory[x - 1])) for x in SIZE}
        board.amount = {x: dict(zip(SIZE, amount[x - 1])) for x in SIZE}
        board.lastMoveMade, board.gameOver = last, False
        before = {(x, y): amount[x - 1][y - 1] for x in SIZE for y in SIZE}
        update = getattr(self.agent, "updateBoard", None)
        if update is not None:
            update(board)
        best = self.agent.getBestMove
        returned = best(board) if takes_an_argument(best) else best()
        try:
            move = returned if isinstance(returned, dict) else made_by(returned, before)
            squares = [operator.index(move[key][at]) for key in ("from", "to") for at in (0, 1)]
            return "%d %d %d %d" % tuple(squares)
        except Exception:
            return nonsense("getBestMove", returned, "{'from': [x, y], 'to': [x, y]}")


serve(Adapter())
