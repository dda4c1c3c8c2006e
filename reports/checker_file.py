"""The checker as one file: ``python -m reports.checker_file FILE`` writes it, ``make checker``.

The files of the checker one after the other, each after those that it imports, without the imports
of each other. Nothing is rewritten: what is read there is what runs in a checkout.
"""

import ast
import sys
from collections.abc import Iterable
from graphlib import TopologicalSorter
from pathlib import Path

import verification
from reports.files import make_folder, write_atomically
from reports.printing import complain, say_lines

_ROOM = Path(verification.__file__).resolve().parent
_PROGRAM = "verification.checker"
_OWN = "verification.checking"


def checker_files() -> dict[str, Path]:
    """Return the files that the checker is made of by their dotted names; the program is last."""
    found = {f"{_OWN}.{path.stem}": path for path in sorted((_ROOM / "checking").glob("[a-z]*.py"))}
    found[_PROGRAM] = _ROOM / "checker.py"
    needs = {name: _imported(_text(path)) for name, path in found.items()}
    return {name: found[name] for name in TopologicalSorter(needs).static_order()}


def one_file() -> str:
    """Return the text of the whole checker."""
    texts = {name: _text(path) for name, path in checker_files().items()}
    program = texts.pop(_PROGRAM)
    head = f'#!/usr/bin/env python3\n"""{ast.get_docstring(ast.parse(program), clean=False)}"""\n'
    imports = _standard_imports((*texts.values(), program))
    parts = [_section(text) for text in texts.values()]
    return "\n\n".join([head + "\n" + "\n".join(imports), *parts, _section(program, False)])


def _section(text: str, titled: bool = True) -> str:
    """Return a file without its imports; its docstring becomes a comment."""
    tree, lines = ast.parse(text), text.splitlines()
    dropped: set[int] = set()
    for node in tree.body[:1] + [n for n in tree.body if is_import(n)]:
        dropped |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    kept = [line for number, line in enumerate(lines, 1) if number not in dropped]
    body = "\n".join(line for line in kept if not line.startswith("#!")).strip("\n")
    title = "".join(
        f"# {line}".rstrip() + "\n" for line in (ast.get_docstring(tree) or "").split("\n")
    )
    return (f"{title}\n\n{body}" if titled else body) + "\n"


def is_import(node: ast.stmt) -> bool:
    """Tell whether a statement is an import, or the one that makes imports work."""
    path = isinstance(node, ast.If) and "sys.path" in ast.unparse(node)
    return path or isinstance(node, ast.Import | ast.ImportFrom)


def _standard_imports(texts: Iterable[str]) -> list[str]:
    """Return the imports from the standard library, a line for each module."""
    whole: set[str] = set()
    names: dict[str, set[str]] = {}
    for node in (node for text in texts for node in ast.parse(text).body):
        if isinstance(node, ast.Import):
            whole |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not str(node.module).startswith(_OWN):
            names.setdefault(str(node.module), set()).update(alias.name for alias in node.names)
    parts = (f"from {name} import {', '.join(sorted(names[name]))}" for name in sorted(names))
    return [*(f"import {name}" for name in sorted(whole)), *parts]


def _imported(text: str) -> set[str]:
    tops = (node for node in ast.parse(text).body if isinstance(node, ast.ImportFrom))
    return {str(node.module) for node in tops if str(node.module).startswith(f"{_OWN}.")}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Write the one file to the path given."""
    if len(arguments) != 1:
        complain("usage", "python -m reports.checker_file FILE")
        return 2
    path = Path(arguments[0])
    make_folder(path.parent)
    write_atomically(path, one_file())
    say_lines(f"The checker as one file: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
