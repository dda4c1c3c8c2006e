"""The page "what an attacker can do with this table": one section for each attack."""

from exact.attacks.on_table.all_attacks import Found
from exact.attacks.on_table.asked import Asked
from reports.content.attacks.averaging import averaging_section
from reports.content.attacks.bound import bound_section
from reports.content.attacks.differencing import differencing_section
from reports.content.attacks.learning import learning_section
from reports.content.attacks.margins import margins_section
from reports.document.blocks import Block, Document, Finding, Items, Section, as_text

_SUBTITLE = "Exact probabilities of known attacks on this perturbation table"
_INDEPENDENT = (
    "Keys of cells and of their margins are taken as independent; with --cell-keys sum a margin's "
    "key is the sum of its cells'."
)
_SUM = "A margin's key is the sum of its cells' keys modulo the number of keys (--cell-keys sum)."
_EMPTY = (
    "Empty cells are assumed to have uniform, independent keys, and noise by the row of 0; keys "
    "made of records give all of them the key of nobody (--cell-keys sum)."
)
_KNOWN = "The attacker knows the table and does not know the record keys."


def attack_page(name: str, asked: Asked, found: Found) -> Document:
    """Return the page."""
    sections = tuple(_sections(found))
    said = (_SUM if asked.adds else _INDEPENDENT, *([_EMPTY] if asked.assumes_of_nobody else []))
    opening = Items((*((text,) for text in said), (_KNOWN,)))
    title = f"What an attacker can do with {name}"
    return Document(title, _SUBTITLE, (opening, *_at_a_glance(sections)), sections, ())


def _at_a_glance(sections: tuple[Section, ...]) -> tuple[Block, ...]:
    """Return what each of several attacks comes to, before all numbers."""
    if len(sections) == 1:
        return ()
    found = [block for each in sections for block in each.blocks if isinstance(block, Finding)]
    return (
        Items(tuple((f"{each.code.capitalize()}: ", *as_text(each.message)) for each in found)),
    )


def _sections(found: Found) -> list[Section]:
    sections = []
    if found.averaging is not None:
        sections.append(averaging_section(found.averaging))
    if found.bound is not None:
        sections.append(bound_section(found.bound))
    if found.margins is not None:
        sections.append(margins_section(found.margins))
    if found.differencing is not None:
        sections.append(differencing_section(*found.differencing))
    if found.learning is not None:
        sections.append(learning_section(found.learning))
    return sections
