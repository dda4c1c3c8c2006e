"""The files of ``ptcert design --complete``: the table and its proof, both or neither."""

import argparse
from collections.abc import Callable

from exact.keyorder.order import KeyOrder
from exact.table.native import write_native
from exact.table.ptable import PTable
from reports.commands.key_order import ordered
from reports.files import output_path, write_together


def write_files(
    options: argparse.Namespace, table: PTable, order: KeyOrder | None, proof: Callable[[], str]
) -> None:
    """Write what was asked for."""
    files = {}
    if options.output is not None:
        files[output_path(options.output)] = write_native(ordered(table, order)).encode()
    if options.proof is not None:
        files[output_path(options.proof)] = proof().encode()
    write_together(files)
