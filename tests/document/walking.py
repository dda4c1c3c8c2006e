"""Finds the parts of one kind in a document, in the order of reading."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TypeVar

from reports.document.blocks import Document

Part = TypeVar("Part")


def parts(document: Document, kind: type[Part]) -> list[Part]:
    """Return every part of ``kind``: a block, an inline, an entry of the glossary."""
    return [part for part in _below(document) if isinstance(part, kind)]


def _below(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, tuple):
        for each in value:
            yield from _below(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _below(getattr(value, field.name))
