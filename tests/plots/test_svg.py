"""SVG as text: whatever is written into it stays text."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.plots.svg import coordinate, element, escaped, plain

HOSTILE = [
    "<script>alert(1)</script>",
    "]]><svg onload='x'>",
    "quotes \" and ' and `",
    "&amp; &lt; &#60;",
    "line\none\r\nline\ttwo",
    "nul \x00 bell \x07 escape \x1b delete \x7f",
    "half a pair \ud800 and no character \ufffe",
    "turned \u202e around \u2066",
]


@given(st.integers(-(10**6), 10**6))
def test_a_coordinate_is_its_tenths(tenths: int) -> None:
    """What is printed is the number of tenths, with at most one decimal and no zero to spare."""
    text = coordinate(tenths)
    assert Fraction(text) * 10 == tenths
    assert len(text.partition(".")[2]) <= 1
    assert not text.endswith(".0")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    """In an element and in an attribute, what is read back is the text on one line."""
    written = element("text", {"class": text}, escaped(text))
    found = ElementTree.fromstring(written)
    assert found.text == plain(text)
    assert found.attrib == {"class": plain(text)}
    assert len(found) == 0


@given(st.text())
def test_any_text_is_well_formed_and_on_one_line(text: str) -> None:
    """No text breaks the document, holds a line break or a control character."""
    found = ElementTree.fromstring(element("desc", {"id": text}, escaped("x" + text)))
    assert found.text is not None
    assert found.text.isprintable()
    assert found.attrib["id"] == plain(text)


def test_printable_text_is_kept_as_it_is() -> None:
    """Only white space is joined; letters, signs and formulas are not changed."""
    assert plain("  δ ≤ 10⁻⁵,  ε = ½  — 例 ") == "δ ≤ 10⁻⁵, ε = ½ — 例"
