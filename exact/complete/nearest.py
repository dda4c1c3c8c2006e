"""The whole keys nearest to a law: least Kullback-Leibler distance with exact moments.

For keys n(z) of sum K, the distance to p is a sum of costs that are never negative,

    K KL(n/K, p) = sum_z f_z(n(z)),    f_z(n) = n log(n / (K p(z))) - n + K p(z).

As many noise values as there are equations (sum, bias, variance) follow from the others. All rows
are searched whose costs are at most a budget, which grows until there is one; a beginning is left
where what is to follow costs more (``exact.complete.nearest_rest``). Where that ends within its
steps, the row is proved to be the nearest. Elsewhere a search that keeps only the cheapest
beginnings gives a row.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate

from exact.complete.conditions import Condition, RowRules
from exact.complete.entropy_law import RowLaw
from exact.complete.nearest_costs import COST_BITS, Costs, Moments
from exact.complete.nearest_rest import Form, forms
from exact.numbers.enclosure import Enclosure

_MAX_NODES = 20_000
# So many beginnings are kept by the first search, each with so many numbers for the next value.
_BEAM = 600
_NUMBERS = 5
# By how much the budget grows above the least costs: the work grows with a high power of it.
_GROWTH = (3, 2)
# Conditions that are moments: where no other binds, log p(z) is a polynomial in z.
_MOMENTS = ("bias", "variance")


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
    possible = [k for k, p in enumerate(law.probabilities) if p.hi]
    inner = replace(row, support=tuple(row.support[k] for k in possible))
    search = _Search.of(inner, [law.probabilities[k] for k in possible], keysize, exact_variance)
    search.plain = not any(law.binds(c.name) for c in row.conditions() if c.name not in _MOMENTS)
    search.square = law.binds("variance")
    is_proved = search.prove()
    if not is_proved:
        search.begin()
    if search.keys is None:
        return Nearest(None, is_proved)
    found = dict(zip(possible, search.keys, strict=True))
    keys = tuple(found.get(k, 0) for k in range(len(row.support)))
    return Nearest(keys, is_proved, divergence(keys, law))


def divergence(keys: tuple[int, ...], law: RowLaw) -> Enclosure:
    """Enclose KL(n/K, p) in nats."""
    total = sum(keys)
    pairs = [(n, p) for n, p in zip(keys, law.probabilities, strict=True) if n or p.hi]
    costs = [Costs(p, total).enclosed(n) for n, p in pairs]
    low = sum((cost.lo for cost in costs), Fraction(0))
    high = sum((cost.hi for cost in costs), Fraction(0))
    return Enclosure(max(Fraction(0), low / total), high / total)


@dataclass(frozen=True, slots=True)
class _Beginning:
    """Keys of the first noise values in the order of the search, what they cost and leave."""

    spent: int
    rest: tuple[int, ...]
    chosen: tuple[int, ...] = ()


@dataclass(slots=True)
class _Search:
    """Noise values in the order of the search; the last ones follow from the equations."""

    support: tuple[int, ...]
    order: list[int]
    costs: list[Costs]
    totals: tuple[int, ...]
    conditions: tuple[Condition, ...]
    least: list[int]
    # How many noise values do not follow from the equations, and the equations for the others.
    free: int
    moments: Moments
    budget: int = 0
    nodes: int = 0
    keys: tuple[int, ...] | None = None
    # Rows with their costs, of which it is not sure that they are farther than ``keys``.
    rivals: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    # Whether log p(z) is a polynomial in z, and then whether z^2 is in it.
    plain: bool = False
    square: bool = True

    @classmethod
    def of(
        cls, row: RowRules, law: Sequence[Enclosure], keysize: int, exact_variance: bool
    ) -> "_Search":
        powers = [keysize, *([0] if row.bias == 0 else [])]
        if exact_variance and row.variance is not None and row.bias == 0:
            second = row.variance * keysize
            # A second moment that is not whole cannot be met: there is no such row.
            powers.append(int(second) if second.denominator == 1 else -1)
        costs = [Costs(p, keysize) for p in law]
        order = sorted(range(len(costs)), key=lambda k: law[k].lo)
        # The least costs of all noise values from each one on.
        smallest = [costs[k].smallest() for k in reversed(order)]
        least = [0, *accumulate(smallest)][::-1]
        free = max(0, len(order) - len(powers))
        moments = Moments.at(tuple(row.support[k] for k in order[free:]))
        conditions = row.conditions()
        return cls(row.support, order, costs, tuple(powers), conditions, least, free, moments)

    def begin(self) -> None:
        """Find a first row: the cheapest beginnings only, each noise value near to its mean."""
        if self.keys is None:
            self.budget = self._most()
        beam = [_Beginning(0, self.totals)]
        for depth in range(self.free):
            cost = self.costs[self.order[depth]]
            numbers = sorted((cost.at(n), n) for n in cost.nearest(_NUMBERS))
            longer = (
                self._longer(depth, start, n, price) for start in beam for price, n in numbers
            )
            beam = sorted((b for b in longer if b.rest[0] >= 0), key=lambda b: b.spent)[:_BEAM]
        for start in beam:
            self._end(start)

    def prove(self) -> bool:
        """Look at every row within a budget that grows until there is one; False: too many."""
        if self.totals[-1] < 0:
            return True
        extra, most = max(1, (1 << COST_BITS) // (64 * self.totals[0])), self._most()
        while self.keys is None and self.nodes < _MAX_NODES:
            self.budget = self.least[0] + extra
            self._bound_the_rest()
            self._look(0, _Beginning(0, self.totals))
            if self.budget > most:
                break
            extra = extra * _GROWTH[0] // _GROWTH[1]
        return self.nodes < _MAX_NODES and self._has_no_rival()

    def _bound_the_rest(self) -> None:
        """Find what later noise values cost at least, where none costs more than the budget."""
        values, costs = [self.support[k] for k in self.order], [self.costs[k] for k in self.order]
        free = self.budget + self._off() - self.least[0]
        spare = [free + cost.smallest() for cost in costs]
        self.forms = forms(values, costs, len(self.totals), spare)

    def _off(self) -> int:
        """Return by how much the costs of a row may be too small."""
        return sum(cost.off for cost in self.costs)

    def _has_no_rival(self) -> bool:
        """Tell whether every other row is farther, or as far; rows that rounding hides are neither.

        They are as far where the same numbers stand at the same probabilities; and where log p(z)
        is a polynomial in z, whenever they are the same numbers with the moments that are in it:
        the costs are sum n log n, and what depends on these moments alone.
        """
        if self.keys is None:
            return True
        own = self._numbers(self.keys)
        near = (row for total, row in self.rivals if total <= self.budget + self._off())
        return all(self._numbers(row) == own for row in near)

    def _numbers(self, row: tuple[int, ...]) -> object:
        if self.plain:
            squares = (z * z * n for z, n in zip(self.support, row, strict=True))
            return sorted(row), sum(squares) if self.square else 0
        pairs = zip(self.costs, row, strict=True)
        return sorted((cost.probability.lo, cost.probability.hi, n) for cost, n in pairs)

    def _most(self) -> int:
        """Return a budget that leaves nothing out."""
        return sum(max(cost.at(0), cost.at(cost.keysize)) for cost in self.costs)

    def _longer(self, depth: int, start: _Beginning, n: int, cost: int) -> _Beginning:
        z = self.support[self.order[depth]]
        left = tuple(r - n * z**power for power, r in enumerate(start.rest))
        return _Beginning(start.spent + cost, left, (*start.chosen, n))

    def _look(self, depth: int, start: _Beginning) -> None:
        """Choose keys for one noise value after the other, within the budget."""
        if depth >= self.free:
            self._end(start)
            return
        later = start.spent + self.least[depth + 1]
        within = self.budget + self._off()
        for n, cost in self.costs[self.order[depth]].around(within - later):
            self.nodes += 1
            if self.nodes >= _MAX_NODES:
                return
            if cost + later <= within and n <= start.rest[0]:
                longer = self._longer(depth, start, n, cost)
                if longer.spent + self.forms[depth + 1].least(longer.rest) <= within:
                    self._look(depth + 1, longer)

    def _end(self, start: _Beginning) -> None:
        """Solve the equations for the last noise values; keep the row if it is nearer."""
        found = self.moments.solved(start.rest)
        if found is None or min(found, default=0) < 0:
            return
        last = self.order[self.free :]
        total = start.spent + sum(self.costs[k].at(n) for k, n in zip(last, found, strict=True))
        if total > self.budget + self._off():
            return
        keys = dict(zip(self.order, (*start.chosen, *found), strict=True))
        row = tuple(keys[k] for k in range(len(self.support)))
        if not all(c.holds(row) for c in self.conditions):
            return
        self.rivals.append((total, row))
        if self.keys is None or (total, row) < (self.budget, self.keys):
            self.keys, self.budget = row, total
        near = self.budget + self._off()
        self.rivals = [rival for rival in self.rivals if rival[0] <= near]
