"""What the quantiser needs of a law of symmetric noise: bounds of weights, ties by algebra."""

from collections.abc import Mapping
from typing import Protocol

from exact.laws.maxent import Weights


class WeightedLaw(Protocol):
    """p(z) = w_|z| / T on z = -D..D, T = w_0 + 2 (w_1 + ... + w_D)."""

    @property
    def D(self) -> int:
        """The largest noise."""
        ...

    def weights(self, bits: int) -> Weights:
        """Return integer bounds of w_0, ..., w_D on a grid that grows finer with ``bits``."""
        ...

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether the sum of coefficient * w_k over ``terms`` {k: coefficient} is 0."""
        ...

    def __hash__(self) -> int: ...
