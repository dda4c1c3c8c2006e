"""``ptcert check`` of both bounds of Proposition 2: added up anew from their file."""

import argparse
from pathlib import Path

from exact.errors import InputError
from reports.certificates.check import REJECTED
from reports.decimals import DOWN, UP, decimal
from reports.files import read_bytes
from reports.printing import say_lines
from verification.outcomes_file import read_outcomes, recheck
from verification.shapes.strict import MAX_BYTES

_DIGITS = 12


def check_outcomes(options: argparse.Namespace) -> int:
    """Re-check the file; exit status 1 where a bound does not follow from it."""
    if options.table:
        rule = "does not go with a proof about all laws of Proposition 2"
        raise InputError("table", options.table, rule, "leave it out")
    proof = read_outcomes(read_bytes(Path(options.certificate), MAX_BYTES, wanted="a proof"))
    try:
        recheck(proof)
    except InputError as error:
        say_lines(f"{REJECTED}: {error}", wide=options.wide)
        return 1
    lo, hi = decimal(proof.lo, _DIGITS, DOWN), decimal(proof.hi, _DIGITS, UP)
    say_lines(
        f"Proposition 2, eta = {proof.eta}, D = {proof.D}, counts 1 to {proof.last}, epsilon = "
        f"{proof.epsilon.text}: the least delta of single outcomes is from {lo} to {hi}",
        "both bounds re-checked",
        wide=options.wide,
    )
    return 0
