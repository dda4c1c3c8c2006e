"""What is to be read of the checker for a certificate: the page's table against what runs."""

import ast
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import FrameType

import pytest

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.formats.writing import write_table
from exact.keyorder.order import Mixed
from exact.numbers.epsilon import epsilon
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from reports.checker_file import checker_files, is_import, one_file
from tests.certificate.law_cases import table_of
from tests.certificate.making import (
    example_1,
    many_rows,
    small_law,
    source,
    targets,
    text_of,
)
from tests.house_rules import ROOT, lines_of_code
from verification import checker
from verification.claims.released import Released, ReleaseTarget, TableOfPlan
from verification.claims.request import Request
from verification.claims.source import Source

PAGE = (ROOT / "verification" / "TRUST.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([^|]+) \| (`[^|]+`) \| (\d+) \|$", re.MULTILINE)
MOST_LINES, MOST_LINES_IN_ALL = 600, 1800
FILES = {str(path): name.rpartition(".")[2] for name, path in checker_files().items()}
SOURCES = {name: Path(path).read_text(encoding="utf-8") for path, name in FILES.items()}
Files = frozenset[str]


def parts() -> dict[str, tuple[Files, int]]:
    """Return the rows of the page's table: what is re-checked, in which files, their lines."""
    rows = ROW.findall(PAGE)
    return {what: (frozenset(re.findall(r"`(\w+)`", files)), int(n)) for what, files, n in rows}


def own_lines(name: str) -> int:
    """Return how many lines of code a file has beside its imports."""
    tops = [node for node in ast.parse(SOURCES[name]).body if is_import(node)]
    return lines_of_code(SOURCES[name]) - sum((n.end_lineno or 0) - n.lineno + 1 for n in tops)


def standard_modules(names: Files) -> set[str]:
    """Return the modules of the standard library that files import: a line for each."""
    tops = [node for name in names for node in ast.parse(SOURCES[name]).body]
    plain = {alias.name for node in tops if isinstance(node, ast.Import) for alias in node.names}
    parts = {str(node.module) for node in tops if isinstance(node, ast.ImportFrom)}
    return plain | {name for name in parts if not name.startswith("verification.")}


def files_that_run(*paths: Path) -> Files:
    """Return the files of the checker that a function is called of, to re-check a certificate."""
    found = set()

    def look(frame: FrameType, _event: str, _value: object) -> None:
        if frame.f_code.co_filename in FILES:
            found.add(FILES[frame.f_code.co_filename])

    sys.setprofile(look)
    try:
        status = checker.main([str(path) for path in paths])
    finally:
        sys.setprofile(None)
    assert status == 0
    return frozenset(found)


@cache
def base() -> Files:
    """Return the files of the first row: those for Example 1."""
    return next(iter(parts().values()))[0]


def measured(table: PTable, arithmetic: KeyArithmetic | None = None, at: str = "1/2") -> str:
    """Return the text of a certificate of a table of which nothing is promised."""
    return text_of(Request(table, source(table), targets(at), arithmetic), ())


def of_law(name: str, rule: str = "ceiling") -> str:
    """Return the certificate of a case of a law."""
    return measured(table_of(name, rule))


def of_release(keys: str) -> str:
    """Return the certificate of a release of cells with their total."""
    table = replace(many_rows(), zero="none")
    planned = (TableOfPlan("by sex", 0, ("sex",), ((),), None, 1),)
    categories = (("sex", 2),) if keys == "sum" else ()
    aims = (ReleaseTarget(epsilon("1"), None),)
    released = Released(keys, "record-keys", 8, aims, (), planned, categories)
    return text_of(Request(table, source(table), targets("1/2"), release=released), ())


def kept(*path: str) -> str:
    """Return the text of a certificate that is kept in the project."""
    return ROOT.joinpath(*path).read_text(encoding="utf-8")


ORDERED = replace(small_law(), key_order=Mixed("a text"))
AT_0 = PTable(16, 0, (Row(((1, 8), (0, 8))), Row(((-1, 8), (0, 8)))), zero="row")
FROM_1 = replace(many_rows(), first_key=1)
BEST = ("reports", "gallery", "best", "holes-2.certificate.json")
OLDER = ("tests", "certificate", "data", "version-1", "keys-2-8.certificate.json")
# By what it has: how its certificate is made, and the files needed beside those of Example 1.
KINDS: dict[str, tuple[Callable[[], str], str]] = {
    "maxent by a logarithm": (partial(of_law, "maxent by a logarithm"), "logarithm"),
    "maxent by variance": (partial(of_law, "maxent by variance"), "root"),
    "laplace": (partial(of_law, "laplace"), "power_laws"),
    "truncated-normal": (partial(of_law, "truncated-normal"), "power_laws"),
    "discrete-gaussian": (partial(of_law, "discrete-gaussian"), "power_laws"),
    "count-query": (partial(of_law, "count-query"), "count_query"),
    "hellinger": (partial(of_law, "hellinger"), "empty_cells laws_by_count"),
    "pram": (partial(of_law, "pram"), "empty_cells laws_by_count"),
    "up-to-q": (partial(of_law, "up-to-q"), "empty_cells laws_by_count"),
    "symmetric": (partial(of_law, "maxent by gamma", "symmetric"), ""),
    "remainders": (partial(of_law, "maxent by gamma", "largest-remainder"), "remainders"),
    "no law": (partial(measured, many_rows(), XorOfFour(16, 13)), "empty_cells"),
    "epsilon ln(3/2)": (partial(measured, many_rows(), at="ln(3/2)"), "empty_cells"),
    "keys from 1": (partial(measured, FROM_1, XorOfFour(16, 13)), "empty_cells residues"),
    "a row of 0": (partial(measured, AT_0, SumModulo(16)), "empty_cells margins residues"),
    "key order": (partial(measured, ORDERED), "orders"),
    "version 1": (partial(kept, *OLDER), "version_1"),
    "optimality": (partial(kept, *BEST), "empty_cells optimality"),
    "release": (partial(of_release, "independent"), "composition products release"),
    "keys that add": (partial(of_release, "sum"), "margins release residues"),
    "two cells": (partial(measured, many_rows(), SumModulo(16)), "empty_cells margins residues"),
}


def test_example_1_needs_the_files_of_the_first_row(tmp_path: Path) -> None:
    """All of them, and no other: every claim of it, its law, its rule, its law of the key."""
    table = example_1()
    given = Request(table, source(table), targets("1/2:1/10000"), XorOfFour(2**32, 4294967291))
    path = tmp_path / "certificate.json"
    path.write_text(text_of(given, ()), encoding="utf-8")
    assert files_that_run(path) == base()


def test_what_re_checks_example_1_is_short_enough_to_be_read() -> None:
    """At most 600 lines, the imports from the standard library included."""
    (files, lines), *_ = parts().values()
    assert lines == sum(map(own_lines, files)) + len(standard_modules(files))
    assert lines <= MOST_LINES


def test_the_whole_checker_does_not_grow_unseen() -> None:
    """The page says how long it is; a claim or a law more is a reason to raise the limit."""
    total = lines_of_code(one_file())
    assert f"| {total} lines of code |" in PAGE
    assert total <= MOST_LINES_IN_ALL


def test_the_page_counts_every_file_once() -> None:
    """In its row; the lines of the rows but the first are those beside imports."""
    _, *rows = parts().values()
    assert sorted(FILES.values()) == sorted([*base(), *(name for row, _ in rows for name in row)])
    for files, lines in rows:
        assert lines == sum(map(own_lines, files))


@pytest.mark.parametrize("name", KINDS)
def test_a_certificate_needs_the_files_that_the_page_says(name: str, tmp_path: Path) -> None:
    """Those of Example 1 or some of them, and what its own kind has beside."""
    make, more = KINDS[name]
    path = tmp_path / "certificate.json"
    path.write_text(make(), encoding="utf-8")
    assert files_that_run(path) - base() == {*more.split()}


@pytest.mark.parametrize(("kind", "more"), [("native", ""), ("ess", "keyed_file")])
def test_a_file_of_the_table_needs_the_files_that_the_page_says(
    kind: str, more: str, tmp_path: Path
) -> None:
    """To compare it with the certificate, and for formats with a line a key one more."""
    table = replace(many_rows(), zero="none", beyond=Repeat(), first_key=1)
    file, path = tmp_path / "table", tmp_path / "certificate.json"
    file.write_bytes(write_table(table, kind).encode())
    said = Source(sha256(file.read_bytes()).hexdigest(), kind, file.stat().st_size)
    path.write_text(text_of(Request(table, said, targets("1/2")), ()), encoding="utf-8")
    assert files_that_run(path, file) - base() == {"files", *more.split()}
