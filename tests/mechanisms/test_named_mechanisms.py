"""The survey paper's mechanisms by name: rows, their tables, and the printed tables."""

from fractions import Fraction

import pytest

from exact.design.table import table_of_law
from exact.errors import InputError
from exact.laws.discrete_laplace import LaplaceLaw
from exact.laws.given import law_given
from exact.laws.registry import kind_of
from exact.mechanisms.pram import BLOCK, PRINTED, released
from exact.mechanisms.truncated_rows import residue_rows, small_count_rows
from exact.mechanisms.up_to_q import up_to_q_table
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import Repeat, Wrap
from reports.papers.shlomo_krenzke_li.printed import TABLE_2, TABLE_3

BITS = 100


@pytest.mark.parametrize("reading", ["printed", "block"])
@pytest.mark.parametrize("cap", [1, 2, 7, 11])
def test_pram_by_name_is_the_mechanism_of_the_page(cap: int, reading: str) -> None:
    """Every count up to two blocks, against the rows by exact quotients in e^epsilon."""
    law = law_given("pram", "2", {"cap": cap, "reading": reading})
    laplace = LaplaceLaw(Epsilon(value=Fraction(2)), cap)
    small = small_count_rows(laplace, cap)
    large = residue_rows(laplace, 2 * cap + 1)
    for count in range(5 * cap + 3):
        wanted = released(count, small, large, PRINTED if reading == "printed" else BLOCK)
        noise = law.noise(count)
        assert [count + z for z in noise.support] == list(wanted)
        weights = noise.weights(BITS)
        for value, chance in wanted.items():
            share, true = weights.share(value - count), chance.enclosure(BITS)
            assert share.lo <= true.hi
            assert true.lo <= share.hi
            assert share.width < Fraction(1, 1 << 60)


def test_pram_with_epsilon_2_and_cap_7_has_the_printed_tables() -> None:
    """Tables 2 and 3 but for the entries that the page of the paper lists: 0.76160 and a corner."""
    law = law_given("pram", "2", {"cap": 7, "reading": "block"})
    for first, table in ((0, TABLE_2), (15, TABLE_3)):
        for i, entries in enumerate(table):
            weights, support = law.noise(first + i).weights(BITS), law.noise(first + i).support
            for j, printed in enumerate(entries):
                share = weights.share(j - i).lo if j - i in support else Fraction(0)
                digits = Fraction(1, 10 ** len(printed.partition("E")[0].partition(".")[2]))
                off = abs(Fraction(printed) - share)
                corner = (first, i, j) == (0, 6, 0)
                assert off <= digits or corner


def test_tables_repeat_as_the_mechanisms_do() -> None:
    """PRAM wraps a block; up-to-q repeats its last row; a count of 0 stays."""
    with pytest.raises(
        InputError, match=r"lost .* the smallest power of two that keeps them all is 2.21"
    ):
        table_of_law(law_given("pram", "2", {"cap": 7}), 2**20)
    pram = table_of_law(law_given("pram", "2", {"cap": 7}), 2**32)
    assert (pram.beyond, len(pram.rows)) == (Wrap(7, 15), 22)
    q = table_of_law(law_given("up-to-q", None, {"cap": 7}), 2**20)
    assert (q.beyond, len(q.rows)) == (Repeat(), 602)
    for table in (pram, q):
        assert table.row(0).runs == ((0, table.keysize),)
    for count in (8, 22, 23, 1000, 10**9):
        noise = kind_of("pram").of_text({"epsilon": "2", "cap": "7"}).noise(count)
        assert tuple(z for z, _ in pram.row(count).runs) == tuple(noise.support)


def test_up_to_q_rounds_the_exact_table() -> None:
    """Each row has the same noise as the exact one, and no probability is off by a key or more."""
    exact, made = up_to_q_table(), table_of_law(law_given("up-to-q", None, {"cap": 7}), 2**20)
    for count in range(700):
        true, found = exact.row(count).pmf, made.row(count).pmf
        assert true.outcomes == found.outcomes
        assert all(
            abs(true.probability(z) - found.probability(z)) < Fraction(1, 2**20)
            for z in true.outcomes
        )


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("pram", {"cap": "0"}, "must be from 1 to 100"),
        ("pram", {"cap": "7", "reading": "both"}, "must be printed or block"),
        ("pram", {}, "--law pram needs --cap"),
        ("up-to-q", {"cap": "31"}, "must be from 1 to 30"),
        ("up-to-q", {"cap": "7", "share": "0"}, "must lie in (0, 1]"),
        ("up-to-q", {"cap": "30", "share": "1e-9"}, "by a count of at most 100000"),
    ],
)
def test_bad_parameters(name: str, given: dict[str, str], said: str) -> None:
    """One line with the rule and the remedy."""
    with pytest.raises(InputError) as refused:
        law_given(name, "2" if name == "pram" else None, given)
    assert said in str(refused.value)
