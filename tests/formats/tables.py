"""Random tables that a format can hold, for the round trips."""

from dataclasses import dataclass
from itertools import pairwise

from hypothesis import strategies as st

from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row

Build = st.DrawFn
REPEAT = Repeat()


@st.composite
def rows(draw: Build, keysize: int, increasing: bool = False) -> Row:
    """Draw a row over ``keysize`` keys: cut points, and a noise for each piece."""
    pieces = draw(st.integers(1, min(6, keysize)))
    inner = st.integers(1, keysize - 1)
    cuts = draw(st.sets(inner, min_size=pieces - 1, max_size=pieces - 1)) if pieces > 1 else set()
    bounds = [0, *sorted(cuts), keysize]
    noises = draw(st.lists(st.integers(-9, 9), min_size=pieces, max_size=pieces, unique=increasing))
    ordered = sorted(noises) if increasing else noises
    widths = (high - low for low, high in pairwise(bounds))
    return Row.of(list(zip(ordered, widths, strict=True)))


@dataclass(frozen=True, slots=True)
class Holds:
    """What tables a format can hold."""

    keysizes: st.SearchStrategy[int]
    first_counts: tuple[int, ...] = (0, 1, 3)
    zeros: tuple[str, ...] = ("none",)
    beyond: Beyond = REPEAT
    increasing: bool = False
    number: int | None = None
    first_key: int = 0


_TENS = st.sampled_from([10**g for g in (0, 1, 3, 8, 19, 38)])
_INTERVALS = Holds(_TENS)
HELD = {
    "ons": Holds(st.integers(1, 20), (0, 1), ("preserve",), Wrap(501, 250), number=750),
    "ess": Holds(st.integers(1, 300), first_key=1),
    "r-ptable": _INTERVALS,
    "tau-argus": Holds(_TENS, first_counts=(0,)),
    "sas": _INTERVALS,
    "abs-lookup": Holds(st.just(256), (1,), beyond=Stop()),
    "transition": Holds(_TENS, increasing=True),
    "cellkey-json": _INTERVALS,
    "cellkey-yaml": _INTERVALS,
    "native": Holds(st.integers(1, 2**128), (0, 1, 3), ("none", "preserve"), Wrap(4, 1)),
}


@st.composite
def tables(draw: Build, name: str) -> PTable:
    """Draw a table that the format ``name`` can hold."""
    held = HELD[name]
    keysize = draw(held.keysizes)
    first = draw(st.sampled_from(held.first_counts))
    some = draw(st.lists(rows(keysize, held.increasing), min_size=2, max_size=5))
    number = len(some) if held.number is None else held.number + 1 - first
    beyond = Wrap(first, 1) if name == "native" else held.beyond
    zero = "row" if first == 0 else draw(st.sampled_from(held.zeros))
    made = tuple(some[k % len(some)] for k in range(number))
    return PTable(keysize, first, made, beyond, zero, first_key=held.first_key)
