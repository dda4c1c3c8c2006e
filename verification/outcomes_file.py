"""The file of both bounds of Proposition 2 of Sadeghi-Asoodeh-Calmon: written, read, re-checked.

Of all unbiased noise with p_n(0) = eta on -min(n, D)..D for the counts n = 1..N, the least delta of
single outcomes, p_n(y) <= e^epsilon p_m(y) + delta, lies between ``lo`` and ``hi``:

    lo   with lambda >= mu >= 0 of the outcomes (n, m, y), b and s of the counts, E >= e^epsilon:
         delta sum lambda >= sum mu (p_n(y) - E p_m(y)) >= sum_n min_z c_n(z), where c collects
         these and b_n z + s_n (eta - [z = 0]), which is 0 on average;
    hi   is the delta of the ``noise`` given for every count.

The check adds up anew in rationals what stands in the file, and shares nothing with the search.
"""

import json
from dataclasses import dataclass
from fractions import Fraction

from exact.complete.enclosed_outcomes import Enclosed
from exact.complete.single_outcomes import MAX_LAST, MAX_PLACES
from exact.errors import InputError
from exact.numbers.epsilon import Epsilon
from verification.shapes.common import EPSILON, POSITIVE
from verification.shapes.shape import Shape, constant, described, many, record, whole
from verification.shapes.strict import parsed

FORMAT, VERSION = "ptcert-outcomes", 1
_LARGEST = 1 << 128


@dataclass(frozen=True, slots=True)
class Outcome:
    """A released value of a count against a neighbour, with lambda and mu."""

    count: int
    other: int
    released: int
    most: int
    mu: int


@dataclass(frozen=True, slots=True)
class OutcomesProof:
    """Both bounds, and what proves them."""

    format: str
    version: int
    epsilon: Epsilon
    eta: Fraction
    D: int
    last: int
    E: Fraction
    lo: Fraction
    hi: Fraction
    noise: tuple[tuple[Fraction, ...], ...]
    outcomes: tuple[Outcome, ...]
    rows: tuple[tuple[int, ...], ...]

    def support(self, count: int) -> range:
        """Return the noise values of a count, P1."""
        return range(-min(count, self.D), self.D + 1)


_NUMBER = whole(-_LARGEST, _LARGEST)
_COUNT = whole(1, MAX_LAST)
_SHAPE: Shape[OutcomesProof] = record(
    OutcomesProof,
    "Both bounds of Proposition 2's program, and what proves them.",
    format=constant(FORMAT),
    version=constant(VERSION),
    epsilon=EPSILON,
    eta=POSITIVE,
    D=whole(1, MAX_PLACES),
    last=whole(2, MAX_LAST),
    E=described(POSITIVE, "At least e^epsilon."),
    lo=described(POSITIVE, "The least delta is at least this."),
    hi=described(POSITIVE, "The least delta is at most this."),
    noise=many(many(POSITIVE, "p_n(z) for every noise value."), "One law for each count."),
    outcomes=many(
        record(
            Outcome,
            "An outcome with its numbers.",
            count=_COUNT,
            other=_COUNT,
            released=whole(0, 2 * MAX_PLACES),
            most=whole(0, _LARGEST),
            mu=whole(0, _LARGEST),
        ),
        "The outcomes that have numbers.",
        least=0,
    ),
    rows=many(many(_NUMBER, "b and s."), "Two numbers for each count."),
)


def write_outcomes(found: Enclosed, eta: Fraction) -> str:
    """Return the text of the file."""
    problem, vector = found.problem, found.multipliers
    outcomes = []
    for event, most, values in zip(problem.events, vector.events, vector.outputs, strict=True):
        i, k = event.alone[0] if event.alone else event.shared[0][0]
        released = event.count + problem.rows[i].support[k]
        if most:
            mu = values[0] if values else most
            outcomes.append(Outcome(event.count, event.other, released, most, mu))
    proof = OutcomesProof(
        FORMAT,
        VERSION,
        problem.epsilon,
        eta,
        problem.rows[0].support[-1],
        problem.rows[-1].count,
        problem.E,
        found.delta.lo,
        found.delta.hi,
        tuple(
            tuple(map(law.probability, row.support))
            for row, law in zip(problem.rows, found.noise, strict=True)
        ),
        tuple(outcomes),
        vector.conditions,
    )
    return json.dumps(_SHAPE.write(proof), separators=(",", ":")) + "\n"


def read_outcomes(content: bytes) -> OutcomesProof:
    """Read the bytes of the file; whether its numbers prove anything is asked by ``recheck``."""
    return _SHAPE.read(parsed(content, "proof", "give what --proof wrote"), "proof")


def recheck(proof: OutcomesProof) -> None:
    """Raise ``InputError`` unless both bounds follow from what the file holds."""
    places = sum(len(proof.support(n)) for n in range(1, proof.last + 1))
    if places > 2 * MAX_PLACES or not len(proof.rows) == len(proof.noise) == proof.last:
        raise _refused("size", proof.last, "is not that of its rows and laws")
    _check_noise(proof)
    if proof.lo > proof.hi:
        raise _refused("lo", proof.lo, "is above hi")
    _check_lower(proof)


def _check_lower(proof: OutcomesProof) -> None:
    if proof.epsilon.compare_exp(proof.E) > 0:
        raise _refused("E", proof.E, "is below e^epsilon")
    costs = []
    for n, numbers in enumerate(proof.rows, start=1):
        if len(numbers) != 2:
            raise _refused("row", n, "has not two numbers")
        b, s = numbers
        costs.append({z: b * z + s * (proof.eta - (z == 0)) for z in proof.support(n)})
    for one in proof.outcomes:
        _add(proof, costs, one)
    weight = sum(one.most for one in proof.outcomes)
    total = sum(min(cost.values()) for cost in costs)
    # Outcomes without weight bound no delta: from them only 0 follows.
    if proof.lo and (weight == 0 or proof.lo * weight > total):
        raise _refused("lo", proof.lo, "does not follow from the numbers")


def _add(proof: OutcomesProof, costs: list[dict[int, Fraction]], one: Outcome) -> None:
    """Add mu (p_n(y) - E p_m(y)), or lambda p_n(y) where m cannot release y."""
    near = abs(one.count - one.other) == 1 and max(one.count, one.other) <= proof.last
    mine, there = one.released - one.count, one.released - one.other
    is_shared = near and there in proof.support(one.other)
    if not near or mine not in proof.support(one.count) or one.mu > one.most:
        raise _refused("outcome", (one.count, one.other, one.released), "is none of the program")
    costs[one.count - 1][mine] += one.mu if is_shared else one.most
    if is_shared:
        costs[one.other - 1][there] -= proof.E * one.mu


def _check_noise(proof: OutcomesProof) -> None:
    """Check P1-P3 of every law, and that no outcome has an excess above ``hi``."""
    laws = []
    for n, law in enumerate(proof.noise, start=1):
        if len(law) != len(proof.support(n)):
            raise _refused("noise", n, "has not one probability for each value")
        laws.append(dict(zip(proof.support(n), law, strict=True)))
        mean = sum(z * p for z, p in laws[-1].items())
        if sum(law) != 1 or mean or laws[-1][0] != proof.eta:
            raise _refused("noise", n, "is not unbiased with p(0) = eta")
    for n in range(1, proof.last):
        for a, b in ((n, n + 1), (n + 1, n)):
            for z, p in laws[a - 1].items():
                q = laws[b - 1].get(a + z - b, Fraction(0))
                rest = p - proof.hi
                if rest > 0 and (q == 0 or proof.epsilon.compare_exp(rest / q) < 0):
                    raise _refused("hi", proof.hi, f"is exceeded by count {a}, released {a + z}")


def _refused(name: str, value: object, rule: str) -> InputError:
    return InputError(name, value, rule, "give the proof as it was written")
