"""The small checker, run on a certificate, and the table's file read again."""

from pathlib import Path

from exact.errors import InputError
from reports.files import read_bytes
from verification import checker
from verification.certificate.certificate import Certificate
from verification.certificate.file import MAX_BYTES, read_certificate
from verification.certificate.recorded import check_recorded
from verification.certificate.rereading import check_reread
from verification.checking.files import check_file
from verification.checking.refusing import MALFORMED, BadFile, ClaimFails, line


def run_checker(certificate: str, table: str | None) -> int:
    """Run the checker as the program that it is; return its exit status."""
    return checker.main([certificate, *([table] if table else [])])


def read_again(certificate: Path, table: Path) -> str | None:
    """Read the table's file by the reader for its format; refuse another table than the certified.

    Return the format where the checker could not compare all rows itself, else None: so it does
    too where the checker has refused the file already.
    """
    content, file = read_bytes(certificate, MAX_BYTES), read_bytes(table, MAX_BYTES)
    try:
        left_out = check_file(checker.load(content), file)
    except (BadFile, ClaimFails, *MALFORMED):
        return None
    made = read_certificate(content)
    check_reread(made, file)
    return made.source.format if left_out else None


def accepted(name: str, content: bytes, table: bytes | None = None) -> Certificate:
    """Return a certificate that the checker accepts: nothing is said of one that it rejects.

    What it only records must be about its own problems and its own theorem. With the bytes of the
    table's file, that must be the file certified, and hold the certified table.
    """
    try:
        document = checker.load(content)
        checker.check(document)
        if table is not None:
            check_file(document, table)
    except ClaimFails as error:
        rule = f"is rejected: {line(str(error))}"
        raise InputError(name, "certificate", rule, "certify anew") from None
    except (BadFile, *MALFORMED) as error:
        rule = f"is no certificate: {line(str(error))}"
        raise InputError(name, "file", rule, "give a *.certificate.json") from None
    made = read_certificate(content)
    check_recorded(made)
    if table is not None:
        check_reread(made, table)
    return made
