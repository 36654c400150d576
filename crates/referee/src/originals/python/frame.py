# The first part of each adapter for an original bot in Python. It loads the bot's
# file, reads calls as JSON lines, returns one JSON line for each, and reports
# errors. `imports.py` stands before it; the part for one game follows and calls
# `serve`.
#
# Arguments: the bot's file, the class or function that plays ("" if it is the
# only one), and the options of `?name=value&…` as a JSON object.

# The bot's folder is added later, after the imports of this adapter: it may hold a
# file called random.py.
import inspect
import json
import operator
import random
import re
import shlex
import traceback
import types

BOT, ENTRY, OPTIONS = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
FOLDER, FILE = os.path.split(BOT)
OWN_PROCESS = os.getpid()
# Integers may have any length.
getattr(sys, "set_int_max_str_digits", lambda digits: None)(0)


def _take_streams():
    """Keeps the referee's streams for the adapter. What the bot prints goes to
    standard error, and its standard input is empty."""
    calls = os.fdopen(os.dup(0), "r", encoding="utf-8")
    returns = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    return calls, returns


_calls, _returns = _take_streams()


def _flush_prints():
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except Exception:
        pass  # The bot has closed or replaced them.


def _return(value):
    if os.getpid() != OWN_PROCESS:
        os._exit(1)  # A forked child of the bot has returned to here.
    _flush_prints()
    _returns.write(json.dumps(value) + "\n")
    _returns.flush()


def _readable(text):
    """One line of valid text, at most 500 characters."""
    return " ".join(text.encode("utf-8", "replace").decode().split())[:500]


def fail(why, details=""):
    """Exits, with one line for the referee and details on standard error."""
    _flush_prints()
    os.write(2, details.encode("utf-8", "replace"))
    _return({"failed": _readable(why)})
    os._exit(1)


def _fail_by(error):
    """Exits because of an exception."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        fail(_missing(error.name))
    if isinstance(error, SyntaxError) and _is_python_2(error):
        fail(_convert(error))
    # Only the frames of the bot itself.
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == "<string>":
        trace = trace.tb_next
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith("<frozen importlib"):
        trace = trace.tb_next
    details = "".join(traceback.format_exception(type(error), error, trace))
    last = trace
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if isinstance(error, SyntaxError):
        why = "%s: %s" % (type(error).__name__, error.msg) + _place(error.filename or FILE, error.lineno)
    else:
        # The lines after the first are notes.
        why = traceback.format_exception_only(type(error), error)[0].strip()
        if last is not None:
            why += _place(last.tb_frame.f_code.co_filename, last.tb_lineno)
    fail(why, details)


def _place(file, line):
    return " (%s, line %s)" % (os.path.basename(file), line)


def _missing(module):
    package = module.split(".")[0]
    provided = sorted(name for name in _shims if name.split(".")[0] == package)
    if provided:
        return "%s needs the module `%s`, but only these are provided: %s; put the file into the bot's folder" % (
            FILE, module, ", ".join(provided))
    shims = [name.split(".")[0] for name in _shims]
    all_missing = missing_modules(BOT, shims)
    return need(BOT, all_missing if package in all_missing else [package] + all_missing)


# Syntax that only Python 2 accepts.
_PYTHON_2 = re.compile(
    r"""^\s*print\s+["'\w]|^\s*print\s*$|^\s*except\s+[\w.()\s,]+,\s*\w+\s*:|^\s*raise\s+[\w.]+\s*,|^\s*exec\s+["']""",
    re.MULTILINE)


def _is_python_2(error):
    if _PYTHON_2.search(error.text or ""):
        return True
    if not isinstance(error, TabError):
        return False
    # Python 2 allowed tabs and spaces to be mixed.
    with open(error.filename, encoding="utf-8", errors="replace") as file:
        return _PYTHON_2.search(file.read()) is not None


def _convert(error):
    # Imports are not converted: the bot is not loaded as part of a package.
    how = "-x import -w " + shlex.quote(error.filename)
    if importlib.util.find_spec("lib2to3"):
        command = "%s -m lib2to3 %s" % (sys.executable, how)
    else:
        command = pip_install(["fissix"], "fissix " + how)
    return "%s is written for Python 2 (line %s: %s); convert it: run `%s`" % (
        os.path.basename(error.filename), error.lineno, error.msg, command)


# The names of all modules that the adapters provide.
_shims = []


def shim(name, **contents):
    """Provides a module of the original games to the bot. Without contents it is a
    package, whose other modules are searched in the bot's folders."""
    module = types.ModuleType(name)
    module.__dict__.update(contents)
    if contents:
        _shims.append(name)
    elif os.path.exists(os.path.join(FOLDER, name, "__init__.py")):
        return  # The bot has a package of that name.
    else:
        module.__path__ = list(_folders_called(name))
    sys.modules[name] = module
    package, _, last = name.rpartition(".")
    if package in sys.modules:
        setattr(sys.modules[package], last, module)


def _folders_called(name):
    """The folder of that name beside the bot, and all such folders above it."""
    yield os.path.join(FOLDER, name)
    above = FOLDER
    while os.path.basename(above):
        if os.path.basename(above) == name:
            yield above
        above = os.path.dirname(above)


def has_own(name):
    """Whether the bot's folder has a module of that name."""
    path = os.path.join(FOLDER, *name.split("."))
    return os.path.exists(path + ".py") or os.path.exists(os.path.join(path, "__init__.py"))


def load():
    """Imports the bot's file as a module."""
    name = os.path.splitext(FILE)[0]
    # It must not replace another module.
    if not name.isidentifier() or name in sys.modules or importlib.util.find_spec(name):
        name = "bot_" + name.replace(".", "_")
    # The folder of the file, and that of the file it links to.
    folders = [FOLDER, os.path.dirname(os.path.realpath(BOT))]
    sys.path[:0] = dict.fromkeys(folders)
    sys.argv = [BOT]
    sys.dont_write_bytecode = True
    seed_chance(0)  # For random numbers drawn before the first game.
    spec = importlib.util.spec_from_file_location(name, BOT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def find(module, what, fits):
    """The class that plays: the one that was named, or the only one that fits."""
    if ENTRY:
        found = getattr(module, ENTRY, None)
        if found is None:
            fail("%s has no %s `%s`" % (FILE, what, ENTRY))
        return found
    fitting = {id(value): name for name, value in reversed(list(vars(module).items()))
               if fits(value) and getattr(value, "__module__", None) == module.__name__}
    own = list(fitting.values())
    if len(own) != 1:
        names = ", ".join(own) if own else "none"
        fail("%s must have exactly one %s, or name one as in `%s:NAME`: it has %s" % (FILE, what, FILE, names))
    return getattr(module, own[0])


def make(what, how, /, *arguments, **options):
    """Makes an object of the bot's class. If the arguments do not fit, the message ends
    with `how`. The option `name` is dropped if the class does not take it."""
    try:
        taken = inspect.signature(what).parameters
        if "name" not in taken and all(each.kind is not each.VAR_KEYWORD for each in taken.values()):
            options.pop("name", None)
        inspect.signature(what).bind(*arguments, **options)
    except TypeError as error:
        given = ["%r" % value for value in arguments] + ["%s=%r" % option for option in options.items()]
        fail("%s(%s) cannot be made: %s; %s" % (what.__name__, ", ".join(given), error, how))
    except ValueError:
        pass  # The arguments that it takes are unknown.
    return what(*arguments, **options)


def whole(value):
    """An integer of any type as an int; any other value as its repr."""
    try:
        return operator.index(value)
    except TypeError:
        return repr(value)


def nonsense(what, value, expected):
    """The repr of a returned value that is no move. It goes to the referee, and a
    message to standard error."""
    text = _readable(repr(value))[:200]
    _flush_prints()
    os.write(2, ("%s returned %s: expected %s\n" % (what, text, expected)).encode("utf-8", "replace"))
    return text


def seed_chance(seed):
    """Seeds all generators: the same seed gives the same game."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


def serve(adapter):
    """Handles calls until the input ends."""
    for line in _calls:
        call = json.loads(line)
        function = getattr(adapter, call.pop("function"))
        try:
            _return(function(**call))
        except BaseException as error:
            if isinstance(error, SystemExit):
                fail("the bot called exit(%s)" % ("" if error.code is None else repr(error.code)))
            _fail_by(error)
    _flush_prints()
    sys.exit(0)  # Runs what the bot has registered with atexit.
