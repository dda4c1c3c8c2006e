"""The curve of the averaging attack: no line where points of keys that add were left out."""

from dataclasses import replace
from fractions import Fraction

from exact.attacks.on_table.asked import SUM, Asked
from exact.attacks.on_table.averaging import averaging
from exact.attacks.partitions import Partition
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.pictures.attacks.averaging import _computed


def test_points_that_were_left_out_part_the_line() -> None:
    """All of few keys are computed, in one line; without some between there are two."""
    table = PTable(8, 1, (Row(((-1, 2), (0, 4), (1, 2))),))
    found = averaging(Asked(table, Partition((5, 5)), SUM))
    (whole,) = _computed(found)
    assert [q for q, _ in whole] == [Fraction(point.partitions) for point in found.points]
    some = (2 < number < 5 for number in range(len(found.points)))
    points = [
        replace(point, added=None) if left_out else point
        for point, left_out in zip(found.points, some, strict=True)
    ]
    assert list(_computed(replace(found, points=tuple(points)))) == [whole[:3], whole[5:]]
    none = replace(found, points=tuple(replace(point, added=None) for point in found.points))
    assert list(_computed(none)) == []
