"""Which margins of a tabulation are made: each is the set of dimensions that is kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from exact.errors import InputError

ALL, NONE = "all", "none"


@dataclass(frozen=True, slots=True)
class Margin:
    """The dimensions that are kept and those that are summed over, in the order of the table.

    ``mask`` has the bit of a dimension set that is summed over, the first dimension highest: what
    GROUPING(a, b, ...) of SQL returns.

    >>> Margin(("sex", "age"), ("sex",)).mask, Margin(("sex", "age"), ("sex",)).text
    (1, 'age')
    """

    dimensions: tuple[str, ...]
    kept: tuple[str, ...]

    @property
    def summed(self) -> tuple[str, ...]:
        """The dimensions that are summed over."""
        return tuple(name for name in self.dimensions if name not in self.kept)

    @property
    def text(self) -> str:
        """The dimensions that are summed over, as the column ``margin`` has them."""
        return ",".join(self.summed)

    @property
    def mask(self) -> int:
        """The margin as a number."""
        bits = "".join("0" if name in self.kept else "1" for name in self.dimensions)
        return int(bits, 2)


def margins(dimensions: tuple[str, ...], asked: str) -> tuple[Margin, ...]:
    """Return the table itself and the margins asked for, each once, the finest first.

    ``asked`` is ``all`` (with the grand total), ``none``, or margins separated by ``;``, each the
    dimensions that are summed over, separated by commas.

    >>> [m.text for m in margins(("sex", "age"), "all")]
    ['', 'age', 'sex', 'sex,age']
    >>> [m.text for m in margins(("sex", "age", "region"), "sex;age,region")]
    ['', 'sex', 'age,region']
    """
    whole = Margin(dimensions, dimensions)
    if asked == NONE:
        return (whole,)
    if asked == ALL:
        sizes = range(len(dimensions), -1, -1)
        return tuple(
            Margin(dimensions, kept) for n in sizes for kept in combinations(dimensions, n)
        )
    chosen = [_margin(dimensions, one.split(",")) for one in asked.split(";")]
    return tuple(dict.fromkeys((whole, *chosen)))


def margins_called(dimensions: tuple[str, ...], texts: Iterable[str]) -> dict[str, Margin]:
    """Return the margins that texts name: what is summed over, separated by commas in any order.

    A text that names none is left out.

    >>> {text: m.kept for text, m in margins_called(("sex", "age"), ("age,sex", "town")).items()}
    {'age,sex': ()}
    """
    known = {}
    if any("," in name for name in dimensions):
        known = {margin.text: margin for margin in margins(dimensions, ALL)}
    found = {}
    for text in texts:
        summed = text.split(",") if text else []
        if text in known:
            found[text] = known[text]
        elif len(set(summed)) == len(summed) and set(summed) <= set(dimensions):
            found[text] = _margin(dimensions, summed)
    return found


def _margin(dimensions: tuple[str, ...], summed: Sequence[str]) -> Margin:
    for name in summed:
        if name not in dimensions:
            rule = "is no dimension of the table"
            remedy = f"sum over some of {', '.join(dimensions)}, or say all or none"
            raise InputError("margins", name, rule, remedy)
    return Margin(dimensions, tuple(name for name in dimensions if name not in summed))
