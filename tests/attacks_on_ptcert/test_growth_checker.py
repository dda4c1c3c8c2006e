"""The work of the checker grows with the certificate, also of one that it rejects: in steps."""

import json
from itertools import combinations

import pytest

from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from tests.certificate.making import Json, is_accepted, source, targets, text_of
from tests.certificate.test_composition import OTHER, certified, plain
from tests.steps import steps
from verification.claims.request import Request

KEYS = 4000


def of_many_rows(rows: int) -> Json:
    """Return the certificate of a table with many different rows, at one epsilon."""
    made = (Row(((-1, n + 1), (0, KEYS // 2 - n - 1), (1, KEYS // 2))) for n in range(rows))
    table = PTable(KEYS, 1, tuple(made), Repeat(), "preserve")
    found: Json = json.loads(text_of(Request(table, source(table), targets("ln(2)")), solvers=()))
    return found


@pytest.mark.parametrize("name", ["dp-all-events", "dp-singletons"])
def test_epsilons_without_evidence_cost_nothing(name: str) -> None:
    """A hundred epsilons and no entry of theirs: rejected before a pair is looked at.

    Every pair at every epsilon was computed once, a hundred times the work of the honest file.
    """
    honest = of_many_rows(60)
    assert is_accepted(honest)
    bases = [{"lo": f"{base}/1", "hi": f"{base}/1"} for base in range(2, 102)]
    many = [{"epsilon": f"ln({e['lo'][:-2]})", "delta": None, "exp": e} for e in bases]
    claims = [{**claim, "pairs": []} for claim in honest["claims"] if claim["name"] == name]
    forged = {**honest, "epsilons": many, "claims": claims}
    assert not is_accepted(forged)
    assert steps(lambda: is_accepted(forged)) < steps(lambda: is_accepted(honest))


def of_many_margins(tables: int) -> Json:
    """Return a certificate of tables by twelve dimensions each, with all 4,095 margins."""
    found = certified(OTHER, plain(2))
    listed = []
    for number in range(tables):
        names = [f"{number}{letter}" for letter in "abcdefghijkl"]
        margins = [list(some) for size in range(12) for some in combinations(names, size)]
        table = {"name": str(number), "ptable": 0, "dimensions": names, "margins": margins}
        listed.append(table | {"cells": None, "count_floor": 0})
    found["release"]["tables"] = listed
    return found


def test_margins_beyond_measure_are_counted_before_they_are_compared() -> None:
    """Twice as many cost twice as much; every set of dimensions was compared with every other."""
    few, many = of_many_margins(3), of_many_margins(6)
    assert not is_accepted(few)
    assert not is_accepted(many)
    assert steps(lambda: is_accepted(many)) < 3 * steps(lambda: is_accepted(few))
