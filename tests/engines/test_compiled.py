"""What is sent to engines that are not run here: their SQL, held against files that were read."""

from pathlib import Path

import pytest

from tests.engines.expressions_of import ARITHMETICS, DIALECTS, statements

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("way", ARITHMETICS)
def test_the_statements_are_those_that_were_read(way: str, dialect: str) -> None:
    """Word by word; another version of the library that writes other SQL is noticed."""
    golden = (GOLDEN / f"{way}.{dialect}.sql").read_text(encoding="utf-8")
    assert statements(way, dialect) == golden


@pytest.mark.parametrize("way", ARITHMETICS)
def test_no_dialect_divides_or_adds_in_floating_point(way: str) -> None:
    """Neither a double nor a division stands in any statement: sums, remainders, comparisons."""
    for dialect in DIALECTS:
        text = statements(way, dialect).upper()
        assert not any(word in text for word in ("DOUBLE", "FLOAT", " / ", "FLOOR", "REAL"))
