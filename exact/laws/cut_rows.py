"""Where noise lands that would leave a range, as Shlomo-Krenzke-Li cut it (3.2)."""


def landing(value: int, z: int, size: int) -> int:
    """Return the value of 0..size-1 that ``value`` becomes by noise z.

    Noise that would leave the range goes to the neighbour on that side; at an end of the range, to
    the only neighbour.

    >>> [landing(1, z, 3) for z in range(-2, 3)], landing(0, -5, 3)
    ([0, 0, 1, 2, 2], 1)
    """
    released = value + z
    if 0 <= released < size:
        return released
    side = value + (1 if z > 0 else -1)
    return side if 0 <= side < size else 2 * value - side


def powers_of_row(value: int, size: int, m: int) -> dict[int, dict[int, int]]:
    """Return of each released value its weight as {k: how often x^k is added}, x = e^-epsilon.

    >>> powers_of_row(1, 3, 2)
    {0: {1: 1, 2: 1}, 1: {0: 1}, 2: {1: 1, 2: 1}}
    """
    found: dict[int, dict[int, int]] = {}
    for z in range(-m, m + 1):
        terms = found.setdefault(landing(value, z, size), {})
        terms[abs(z)] = terms.get(abs(z), 0) + 1
    return {j: dict(sorted(found[j].items())) for j in sorted(found)}
