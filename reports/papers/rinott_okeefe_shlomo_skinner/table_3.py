"""Table 3: the levels and powers of section 6.1 against a simulation with a seed of our own."""

from dataclasses import dataclass
from fractions import Fraction

from reports.papers.check import Check, statement
from reports.papers.kinds import NO_REMARK, Remark, other_draws
from reports.papers.rinott_okeefe_shlomo_skinner.overlapping import root
from reports.papers.rinott_okeefe_shlomo_skinner.simulation import (
    LONGER,
    NOISES,
    OTHER_TABLES,
    TABLES,
    Setting,
    Simulated,
    stored,
)
from reports.papers.values import shown
from reports.proposals.simulated import CORRECTED, KINDS, NAIVE, ORIGINAL

# (percent, statistic, its S.E., p-value, its S.E.), as printed, in the order of NOISES.
_INDEPENDENT = (
    ("5.0 81.6 0.395 0.487 0.009", "86.7 124.5 0.616 0.027 0.002", "3.0 78.6 0.388 0.555 0.009"),
    ("6.0 81.7 0.423 0.487 0.009", "53.3 105.1 0.524 0.123 0.006", "4.0 80.1 0.400 0.521 0.009"),
    ("5.8 81.7 0.414 0.485 0.009", "25.4 92.9 0.476 0.274 0.008", "6.9 82.5 0.419 0.467 0.009"),
    ("4.7 81.4 0.395 0.485 0.009", "18.7 90.8 0.435 0.299 0.008", "5.3 82.0 0.391 0.473 0.009"),
)
_DEPENDENT = (
    (
        "79.3 118.8 0.587 0.044 0.003",
        "99.6 162.1 0.792 0.001 0.000",
        "51.0 103.6 0.526 0.140 0.006",
    ),
    (
        "87.3 124.8 0.620 0.027 0.003",
        "98.3 149.2 0.742 0.004 0.001",
        "73.3 114.5 0.583 0.066 0.004",
    ),
    (
        "82.1 118.3 0.551 0.041 0.003",
        "91.3 129.3 0.601 0.017 0.002",
        "76.3 114.8 0.532 0.054 0.004",
    ),
    (
        "81.3 119.6 0.591 0.040 0.003",
        "91.0 128.6 0.627 0.018 0.002",
        "76.9 116.2 0.567 0.051 0.003",
    ),
)
_NAMES = {ORIGINAL: "original", NAIVE: "naïve", CORRECTED: "LR test"}
# As many standard errors of the difference of both simulations as chance explains.
_ERRORS = 4
_WORDS = f"ours: {TABLES} tables, seeded"
_FACTOR = "0.3"


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the table: numbers with their standard errors and the half of their last digit."""

    percent: Fraction
    statistic: tuple[Fraction, Fraction]
    p_value: tuple[Fraction, Fraction]

    @classmethod
    def of(cls, text: str) -> "_Row":
        percent, statistic, error, p, p_error = map(Fraction, text.split())
        return cls(percent, (statistic, error), (p, p_error))


def checks() -> list[Check]:
    """Return every line of the table, and two findings about it."""
    found = stored()
    return [
        *_lines("independent", "0", _INDEPENDENT, found),
        *_lines("dependent", _FACTOR, _DEPENDENT, found),
        _printed_factor(found),
        _one_entry(),
        _average_of_400(found),
    ]


def _lines(
    name: str,
    factor: str,
    printed: tuple[tuple[str, ...], ...],
    found: dict[str, dict[str, Simulated]],
) -> list[Check]:
    checks = []
    for (epsilon, m), lines in zip(NOISES, printed, strict=True):
        ours = found[Setting(4, factor, epsilon, m).name]
        for kind, text in zip(KINDS, lines, strict=True):
            what = f"{name}, ε = {epsilon}, m = {m}, {_NAMES[kind]}"
            longer = found[(LONGER if factor == "0" else OTHER_TABLES).name][kind]
            checks.append(_line(what, text, ours[kind], longer, factor))
    return checks


def _line(what: str, text: str, ours: Simulated, instead: Simulated, factor: str) -> Check:
    row = _Row.of(text)
    percent, statistic, error, p, p_error = text.split()
    agrees = _agrees(row, ours)
    remark = NO_REMARK if agrees else _remark(row, ours, instead, factor)
    return statement(
        "Table 3",
        f"{what}: {percent} %, {statistic} ({error}), p {p} ({p_error})",
        f"{_in_words(ours)} ({_WORDS})",
        agrees,
        remark,
    )


def _in_words(ours: Simulated, tables: int = TABLES) -> str:
    percent = shown(Fraction(100 * ours.rejected, tables), 3)
    (statistic, error), (p, p_error) = ours.statistic, ours.p_value
    mean = f"{shown(statistic, 4)} ({shown(error, 3)})"
    return f"{percent} %, {mean}, p {shown(p, 3)} ({shown(p_error, 2)})"


def _agrees(row: _Row, ours: Simulated) -> bool:
    return not any(_distances(row, ours).values())


def _distances(row: _Row, ours: Simulated) -> dict[str, bool]:
    """Tell which of the three numbers lie further apart than chance explains."""
    share, other = Fraction(ours.rejected, TABLES), row.percent / 100
    spread = (share * (1 - share) + other * (1 - other)) / TABLES
    half = Fraction(1, 2000)
    return {
        "the percentage": _far(share - other, spread, half),
        "the statistic": _far(
            ours.statistic[0] - row.statistic[0],
            ours.statistic[1] ** 2 + row.statistic[1] ** 2,
            Fraction(1, 20),
        ),
        "the p-value": _far(
            ours.p_value[0] - row.p_value[0], ours.p_value[1] ** 2 + row.p_value[1] ** 2, half
        ),
    }


def _far(difference: Fraction, variance: Fraction, half: Fraction) -> bool:
    beyond = max(abs(difference) - half, Fraction(0))
    return beyond * beyond > _ERRORS * _ERRORS * variance


def _remark(row: _Row, ours: Simulated, instead: Simulated, factor: str) -> Remark:
    """Say how far apart the line is, and what a further simulation of this setting says of it."""
    which = " and ".join(name for name, far in _distances(row, ours).items() if far)
    said = f"More than {_ERRORS} standard errors apart: {which}."
    if factor == "0":
        return other_draws(
            f"{said} {LONGER.tables} more tables have {_in_words(instead, LONGER.tables)}: the "
            f"printed statistic is {shown(_errors(row, instead), 2)} standard errors from it, as "
            "chance seldom has it. The dependent tables of this setting are others than said, "
            "perhaps these too."
        )
    other = (
        f"With {OTHER_TABLES.dependence} instead of {_FACTOR} it would be {_in_words(instead)}: "
    )
    near = "this setting was run with other tables." if _agrees(row, instead) else "not explained."
    return other_draws(f"{said} {other}{near}")


def _errors(row: _Row, ours: Simulated) -> Fraction:
    """Return how many standard errors of both lie between the statistics."""
    variance = row.statistic[1] ** 2 + ours.statistic[1] ** 2
    return abs(row.statistic[0] - ours.statistic[0]) / root(variance).hi


def _printed_factor(found: dict[str, dict[str, Simulated]]) -> Check:
    printed = found[Setting(4, "0.7", "0.1", 10).name][ORIGINAL].statistic
    other = found[Setting(4, _FACTOR, "0.1", 10).name][ORIGINAL].statistic
    return statement(
        "6.1, Table 3",
        "the dependent tables have log μ_ij = η + α_i + β_j + 0.7γ_ij; mean statistics 118 to 125",
        f"with 0.7 the original statistic has {shown(printed[0], 4)} ({shown(printed[1], 3)}), "
        f"with {_FACTOR} it has {shown(other[0], 4)} ({shown(other[1], 3)}) ({_WORDS})",
        printed[0] < 130,
        other_draws(
            f"0.7 cannot be what was run; about {_FACTOR} was. The lines above are held against "
            f"{_FACTOR}."
        ),
    )


def _one_entry() -> Check:
    """The original statistic knows nothing of epsilon and m: its four entries estimate one mean."""
    rows = [_Row.of(lines[0]).statistic for lines in _DEPENDENT]
    (odd, error), others = rows[1], [rows[0], *rows[2:]]
    mean = sum((m for m, _ in others), Fraction(0)) / len(others)
    spread = sum((e * e for _, e in others), Fraction(0))
    variance = error * error + spread / len(others) ** 2
    distance = (odd - mean) / root(variance).hi
    return statement(
        "Table 3, dependent, original",
        "118.8 (0.587), 124.8 (0.620), 118.3 (0.551), 119.6 (0.591)",
        f"124.8 lies {shown(distance, 2)} standard errors from the mean {shown(mean, 4)} of the "
        "other three",
        distance <= _ERRORS,
        other_draws(
            "These tables are not perturbed: ε and m play no part. The setting ε = 0.1, m = 7 was "
            "run with other tables, which explains its other entries too."
        ),
    )


def _average_of_400(found: dict[str, dict[str, Simulated]]) -> Check:
    ours = found[Setting(6, "0", "0.1", 10).name]
    naive, corrected = (Fraction(ours[kind].rejected, TABLES) for kind in (NAIVE, CORRECTED))
    return statement(
        "6.1",
        "ε = 0.1, m = 10, average count about 400: level of the naïve test about 0.12, of the LR "
        "test about 0.05",
        f"η = 6: {shown(naive, 3)} and {shown(corrected, 3)} ({_WORDS})",
        not _far(naive - Fraction("0.12"), Fraction(2 * 12 * 88, 10**4 * TABLES), Fraction(1, 200))
        and not _far(
            corrected - Fraction("0.05"), Fraction(2 * 5 * 95, 10**4 * TABLES), Fraction(1, 200)
        ),
    )
