"""The tables of a plan, with what each costs, and how a person's cells are counted."""

from exact.numbers.enclosure import Enclosure
from exact.release.answer import Answer, TableCost
from exact.release.plan import PlannedTable
from reports.document.blocks import Code, Column, Grid, Inline, Text
from reports.document.making import in_signs
from reports.numbers import at_least, guarantee, whole

_MANY = 20


def costs_grid(answer: Answer) -> Grid:
    """Return delta without each table, and with one more like it, at the first epsilon."""
    titles = ("table", "cells", "of its own", "delta without it", "delta with one more like it")
    columns = tuple(Column(in_signs(title), title != "table", title) for title in titles)
    rows = tuple(map(_cost, answer.costs))
    caption = f"What each table costs, at ε = {answer.curve[0].epsilon.text}"
    return Grid("costs", caption, columns, rows, folded=len(rows) > _MANY)


def bound(delta: Enclosure) -> Inline:
    """Return the bound of a delta that says something: the lower one where no upper is proved."""
    return at_least(delta) if delta.lo < delta.hi == 1 else guarantee(delta)


def _cost(cost: TableCost) -> tuple[Text, ...]:
    return (
        (cost.name,),
        (whole(cost.cells),),
        (whole(cost.own),),
        (bound(cost.without[0]),),
        (bound(cost.another[0]),),
    )


def plan_grid(answer: Answer) -> Grid:
    """Return the tables as the plan has them."""
    titles = ("table", "dimensions", "margins", "perturbation table", "counts from")
    columns = tuple(Column(title, title == "counts from") for title in titles)
    rows = tuple(map(_planned, answer.plan.tables))
    return Grid("plan", "Tables of the plan", columns, rows, folded=len(rows) > _MANY)


def _planned(table: PlannedTable) -> tuple[Text, ...]:
    return (
        (table.name,),
        (_crossed(table.dimensions) if table.dimensions else f"{table.size} cells",),
        ("; ".join(map(_crossed, table.margins)) or "none",),
        (Code(table.source.path),),
        (whole(table.count_floor),),
    )


def _crossed(dimensions: frozenset[str]) -> str:
    return " × ".join(sorted(dimensions)) or "total"


def counted(answer: Answer) -> str:
    """Say how many cells are printed, and how many different sets of people they are."""
    printed = sum(table.size for table in answer.plan.tables)
    if printed == answer.number:
        return f"A person is in {printed} cells: one of each table and of each published margin."
    return (
        f"A person is in {printed} printed cells: one of each table and of each published margin. "
        f"Of these {answer.number} are different sets of people or have different noise; the same "
        "people with the same noise are counted once."
    )
