"""The page of limits and the constants in the code say the same."""

import ast
import re
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
ROOMS = ("exact", "verification", "reports")
# What a paper prints and what another program is asked are no limits of a user's question.
APART = ("papers", "peers")
LIMIT = re.compile(
    r"(^|_)(MAX|MOST|LARGEST|LONGEST|LEAST|MIN|DEEPEST|NARROWEST|SECONDS|GIGABYTES|LIMIT)(_|$)"
)
UNITS = {"MiB": 1 << 20, "GiB": 1}
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def said() -> dict[str, str]:
    """Return the value that the page gives for each constant."""
    rows = [row for row in ROW.findall(PAGE) if row[0] != "limit"]
    return {name: value for _, value, _, names in rows for name in re.findall(r"`(.+?)`", names)}


def number(text: str) -> Fraction:
    """Read a value as the page writes it.

    >>> number("100,000"), number("2^128") == 2**128, number("1/20"), number("1 MiB")
    (Fraction(100000, 1), True, Fraction(1, 20), Fraction(1048576, 1))
    """
    plain, _, unit = text.replace(",", "").partition(" ")
    base, _, power = plain.partition("^")
    return Fraction(base) ** int(power or 1) * UNITS.get(unit, 1)


def constant(name: str) -> object:
    """Return the value in the code."""
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(module), attribute)


def limits_of(path: Path) -> list[str]:
    """Return the constants of a module whose names say that they limit something."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    names = (
        node.id
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for target in (
            statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        )
        for node in ast.walk(target)
        if isinstance(node, ast.Name) and LIMIT.search(node.id)
    )
    found = (f"{module}.{name}" for name in names)
    return [name for name in found if isinstance(constant(name), int | Fraction)]


@pytest.mark.parametrize("room", ROOMS)
def test_every_limit_in_the_code_stands_on_the_page(room: str) -> None:
    """A limit without a line, and so without a reason, is found here before a user meets it."""
    paths = [
        path
        for path in sorted((ROOT / room).rglob("*.py"))
        if not set(path.relative_to(ROOT).parts) & set(APART)
    ]
    limits = [name for path in paths for name in limits_of(path)]
    assert limits
    assert [name for name in limits if name not in said()] == []


@pytest.mark.parametrize("name", sorted(said()))
def test_the_page_gives_the_value_of_the_code(name: str) -> None:
    """Each value on the page is that of its constant."""
    assert number(said()[name]) == constant(name)


def test_each_limit_has_its_reason() -> None:
    """No line leaves a cell empty, and none stands twice."""
    rows = [row for row in ROW.findall(PAGE) if row[0] != "limit"]
    names = [name for row in rows for name in re.findall(r"`(.+?)`", row[3])]
    assert len(names) == len(set(names)) == len(said())
    assert all(len(row[2].split()) > 1 for row in rows)
    assert "docs/limits.md" in (ROOT / "README.md").read_text(encoding="utf-8")
