"""Where a table came from: the law and the rule that its integers are meant to follow."""

from dataclasses import dataclass
from fractions import Fraction

from exact.laws.maxent import MaxEntLaw
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as checked_epsilon
from exact.numbers.guard import probability
from exact.quantiser.rules import checked_rule


@dataclass(frozen=True, slots=True)
class Origin:
    """A law, the quantisation rule, and the privacy target that the design was made for."""

    law: MaxEntLaw
    rule: str
    epsilon: Epsilon | None = None
    delta: Fraction | None = None

    def __post_init__(self) -> None:
        checked_rule(self.rule)
        if self.epsilon is not None:
            checked_epsilon(self.epsilon)
        if self.delta is not None:
            probability(self.delta, "delta")
