"""Writers of the formats with decimals: intervals of [0, 1), and transition matrices."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from exact.formats.decimals import fixed_text
from exact.formats.format import Format
from exact.formats.losses import decimal_places, refuse_loss, require_rules
from exact.formats.sheet import MAX_COLUMNS
from exact.table.ptable import PTable


class _Line(NamedTuple):
    """One interval as text: count, perturbed count, probability, noise, bounds."""

    i: str
    j: str
    p: str
    v: str
    lb: str
    ub: str


def _lines(table: PTable, kind: Format) -> Iterator[_Line]:
    """Yield the intervals, all bounds with the same number of decimals, so that they say the grid.

    Raises before the first line where the format cannot hold the table.
    """
    require_rules(table, kind)
    places = decimal_places(table, kind)
    grid = 10**places
    for count, row in enumerate(table.rows, start=table.first_count):
        for noise, first, last in row.ranges():
            low, high = (bound * grid // table.keysize for bound in (first, last + 1))
            p, lb, ub = (fixed_text(number, places) for number in (high - low, low, high))
            yield _Line(str(count), str(count + noise), p, str(noise), lb, ub)


def _write_r(table: PTable, kind: Format) -> str:
    """Return ``i,j,p,v,p_int_lb,p_int_ub,type`` as the R package ptable has it."""
    lines = (",".join((*line, "all")) for line in _lines(table, kind))
    return "\n".join(["i,j,p,v,p_int_lb,p_int_ub,type", *lines, ""])


def _write_sas(table: PTable, kind: Format) -> str:
    """Return ``i;j;p;v;p_int_lb;p_int_ub``."""
    return "\n".join(["i;j;p;v;p_int_lb;p_int_ub", *map(";".join, _lines(table, kind)), ""])


def _write_tau_argus(table: PTable, kind: Format) -> str:
    """Return ``i;j;p;v;p_int_ub``; tau-Argus reads by position, so the first row must be row 0."""
    lines = list(_lines(table, kind))
    if table.first_count != 0:
        loss = "tau-Argus reads rows by position and would take the first row for count 0"
        raise refuse_loss(kind, f"first row {table.first_count}", loss)
    body = (";".join((line.i, line.j, line.p, line.v, line.ub)) for line in lines)
    return "\n".join(["i;j;p;v;p_int_ub", *body, ""])


def _write_json(table: PTable, kind: Format) -> str:
    """Return cellKey's parameters in JSON; decimals keep all their digits."""
    columns = zip(_Line._fields, zip(*_lines(table, kind), strict=True), strict=True)
    body = "\n".join(f'      "{name}": [{", ".join(cells)}],' for name, cells in columns)
    head, tail = '{\n  "params": {\n    "ptable": {\n', '\n      "type": "all"\n    }\n  },\n'
    return head + body + tail + '  "type": "cnts",\n  "ptype": "params_cnts"\n}\n'


def _write_yaml(table: PTable, kind: Format) -> str:
    """Return cellKey's parameters in YAML, as the R package cellKey stores them."""
    lines = list(_lines(table, kind))
    columns = [*zip(*lines, strict=True), ("all",) * len(lines)]
    body = (
        "\n".join([f"    {name}:", *(f"    - {cell}" for cell in cells)])
        for name, cells in zip((*_Line._fields, "type"), columns, strict=True)
    )
    return "\n".join(["params:", "  ptable:", *body, "type: cnts", "ptype: params_cnts", ""])


def _write_transition(table: PTable, kind: Format) -> str:
    """Return a matrix of counts against noise; a column -1 is always there: it says noise."""
    require_rules(table, kind)
    places = decimal_places(table, kind)
    for count, row in enumerate(table.rows, start=table.first_count):
        noises = [noise for noise, _ in row.runs]
        if noises != sorted(set(noises)):
            loss = "which keys lead to which noise, as its noise does not increase with the key"
            raise refuse_loss(kind, f"row {count}", f"it would lose {loss}")

    def cell(keys: int) -> str:
        return fixed_text(keys * 10**places // table.keysize, places)

    heads = sorted({-1} | {noise for row in table.rows for noise, _ in row.runs})
    if len(heads) >= MAX_COLUMNS:
        raise refuse_loss(kind, f"{len(heads)} noise values", f"at most {MAX_COLUMNS} fit")
    lines = (
        ",".join([str(count), *(cell(runs.get(head, 0)) for head in heads)])
        for count, runs in enumerate((dict(row.runs) for row in table.rows), table.first_count)
    )
    return "\n".join([",".join(["i", *map(str, heads)]), *lines, ""])


_WRITERS: dict[str, Callable[[PTable, Format], str]] = {
    "r-ptable": _write_r,
    "tau-argus": _write_tau_argus,
    "sas": _write_sas,
    "cellkey-json": _write_json,
    "cellkey-yaml": _write_yaml,
    "transition": _write_transition,
}


def write(table: PTable, kind: Format) -> str:
    """Return the text of a file of decimals."""
    return _WRITERS[kind.name](table, kind)
