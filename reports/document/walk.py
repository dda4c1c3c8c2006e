"""Walks through a document in the order of reading."""

from collections.abc import Iterator

from reports.document.blocks import Block, Columns, Document, Fold, Grid, Picture, Section


def pictures(document: Document) -> list[Picture]:
    """Return every picture of the document."""
    return [block for block in _blocks(document) if isinstance(block, Picture)]


def grids(document: Document) -> list[Grid]:
    """Return every grid of the document, those behind pictures among them."""
    found = (b.behind if isinstance(b, Picture) else b for b in _blocks(document))
    return [block for block in found if isinstance(block, Grid)]


def folds(document: Document) -> list[Fold]:
    """Return every fold of the document."""
    return [block for block in _blocks(document) if isinstance(block, Fold)]


def _blocks(document: Document) -> Iterator[Block]:
    return _below((*document.summary, *document.sections))


def _below(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, (Section, Fold)):
            yield from _below(block.blocks)
        elif isinstance(block, Columns):
            yield from _below((*block.left, *block.right))
