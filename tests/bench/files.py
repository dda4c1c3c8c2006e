"""The audit of a large file against merely reading it: 192,000 lines, as the table of the ONS."""

import csv
import io
import resource
from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from exact.formats.reading import ReadOptions, read_table_bytes
from exact.numbers.epsilon import Epsilon
from exact.table.ptable import Repeat
from reports.content.audit import audit_document
from reports.document.text import to_text
from tests.bench.claim import Claim, ms
from tests.bench.timing import best_times
from verification.reading_audit import Claim as PrivacyClaim
from verification.reading_audit import Question, audit_reading

COUNTS, KEYS = 750, 256
MOST_FOR_AUDIT = 4.0
REPETITIONS = 5
GROWTH, MOST_GROWTH = 8, 12.0


def keyed_file() -> bytes:
    """Return a file of the ONS format: counts are rounded to a multiple of 5, below 10 to 0."""
    lines = ["pcv,ckey,pvalue"]
    for count in range(1, COUNTS + 1):
        noise = -count if count < 10 else (count + 2) % 5 * -1 + 2
        lines += [f"{count},{key},{noise}" for key in range(KEYS)]
    return "\n".join([*lines, ""]).encode()


def read_by_csv(content: bytes) -> None:
    """Split the file into cells, and nothing else."""
    list(csv.reader(io.StringIO(content.decode())))


def audit_file(content: bytes) -> None:
    """Read the file, audit it, and write the audit for people."""
    question = Question(PrivacyClaim(Epsilon(value=Fraction(1))))
    found = audit_reading(read_table_bytes(content, ReadOptions(beyond=Repeat())), question)
    if found.audit is None:
        raise ValueError("the file of the benchmark holds no table")
    to_text(audit_document(found, "benchmark"))


def many_counts(counts: int) -> bytes:
    """Return a file of the ONS format with few different rows, four keys each."""
    rows = ((0, 1, -1, 0), (-1, 0, 1, 2), (1, 1, -1, -1), (0, 0, 1, -1), (2, -2, 0, 0))
    lines = (
        f"{count},{key},{noise}"
        for count in range(1, counts + 1)
        for key, noise in enumerate(rows[count % len(rows)])
    )
    return "\n".join(["pcv,ckey,pvalue", *lines, ""]).encode()


def different_rows(counts: int) -> bytes:
    """Return a file of tau-Argus in which every row is another one."""
    lines = ["i;j;p;v;p_int_ub", "0;0;1;0;1"]
    for n in range(1, counts + 1):
        bounds = [*(f"0.{n * (v + 8):08}" for v in range(-7, 7)), "1"]
        lines += [f"{n};{n + v};0;{v};{ub}" for v, ub in enumerate(bounds, start=-7)]
    return "\n".join([*lines, ""]).encode()


def growth_claims() -> Iterator[Claim]:
    """How the audit of a file grows: with eight times the counts at most twelve times the time."""
    for name, made, counts in (
        ("counts with few different rows", many_counts, 5000),
        ("counts, every row another", different_rows, 250),
    ):
        small, large = (made(number) for number in (counts, GROWTH * counts))
        first, last = best_times((partial(audit_file, small), partial(audit_file, large)), 3)
        ratio = f"{last / first:.2f} ({ms(last)} / {ms(first)})"
        claim = f"audit of {GROWTH * counts} / {counts} {name}"
        yield Claim(claim, ratio, f"<= {MOST_GROWTH:g}", last <= MOST_GROWTH * first)


def file_claims() -> Iterator[Claim]:
    """Measure the audit against reading the same bytes by the csv module."""
    yield from growth_claims()
    content = keyed_file()
    reading, whole = best_times(
        (partial(read_by_csv, content), partial(audit_file, content)), REPETITIONS
    )
    ratio = f"{whole / reading:.2f} ({ms(whole)} / {ms(reading)})"
    name = f"audit of {COUNTS * KEYS} lines / reading them by csv"
    yield Claim(name, ratio, f"<= {MOST_FOR_AUDIT:g}", whole <= MOST_FOR_AUDIT * reading)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield Claim("peak memory of this process", f"{peak / 1024:.0f} MiB", "printed only", True)
