"""The house rules as functions: each takes source text or names and returns what breaks the rule.

A rule that returns nothing is kept. ``tests/test_house_rules.py`` applies them to the project, and
to small snippets that break them, so that no rule passes because it cannot fail.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("exact", "verification", "reports")
# The module for people who write Python; it knows all rooms, and none knows it.
FRONT_DOOR = "ptcert.py"
# What each room may not know: data goes from exact to reports, imports go the other way.
FORBIDDEN_ROOMS = {"exact": {"verification", "reports"}, "verification": {"reports"}}
HEAVY = {
    *("flint", "highspy", "mpmath", "numpy", "openpyxl"),
    *("sympy", "tabulate", "typst", "yaml", "z3"),
}
MAX_LINES = 300

_INTEGER_FUNCTIONS = {"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"}
_FLOAT_MODULES = {"cmath", "math", "numpy", "statistics"}
_CLOCKS_AND_CHANCE = {"datetime", "random", "secrets", "time"}
_FLOAT_NAMES = {"complex", "float"}
_FILE_WRITERS = {
    *("write_text", "write_bytes", "mkdir", "makedirs", "touch", "symlink_to", "hardlink_to"),
    *("mkstemp", "mkdtemp", "NamedTemporaryFile", "TemporaryDirectory", "TemporaryFile"),
    *("copy2", "copyfile", "copytree", "move", "rmtree", "unlink", "rmdir", "rename"),
}
# Written so that no pattern matches its own text.
_PRIVATE_PLACES = (
    re.compile(r"(?<![\w.)}*-])/(?:home|root|work|Users|opt)/[\w.]"),
    re.compile(r"[A-Za-z]:\\Users\\\w"),
    re.compile(r"(?:pypi|pythonhosted|anaconda|npmjs)\.(?:org|python\.org|com)", re.IGNORECASE),
    re.compile(r"""https?://[^"\s]+/(?:simple|packages|npm|debian)(?:/|"|\s|$)"""),
)
_GENERATED = {"__pycache__", "build", "dist"}


def sources(*rooms: str) -> list[Path]:
    """Return the Python files of the given rooms."""
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


def project_files() -> list[Path]:
    """Return every file of the project: what git would commit, or all but what a run generates."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        paths = (ROOT / name for name in listed.split("\0") if name)
        return sorted(path for path in paths if path.is_file())
    return list(walked_files(ROOT))


def walked_files(root: Path) -> Iterator[Path]:
    """Yield the files below ``root``, without caches, output and environments."""
    for path in sorted(root.iterdir()):
        if path.is_file():
            yield path
        elif path.name == ".ci" or not (path.name.startswith(".") or path.name in _GENERATED):
            yield from walked_files(path)


def module_name(path: Path) -> str:
    """Return the dotted name of a file, for example ``exact.numbers`` for its ``__init__.py``."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def inexact_uses(source: str) -> list[str]:
    """Return each place where a float is written, named, annotated, imported or evidently made."""
    tree = ast.parse(source)
    guards = {id(name) for call in _calls(tree, "isinstance") for name in ast.walk(call.args[1])}
    found = [
        (node.lineno, what)
        for node in ast.walk(tree)
        if isinstance(node, ast.expr | ast.stmt) and id(node) not in guards
        for what in _inexact_parts(node)
    ]
    return [f"line {line}: {what}" for line, what in sorted(found)]


def _inexact_parts(node: ast.expr | ast.stmt) -> Iterator[str]:
    yield from _float_names(node)
    yield from _float_imports(node)
    yield from _float_arithmetic(node)
    yield from _float_annotations(node)


def _float_names(node: ast.expr | ast.stmt) -> Iterator[str]:
    match node:
        case ast.Constant(value=float() | complex() as value):
            yield f"the literal {value}"
        case ast.Name(id=name) if name in _FLOAT_NAMES:
            yield f"the name {name}"
        case ast.Attribute(attr="from_float" | "__float__" | "__complex__" as name):
            yield f"the method {name}"


def _float_imports(node: ast.expr | ast.stmt) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (f"import {a.name}" for a in names if _top(a.name) in _FLOAT_MODULES)
        case ast.ImportFrom(module="math", names=names):
            yield from (f"math.{a.name}" for a in names if a.name not in _INTEGER_FUNCTIONS)
        case ast.ImportFrom(module=str(module)) if _top(module) in _FLOAT_MODULES:
            yield f"import {module}"


def _float_arithmetic(node: ast.expr | ast.stmt) -> Iterator[str]:
    match node:
        case ast.BinOp(op=ast.Div(), left=left, right=right):
            if _is_integer(left) and _is_integer(right):
                yield "true division of integers"
        case ast.BinOp(
            op=ast.Pow(), left=left, right=ast.UnaryOp(op=ast.USub(), operand=ast.Constant())
        ):
            if _is_integer(left):
                yield "an integer to a negative power"


def _float_annotations(node: ast.expr | ast.stmt) -> Iterator[str]:
    notes: list[ast.expr | None] = []
    if isinstance(node, ast.AnnAssign):
        notes = [node.annotation]
    elif isinstance(node, ast.FunctionDef):
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        notes = [node.returns, *(argument.annotation for argument in arguments)]
    # An annotation that is not text is seen as a name.
    for note in notes:
        if isinstance(note, ast.Constant) and isinstance(note.value, str):
            yield from _float_words(note.value)


def _float_words(annotation: str) -> list[str]:
    names = re.findall(r"\w+", annotation)
    return [f"the annotation {name!r}" for name in names if name in _FLOAT_NAMES]


def _is_integer(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=int()) | ast.Call(func=ast.Name(id="len" | "int")):
            return True
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            return _is_integer(operand)
    return False


def _top(dotted: str) -> str:
    return dotted.partition(".")[0]


def _calls(tree: ast.AST, name: str) -> list[ast.Call]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == name]


def prints(source: str) -> list[str]:
    """Return each call of ``print``, and of what writes to a standard stream."""
    tree = ast.parse(source)
    found = [f"line {call.lineno}: print" for call in _calls(tree, "print")]
    return found + [
        f"line {node.lineno}: {stream}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("write", "writelines")
        for stream in re.findall(r"\bstd(?:out|err)\b", ast.unparse(node.value))
    ]


def file_writes(source: str) -> list[str]:
    """Return each call that writes, makes or moves a file by itself."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    found = [(call.lineno, _called(call)) for call in calls if _called(call) in _FILE_WRITERS]
    opened = [call for call in calls if _called(call) == "open" and _opens_to_write(call)]
    return [f"line {line}: {name}" for line, name in found + [(c.lineno, "open") for c in opened]]


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)


def _opens_to_write(call: ast.Call) -> bool:
    """Tell whether a call of open has a mode that writes, or flags that do."""
    # A path opens itself: its first argument is the mode.
    named = isinstance(call.func, ast.Name) or ast.unparse(call.func) == "os.open"
    given = [*call.args[named:], *(word.value for word in call.keywords if word.arg == "mode")]
    modes = [a.value for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    flags = {name.attr for a in given for name in ast.walk(a) if isinstance(name, ast.Attribute)}
    return any(set(mode) <= set("rwxabt+") and set(mode) & set("wxa+") for mode in modes) or bool(
        flags & {"O_WRONLY", "O_RDWR", "O_CREAT"} and "devnull" not in ast.unparse(call)
    )


def imported(tree: ast.AST) -> set[str]:
    """Return the dotted names imported anywhere below ``tree``; imports here are absolute."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            found.update({module, *(f"{module}.{alias.name}" for alias in node.names)})
    return found


def clocks_and_chance(source: str) -> list[str]:
    """Return each import of a clock or of a source of randomness."""
    return sorted(_top_imports(source) & _CLOCKS_AND_CHANCE)


def wrong_way_imports(room: str, source: str) -> list[str]:
    """Return the rooms that ``source`` imports although its own room may not know them."""
    return sorted(_top_imports(source) & FORBIDDEN_ROOMS.get(room, set()))


def third_party_imports(source: str, own: str = "") -> list[str]:
    """Return the imports that come neither with Python itself nor from the package ``own``."""
    found = imported(ast.parse(source))
    others = {name for name in found if not own or not f"{name}.".startswith(f"{own}.")}
    return sorted({_top(name) for name in others} - sys.stdlib_module_names)


def names_defined(source: str) -> list[str]:
    """Return the names that a module defines at its top level, each as often as it is defined."""
    found: list[str] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found += [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
    return found


def _top_imports(source: str) -> set[str]:
    return {_top(name) for name in imported(ast.parse(source))}


def import_cycle(modules: Mapping[str, str]) -> list[str]:
    """Return one cycle of the imports that run when the modules load, or an empty list.

    ``modules`` maps dotted names to sources. An import inside a function or under TYPE_CHECKING
    does not run then; the package that holds a module is not counted as imported by it.
    """
    graph = {
        name: {other for part in _on_load(ast.parse(source)) for other in imported(part)}
        for name, source in modules.items()
    }
    known = {name: {other for other in graph[name] if other in graph} for name in graph}
    # `from package import module` names the package too, but needs only the module.
    for name, others in known.items():
        submodules = {other.rpartition(".")[0] for other in others}
        known[name] = others - submodules
    return cycle(known)


def cycle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the nodes along one cycle of a graph, or an empty list.

    >>> cycle({"a": ["b"], "b": ["a"]}), cycle({"a": ["b"], "b": []})
    (['a', 'b', 'a'], [])
    """
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _on_load(node: ast.AST) -> Iterator[ast.stmt]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            yield from (part for other in child.orelse for part in _on_load(other))
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _on_load(child)


def undocumented(source: str) -> list[str]:
    """Return the public parts of a module that have no docstring."""
    tree = ast.parse(source)
    missing = [] if ast.get_docstring(tree) else ["the module"]
    return missing + list(_undocumented_below(tree, ""))


def _undocumented_below(parent: ast.Module | ast.ClassDef, prefix: str) -> Iterator[str]:
    for node in parent.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef) or node.name.startswith("_"):
            continue
        decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
        if ast.get_docstring(node) is None and "overload" not in decorators:
            yield prefix + node.name
        if isinstance(node, ast.ClassDef):
            yield from _undocumented_below(node, f"{prefix}{node.name}.")


def tests_without_assertion(source: str) -> list[str]:
    """Return the test functions that neither assert, nor expect an error, nor call a check."""
    functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    tests = (function for function in functions if function.name.startswith("test_"))
    return [test.name for test in tests if not any(map(_asserts, ast.walk(test)))]


def _asserts(node: ast.AST) -> bool:
    match node:
        case ast.Assert():
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name == "raises" or name.startswith(("assert_", "check_"))
    return False


def private_places(text: str) -> list[str]:
    """Return the paths of somebody's machine and the registry hosts that ``text`` names."""
    return [match.group() for place in _PRIVATE_PLACES for match in place.finditer(text)]


def heavy_modules_loaded_by(program: str) -> set[str]:
    """Run ``program`` in a fresh interpreter and return the heavy libraries it imported."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", program],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    if run.returncode != 0:
        raise RuntimeError(f"exit status {run.returncode}: {run.stderr[-2000:]}")
    rows = (line.rpartition("|")[2].strip() for line in run.stderr.splitlines())
    return {_top(row) for row in rows} & HEAVY


def missing_from_wheel(names: Iterable[str], entry_points: str) -> list[str]:
    """Return what a wheel with these file names and entry points lacks."""
    wanted = {path.relative_to(ROOT).as_posix() for path in sources(*ROOMS)}
    wanted |= {f"{room}/{name}" for room in ROOMS for name in ("__init__.py", "py.typed")}
    wanted |= {FRONT_DOOR, "ptcert-stubs/__init__.pyi"}
    script = "ptcert = reports.cli:main"
    missing = sorted(wanted - set(names))
    return missing if script in entry_points.splitlines() else [*missing, script]


def lines_of_code(source: str) -> int:
    """Count the lines that are neither blank, nor a comment, nor part of a docstring."""
    tree = ast.parse(source)
    documented: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            first = node.body[0]
            documented |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return sum(
        1
        for number, line in enumerate(source.splitlines(), start=1)
        if number not in documented and line.strip() and not line.strip().startswith("#")
    )


def too_long(source: str, most: int = MAX_LINES) -> bool:
    """Tell whether a source file has more lines of code than one idea needs."""
    return lines_of_code(source) > most
