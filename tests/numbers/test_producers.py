"""Both producers of e^x are in use: what they agree on is returned, and a lie is noticed."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from exact.errors import Disagreement, Undecided
from exact.laws.maxent import law_of_epsilon, law_of_gamma
from exact.laws.registry import kind_of
from exact.numbers import arb_floor, integer_floor
from exact.numbers.epsilon import Epsilon, epsilon
from exact.numbers.producers import agreed, exp_floor, log_floor
from exact.quantiser.rules import quantised_runs
from tests.certificate.law_cases import CASES, CHANGES

Producer = Callable[[Fraction, int], int]
# The first case of each; up-to-q has rational weights, and asks no producer.
LAWS = {law: given for law, given in reversed(CASES.values()) if law != "up-to-q"}


def lying(function: Producer) -> Producer:
    """Return a producer that is off by one unit in the last place."""
    return lambda x, bits: function(x, bits) + 1


def test_each_producer_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """FLINT first, then plain integers, then FLINT again is in use."""
    asked = []
    for module in (arb_floor, integer_floor):
        name = module.__name__
        monkeypatch.setattr(module, "exp_floor", lambda _x, _bits, name=name: asked.append(name))
    with pytest.raises(TypeError):
        exp_floor(Fraction(1), 8)
    monkeypatch.undo()
    assert asked == ["exact.numbers.arb_floor"]
    assert agreed(lambda: (exp_floor(Fraction(1), 8), log_floor(Fraction(2), 8)), "e") == (695, 177)


@pytest.mark.parametrize("module", [arb_floor, integer_floor])
@pytest.mark.parametrize("name", ["exp_floor", "log_floor"])
def test_a_producer_that_lies_is_noticed(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str
) -> None:
    """Whichever of the two is wrong, neither is believed, and the message says so."""
    compute = exp_floor if name == "exp_floor" else log_floor
    monkeypatch.setattr(module, name, lying(getattr(module, name)))
    with pytest.raises(Disagreement, match="e or log: FLINT and plain integers give different"):
        agreed(lambda: compute(Fraction(7, 3), 40), "e or log")
    assert issubclass(Disagreement, Undecided)


@pytest.mark.parametrize("name", LAWS)
def test_the_quantised_integers_come_from_both(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Nothing that one producer has computed is taken for the other's: a large lie is noticed."""
    noise = kind_of(name).of_text(LAWS[name]).noise(3)

    def keys() -> tuple[tuple[int, int], ...]:
        return quantised_runs(noise, 2**20, "ceiling")

    assert agreed(keys, "keys") == keys()
    wrong = integer_floor.exp_floor
    monkeypatch.setattr(
        integer_floor, "exp_floor", lambda x, bits: wrong(x * Fraction(101, 100), bits)
    )
    # Of another rate: what was remembered of the first one does not matter then.
    rate, value = CHANGES[name][1][0]
    other = kind_of(name).of_text({**LAWS[name], rate: str(value)}).noise(3)
    with pytest.raises(Disagreement):
        agreed(lambda: quantised_runs(other, 2**20, "ceiling"), "keys")


def test_the_producer_is_reset_after_an_error() -> None:
    """An error in the second computation leaves FLINT in use."""
    calls = []

    def fails_the_second_time() -> int:
        calls.append(1)
        if len(calls) == 2:
            raise ValueError("second")
        return 0

    with pytest.raises(ValueError, match="second"):
        agreed(fails_the_second_time, "nothing")
    law = law_of_epsilon(3, Epsilon(value=Fraction(1, 2)))
    assert law.weights(64) == law_of_gamma(3, law.rate.exact or Fraction(0)).weights(64)
    assert epsilon("1").exp_bounds(8) == (695, 696)
