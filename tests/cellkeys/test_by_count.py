"""The law of a key belongs to the count of its cell: enumerated over all record keys."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exact.cellkeys.arithmetic import ByteFold, SumModulo, XorOfFour
from exact.cellkeys.named import named_arithmetic
from exact.errors import InputError
from exact.margins.known_keys import known_keys
from exact.margins.residues import by_residues
from exact.margins.worst import counted
from exact.margins.xor_release import xor_deltas
from exact.numbers.epsilon import Epsilon
from exact.table.lookups import looked_up_by_records
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.certificate.making import Json, claim, failing, source, text_of
from tests.enumeration import (
    FOLD,
    SUM,
    XOR,
    Keys,
    Rows,
    any_law,
    counts_of,
    drawn,
    draws,
    law,
    law_of_four,
    margin_delta,
    pair_delta,
    released,
    sums_of,
    tables,
)
from verification.audit import Audit, AuditOptions, audit
from verification.claims.request import Request, Target

E = Fraction(3, 2)
EPSILON = Epsilon(exp=E)
ARITHMETICS = (
    *(Keys(SUM, K, K) for K in (1, 2, 5, 16)),
    *(Keys(XOR, K, B) for K, B in ((2, 2), (4, 3), (8, 7), (8, 8))),
    *(Keys(FOLD, 256, B) for B in (1, 3, 16, 300)),
)


@pytest.mark.parametrize("keys", ARITHMETICS, ids=str)
def test_a_key_has_the_law_of_the_record_keys_of_so_many_people(keys: Keys) -> None:
    """Of nobody the key is 0; of one person each record key is as likely as any other."""
    arithmetic = keys.arithmetic()
    for count in (0, 1, 2):
        if count == 2 and len(list(keys.vectors())) > 300:
            continue
        found: Counter[int] = Counter()
        for vector, number in sums_of(keys, count).items():
            found[keys.key(vector)] += number
        made, total = arithmetic.law_at(count), sum(found.values())
        assert [Fraction(made.weight(key), made.total) for key in range(keys.K)] == [
            Fraction(found[key], total) for key in range(keys.K)
        ]


def test_a_count_of_people_is_a_whole_number() -> None:
    """A law is asked for with a count."""
    for arithmetic in (SumModulo(4), XorOfFour(4, 3), ByteFold()):
        with pytest.raises(InputError, match="must be an integer of at least 0"):
            arithmetic.law_at(-1)


@pytest.mark.parametrize("people", [1, 2, 3])
def test_the_sums_of_people_are_uniform_whoever_they_are(people: int) -> None:
    """What the enumeration takes for granted, shown by every record key of every person."""
    for keys in (Keys(SUM, 4, 4), Keys(XOR, 2, 2)):
        found = sums_of(keys, people)
        assert set(found) == set(keys.vectors())
        assert len(set(found.values())) == 1
    three = Keys(SUM, 3, 3)
    assert {tuple(each.values()) for each in draws(three, {"A": people, "B": 0})} == {
        ((0,), (0,)),
        ((1,), (0,)),
        ((2,), (0,)),
    }


def test_both_ways_to_enumerate_four_sums_agree() -> None:
    """All vectors of two cells with their margin, and component by component."""
    keys, cells = Keys(XOR, 4, 3), ("F", "M", "FM")
    for seed in range(6):
        table = drawn(Random(seed), 4)
        for f, m in product((0, 1), repeat=2):
            if all(map(table.covers, (f, m, f + m))):
                groups = {"F": f, "M": m}
                assert law(table, keys, groups, cells) == law_of_four(table, keys, groups, cells)


def test_the_table_that_cells_see_has_the_noise_of_every_count_and_key() -> None:
    """Also past the last row, where larger counts use the row of 0, and from any first key on."""
    chance = Random("seen")
    for _ in range(400):
        table = drawn(chance)
        made = table.ptable()
        seen = looked_up_by_records(made)
        for count in filter(table.covers, counts_of(table)):
            for key in range(table.K):
                number = next(
                    number
                    for number in range(made.first_key, made.last_key + 1)
                    if (number - key) % table.K == 0
                )
                assert seen.noise(count, number) == table.added(count, key if count else 0)


def test_an_audit_with_stated_keys_is_that_of_all_record_keys() -> None:
    """The tight delta over all pairs, (0, 1) with them; uniform keys above 0 where they add."""
    for table, keys in tables(150, "audit"):
        by_pair = [pair_delta(table, keys, n, E) for n in counts_of(table)]
        worst = max((delta for delta in by_pair if delta is not None), default=None)
        if keys.kind == XOR and table.order is not None:
            continue  # the law at the places of an order is not known
        if worst is None:
            with pytest.raises(InputError, match="covers no two neighbouring counts"):
                audited(table, keys)
            continue
        privacy = audited(table, keys).privacy
        assert privacy is not None
        assert privacy.key_law is not None
        assert privacy.key_law.worst.delta.exact == worst
        if keys.kind == SUM:
            assert privacy.worst.delta.exact == worst


@pytest.mark.parametrize("modulus", [1, 3, 16])
def test_so_is_the_law_of_the_byte_fold(modulus: int) -> None:
    """256 keys, of which few sums reach few."""
    keys = Keys(FOLD, 256, modulus)
    for seed in range(3):
        table = drawn(Random(seed), 256, "row")
        table = Rows(256, 0, table.noise, zero="row")
        worst = max(pair_delta(table, keys, n, E) or 0 for n in counts_of(table))
        found = audited(table, keys).privacy
        assert found is not None
        assert found.key_law is not None
        assert found.key_law.worst.delta.exact == worst


def audited(table: Rows, keys: Keys) -> Audit:
    """Return the audit of a table whose keys are stated."""
    return audit(table.ptable(), EPSILON, None, AuditOptions(arithmetic=keys.arithmetic()))


def test_a_certificate_with_stated_keys_is_accepted_and_says_the_same() -> None:
    """The checker computes what the generator did; dp-all-events is that of all record keys."""
    for table, keys in tables(60, "certificate"):
        by_pair = [pair_delta(table, keys, n, E) for n in counts_of(table)]
        if (keys.kind == XOR and table.order is not None) or not any(by_pair):
            continue
        document = certified(table, keys)
        failing(document)
        worst = max(delta for delta in by_pair if delta is not None)
        assert largest(document, "key-law") == worst
        if keys.kind == SUM:
            assert largest(document, "dp-all-events") == worst


def certified(table: Rows, keys: Keys) -> Json:
    """Return the certificate of a table whose keys are stated, as a value."""
    made = table.ptable()
    request = Request(made, source(made), (Target(EPSILON),), keys.arithmetic())
    found: Json = json.loads(text_of(request, ()))
    return found


def largest(document: Json, name: str) -> Fraction:
    """Return the largest delta of a claim."""
    return max(Fraction(pair["delta"]["hi"]) for pair in claim(document, name)["pairs"])


def test_cells_with_their_margin_give_away_what_all_record_keys_give() -> None:
    """Over all pairs of counts, empty cells with them, whichever row they use."""
    for table, keys in tables(150, "margins"):
        if keys.kind == XOR and (table.K > 4 or table.order is not None):
            continue
        counts = product(counts_of(table), repeat=2)
        found = [margin_delta(table, keys, each, E) for each in counts]
        worst = max((delta for delta in found if delta is not None), default=None)
        made = table.ptable()
        if keys.kind == SUM:
            margins = counted(made)
            assert margins is not None
            looked_at = margins.looked_at
            assert looked_at.all
            delta = margins.worst(EPSILON).delta.exact if looked_at.pairs else None
        else:
            bounds = xor_deltas(by_residues(made), keys.arithmetic(), EPSILON)  # type: ignore[arg-type]
            delta = None if bounds is None else bounds.bounds.hi
        assert delta == worst


def test_the_law_of_empty_cells_is_not_that_of_uniform_keys() -> None:
    """A row of 0 for uniform keys: delta of (0, 1) is 0; nobody's key is 0, and delta is 1/2."""
    coin = PTable(4, 0, (Row(((0, 2), (1, 2))), Row(((-1, 2), (0, 2)))), zero="row")
    keys = Keys(SUM, 4, 4)
    assert any_law(Rows.of(coin), keys, {"A": 0}, ("A",)) == {(0,): 1}
    for stated, delta in ((None, Fraction(0)), (SumModulo(4), Fraction(1, 2))):
        found = audit(coin, Epsilon(exp=Fraction(2)), None, AuditOptions(arithmetic=stated))
        assert found.privacy is not None
        pairs = [pair for pair in found.privacy.pairs if {pair.count, pair.other} == {0, 1}]
        assert (
            max(pair.profile.delta(Epsilon(exp=Fraction(2))).exact or 0 for pair in pairs) == delta
        )


def test_what_is_given_away_where_the_keys_of_others_are_known_is_enumerated() -> None:
    """One minus the probability that cells and margin are released alike, at the worst counts."""
    cells, nobody = ("FP", "M", "FPM"), {"P": (0,)}
    for table, keys in tables(120, "known"):
        margins = None if keys.kind == XOR else counted(table.ptable())
        if margins is None or not margins.looked_at.pairs:
            continue
        worst = Fraction(0)
        for f, m in product(counts_of(table), repeat=2):
            if not all(map(table.covers, (f, f + 1, m, f + m, f + m + 1))):
                continue
            others, alike, number = {"F": f, "M": m}, 0, 0
            for sums in draws(keys, others):
                absent = released(table, keys, others | {"P": 0}, cells, sums | nobody)
                for key in range(table.K):
                    present = sums | {"P": (key,)}
                    alike += released(table, keys, others | {"P": 1}, cells, present) == absent
                    number += 1
            worst = max(worst, 1 - Fraction(alike, number))
        known = known_keys(margins.table, margins.looked_at.pairs)
        assert known is not None
        assert known.delta == worst


def test_an_arithmetic_that_the_keys_do_not_allow_is_refused() -> None:
    """The XOR of four sums makes a power of two of keys; the option was ignored elsewhere."""
    with pytest.raises(InputError, match="makes a power of two of keys, at least 4"):
        named_arithmetic("xor4", None, 1000)
    assert named_arithmetic(None, None, 1000) is None
