"""The likelihood ratio test of a share p from one noisy count, without simulation.

A count a ~ Binomial(N, p) is released as x (Rinott-O'Keefe-Shlomo-Skinner 6.2). With
L_x(p) = sum P(x | a) C(N,a) p^a (1-p)^(N-a) the statistic of H_0: p = p_0 is
T(x) = 2 log(max_p L_x(p) / L_x(p_0)). Every x that can be released has an enclosure of T(x), and a
probability under every p: so the law of T, its level, power and p-value are finite sums.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import arb, ctx

from exact.errors import InputError
from exact.inference.channel import Channel, column
from exact.inference.likelihood import Likelihood, binomial_likelihood
from exact.inference.peak import peak
from exact.numbers.balls import BITS, ball, between_0_and_1, bounds_of, lower, total, upper
from exact.numbers.enclosure import Enclosure

MAX_PEOPLE = 1_000_000
# Terms of all likelihoods together: half a minute, or minutes where they have many peaks.
MAX_TERMS = 2_000_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """A value that can be released, its statistic, and where p is likeliest.

    Outcomes with the same ``rank`` have the same statistic, by symmetry.
    """

    released: int
    likelihood: Likelihood
    statistic: arb
    rank: int
    likeliest: tuple[arb, arb]


@dataclass(frozen=True)
class BinomialTest:
    """The test of p = ``hypothesis`` for a count of ``people`` with known noise."""

    people: int
    hypothesis: Fraction
    channel: Channel

    def __post_init__(self) -> None:
        if not 0 < self.hypothesis < 1:
            rule = "must lie strictly between 0 and 1"
            raise InputError("p0", self.hypothesis, rule, "for example 1/2")
        if not 1 <= self.people <= MAX_PEOPLE:
            rule = f"must be from 1 to {MAX_PEOPLE}"
            raise InputError("n", self.people, rule, "give the number of people that were counted")
        low, high = self.channel.span
        terms = (self.people + high - low + 1) * (high - low + 1)
        if terms > MAX_TERMS:
            rule = f"with noise {low} to {high} gives more than the {MAX_TERMS} terms of a test"
            raise InputError("n", self.people, rule, "choose a smaller n or less noise")

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All values that can be released, rising."""
        low, high = self.channel.span
        found: dict[int, Outcome] = {}
        near = ball(Fraction(1, self.people))
        with ctx.workprec(BITS):
            for x in range(low, self.people + high + 1):
                chances = column(self.channel, x, self.people)
                if chances is None:
                    continue
                made = binomial_likelihood(chances, self.choices)
                twin = found.get(self.people - x) if self._is_mirrored(x) else None
                if twin is None:
                    found[x] = self._outcome(x, made, near)
                    near = found[x].likeliest[1] if found[x].likeliest[1] > 0 else near
                    near = near if near.is_finite() else ball(self.people)
                else:
                    found[x] = _mirror(x, made, twin)
        return tuple(found.values())

    @cached_property
    def choices(self) -> list[arb]:
        """C(N,0), ..., C(N,N)."""
        found = [arb(1)]
        for a in range(1, self.people + 1):
            found.append(found[-1] * (self.people - a + 1) / a)
        return found

    def _is_mirrored(self, x: int) -> bool:
        """Tell whether P(x | a) = P(N - x | N - a) for all a, and p_0 = 1/2: T(x) = T(N - x)."""
        if self.hypothesis != Fraction(1, 2):
            return False
        far = max(map(abs, self.channel.span))
        counts = range(max(x - far, 0), min(x + far, self.people) + 1)
        return all(self.channel.mirrors(a, self.people - a) for a in counts)

    def _outcome(self, released: int, made: Likelihood, near: arb) -> Outcome:
        if 2 * released == self.people and made.is_unimodal and self._is_mirrored(released):
            return Outcome(released, made, arb(0), released, (arb(1), arb(1)))  # L(p) = L(1-p)
        found = peak(made, near)
        statistic = 2 * (found.log - made.log(_odds(self.hypothesis)))
        return Outcome(
            released, made, statistic.nonnegative_part(), released, (found.low, found.high)
        )

    def at(self, released: int) -> Outcome:
        """Return the outcome of a released value, refusing one that cannot be released."""
        for outcome in self.outcomes:
            if outcome.released == released:
                return outcome
        low, high = self.outcomes[0].released, self.outcomes[-1].released
        rule = f"cannot be released: no count from 0 to {self.people} leads to it"
        raise InputError("released", released, rule, f"possible are values from {low} to {high}")

    def chances(self, p: Fraction) -> tuple[arb, ...]:
        """Return the probability of each outcome if the share is p."""
        if not 0 < p < 1:
            raise InputError("p", p, "must lie strictly between 0 and 1", "for example 0.7")
        with ctx.workprec(BITS):
            t = _odds(p)
            return tuple(outcome.likelihood.log(t).exp() for outcome in self.outcomes)

    @cached_property
    def _under_hypothesis(self) -> tuple[arb, ...]:
        return self.chances(self.hypothesis)

    def p_value(self, observed: Outcome) -> Enclosure:
        """Return P(T >= the observed T) if the hypothesis is true."""
        surely, perhaps = [], []
        with ctx.workprec(BITS):
            for outcome, chance in zip(self.outcomes, self._under_hypothesis, strict=True):
                same = outcome.rank == observed.rank
                if same or outcome.statistic > observed.statistic:
                    surely.append(chance)
                elif not outcome.statistic < observed.statistic:
                    perhaps.append(chance)
            return _probability(surely, perhaps)

    def rejection(self, p: Fraction, critical: "Fraction | Critical") -> Enclosure:
        """Return P(T > critical) if the share is p: the level at p_0, elsewhere the power."""
        surely, perhaps = [], []
        chances = self._under_hypothesis if p == self.hypothesis else self.chances(p)
        with ctx.workprec(BITS):
            for outcome, chance in zip(self.outcomes, chances, strict=True):
                above = _above(outcome, critical)
                if above is None:
                    perhaps.append(chance)
                elif above:
                    surely.append(chance)
            return _probability(surely, perhaps)

    def above(self, outcome: Outcome, critical: "Fraction | Critical") -> bool | None:
        """Tell whether an outcome rejects the hypothesis; None where bounds do not tell."""
        with ctx.workprec(BITS):
            return _above(outcome, critical)

    def critical(self, level: Fraction) -> "Critical":
        """Return the smallest c with P(T > c) <= level under the hypothesis.

        c is a value of T: from the largest down, the first whose probability would be too much.
        Values that bounds do not tell apart are taken together, which makes c no smaller.
        """
        with ctx.workprec(BITS):
            above, wanted = arb(0), ball(level)
            for group in self._groups():
                chance = total(c for _, c in group)
                if not above + chance <= wanted:
                    values = [outcome.statistic for outcome, _ in group]
                    ranks = frozenset(outcome.rank for outcome, _ in group)
                    return Critical(
                        max(v.upper() for v in values), min(v.lower() for v in values), ranks
                    )
                above = above + chance
        return Critical(arb(0), arb(0), frozenset())

    def _groups(self) -> list[list[tuple[Outcome, arb]]]:
        """Return the outcomes by falling statistic, those that overlap together."""
        pairs = zip(self.outcomes, self._under_hypothesis, strict=True)
        falling = sorted(pairs, key=lambda pair: -upper(pair[0].statistic))
        groups: list[list[tuple[Outcome, arb]]] = []
        least: arb | None = None
        for outcome, chance in falling:
            if least is None or outcome.statistic < least:
                groups.append([])
                least = outcome.statistic.lower()
            groups[-1].append((outcome, chance))
            least = min(least, outcome.statistic.lower())
        return groups


@dataclass(frozen=True, slots=True)
class Critical:
    """A critical value that is a value of T: its bounds, and the outcomes that have it."""

    high: arb
    low: arb
    ranks: frozenset[int]

    @property
    def bounds(self) -> Enclosure:
        """The value."""
        return Enclosure(lower(self.low), upper(self.high))


def likeliest_share(outcome: Outcome) -> Enclosure:
    """Return bounds of the p with the largest likelihood."""
    with ctx.workprec(BITS):
        ends = [ball(1) if t == arb.pos_inf() else t / (1 + t) for t in outcome.likeliest]
        return between_0_and_1(Enclosure(lower(ends[0]), upper(ends[1])))


def statistic_bounds(outcome: Outcome) -> Enclosure:
    """Return bounds of the statistic."""
    return bounds_of(outcome.statistic)


def _above(outcome: Outcome, critical: Fraction | Critical) -> bool | None:
    """Tell whether the statistic is above the critical value; None where bounds do not tell."""
    if isinstance(critical, Critical):
        if outcome.rank in critical.ranks:
            return False
        return (
            True
            if outcome.statistic > critical.high
            else False
            if outcome.statistic < critical.low
            else None
        )
    if outcome.statistic > ball(critical):
        return True
    return False if outcome.statistic < ball(critical) else None


def _mirror(released: int, made: Likelihood, twin: Outcome) -> Outcome:
    """Return the outcome N - x: L_(N-x)(p) = L_x(1-p), and p_0 = 1/2."""
    low, high = (1 / t if t > 0 else arb.pos_inf() for t in reversed(twin.likeliest))
    return Outcome(released, made, twin.statistic, twin.rank, (low, high))


def _odds(p: Fraction) -> arb:
    return ball(p / (1 - p))


def _probability(surely: Iterable[arb], perhaps: Iterable[arb]) -> Enclosure:
    least = total(surely)
    return between_0_and_1(Enclosure(lower(least), upper(least + total(perhaps))))
