"""The documents whose pages the browser tests open: add one here, and every test opens it too."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from exact.table.ptable import PTable
from reports.certificates.files import read_subject
from reports.content.report import report
from reports.document.blocks import Document
from reports.document.html import to_html
from tests.certificate.making import example_1, source, targets, text_of
from tests.document.sample import sample
from verification.claims.request import Request


def documents() -> dict[str, Callable[[], Document]]:
    """Return the name of each document with the function that makes it."""
    return {"sample": sample, "example1": example_1_report}


def example_1_report() -> Document:
    """Return the report of Example 1, as ``ptcert certify`` makes it (no solver is asked here)."""
    return certified("example1", example_1(), "1/2:1/10000", "1/10", "3/10")


def certified(name: str, table: PTable, *epsilons: str) -> Document:
    """Return the report of a table at the given epsilons."""
    request = Request(table, source(table), targets(*epsilons))
    return report(read_subject(name, text_of(request, solvers=()).encode()))


@cache
def document(name: str) -> Document:
    """Return one of them, made once in each process."""
    return documents()[name]()


def write(name: str, folder: Path) -> Path:
    """Write the page of a document into ``folder`` and return the file."""
    path = folder / f"{name}.html"
    path.write_text(to_html(document(name)), encoding="utf-8")
    return path
