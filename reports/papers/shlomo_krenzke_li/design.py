"""Section 3.4: what the steps that generate the tables must give, exactly."""

from collections.abc import Callable
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.numbers.producers import exp_floor, log_floor
from reports.papers.check import Check, Part, Unchecked, number, statement
from reports.papers.kinds import misprint, other_draws
from reports.papers.values import shown

_CELLS = 49
_ETA = Fraction("6.5")
_CONSTANTS = {"Dependent": Fraction("0.2"), "Independent": Fraction("0.02")}
# Table 5: mean population and sample, with standard errors.
_PRINTED = {
    "Dependent": (Fraction("44164.7"), Fraction(573), "1531.1"),
    "Independent": (Fraction("43921.2"), Fraction("567.3"), "1522.3"),
}
_BITS = 160


def part() -> Part:
    """Return the checks of the steps 1 to 4."""
    return Part(
        "design",
        "3.4 Generating tables",
        (_as_printed(), _halves(), *_units(), *_weights(), *_samples()),
        unchecked=(
            Unchecked("step 1, μ_ij", "the mean of the Poisson law; read as its logarithm"),
        ),
    )


def expected_population(mean_factor: Callable[[Fraction], Enclosure], kind: str) -> Enclosure:
    """Return 49 e^eta (E e^alpha)^2 E e^(c gamma), the expected size of a population table."""
    effect, noise, level = (
        mean_factor(Fraction(1)),
        mean_factor(_CONSTANTS[kind]),
        _exponential(_ETA),
    )
    return Enclosure(
        _CELLS * level.lo * effect.lo**2 * noise.lo, _CELLS * level.hi * effect.hi**2 * noise.hi
    )


def constant_effect(value: Fraction) -> Callable[[Fraction], Enclosure]:
    """Return E e^(cX) of an X that is always ``value``."""
    return lambda c: _exponential(c * value)


def uniform_effect(reach: Fraction) -> Callable[[Fraction], Enclosure]:
    """Return E e^(cX) = (e^h - e^-h) / 2h, h = c reach, of X uniform on [-reach, reach]."""

    def effect(c: Fraction) -> Enclosure:
        h = c * reach
        up, down = _exponential(h), _exponential(-h)
        return Enclosure((up.lo - down.hi) / (2 * h), (up.hi - down.lo) / (2 * h))

    return effect


def _exponential(x: Fraction) -> Enclosure:
    floor = exp_floor(x, _BITS)
    return Enclosure.scaled(floor, floor + 1, _BITS)


def _as_printed() -> Check:
    found = expected_population(constant_effect(Fraction(1, 2)), "Independent")
    return statement(
        "3.4, step 1",
        "α, β, γ are drawn by Uniform(0.5,0.5) and tables have approximately 44,000 individuals",
        f"Uniform(0.5,0.5) is the constant 0.5, and gives {shown(found, 5)} individuals without "
        "any association",
        abs(found.lo - 44_000) < 2000,
        misprint("A sign is missing, and not only that: see the next two lines."),
    )


def _halves() -> Check:
    found = expected_population(uniform_effect(Fraction(1, 2)), "Independent")
    return statement(
        "3.4, step 1",
        "… read as Uniform(−0.5,0.5)",
        f"{shown(found, 5)} individuals expected; the mean of 500 tables is printed as 43921.2 "
        "with a standard error of 567.3",
        abs(found.lo - _PRINTED["Independent"][0]) < 4 * _PRINTED["Independent"][1],
        other_draws("15 standard errors off. Uniform(−0.5,0.5) is not what was drawn."),
    )


def _units() -> list[Check]:
    checks = []
    for kind, (mean, error, _) in _PRINTED.items():
        found = expected_population(uniform_effect(Fraction(1)), kind)
        away = (found.lo - mean) / error
        checks.append(
            statement(
                f"3.4, step 1, {kind}",
                f"… read as Uniform(−1,1): printed mean {shown(mean, 6)}",
                f"{shown(found, 6)} expected, {shown(away, 2)} standard errors above; the "
                "simulation here uses this reading",
                abs(away) < 3,
            )
        )
    return checks


def _weights() -> list[Check]:
    mean, variance = Fraction(20 + 40, 2), Fraction((40 - 20) ** 2, 12)
    return [
        number("3.4, step 3", "mean of Uniform(20,40)", "30", mean),
        number("3.4, step 3", "relative variance, in per cent", "3.7", 100 * variance / mean**2),
        statement(
            "2.1",
            "the relative variance is less than 10 %",
            f"{shown(100 * variance / mean**2, 3)} %",
            variance / mean**2 < Fraction(1, 10),
        ),
    ]


def _samples() -> list[Check]:
    """E(1/w) = log 2 / 20 for w uniform on (20, 40)."""
    floor = log_floor(Fraction(2), _BITS)
    per_person = Enclosure.scaled(floor, floor + 1, _BITS)
    checks = []
    for kind, (mean, error, sample) in _PRINTED.items():
        found = mean * per_person.lo / 20
        checks.append(
            statement(
                f"3.4, step 4, {kind}",
                f"sample of approximately 1,530 individuals (Table 5: {sample})",
                f"the printed population times ln(2)/20 is {shown(found, 5)}",
                abs(found - Fraction(sample)) < error / 20,
            )
        )
    average = Fraction("1531.1") / _CELLS
    return [*checks, number("3.4, step 4", "average cell size, 1531.1/49", "31", average)]
