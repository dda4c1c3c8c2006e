"""Each kind of block as HTML."""

from collections.abc import Iterable
from itertools import groupby

from reports.document.blocks import (
    Block,
    Columns,
    Commands,
    Facts,
    Finding,
    Fold,
    Grid,
    Items,
    Paragraph,
    Picture,
    Section,
    SignOff,
    Verdict,
    as_text,
)
from reports.document.html_setting import Heading, Setting
from reports.document.html_tables import facts, folded_grid, grid, sign_off
from reports.document.html_text import escaped, mathematical, status, with_symbol
from reports.document.mathematics import typeset
from reports.document.tones import answer, tone
from reports.plots.drawing import Drawing

_DEEPEST_HEADING = 6


def blocks(several: Iterable[Block], setting: Setting) -> str:
    """Return blocks one after the other; findings that follow each other make one list."""
    parts = []
    for are_findings, group in groupby(several, lambda block: isinstance(block, Finding)):
        inside = "\n".join(_block(block, setting) for block in group)
        parts.append(f'<ul class="findings">\n{inside}\n</ul>' if are_findings else inside)
    return "\n".join(parts)


def _block(block: Block, setting: Setting) -> str:  # noqa: PLR0911 -- one for each kind of block
    match block:
        case Section():
            return section(block, setting)
        case Paragraph(text):
            return f"<p>{setting.text(text)}</p>"
        case Items(entries):
            return _list([setting.text(entry) for entry in entries], "items")
        case Facts():
            return facts(block, setting)
        case Grid():
            return grid(block, setting)
        case Picture():
            return _picture(block, setting)
        case Verdict():
            return _verdict(block, setting)
        case Finding():
            return _finding(block, setting)
        case Commands(lines):
            inside = "".join(f'<span class="line">{escaped(line)}\n</span>' for line in lines)
            return f"<pre><code>{inside}</code></pre>"
        case SignOff():
            return sign_off(block)
        case Columns(left, right):
            sides = (f"<div>\n{blocks(side, setting)}\n</div>" for side in (left, right))
            return f'<div class="columns">\n{"".join(sides)}\n</div>'
        case Fold(title, several):
            inside = blocks(several, setting)
            head = f"<summary>{mathematical(title)}</summary>"
            return f'<details class="on-paper">{head}\n{inside}\n</details>'


def section(block: Section, setting: Setting) -> str:
    """Return a section under a heading of its level, and note it for the table of contents."""
    heading = Heading(setting.ids.take("section", block.name), block.title, [])
    setting.headings.append(heading)
    level = min(setting.level, _DEEPEST_HEADING)
    real = "" if level == setting.level else f' aria-level="{setting.level}"'
    return (
        f'<section id="{heading.id}">\n<h{level}{real}>{mathematical(block.title)}</h{level}>\n'
        f"{blocks(block.blocks, setting.under(heading))}\n</section>"
    )


def _list(entries: list[str], kind: str) -> str:
    inside = "".join(f"<li>{entry}</li>\n" for entry in entries)
    return f'<ul class="{kind}">\n{inside}</ul>'


def _verdict(block: Verdict, setting: Setting) -> str:
    promises = [setting.text(promise) for promise in block.promises]
    return (
        f'<div class="verdict {tone(block.status)}">\n'
        f'<p class="answer">{with_symbol(block.status, answer(block.status))}</p>\n'
        f'<p class="headline">{mathematical(block.headline)}</p>\n'
        f"{_list(promises, 'promises') if promises else ''}</div>"
    )


def _finding(block: Finding, setting: Setting) -> str:
    return (
        f'<li class="finding {tone(block.severity)}"><p>{status(block.severity)} '
        f"<code>{escaped(block.code)}</code> {setting.text(as_text(block.message))}</p>"
        f'<p class="remedy">What to do: {setting.text(as_text(block.remedy))}</p></li>'
    )


def _picture(block: Picture, setting: Setting) -> str:
    """Return a drawing with its title and caption above and its numbers folded below."""
    title = setting.ids.take("picture", block.name)
    behind = folded_grid(block.behind, setting, "The numbers behind this picture")
    return (
        f'<div class="picture">\n<figure>\n<figcaption><strong id="{title}">'
        f"{mathematical(block.title)}</strong> "
        f"<span>{setting.text(block.caption)}</span></figcaption>\n"
        f'<div class="scroll" role="group" tabindex="0" aria-labelledby="{title}">'
        f'<div class="drawing" role="img" aria-label="{escaped(typeset(block.alternative))}">'
        f"{_both(block.drawing)}</div></div>\n</figure>\n{behind}\n</div>"
    )


def _both(drawing: Drawing) -> str:
    """Return the wide drawing and, where it is another, the narrow one: the page shows either."""
    return drawing.wide if drawing.narrow == drawing.wide else drawing.wide + drawing.narrow
