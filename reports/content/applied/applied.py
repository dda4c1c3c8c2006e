"""What was applied to what, as a document: files and digests, cells, and the noise drawn."""

from collections.abc import Sequence

from reports.content.glossary import GLOSSARY
from reports.document.blocks import (
    Block,
    Code,
    Document,
    Facts,
    Finding,
    Inline,
    Section,
    Verdict,
)
from reports.document.making import grid, paragraph
from reports.engines.drawn import DrawnNoise
from reports.engines.float_keys import CODE
from reports.engines.jobs import Done
from reports.numbers import whole
from reports.pictures.applied.drawn import drawn_picture
from verification.verdict import HOLDS

# The laws with the most cells are drawn; the others are few cells each.
_DRAWN_LAWS = 3
_WORDS = ("cell-key", "noise", "ptable")


def applied_document(done: Sequence[Done]) -> Document:
    """Return the report of one applied table, or of all tables of a plan."""
    first = done[0]
    records, cells = first.found.records, sum(one.found.cells for one in done)
    what = first.job.title if len(done) == 1 else f"{len(done)} tables of a plan"
    said = f"{records:,} records, {cells:,} cells: every check after the run holds"
    checks = (
        "Every cell met exactly one range of keys; the cells of every margin count every record "
        "once; what is written was counted by the engine and the version below."
    )
    return Document(
        f"A table applied: {what}",
        "What was applied to what, and the noise that was drawn",
        (Verdict(HOLDS, said, ((checks,),)), _files(first)),
        tuple(_section(one, number) for number, one in enumerate(done, start=1)),
        tuple(entry for entry in GLOSSARY if entry.name in _WORDS),
    )


def _files(done: Done) -> Facts:
    told = done.manifest
    entries: list[tuple[str, Inline]] = [
        ("data", Code(told["data"]["name"])),
        ("SHA-256 of the data", Code(told["data"]["sha256"] or "none: a table of the engine")),
        ("records", whole(done.found.records)),
        ("engine", f"{told['engine']['name']} {told['engine']['version']}"),
        ("ptcert", told["tool"]["version"]),
    ]
    return Facts("Data and engine", tuple(((name,), (value,)) for name, value in entries))


def _section(done: Done, number: int) -> Section:
    told = done.manifest
    entries: list[tuple[str, Inline]] = [
        ("written to", Code(told["output"]["name"])),
        ("SHA-256 of it", Code(told["output"]["sha256"])),
        (
            "only what may be published",
            "yes, but this report, which has true numbers, is not"
            if told["output"]["published"]
            else "no",
        ),
        ("table", Code(told["table"]["name"])),
        ("SHA-256 of the table", Code(told["table"]["sha256"])),
        ("SHA-256 of the certificate", Code(told["certificate"] or "no certificate was given")),
        ("cell keys", f"{told['cell_keys']}, modulus {told['modulus']}"),
        ("selection", "; ".join(told["where"]) or "all records"),
    ]
    margins = grid(
        ("summed over", "cells"),
        ((name or "nothing: the whole table", whole(n)) for name, n in _margins(done)),
        f"Cells by margin, table {number}",
    )
    facts = Facts(f"Table {number}", tuple(((name,), (value,)) for name, value in entries))
    blocks: tuple[Block, ...] = (facts, margins, *_drawn(done, number))
    return Section(f"table-{number}", f"{done.job.title}", blocks)


def _margins(done: Done) -> list[tuple[str, int]]:
    found: dict[str, int] = done.manifest["cells_by_margin"]
    return [(margin.text, found.get(margin.text, 0)) for margin in done.job.asked.margins]


def _drawn(done: Done, number: int) -> list[Block]:
    blocks: list[Block] = []
    floats = done.found.floats
    if floats is not None:
        remedy = "keep keys as integers, or as decimals of a fixed number of places"
        blocks.append(Finding("warning", CODE, floats.text, remedy))
    most = sorted(done.drawn, key=lambda one: -one.cells)[:_DRAWN_LAWS]
    if not most:
        return [*blocks, paragraph("No cell holds a record: no noise was drawn.")]
    blocks.append(_judged(done.drawn))
    blocks += [
        drawn_picture(f"drawn-{number}-{place}", one) for place, one in enumerate(most, start=1)
    ]
    return blocks


def _judged(drawn: Sequence[DrawnNoise]) -> Block:
    """Say that the noise may come from its law: p = m min p_i, by the union bound."""
    kinds, cells = sum(len(one.law.outcomes) for one in drawn), sum(one.cells for one in drawn)
    return paragraph(
        f"The noise of {cells:,} cells, {kinds} kinds of law and value, is as uniform keys "
        "give it: no number is so far off that its chance, times how many there are, is below one "
        "in a million."
    )
