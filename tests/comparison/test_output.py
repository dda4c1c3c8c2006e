"""A whole output: totals, disagreements, duplicates, missing values, and what it costs."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.laws.maxent import law_of_gamma
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.comparison.printing import PlainLaw, compared, csv, plain_laws, printed
from verification.comparison import output as output_module
from verification.comparison.judge import (
    EXACT,
    NO_NUMBER,
    ROUNDED,
    UP,
    UPWARD,
    VANISHED,
    WRONG,
)
from verification.comparison.reference import law_reference, table_reference
from verification.comparison.result import Duplicate

HALF = Epsilon(value=Fraction(1, 2))
PLAIN = PlainLaw(4, Fraction(1, 5))
LAW = law_reference(PLAIN.law, None, "ceiling", HALF)
WITH_TABLE = law_reference(PLAIN.law, 2**16, "ceiling", HALF)
KEYSIZES = st.sampled_from([2**5, 2**8, 2**16, 2**32, 2**64, 2**100])


def outputs(plain: PlainLaw, keysize: int, digits: int) -> dict[str, dict[int, str]]:
    """Return everything with a label z, printed from the exact values with so many digits."""
    cmf = plain.ceilings(keysize)
    keys = {z: cmf[z] - cmf.get(z - 1, 0) for z in cmf}
    return {
        "p": {z: printed(p, digits) for z, p in plain.pmf.items()},
        "c": {z: printed(c, digits) for z, c in plain.cmf.items()},
        "cq": {z: str(n) for z, n in cmf.items()},
        "pq": {z: printed(Fraction(n, keysize), digits) for z, n in keys.items() if n},
    }


@given(plain_laws, KEYSIZES, st.integers(1, 40))
def test_output_printed_from_the_exact_values_agrees(
    plain: PlainLaw, keysize: int, digits: int
) -> None:
    """For random laws, KEYSIZEs and numbers of digits: every value is exact or rounded."""
    reference = law_reference(plain.law, keysize, "ceiling", HALF)
    found = compared(csv(outputs(plain, keysize, digits)), reference)
    assert found.agrees
    assert {v for total in found.columns for v in total.verdicts} <= {EXACT, ROUNDED}
    assert [total.missing for total in found.columns[:3]] == [0, 1, 0]
    assert found.cost is None


@given(plain_laws, KEYSIZES, st.integers(1, 14), st.data())
def test_one_changed_digit_anywhere_is_found(
    plain: PlainLaw, keysize: int, digits: int, data: st.DataObject
) -> None:
    """One unit in the last printed digit of one value: the output differs, there and only there."""
    columns = outputs(plain, keysize, digits)
    column = data.draw(st.sampled_from(sorted(columns)))
    z = data.draw(st.sampled_from(sorted(columns[column])))
    change = data.draw(st.sampled_from([1, -1]))
    whole, _, exponent = columns[column][z].partition("e")
    columns[column][z] = f"{int(whole) + change}" + (f"e{exponent}" if exponent else "")
    found = compared(csv(columns), law_reference(plain.law, keysize, "ceiling", HALF))
    assert not found.agrees
    assert [(e.found.column, e.found.label) for e in found.disagreements] == [(column, z)]


def test_scalars_are_judged_by_what_they_are_about() -> None:
    """bias and variance are the law's without keys, the table's with them."""
    variance = printed(PLAIN.variance, 12)
    text = f"bias,variance,epsilon\n0,{variance},1.4000000\n"
    assert compared(text, LAW).agrees
    found = compared(text, WITH_TABLE)
    assert found.right == 0
    assert found.columns[0].verdicts == {VANISHED: 1}
    cmf = PLAIN.ceilings(2**16)
    _, quantised, _ = measured({z: cmf[z] - cmf.get(z - 1, 0) for z in cmf}, Fraction(1))
    assert compared(f"Variance_Q\n{printed(quantised, 25)}\n", WITH_TABLE).agrees


def test_delta_is_taken_where_the_row_says() -> None:
    """At ln 2 and at 0 by the definition; without a column at the epsilon of the reference."""
    p = {z: PLAIN.pmf.get(z, Fraction(0)) for z in range(-5, 5)}

    def delta(exp: int) -> str:
        excesses = (max(Fraction(0), p[z] - exp * p[z - 1]) for z in range(-4, 5))
        return printed(sum(excesses, Fraction(0)), 20)

    text = f"epsilon;delta\nln(2);{delta(2)}\n0;{delta(1)}\nln 3;{delta(2)}\n"
    found = compared(text, LAW)
    assert (found.values, found.right) == (3, 2)
    assert found.disagreements[0].elsewhere == ("delta of the law at epsilon = ln(2)",)
    assert compared(f"delta\n{delta(2)}\n", LAW).right == 0
    reference = law_reference(PLAIN.law, None, "ceiling", Epsilon(exp=Fraction(2)))
    assert compared(f"delta\n{delta(2)}\n", reference).agrees


def test_a_second_value_for_a_noise_value_is_found() -> None:
    """It is judged, and counted as a duplicate, in the support and one step outside of it."""
    p = printed(PLAIN.pmf[1], 10)
    found = compared(f"z,p\n1,{p}\n5,0\n1,{p}\n1.0,{p}\n5,0\n9,0\n9,0\n", LAW)
    total = found.columns[0]
    assert (total.values, total.right, total.duplicates) == (7, 7, 3)
    assert total.first_duplicate == Duplicate(4, 1)
    assert not found.agrees
    assert total.missing == 8


def test_columns_have_their_own_noise_values() -> None:
    """p(1) in one row and c(1) in another are no duplicates."""
    text = f"z,p,c\n1,{printed(PLAIN.pmf[1], 9)},\n1,,{printed(PLAIN.cmf[1], 9)}\n"
    assert compared(text, LAW).agrees


def test_what_is_no_number_is_wrong() -> None:
    """NaN, infinities and NA are verdicts, not errors of the reader."""
    found = compared("z,p\n0,NaN\n1,inf\n2,NA\n", LAW)
    assert found.columns[0].verdicts == {NO_NUMBER: 3}
    assert found.disagreements[0].units is None
    assert found.disagreements[0].truth is not None


def test_an_infinite_epsilon_is_infinity() -> None:
    """A table with a gap has an infinite epsilon^Q: inf is exact, a number is wrong."""
    gap = table_reference(PTable(4, 3, (Row(((-1, 2), (1, 2))),)), None, HALF)
    text = "epsilonq\ninf\n0.5\nnan\n"
    found = compared(text, gap)
    assert found.columns[0].verdicts == {EXACT: 1, WRONG: 1, NO_NUMBER: 1}
    assert [e.truth for e in found.disagreements] == [None, None]


def test_mixed_precision_is_seen() -> None:
    """Neither a fixed number of digits nor a fixed last place."""
    fixed = {z: f"{float(p):.6f}" for z, p in PLAIN.pmf.items()}
    assert not compared(csv({"p": fixed}), LAW).columns[0].mixed
    significant = {z: f"{float(p):.6e}" for z, p in PLAIN.pmf.items()}
    assert not compared(csv({"p": significant}), LAW).columns[0].mixed
    found = compared(csv({"p": {**significant, 0: printed(PLAIN.pmf[0], 17)}}), LAW)
    assert found.columns[0].mixed
    assert found.columns[0].digits == (7, 17)


def test_directed_rounding_is_right_where_it_is_meant() -> None:
    """All values rounded up: right with ``up``, and called so without it."""
    texts = {z: printed(p, 6) for z, p in PLAIN.pmf.items()}
    up = {
        z: t if Fraction(t) > PLAIN.pmf[z] else printed(PLAIN.pmf[z], 6, 1)
        for z, t in texts.items()
    }
    assert compared(csv({"p": up}), LAW, rounding=UPWARD).agrees
    verdicts = compared(csv({"p": up}), LAW).columns[0].verdicts
    assert set(verdicts) == {UP, ROUNDED}


def test_only_the_first_disagreements_are_explained() -> None:
    """The totals count them all."""
    text = csv({"p": dict.fromkeys(range(-4, 5), "0.999")})
    found = compared(text, LAW, most=3)
    assert [e.found.line for e in found.disagreements] == [2, 3, 4]
    assert found.columns[0].verdicts == {WRONG: 9}


def test_forgetting_judged_cells_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory of judged cells is bounded; what it forgets is judged again."""
    rows = "".join(f"{z},{printed(PLAIN.pmf[z], 9)}\n" for z in range(-4, 5)) * 3
    whole = compared("z,p\n" + rows, LAW)
    monkeypatch.setattr(output_module, "_REMEMBERED", 2)
    assert compared("z,p\n" + rows, LAW) == whole
    assert whole.columns[0].duplicates == 18


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("z,p\n0.5,1\n", "line 2, p, z = '0.5': is not an integer"),
        ("z,p\n,0.1\n", "line 2, p, z = '': is not a number"),
        ("z,p\n0,abc\n", "line 2, p = 'abc': is not a number"),
        ("z,p\n\n0,1e99999\n", "line 3, p = '1e99999': has an exponent beyond 20000"),
        ("z,p\n", "holds no values"),
        ("z,p\n0,\n", "holds no values"),
        ("z,cq\n0,1\n", "column = 'cq': is about a table, and there is none"),
        ("deltaq\n0\n", "column = 'deltaq': is about a table"),
        ("epsilon,delta\n-1,0.5\n", "line 2, delta, epsilon = '-1': must be greater than 0"),
        ('[{"z": 0, "p": "x"}]', "row 1, p = 'x': is not a number"),
    ],
)
def test_what_cannot_be_judged_is_refused(text: str, message: str) -> None:
    """One line that says where, what, why and what to do."""
    with pytest.raises(InputError) as caught:
        compared(text, LAW)
    assert message in str(caught.value)


def test_delta_needs_an_epsilon() -> None:
    """Neither the row nor the reference says where delta is taken."""
    reference = law_reference(law_of_gamma(2, Fraction(1)), None, "ceiling", None)
    with pytest.raises(InputError, match="has no epsilon; give --epsilon or a column epsilon"):
        compared("delta\n0.5\n", reference)


def measured(keys: dict[int, int], exp: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """Return bias, variance and tight delta of key counts by their definitions."""
    total = sum(keys.values())
    bias = Fraction(sum(z * n for z, n in keys.items()), total)
    square = Fraction(sum(z * z * n for z, n in keys.items()), total)
    noises = range(min(keys) - 1, max(keys) + 2)
    delta = max(
        sum(
            (max(Fraction(0), keys.get(z, 0) - exp * keys.get(z - s, 0)) for z in noises),
            Fraction(0),
        )
        for s in (1, -1)
    )
    return bias, square - bias**2, delta / total


@pytest.mark.parametrize("last", [2**16, 2**16 - 7, 2**16 + 3])
def test_the_cost_is_that_of_its_own_table(last: int) -> None:
    """Other integers: their exact bias, variance and delta, also where keys are left over."""
    epsilon = Epsilon(exp=Fraction(3, 2))
    reference = law_reference(PLAIN.law, 2**16, "ceiling", epsilon)
    integers = PLAIN.ceilings(2**16) | {-2: 5000, 4: last}
    found = compared(csv({"cq": {z: str(n) for z, n in integers.items()}}), reference).cost
    assert found is not None
    assert found.other is not None
    capped = {z: min(n, 2**16) for z, n in integers.items()}
    keys = {z: capped[z] - capped.get(z - 1, 0) for z in capped}
    assert found.other.delta is not None
    expected = measured(keys, Fraction(3, 2))
    assert (found.other.bias, found.other.variance, found.other.delta.exact) == expected
    assert (found.problem is None) == (last == 2**16)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({-4: "-3"}, "c^Q runs from -3 to 65536"),
        ({0: "12"}, "c^Q falls from"),
        ({4: "0"}, "c^Q runs from"),
        ({2: ""}, "c^Q is not printed for 1 noise values, the first is 2"),
        ({2: "6.5e4"}, "c^Q is not printed for 1 noise values, the first is 2"),
    ],
)
def test_integers_that_make_no_table_are_said_to_make_none(
    changed: dict[int, str], problem: str
) -> None:
    """Nothing is repaired; what is wrong is named."""
    integers = {z: str(n) for z, n in PLAIN.ceilings(2**16).items()} | {3: "65000"} | changed
    found = compared(csv({"cq": integers}), WITH_TABLE).cost
    assert found is not None
    assert found.other is None
    assert found.problem is not None
    assert problem in found.problem


def test_a_table_with_several_rows_needs_a_count() -> None:
    """And only the row of that count is replaced where the cost is measured."""
    narrow, wide = Row(((-1, 1), (0, 2), (1, 1))), Row(((-2, 1), (0, 2), (2, 1)))
    table = PTable(4, 2, (narrow, wide))
    with pytest.raises(InputError, match="has 2 different rows; say which with --count"):
        table_reference(table, None, HALF)
    reference = table_reference(table, 2, HALF)
    assert compared("z,cq\n-1,1\n0,3\n1,4\n", reference).agrees
    found = compared("z,cq\n-1,1\n0,2\n1,4\n", reference)
    assert found.cost is not None
    assert found.cost.other is not None
    assert found.cost.reference.variance == found.cost.other.variance == 2
    assert found.cost.reference.bias == 0
    assert found.cost.other.bias == Fraction(1, 4)
    assert compared("z,p\n2,0.25\n", table_reference(table, 3, HALF)).agrees
    with pytest.raises(InputError, match="below the first row"):
        table_reference(table, 1, HALF)
