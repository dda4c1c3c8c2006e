"""``ptcert reproduce``: what the papers print, computed anew, and what of it is not checked."""

import argparse
from dataclasses import dataclass

from reports.content.publish import publish, read_formats
from reports.document.blocks import Block, Number
from reports.document.making import grid, lines
from reports.files import folder_path
from reports.papers.check import Check, Paper, Part
from reports.papers.page import page, totals
from reports.papers.papers import NAMES, paper
from reports.printing import say, say_json
from reports.progress import progress


@dataclass(frozen=True, slots=True)
class _Reproduced:
    """A paper with everything that was computed for it."""

    paper: Paper
    parts: tuple[Part, ...]

    @property
    def disagreements(self) -> list[Check]:
        """The checks where print and computation differ."""
        return [check for part in self.parts for check in part.checks if not check.agrees]


def run(options: argparse.Namespace) -> int:
    """Reproduce the papers asked for, write their pages, and end with the summary."""
    papers = [paper(name) for name in options.paper or NAMES]
    formats = read_formats(options.formats)
    folder = None if options.output is None else folder_path(options.output)
    done = [_Reproduced(each, each.parts()) for each in progress(papers, "reproduce")]
    if folder is not None:
        for each in done:
            publish(page(each.paper, each.parts), folder, each.paper.name, formats)
    if options.json:
        say_json([_json(each) for each in done])
    else:
        say(_blocks(done), options.wide)
    return 0


def _blocks(done: list[_Reproduced]) -> list[Block]:
    """Return what was not checked, every disagreement with the exact value, then the counts."""
    left = [
        f"{each.paper.name}, {u.place}: {u.reason}"
        for each in done
        for part in each.parts
        for u in part.unchecked
    ]
    found = [_lines(each, check) for each in done for check in each.disagreements]
    rows = []
    for each in done:
        checked, agreeing, unchecked = totals(each.parts)
        drawn = sum(len(part.pictures) for part in each.parts)
        counts = (checked, agreeing, checked - agreeing, unchecked, drawn)
        rows.append((each.paper.name, *map(str, counts)))
    titles = ("paper", "checked", "agree", "differ", "not checked", "drawings")
    undrawn = [f"{e.paper.name}: {', '.join(e.paper.not_drawn)}" for e in done if e.paper.not_drawn]
    parts: list[Block] = [lines("Not checked:", *left)] if left else []
    if undrawn:
        parts.append(lines("Figures not drawn:", *undrawn))
    if found:
        parts += [lines("Where print and computation differ:"), *found]
    return [*parts, grid(titles, rows, "Totals")]


def _lines(each: _Reproduced, check: Check) -> Block:
    label = f"{check.remark.kind}: " if check.remark.kind else ""
    remark = (f"  {label}{check.remark}",) if check.remark else ()
    return lines(
        f"{each.paper.name}, {check.place}, {check.what}",
        f"  printed: {check.printed}",
        f"  exact: {_exact(check)}",
        *remark,
    )


def _exact(check: Check) -> str:
    return check.true.decimal if isinstance(check.true, Number) else check.true


def _json(each: _Reproduced) -> dict[str, object]:
    checked, agreeing, _ = totals(each.parts)
    return {
        "paper": each.paper.name,
        "checked": checked,
        "agree": agreeing,
        "drawings": [picture.title for part in each.parts for picture in part.pictures],
        "not_drawn": list(each.paper.not_drawn),
        "not_checked": [
            {"place": u.place, "reason": u.reason} for part in each.parts for u in part.unchecked
        ],
        "checks": [_check_json(check) for part in each.parts for check in part.checks],
    }


def _check_json(check: Check) -> dict[str, object]:
    number = isinstance(check.true, Number)
    return {
        "place": check.place,
        "what": check.what,
        "printed": check.printed,
        "exact": check.true.exact if isinstance(check.true, Number) else check.true,
        "decimal": _exact(check) if number else None,
        "agrees": check.agrees,
        "kind": check.remark.kind,
        "remark": check.remark,
    }
