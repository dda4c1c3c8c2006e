"""A seeded microdata set: the same records in every run, with full, rare and empty cells."""

from random import Random

from verification.comparison.release import Microdata

RECORDS = 100_000
KEYS = 256
SEED = 2025


def microdata(records: int = RECORDS, seed: int = SEED, missing: int = 0) -> Microdata:
    """Return records with keys uniform on 0..255; ``missing`` of them have no health.

    Record keys are bytes of the generator, so uniform by construction; the variables are skewed,
    so that tables of two and three of them have empty cells as well as counts far beyond 750.

    >>> microdata(3).record_keys == microdata(3).record_keys
    True
    """
    chance = Random(seed)
    keys = tuple(chance.randbytes(records))
    drawn = {
        "region": _draw(chance, records, [30, 20, 15, 10, 8, 6, 5, 3, 2, 1]),
        "sex": _draw(chance, records, [51, 49]),
        "age": _draw(chance, records, [14, 13, 13, 13, 13, 12, 11, 8, 2, 1]),
        "health": _draw(chance, records, [500, 300, 150, 45, 5]),
        # 1/rank, as occupations are: many people in few of them, a handful in most.
        "occupation": _draw(chance, records, [10_000 // rank**2 for rank in range(1, 41)]),
    }
    without: tuple[str | None, ...] = (None,) * missing
    return Microdata({**drawn, "health": without + drawn["health"][missing:]}, keys)


def _draw(chance: Random, records: int, weights: list[int]) -> tuple[str | None, ...]:
    names = [f"{number:02}" for number in range(1, len(weights) + 1)]
    return tuple(chance.choices(names, weights, k=records))
