"""Strategies for rows and tables of a few keys."""

from hypothesis import strategies as st

from exact.numbers.epsilon import Epsilon
from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from verification.audit import audit
from verification.measures.privacy import PrivacyAudit

SPREAD = Row(((-1, 4), (0, 8), (1, 4)))


@st.composite
def rows(draw: st.DrawFn, keysize: int = 8) -> Row:
    """Draw a row: the noise of each key, key by key, so that runs may repeat a noise."""
    noise = draw(st.lists(st.integers(-4, 4), min_size=keysize, max_size=keysize))
    ordered = sorted(noise) if draw(st.booleans()) else noise
    return Row.of([(z, 1) for z in ordered])


@st.composite
def tables(draw: st.DrawFn, whole_period: bool = False) -> PTable:
    """Draw a table of one to five rows; with ``whole_period`` a wrap ends at the last row."""
    keysize = draw(st.sampled_from([1, 4, 6, 8, 16]))
    found = tuple(draw(st.lists(rows(keysize), min_size=1, max_size=5)))
    first = draw(st.integers(0, 3))
    zero = "row" if first == 0 else draw(st.sampled_from(["none", "preserve"]))
    last = first + len(found) - 1
    start = draw(st.integers(first, last))
    period = draw(st.integers(1, last - start + 1))
    wrap = Wrap(last - period + 1, period) if whole_period else Wrap(start, period)
    rules: list[Beyond] = [Repeat(), Stop(), wrap]
    beyond = draw(st.sampled_from(rules))
    return PTable(keysize, first, found, beyond, zero)


def privacy_of(table: PTable, epsilon: Epsilon) -> PrivacyAudit:
    """Return the privacy part of an audit."""
    found = audit(table, epsilon).privacy
    assert found is not None
    return found
