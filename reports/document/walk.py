"""Walks through a document in the order of reading."""

from collections.abc import Iterator

from reports.document.blocks import Block, Document, Picture, Section


def pictures(document: Document) -> list[Picture]:
    """Return every picture of the document."""
    return list(_pictures((*document.summary, *document.sections)))


def _pictures(blocks: tuple[Block, ...]) -> Iterator[Picture]:
    for block in blocks:
        if isinstance(block, Picture):
            yield block
        elif isinstance(block, Section):
            yield from _pictures(block.blocks)
