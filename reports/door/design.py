"""A design as the front door hands it out: a table for a privacy target, or for a law."""

from dataclasses import dataclass
from hashlib import sha256

from exact.design.asked import DEFAULT_KEYSIZE, MAXENT, Asked
from exact.design.asked import design as designed
from exact.design.designed import Designed, NamedDesign
from exact.design.plans import TableDesign
from exact.errors import PtcertError
from exact.formats.reading import read_table_bytes
from exact.table.native import write_native
from exact.table.pairs import pair_profiles, worst_pair
from exact.table.ptable import PTable
from reports.content.plain_table import table_document
from reports.document.blocks import Block, Document, Paragraph
from reports.document.text import blocks_text
from reports.door.given import flag_given
from reports.door.notebook import framed
from reports.door.table import Table
from reports.door.values import Bounds, Number
from reports.numbers import delta_bounds
from reports.views.design import design_blocks, design_json
from reports.views.design_words import enough_text, headline_of_miss
from reports.views.named_design import named_design_blocks, named_design_json


class TargetMissed(PtcertError):
    """No table of so few keys keeps the promise; the message says how near one comes."""


def design(
    epsilon: Number | None = None,
    delta: Number | None = None,
    *,
    keysize: Number = DEFAULT_KEYSIZE,
    rule: str | None = None,
    guide: str | None = None,
    best_gamma: bool = False,
    anyway: bool = False,
    law: str = MAXENT,
    **parameters: Number,
) -> "Design":
    """Design a table for (epsilon, delta), or for a law with its parameters.

    The arguments are those of ``ptcert design``: ``design("1/2", "1e-4", keysize="2^32")``,
    ``design("1/2", D=25, best_gamma=True)``, ``design(1, law="laplace", m=10)``. Where no table of
    so many keys meets the target it raises ``TargetMissed``; ``anyway=True`` takes the nearest.
    """
    best, near = flag_given(best_gamma, "best_gamma"), flag_given(anyway, "anyway")
    made = designed(Asked(epsilon, delta, keysize, rule, guide, best, near, law, parameters))
    search = made.design if isinstance(made, Designed) else None
    if search is not None and not search.met and (made.table is None or not near):
        raise TargetMissed(_missed(search))
    assert made.table is not None
    return Design(table_made(law, made.table), made)


def _missed(search: TableDesign) -> str:
    """Say that the target is missed, and how many keys would do."""
    headline = Paragraph(headline_of_miss(search))
    return f"{' '.join(blocks_text([headline]).split())}; keys that would do: {enough_text(search)}"


def table_made(name: str, table: PTable) -> Table:
    """Return a table as if it were read from the file that it would be written to."""
    content = write_native(table).encode()
    reading = read_table_bytes(content)
    digest = sha256(content).hexdigest()
    return Table(name, reading.format, digest, len(content), reading.notes, reading)


@dataclass(frozen=True, slots=True, repr=False)
class Design:
    """A designed table, with what the design knows about it."""

    table: Table
    made: Designed | NamedDesign

    @property
    def delta(self) -> Bounds | None:
        """The tight delta of the table at its epsilon; None where there is none."""
        if self.made.epsilon is None:
            return None
        pairs = tuple(pair_profiles(self.table.ptable))
        return Bounds.of(delta_bounds(worst_pair(pairs, self.made.epsilon).delta))

    @property
    def text(self) -> str:
        """All of it, as ``ptcert design`` prints it."""
        return blocks_text(self._blocks())

    def to_dict(self) -> dict[str, object]:
        """Return all of it, as ``ptcert design --json`` prints it."""
        if isinstance(self.made, NamedDesign):
            return named_design_json(self.made)
        return design_json(self.made)

    def _blocks(self) -> tuple[Block, ...]:
        if isinstance(self.made, NamedDesign):
            return named_design_blocks(self.made, None)
        return design_blocks(self.made, None)

    def __repr__(self) -> str:
        reached = "" if self.delta is None else f", delta {self.delta}"
        return f"<Design {self.table.text}{reached}>"

    def _repr_html_(self) -> str:
        shown = table_document(self.table.ptable, self.table.name, self.table.notes)
        document = Document(shown.title, "A design", self._blocks(), shown.sections, shown.glossary)
        return framed(document)
