"""A sequence whose items are made when they are asked for: a table may have very many counts."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

A = TypeVar("A")
B = TypeVar("B")


class Mapped(Sequence[B], Generic[A, B]):
    """``make`` applied to each of ``items``, again each time.

    >>> squares = Mapped(range(10**9), lambda n: n * n)
    >>> len(squares), squares[7], squares[:3], squares[-1:] == ((10**9 - 1) ** 2,)
    (1000000000, 49, (0, 1, 4), True)
    """

    def __init__(self, items: Sequence[A], make: Callable[[A], B]) -> None:
        self._items, self._make = items, make

    def __len__(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> B: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[B, ...]: ...
    def __getitem__(self, index: int | slice) -> B | tuple[B, ...]:
        """Return an item, or some of them."""
        if isinstance(index, slice):
            return tuple(map(self._make, self._items[index]))
        return self._make(self._items[index])

    def __eq__(self, other: object) -> bool:
        """Compare item by item, also with a tuple or a list."""
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """Return the hash of the items as a tuple."""
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type, tuple[tuple[B, ...]]]:
        """Travel to another process as the tuple of the items."""
        return tuple, (tuple(self),)
