"""A document as data for the typesetter: lists, dictionaries and strings of printable characters.

The template ``report.typ`` is fixed and reads this data; no text of a document is ever source code.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace

from reports.document.blocks import (
    Block,
    Commands,
    Document,
    Facts,
    Finding,
    Grid,
    Items,
    Paragraph,
    Picture,
    Section,
    SignOff,
    Verdict,
    as_text,
)
from reports.document.paper_grids import divided, shape, text_length
from reports.document.paper_text import Node, status_node, text_nodes
from reports.document.printable import printable, printable_drawing
from reports.document.slugs import slugs
from reports.document.walk import pictures

# Blocks that become one node each.
_Single = Paragraph | Items | Facts | Commands | Picture | Finding | Verdict | SignOff
# On paper a longer grid is read by nobody, and is in the HTML report.
_MOST_ROWS = 400
_DEEPEST_HEADING = 6
_LONGEST_FOOTER, _SHORT_NAME = 70, 36


def typeset(document: Document) -> Node:
    """Return the document as nodes: each has its ``kind``; ``runs`` are pages of one direction."""
    terms = slugs(entry.name for entry in document.glossary)
    labels = {name: f"term-{slug}" for name, slug in terms.items()}
    return {
        "title": printable(document.title),
        "subtitle": printable(document.subtitle),
        "footer": _shortened(printable(document.title)),
        "summary": _runs(_nodes(document.summary, labels, 1)),
        "runs": _runs([*_nodes(document.sections, labels, 1), *_appendix(document, labels)]),
        "glossary": [
            {
                "label": labels[entry.name],
                "title": printable(entry.title),
                "meaning": printable(entry.meaning),
            }
            for entry in document.glossary
        ],
    }


def _appendix(document: Document, labels: Mapping[str, str]) -> Iterator[Node]:
    """Yield the numbers behind the pictures: a screen folds them away, paper has them at the end.

    The label of each is the name of its picture.
    """
    found = pictures(document)
    if found:
        yield {"kind": "heading", "level": 1, "title": "Numbers behind the pictures"}
    for picture in found:
        title = {"kind": "heading", "level": 2, "title": printable(picture.title)}
        yield {**title, "label": _numbers_label(picture)}
        yield from _grids(picture.behind, labels)


def _numbers_label(picture: Picture) -> str:
    return f"numbers-{printable(picture.name)}"


def _shortened(title: str) -> str:
    return title if len(title) <= _LONGEST_FOOTER else title[: _LONGEST_FOOTER - 1] + "…"


def _runs(nodes: Iterable[Node]) -> list[Node]:
    """Return nodes in runs of upright and of lying pages; headings go with what they introduce."""
    runs: list[Node] = [{"lying": False, "nodes": []}]
    for node in nodes:
        lying = bool(node.get("lying", False))
        last = runs[-1]
        if lying != last["lying"]:
            introduction = _introduction(last["nodes"]) if lying else []
            del last["nodes"][len(last["nodes"]) - len(introduction) :]
            runs.append({"lying": lying, "nodes": introduction})
        runs[-1]["nodes"].append(node)
    return [run for run in runs if run["nodes"]]


def _introduction(nodes: list[Node]) -> list[Node]:
    """Return the headings, and the paragraphs under them, at the end of ``nodes``."""
    start = len(nodes)
    while start and nodes[start - 1]["kind"] in ("heading", "paragraph"):
        start -= 1
    while start < len(nodes) and nodes[start]["kind"] != "heading":
        start += 1
    return nodes[start:]


def _nodes(blocks: Iterable[Block], labels: Mapping[str, str], level: int) -> Iterator[Node]:
    for block in blocks:
        if isinstance(block, Section):
            title = printable(block.title)
            yield {"kind": "heading", "level": min(level, _DEEPEST_HEADING), "title": title}
            yield from _nodes(block.blocks, labels, level + 1)
        elif isinstance(block, Grid):
            yield from _grids(block, labels)
        else:
            yield {"kind": type(block).__name__.lower(), **_node(block, labels)}


def _node(block: _Single, labels: Mapping[str, str]) -> Node:  # noqa: PLR0911 -- one for each kind
    match block:
        case Paragraph():
            return {"text": text_nodes(block.text, labels)}
        case Items():
            return {"entries": [text_nodes(entry, labels) for entry in block.entries]}
        case Facts():
            return _facts(block, labels)
        case Picture():
            return _picture(block, labels)
        case Commands():
            return {"lines": [printable(line) for line in block.lines]}
        case Finding():
            return _finding(block, labels)
        case Verdict():
            return _verdict(block, labels)
        case SignOff():
            return {"roles": [printable(role) for role in block.roles]}


def _facts(facts: Facts, labels: Mapping[str, str]) -> Node:
    return {
        "caption": printable(facts.caption),
        "entries": [[text_nodes(part, labels) for part in entry] for entry in facts.entries],
        "short": all(text_length(name) <= _SHORT_NAME for name, _ in facts.entries),
    }


def _finding(finding: Finding, labels: Mapping[str, str]) -> Node:
    return {
        **status_node(finding.severity),
        "code": printable(finding.code),
        "message": text_nodes(as_text(finding.message), labels),
        "remedy": text_nodes(as_text(finding.remedy), labels),
    }


def _verdict(verdict: Verdict, labels: Mapping[str, str]) -> Node:
    return {
        **status_node(verdict.status),
        "headline": printable(verdict.headline),
        "promises": [text_nodes(promise, labels) for promise in verdict.promises],
    }


def _picture(picture: Picture, labels: Mapping[str, str]) -> Node:
    return {
        "title": printable(picture.title),
        "alternative": printable(picture.alternative),
        "caption": text_nodes(picture.caption, labels),
        "svg": printable_drawing(picture.svg),
        "numbers": _numbers_label(picture),
    }


def _grids(grid: Grid, labels: Mapping[str, str]) -> Iterator[Node]:
    """Yield the printed rows of a grid, in as many parts as its columns need, and what is left."""
    parts = divided(replace(grid, rows=grid.rows[:_MOST_ROWS]))
    nodes = [_grid(part, labels) for part in parts]
    yield from nodes
    if len(grid.rows) > _MOST_ROWS:
        words = [_left_out(len(grid.rows) - _MOST_ROWS)]
        yield {"kind": "paragraph", "text": words, "lying": nodes[-1]["lying"]}


def _grid(grid: Grid, labels: Mapping[str, str]) -> Node:
    chosen = shape(grid)
    return {
        "kind": "grid",
        "caption": printable(grid.caption),
        "titles": [printable(column.title) for column in grid.columns],
        "numeric": [column.numeric for column in grid.columns],
        "rows": [[text_nodes(cell, labels, chosen.line) for cell in row] for row in grid.rows],
        **asdict(chosen),
    }


def _left_out(rows: int) -> str:
    words = "row is not printed" if rows == 1 else "rows are not printed"
    return f"{rows} more {words} here: the certificate and the HTML report have every row."
