"""What the JSON of an audit says of margins has one form, whatever the numbers are."""

from fractions import Fraction

from exact.numbers.epsilon import epsilon
from reports.views.margins import margins_json
from tests.certificate.test_margins_claim import truth
from tests.composition.tables import TEN
from verification.measures.margins import measured_margins


def test_a_delta_is_an_enclosure_also_where_it_is_rational() -> None:
    """Its ends are then equal: the delta by definition, and A - B e^epsilon."""
    found = measured_margins(TEN[1], epsilon("ln(2)"))
    assert found is not None
    delta = margins_json(found)["joint_delta"]
    assert isinstance(delta, dict)
    assert Fraction(delta["lo"]) == Fraction(delta["hi"]) == truth(TEN[1], Fraction(2))
    assert Fraction(delta["A"]) - 2 * Fraction(delta["B"]) == Fraction(delta["lo"])
