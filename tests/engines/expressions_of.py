"""The expressions of three tables over unbound tables, for each of the ways to make cell keys."""

from typing import Any

from exact.applying.margins import margins
from exact.applying.record_keys import RecordKeys
from exact.applying.where import conditions
from exact.cellkeys.arithmetic import ByteFold, KeyArithmetic, SumModulo, XorOfFour
from exact.table.ptable import PTable, Wrap
from exact.table.row import Row
from reports.engines import expressions

ARITHMETICS: dict[str, KeyArithmetic] = {
    "sum": SumModulo(256),
    "xor4": XorOfFour(256, 251),
    "byte-fold": ByteFold(),
}
DIALECTS = ("bigquery", "databricks", "postgres", "pyspark", "snowflake", "trino")


def statements(way: str, dialect: str) -> str:
    """Return the SQL of the finest cells, and of all cells with their noise."""
    ibis: Any = expressions.library()
    arithmetic = ARITHMETICS[way]
    columns = tuple(f"rkey{i}" for i in range(4)) if way == "xor4" else ("rkey",)
    keys = RecordKeys(columns, arithmetic)
    rows = tuple(Row(((-1, 100 + n), (1, 156 - n))) for n in range(1, 5))
    table = PTable(256, 1, rows, beyond=Wrap(3, 2), zero="preserve")
    schema = {"region": "string", "sex": "string", "age": "int64"}
    people = ibis.table(schema | dict.fromkeys(columns, "int64"), name="people")
    where = conditions(["age>=16", "region!=X"])
    chosen = expressions.selected(people, ("region", "sex"), keys, where)
    finest = expressions.finest(chosen, 2, keys)
    made = ibis.table(finest.schema(), name="finest")
    cells = expressions.cells(made, margins(("region", "sex"), "all"), keys, table)
    found = expressions.looked_up(
        cells,
        ibis.table(expressions.ROWS, name="table_rows"),
        ibis.table(expressions.RANGES, name="key_ranges"),
        table,
    )
    both = (str(ibis.to_sql(one, dialect=dialect)) for one in (finest, found))
    return ";\n\n".join(both) + ";\n"
