"""Bach's attacks on the noise bound in words, numbers and a picture."""

from exact.attacks.on_table.bound import BoundDisclosure
from reports.content.attacks.levels import many, percent
from reports.document.blocks import Facts, Finding, Inline, Paragraph, Section
from reports.numbers import rational
from reports.pictures.attacks.bound_map import bound_map

_HOW = (
    "Bound disclosure (Bach 4.1 to 4.3). Of released women, men and all, what is too much in the "
    "sum is noise alone. The largest such residual shows the noise bound E; once it is known, a "
    "triple with the most extreme residual gives away its three true counts. How often is computed "
    "of the residual alone, by independent keys: what the released values themselves rule out (no "
    "count is negative, rows of small counts differ) discloses more triples, and is not assessed."
)


def bound_section(found: BoundDisclosure) -> Section:
    """Return what triples of counts say about the noise bound."""
    blocks = (Paragraph((_HOW,)), _facts(found), bound_map(found), _finding(found))
    return Section("bound", "Revealing the noise bound", blocks)


def _facts(found: BoundDisclosure) -> Facts:
    worst = found.worst
    counts = f"{worst.female} + {worst.male} = {worst.female + worst.male}"
    entries: list[tuple[str, Inline]] = [
        ("noise bound E", str(worst.bound)),
        ("counts that give it away first", counts),
        ("one triple of them reveals E", rational(worst.probability)),
    ]
    for level, needed in found.needed:
        text = "no number" if needed is None else many(needed)
        entries.append((f"triples that reveal E with {percent(level)}", text))
    entries += [
        ("published triples", many(found.asked.outputs)),
        ("the residual alone discloses a triple (attacked count)", rational(found.residual_tells)),
        (
            "such triples expected among the published ones",
            rational(found.residual_tells * found.asked.outputs),
        ),
        ("variance V", rational(found.variance)),
        (
            f"least E for V and so many triples at {percent(found.asked.triple_level)}",
            _least(found),
        ),
    ]
    return Facts("Bound disclosure", tuple(((name,), (value,)) for name, value in entries))


def _least(found: BoundDisclosure) -> str:
    return "none found" if found.least is None else str(found.least)


def _finding(found: BoundDisclosure) -> Finding:
    level, needed = found.needed[0]
    E, outputs = found.worst.bound, many(found.asked.outputs)
    if needed is None:
        said = f"no triple of counts shows the noise bound {E}"
        return Finding("note", "BOUND", said, "nothing to do")
    if not found.revealed:
        said = (
            f"{outputs} published triples do not show the noise bound {E} with {percent(level)}: "
            f"{many(needed)} would"
        )
        return Finding("note", "BOUND", said, "nothing to do while fewer are published")
    said = (
        f"among {outputs} published triples somebody finds the noise bound {E} with more than "
        f"{percent(level)}: {many(needed)} {'suffices' if needed == 1 else 'suffice'}"
    )
    return Finding(
        "warning", "BOUND", said, f"publish fewer triples of small counts{_other(found)}"
    )


def _other(found: BoundDisclosure) -> str:
    """Return what other noise would hide its bound: wider, or as wide and rarely that large."""
    if found.least is None:
        return ""
    law = "with a maximum-entropy law of this variance"
    if found.least > found.worst.bound:
        return f", or take noise up to {found.least} {law}"
    return f", or make the largest noise rarer: {law} a bound of {found.least} stays hidden"
