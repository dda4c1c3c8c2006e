"""``--key-order``: how keys are mixed before a table is looked up, as asked for and as told."""

import argparse
from dataclasses import replace

from exact.errors import InputError
from exact.keyorder.order import KeyOrder, Mixed
from exact.table.ptable import PTable
from reports.document.blocks import Block
from reports.document.making import lines
from reports.words import key_order

DEFAULT_TEXT = "ptcert"


def asked_order(options: argparse.Namespace) -> KeyOrder | None:
    """Return the order that was asked for; None where none was."""
    if options.key_order is None:
        if options.key_order_key is not None:
            rule = "is the text of a mixed key order, and none is asked for"
            raise InputError("key-order-key", options.key_order_key, rule, "give --key-order mixed")
        return None
    return Mixed(DEFAULT_TEXT if options.key_order_key is None else options.key_order_key)


def ordered(table: PTable, order: KeyOrder | None) -> PTable:
    """Return a table with the order asked for; a table that has another one keeps its own."""
    if order is None:
        return table
    if table.key_order not in (None, order):
        rule = "is asked for a table that has another key order already"
        raise InputError("key-order", key_order(order), rule, "convert the table it was made from")
    return replace(table, key_order=order)


def order_blocks(order: KeyOrder | None) -> tuple[Block, ...]:
    """Say which order the table has."""
    if order is None:
        return ()
    said = f"Key order: {key_order(order)}. A key is looked up at its place in that order."
    return (lines(said),)
