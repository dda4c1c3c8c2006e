"""Hypothesis strategies: random tables with several rows, all rules, and random laws."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import strategies as st

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.errors import IncompleteSupport
from exact.laws.maxent import MaxEntLaw, law_of_epsilon, law_of_gamma, law_of_variance
from exact.numbers.epsilon import Epsilon
from exact.quantiser.names import RULES
from exact.quantiser.rules import complete_cmf, key_counts
from exact.table.origin import Origin
from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from tests.certificate.making import source
from verification.claims.request import Request, Target
from verification.findings.declared import Declared
from verification.findings.span import Span


@st.composite
def rows(draw: st.DrawFn, keysize: int) -> Row:
    """Generate a row: cuts of the keys, with noise that may come back in a later run."""
    cuts = draw(st.sets(st.integers(1, keysize - 1), max_size=6))
    ends = [0, *sorted(cuts), keysize]
    noise = st.integers(-2, 2)
    return Row.of([(draw(noise), b - a) for a, b in pairwise(ends)])


@st.composite
def tables(draw: st.DrawFn) -> PTable:
    """Generate a table of one to four rows with any rule at zero and past the last row."""
    keysize = draw(st.sampled_from((2, 8, 10, 16, 64, 100, 2**32)))
    first = draw(st.integers(0, 3))
    found = draw(st.lists(rows(keysize), min_size=1, max_size=4))
    last = first + len(found) - 1
    rules: list[st.SearchStrategy[Beyond]] = [st.just(Repeat())]
    if len(found) > 1:
        rules.append(st.just(Stop()))
    start = draw(st.integers(first, last))
    rules.append(st.builds(Wrap, st.just(start), st.integers(1, last - start + 1)))
    zero = "row" if first == 0 else draw(st.sampled_from(("preserve", "none")))
    return PTable(keysize, first, tuple(found), draw(st.one_of(rules)), zero)


def epsilons() -> st.SearchStrategy[Epsilon]:
    """Generate rational epsilons and logarithms of ratios that tables really have."""
    small = st.integers(1, 12)
    ratios = st.builds(Fraction, small, small)
    logs = ratios.filter(lambda r: r != 1).map(lambda r: Epsilon(exp=max(r, 1 / r)))
    return st.one_of(ratios.map(lambda r: Epsilon(value=r / 4)), logs)


@st.composite
def requests_for(draw: st.DrawFn, table: PTable) -> Request:
    """Generate what to claim of a table: targets, declared moments, a key arithmetic."""
    chosen = draw(st.lists(epsilons(), min_size=1, max_size=2, unique=True))
    deltas = st.one_of(st.none(), st.builds(Fraction, st.integers(1, 9), st.just(10)))
    arithmetics: list[KeyArithmetic | None] = [None, SumModulo(table.keysize)]
    if table.keysize & (table.keysize - 1) == 0:
        modulus = draw(st.integers(table.keysize // 2 + 1, table.keysize))
        arithmetics.append(XorOfFour(table.keysize, modulus))
    values = st.builds(Fraction, st.integers(0, 2))
    spans = st.one_of(
        st.none(),
        values.map(Span.exactly),
        st.builds(lambda low, width: Span(low - width, low + width), values, values),
    )
    largest = st.one_of(st.none(), st.integers(0, 3))
    arithmetic = draw(st.sampled_from(arithmetics))
    return Request(
        table,
        source(table),
        tuple(Target(found, draw(deltas)) for found in chosen),
        arithmetic,
        assumed=arithmetic is not None and draw(st.booleans()),
        declared=Declared(bias=draw(spans), variance=draw(spans), noise=draw(largest)),
    )


def laws() -> st.SearchStrategy[MaxEntLaw]:
    """Generate laws of all kinds: gamma rational or 0, from epsilon, from a variance."""
    D = st.integers(1, 5)
    rates = st.builds(Fraction, st.integers(0, 9), st.just(40))
    positions = st.sampled_from((Fraction(0), Fraction(1, 2), Fraction(9, 10)))
    shares = st.builds(Fraction, st.integers(1, 8), st.just(8))
    return st.one_of(
        st.builds(law_of_gamma, D, rates),
        st.builds(law_of_epsilon, D, epsilons(), positions),
        st.builds(lambda d, share: law_of_variance(d, share * d * (d + 1) / 3), D, shares),
    )


@st.composite
def tables_of_laws(draw: st.DrawFn) -> PTable:
    """Generate a table quantised from a declared law, in one or two equal rows."""
    law, rule = draw(laws()), draw(st.sampled_from(RULES))
    for bits in (draw(st.integers(4, 40)), 128):
        try:
            counts = key_counts(complete_cmf(law, 1 << max(bits, (2 * law.D).bit_length()), rule))
        except IncompleteSupport:
            continue
        row = Row(tuple(zip(range(-law.D, law.D + 1), counts, strict=True)))
        return PTable(
            sum(counts), law.D, (row,) * draw(st.integers(1, 2)), origin=Origin(law, rule)
        )
    raise AssertionError("2^128 keys keep every noise value of these laws")
