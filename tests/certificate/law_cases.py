"""Laws of every kind and shape: cases small enough for brute force, definitions, forgeries.

A new law has its cases, its definition by mpmath, and what makes another law of it.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from mpmath import mp, mpf

from exact.design.table import table_of_law
from exact.laws.registry import kind_of, kinds
from exact.table.ptable import PTable
from tests.certificate.making import Json

DIGITS = 80

Given = dict[str, str]
Weights = dict[int, Any]

# By name: parameters of a law that are cheap to compute by brute force, with every kind of rate.
CASES: dict[str, tuple[str, Given]] = {
    "maxent by gamma": ("maxent", {"D": "6", "gamma": "3/40"}),
    "maxent, uniform": ("maxent", {"D": "3", "gamma": "0"}),
    "maxent by variance": ("maxent", {"D": "6", "variance": "5"}),
    "maxent by a variance with a rational root": ("maxent", {"D": "1", "variance": "1/2"}),
    "maxent by epsilon": ("maxent", {"D": "6", "epsilon": "1/2"}),
    "maxent by a logarithm": ("maxent", {"D": "6", "epsilon": "ln(3/2)"}),
    "maxent at the left end": ("maxent", {"D": "4", "epsilon": "1/2", "position": "0"}),
    "laplace": ("laplace", {"epsilon": "1/2", "m": "7"}),
    "laplace of a rational x": ("laplace", {"epsilon": "ln(2)", "m": "5"}),
    "laplace with a tie": ("laplace", {"epsilon": "ln(2)", "m": "1"}),
    "truncated-normal": ("truncated-normal", {"epsilon": "1", "m": "6"}),
    "truncated-normal by a logarithm": ("truncated-normal", {"epsilon": "ln(3)", "m": "4"}),
    "discrete-gaussian": ("discrete-gaussian", {"sigma2": "9/2", "D": "6"}),
    "discrete-gaussian, nearly uniform": ("discrete-gaussian", {"sigma2": "10000", "D": "3"}),
    "count-query": ("count-query", {"epsilon": "2.18", "eta": "0.8", "D": "6"}),
    "count-query below the knee": ("count-query", {"epsilon": "1/2", "eta": "1/10", "D": "5"}),
    "count-query with ties": ("count-query", {"epsilon": "ln(2)", "eta": "1/2", "D": "2"}),
    "count-query of a rational E": ("count-query", {"epsilon": "ln(3)", "eta": "1/3", "D": "4"}),
    "hellinger": ("hellinger", {"epsilon": "1", "m": "4", "last_count": "6"}),
    "hellinger by a logarithm": ("hellinger", {"epsilon": "ln(3)", "m": "3", "last_count": "3"}),
    "pram": ("pram", {"epsilon": "2", "cap": "3"}),
    "pram in blocks, by a logarithm": (
        "pram",
        {"epsilon": "ln(2)", "cap": "2", "reading": "block"},
    ),
    "up-to-q": ("up-to-q", {"cap": "3", "share": "1/4"}),
}
# Of each law: the name of its largest noise, and parameters that make another law, or none, of it.
_EPSILONS = (("epsilon", "9/4"), ("epsilon", "one"))
CHANGES: dict[str, tuple[str, tuple[tuple[str, object], ...]]] = {
    "maxent": ("D", (("gamma", "1/9"), ("gamma", {"times": "1/7", "ln": "5/4"}))),
    "laplace": ("m", _EPSILONS),
    "truncated-normal": ("m", _EPSILONS),
    "discrete-gaussian": ("D", (("sigma2", "4"), ("sigma2", "0"), ("sigma2", "-9/2"))),
    "count-query": ("D", (*_EPSILONS, ("eta", "3/7"), ("eta", "1"))),
    "hellinger": ("m", (*_EPSILONS, ("last_count", 1))),
    "pram": ("cap", (*_EPSILONS, ("reading", "backwards"), ("reading", 1))),
    "up-to-q": ("cap", (("share", "1/2"), ("share", "0"), ("share", "3/2"))),
}
KEYSIZE = 2**16
RULES = ("ceiling", "symmetric", "largest-remainder")


def rules_of(name: str) -> tuple[str, ...]:
    """Return the rules that are for a law."""
    return RULES[:1] if CASES[name][0] in ("hellinger", "pram", "up-to-q") else RULES


def table_of(name: str, rule: str = "ceiling") -> PTable:
    """Return the table of a case."""
    law, given = CASES[name]
    return table_of_law(kind_of(law).of_text(given), KEYSIZE, rule)


Change = Callable[[Json], object]


def forgeries(name: str) -> Iterator[tuple[str, Change]]:
    """Yield changes of the declared law that make the claim false."""
    law, _ = CASES[name]
    largest, others = CHANGES[law]
    # Of count-query D bounds only the k that the odds allow, of up-to-q the cap only what larger
    # counts reach: a larger one may be the same law.
    wrong = (1 if law in ("count-query", "up-to-q") else 9, 0, "6")
    for key, value in (*((largest, noise) for noise in wrong), *others, ("sigma", 1)):
        yield f"{key} {value}", partial(_put, key=key, value=value)
    for other in (*kinds(), "cauchy", None):
        if other != law:
            yield f"the name {other}", partial(_renamed, name=other)


def _put(document: Json, key: str, value: object) -> None:
    document["table"]["origin"]["parameters"][key] = value


def _renamed(document: Json, name: str | None) -> None:
    document["table"]["origin"]["law"] = name


def definition(name: str, count: int) -> Weights:
    """Return the weights of a case by its definition, with many digits."""
    law, given = CASES[name]
    return DEFINITIONS[law](given, count)


def mp_epsilon(text: str) -> Any:
    """Return epsilon."""
    if text.startswith("ln("):
        return mp.log(mp_rational(text[3:-1]))
    return mp_rational(text)


def mp_rational(text: str) -> Any:
    """Return a rational as a decimal number of many digits."""
    value = Fraction(text)
    return mpf(value.numerator) / value.denominator


def maxent(given: Given, _count: int) -> Weights:
    """Return e^(-gamma z^2); gamma from a variance by bisection of V(gamma), which falls."""
    D, gamma = int(given["D"]), mpf(0)
    if "variance" in given:
        low, high = mpf(0), mpf(50)
        for _ in range(4 * DIGITS):
            gamma = (low + high) / 2
            weights = [mp.exp(-gamma * z * z) for z in range(-D, D + 1)]
            moment = mp.fsum(z * z * w for z, w in zip(range(-D, D + 1), weights, strict=True))
            above = moment / mp.fsum(weights) > mp_rational(given["variance"])
            low, high = (gamma, high) if above else (low, gamma)
    elif "gamma" in given:
        gamma = mp_rational(given["gamma"])
    else:  # some way through (2.20), 9/10 unless said
        along = 2 * mp_rational(given.get("position", "9/10"))
        gamma = mp_epsilon(given["epsilon"]) * (2 * D - 1 + along) / (4 * D * D - 1)
    return {z: mp.exp(-gamma * z * z) for z in range(-D, D + 1)}


def laplace(given: Given, _count: int) -> Weights:
    """Return e^(-epsilon |z|)."""
    m = int(given["m"])
    return {z: mp.exp(-mp_epsilon(given["epsilon"]) * abs(z)) for z in range(-m, m + 1)}


def truncated_normal(given: Given, _count: int) -> Weights:
    """Return e^(-epsilon z^2 / (2m+1))."""
    m = int(given["m"])
    rate = mp_epsilon(given["epsilon"]) / (2 * m + 1)
    return {z: mp.exp(-rate * z * z) for z in range(-m, m + 1)}


def discrete_gaussian(given: Given, _count: int) -> Weights:
    """Return e^(-z^2 / (2 sigma^2))."""
    D, sigma2 = int(given["D"]), mp_rational(given["sigma2"])
    return {z: mp.exp(-z * z / (2 * sigma2)) for z in range(-D, D + 1)}


def count_query(given: Given, _count: int) -> Weights:
    """Return (14) with the alphas of (37), or by the recursion (39) from alpha_0 = C on."""
    D, eta, E = int(given["D"]), mp_rational(given["eta"]), mp.exp(mp_epsilon(given["epsilon"]))
    C, B = 2 * eta / (1 - eta), 2 / (1 - eta)

    def crossover(k: int) -> Any:
        return mp.fsum(E**j for j in range(k + 1)) / mp.fsum(E**j * (k - j) for j in range(k))

    k = next((k for k in range(1, D + 1) if crossover(k) < C), D + 1)
    if k > D:
        below = mp.fsum(E**j * (D - j) for j in range(D))
        alphas = [mp.fsum(E**j for j in range(D - i + 1)) / below for i in range(1, D + 1)]
    else:
        above = C * mp.fsum(E**j for j in range(k)) - E**k
        delta = above / (B * mp.fsum(E**j * (j + 1) for j in range(k)))
        alphas, last = [], C
        for _ in range(k):
            last = (last - B * delta) / E
            alphas.append(last)
    found = {
        j: alpha * (1 - eta) / 2 for j, alpha in enumerate(alphas, 1) if alpha > mpf(10) ** -60
    }
    return {**{-j: p for j, p in found.items()}, 0: eta, **found}


def hellinger(given: Given, count: int) -> Weights:
    """Return e^(-epsilon |sqrt(a+z) - sqrt a| / 2) where a + z >= 0."""
    m, c = int(given["m"]), mp_epsilon(given["epsilon"]) / 2
    near = range(-min(count, m), m + 1)
    return {z: mp.exp(-c * abs(mp.sqrt(count + z) - mp.sqrt(count))) for z in near}


def pram(given: Given, count: int) -> Weights:
    """Return Laplace noise cut to 0..cap-1, or to the residues of 2 cap + 1 (3.2)."""
    cap, epsilon = int(given["cap"]), mp_epsilon(given["epsilon"])
    if count == 0:
        return {0: mpf(1)}
    base = 2 * cap + 1
    small = count < cap
    values = range(cap if small else base)
    m = count if small else count % base
    found: Weights = {}
    for z in range(-cap, cap + 1):
        inside = [
            v for v in (m + z, m + (1 if z > 0 else -1), m - (1 if z > 0 else -1)) if v in values
        ]
        noise = inside[0] - m
        if not small and given.get("reading") != "block":
            noise = -noise
        found[noise] = found.get(noise, mpf(0)) + mp.exp(-epsilon * abs(z))
    return found


def up_to_q(given: Given, count: int) -> Weights:
    """Return equal weights within q, the least integer of at least the share, up to the cap."""
    q = 0
    while q < int(given["cap"]) and q < Fraction(given["share"]) * count:
        q += 1
    return {z: mpf(1) for z in range(-q, q + 1)}


DEFINITIONS: dict[str, Callable[[Given, int], Weights]] = {
    "maxent": maxent,
    "laplace": laplace,
    "truncated-normal": truncated_normal,
    "discrete-gaussian": discrete_gaussian,
    "count-query": count_query,
    "hellinger": hellinger,
    "pram": pram,
    "up-to-q": up_to_q,
}
