"""A file as it is recognised: its bytes, its text, and its header and lines where it has them."""

import re
from dataclasses import dataclass
from functools import cached_property

from exact.errors import InputError
from exact.formats.decoding import decode
from exact.formats.sheet import Sheet, open_sheet

_JSON_START = ("{", "[")
_YAML_START = re.compile(r"(---|%YAML|[A-Za-z_\"']+\s*:(\s|$))")
_START = 1000


@dataclass(frozen=True)
class Opened:
    """The content of a file; what is made of it is made when it is asked for, and once.

    ``about`` says what its columns are where the content was taken out of another file.

    >>> Opened(b"a;b").is_json, Opened(b"[1]").is_json, Opened(b"a: 1").is_yaml
    (False, True, True)
    """

    content: bytes
    about: str = ""

    @cached_property
    def text(self) -> str:
        """The text of the file, which is not empty."""
        text = decode(self.content)
        if not text or text.isspace():
            raise InputError("file", "", "is empty", "give a table with its header")
        return text

    @property
    def is_json(self) -> bool:
        """Whether the text begins as JSON does."""
        return self._start.startswith(_JSON_START)

    @property
    def is_yaml(self) -> bool:
        """Whether the text begins as YAML with a mapping does."""
        return _YAML_START.match(self._start) is not None

    @cached_property
    def sheet(self) -> Sheet | None:
        """The header and the lines; None where the file is a document."""
        return None if self.is_json or self.is_yaml else open_sheet(self.text, self.about)

    @property
    def begins(self) -> str:
        """What stands at the beginning, for people: the header, or the kind of document."""
        if self.sheet is None:
            return "JSON" if self.is_json else "YAML"
        return self.sheet.separator.join(self.sheet.labels)

    @property
    def _start(self) -> str:
        return self.text[:_START].lstrip()
