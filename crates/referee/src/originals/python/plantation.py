# Plantation: a class derived from `Player`.


class Player:
    """The base class of bots."""

    sign = 0
    name = "Player"

    def __init__(self, name=None):
        self.name = type(self).__name__ if name is None else name

    def set_sign(self, sign):
        self.sign = sign

    def start_game(self, board_shape, sign):
        self.sign = sign

    def get_move(self, board, turn, moves_remaining, time_remaining):
        return "", []

    def handle_move_result(self, move, turn, pos, result):
        pass

    def end_game(self, your_score, opponent_score):
        pass


def get_player_restricted_board(board, player):
    """A copy of the board with only one player's tiles."""
    return board * (board * player > 0)


def display_board_text(board):
    """The board as text, with signs."""
    rows, cols = len(board), len(board[0])
    line = "   " + "=" * (5 * cols + 1)
    text = ["    " + "".join("{:^5}".format(col) for col in range(cols)).rstrip(), line]
    for row in range(rows):
        tiles = ("{:+d}".format(int(tile)) if tile else "" for tile in board[row])
        text.append("{:>2} |".format(row) + "|".join("{:^4}".format(tile) for tile in tiles) + "|")
    return "\n".join(text + [line]) + "\n"


shim("plantation")
shim("plantation.player", Player=Player)
shim("plantation.include", get_player_restricted_board=get_player_restricted_board,
     display_board_text=display_board_text)
if not has_own("player"):
    shim("player", Player=Player)


def is_player(value):
    """By name, because the bot may have its own `player` module."""
    return isinstance(value, type) and any(base.__name__ == "Player" for base in value.__mro__[1:])


def needs_name(player):
    try:
        parameter = inspect.signature(player).parameters.get("name")
    except ValueError:
        return False
    return parameter is not None and parameter.default is parameter.empty


class Adapter:
    def init(self, name):
        import numpy
        self.numpy = numpy
        player = find(load(), "class derived from Player", is_player)
        if player.get_move is Player.get_move:
            fail("`%s` has no get_move" % player.__name__)
        options = dict(OPTIONS)
        if needs_name(player):
            options.setdefault("name", name)
        how = "arguments are given as in `%s:%s?size=3&name=X`" % (FILE, player.__name__)
        self.player = make(player, how, **options)

    def start_game(self, sign, board_shape, seed):
        seed_chance(seed)
        self.player.sign = sign  # Also if the bot does not call the method of `Player`.
        self.player.start_game(tuple(board_shape), sign)

    def get_move(self, board, turn, moves_remaining, time_remaining):
        returned = self.player.get_move(self.array(board), turn, moves_remaining, float(time_remaining))
        try:
            self.move, self.pos = returned
            return [self.move if isinstance(self.move, str) else repr(self.move), [whole(at) for at in self.pos]]
        except (TypeError, ValueError):
            self.move, self.pos = returned, None
            return nonsense("get_move", returned, 'something like ("plant", [3, 1])')

    def array(self, board):
        # 16 bits, as in the original, unless a tile is too large.
        wide = max(abs(tile) for row in board for tile in row) > 32767
        return self.numpy.array(board, dtype=self.numpy.int64 if wide else self.numpy.int16)

    def handle_move_result(self, move, turn, pos, result):
        # The same objects that the bot returned, not copies made from JSON.
        self.player.handle_move_result(self.move, turn, self.pos, result)

    def end_game(self, your_score, opponent_score):
        self.player.end_game(your_score, opponent_score)


serve(Adapter())
