"""A document as GitHub-flavoured Markdown, for a repository."""

import html
import os
from dataclasses import dataclass
from urllib.parse import quote

from exact.errors import InputError
from reports.document.blocks import (
    EXACTLY,
    Blank,
    Block,
    Code,
    Columns,
    Commands,
    Document,
    Entry,
    Facts,
    Finding,
    Fold,
    Grid,
    Inline,
    Items,
    Number,
    Paragraph,
    Picture,
    Section,
    Sign,
    SignOff,
    Status,
    Term,
    Text,
    Verdict,
    as_text,
)
from reports.document.gfm import code_span, escape, fence, line, pipe_table
from reports.document.mathematics import set_pieces, typeset
from reports.document.slugs import slugs
from reports.document.tones import answer, square
from reports.document.visible import visible
from reports.document.walk import pictures

_DEEPEST = 6
_BLANK = 20


@dataclass(frozen=True, slots=True)
class _Links:
    """Where a term and a picture lead to."""

    terms: dict[str, str]
    pictures: dict[str, str]


def to_markdown(document: Document, pictures_folder: str) -> str:
    """Return the document as Markdown; its pictures are files in ``pictures_folder``.

    The caller writes them (``picture_files``). One line a paragraph, a newline at the end.
    """
    links = _Links(
        {name: f"#term-{slug}" for name, slug in _entry_slugs(document).items()},
        {
            picture.name: quote(os.fsencode(f"{pictures_folder}/{name}"), safe="/.")
            for name, picture in _named_pictures(document)
        },
    )
    parts = [f"# {line(escape(document.title))}", line(escape(document.subtitle))]
    parts += [_block(block, links, 2) for block in (*document.summary, *document.sections)]
    if document.glossary:
        parts += ["## Glossary", *_glossary(document)]
    return "\n\n".join(part for part in parts if part) + "\n"


def picture_files(document: Document) -> dict[str, str]:
    """Return the name of each picture's file in the folder of pictures, and the file's text."""
    return {name: picture.drawing.wide for name, picture in _named_pictures(document)}


def _named_pictures(document: Document) -> list[tuple[str, Picture]]:
    found = pictures(document)
    names = slugs(picture.name for picture in found)
    return [(f"{names[picture.name]}.svg", picture) for picture in found]


def _glossary(document: Document) -> list[str]:
    names = _entry_slugs(document)
    return [_entry(entry, names[entry.name]) for entry in document.glossary]


def _entry_slugs(document: Document) -> dict[str, str]:
    return slugs(entry.name for entry in document.glossary)


def _entry(entry: Entry, slug: str) -> str:
    return f'<a id="term-{slug}"></a>{_strong(entry.title)}: {_set(entry.meaning)}'


def _block(block: Block, links: _Links, depth: int) -> str:  # noqa: PLR0911 -- one for each kind of block
    match block:
        case Section():
            return _section(block, links, depth)
        case Paragraph():
            return line(_text(block.text, links))
        case Items():
            return _list(block.entries, links)
        case Facts():
            rows = [[_text(name, links), _text(value, links)] for name, value in block.entries]
            return pipe_table([_set(block.caption), ""], [False, False], rows)
        case Grid():
            return _grid(block, links)
        case Picture():
            return _picture(block, links)
        case Commands():
            return fence(block.lines)
        case Finding():
            return _finding(block, links)
        case Verdict():
            return _verdict(block, links)
        case SignOff():
            rows = [[escape(role), escape(name), "", ""] for role, name in block.lines]
            return pipe_table(["Role", "Name", "Signature", "Date"], [False] * 4, rows)
        case Columns(left, right):
            return _blocks((*left, *right), links, depth)
        case Fold(title, several):
            return _folded(title, _blocks(several, links, depth))


def _section(section: Section, links: _Links, depth: int) -> str:
    title = f"{'#' * min(depth, _DEEPEST)} {line(_set(section.title))}"
    return "\n\n".join([title, *(_block(block, links, depth + 1) for block in section.blocks)])


def _blocks(several: tuple[Block, ...], links: _Links, depth: int) -> str:
    return "\n\n".join(_block(block, links, depth) for block in several)


def _folded(title: str, inside: str) -> str:
    """Return what opens under a title.

    A summary stands in HTML, where Markdown's escapes mean nothing; the blank lines end the HTML.
    """
    summary = set_pieces(title, _in_html, _above)
    return f"<details>\n<summary>{summary}</summary>\n\n{inside}\n\n</details>"


def _finding(finding: Finding, links: _Links) -> str:
    said, advice = (_text(as_text(words), links) for words in (finding.message, finding.remedy))
    head = f"{_strong(finding.severity)} {code_span(finding.code)}: {said}"
    return f"{head}\n\nWhat to do: {advice}"


def _verdict(verdict: Verdict, links: _Links) -> str:
    """Return the verdict as a quotation, which is set apart from the text around it."""
    said = _strong(answer(verdict.status))
    lines = [f"{square(verdict.status)} {said}: {_set(verdict.headline)}"]
    if verdict.promises:
        lines += ["", *_list(verdict.promises, links).split("\n")]
    return "\n".join(f"> {each}".rstrip() for each in lines)


def _list(entries: tuple[Text, ...], links: _Links) -> str:
    return "\n".join(f"- {line(_text(entry, links))}" for entry in entries)


def _grid(grid: Grid, links: _Links) -> str:
    titles = [_set(column.title) for column in grid.columns]
    rows = [[_text(cell, links) for cell in row] for row in grid.rows]
    table = pipe_table(titles, [column.numeric for column in grid.columns], rows)
    if not grid.folded:
        return f"{_strong(grid.caption)}\n\n{table}" if grid.caption else table
    return _folded(grid.caption, table)


def _picture(picture: Picture, links: _Links) -> str:
    image = f"![{escape(typeset(picture.alternative))}]({links.pictures[picture.name]})"
    caption = line(_text(picture.caption, links))
    parts = [_strong(picture.title), image, caption, _grid(picture.behind, links)]
    return "\n\n".join(part for part in parts if part)


def _text(text: Text, links: _Links) -> str:
    joined = ""
    for part in text:
        piece = _inline(part, links)
        # Two pieces of code, or two bold words, would run together: a comment divides them.
        meet = joined[-1:] == piece[:1] and piece[:1] in ("`", "*")
        joined += f"<!-- -->{piece}" if meet else piece
    return joined


def _inline(part: Inline, links: _Links) -> str:  # noqa: PLR0911 -- one for each kind
    match part:
        case str():
            return _set(part)
        case Number():
            return _number(part)
        case Code():
            return code_span(part.text)
        case Status():
            return _strong(part.word)
        case Sign():
            return _set(part.sign)
        case Blank():
            return escape("_" * _BLANK)
        case Term():
            if part.entry not in links.terms:
                rule = "is not in the glossary"
                raise InputError("entry", part.entry, rule, "add an Entry of it")
            return f"[{_set(part.text)}]({links.terms[part.entry]})"


def _number(number: Number) -> str:
    sign = "" if number.relation == EXACTLY else f"{number.relation} "
    exact = "" if number.exact == number.decimal else f" ({_set(number.exact)})"
    return f"{sign}{_set(number.decimal)}{exact}"


def _strong(text: str) -> str:
    return f"**{line(_set(text))}**" if text else ""


def _set(text: str) -> str:
    """Return a text with its mathematics set; Markdown has no raised text but HTML's."""
    return set_pieces(text, escape, _above)


def _above(text: str) -> str:
    return f"<sup>{text}</sup>"


def _in_html(text: str) -> str:
    return html.escape(visible(text))
