"""Walk through a document and collect its parts of one kind."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import TypeVar

from reports.document.blocks import Document

Part = TypeVar("Part")


def walked(document: Document, kind: type[Part]) -> list[Part]:
    """Return every value of a kind, wherever it is in the document."""
    return [part for part in _all(document) if isinstance(part, kind)]


def _all(value: object) -> Iterator[object]:
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from _all(getattr(value, field.name))
    elif isinstance(value, Iterable) and not isinstance(value, str):
        for part in value:
            yield from _all(part)
