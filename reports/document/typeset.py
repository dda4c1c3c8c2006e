"""A document as data for the typesetter: lists, dictionaries and strings of printable characters.

The template ``report.typ`` is fixed and reads this data; no text of a document is ever source code.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace

from reports.document.blocks import (
    Block,
    Columns,
    Commands,
    Document,
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
from reports.document.csv_grids import grid_csv
from reports.document.mathematics import typeset as as_typed
from reports.document.paper_grids import decimals_alone, divided, shape, text_length
from reports.document.paper_text import Node, status_node, string_nodes, text_nodes
from reports.document.printable import printable, printable_drawing
from reports.document.printing_choice import file_of, is_printed, rows_in_words
from reports.document.slugs import slugs
from reports.document.tones import answer
from reports.document.walk import folds, grids

# Blocks that become one node each.
_Single = Paragraph | Items | Facts | Commands | Picture | Finding | Verdict | SignOff | Columns
# On paper a longer grid is read by nobody: it is attached to the PDF.
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
        "signed": any(isinstance(block, SignOff) for block in document.summary),
        "summary": _runs(_nodes(document.summary, labels, 1)),
        "runs": _runs([*_nodes(document.sections, labels, 1), *_details(document, labels)]),
        "attachments": _attachments(document),
        "glossary": [
            {
                "label": labels[entry.name],
                "title": string_nodes(entry.title),
                "meaning": string_nodes(entry.meaning),
            }
            for entry in document.glossary
        ],
    }


def _details(document: Document, labels: Mapping[str, str]) -> Iterator[Node]:
    """Yield what a screen folds away: on paper it stands at the end."""
    found = folds(document)
    if found:
        yield {"kind": "heading", "level": 1, "title": ["Details"]}
    for fold in found:
        inside = list(_nodes(fold.blocks, labels, 2))
        yield {"kind": "minor", "title": string_nodes(fold.title), "nodes": inside}


def _attachments(document: Document) -> list[Node]:
    """Return what goes with the PDF as files: the numbers behind pictures, and long grids."""
    found = [
        grid for grid in grids(document) if not is_printed(grid) or decimals_alone(grid) != grid
    ]
    named = {grid.name: grid for grid in found}.values()
    return [
        {
            "file": file_of(grid),
            "text": grid_csv(grid),
            "mime": "text/csv",
            "caption": printable(as_typed(grid.caption)),
        }
        for grid in named
    ]


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
    for place, block in enumerate(blocks):
        if isinstance(block, Section):
            title = string_nodes(block.title)
            yield {"kind": "heading", "level": min(level, _DEEPEST_HEADING), "title": title}
            yield from _nodes(block.blocks, labels, level + 1)
        elif isinstance(block, Grid):
            yield from _grids(block, labels)
        elif not isinstance(block, Fold):
            yield {
                "kind": type(block).__name__.lower(),
                "lead": place == 0,
                **_node(block, labels),
            }


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
            return {"lines": [[printable(text) for text in line] for line in block.lines]}
        case Columns():
            sides = {"left": block.left, "right": block.right}
            return {name: list(_nodes(side, labels, 1)) for name, side in sides.items()}


def _facts(facts: Facts, labels: Mapping[str, str]) -> Node:
    return {
        "caption": string_nodes(facts.caption),
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
        "answer": printable(answer(verdict.status)),
        "headline": string_nodes(verdict.headline),
        "promises": [text_nodes(promise, labels) for promise in verdict.promises],
    }


def _picture(picture: Picture, labels: Mapping[str, str]) -> Node:
    return {
        "title": string_nodes(picture.title),
        "alternative": printable(as_typed(picture.alternative)),
        "caption": text_nodes(picture.caption, labels),
        "svg": printable_drawing(picture.drawing.narrow),
        "numbers": file_of(picture.behind),
    }


def _grids(grid: Grid, labels: Mapping[str, str]) -> Iterator[Node]:
    """Yield the rows of a grid, in as many parts as its columns need; or where they are."""
    if not is_printed(grid):
        yield {
            "kind": "attached",
            "caption": string_nodes(grid.caption),
            "rows": rows_in_words(grid),
            "file": file_of(grid),
        }
        return
    readable = decimals_alone(grid)
    parts = divided(replace(readable, rows=readable.rows[:_MOST_ROWS]))
    nodes = [_grid(part, labels) for part in parts]
    yield from nodes
    if readable != grid:
        yield {"kind": "exactly", "file": file_of(grid), "lying": nodes[-1]["lying"]}
    if len(grid.rows) > _MOST_ROWS:
        words = [_left_out(len(grid.rows) - _MOST_ROWS)]
        yield {"kind": "paragraph", "text": words, "lying": nodes[-1]["lying"]}


def _grid(grid: Grid, labels: Mapping[str, str]) -> Node:
    chosen = shape(grid)
    return {
        "kind": "grid",
        "caption": string_nodes(grid.caption),
        "titles": [string_nodes(column.title) for column in grid.columns],
        "numeric": [column.numeric for column in grid.columns],
        "rows": [[text_nodes(cell, labels, chosen.line) for cell in row] for row in grid.rows],
        **asdict(chosen),
    }


def _left_out(rows: int) -> str:
    words = "row is not printed" if rows == 1 else "rows are not printed"
    return f"{rows} more {words} here: the certificate and the HTML report have every row."
