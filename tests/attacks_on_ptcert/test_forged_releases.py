"""Forgeries that agree with themselves: keys that cannot be so, counts that nobody looked at."""

import json
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from itertools import product

import pytest

from exact.errors import InputError
from exact.keyorder.order import Mixed
from exact.numbers.epsilon import epsilon
from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.certificate.making import Json, claim, is_accepted, source, targets, text_of
from tests.certificate.optimality_cases import few_keys
from verification.claims.released import OtherTable, Released, ReleaseTarget, TableOfPlan
from verification.claims.request import Request, Target

RUNS = ((-2, 1), (-1, 1), (0, 2), (1, 1), (2, 1))
FORWARDS, BACKWARDS = (PTable(6, 5, (Row(runs),)) for runs in (RUNS, RUNS[::-1]))
BY_AGE, BY_SEX = (TableOfPlan(name, 0, (name,), (), None, 0) for name in ("age", "sex"))
ALIKE = Row(((0, 2**16), (1, 2**16)))
# Of a count of 0 too: half of the keys lead to noise 0, the first one among them.
PERTURBED = PTable(2, 0, (Row(((0, 1), (-1, 1))),), zero="row")


def release(
    keys: str, *tables: TableOfPlan, other: PTable | None = None, delta: str = "4/5"
) -> Released:
    """Return a release at epsilon 1, by one or two perturbation tables."""
    aims = (ReleaseTarget(epsilon("1"), Fraction(delta)),)
    digest = sha256(write_native(other).encode()).hexdigest() if other else ""
    others = () if other is None else (OtherTable(digest, other),)
    return Released(keys, "record-keys", 8, aims, others, tables)


def certified(table: PTable, released: Released) -> Json:
    """Return the certificate of a release."""
    request = Request(table, source(table), targets("1"), release=released)
    found: Json = json.loads(text_of(request, ()))
    return found


def mixed(text: str, runs: Row = ALIKE) -> PTable:
    """Return a table of 2^17 keys in a mixed order."""
    return PTable(2**17, 1, (runs,), key_order=Mixed(text))


def same_people(document: Json) -> Json:
    """Let both tables of a certificate be of the same people."""
    for table in document["release"]["tables"]:
        table["dimensions"] = ["age"]
    return document


def test_one_key_in_two_tables_is_not_composed() -> None:
    """Noise written backwards takes the other away: the sum of both releases is twice the count.

    Composed as if the keys were independent, delta was below 4/5, and it is 1.
    """
    sums = {FORWARDS.noise(5, key) + BACKWARDS.noise(5, key) for key in range(6)}
    assert sums == {0}
    second = replace(BY_SEX, ptable=1)
    document = certified(FORWARDS, release("independent", BY_AGE, second, other=BACKWARDS))
    assert is_accepted(document)
    assert not is_accepted(same_people(document))
    again = release("independent", BY_AGE, replace(second, dimensions=("age",)), other=BACKWARDS)
    with pytest.raises(InputError, match="looks people up in another perturbation table"):
        certified(FORWARDS, again)


@pytest.mark.parametrize(("text", "fine"), [("one", False), ("two", True)])
def test_one_key_in_two_mixed_orders_is_composed_if_they_differ(text: str, fine: bool) -> None:
    """One text leads a key to one place in both tables; two are assumed to be pseudorandom."""
    other = mixed(text, Row(((0, 2**15), (1, 3 * 2**15))))
    planned = (BY_AGE, replace(BY_SEX, ptable=1))
    document = certified(mixed("one"), release("mixed", *planned, other=other))
    assert is_accepted(document)
    assert is_accepted(same_people(document)) == fine


def test_a_published_order_keeps_nothing_from_who_knows_all_other_keys() -> None:
    """Such an attacker knows every sum without the person, and so its noise: nothing is claimed."""
    released = release("mixed", BY_AGE, BY_SEX)
    document = certified(mixed("one"), released)
    assert is_accepted(document)
    document["release"]["secret"] = "own-record-key"
    assert not is_accepted(document)
    with pytest.raises(InputError, match="who knows all others knows their sums"):
        certified(mixed("one"), replace(released, secret="own-record-key"))


def delta_of_three(n: int, E: Fraction) -> Fraction:
    """Return delta of three cells of a count and their margin, key by key; of nobody it is 0."""

    def law(counts: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
        found: dict[tuple[int, ...], Fraction] = {}
        spaces = [range(2) if count else (0,) for count in counts]
        tries = [*product(*spaces)]
        for keys in tries:
            cells = [c + PERTURBED.noise(c, k) for c, k in zip(counts, keys, strict=True)]
            total = sum(counts) + PERTURBED.noise(sum(counts), sum(keys) % 2)
            outcome = (*cells, total)
            found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, len(tries))
        return found

    P, Q = law((n,) * 3), law((n + 1, n, n))
    ways = ((P, Q), (Q, P))
    nothing = Fraction(0)
    each = ([p - E * b.get(y, nothing) for y, p in a.items()] for a, b in ways)
    return max(sum((d for d in one if d > 0), nothing) for one in each)


def test_empty_cells_do_not_stand_for_all_where_row_0_repeats() -> None:
    """Three empty cells have delta 1/2, three cells of one person each 3/4: 3/5 is not kept."""
    E = Fraction(271829, 100000)  # above e
    assert (delta_of_three(0, E), delta_of_three(1, E)) == (Fraction(1, 2), Fraction(3, 4))
    table = replace(BY_SEX, margins=((),))
    two = replace(release("sum", table), categories=(("sex", 2),))
    document = certified(PERTURBED, two)
    assert is_accepted(document)
    document["release"] |= {"categories": [["sex", 3]]}
    document["release"]["targets"][0]["delta"] = "3/5"
    point: Json = {"epsilon": "1", "delta": {"lo": "0/1", "hi": "1/2"}, "counts": [0, 0, 0]}
    point |= {"added": False, "A": "1/2", "B": "0/1"}
    claim(document, "margins").update(categories=3, tuples=1, never=[], points=[point])
    assert not is_accepted(document)
    with pytest.raises(InputError, match="joint law of too many rows"):
        certified(PERTURBED, replace(two, categories=(("sex", 3),)))


@pytest.mark.parametrize("keys", ["sum", "mixed"])
def test_the_key_of_nobody_is_not_uniform_where_keys_add(keys: str) -> None:
    """The sum of no record keys is 0, so an empty cell has one noise, and not that of its row."""
    runs = Row(((0, 2**16), (-1, 2**16)))
    perturbed = PTable(2**17, 0, (runs,), zero="row", key_order=Mixed("one"))
    document = certified(perturbed, release("independent", BY_AGE))
    assert is_accepted(document)
    document["release"]["keys"] = claim(document, "composition")["keys"] = keys
    assert not is_accepted(document)
    with pytest.raises(InputError, match="none below 1 is proved"):  # -1, against 0 or 1
        certified(perturbed, release(keys, BY_AGE))
    assert is_accepted(certified(perturbed, release(keys, replace(BY_AGE, count_floor=1))))


def best_from_count_2() -> Json:
    """Return the certificate of a table from count 2 on with the proof of one from count 1 on."""
    table, proof = few_keys()["rows"]
    at = (Target(proof.epsilon),)
    best = json.loads(text_of(Request(table, source(table), at, proof=proof), ()))
    later = replace(table, first_count=2, rows=table.rows[1:], zero="none")
    document: Json = json.loads(text_of(Request(later, source(later), at), ()))
    document["claims"].append(claim(best, "optimality"))
    covers = claim(document, "well-formed")["covers"]
    claim(document, "optimality")["covers"] = covers
    return document


def test_no_row_stands_for_a_count_before_the_first() -> None:
    """A table from count 2 on is not the best of those with a row for count 1."""
    document = best_from_count_2()
    assert not is_accepted(document)
    document["claims"].pop()
    assert is_accepted(document)
