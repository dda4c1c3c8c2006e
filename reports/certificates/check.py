"""The small checker, run on a certificate, and the table's file read again."""

from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from exact.errors import InputError
from verification import checker
from verification.certificate.binding import difference, named
from verification.certificate.certificate import Certificate
from verification.certificate.file import certificate_of, read_certificate
from verification.certificate.recorded import check_recorded
from verification.checking.files import check_file
from verification.checking.refusing import MALFORMED, BadFile, ClaimFails, demand, line

REJECTED = "REJECTED"


def run_checker(certificate: str, table: str | None) -> tuple[int, list[str]]:
    """Run the checker as the program that it is; return its exit status and what it says."""
    with redirect_stdout(StringIO()) as output:
        status = checker.main([certificate, *([table] if table else [])], _compared)
    return status, output.getvalue().splitlines()


def _compared(document: dict[str, Any], content: bytes) -> str:
    """Compare a file as the checker does, and by the reader for its format; return what is open."""
    check_file(document, content)
    made = certificate_of(document)
    found = difference(made, content)
    demand(found is None, str(found))
    tables = named(made, content)
    if any(one.said is None for one in tables):
        return "zero, counts past the last row and holes, where the file does not say them"
    said = [f"{name} {value}" for one in tables for name, value in (one.said or {}).items()]
    once = ", ".join(dict.fromkeys(said))
    return f"what was said, and the file does not say: {once}" if said else ""


def accepted(name: str, content: bytes, table: bytes | None = None) -> Certificate:
    """Return a certificate that the checker accepts: nothing is said of one that it rejects.

    What it only records must be about its own problems and its own theorem. With the bytes of the
    table's file, that must be the file certified, and hold the certified table.
    """
    try:
        document = checker.load(content)
        checker.check(document)
        if table is not None:
            _compared(document, table)
    except ClaimFails as error:
        rule = f"is rejected: {line(str(error))}"
        raise InputError("certificate", name, rule, "certify anew") from None
    except (BadFile, *MALFORMED) as error:
        rule = f"is no certificate: {line(str(error))}"
        raise InputError("file", name, rule, "give a *.certificate.json") from None
    made = read_certificate(content)
    check_recorded(made)
    return made
