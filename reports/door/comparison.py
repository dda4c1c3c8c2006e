"""Comparisons as the front door hands them out: two tables, or the output of another program."""

import json
from dataclasses import dataclass

from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import integer
from exact.table.ptable import MAX_COUNT
from reports.document.blocks import Document
from reports.document.text import to_text
from reports.door.given import FilePath, choice_given, path_text
from reports.door.notebook import framed
from reports.door.table import Table, has_table, table_given
from reports.door.values import Number
from reports.inputs import output_name, output_of_program
from reports.views.compare import comparison_blocks, comparison_json
from reports.views.compare_tables import tables_blocks, tables_json
from verification.comparison.judge import NEAREST, ROUNDINGS
from verification.comparison.output import compare_output
from verification.comparison.reading import read_output
from verification.comparison.reference import table_reference
from verification.comparison.result import DIFFERENT, SAME
from verification.comparison.tables import compare_tables


def compare(
    one: Table | FilePath,
    other: Table,
    *,
    epsilon: Number | None = None,
    count: Number | None = None,
    rounding: str = NEAREST,
) -> "Comparison":
    """Compare two tables, or judge what another program printed against a table.

    A path is the output of another program: CSV or JSON with any of the columns z, p, c, cq, pq,
    delta, epsilon, bias, variance. A table that was designed brings its law along. ``count`` says
    which row is meant where there are several, ``epsilon`` where delta is taken.
    """
    other = table_given(other, "other")
    at = None if epsilon is None else read_epsilon(epsilon)
    row = None if count is None else integer(count, "count", 0, MAX_COUNT)
    rounded = choice_given(rounding, "rounding", ROUNDINGS)
    if isinstance(one, Table) or has_table(one):
        return _tables(table_given(one, "one"), other, at)
    file = path_text(one, "one")
    reference, name = table_reference(other.ptable, row, at), output_name(file)
    with output_of_program(file) as stream:
        result = compare_output(read_output(stream), reference, rounded)
    document = Document(name, _SUBTITLE, comparison_blocks(result, reference, name), (), ())
    written = json.dumps(comparison_json(result, reference))
    return Comparison(name, result.verdict, result.agrees, document, written)


def _tables(one: Table, other: Table, epsilon: Epsilon | None) -> "Comparison":
    result, names = compare_tables(one.ptable, other.ptable, epsilon), (one.name, other.name)
    title = " and ".join(names)
    document = Document(title, _SUBTITLE, tables_blocks(result, names), (), ())
    verdict = SAME if result.same_shares else DIFFERENT
    written = json.dumps(tables_json(result))
    return Comparison(title, verdict, result.same_shares, document, written)


_SUBTITLE = "A comparison"


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """What a comparison says.

    ``verdict`` is what follows for the table: ``same``, ``digits`` (the same, but some digits are
    off) or ``different``; ``agrees`` tells whether nothing at all is off.
    """

    name: str
    verdict: str
    agrees: bool
    document: Document
    _written: str

    @property
    def text(self) -> str:
        """All of it, as ``ptcert compare`` prints it."""
        return to_text(self.document)

    def to_dict(self) -> dict[str, object]:
        """Return all of it, as ``ptcert compare --json`` prints it."""
        found: dict[str, object] = json.loads(self._written)
        return found

    def __repr__(self) -> str:
        return f"<Comparison {self.text.partition(chr(10))[0]}>"

    def _repr_html_(self) -> str:
        return framed(self.document)
