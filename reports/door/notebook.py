"""A document inside a notebook: the page that the report would be, in a frame of its own.

The frame keeps the page's style and script to itself, and both from the notebook.
"""

from html import escape

from reports.document.blocks import Document
from reports.document.html import to_html

_STYLE = 'style="width: 100%; height: 36em; border: 1px solid #7b8894; border-radius: 4px"'


def framed(document: Document) -> str:
    """Return the HTML of a frame that shows ``document``.

    >>> framed(Document("A & B", "", (), (), ())).startswith("<iframe")
    True
    """
    page = escape(to_html(document), quote=True)
    title = escape(document.title, quote=True)
    return f'<iframe sandbox="allow-scripts" title="{title}" {_STYLE} srcdoc="{page}"></iframe>'
