"""A document inside a notebook: the page that the report would be, in a frame of its own.

The frame keeps the page's style and script to itself, and both from the notebook. The page is the
frame's address, so that the links within it lead to its own places.
"""

from base64 import b64encode
from html import escape

from reports.document.blocks import Document
from reports.document.html import to_html

_STYLE = 'style="width: 100%; height: 36em; border: 1px solid #7b8894; border-radius: 4px"'


def framed(document: Document) -> str:
    """Return the HTML of a frame that shows ``document``.

    >>> framed(Document("A & B", "", (), (), ())).startswith("<iframe")
    True
    """
    title = escape(document.title, quote=True)
    page = "data:text/html;charset=utf-8;base64," + b64encode(to_html(document).encode()).decode()
    return f'<iframe sandbox="allow-scripts" title="{title}" {_STYLE} src="{page}"></iframe>'
