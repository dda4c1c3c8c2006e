"""A sequence whose items are made when asked for is the tuple of them in every other respect."""

import pickle
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from exact.mapped import Mapped


def doubled(n: int) -> int:
    """Return twice the number."""
    return 2 * n


@given(st.lists(st.integers()), st.slices(5))
def test_it_is_the_tuple_of_its_items(items: list[int], part: slice) -> None:
    """Length, order, parts, equality, hash, and what another process receives."""
    lazy, plain = Mapped(items, doubled), tuple(2 * n for n in items)
    assert (len(lazy), tuple(lazy), lazy[part]) == (len(plain), plain, plain[part])
    assert lazy == plain == pickle.loads(pickle.dumps(lazy))
    assert hash(lazy) == hash(plain)
    assert isinstance(lazy, Sequence)
    assert lazy != 7


def test_nothing_is_made_before_it_is_asked_for() -> None:
    """One item of a million makes one call."""
    made: list[int] = []
    lazy = Mapped(range(10**6), made.append)
    assert lazy[999] is None
    assert made == [999]
