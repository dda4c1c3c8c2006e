"""The simulation of section 6.1 with a seed: written to a file by ``make papers``, read from it.

``python -m reports.papers.rinott_okeefe_shlomo_skinner.simulation`` runs it (minutes, in parallel).
"""

import json
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from os import cpu_count
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from exact.inference.channel import LawChannel
from reports.files import write_atomically
from reports.papers.rinott_okeefe_shlomo_skinner.values import laplace
from reports.progress import progress
from reports.proposals.simulated import KINDS, batch, chi_square_tail
from reports.workers import in_parallel

if TYPE_CHECKING:
    import numpy as np

FILE = Path(__file__).with_name("simulated.json")
SEED, TABLES, SIDE = 20180601, 1000, 10
DEGREES = 81
_BATCH = 50
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Setting:
    """eta, the factor of gamma_ij, the noise, and how many tables are drawn."""

    eta: int
    dependence: str
    epsilon: str
    m: int
    tables: int = TABLES

    @property
    def name(self) -> str:
        """The setting as a key of the file."""
        name = f"eta={self.eta} dependence={self.dependence} epsilon={self.epsilon} m={self.m}"
        return name if self.tables == TABLES else f"{name} tables={self.tables}"


NOISES = (("0.1", 10), ("0.1", 7), ("0.5", 10), ("0.5", 7))
SETTINGS = (
    *(Setting(4, factor, epsilon, m) for factor in ("0", "0.3") for epsilon, m in NOISES),
    Setting(4, "0.7", "0.1", 10),
    Setting(6, "0", "0.1", 10),
    # What explains the four lines of the setting (0.1, 7) that differ.
    OTHER_TABLES := Setting(4, "0.33", "0.1", 7),
    LONGER := Setting(4, "0", "0.1", 7, 4 * TABLES),
)


@dataclass(frozen=True, slots=True)
class Simulated:
    """Of one setting and one test: tables with p <= 0.05, mean and its error of statistic and p."""

    rejected: int
    statistic: tuple[Fraction, Fraction]
    p_value: tuple[Fraction, Fraction]


def stored() -> dict[str, dict[str, Simulated]]:
    """Return what the last simulation found, by setting and test."""
    document = json.loads(FILE.read_text(encoding="utf-8"), parse_float=Fraction)
    return {
        name: {kind: _read(found[kind]) for kind in KINDS}
        for name, found in document["settings"].items()
    }


def _read(found: dict[str, Any]) -> Simulated:
    statistic, p_value = (
        tuple(Fraction(x) for x in found[name]) for name in ("statistic", "p_value")
    )
    return Simulated(found["rejected"], (statistic[0], statistic[1]), (p_value[0], p_value[1]))


def run() -> None:
    """Simulate every setting, in parallel, and write what was found."""
    jobs = [(k, part) for k, s in enumerate(SETTINGS) for part in range(s.tables // _BATCH)]
    found: dict[int, dict[str, list[float]]] = {
        k: {kind: [] for kind in KINDS} for k in range(len(SETTINGS))
    }
    batches = in_parallel(_batch, jobs, cpu_count() or 1)
    for k, _ in progress(jobs, "tables"):
        for kind, values in next(batches).items():
            found[k][kind] += values
    settings = {
        SETTINGS[k].name: {kind: _summary(values) for kind, values in kinds.items()}
        for k, kinds in found.items()
    }
    document = {"seed": SEED, "tables": TABLES, "settings": settings}
    write_atomically(FILE, json.dumps(document, indent=1) + "\n")


def _batch(job: tuple[int, int]) -> dict[str, tuple[float, ...]]:
    import numpy as np

    setting = SETTINGS[job[0]]
    chance = np.random.default_rng((SEED, *job, 0))
    means = np.exp(setting.eta + _effects(chance) + float(setting.dependence) * _cells(chance))
    law = LawChannel(laplace(setting.epsilon, setting.m))
    return batch(means, law, (SEED, *job, 1)).statistics


def _effects(chance: "np.random.Generator") -> "np.ndarray[Any, Any]":
    rows = chance.uniform(-0.5, 0.5, (_BATCH, SIDE, 1))
    return rows + chance.uniform(-0.5, 0.5, (_BATCH, 1, SIDE))


def _cells(chance: "np.random.Generator") -> "np.ndarray[Any, Any]":
    return chance.uniform(-0.5, 0.5, (_BATCH, SIDE, SIDE))


def _summary(values: list[float]) -> dict[str, object]:
    p_values = [chi_square_tail(value, DEGREES) for value in values]
    return {
        "rejected": sum(p <= 0.05 for p in p_values),
        "statistic": _mean(values),
        "p_value": _mean(p_values),
    }


def _mean(values: list[float]) -> list[float]:
    return [round(x, _DIGITS) for x in (fmean(values), stdev(values) / sqrt(len(values)))]


if __name__ == "__main__":
    run()
