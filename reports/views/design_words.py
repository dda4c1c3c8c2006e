"""Why a design has the rule and the D that it has, and what is said where none meets its target."""

from exact.design.aiming import RECOMMENDED, Tried
from exact.design.plans import TableDesign
from exact.errors import power_of_two
from exact.quantiser.names import CEILING
from reports.document.blocks import Text
from reports.numbers import rational, upper


def why(design: TableDesign) -> Text | None:
    """Say why the table has another rule or another D than the first law of its plan."""
    first, table = design.found.first, design.table
    if first is None or table is None or not design.met or table.chosen is None:
        return None
    if table.law.D > first.law.D:
        return _next_D(design, first.law.D)
    if table.law != first.law:
        return ("with these keys the tables of a smaller variance miss the target",)
    other = design.aim.rule is None and table.chosen.rule != CEILING
    return _instead_of_ceiling(table) if other else None


def _next_D(design: TableDesign, D: int) -> Text:
    rule, nearest = design.aim.rule, design.found.smallest
    missed = f"with D = {D} no rule meets the target"
    if rule not in (None, RECOMMENDED):
        missed = f"with D = {D} the rule {rule} misses the target"
    if nearest is None or nearest.chosen is None:
        return (f"{missed}: noise values are lost with so few keys",)
    return (f"{missed}: the smallest delta there is ", upper(nearest.chosen.delta))


def _instead_of_ceiling(table: Tried) -> Text:
    paper = next((c for c in table.choices if c.rule == CEILING), None)
    if paper is None:
        return (f"the paper's rule, {CEILING}, loses noise values with these keys",)
    return (
        f"with the paper's rule, {CEILING}, the table misses the target: its delta is ",
        upper(paper.delta),
    )


def headline_of_miss(design: TableDesign) -> Text:
    """Say that the target is missed, and how sure that is."""
    aim, plan, found = design.aim, design.plan, design.found
    keys = power_of_two(aim.keysize)
    target: Text = ("delta <= ", rational(aim.target), f" at epsilon = {aim.epsilon.text}")
    if aim.out_of_reach:
        reason = f", because a row of {keys} keys has a delta of at least 1/{keys}"
        return (f"MISSED: no table of {keys} keys meets ", *target, reason)
    all_tried = found.exhausted and plan.complete
    which = "that this guide makes" if all_tried else f"tried ({found.laws} laws)"
    rule = "" if aim.rule in (None, RECOMMENDED) else f" with the rule {aim.rule}"
    return (f"MISSED: no table of {keys} keys {which}{rule} meets ", *target)


def enough_text(design: TableDesign) -> str:
    """Say how many keys would do."""
    enough = design.enough
    if enough is None or enough.table.chosen is None:
        return "no power of two up to 2^128 was found to be enough"
    how = f"D = {enough.table.law.D}, rule {enough.table.chosen.rule}"
    least = "" if enough.least and design.plan.complete else ", the smallest that was found"
    return f"{power_of_two(enough.keysize)} ({how}){least}"
