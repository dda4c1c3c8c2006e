"""A document as one HTML file that needs nothing but itself.

It opens from a mailbox and under a strict Content-Security-Policy: its one style and its one
script are inline and named by their hashes, and nothing is loaded. Without the script it lacks
only sorting and copying; without the style it is still the same text.
"""

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

from reports.document.blocks import Block, Document, Entry
from reports.document.html_blocks import blocks, section
from reports.document.html_setting import Heading, Ids, Setting
from reports.document.html_text import escaped, mathematical

_MODES = ("decimal", "exact", "both")
# Deeper headings would make the table of contents longer than it helps.
_CONTENTS_DEPTH = 2


def to_html(document: Document) -> str:
    """Return the whole file; the same document gives the same text."""
    style, script = _packaged("page.css"), _packaged("page.js")
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escaped(document.title)}</title>
<style>{style}</style>
</head>
<body>
{_body(document)}
<script>{script}</script>
</body>
</html>
"""


def _body(document: Document) -> str:
    ids = Ids()
    glossary = {entry.name: ids.take("term", entry.name) for entry in document.glossary}
    setting = Setting(ids, glossary, [])
    sections = "\n".join(section(block, setting) for block in document.sections)
    entries = _glossary(document.glossary, glossary)
    if entries:
        setting.headings.append(Heading("glossary", "Glossary", []))
    return f"""<a class="skip" href="#main">Skip to the document</a>
<header class="bar">
<a href="#contents">Contents</a>
{_switch()}
</header>
<main id="main" tabindex="-1">
<div{' class="page-one"' if document.summary else ""}>
<h1>{escaped(document.title)}</h1>
<p class="subtitle">{escaped(document.subtitle)}</p>
{_summary(document.summary, setting)}
</div>
<nav id="contents" aria-labelledby="contents-title">
<h2 id="contents-title">Contents</h2>
{_contents(setting.headings, _CONTENTS_DEPTH)}
</nav>
<div class="sections">
{sections}
{entries}
</div>
</main>"""


def _summary(several: tuple[Block, ...], setting: Setting) -> str:
    if not several:
        return ""
    inside = blocks(several, setting.under(Heading("summary", "Summary", [])))
    return f'<section id="summary">\n<h2 class="unseen">Summary</h2>\n{inside}\n</section>'


def _switch() -> str:
    """Return the choice of how numbers are shown; it is hidden where no style can act on it."""
    choices = "".join(
        f'<label><input type="radio" name="numbers" id="numbers-{mode}"'
        f"{' checked' if mode == _MODES[0] else ''}> {mode}</label>\n"
        for mode in _MODES
    )
    return f'<fieldset class="switch" hidden><legend>Numbers as</legend>\n{choices}</fieldset>'


def _contents(headings: list[Heading], depth: int) -> str:
    if not headings or depth == 0:
        return ""
    entries = "".join(
        f'<li><a href="#{heading.id}">{mathematical(heading.title)}</a>'
        f"{_contents(heading.below, depth - 1)}</li>\n"
        for heading in headings
    )
    return f"<ol>\n{entries}</ol>"


def _glossary(entries: tuple[Entry, ...], ids: dict[str, str]) -> str:
    if not entries:
        return ""
    inside = "".join(
        f'<dt id="{ids[entry.name]}"><dfn>{mathematical(entry.title)}</dfn></dt>\n'
        f"<dd>{mathematical(entry.meaning)}</dd>\n"
        for entry in entries
    )
    return f'<section id="glossary">\n<h2>Glossary</h2>\n<dl>\n{inside}</dl>\n</section>'


def _packaged(name: str) -> str:
    return files("reports.document").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
