"""The page that maps claims to functions and tests names only what exists."""

import ast
import re
from pathlib import Path

from reports.claims_files import claims_page
from verification.checking.claims import CLAIMS as CHECKED
from verification.claims.registry import CLAIMS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "verification" / "CLAIMS.md").read_text(encoding="utf-8")


def names_of(path: Path) -> set[str]:
    """Return the functions and classes that a module defines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


CHECKING = ROOT / "verification" / "checking"


def test_every_function_named_on_the_page_exists() -> None:
    """Each `file.py::name` is a function of that file."""
    entries = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)
    assert len(entries) >= len(CLAIMS)
    assert [entry for entry in entries if entry[1] not in names_of(ROOT / entry[0])] == []


def test_every_test_named_on_the_page_exists() -> None:
    """Each `tests/...` is a file or a folder with tests."""
    entries = set(re.findall(r"`(tests/[\w/.]+)`", PAGE))
    assert entries
    assert [entry for entry in sorted(entries) if not (ROOT / entry).exists()] == []


def test_the_page_follows_from_the_claims() -> None:
    """There is one row for each claim, in the order of the registry (``make claims``)."""
    assert claims_page() == PAGE
    assert re.findall(r"^\| ([\w-]+) \| `", PAGE, re.MULTILINE) == [kind.name for kind in CLAIMS]


def test_every_claim_is_a_module_of_its_name() -> None:
    """Its file, its function in the checker, its tests: each exists and is named after it."""
    for kind in CLAIMS:
        name = kind.name.replace("-", "_")
        assert (ROOT / "verification" / "claims" / f"{name}.py").exists()
        assert any(name in names_of(path) for path in CHECKING.glob("*.py"))
        assert all((ROOT / test).exists() for test in kind.tests)
        assert kind.says.endswith(".")
        assert kind.brief
        assert kind.title
        assert kind.source


def test_the_checker_knows_the_claims_that_are_made() -> None:
    """Both have the same names in the same order, and the evidence of both has the same parts."""
    assert list(CHECKED) == [kind.name for kind in CLAIMS]
