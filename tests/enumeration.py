"""What keys made of records do to the released cells of a table: enumerated by the definition.

Nothing here is taken from the code under test: a table is read as plain rows of noise, place by
place. A group is some people who are in the same cells; a cell is made of groups. The record keys
of a group add up, component by component, modulo a modulus; those of nobody add up to 0, and one
uniform record key makes the sum of a group uniform, so that all vectors of a group with people in
it are equally likely (``sums_of`` enumerates the record keys of every person and shows it). So

    law(table, keys, groups, cells)

is over all vectors of all groups, for any cells: a cell and its margin, a line of a table, a part
and its rest. Requires: few keys (up to some 100,000 draws).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import chain, product, repeat
from operator import xor
from random import Random

from exact.cellkeys.arithmetic import ByteFold, KeyArithmetic, SumModulo, XorOfFour
from exact.keyorder.order import KeyOrder, Listed
from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row

Vector = tuple[int, ...]
Law = dict[tuple[int, ...], Fraction]
SUM, XOR, FOLD = "sum", "xor4", "byte-fold"
REPEAT, WRAP, STOP = "repeat", "wrap", "stop"


@dataclass(frozen=True)
class Keys:
    """How a cell key is made: ``components`` sums modulo ``modulus``, made one key below K."""

    kind: str
    K: int
    modulus: int

    @property
    def components(self) -> int:
        """How many sums are kept."""
        return 4 if self.kind == XOR else 1

    def vectors(self) -> Iterator[Vector]:
        """Yield every record key, and so every sum of the record keys of somebody."""
        return product(range(self.modulus), repeat=self.components)

    def added(self, vectors: Sequence[Vector]) -> Vector:
        """Return the sums of these vectors; of none it is 0."""
        return tuple(sum(v[i] for v in vectors) % self.modulus for i in range(self.components))

    def key(self, vector: Vector) -> int:
        """Return the key that the sums make."""
        if self.kind == FOLD:
            return reduce(xor, (vector[0] >> shift & 255 for shift in (0, 8, 16, 24)))
        return reduce(xor, vector)

    def arithmetic(self) -> KeyArithmetic:
        """Return the same as the code under test takes it."""
        if self.kind == SUM:
            return SumModulo(self.K)
        return XorOfFour(self.K, self.modulus) if self.kind == XOR else ByteFold(self.modulus)


@dataclass(frozen=True)
class Rows:
    """A table: the noise of each count at each place, and how counts and keys without one go on.

    ``rule`` is ``repeat``, ``stop``, or ``wrap`` to the counts from ``start`` on. The file numbers
    its keys from ``first_key``. ``order`` has the place of each key, where it is not the key.
    """

    K: int
    first_count: int
    noise: tuple[tuple[int, ...], ...]
    rule: str = REPEAT
    start: int = 0
    zero: str = "none"
    first_key: int = 0
    order: tuple[int, ...] | None = None

    @property
    def last(self) -> int:
        """The count of the last row."""
        return self.first_count + len(self.noise) - 1

    @property
    def period(self) -> int:
        """How many rows come again."""
        return self.last - self.start + 1 if self.rule == WRAP else 1

    def covers(self, count: int) -> bool:
        """Tell whether a count has noise, or stays as it is."""
        if count < self.first_count:
            return count == 0 and self.zero == "preserve"
        return count <= self.last or self.rule != STOP

    def by_place(self, count: int) -> tuple[int, ...]:
        """Return the row that a count above 0 uses, or that of 0."""
        if count > self.last:
            past = count - self.last - 1
            count = self.last - self.period + 1 + past % self.period
        return self.noise[count - self.first_count]

    def added(self, count: int, key: int) -> int:
        """Return the noise of a count whose record keys make ``key``, from 0 on.

        A file numbers the K keys from ``first_key``; a made key is the one that leaves the same
        remainder. The key of nobody is 0: where it is no key of the file, 0 stays 0.
        """
        if count == 0 and (self.zero == "preserve" or self.first_key > 0):
            return 0
        (place,) = (i for i in range(self.K) if (self.first_key + i - key) % self.K == 0)
        return self.by_place(count)[place if self.order is None else self.order[place]]

    def ptable(self) -> PTable:
        """Return the same as the code under test takes it."""
        beyond: Beyond = Stop() if self.rule == STOP else Repeat()
        if self.rule == WRAP:
            beyond = Wrap(self.start, self.period)
        rows = tuple(Row.of([(z, 1) for z in row]) for row in self.noise)
        order: KeyOrder | None = None if self.order is None else Listed(self.order)
        made = PTable(self.K, self.first_count, rows, beyond, self.zero, None, self.first_key)
        return replace(made, key_order=order)

    @classmethod
    def of(cls, table: PTable) -> "Rows":
        """Return a table of the code under test, place by place (without a key order)."""
        assert table.key_order is None
        noise = tuple(
            tuple(chain.from_iterable(repeat(z, keys) for z, keys in row.runs))
            for row in table.rows
        )
        rule, start, beyond = REPEAT, 0, table.beyond
        if isinstance(beyond, Stop):
            rule = STOP
        if isinstance(beyond, Wrap):
            rule, start = WRAP, beyond.start
            assert beyond.period == table.last_count - beyond.start + 1
        first = table.first_count
        return cls(table.keysize, first, noise, rule, start, table.zero, table.first_key)


Groups = Mapping[str, int]
Cells = Sequence[str]


def sums_of(keys: Keys, people: int) -> Counter[Vector]:
    """Return how many choices of so many record keys have each sum: every person's is enumerated.

    >>> sums_of(Keys("sum", 3, 3), 2) == {(0,): 3, (1,): 3, (2,): 3}, sums_of(Keys("sum", 3, 3), 0)
    (True, Counter({(0,): 1}))
    """
    return Counter(map(keys.added, product(list(keys.vectors()), repeat=people)))


def draws(keys: Keys, groups: Groups) -> Iterator[dict[str, Vector]]:
    """Yield the sums of the record keys of every group, each choice as likely as the others."""
    nobody = [(0,) * keys.components]
    of_group = [list(keys.vectors()) if people else nobody for people in groups.values()]
    for chosen in product(*of_group):
        yield dict(zip(groups, chosen, strict=True))


def released(
    table: Rows, keys: Keys, groups: Groups, cells: Cells, sums: Mapping[str, Vector]
) -> tuple[int, ...]:
    """Return what is released of cells, each written as the letters of its groups, for one draw."""
    found = []
    for cell in cells:
        count = sum(groups[group] for group in cell)
        found.append(count + table.added(count, keys.key(keys.added([sums[g] for g in cell]))))
    return tuple(found)


def law(table: Rows, keys: Keys, groups: Groups, cells: Cells) -> Law:
    """Return the probability of everything that can be released of some cells together.

    >>> coin = Rows(2, 1, ((0, 1),), zero="preserve")
    >>> law(coin, Keys("sum", 2, 2), {"F": 1, "M": 0}, ("F", "M", "FM"))
    {(1, 0, 1): Fraction(1, 2), (2, 0, 2): Fraction(1, 2)}
    """
    found = Counter(released(table, keys, groups, cells, sums) for sums in draws(keys, groups))
    total = sum(found.values())
    return {outcome: Fraction(number, total) for outcome, number in sorted(found.items())}


def law_of_four(table: Rows, keys: Keys, groups: Groups, cells: Cells) -> Law:
    """Return the same for the XOR of four sums, whose four components are alike and independent.

    The keys of all cells by one component are enumerated, then XORed with those of the next.
    """
    assert keys.kind == XOR
    one = Keys(SUM, keys.K, keys.modulus)
    each: Counter[Vector] = Counter()
    for sums in draws(one, groups):
        each[tuple(one.added([sums[g] for g in cell])[0] for cell in cells)] += 1
    whole: Counter[Vector] = Counter({(0,) * len(cells): 1})
    for _ in range(4):
        following: Counter[Vector] = Counter()
        for (a, n), (b, m) in product(whole.items(), each.items()):
            following[tuple(map(xor, a, b))] += n * m
        whole = following
    counts = [sum(groups[group] for group in cell) for cell in cells]
    found: Counter[tuple[int, ...]] = Counter()
    for made, number in whole.items():
        noises = (n + table.added(n, key) for n, key in zip(counts, made, strict=True))
        found[tuple(noises)] += number
    total = sum(found.values())
    return {outcome: Fraction(number, total) for outcome, number in sorted(found.items())}


def any_law(table: Rows, keys: Keys, groups: Groups, cells: Cells) -> Law:
    """Return the law, for the XOR of four sums by its components where keys are many."""
    if keys.kind == XOR and len(groups) > 1 and keys.modulus > 3:
        return law_of_four(table, keys, groups, cells)
    return law(table, keys, groups, cells)


def delta(P: Law, Q: Law, exp: Fraction) -> Fraction:
    """Return the largest P(S) - exp Q(S) over all events S, for e^epsilon = ``exp``."""
    return sum(
        (max(Fraction(0), p - exp * Q.get(y, Fraction(0))) for y, p in P.items()), Fraction()
    )


def both_deltas(P: Law, Q: Law, exp: Fraction) -> tuple[Fraction, Fraction]:
    """Return delta of P against Q, and of Q against P."""
    return delta(P, Q, exp), delta(Q, P, exp)


def counts_of(table: Rows) -> range:
    """Return counts n such that every pair of rows of neighbours is that of n and n + 1 for some.

    More than are needed: two periods past the last row, and from 0 on.
    """
    return range(table.last + 2 * table.period + 2)


def pair_delta(table: Rows, keys: Keys, count: int, exp: Fraction) -> Fraction | None:
    """Return the larger delta of ``count`` and one person more; None where one is not covered."""
    if not (table.covers(count) and table.covers(count + 1)):
        return None
    P, Q = (law(table, keys, {"A": n}, ("A",)) for n in (count, count + 1))
    return max(both_deltas(P, Q, exp))


def margin_delta(
    table: Rows, keys: Keys, counts: tuple[int, ...], exp: Fraction
) -> Fraction | None:
    """Return delta of F, M and F + M released together, with one person more in F or not."""
    f, m = counts
    cells = ("F", "M", "FM")
    if not all(table.covers(n) for n in (f, f + 1, m, f + m, f + m + 1)):
        return None
    P, Q = (any_law(table, keys, {"F": n, "M": m}, cells) for n in (f, f + 1))
    return max(both_deltas(P, Q, exp))


def drawn(chance: Random, K: int | None = None, zero: str | None = None) -> Rows:
    """Return a small table: any rule past its last row, any first key, now and then a key order.

    Half of them have a row of 0.
    """
    K = K or chance.choice((1, 2, 3, 4, 5))
    zero = zero or chance.choice(("row", "row", "preserve", "none"))
    first = 0 if zero == "row" else chance.choice((1, 1, 2))
    noise = tuple(
        tuple(chance.choice((-1, 0, 0, 1, 2)) for _ in range(K))
        for _ in range(chance.choice((1, 2, 3)))
    )
    rule = chance.choice((REPEAT, WRAP, STOP))
    start = chance.randrange(first, first + len(noise)) if rule == WRAP else 0
    order = tuple(chance.sample(range(K), K)) if chance.random() < 0.3 else None
    return Rows(K, first, noise, rule, start, zero, chance.choice((0, 0, 1, K, 3)), order)


def drawn_keys(chance: Random, K: int) -> Keys:
    """Return keys for a table of K keys: a sum, or the XOR of four where K is a power of two."""
    if K == 1 or K & (K - 1) or chance.random() < 0.6:
        return Keys(SUM, K, K)
    return Keys(XOR, K, chance.randint(K // 2 + 1, K))


def tables(number: int, seed: str) -> Iterator[tuple[Rows, Keys]]:
    """Yield so many tables with keys: the same in every run, for a test by its own name."""
    chance = Random(seed)
    for _ in range(number):
        table = drawn(chance)
        yield table, drawn_keys(chance, table.K)
