"""A design that aims at a target: the table must meet it, or it is said how near it comes."""

from dataclasses import replace

from exact.design.aiming import Aim, search
from exact.design.designed import Designed, Smaller
from exact.design.plans import (
    Plan,
    TableDesign,
    best_law,
    design_table,
    smallest_plan,
)
from exact.design.table import table_of_law
from exact.laws.maxent import MaxEntLaw
from exact.numbers.epsilon import Epsilon
from exact.numbers.guard import MAX_KEYSIZE
from exact.privacy.law_privacy import law_delta

BITS = 134
# The paper's guide names a smaller design where finding it takes no longer than a second or so.
_MOST_D_FOR_SMALLER = 200


def design_for(plan: Plan, aim: Aim) -> Designed:
    """Return what a plan makes for a target, and what a smaller design would be."""
    design = design_table(plan, aim)
    return replace(_designed(design), smaller=_smaller(design))


def _designed(design: TableDesign) -> Designed:
    aim, table = design.aim, design.table
    law = next(design.plan.laws(MAX_KEYSIZE)) if table is None else table.law
    made = Designed(
        law=law,
        epsilon=aim.epsilon,
        delta=law_delta(law, aim.epsilon).delta.enclosure(BITS),
        table=None,
        keysize=aim.keysize,
        rule=None,
        choices=() if table is None else table.choices,
        target=aim.target,
        design=design,
    )
    if table is None or table.chosen is None:
        return made
    rule = table.chosen.rule
    quantised = table_of_law(law, aim.keysize, rule, aim.epsilon, aim.target)
    return replace(made, table=quantised, rule=rule)


def _smaller(design: TableDesign) -> Smaller | None:
    """Return what other gammas would do: beside the paper's guide, and at the D of the smallest."""
    aim = design.aim
    if design.plan.name == "smallest" and design.met and design.table is not None:
        return _with_best(design.table.law, aim.epsilon)
    if design.plan.name != "paper" or design.plan.D > _MOST_D_FOR_SMALLER or aim.out_of_reach:
        return None
    other = search(smallest_plan(aim.epsilon, aim.target).laws(aim.keysize), aim)
    if not other.met or other.best is None or not _is_smaller(other.best.law, design):
        return None
    return _with_best(other.best.law, aim.epsilon)


def _with_best(law: MaxEntLaw, epsilon: Epsilon) -> Smaller:
    best = best_law(epsilon, law.D)
    return Smaller(law, best, law_delta(best, epsilon).delta.enclosure(BITS))


def _is_smaller(law: MaxEntLaw, design: TableDesign) -> bool:
    """D first, then variance; anything is better than a table that misses the target."""
    if not design.met or design.table is None:
        return True
    made = design.table.law
    if law.D != made.D:
        return law.D < made.D
    return law.variance().enclosure(BITS).hi < made.variance().enclosure(BITS).lo
