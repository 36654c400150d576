# What every adapter for an original bot in Python begins with: loading the
# bot's file, taking calls as JSON lines and answering them, and telling its
# author what went wrong. An adapter follows in the same text and calls `serve`.
#
# Arguments: the bot's file, the class or function that plays ("" if it is the
# only one), and the options of `?name=value&…` as a JSON object.

import os
import sys

# The bot's folder, where this runs, comes later, when all that is needed here
# has been found: it may hold a file called random.py.
sys.path[:] = [path for path in sys.path if path and os.path.abspath(path) != os.getcwd()]

import importlib.util
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
# Integers may have any length, also when they are written.
getattr(sys, "set_int_max_str_digits", lambda digits: None)(0)


def _take_streams():
    """The referee's lines come and go by streams of their own; what the bot or
    a library prints goes to standard error, and there is nothing to read."""
    calls = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return calls, answers


_calls, _answers = _take_streams()


def _flush_prints():
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except Exception:
        pass  # The bot has closed or replaced them.


def _answer(value):
    if os.getpid() != OWN_PROCESS:
        os._exit(1)  # A child of the bot's has come back here.
    _flush_prints()
    _answers.write(json.dumps(value) + "\n")
    _answers.flush()


def _readable(text):
    """In one line that anybody can read, and not too long."""
    return " ".join(text.encode("utf-8", "replace").decode().split())[:500]


def fail(why, told=""):
    """Ends here, with one line for everybody and what else the author is told."""
    _flush_prints()
    os.write(2, told.encode("utf-8", "replace"))
    _answer({"failed": _readable(why)})
    os._exit(1)


def _fail_by(error):
    """Ends because of an exception."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        fail(_missing(error.name))
    if isinstance(error, SyntaxError) and _is_python_2(error):
        fail(_convert(error))
    # Only the bot's own part of the way there.
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == "<string>":
        trace = trace.tb_next
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith("<frozen importlib"):
        trace = trace.tb_next
    told = "".join(traceback.format_exception(type(error), error, trace))
    last = trace
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if isinstance(error, SyntaxError):
        why = "%s: %s" % (type(error).__name__, error.msg) + _place(error.filename or FILE, error.lineno)
    else:
        # What follows are notes.
        why = traceback.format_exception_only(type(error), error)[0].strip()
        if last is not None:
            why += _place(last.tb_frame.f_code.co_filename, last.tb_lineno)
    fail(why, told)


def _place(file, line):
    return " (%s, line %s)" % (os.path.basename(file), line)


def _missing(module):
    package = module.split(".")[0]
    python = sys.executable
    provided = sorted(name for name in _shims if name.split(".")[0] == package)
    if provided:
        return "%s needs the module `%s`, and only %s can be provided: put it beside the bot" % (
            FILE, module, ", ".join(provided))
    return "%s needs the Python module `%s`, which %s does not have: `%s -m pip install %s`%s" % (
        FILE, module, python, python, package, _unless_own(package))


def _unless_own(package):
    known = ("numpy", "scipy")
    return "" if package in known else ", or if it is a file of yours, put it beside the bot"


# What only Python 2 reads.
_PYTHON_2 = re.compile(
    r"""^\s*print\s+["'\w]|^\s*print\s*$|^\s*except\s+[\w.()\s,]+,\s*\w+\s*:|^\s*raise\s+[\w.]+\s*,|^\s*exec\s+["']""",
    re.MULTILINE)


def _is_python_2(error):
    if _PYTHON_2.search(error.text or ""):
        return True
    if not isinstance(error, TabError):
        return False
    # Python 2 took tabs and spaces as they came.
    with open(error.filename, encoding="utf-8", errors="replace") as file:
        return _PYTHON_2.search(file.read()) is not None


def _convert(error):
    converter = "lib2to3" if importlib.util.find_spec("lib2to3") else "fissix"
    install = "" if converter == "lib2to3" else "`%s -m pip install fissix`, then " % sys.executable
    # Imports stay as they are: the bot is not loaded as part of a package.
    return "%s is written for Python 2 (line %s: %s); convert it: %s`%s -m %s -x import -w %s`" % (
        os.path.basename(error.filename), error.lineno, error.msg, install,
        sys.executable, converter, shlex.quote(error.filename))


# The names of all modules that are provided.
_shims = []


def shim(name, **contents):
    """Provides a module of the original games to the bot. Without contents it
    is a package; what else the original package holds is found where the bot
    is, if it is there."""
    module = types.ModuleType(name)
    module.__dict__.update(contents)
    if contents:
        _shims.append(name)
    elif os.path.exists(os.path.join(FOLDER, name, "__init__.py")):
        return  # A package of the bot's own.
    else:
        module.__path__ = list(_folders_called(name))
    sys.modules[name] = module
    package, _, last = name.rpartition(".")
    if package in sys.modules:
        setattr(sys.modules[package], last, module)


def _folders_called(name):
    """The bot's own folder of that name, and those that it is in."""
    yield os.path.join(FOLDER, name)
    above = FOLDER
    while os.path.basename(above):
        if os.path.basename(above) == name:
            yield above
        above = os.path.dirname(above)


def has_own(name):
    """Whether the bot brings a module of that name along."""
    path = os.path.join(FOLDER, *name.split("."))
    return os.path.exists(path + ".py") or os.path.exists(os.path.join(path, "__init__.py"))


def load():
    """The bot's file as a module. It is not run as a program."""
    name = os.path.splitext(FILE)[0]
    # It does not take the place of another module.
    if not name.isidentifier() or name in sys.modules or importlib.util.find_spec(name):
        name = "bot_" + name.replace(".", "_")
    # Where the file is, and where it is linked to.
    folders = [FOLDER, os.path.dirname(os.path.realpath(BOT))]
    sys.path[:0] = dict.fromkeys(folders)
    sys.argv = [BOT]
    sys.dont_write_bytecode = True
    seed_chance(0)  # Also for what is drawn before the first game.
    spec = importlib.util.spec_from_file_location(name, BOT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def find(module, what, fits):
    """What plays: the one that was named, or the only one that fits."""
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
        fail("%s must have one %s, or name one as in `%s:NAME`: it has %s" % (FILE, what, FILE, names))
    return getattr(module, own[0])


def make(what, how, /, *arguments, **options):
    """An object of the bot's class; arguments that do not fit are explained,
    with what is said of `how` it is made. A name is for records first, and for the class if it takes one."""
    try:
        taken = inspect.signature(what).parameters
        if "name" not in taken and all(each.kind is not each.VAR_KEYWORD for each in taken.values()):
            options.pop("name", None)
        inspect.signature(what).bind(*arguments, **options)
    except TypeError as error:
        given = ["%r" % value for value in arguments] + ["%s=%r" % option for option in options.items()]
        fail("%s(%s) cannot be made: %s; %s" % (what.__name__, ", ".join(given), error, how))
    except ValueError:
        pass  # Nobody knows which arguments it takes.
    return what(*arguments, **options)


def whole(value):
    """An integer of any kind, as an integer; anything else as it is written."""
    try:
        return operator.index(value)
    except TypeError:
        return repr(value)


def nonsense(what, value, expected):
    """An answer that is no action: it goes to the referee as it is written, and
    the author is told."""
    text = _readable(repr(value))[:200]
    _flush_prints()
    os.write(2, ("%s returned %s: expected %s\n" % (what, text, expected)).encode("utf-8", "replace"))
    return text


def seed_chance(seed):
    """The same seed gives the same game, also for who draws without one."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


def serve(adapter):
    """Answers calls until there are no more."""
    for line in _calls:
        call = json.loads(line)
        function = getattr(adapter, call.pop("function"))
        try:
            _answer(function(**call))
        except BaseException as error:
            if isinstance(error, SystemExit):
                fail("the bot called exit(%s)" % ("" if error.code is None else repr(error.code)))
            _fail_by(error)
    _flush_prints()
    sys.exit(0)  # With whatever the bot has registered to be done at the end.
