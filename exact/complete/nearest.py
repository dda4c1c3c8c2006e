"""The whole keys nearest to a law: least Kullback-Leibler distance with exact moments.

For keys n(z) of sum K, the distance to p is a sum of costs that are never negative,

    K KL(n/K, p) = sum_z f_z(n(z)),    f_z(n) = n log(n / (K p(z))) - n + K p(z),

so a search can leave out every branch whose costs exceed those of the best row so far. As many
noise values as there are equations (sum, bias, variance) follow from the others. The search starts
with a small budget and enlarges it until a row is found: the nearest one is then in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate

from exact.complete.conditions import Condition, RowRules
from exact.complete.entropy_law import RowLaw
from exact.numbers.enclosure import Enclosure

# Costs are integers over 2^80; the last digits are not exact, and no two rows differ only there
# unless they are as near as each other.
_COST_BITS = 80
_MAX_NODES = 400_000
# By how much the budget grows above the least costs: the work grows with a high power of it.
_GROWTH = (3, 2)


@dataclass(frozen=True, slots=True)
class Nearest:
    """Whole keys with exact moments; ``is_proved``: none is nearer. ``keys`` is None: none found.

    With ``is_proved`` and no keys, no row of so many keys has these moments.
    """

    keys: tuple[int, ...] | None
    is_proved: bool
    distance: Enclosure | None = None


def nearest_row(row: RowRules, law: RowLaw, keysize: int, exact_variance: bool) -> Nearest:
    """Return the whole keys nearest to a law that keep the conditions of its row.

    ``exact_variance`` asks for E z^2 = V, otherwise it is one of the conditions.

    >>> from exact.complete.entropy_law import row_law
    >>> row = RowRules(1, (-1, 0, 1), variance=Fraction(1, 2))
    >>> nearest_row(row, row_law(row), 8, True).keys
    (2, 4, 2)
    """
    search = _Search.of(row, law, keysize, exact_variance)
    extra = max(1, (1 << _COST_BITS) // (64 * keysize))
    while search.keys is None and search.nodes < _MAX_NODES:
        search.budget = search.least[0] + extra
        search.look(0, 0, tuple(search.totals))
        if search.budget > search.most:
            break
        extra = extra * _GROWTH[0] // _GROWTH[1]
    is_proved = search.nodes < _MAX_NODES
    if search.keys is None:
        return Nearest(None, is_proved)
    return Nearest(search.keys, is_proved, divergence(search.keys, law))


def divergence(keys: tuple[int, ...], law: RowLaw) -> Enclosure:
    """Enclose KL(n/K, p) in nats."""
    total = sum(keys)
    costs = [_Costs(p, total).enclosed(n) for n, p in zip(keys, law.probabilities, strict=True)]
    low = sum((cost.lo for cost in costs), Fraction(0))
    high = sum((cost.hi for cost in costs), Fraction(0))
    return Enclosure(max(Fraction(0), low / total), high / total)


@dataclass(slots=True)
class _Costs:
    """f_z(n) for one noise value, remembered."""

    probability: Enclosure
    keysize: int
    known: dict[int, int] = field(default_factory=dict)

    def at(self, n: int) -> int:
        """Return f_z(n) as an integer over 2^80."""
        if n not in self.known:
            middle = self.enclosed(n)
            self.known[n] = int((middle.lo + middle.hi) / 2 * (1 << _COST_BITS))
        return self.known[n]

    def enclosed(self, n: int) -> Enclosure:
        """Enclose f_z(n); 0 log 0 = 0."""
        from exact.numbers.arb_floor import log_floor

        p, bits = self.probability, _COST_BITS + n.bit_length() + 8
        mean = Enclosure(self.keysize * p.lo, self.keysize * p.hi)
        if n == 0:
            return mean
        low, high = log_floor(n / mean.hi, bits), log_floor(n / mean.lo, bits) + 1
        logs = Enclosure.scaled(low, high, bits)
        return Enclosure(n * logs.lo - n + mean.lo, n * logs.hi - n + mean.hi)

    def smallest(self) -> int:
        """Return the least f_z(n): at one of the whole numbers around K p(z)."""
        start = int(self.keysize * self.probability.lo)
        return min(self.at(n) for n in (start, start + 1))

    def around(self, budget: int) -> Iterator[tuple[int, int]]:
        """Yield (n, f_z(n)) within a budget, from the nearest n outward on each side."""
        start = int(self.keysize * self.probability.lo)
        for numbers in (range(start, -1, -1), range(start + 1, self.keysize + 1)):
            for n in numbers:
                cost = self.at(n)
                if cost > budget:
                    break
                yield n, cost


@dataclass(slots=True)
class _Search:
    """Noise values in the order of the search; the last ones follow from the equations."""

    support: tuple[int, ...]
    order: list[int]
    costs: list[_Costs]
    totals: list[int]
    conditions: tuple[Condition, ...]
    least: list[int]
    budget: int = 0
    nodes: int = 0
    chosen: dict[int, int] = field(default_factory=dict)
    keys: tuple[int, ...] | None = None

    @classmethod
    def of(cls, row: RowRules, law: RowLaw, keysize: int, exact_variance: bool) -> "_Search":
        powers = [keysize, *([0] if row.bias == 0 else [])]
        if exact_variance and row.variance is not None and row.bias == 0:
            second = row.variance * keysize
            # A second moment that is not whole cannot be met: no row is found.
            powers.append(int(second) if second.denominator == 1 else -1)
        costs = [_Costs(p, keysize) for p in law.probabilities]
        order = sorted(range(len(costs)), key=lambda k: law.probabilities[k].lo)
        # The least costs of all noise values from each one on.
        smallest = [costs[k].smallest() for k in reversed(order)]
        least = [0, *accumulate(smallest)][::-1]
        return cls(row.support, order, costs, powers, row.conditions(), least)

    @property
    def most(self) -> int:
        """A budget that leaves nothing out."""
        ends = (max(cost.at(0), cost.at(cost.keysize)) for cost in self.costs)
        return sum(ends)

    def look(self, depth: int, spent: int, rest: tuple[int, ...]) -> None:
        """Choose keys for one noise value after the other; ``rest`` is left of the moments."""
        self.nodes += 1
        if self.nodes >= _MAX_NODES:
            return
        free = len(self.order) - len(self.totals)
        if depth >= free:
            self._finish(spent, rest)
            return
        k = self.order[depth]
        z = self.support[k]
        for n, cost in self.costs[k].around(self.budget - spent - self.least[depth + 1]):
            if spent + cost + self.least[depth + 1] <= self.budget and n <= rest[0]:
                self.chosen[k] = n
                left = tuple(r - n * z**power for power, r in enumerate(rest))
                self.look(depth + 1, spent + cost, left)

    def _finish(self, spent: int, rest: tuple[int, ...]) -> None:
        """Solve the equations for the last noise values; keep the row if it is nearer."""
        last = self.order[max(0, len(self.order) - len(self.totals)) :]
        found = _solved([self.support[k] for k in last], rest)
        if found is None or min(found, default=0) < 0:
            return
        total = spent + sum(self.costs[k].at(n) for k, n in zip(last, found, strict=True))
        keys = {**self.chosen, **dict(zip(last, found, strict=True))}
        row = tuple(keys[k] for k in range(len(self.support)))
        if total <= self.budget and all(c.holds(row) for c in self.conditions):
            is_first = self.keys is None or total < self.budget or row < self.keys
            if is_first:
                self.keys, self.budget = row, total


def _solved(points: list[int], moments: tuple[int, ...]) -> list[int] | None:
    """Return whole weights at the points with these moments, or None.

    The weight at a is sum over the moments of the polynomial that is 1 at a and 0 elsewhere. With
    more moments than points, the weights must have the others too.
    """
    found = []
    for a in points:
        polynomial, scale = [1], 1
        for b in points:
            if b != a:
                polynomial = [
                    (polynomial[i - 1] if i else 0)
                    - b * (polynomial[i] if i < len(polynomial) else 0)
                    for i in range(len(polynomial) + 1)
                ]
                scale *= a - b
        value = sum(c * m for c, m in zip(polynomial, moments, strict=False))
        if value % scale:
            return None
        found.append(value // scale)
    sums = (
        sum(n * a**power for n, a in zip(found, points, strict=True))
        for power in range(len(moments))
    )
    return found if tuple(sums) == moments else None
