"""Wrong integers are led back to the way of rounding that gives them, with real floats as judge."""

import math
import struct
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.comparison.printing import PlainLaw, compared, csv, plain_laws
from verification.comparison.integers import IntegerReport
from verification.comparison.law_values import LawValues
from verification.comparison.reference import law_reference
from verification.comparison.replay import Route, law_routes, printed_routes, replayable

ROUNDINGS: dict[str, Callable[[float], int]] = {
    "ceiling": math.ceil,
    "floor": math.floor,
    "nearest": round,
}
EXAMPLE = PlainLaw(25, Fraction(127, 12495))


def single(x: float) -> float:
    """Return the nearest single."""
    value: float = struct.unpack("f", struct.pack("f", x))[0]
    return value


def routes_of(plain: PlainLaw, keysize: int, rule: str = "ceiling") -> dict[str, dict[int, int]]:
    """Return the routes of the package by name."""
    found = law_routes(LawValues(plain.law), keysize, rule)
    return {route.name: route.integers for route in found}


def floats(values: dict[int, Fraction]) -> dict[int, float]:
    """Return the nearest doubles: a quotient of integers is correctly rounded."""
    return {z: v.numerator / v.denominator for z, v in values.items()}


@given(plain_laws, st.sampled_from([2**8, 2**32, 2**60, 2**100]))
def test_the_replays_are_what_doubles_do(plain: PlainLaw, keysize: int) -> None:
    """Nearest doubles of c, forward sums and backward sums, in the arithmetic of the machine."""
    found, pmf = routes_of(plain, keysize), floats(plain.pmf)
    noises = list(pmf)
    forward = dict(zip(noises, accumulate(pmf.values()), strict=True))
    tails = list(accumulate(reversed(pmf.values()), initial=0.0))[:-1]
    backward = {z: 1 - tail for z, tail in zip(reversed(noises), tails, strict=True)}
    cmfs = {
        "the true cmf in doubles": floats(plain.cmf) | {plain.D: 1.0},
        "forward sum of doubles": forward,
        "backward sum of doubles": backward,
    }
    for name, cmf in cmfs.items():
        for word, rounding in ROUNDINGS.items():
            expected = {z: rounding(c * keysize) for z, c in cmf.items()}
            assert found[f"{word} of {name}"] == expected


@given(plain_laws)
def test_the_replays_are_what_singles_do(plain: PlainLaw) -> None:
    """A sum of two singles in doubles, rounded to a single, is the sum of singles."""
    pmf = {z: single(p) for z, p in floats(plain.pmf).items()}
    total, forward = 0.0, {}
    for z, p in pmf.items():
        total = single(total + p)
        forward[z] = math.ceil(total * 2**32)
    assert routes_of(plain, 2**32)["ceiling of forward sum of singles"] == forward


@given(plain_laws, st.sampled_from([2**8, 2**64]))
def test_the_exact_replays_are_floor_and_nearest(plain: PlainLaw, keysize: int) -> None:
    """Of the law itself, from 120 digits."""
    found = routes_of(plain, keysize)
    scaled = {z: c * keysize for z, c in plain.cmf.items()} | {plain.D: Fraction(keysize)}
    assert found["floor of the true cmf"] == {z: math.floor(s) for z, s in scaled.items()}
    assert found["nearest of the true cmf"] == {z: round(s) for z, s in scaled.items()}


def test_the_symmetric_rule_mirrors_its_lower_half() -> None:
    """c^Q(z) = K - c^Q(-z-1) above 0, on every route."""
    for integers in routes_of(EXAMPLE, 2**32, "symmetric").values():
        assert all(integers[-z - 1] == 2**32 - integers[z] for z in range(-25, 0))


def test_a_sum_of_printed_decimals_stops_at_a_gap() -> None:
    """0.1 + 0.2 exactly and in doubles; past the missing p(2) nothing is known."""
    pmf = {0: Fraction(1, 10), 1: Fraction(1, 5), 3: Fraction(1, 2)}
    found = {r.name: r.integers for r in printed_routes({}, pmf, 10 * 2**60, "ceiling")}
    exact = found["ceiling of sum of the printed pmf, exactly"]
    doubles = found["ceiling of sum of the printed pmf in doubles"]
    assert exact == {0: 2**60, 1: 3 * 2**60}
    assert doubles == {0: math.ceil(0.1 * (10 * 2**60)), 1: math.ceil((0.1 + 0.2) * (10 * 2**60))}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("ceiling", True), ("symmetric", True), ("largest-remainder", False), (None, False)],
)
def test_only_roundings_of_the_cmf_can_be_replayed(rule: str | None, expected: bool) -> None:
    """Largest remainders are no function of c(z) alone."""
    assert replayable(rule) is expected


def report(columns: dict[str, dict[int, str]], keysize: int) -> IntegerReport:
    """Compare an output of Example 1 and return what is said about its integers."""
    reference = law_reference(EXAMPLE.law, keysize, "ceiling", None)
    found = compared(csv(columns), reference).integers
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["the true cmf in doubles", "forward sum of doubles"])
@pytest.mark.parametrize("word", ["ceiling", "nearest"])
def test_integers_made_in_doubles_are_led_back_to_doubles(name: str, word: str) -> None:
    """At 2^60 doubles mis-quantise; the route that was taken reproduces every integer."""
    taken = routes_of(EXAMPLE, 2**60)[f"{word} of {name}"]
    right = EXAMPLE.ceilings(2**60)
    found = report({"cq": {z: str(n) for z, n in taken.items()}}, 2**60)
    assert found.wrong == sum(1 for z in right if right[z] != taken[z]) > 0
    best = [match for match in found.routes if match.every == 51]
    assert f"{word} of {name}" in [match.route.name for match in best]
    assert found.routes[0].every == 51
    assert found.first[0].z == min(z for z in right if right[z] != taken[z])
    assert found.first[0].route == found.routes[0].route.name


def test_integers_made_from_printed_decimals_are_led_back_to_them() -> None:
    """c printed with 6 digits and multiplied by 2^32: the ceilings of the printed decimals."""
    texts = {z: f"{float(c):.5e}" for z, c in EXAMPLE.cmf.items()}
    integers = {z: str(math.ceil(Fraction(text) * 2**32)) for z, text in texts.items()}
    found = report({"c": texts, "cq": integers}, 2**32)
    assert found.routes[0].route.name == "ceiling of the printed cmf, exactly"
    assert found.routes[0].every == found.printed == 50
    assert found.routes[0].wrong == found.wrong > 40


def test_floors_instead_of_ceilings_are_recognised() -> None:
    """Every integer is one less but the last."""
    integers = {z: str(math.floor(c * 2**32)) for z, c in EXAMPLE.cmf.items()} | {25: str(2**32)}
    found = report({"cq": integers}, 2**32)
    assert found.wrong == 50
    names = [match.route.name for match in found.routes if match.every == 51]
    assert "floor of the true cmf" in names
    assert {w.printed - w.right for w in found.first} == {-1}


def test_right_integers_are_not_replayed() -> None:
    """Nothing is wrong, so there is nothing to lead back."""
    integers = {z: str(n) for z, n in EXAMPLE.ceilings(2**32).items()}
    assert report({"cq": integers}, 2**32) == IntegerReport(51, 0, (), ())


def test_a_route_is_a_value() -> None:
    """Two routes with the same name and integers are equal."""
    assert Route("a", {0: 1}) == Route("a", {0: 1})
