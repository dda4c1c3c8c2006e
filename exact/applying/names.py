"""Names of columns as SQL: quoted, so that whatever is in a name is never run."""

from collections.abc import Iterable

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


def listed(names: Iterable[str]) -> str:
    """Return column names one after the other.

    >>> listed(("sex", "age"))
    '"sex", "age"'
    """
    return ", ".join(map(quoted, names))


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
        if name in RESULT_COLUMNS:
            remedy = "give that column another name in the data"
            raise InputError("by", name, "is a column that the result has itself", remedy)
    if len(set(names)) < len(names):
        raise InputError("by", ",".join(names), "names a dimension twice", "name each once")
    return names
