"""Names and counts of a CSV table: what may be either is refused."""

import pytest

from exact.errors import InputError
from exact.inference.released import read_released
from exact.utility.reading import read_counts

CELLS = ((3, 5), (4, 6))


@pytest.mark.parametrize(
    "text",
    [
        "3,5\n4,6\n",
        "men,women\n3,5\n4,6\n",
        ",men,women\nnorth,3,5\nsouth,4,6\n",
        "region,men,women\nnorth,3,5\nsouth,4,6\n",
        ",2011,2012\nnorth,3,5\nsouth,4,6\n",
        ",2011,2012\n1,3,5\n2,4,6\n",
        "region,2011,2012,total\nnorth,3,5,8\nsouth,4,6,10\n",
        "2011,2012,total\n3,5,8\n4,6,10\n",
    ],
)
def test_names_are_told_from_counts(text: str) -> None:
    """By a name in the first line, an empty corner, or a margin: never a count lost or won."""
    assert read_released(text).cells == CELLS
    assert read_counts(text).cells == (3, 5, 4, 6)


@pytest.mark.parametrize(
    "text",
    [
        "north,3,5\nsouth,4,6\nwest,7,8\n",
        "3,b\n4,6\n7,8\n",
        "region,2011,men\nnorth,3,5\nsouth,4,6\n",
    ],
)
@pytest.mark.parametrize("read", [read_released, read_counts], ids=["released", "counts"])
def test_a_first_line_that_may_be_either_is_refused(text: str, read: object) -> None:
    """It was left out as names once: a row of counts was lost without a word."""
    assert callable(read)
    with pytest.raises(InputError, match=r"line 1 = .*may be names or counts.*put a line of names"):
        read(text)
