"""Drop/add-up-to-q by name: uniform noise on -q..q, q a share of the count up to a cap.

Li-Krenzke (2016), Shlomo-Krenzke-Li 2.3: q is 1 % of the count, rounded up, and at most 7. A count
of 0 stays. Counts past the first with the largest q have its row.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from exact.laws.law import UNIFORM, JsonValue, LawKind, Weights
from exact.laws.parameters import number, whole
from exact.laws.up_to_q import MAX_CAP, SHARE, last_row, reach


@dataclass(frozen=True, slots=True)
class UniformNoise:
    """The noise -q..q, each as likely.

    >>> UniformNoise(2).support, UniformNoise(1).weights(4).lo
    (range(-2, 3), (16, 16, 16))
    """

    q: int

    @property
    def support(self) -> range:
        """The noise from -q to q."""
        return range(-self.q, self.q + 1)

    @property
    def is_symmetric(self) -> bool:
        """Its rows are rounded as those of laws with a row a count: not by |z|."""
        return False

    def weights(self, bits: int) -> Weights:
        """Return 1 for every value."""
        ones = (1 << bits,) * len(self.support)
        return Weights(bits, ones, ones, -self.q)

    def vanishes(self, terms: Mapping[int, int]) -> bool:
        """Tell whether the coefficients add up to 0."""
        return sum(terms.values()) == 0


@dataclass(frozen=True, slots=True)
class UpToQ:
    """Uniform noise within q, q = min(cap, ceil(share a)), for the counts a = 0, 1, ...

    >>> law = UpToQ(2, Fraction(1, 10))
    >>> law.counts, law.noise(0).support, law.noise(10).support, law.noise(11).support
    (range(0, 12), range(0, 1), range(-1, 2), range(-2, 3))
    """

    cap: int
    share: Fraction = SHARE
    name: ClassVar[str] = "up-to-q"

    def __post_init__(self) -> None:
        last_row(self.share, self.cap)

    @property
    def D(self) -> int:
        """The largest noise."""
        return self.cap

    @property
    def counts(self) -> range:
        """The counts with a row."""
        return range(last_row(self.share, self.cap) + 1)

    @property
    def period(self) -> int:
        """The last row repeats."""
        return 1

    @property
    def rate(self) -> None:
        """The weights are all 1."""
        return None

    @property
    def formula(self) -> str:
        """p(z) for people, of the count a."""
        return "p(z) = 1/(2q + 1), q a share of the count, rounded up, and at most the cap"

    @property
    def fixed_by(self) -> str:
        """The share."""
        return f"share {self.share}"

    def parameters(self) -> dict[str, JsonValue]:
        """Return cap and share."""
        return {"cap": self.cap, "share": str(self.share)}

    def noise(self, count: int) -> UniformNoise:
        """Return the noise of a count."""
        return UniformNoise(reach(count, self.share, self.cap))


def _share(value: Fraction) -> Fraction:
    last_row(value, 1)
    return value


LAW = LawKind(
    name=UpToQ.name,
    title="drop/add-up-to-q",
    shape=UNIFORM,
    rates="none",
    parameters=(
        whole("cap", "largest noise", 1, MAX_CAP),
        number("share", "share of the count that is q, default 1/100", "in (0, 1]", _share, False),
    ),
    make=UpToQ,
)
