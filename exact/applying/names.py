"""Names of columns as SQL: quoted, so that whatever is in a name is never run."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from exact.errors import InputError

# What an applied table adds to its dimensions; a dimension of such a name would be hidden by it.
RESULT_COLUMNS = ("margin", "count", "key", "noise", "released")
MOST_DIMENSIONS = 12
MOST_CHARACTERS = 200


def quoted(name: str) -> str:
    """Return a column name as SQL writes it, whatever it holds.

    >>> quoted('age"; DROP TABLE t; --')
    '"age""; DROP TABLE t; --"'
    """
    return '"' + name.replace('"', '""') + '"'


def inner(name: str) -> str:
    """Return a dimension as the tables of the engine call it, where nothing else has its name.

    >>> inner("place")
    '"by place"'
    """
    return quoted(f"by {name}")


def inner_key(name: str) -> str:
    """Return a column with record keys as the tables of the engine call it."""
    return quoted(f"key {name}")


def inner_list(names: Iterable[str]) -> str:
    """Return dimensions one after the other, as the tables of the engine call them."""
    return ", ".join(map(inner, names))


def entering(names: Sequence[str], text: bool = False) -> str:
    """Return the dimensions of a file as columns of the engine's tables, as text where asked.

    >>> entering(("sex",)), entering(("sex",), text=True)
    ('"sex" AS "by sex"', 'CAST("sex" AS VARCHAR) AS "by sex"')
    """
    made = (f"CAST({quoted(n)} AS VARCHAR)" if text else quoted(n) for n in names)
    return ", ".join(f"{sql} AS {inner(n)}" for sql, n in zip(made, names, strict=True))


def text_literal(value: str) -> str:
    """Return text as SQL writes it.

    >>> text_literal("O'Neill")
    "'O''Neill'"
    """
    return "'" + value.replace("'", "''") + "'"


def dimensions(given: Iterable[str]) -> tuple[str, ...]:
    """Return the dimensions of a tabulation, refusing what cannot be columns of its result.

    >>> dimensions(("region", "sex"))
    ('region', 'sex')
    """
    names = tuple(given)
    if not names:
        raise InputError("by", "", "names no dimension", "give columns such as region,sex")
    if len(names) > MOST_DIMENSIONS:
        rule = f"are more than {MOST_DIMENSIONS} dimensions"
        raise InputError("by", len(names), rule, "tabulate by fewer columns")
    for name in names:
        if not name or len(name) > MOST_CHARACTERS or "\0" in name:
            raise InputError("by", name, "is no name of a column", "give columns such as sex,age")
        if name.casefold() in RESULT_COLUMNS:
            remedy = "give that column another name in the data"
            rule = f"is a column that the result has itself ({name.casefold()})"
            raise InputError("by", name, rule, remedy)
    if len({name.casefold() for name in names}) < len(names):
        raise InputError("by", ",".join(names), "names a dimension twice", "name each once")
    if any("," in name for name in names):
        _check_apart(names)
    return names


def _check_apart(names: Sequence[str]) -> None:
    """Refuse names with commas of which two margins would be called alike."""
    sizes = range(len(names) + 1)
    texts = [",".join(some) for size in sizes for some in combinations(names, size)]
    if len(set(texts)) < len(texts):
        rule = "are names with commas, and two margins over them would have one name"
        raise InputError("by", "; ".join(names), rule, "give the columns other names in the data")
