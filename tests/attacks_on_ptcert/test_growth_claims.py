"""Claims that name more work than their certificate is long: refused before it is done."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any
from unittest.mock import patch

import pytest

from exact.table.ptable import PTable
from exact.table.row import Row
from tests.certificate.making import Json, is_accepted, source, targets, text_of
from tests.certificate.test_composition import certified, plain
from tests.steps import steps
from verification.checking import products
from verification.checking.margins import by_points
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
