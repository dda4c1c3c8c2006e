"""Bach's attacks on the noise bound in words, numbers and a picture."""

from exact.attacks.on_table.bound import BoundDisclosure
from reports.content.attacks.levels import many, percent
from reports.document.blocks import Facts, Finding, Inline, Paragraph, Section
from reports.numbers import rational
from reports.pictures.attacks.bound_map import bound_map

_HOW = (
    "Bound disclosure (Bach 4.1 to 4.3). Of released women, men and all, what is too much in the "
    "sum is noise alone. The largest such residual shows the noise bound E; once it is known, a "
    "triple with the most extreme residual gives away its three true counts."
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
        ("one triple of the attacked count is disclosed whole", rational(found.disclosed)),
        ("such triples among the published ones", rational(found.disclosed * found.asked.outputs)),
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
        f"{percent(level)}: {many(needed)} are enough"
    )
    wider = "" if found.least is None else f", or take noise up to {found.least} for this variance"
    return Finding("warning", "BOUND", said, f"publish fewer triples of small counts{wider}")
