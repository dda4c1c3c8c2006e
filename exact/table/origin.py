"""Where a table came from: the law and the rule that its integers are meant to follow."""

from dataclasses import dataclass
from fractions import Fraction

from exact.laws.maxent import MaxEntLaw
from exact.numbers.epsilon import Epsilon


@dataclass(frozen=True, slots=True)
class Origin:
    """A law, the quantisation rule, and the privacy target that the design was made for."""

    law: MaxEntLaw
    rule: str
    epsilon: Epsilon | None = None
    delta: Fraction | None = None
