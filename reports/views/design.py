"""A design for machines and for people."""

from fractions import Fraction
from itertools import accumulate

from exact.design.designed import Designed, Smaller
from exact.design.plans import Evidence, TableDesign
from exact.errors import power_of_two
from exact.laws.maxent import MaxEntLaw
from exact.laws.rates import Rate
from exact.table.ptable import PTable
from reports.decimals import nearest
from reports.document.blocks import ABOUT, Block, Paragraph, Text
from reports.document.blocks import Number as Decimal
from reports.document.making import Cell, facts, grid, lines
from reports.jsons import (
    WORKING_BITS,
    Number,
    delta_json,
    enclosure_json,
    epsilon_json,
    rational_json,
)
from reports.numbers import at_most, enclosed, rational, upper
from reports.views.design_words import enough_text, headline_of_miss, why
from reports.words import looked_up_by

_SHOWN_NOISE = 5


def design_json(made: Designed) -> dict[str, object]:
    """Return the design for machines; ``cdf`` is c^Q(z) for z = -D..D, (4.2)."""
    design = made.design
    return {
        "D": made.law.D,
        "gamma": _gamma_json(made.law.rate),
        "variance": enclosure_json(made.law.variance().enclosure(WORKING_BITS)),
        "epsilon": None if made.epsilon is None else epsilon_json(made.epsilon),
        "target_delta": None if made.target is None else rational_json(made.target),
        "delta": None if made.delta is None else enclosure_json(made.delta),
        "table_delta": _table_delta_json(made),
        "meets_target": made.met,
        "guide": None if design is None else design.plan.name,
        "guide_D": None if design is None else design.plan.D,
        "smaller_D": None if design is None else _evidence_json(design.plan.evidence),
        "smaller_design": None if made.smaller is None else _smaller_json(made.smaller),
        "enough_keys": _enough_json(design),
        "best_delta": None if made.best_delta is None else enclosure_json(made.best_delta),
        "keysize": made.keysize,
        "rule": made.rule,
        "rules": [{"rule": c.rule, "delta": delta_json(c.delta)} for c in made.choices],
        "recommended_rule": made.choices[0].rule if made.choices else None,
        "cdf": None if made.table is None else list(cmf_of(made.table)),
    }


def _table_delta_json(made: Designed) -> Number | None:
    found = [choice.delta for choice in made.choices if choice.rule == made.rule]
    return delta_json(found[0]) if found else None


def _evidence_json(evidence: Evidence | None) -> dict[str, object] | None:
    if evidence is None:
        return None
    delta = enclosure_json(evidence.delta)
    return {"D": evidence.D, "delta": delta, "every_gamma": evidence.every_gamma}


def _smaller_json(smaller: Smaller) -> dict[str, object]:
    return {
        "D": smaller.law.D,
        "gamma": _gamma_json(smaller.law.rate),
        "variance": enclosure_json(smaller.law.variance().enclosure(WORKING_BITS)),
        "best_gamma": _gamma_json(smaller.best.rate),
        "best_gamma_delta": enclosure_json(smaller.best_delta),
        "best_gamma_variance": enclosure_json(smaller.best.variance().enclosure(WORKING_BITS)),
    }


def _enough_json(design: TableDesign | None) -> dict[str, object] | None:
    if design is None or design.enough is None or design.enough.table.chosen is None:
        return None
    enough = design.enough
    return {
        "keysize": enough.keysize,
        "D": enough.table.law.D,
        "rule": design.enough.table.chosen.rule,
        "is_least": enough.least and design.plan.complete,
    }


def design_blocks(made: Designed, output: str | None) -> tuple[Block, ...]:
    """Return the design for people; of one that misses its target that is the first line."""
    rules = (grid(("rule", "tight delta of the table", ""), _rules(made), "Rules"),)
    return (
        *_missed(made),
        facts(_facts(made), "Design"),
        *(rules if made.choices else ()),
        *(() if made.table is None else (_lookup(made.table),)),
        lines(_written(made, output)),
    )


def _missed(made: Designed) -> tuple[Block, ...]:
    if made.design is None or made.design.met:
        return ()
    nearest = "the nearest that there is:" if made.table is not None else "none keeps its noise."
    return (Paragraph((*headline_of_miss(made.design), f"; {nearest}")),)


def _written(made: Designed, output: str | None) -> str:
    if output is not None:
        return f"Table written to {output}"
    if made.table is not None and made.met is False:
        return "Nothing was written; --anyway writes the table above."
    return "No file written; give -o FILE for one."


def lookup_blocks(table: PTable, output: str | None) -> tuple[Block, ...]:
    """Return the lookup of the last row, and where the table was written."""
    written = f"Table written to {output}" if output else "No file written; give -o FILE for one."
    return _lookup(table), lines(written)


def _lookup(table: PTable) -> Block:
    titles = ("noise", f"{looked_up_by(table)[0]}s from", "to", "number of keys")
    return grid(titles, _lookup_rows(table), "Lookup")


def _facts(made: Designed) -> list[tuple[str, Cell]]:
    law = made.law
    found: list[tuple[str, Cell]] = [
        ("noise", f"-{law.D} ... {law.D} (D = {law.D})"),
        ("gamma", _gamma_said(law.rate)),
        ("variance of the law", enclosed(law.variance().enclosure(WORKING_BITS), 10)),
    ]
    if made.epsilon is not None and made.delta is not None:
        at = f" at epsilon = {made.epsilon.text}"
        found.append(("delta of the law", (at_most(made.delta), at)))
    if made.target is not None:
        found.append(("target delta", rational(made.target)))
    if made.best_delta is not None:
        found.append(("smallest delta of any gamma", enclosed(made.best_delta, 10)))
    found += [] if made.design is None else _evidence(made.design)
    found.append(("keys", power_of_two(made.keysize)))
    if made.rule is not None:
        found.append(("rule", made.rule))
    if made.design is not None and (reason := why(made.design)) is not None:
        found.append(("because", reason))
    if made.smaller is not None:
        found.append(_smaller_said(made.smaller, made.law))
    if made.met is False and made.design is not None:
        found.append(("keys that would do", enough_text(made.design)))
    return found


def _evidence(design: TableDesign) -> list[tuple[str, Cell]]:
    evidence = design.plan.evidence
    if evidence is None:
        return []
    value = enclosed(evidence.delta)
    if not evidence.every_gamma:
        return [(f"D = {evidence.D} fails", ("its delta is ", value))]
    said = ("for every gamma: the least delta of any is ", value)
    return [(f"D = {evidence.D} fails", said)]


def _smaller_said(smaller: Smaller, made: MaxEntLaw) -> tuple[str, Cell]:
    """Name the smaller design in one line; beside the smallest itself, the smallest delta."""
    law, best = smaller.law, smaller.best
    if law == made:
        least = (" has the smallest delta, ", at_most(smaller.best_delta), ", and ")
        return f"with D = {law.D}", (_gamma_named(best), *least, *_variance(best))
    said: Text = (f"D = {law.D} is enough: {_gamma_named(law)} has ", *_variance(law))
    if best != law:
        said = (*said, f"; {_gamma_named(best)} has the smallest delta, and ", *_variance(best))
    return "--guide smallest", said


def _variance(law: MaxEntLaw) -> Text:
    return "variance ", enclosed(law.variance().enclosure(WORKING_BITS), 4)


def _gamma_named(law: MaxEntLaw) -> str:
    """Name a gamma at a kink, which is a multiple of epsilon, exactly."""
    exact = law.rate.json()
    value = exact if isinstance(exact, str) else f"{exact['times']} ln({exact['ln']})"
    return f"gamma = {value}"


def _rules(made: Designed) -> list[tuple[Cell, ...]]:
    return [
        (choice.rule, upper(choice.delta, 12), "smallest: recommended" if index == 0 else "")
        for index, choice in enumerate(made.choices)
    ]


def _lookup_rows(table: PTable) -> list[tuple[str, str, str, str]]:
    rows = [
        (str(noise), str(first), str(last), str(last - first + 1))
        for noise, first, last in table.rows[-1].ranges(looked_up_by(table)[1])
    ]
    if len(rows) <= 2 * _SHOWN_NOISE + 1:
        return rows
    return [*rows[:_SHOWN_NOISE], ("...", "...", "...", "..."), *rows[-_SHOWN_NOISE:]]


def cmf_of(table: PTable) -> tuple[int, ...]:
    """Return c^Q of the last row, (4.2)."""
    return tuple(accumulate(keys for _, keys in table.rows[-1].runs))


def _gamma_json(rate: Rate) -> Number:
    exact = rate.json()
    if isinstance(exact, str):
        return rational_json(Fraction(exact))
    enclosed = enclosure_json(rate.enclosure(WORKING_BITS))
    return {**(enclosed if isinstance(enclosed, dict) else {}), **exact}


def _gamma_said(rate: Rate) -> Cell:
    exact = rate.json()
    value = nearest(rate.enclosure(WORKING_BITS), 10)
    if isinstance(exact, str):
        return rational(Fraction(exact), digits=10) if exact != "0" else "0 (uniform)"
    if "ln" in exact:
        return Decimal(value, f"{exact['times']} ln({exact['ln']})", ABOUT)
    return f"{value} (the root of (2.7) for this variance)"
