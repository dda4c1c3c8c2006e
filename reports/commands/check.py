"""``ptcert check``: the small checker, run on a certificate."""

import argparse

from exact.errors import InputError
from reports.printing import output_kept
from verification import checker
from verification.certificate.certificate import Certificate
from verification.certificate.file import read_certificate
from verification.certificate.recorded import check_recorded
from verification.checking.refusing import MALFORMED, BadFile, ClaimFails, line


def run(options: argparse.Namespace) -> int:
    """Re-check a certificate, and that a table is the one certified."""
    with output_kept():
        return checker.main([options.certificate, *([options.table] if options.table else [])])


def accepted(name: str, content: bytes) -> Certificate:
    """Return a certificate that the checker accepts: nothing is said of one that it rejects.

    What it only records must be about its own problems and its own theorem.
    """
    try:
        checker.check(checker.load(content))
    except ClaimFails as error:
        rule = f"is rejected: {line(str(error))}"
        raise InputError(name, "certificate", rule, "certify anew") from None
    except (BadFile, *MALFORMED) as error:
        rule = f"is no certificate: {line(str(error))}"
        raise InputError(name, "file", rule, "give a *.certificate.json") from None
    made = read_certificate(content)
    check_recorded(made)
    return made
