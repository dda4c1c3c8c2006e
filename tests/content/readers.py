"""Read a report as its reader does: the text of an HTML page, of Markdown, of a PDF."""

import io
import re
from html import unescape
from html.parser import HTMLParser

from pypdf import PdfReader

from tests.document.canonical import canonical

_SILENT = {"script", "style", "title"}


class _Text(HTMLParser):
    """Collects the text of a page, and its tables cell by cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.tables: list[list[list[str]]] = []
        self._silent = 0
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent += 1
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self._cell = []

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent -= 1
        elif tag in ("td", "th") and self._cell is not None:
            self.tables[-1][-1].append("".join(self._cell).replace("−", "-"))
            self._cell = None

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.text.append(data)
            if self._cell is not None:
                self._cell.append(data)


def html_text(page: str) -> str:
    """Return all text of a page without its white space."""
    return squeezed(canonical("".join(_parsed(page).text)))


def html_tables(page: str) -> list[list[list[str]]]:
    """Return the cells of every table."""
    return _parsed(page).tables


def _parsed(page: str) -> _Text:
    parser = _Text()
    parser.feed(page)
    return parser


def markdown_text(text: str) -> str:
    """Return Markdown without its escapes and white space."""
    shown = unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", re.sub("</?sup>", "", text)))
    return squeezed(canonical(shown))


def pdf_text(content: bytes) -> str:
    """Return all text of a PDF and of its files without white space: a line may break a number."""
    reader = PdfReader(io.BytesIO(content))
    files = [file.decode() for several in reader.attachments.values() for file in several]
    return squeezed(canonical("".join([*(p.extract_text() for p in reader.pages), *files])))


def squeezed(text: str) -> str:
    """Return text without white space."""
    return "".join(text.split())
