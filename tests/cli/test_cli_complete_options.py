"""Every option of ``ptcert design --complete``, by what the table then has."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.cli.running import Run, changed

Rows = dict[int, dict[int, int]]
BASE = ("design", "--complete", "--D", "3", "--keysize", "2^8")
PRIVACY = ("--variance", "2", "--epsilon", "1")
ENTROPY = ("--variance", "2", "--criterion", "entropy")


def keys_by_noise(document: dict[str, list[dict[str, list[int]]]]) -> Rows:
    """Return for every count the keys of each noise value."""
    return {
        int(str(row["count"])): dict(zip(row["noise"], row["keys"], strict=True))
        for row in document["rows"]
    }


def moment(row: dict[int, int], power: int) -> Fraction:
    """Return E z^power."""
    return Fraction(sum(n * z**power for z, n in row.items()), sum(row.values()))


def is_monotone(rows: Rows) -> bool:
    """Tell whether probabilities rise up to noise 0."""
    return all(
        row.get(z, 0) <= row.get(z + 1, 0)
        for count, row in rows.items()
        for z in range(-min(count, 3), 0)
    )


def has_one_peak(rows: Rows) -> bool:
    """Tell whether they also fall after it."""
    falls = (row.get(z, 0) >= row.get(z + 1, 0) for row in rows.values() for z in range(3))
    return is_monotone(rows) and all(falls)


OPTIONS: list[tuple[tuple[str, ...], Callable[[Rows], bool]]] = [
    (("--monotone",), is_monotone),
    (("--unimodal",), has_one_peak),
    (("--pstay", "1/2"), lambda rows: all(2 * row[0] >= 256 for row in rows.values())),
    (("--pstay", "0.1,0.6"), lambda rows: all(rows[n][0] >= 154 for n in (2, 3))),
    (("--rows", "6"), lambda rows: max(rows) == 6),
    (("--D", "2,3"), lambda rows: max(rows[1]) <= 2 < max(max(row) for row in rows.values())),
    (("--variance", "1,2,2"), lambda rows: moment(rows[1], 2) <= 1),
    (("--exact-variance",), lambda rows: {moment(row, 2) for row in rows.values()} == {2}),
    (("--js", "1"), lambda rows: all(1 - n not in row for n, row in rows.items())),
    (("--holes", "2..2"), lambda rows: all(2 - n not in row for n, row in rows.items())),
    (("--zero", "row"), lambda rows: min(rows) == 0 and min(rows[0]) == 0),
    (("--zero", "preserve"), lambda rows: min(rows) == 1),
]


@pytest.mark.parametrize("criterion", [PRIVACY, ENTROPY], ids=["privacy", "entropy"])
@pytest.mark.parametrize(("option", "keeps"), OPTIONS, ids=[" ".join(o) for o, _ in OPTIONS])
def test_an_option_is_kept_by_the_table(
    run: Run, criterion: tuple[str, ...], option: tuple[str, ...], keeps: Callable[[Rows], bool]
) -> None:
    """Every row is unbiased with variance at most 2 and noise at most 3, and keeps the option."""
    made = run(*changed((*BASE, *criterion), *option), "--json")
    assert made.status == 0, made.err
    rows = keys_by_noise(made.json["table"])
    for count, row in rows.items():
        assert sum(row.values()) == 256
        assert max(map(abs, row)) <= 3
        assert min(row) + count >= 0
        assert moment(row, 2) <= 2
        assert count == 0 or moment(row, 1) == 0
    assert keeps(rows)


def test_bias_that_is_allowed_lowers_delta(run: Run) -> None:
    """Without the condition there are more tables; some row has a bias then."""
    deltas = []
    for option in ((), ("--allow-bias",)):
        found = run(*BASE, *PRIVACY, *option, "--json").json
        deltas.append(Fraction(found["delta"]["hi"]))
        assert any(Fraction(row["bias"]) for row in found["rows"]) == bool(option)
    assert deltas[1] < deltas[0]


@pytest.mark.parametrize("first_pair", ["exclude", "cap:0.4", "include"])
def test_the_first_pair_counts_as_asked(run: Run, first_pair: str) -> None:
    """Zero is preserved: delta of (0, 1) is 1 - P(1 -> 0), below the cap or in the maximum."""
    found = run(*BASE, *PRIVACY, "--first-pair", first_pair, "--json").json
    row = keys_by_noise(found["table"])[1]
    first, delta = 1 - Fraction(row.get(-1, 0), 256), Fraction(found["delta"]["hi"])
    assert (first <= delta) == (first_pair == "include")
    assert first_pair != "cap:0.4" or first <= Fraction(2, 5)
    # 1/(1 + min(V, D)) with V = 2.
    assert first >= Fraction(1, 3)


def test_the_smallest_epsilon_needs_no_other_delta(run: Run) -> None:
    """At its epsilon the table has the delta; no table has it where the bound says so."""
    above_zero = ("--first-pair", "exclude")
    found = run(*BASE, "--variance", "2", "--delta", "0.05", *above_zero, "--json").json
    assert Fraction(found["delta"]["hi"]) <= Fraction(1, 20)
    assert Fraction(found["bound"]["lo"]) <= Fraction(found["delta"]["epsilon"]["hi"])
    bound = run(*BASE, "--variance", "2", "--epsilon", f"ln({found['bound']['exp']})", "--json")
    assert Fraction(bound.json["bound"]["lo"]) > Fraction(1, 20)


@pytest.mark.parametrize("demand", ["--unimodal", "--exact-variance"])
def test_a_demand_says_what_it_costs(run: Run, demand: str) -> None:
    """Delta without the demand stands beside the one with it."""
    with_it = run(*BASE, *PRIVACY, demand).out
    without = run(*BASE, *PRIVACY, "--json").json["delta"]["hi"]
    (line,) = (line for line in with_it.splitlines() if line.startswith(f"cost of {demand}"))
    said = Fraction(line.split()[-1])
    assert abs(said - Fraction(without)) < Fraction(1, 256)


@pytest.mark.parametrize(
    ("epsilon", "shown"), [("1/2", {"1 and 2", "zero"}), ("1", {"zero"}), ("4", {"K keys", "zero"})]
)
def test_theorems_are_shown_where_they_bind(run: Run, epsilon: str, shown: set[str]) -> None:
    """(2 - e^epsilon)/(D + 2) below e^epsilon = 2 only, 1/K where nothing better is proved."""
    said = run(*BASE, "--variance", "2", "--epsilon", epsilon).out
    starts = {"a table of K keys": "K keys", "rows 1 and 2": "1 and 2", "zero preserved": "zero"}
    assert {name for start, name in starts.items() if f"\n{start}" in said} == shown
