"""Claims that name more work than their certificate is long: refused before it is done."""

import json
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from types import FrameType
from typing import Any
from unittest.mock import patch

import pytest

from exact.table.ptable import PTable
from exact.table.row import Row
from tests.certificate.making import Json, is_accepted, source, targets, text_of
from tests.certificate.test_composition import certified, plain
from tests.steps import steps
from verification import checker
from verification.checking import composition as composed
from verification.checking import margins as joint
from verification.checking import optimality as best
from verification.checking import products
from verification.checking.margins import Counts, by_points, residuals_that_never_occur
from verification.checking.refusing import BadFile, ClaimFails
from verification.checking.table import Table
from verification.claims.request import Request

MOST_LINES = 1_000_000
KEYS = 4000


class TooMuch(BaseException):
    """More lines of the checker were run than its limits allow; nobody catches this."""


@contextmanager
def few_lines(most: int) -> Iterator[None]:
    """Stop after so many lines of the checker."""
    left = most

    def counted(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal left
        if "/verification/check" not in frame.f_code.co_filename:
            return None
        left -= event == "line"
        if left < 0:
            raise TooMuch
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        yield
    finally:
        sys.settrace(before)


def forged(table: PTable, claim: Json, **changes: object) -> Json:
    """Return the certificate of a table with one claim alone, which nobody made."""
    found: Json = json.loads(text_of(Request(table, source(table), targets("ln(2)")), ()))
    return found | {"claims": [{"status": "holds"} | claim]} | changes


def optimal(**rules: object) -> Json:
    """Return a certificate that says of three lines that they are the best of all such tables."""
    said: Json = {"D": [2], "variance": ["3/1"], "holes": [], "last": 1, "zero": "preserve"}
    said |= {"stay": [], "shape": "unimodal", "first_pair": "exclude", "cap": None}
    said |= {"last_row": [], "exact_variance": False, "unbiased": True}
    claim = {"name": "optimality", "epsilon": "ln(2)", "objective": "delta", "target": None}
    table = PTable(4, 1, (Row(((0, 4),)),))
    return forged(table, claim | {"nodes": [[0]], "vectors": [], "rules": said | rules})


def holes() -> Json:
    """Return a certificate of a long row that repeats up to a hole far away."""
    table = PTable(KEYS, 1, (Row(tuple((z, 1) for z in range(KEYS))),))
    found = forged(table, {"name": "key-completeness"})
    found["table"]["holes"] = [900_000]
    return found


def law(name: str, x: Json | None, **parameters: object) -> Json:
    """Return a certificate that says that one row follows a law."""
    claim = {"name": "quantisation", "x": x, "bits": 1024}
    found = forged(PTable(4, 1, (Row(((0, 4),)),)), claim)
    found["table"]["origin"] = {"law": name, "rule": "ceiling", "epsilon": None, "delta": None}
    found["table"]["origin"]["parameters"] = parameters
    return found


UNITS = [f"{10**2000 + 1}/{10**2000 + 2 * n + 3}" for n in range(60)]
LONG = 10**4000
X = {"lo": f"{LONG * 9 // 10 + 1}/{LONG}", "hi": f"{LONG * 9 // 10 + 3}/{LONG}"}
COSTLY: dict[str, Callable[[], Json]] = {
    "optimality of many noise values": lambda: optimal(D=[10_000], last=3000),
    "optimality of many shares": lambda: optimal(D=[9000], last_row=["1/18002"] * 9002),
    "optimality in long numbers": lambda: optimal(D=[200], variance=UNITS, last=60),
    "optimality in long numbers of many noise values": lambda: optimal(
        D=[10_000], last=5, variance=[f"{10**1200 + 1}/{10**1200 + 3}"]
    ),
    "optimality of many holes": lambda: optimal(D=[5000], last=10, holes=[*range(1, 9000)]),
    "a hole far away": holes,
    "a root of long numbers": lambda: law("maxent", X, D=100_000, gamma={"variance": "5"}),
    "a law of many counts": lambda: law("hellinger", None, epsilon="30", m=5000, last_count=5000),
}


@pytest.mark.parametrize("name", COSTLY)
def test_a_claim_of_much_work_is_refused_before_it_is_done(name: str) -> None:
    """Files of 2 to 250 kB kept the checker busy for minutes, or filled the memory."""
    document = COSTLY[name]()
    with few_lines(MOST_LINES):
        assert not is_accepted(document)


def written_table(K: int, rows: list[list[tuple[int, int]]]) -> Json:
    """Return a table from count 1 on, as a certificate has it, with what nobody needs to draw."""
    listed = [
        {"count": n, "noise": [z for z, _ in row], "keys": [keys for _, keys in row]}
        for n, row in enumerate(rows, 1)
    ]
    return {
        "format": "ptcert-ptable",
        "version": 2,
        "keysize": K,
        "first_key": 0,
        "zero": "none",
        "beyond": {"rule": "repeat"},
        "holes": [],
        "origin": None,
        "rows": listed,
    }


def of_margins(K: int, rows: list[list[tuple[int, int]]], epsilons: int = 1) -> Json:
    """Return a certificate of two cells and their margin that says next to nothing of them."""
    points = [{"epsilon": f"ln({n})", "counts": [1, 1]} for n in range(2, epsilons + 2)]
    claim = {"name": "margins", "never": [], "points": points}
    found = forged(PTable(4, 1, (Row(((0, 4),)),)), claim)
    found["key_arithmetic"] = {"kind": "sum", "assumed": False}
    exp = [{"lo": f"{n}/1", "hi": f"{n}/1"} for n in range(2, epsilons + 2)]
    found["epsilons"] = [
        {"epsilon": point["epsilon"], "delta": None, "exp": bounds}
        for point, bounds in zip(points, exp, strict=True)
    ]
    return found | {"table": written_table(K, rows)}


def rising(runs: int, first: int, K: int) -> list[tuple[int, int]]:
    """Return a row of so many runs, the last of which has most keys."""
    keys = [first + z for z in range(runs - 1)]
    return [*enumerate(keys), (runs - 1, K - sum(keys))]


# By its rows and epsilons: files of 6 to 17 kB, which took half a minute or more than a gigabyte.
JOINT: dict[str, tuple[list[list[tuple[int, int]]], int]] = {
    "of many rows": ([rising(9, n, 2**64) for n in range(1, 90)], 1),
    "of many runs": ([rising(20, n, 2**64) for n in range(1, 31)], 1),
    "at many epsilons": ([rising(3, n, 2**64) for n in range(1, 60)], 100),
}


@pytest.mark.parametrize("name", JOINT)
def test_joint_laws_are_all_counted_before_the_first_is_taken(name: str) -> None:
    """The bound was on those taken so far: a file was refused after minutes, all of them kept."""
    rows, epsilons = JOINT[name]
    document = of_margins(2**64, rows, epsilons)
    with few_lines(MOST_LINES), pytest.raises(ClaimFails, match="too long to count"):
        checker.check(document)


def test_no_joint_law_is_kept() -> None:
    """Of a hundred laws the checker holds two at a time: four rows take no more than one."""
    few, many = ([rising(24, n, 2**64) for n in range(1, rows + 1)] for rows in (1, 5))
    peaks = []
    for rows in (few, many):
        document = of_margins(2**64, rows)
        tracemalloc.start()
        with pytest.raises(BadFile, match="has the keys"):
            checker.check(document)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 3 * peaks[0]


def test_residuals_are_sought_no_further_than_the_certificate_names_them() -> None:
    """A row of noise far apart has as many sums as runs to the third power: gigabytes of them."""
    row = (*((1 << n, 1) for n in range(58)), (0, 2**64 - 58))
    table = Table(2**64, 0, range(1, 2), (row,), "none", [], None, "repeat", 1, 1)
    counts: list[Counts] = [(1, 1)]
    occur = set[int]()
    with pytest.raises(ClaimFails, match="more residuals never occur"):
        residuals_that_never_occur(table, counts, occur, 1000)
    assert len(residuals_that_never_occur(table, counts, occur, 10**6)) > 1000
    with (
        patch.object(joint, "MOST_SUMS", 59 + 59**2 + 58),
        pytest.raises(ClaimFails, match="too many to count"),
    ):
        residuals_that_never_occur(table, counts, occur, 10**6)


def deep_tree(D: int) -> Json:
    """Return a claim of optimality whose tree splits every noise value of a row, one by one."""
    document = optimal(D=[D], last=1, variance=[f"{D * D}/1"])
    document["claims"][0]["nodes"] = [[1, z, 0] for z in range(-1, D)]
    return document


def test_a_deep_tree_takes_memory_for_its_depth_alone() -> None:
    """Each split held a copy of all above it: 56 kB took 340 MB, ten times as much 30 GB."""
    peaks = []
    for D in (150, 600):
        tracemalloc.start()
        with pytest.raises(ClaimFails, match="open ends"):
            checker.check(deep_tree(D))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 6 * peaks[0]


def test_the_noise_values_that_leaves_add_up_are_counted() -> None:
    """A leaf for every noise value of a long row: 100 kB took half a minute."""
    D = 40
    document = optimal(D=[D], last=1, variance=[f"{D * D}/1"])
    splits = [[[1, z, 0], [0]] for z in range(-1, D)]
    vector: Json = {"events": [0, 0], "variances": []}
    vector |= {"outputs": [[0] * (2 * D), [0] * (2 * D)], "conditions": []}
    claim = document["claims"][0] | {"nodes": [*chain.from_iterable(splits), [0]]}
    claim["vectors"] = [vector]
    with (
        patch.object(best, "MOST_SPLIT", D * D // 2),
        patch.object(best, "costs_of", lambda *_: ([[0], [0] * (D + 2)], Fraction(0), 1)),
        pytest.raises(ClaimFails, match="splits too many noise values"),
    ):
        checker.check(document | {"claims": [claim]})


def of_floors(tables: int, runs: int) -> Json:
    """Return a composition of tables with other floors, each with the atoms that are due."""
    found = certified(PTable(6, 1, (Row(((-1, 2), (0, 2), (1, 2))),)), plain(1))
    found["table"] = written_table(runs, [[(z, 1) for z in range(runs)] for _ in range(tables)])
    one: Json = {"ptable": 0, "dimensions": None, "margins": [], "cells": 1}
    found["release"]["tables"] = [
        one | {"name": f"{n}", "count_floor": n + 1} for n in range(tables)
    ]
    atoms = [[1, 0], [runs - 1, runs - 1], [0, 1]]
    cell = {"ptable": 0, "margin": False, "number": 1, "atoms": atoms, "count": None, "scores": []}
    cells = [cell | {"floor": n + 1, "indices": [None, 0, None]} for n in range(tables)]
    claim = {"name": "composition", "status": "holds", "keys": "independent", "points": []}
    return found | {"claims": [claim | {"cells": cells}], "key_arithmetic": None}


def test_rows_are_looked_at_once_whatever_the_floors() -> None:
    """For each floor all rows from there on were: 1.2 MB took nearly five minutes."""
    few, many = of_floors(12, 40), of_floors(48, 40)
    for document in (few, many):
        with pytest.raises(ClaimFails, match="composition: epsilons"):
            checker.check(document)
    assert steps(lambda: is_accepted(many)) < 5 * steps(lambda: is_accepted(few))
    with (
        patch.object(composed, "MOST_CORNERS", -(10**6)),
        pytest.raises(ClaimFails, match="too many to be looked at"),
    ):
        checker.check(few)


def test_factors_far_apart_on_the_grid_are_counted_too() -> None:
    """Two atoms have all points between them: each cell may have a million, and cells are many."""
    work = products.Work()
    with patch.object(products, "MOST_IN_ALL", 2500):
        assert len(products.points_of({0: 1, 999: 1}, work).weights) == 1000
        assert len(products.points_of({5: 1, 1504: 1}, work).weights) == 1500
        with pytest.raises(ClaimFails, match="too much is multiplied"):
            products.points_of({0: 1}, work)


@pytest.mark.parametrize("epsilon", ["1/7", f"ln({7 * 10**1500 + 1}/{3 * 10**1500})"])
def test_bounds_of_an_exponential_are_of_bounded_length(epsilon: str) -> None:
    """Bounds of e^epsilon of 4,000 digits were computed anew at twice as many: a minute each."""
    document = forged(PTable(4, 1, (Row(((0, 4),)),)), {"name": "zero"})
    exp = {"lo": "1/1", "hi": f"{10**4000 + 1}/{10**3990}"}
    document["epsilons"] = [{"epsilon": epsilon, "delta": None, "exp": exp}]
    with few_lines(50_000), pytest.raises(ClaimFails, match="out of range"):
        checker.check(document)


class Equal(int):
    """A number of keys; it counts how often one is held against another."""

    asked = 0

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        Equal.asked += 1
        return int(self) == other


def test_rows_of_one_hash_are_not_held_against_each_other() -> None:
    """Numbers of keys 2^61 - 1 apart have one hash, and a thousand rows were compared in pairs."""
    rows = tuple(((0, Equal(n)), (1, Equal(10**6 - n))) for n in range(1, 60))
    table = Table(10**6, 0, range(1, 60), rows, "none", [], None, "repeat", 59, 1)
    assert len(table.pairs()) == 2 * 59
    assert Equal.asked == 0


def test_an_empty_cell_beside_one_of_many_keys_is_counted_at_once() -> None:
    """The keys of the margin were listed again for every key of the cell: 10^10 at 10^5 keys."""
    many, nobody = tuple((key % 2, 1) for key in range(KEYS)), ((0, 1),)
    half = {(0, 0, 0): KEYS // 2, (0, 1, 1): KEYS // 2}
    assert by_points((nobody, many), many) == half
    assert by_points((many, nobody), many) == {(1, 0, 1): KEYS // 2, (0, 0, 0): KEYS // 2}
    assert steps(lambda: by_points((many, nobody), many)) < 3 * KEYS


def test_all_products_of_a_composition_together_are_bounded() -> None:
    """Each was bounded, not their number: a thousand tables of two rows took half an hour."""
    document = certified(PTable(6, 1, (Row(((-1, 2), (0, 2), (1, 2))),)), plain(9))
    assert is_accepted(document)
    with patch.object(products, "MOST_IN_ALL", 1):
        assert not is_accepted(document)
