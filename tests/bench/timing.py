"""Times that can be compared: taken in one run, in turn, the best of several."""

from collections.abc import Callable, Sequence
from math import log
from time import perf_counter

Work = Callable[[], object]


def best_times(works: Sequence[Work], repetitions: int) -> list[float]:
    """Return the least time of each work in seconds; all works take turns."""
    best = [float("inf")] * len(works)
    for _ in range(repetitions):
        for index, work in enumerate(works):
            start = perf_counter()
            work()
            best[index] = min(best[index], perf_counter() - start)
    return best


def exponents(points: Sequence[tuple[int, int, float]]) -> tuple[float, float]:
    """Return (a, b) of the least-squares fit log t = a log D + b log bits + c.

    ``points`` is a full grid, so the two exponents are estimated independently.

    >>> a, b = exponents([(D, k, D * k**2.0) for D in (2, 4) for k in (8, 16)])
    >>> round(a, 9), round(b, 9)
    (1.0, 2.0)
    """
    times = [log(t) for _, _, t in points]
    return (
        _slope([log(D) for D, _, _ in points], times),
        _slope([log(bits) for _, bits, _ in points], times),
    )


def _slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    covariance = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return covariance / sum((x - mean_x) ** 2 for x in xs)
