# Which modules a bot in Python needs that this Python lacks, and how to install them.
# Part of each adapter, and of a small program for bots that use keyword lines.

import os
import sys

# The bot's folder must not provide the modules that are imported here.
sys.path[:] = [path for path in sys.path if path and os.path.abspath(path) != os.getcwd()]

import ast
import importlib.util
import sysconfig

# Packages that have another name than their module.
PACKAGES = {"cv2": "opencv-python", "PIL": "pillow", "sklearn": "scikit-learn", "yaml": "pyyaml"}
# Modules that no author writes.
WELL_KNOWN = ("numpy", "scipy", "numba", "torch", "pandas", *PACKAGES)


def missing_modules(file, provided=()):
    """The modules that the file, and the files of its folder that it imports, need and
    that are not installed; all of them, so that they can be installed at once."""
    folder, missing, seen, files = os.path.dirname(file), [], set(provided), [file]
    for path in files:
        for module in _imports(path):
            if module in seen:
                continue
            seen.add(module)
            own = os.path.join(folder, module)
            if os.path.exists(own + ".py"):
                files.append(own + ".py")
            elif not os.path.isdir(own) and not _is_installed(module):
                missing.append(module)
    return missing


def _imports(path):
    """The first words of all imports in a file that are not optional."""
    try:
        with open(path, "rb") as file:
            todo = [ast.parse(file.read())]
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.split(".")[0]
        # What an exception handler makes up for is not needed.
        if not isinstance(node, ast.Try):
            todo.extend(reversed(list(ast.iter_child_nodes(node))))


def _is_installed(module):
    try:
        return module in sys.builtin_module_names or importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return module in sys.modules


def is_managed():
    """Whether the system refuses `pip install` outside of a virtual environment, as
    Debian does."""
    marker = os.path.join(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED")
    return sys.prefix == sys.base_prefix and os.path.exists(marker)


def pip_install(packages, then=""):
    """A shell command that can be copied. It installs packages, and runs another
    program of Python with them."""
    packages = " ".join(packages)
    if is_managed():
        then = then and " && python -m " + then
        return "python3 -m venv ~/bots-venv && . ~/bots-venv/bin/activate && pip install %s%s" % (packages, then)
    then = then and " && %s -m %s" % (sys.executable, then)
    return "%s -m pip install %s%s" % (sys.executable, packages, then)


def need(file, modules):
    """One line: what is missing, and how to install it."""
    packages = [PACKAGES.get(module, module) for module in modules]
    names = ", ".join("`%s`" % module for module in modules)
    own = [module for module in modules if module not in WELL_KNOWN]
    line = "%s needs the Python module%s %s, which %s does not have: %srun `%s`" % (
        os.path.basename(file), "s" if len(modules) > 1 else "", names, sys.executable,
        "check the spelling, then " if own else "", pip_install(packages))
    if is_managed():
        line += " and start gridiron in the same terminal"
    return line + (", or put your own file into the bot's folder" if own else "")
