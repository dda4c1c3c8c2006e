"""The exact joint law of the noise of cells and of their margin, whose key is the sum of theirs.

Keys k_1, ..., k_k of the cells are uniform and independent, the margin's key is k_1 + ... + k_k
modulo N. Sorted rows have few runs of keys: ``by_runs`` counts in closed form, for any N. Rows
whose noise jumps from key to key have many runs of few keys: ``by_keys`` multiplies.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import prod

from exact.errors import InputError
from exact.margins.by_keys import fits_by_keys, products_needed, weights_by_keys
from exact.margins.by_runs import weights_by_runs
from exact.pmf import Pmf
from exact.table.row import Row

MAX_CATEGORIES = 6
MAX_STEPS = 11_000_000

Noises = tuple[int, ...]
Weights = dict[Noises, int]


@dataclass(frozen=True)
class JointLaw:
    """Weights of (z_1, ..., z_k, z_T), the noise of the cells and of their margin, out of a total.

    >>> coin = Row(((0, 2), (1, 2)))
    >>> law = JointLaw.of((coin, coin), coin)
    >>> law.weights[0, 0, 0], law.weights[1, 1, 0], law.total
    (3, 3, 16)
    """

    weights: Mapping[Noises, int]
    total: int

    def __post_init__(self) -> None:
        if self.total <= 0 or sum(self.weights.values()) != self.total:
            raise InputError("weights", self.total, "do not sum to it", "count every key once")

    @classmethod
    def of(cls, cells: Sequence[Row], margin: Row) -> "JointLaw":
        """Return the law for uniform keys of the cells; the margin's row says N.

        A cell whose row covers fewer keys than N has only these: the row of one key stands for an
        empty cell, whose key is 0.
        """
        _require_alike(cells, margin)
        weights = _counted(tuple(cells), margin)
        return cls(weights, prod(cell.keysize for cell in cells))

    @classmethod
    def independent(cls, noises: Sequence[Pmf]) -> "JointLaw":
        """Return the law of independent noises: products."""
        drawn = [tuple(zip(pmf.outcomes, pmf.weights, strict=True)) for pmf in noises]
        weights = {
            tuple(z for z, _ in each): prod(weight for _, weight in each)
            for each in product(*drawn)
        }
        return cls(weights, prod(pmf.total for pmf in noises))

    def pmf(self, function: Callable[[Noises], int]) -> Pmf:
        """Return the law of a function of the noises."""
        return Pmf.of((function(noises), weight) for noises, weight in self.weights.items())

    @cached_property
    def residual(self) -> Pmf:
        """The law of z_1 + ... + z_k - z_T: of the released cells minus the released margin."""
        return self.pmf(residual_of)

    def released(self, counts: Sequence[int]) -> "JointLaw":
        """Return the law of the released counts: those of the cells and their sum, plus noise."""
        shift = (*counts, sum(counts))
        weights = {
            tuple(n + z for n, z in zip(shift, noises, strict=True)): weight
            for noises, weight in self.weights.items()
        }
        return JointLaw(weights, self.total)


def residual_of(noises: Noises) -> int:
    """Return z_1 + ... + z_k - z_T.

    >>> residual_of((3, 4, -2))
    9
    """
    return sum(noises[:-1]) - noises[-1]


def steps_needed(cells: Sequence[Row], margin: Row) -> int:
    """Return about how many steps the law takes, by the shorter of both ways.

    >>> sorted_row = Row(((-1, 2**30), (0, 2**31), (1, 2**30)))
    >>> steps_needed((sorted_row, sorted_row), sorted_row)
    36
    """
    return min(_steps_by_runs(cells), _steps_by_keys(cells, margin))


@lru_cache(maxsize=2)
def _counted(cells: tuple[Row, ...], margin: Row) -> Weights:
    """Return the weights: large cells often have the same rows with one person more."""
    return _method(cells, margin)(cells, margin)


def _method(cells: Sequence[Row], margin: Row) -> Callable[[Sequence[Row], Row], Weights]:
    steps, by_keys = _steps_by_runs(cells), _steps_by_keys(cells, margin)
    if min(steps, by_keys) > MAX_STEPS:
        rule = f"take {min(steps, by_keys)} steps to count, more than {MAX_STEPS}"
        raise InputError("cells", len(cells), rule, "take fewer categories, or sorted rows")
    return weights_by_runs if steps <= by_keys else weights_by_keys


def _steps_by_runs(cells: Sequence[Row]) -> int:
    """Return the corners of all combinations of runs."""
    return prod(2 * len(cell.runs) for cell in cells)


def _steps_by_keys(cells: Sequence[Row], margin: Row) -> int:
    """Return the coefficients of all products, eight of which take as long as a corner.

    Or the outcomes, where they are more. They are too many where they do not fit into words.
    """
    if not fits_by_keys(len(cells), margin.keysize):
        return MAX_STEPS + 1
    outcomes = prod(len(row.pmf.outcomes) for row in (*cells, margin))
    return max(-(-margin.keysize // 8) * products_needed(cells), outcomes)


def _require_alike(cells: Sequence[Row], margin: Row) -> None:
    if not 1 <= len(cells) <= MAX_CATEGORIES:
        rule = f"must be from 1 to {MAX_CATEGORIES}: each doubles the terms of a count"
        raise InputError("categories", len(cells), rule, "add some of them up first")
    if any(cell.keysize not in (1, margin.keysize) for cell in cells):
        sizes = [cell.keysize for cell in cells]
        rule = f"must have the {margin.keysize} keys of the margin, or one if the cell is empty"
        raise InputError("cells", sizes, rule, "take rows of one table")
