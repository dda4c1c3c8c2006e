"""What a document says, read from the document itself: the expectations of the settings' tests."""

from collections.abc import Iterator

from reports.document.blocks import (
    Blank,
    Block,
    Code,
    Columns,
    Document,
    Fold,
    Inline,
    Number,
    Picture,
    Section,
    Sign,
    Status,
    Term,
    Text,
)


def blocks(document: Document) -> Iterator[Block]:
    """Yield every block in the order of reading; the grid behind a picture follows it."""
    yield from _below((*document.summary, *document.sections))


def _below(several: tuple[Block, ...]) -> Iterator[Block]:
    for block in several:
        yield block
        if isinstance(block, (Section, Fold)):
            yield from _below(block.blocks)
        if isinstance(block, Columns):
            yield from _below((*block.left, *block.right))
        if isinstance(block, Picture):
            yield block.behind


def said(text: Text) -> str:
    """Return a text in words: what a person reads, whatever the setting."""
    return "".join(_said(part) for part in text)


def _said(part: Inline) -> str:
    match part:
        case Number(decimal, exact, relation):
            sign = "" if relation == "=" else f"{relation} "
            return f"{sign}{decimal}" + (f" ({exact})" if exact != decimal else "")
        case Code(words) | Term(words) | Status(words) | Sign(words):
            return words
        case Blank():
            return ""
    return part
