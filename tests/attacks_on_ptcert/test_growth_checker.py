"""The work of the checker grows with the certificate, also of one that it rejects: in steps."""

import json

import pytest

from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from tests.certificate.making import Json, is_accepted, source, targets, text_of
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
