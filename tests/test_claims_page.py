"""The page that maps claims to functions and tests names only what exists."""

import ast
import re
from pathlib import Path

from verification.certificate.document import NAMES

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "verification" / "CLAIMS.md").read_text(encoding="utf-8")


def names_of(path: Path) -> set[str]:
    """Return the functions and classes that a module defines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def test_every_function_named_on_the_page_exists() -> None:
    """Each `file.py::name` is a function of that file."""
    entries = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)
    assert len(entries) >= 20
    assert [entry for entry in entries if entry[1] not in names_of(ROOT / entry[0])] == []


def test_every_test_named_on_the_page_exists() -> None:
    """Each `tests/...` is a file or a folder with tests."""
    entries = set(re.findall(r"`(tests/[\w/.]+)`", PAGE))
    assert entries
    assert [entry for entry in sorted(entries) if not (ROOT / entry).exists()] == []


def test_the_page_lists_every_claim() -> None:
    """There is one row for each of the eight claims, in order."""
    rows = re.findall(r"^\| (\d) ([\w-]+) \|", PAGE, re.MULTILINE)
    assert rows == [(str(kind), name) for kind, name in enumerate(NAMES, start=1)]
