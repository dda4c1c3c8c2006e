"""Differencing against enumeration of the two keys and of all events."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from exact.attacks.differencing import pair_of, worst_pair
from exact.table.ptable import Beyond, PTable, Repeat, Stop
from exact.table.row import Row
from tests.real_tables import D5V3


@st.composite
def tables(draw: st.DrawFn) -> PTable:
    """Two to four rows of four keys."""
    noise = st.lists(st.integers(-2, 2), min_size=4, max_size=4)
    rows = draw(st.lists(noise, min_size=2, max_size=4))
    beyond: Beyond = Repeat() if draw(st.booleans()) else Stop()
    return PTable(4, 1, tuple(Row.of([(z, 1) for z in row]) for row in rows), beyond)


def both_laws(
    table: PTable, n: int
) -> tuple[dict[tuple[int, int], Fraction], dict[tuple[int, int], Fraction]]:
    """Return the laws of the released pair: the person not there, and there with any record key."""
    keys = range(table.keysize)
    same = Counter((n + table.noise(n, k), n + table.noise(n, k)) for k in keys)
    one_more = Counter(
        (n + table.noise(n, k), n + 1 + table.noise(n + 1, (k + r) % table.keysize))
        for k, r in product(keys, repeat=2)
    )
    return (
        {pair: Fraction(w, len(keys)) for pair, w in same.items()},
        {pair: Fraction(w, len(keys) ** 2) for pair, w in one_more.items()},
    )


@given(tables(), st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(20)]))
def test_the_tight_delta_is_that_of_all_events(table: PTable, E: Fraction) -> None:
    """Over both directions, with E = e^epsilon: the sum of the positive excesses."""
    pair = pair_of(table, 1)
    not_there, there = both_laws(table, 1)
    directions = ((not_there, there), (there, not_there))
    deltas = [
        sum(max(Fraction(0), P.get(y, Fraction(0)) - E * Q.get(y, Fraction(0))) for y in {*P, *Q})
        for P, Q in directions
    ]
    assert pair.proved == max(deltas)


@given(tables())
def test_what_equal_releases_say(table: PTable) -> None:
    """Bayes over all pairs of keys."""
    pair = pair_of(table, 1)
    not_there, there = both_laws(table, 1)
    assert all(a == b for a, b in not_there)
    equal = sum((p for (a, b), p in there.items() if a == b), Fraction(0))
    assert pair.equal == equal
    assert pair.believed(Fraction(1, 3)) == equal / (equal + 2)
    law = Counter[int]()
    for (a, b), p in there.items():
        law[b - a] += p  # type: ignore[assignment] # exact shares are counted
    assert {d: pair.difference().probability(d) for d in law} == dict(law)


@given(tables())
def test_the_worst_pair_is_the_worst_of_all(table: PTable) -> None:
    """Every pair of neighbouring counts that the table covers, past its last row too."""
    last = table.last_count + (1 if isinstance(table.beyond, Repeat) else 0)
    proved = {n: pair_of(table, n).proved for n in range(1, last)}
    worst = worst_pair(table)
    assert worst.proved == max(proved.values())


def test_a_real_table_gives_one_person_away_in_85_of_100_cases() -> None:
    """R ptable, D = 5, V = 3: sum of p(z) p(z - 1) is about 0.149."""
    keys = [w for _, w in D5V3.rows[0].runs]
    equal = Fraction(sum(a * b for a, b in pairwise(keys)), 10**16)
    assert pair_of(D5V3, 8).equal == equal
    assert Fraction(149, 1000) < equal < Fraction(150, 1000)
