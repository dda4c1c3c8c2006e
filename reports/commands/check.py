"""``ptcert check``: the small checker, run on a certificate."""

import argparse
from typing import Any

from exact.errors import InputError
from reports.printing import output_kept
from verification import checker
from verification.checking.refusing import MALFORMED, BadFile, ClaimFails, line


def run(options: argparse.Namespace) -> int:
    """Re-check a certificate, and that a table is the one certified."""
    with output_kept():
        return checker.main([options.certificate, *([options.table] if options.table else [])])


def accepted(name: str, content: bytes) -> dict[str, Any]:
    """Return a certificate that the checker accepts: nothing is said of one that it rejects."""
    try:
        document = checker.load(content)
        checker.check(document)
    except ClaimFails as error:
        rule = f"is rejected: {line(str(error))}"
        raise InputError(name, "certificate", rule, "certify anew") from None
    except (BadFile, *MALFORMED) as error:
        rule = f"is no certificate: {line(str(error))}"
        raise InputError(name, "file", rule, "give a *.certificate.json") from None
    return document
