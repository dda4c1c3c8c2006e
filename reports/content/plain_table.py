"""A table as it is, and its privacy profile: documents about what is neither audited nor signed."""

from exact.table.pairs import PairProfile
from exact.table.ptable import PTable
from reports.content.details import key_ranges
from reports.content.glossary import GLOSSARY
from reports.content.table import shape
from reports.document.blocks import Block, Document, Facts, Items, Section
from reports.pictures.heat_map import heat_map_picture
from reports.pictures.moments import moments_picture
from reports.pictures.pmf import pmf_picture
from reports.pictures.profile import profile_picture
from reports.pictures.staircase import staircase_picture
from reports.pictures.table_profile import table_profile

_TERMS = tuple(entry for entry in GLOSSARY if entry.name == "cell-key")


def table_document(table: PTable, name: str, notes: tuple[str, ...]) -> Document:
    """Return what a table is: its parameters, its noise as pictures, and every key range."""
    summary = (Items(tuple((note,) for note in notes)), Facts("Parameters", shape(table)))
    sections = (
        Section("pictures", "Pictures", _pictures(table)),
        Section("rows", "Every row", (key_ranges(table),)),
    )
    return Document(name, "A perturbation table", summary, sections, _TERMS)


def _pictures(table: PTable) -> tuple[Block, ...]:
    if len(table.rows) > 1:
        return heat_map_picture(table), moments_picture(table)
    return pmf_picture(table, table.first_count), staircase_picture(table, table.first_count)


def profile_document(name: str, pairs: tuple[PairProfile, ...]) -> Document:
    """Return the privacy profile of a table: the tight delta for every epsilon."""
    picture = profile_picture((table_profile(name, pairs),), ())
    return Document(name, "Privacy profile", (picture,), (), ())
