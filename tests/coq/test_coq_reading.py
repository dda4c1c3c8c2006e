"""Nothing but integers and checked rationals comes from a certificate into Coq's source."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from exact.errors import InputError
from tests.coq.making import small_law
from verification.certificate.file import certificate_text, read_certificate
from verification.certificate.theorem import theorem_source

Json = dict[str, Any]
EVIL = "1/2 *) Axiom cheat : False. (*"


def document() -> Json:
    """Return a certificate as JSON, which the test may change."""
    found: Json = json.loads(certificate_text(small_law()))
    return found


def at(*path: str | int) -> Callable[[Json, Any], None]:
    """Return the function that puts a value at a place of a certificate."""

    def put(changed: Json, value: Any) -> None:
        place: Any = changed
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    put.__name__ = "-".join(str(key) for key in path)
    return put


PLACES = [
    at("input", "sha256"),
    at("table", "keysize"),
    at("table", "zero"),
    at("table", "beyond", "rule"),
    at("table", "rows", 0, "count"),
    at("table", "rows", 0, "noise", 0),
    at("table", "rows", 0, "keys", 0),
    at("table", "origin", "parameters", "gamma"),
    at("table", "origin", "rule"),
    at("table", "origin", "parameters", "D"),
    at("epsilons", 0, "epsilon"),
    at("epsilons", 0, "delta"),
    at("epsilons", 0, "exp", "lo"),
    at("claims", 2, "bits"),
    at("claims", 3, "rows", 0, "bias"),
    at("claims", 3, "rows", 0, "variance"),
    at("claims", 4, "pairs", 0, "delta", "hi"),
]


def outcome(changed: Json) -> str:
    """Return the source, or the error that refuses the certificate."""
    try:
        return theorem_source(read_certificate(json.dumps(changed).encode()))
    except InputError as error:
        return f"refused: {error}"


@pytest.mark.parametrize("put", PLACES, ids=[put.__name__ for put in PLACES])
@pytest.mark.parametrize("value", [EVIL, "1/0", 0.5, True, [EVIL], {"x": EVIL}, 1 << 200])
def test_a_hostile_value_never_reaches_the_source(put: Callable[..., None], value: Any) -> None:
    """It is refused, in one line."""
    changed = document()
    put(changed, value)
    found = outcome(changed)
    assert found.startswith("refused: ")
    assert "\n" not in found


@pytest.mark.parametrize("key", ["claims", "table", "epsilons", "input"])
def test_a_certificate_without_a_part_is_refused(key: str) -> None:
    """The error names what is missing."""
    changed = document()
    del changed[key]
    assert key in outcome(changed)
    assert outcome(changed).startswith("refused: ")


def test_rows_out_of_order_are_refused() -> None:
    """A row for another count than the next would make a table that was not certified."""
    changed = document()
    row = changed["table"]["rows"][0]
    changed["table"]["rows"] = [row, {**row, "count": row["count"] + 2}]
    assert outcome(changed).startswith("refused: count = 5: is out of order; expected 4")
