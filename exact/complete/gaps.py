"""Noise values without a key between two that have one: a reader of the table misses them.

The best table of real numbers has many, for it is a vertex. Where keys are many, a gap at z between
the nearest noise values a < z < b with keys is closed by b - a keys at z, b - z of them from a and
z - a from b: sum and bias stay, E z^2 falls, and delta moves by a few keys. Where an outer value
has too few keys, they move into the gap, and as many of the centre by as much the other way.
"""

from exact.complete.problem import Keys, Place, Problem


def gaps(keys: Keys) -> list[Place]:
    """Return the places (row, position) without a key, inside the range of their row.

    >>> gaps(((9,), (6, 0, 0, 3)))
    [(1, 1), (1, 2)]
    """
    return [
        (i, k)
        for i, row in enumerate(keys)
        for k, n in enumerate(row)
        if n == 0 and any(row[:k]) and any(row[k:])
    ]


def inside(keys: Keys) -> list[Place]:
    """Return the places inside the range of their row, with a key or without."""
    found = []
    for i, row in enumerate(keys):
        used = [k for k, n in enumerate(row) if n]
        found += [(i, k) for k in range(used[0], used[-1] + 1)]
    return found


def filled(problem: Problem, keys: Keys) -> Keys:
    """Return the table with a key for every noise value inside of a row, where that is possible."""
    rows = [list(row) for row in keys]
    for i, k in gaps(keys):
        row, support = list(rows[i]), problem.rows[i].support
        low = max((j for j in range(k) if row[j]), default=None)
        high = min((j for j in range(k + 1, len(row)) if row[j]), default=None)
        if row[k] or low is None or high is None:
            continue
        a, z, b = support[low], support[k], support[high]
        # An outermost value may lose all of its keys: then the row ends at the gap.
        ends = (not any(row[:low]), not any(row[high + 1 :]))
        if row[low] + ends[0] > b - z and row[high] + ends[1] > z - a:
            row[low], row[k], row[high] = row[low] - (b - z), b - a, row[high] - (z - a)
        else:
            _drawn_in(row, support, low if row[low] < row[high] else high, k)
        if all(condition.holds(row) for condition in problem.rows[i].conditions()):
            rows[i] = row
    return tuple(map(tuple, rows))


def _drawn_in(row: list[int], support: tuple[int, ...], outer: int, k: int) -> None:
    """Move the keys of an outer noise value into the gap, and as many of the centre back."""
    places = {z: j for j, z in enumerate(support)}
    shift, keys = support[k] - support[outer], row[outer]
    from_to = [(j, places[z - shift]) for j, z in enumerate(support) if z - shift in places]
    usable = [(j, m) for j, m in from_to if min(row[j], row[m]) > keys]
    if usable:
        j, m = max(usable, key=lambda pair: min(row[pair[0]], row[pair[1]]))
        row[outer], row[k] = 0, keys
        row[j], row[m] = row[j] - keys, row[m] + keys
