"""``ptcert check``: the small checker, run on a certificate, and the table's file read again."""

import argparse
from pathlib import Path

from reports.certificates.check import REJECTED, run_checker
from reports.files import read_bytes
from reports.printing import say_lines
from reports.progress import doing
from verification.certificate.binding import Named, named
from verification.certificate.file import read_certificate
from verification.certificate.recorded import check_recorded
from verification.shapes.strict import MAX_BYTES

_NO_CERTIFICATE = 2
# The first bytes of what `design --small program --proof` writes.
_OUTCOMES = b'{"format":"ptcert-outcomes"'


def run(options: argparse.Namespace) -> int:
    """Re-check a certificate, and that a table is the one certified; or a proof of outcomes."""
    path = Path(options.certificate)
    if path.is_file() and _begins_as_outcomes(path):
        from reports.commands.check_outcomes import check_outcomes

        return check_outcomes(options)
    with doing("re-checking every claim"):
        status, said = run_checker(options.certificate, options.table)
    if status == _NO_CERTIFICATE:
        return status
    if not said[0].startswith(REJECTED):
        content = read_bytes(Path(options.certificate), MAX_BYTES, wanted="a certificate")
        made = read_certificate(content)
        check_recorded(made)
        if options.table:
            file = read_bytes(Path(options.table), MAX_BYTES, wanted="the table's file")
            said[-1:-1] = [_read_again(one) for one in named(made, file)]
    say_lines(*said, wide=options.wide)
    return status


def _read_again(one: Named) -> str:
    """Say how a file was read again, and which table it holds."""
    what = "the certified table" if one.is_own else "another table of the release"
    return f"read again as {one.format or 'what it is'}: the file holds {what}"


def _begins_as_outcomes(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_OUTCOMES)) == _OUTCOMES
    except OSError:
        return False
