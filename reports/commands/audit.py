"""``ptcert audit``: what a table does, and whether a claim holds."""

import argparse
import json
from pathlib import Path

from exact.cellkeys.arithmetic import ByteFold, KeyArithmetic, SumModulo, XorOfFour
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import MAX_KEYSIZE, integer, probability
from reports.commands.reading import read_table
from reports.views.audit import audit_json, audit_text
from verification.audit import HOLDS, audit, default_arithmetic


def run(options: argparse.Namespace) -> int:
    """Audit one file; the exit status is 1 where a claim fails."""
    epsilon = read_epsilon(options.epsilon)
    target = None if options.delta is None else probability(options.delta, "delta")
    table, digest = read_table(options.file)
    result = audit(table, epsilon, target, arithmetic_option(options, table.keysize))
    if options.json:
        print(json.dumps(audit_json(result, digest), indent=2))
    else:
        print(audit_text(result, Path(options.file).name))
    return 0 if result.verdict == HOLDS else 1


def arithmetic_option(options: argparse.Namespace, keysize: int) -> KeyArithmetic | None:
    """Return how cell keys are made; None where nothing was said about it."""
    modulus = None
    if options.bigN is not None:
        modulus = integer(options.bigN, "bigN", 1, 2 * MAX_KEYSIZE)
    if options.cell_keys == "sum":
        return SumModulo(keysize if modulus is None else modulus)
    if options.cell_keys == "byte-fold":
        return ByteFold() if modulus is None else ByteFold(modulus)
    if modulus is not None:
        return XorOfFour(keysize, modulus)
    return None if options.cell_keys is None else default_arithmetic(keysize)
