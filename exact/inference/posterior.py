"""What is believed of a true count once it is released: a prior of any weights, and Bayes' rule."""

import csv
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from io import StringIO

from flint import arb, ctx

from exact.errors import InputError
from exact.inference.channel import Channel
from exact.numbers.balls import BITS, ball, between_0_and_1, bounds_of, total
from exact.numbers.enclosure import Enclosure
from exact.numbers.guard import integer, rational
from exact.table.ptable import MAX_COUNT

MAX_PRIOR = 10_000
_RANGE = re.compile(r"\s*([0-9]+)\s*\.\.\s*([0-9]+)\s*")
_LIST = re.compile(r"\s*[^:,/\\]*:.*")
Prior = Mapping[int, Fraction]


def prior_given(text: str) -> Prior | None:
    """Return the prior that a person writes; None where it is the name of a file.

    >>> prior_given("3..5")
    {3: Fraction(1, 1), 4: Fraction(1, 1), 5: Fraction(1, 1)}
    >>> prior_given("0: 1/2, 7: 0.25")
    {0: Fraction(1, 2), 7: Fraction(1, 4)}
    """
    if found := _RANGE.fullmatch(text):
        low = integer(found[1], "prior", 0, MAX_COUNT)
        high = integer(found[2], "prior", low, low + MAX_PRIOR - 1)
        return dict.fromkeys(range(low, high + 1), Fraction(1))
    if _LIST.fullmatch(text) is None:
        return None
    pairs = (part.partition(":") for part in text.split(","))
    return _prior((f"'{a.strip()}'", a, weight) for a, _, weight in pairs)


def read_prior(text: str) -> Prior:
    r"""Return the prior of a CSV file: a true count and its weight a line; a head is left out.

    >>> read_prior("count,weight\n0,3\n1,1/2\n")
    {0: Fraction(3, 1), 1: Fraction(1, 2)}
    """
    try:
        rows = [row for row in csv.reader(StringIO(text.removeprefix("\ufeff"))) if any(row)]
    except csv.Error as error:
        raise InputError("prior", str(error), "is no CSV", "save it as CSV") from None
    lines = list(enumerate(rows, start=1))
    if lines and not lines[0][1][0].strip().isdecimal():
        lines = lines[1:]
    for i, row in lines:
        if len(row) != 2:
            rule = f"has {len(row)} cells"
            raise InputError("prior", f"line {i}", rule, "give a true count and its weight")
    return _prior((f"line {i}", row[0], row[1]) for i, row in lines)


def _prior(parts: Iterable[tuple[str, str, str]]) -> Prior:
    found: dict[int, Fraction] = {}
    for place, a, weight in parts:
        count = integer(a.strip(), f"prior, {place}", 0, MAX_COUNT)
        if count in found:
            raise InputError(f"prior, {place}", count, "has its weight already", "give it once")
        found[count] = rational(weight.strip(), f"prior, {place}")
        if found[count] < 0:
            raise InputError(f"prior, {place}", weight, "is negative", "give weights from 0 on")
        if len(found) > MAX_PRIOR:
            rule = f"has more than {MAX_PRIOR} counts"
            raise InputError("prior", len(found), rule, "leave out those that are impossible")
    if not any(found.values()):
        raise InputError("prior", "", "has no positive weight", "give one line a count at least")
    return found


def posterior(channel: Channel, released: int, prior: Prior) -> dict[int, Enclosure]:
    """Return P(a | x) = w(a) P(x | a) / sum, of every count that is possible, w a prior's weights.

    Exactly where the probabilities of the noise are known exactly: a table's.
    """
    with ctx.workprec(BITS):
        nothing = arb(0)
        chances = {a: channel.noise(a).get(released - a, nothing) for a, w in prior.items() if w}
        possible = {a: chance for a, chance in chances.items() if not chance.is_zero()}
        if not possible:
            rule = "cannot be released from any count that the prior allows"
            raise InputError("released", released, rule, "widen the prior")
        if all(chance.is_exact() for chance in possible.values()):
            return _exactly({a: prior[a] * bounds_of(c).lo for a, c in possible.items()})
        joint = {a: ball(prior[a]) * chance for a, chance in possible.items()}
        whole = total(joint.values())
        return {a: between_0_and_1(bounds_of(part / whole)) for a, part in joint.items()}


def _exactly(joint: Mapping[int, Fraction]) -> dict[int, Enclosure]:
    whole = sum(joint.values(), Fraction(0))
    return {a: Enclosure.point(part / whole) for a, part in joint.items()}


def posterior_mean(found: Mapping[int, Enclosure]) -> Enclosure:
    """Return E(a | x).

    >>> half = Enclosure.point(Fraction(1, 2))
    >>> posterior_mean({3: half, 4: half}).lo
    Fraction(7, 2)
    """
    low = sum((a * chance.lo for a, chance in found.items()), Fraction(0))
    return Enclosure(low, sum((a * chance.hi for a, chance in found.items()), Fraction(0)))
