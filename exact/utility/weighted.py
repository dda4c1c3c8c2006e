"""What the noise p of sample counts n costs weighted counts W + p W/n, Shlomo-Krenzke-Li (5)."""

from collections.abc import Sequence
from fractions import Fraction

from exact.errors import InputError
from exact.numbers.enclosure import Enclosure
from exact.utility.chances import Perturbation
from exact.utility.counts import Counts
from exact.utility.measures import each_count, scaled


def weighted_losses(
    counts: Counts, weighted: Sequence[Fraction], perturbation: Perturbation
) -> dict[str, Enclosure]:
    """Return E l1 and E l2 of the weighted counts: each cell's loss by its weight, or its square.

    >>> from exact.utility.chances import Chances
    >>> class Coin:
    ...     def released(self, count):
    ...         return Chances.of(2, [(count - 1, 1, 1), (count + 1, 1, 1)])
    >>> weighted_losses(Counts((2, 4)), (Fraction(6), Fraction(4)), Coin())["l2"].lo
    Fraction(10, 1)
    """
    _check(counts, weighted)
    each, found = each_count(counts, perturbation, ()), {}
    for name, power in (("l1", 1), ("l2", 2)):
        parts = [
            scaled(each[n].losses[name], (W / n) ** power)
            for n, W in zip(counts.cells, weighted, strict=True)
            if n
        ]
        low = sum((part.lo for part in parts), Fraction(0))
        found[name] = Enclosure(low, sum((part.hi for part in parts), Fraction(0)))
    return found


def _check(counts: Counts, weighted: Sequence[Fraction]) -> None:
    if len(weighted) != len(counts.cells):
        rule = f"are not as many as the {len(counts.cells)} counts"
        raise InputError("weighted", len(weighted), rule, "give both files the same layout")
    for k, (n, W) in enumerate(zip(counts.cells, weighted, strict=True), start=1):
        if (n == 0) != (W == 0):
            rule = f"is the weight of {n} people in the sample"
            raise InputError(f"weighted, cell {k}", W, rule, "a cell has both or neither")
