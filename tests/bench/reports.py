"""The speed of reports: a whole report in its own process against importing matplotlib alone."""

from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from exact.table.native import write_native
from reports.cli import main as ptcert
from tests.bench.claim import Claim, ms
from tests.bench.processes import import_matplotlib, run_ptcert
from tests.bench.timing import best_times
from tests.content.large import ons_sized

REPETITIONS = 3
MOST_BYTES = 3 << 20
# HTML alone, and with the PDF: the typesetter needs most of the time, above all for its tags.
MOST_FOR_EXAMPLE, MOST_FOR_ONS = (2.0, 5.0), (10.0, 20.0)


def report_claims() -> Iterator[Claim]:
    """Reports of Example 1 and of a table of 750 rows, HTML alone and in all formats."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        table = folder / "ons.ptable.json"
        table.write_text(write_native(ons_sized()), encoding="utf-8")
        with redirect_stdout(StringIO()):
            ptcert(["certify", "-o", str(folder), "--solver", "z3"])
            ptcert(["certify", str(table), "--epsilon", "1", "-o", str(folder), "--solver", "z3"])
        yield from _times(folder, "example1", "Example 1", MOST_FOR_EXAMPLE)
        yield from _times(folder, "ons", "750 rows", MOST_FOR_ONS)
        size = (folder / "ons.report.html").stat().st_size
        text = f"{size / 2**20:.2f} MB"
        yield Claim("HTML report of 750 rows", text, "< 3 MB", size < MOST_BYTES)


def _times(folder: Path, name: str, title: str, most: tuple[float, float]) -> Iterator[Claim]:
    certificate = str(folder / f"{name}.certificate.json")
    works = [
        partial(run_ptcert, "report", certificate, "--as", formats)
        for formats in ("html", "html,pdf,md")
    ]
    html, everything, matplotlib = best_times([*works, import_matplotlib], REPETITIONS)
    for what, time, limit in (
        ("HTML", html, most[0]),
        ("HTML, PDF and Markdown", everything, most[1]),
    ):
        measured = f"{time / matplotlib:.2f} ({ms(time)} / {ms(matplotlib)})"
        claim = f"{title}: report as {what} / import matplotlib"
        yield Claim(claim, measured, f"<= {limit:g}", time <= limit * matplotlib)
