"""The averaging attack in words, numbers and a picture."""

from exact.attacks.on_table.averaging import Averaging, Level
from reports.content.attacks.levels import many, percent
from reports.document.blocks import Block, Column, Facts, Finding, Grid, Inline, Paragraph, Section
from reports.numbers import enclosed, rational, whole
from reports.pictures.attacks.averaging import averaging_picture

_NAME = "averaging"
_HOW = (
    "Averaging (Asghar and Kaafar, PETS 2020). The same people are asked for through q partitions "
    "into cells. The released cells of each add up to the true count and a sum of noise; the mean "
    "of the q sums, rounded with halves upward, is the attacker's estimate."
)
_ADDED = (
    "Keys that add: all partitions have the same total key, so that given this key their sums are "
    "independent, and the probability is the mean over all keys. The expected sum is the same for "
    "every key: the mean still leads to the true count."
)


def averaging_section(found: Averaging) -> Section:
    """Return what averaging does to the table."""
    blocks: list[Block] = [Paragraph((_HOW,)), _facts(found)]
    if found.asked.adds:
        blocks.append(Paragraph((_ADDED,)))
    blocks += [_grid(found), averaging_picture(found), _finding(found)]
    return Section(_NAME, "Averaging many partitions", tuple(blocks))


def _facts(found: Averaging) -> Facts:
    cells = " + ".join(map(str, found.asked.partition.cells))
    entries: list[tuple[str, Inline]] = [
        ("true count and its cells", f"{found.asked.partition.count} = {cells}"),
        ("noise of one partition: mean", rational(found.noise.mean())),
        ("noise of one partition: variance", rational(found.noise.variance())),
    ]
    if found.spread is not None:
        low, high = found.spread
        entries.append(("its least variance given the total's key", rational(low)))
        entries.append(("its largest variance given the total's key", rational(high)))
    if found.why_not:
        entries.append(("keys that add: not computed", found.why_not))
    for level in found.levels:
        name = f"partitions that are right in {percent(level.confidence)}"
        entries.append((f"{name}, at least", _independent(level)))
        if level.added is not None:
            entries.append((f"{name}, keys that add", many(level.added)))
    return Facts("Partitions needed", tuple(((name,), (value,)) for name, value in entries))


def _independent(level: Level) -> str:
    least = level.independent
    if least.partitions is None:
        return f"none up to {many(least.searched)}"
    return many(least.partitions)


def _grid(found: Averaging) -> Grid:
    added = any(point.added is not None for point in found.points)
    titles = ["partitions", "rounded mean is right", *(["keys that add"] if added else [])]
    rows = []
    for point in found.points:
        cells: list[Inline] = [whole(point.partitions), enclosed(point.independent)]
        if added:
            cells.append("" if point.added is None else enclosed(point.added))
        rows.append(tuple((cell,) for cell in cells))
    columns = tuple(Column(title, numeric=True) for title in titles)
    rest = (columns, tuple(rows), True)
    return Grid(f"{_NAME}-chances", "Probability of the true count", *rest)


def _finding(found: Averaging) -> Finding:
    level = found.levels[0]
    number = level.added or level.independent.partitions
    count = found.asked.partition.count
    if number is None:
        said = (
            f"no number of partitions up to {many(level.independent.searched)} gives the true "
            f"count {count} with {percent(level.confidence)}: the noise of the cells is biased"
        )
        return Finding("note", "AVERAGING", said, "a bias that becomes known can be taken off")
    said = (
        f"whoever gets {many(number)} different breakdowns of the same {count} people learns how "
        f"many they are with {percent(level.confidence)}"
    )
    remedy = (
        "answer fewer breakdowns of one set of people than that, or publish fixed tables only; "
        "more variance helps in proportion"
    )
    return Finding("warning", "AVERAGING", said, remedy)
