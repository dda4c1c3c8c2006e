"""What a whole release promises a person, as a document: first the page for whoever signs it."""

from collections.abc import Iterator
from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.release.answer import FROM_BELOW, Answer, Budget, CurvePoint, LeastEpsilon
from exact.release.theorem import total_of_shares
from reports.content.first_page import ROLES
from reports.content.glossary import GLOSSARY
from reports.content.numbers import factor_of, one_in
from reports.content.release_tables import bound, costs_grid, counted, plan_grid
from reports.decimals import DOWN, UP
from reports.document.blocks import (
    Block,
    Column,
    Document,
    Facts,
    Grid,
    Inline,
    Items,
    Paragraph,
    Section,
    SignOff,
    Text,
    Verdict,
)
from reports.document.making import in_signs, signed
from reports.numbers import (
    NO_GUARANTEE,
    at_least,
    guarantee,
    rational,
    says_nothing,
    upper,
    whole,
)
from reports.pictures.release_costs import release_costs_picture
from reports.pictures.release_curve import release_curve_picture
from reports.views.release_words import if_assumed, keys_in_short, not_covered, statement
from verification.verdict import FAILS, HOLDS, UNDECIDED, Outcome

_SUBTITLE = "What we promise a person about everything we publish"
_WORDS = (
    *("cell-key", "certificate", "delta", "differential-privacy", "epsilon", "noise"),
    *("plateau", "ptable", "tight"),
)
_LIMITS = (
    "Adding or removing a person. A person who changes leaves cells and enters others: both count.",
    "The tables of the plan alone: what is published elsewhere about the same people adds to it.",
    "Nothing is said about what groups of people have in common, which everybody may learn.",
)


def release_document(
    answer: Answer, name: str, identity: tuple[Block, ...] = (), signers: tuple[str, ...] = ()
) -> Document:
    """Return the report; its summary is the page for the director.

    ``identity`` says whose release it is, of which day and by which files.
    """
    glance = Facts("At a glance", tuple(_glance(answer)))
    return Document(
        f"Everything that is published: {name}",
        _SUBTITLE,
        (_verdict(answer, name), glance, *identity, SignOff(ROLES, signers)),
        (
            Section("curve", "The curve", tuple(_curve(answer))),
            Section("costs", "What each table costs", tuple(_costs(answer))),
            Section("keys", "What it assumes about keys", (Paragraph((statement(answer),)),)),
            *_section("theorem", "Beside simpler accounts", _theorem(answer)),
            Section("plan", "The plan", (plan_grid(answer), Paragraph((counted(answer),)))),
            Section("limits", "What it does not say", (Items(tuple((t,) for t in _LIMITS)),)),
        ),
        tuple(entry for entry in GLOSSARY if entry.name in _WORDS),
    )


def release_text(answer: Answer, name: str) -> tuple[Block, ...]:
    """Return what the command prints: the same without drawings and lines to sign."""
    document = release_document(answer, name)
    return (
        *(block for block in document.summary if not isinstance(block, SignOff)),
        _curve_grid(answer),
        *_inverse(answer),
        costs_grid(answer),
        *_theorem(answer),
        Paragraph((statement(answer),)),
        Paragraph((counted(answer),)),
    )


def outcome(answer: Answer) -> Outcome:
    """Return what decides the verdict: a budget is a promise, and without one nothing is."""
    if answer.budget is None:
        return Outcome(promised=False)
    kept = answer.budget.kept
    return Outcome(promised=True, broken=kept is False, open_questions=kept is None)


def _verdict(answer: Answer, name: str) -> Verdict:
    found = outcome(answer).verdict
    beside = "".join(
        f", {part}" for part in (if_assumed(answer), not_covered(answer.cells)) if part
    )
    said = f"{name}: {_headline(answer, found)}{beside}"
    plainly = in_signs(f"{_plainly(answer, found)}{beside}.")
    return Verdict(found, plainly, tuple(_promises(answer)), said)


def _plainly(answer: Answer, verdict: str) -> str:
    """Say under the word of the verdict, which is large, what it is about."""
    if answer.budget is None:
        return "No budget was given: everything together is measured"
    budget = f"the budget epsilon = {answer.budget.epsilon.text}, delta = {answer.budget.delta}"
    said = {
        HOLDS: f"Everything together keeps {budget}",
        FAILS: f"Everything together gives away more than {budget} allows",
        UNDECIDED: f"Whether everything together keeps {budget} lies between the proved bounds",
    }
    return said[verdict]


def _headline(answer: Answer, verdict: str) -> str:
    if answer.budget is None:
        return "everything together is MEASURED (no budget was given)"
    claim = f"the budget ({answer.budget.epsilon.text}, {answer.budget.delta})"
    said = {
        HOLDS: f"{claim} HOLDS for everything together",
        FAILS: f"FAILS {claim}: everything together gives more away",
        UNDECIDED: f"UNDECIDED whether {claim} is kept: it lies between the proved bounds",
    }
    return said[verdict]


def _promises(answer: Answer) -> Iterator[Text]:
    """Yield what is promised at the epsilon of the budget, and at the first that was asked."""
    first = answer.curve[0]
    if answer.budget is not None and answer.budget.epsilon != first.epsilon:
        yield _promise(answer, CurvePoint(answer.budget.epsilon, answer.budget.delta_now))
    yield _promise(answer, first)


def _promise(answer: Answer, point: CurvePoint) -> Text:
    """Say what (epsilon, delta) means for a person who is in the data or not."""
    at = f"At epsilon = {point.epsilon.text}: "
    if answer.basis == FROM_BELOW:
        said = f"{at}nothing is promised, for no delta below 1 is proved; it is "
        return (*signed(said), at_least(point.delta), ".")
    if says_nothing(point.delta):
        said = f"{at}{NO_GUARANTEE}, for delta is only proved to be at most 1; it is "
        return (*signed(said), at_least(point.delta), ".")
    change = "whether a person is in the data or not, the probability of anything that we publish"
    times = signed(f"{at}{change} is at most e^epsilon (")
    chance = () if point.delta.hi <= 0 else (f", {one_in(point.delta.hi)}",)
    plus = signed(") times as large, plus delta (")
    return (*times, factor_of(point.epsilon), *plus, upper(point.delta), *chance, ").")


def _glance(answer: Answer) -> list[tuple[Text, Text]]:
    facts: list[tuple[Text, Text]] = [
        (("Tables",), (whole(len(answer.plan.tables)),)),
        (("Cells that a person is in",), (whole(answer.number), ", each set of people once")),
        (("Keys of cells",), (keys_in_short(answer),)),
        (signed("delta that no epsilon removes"), (bound(answer.plateau),)),
    ]
    if answer.budget is not None:
        facts.append((("Such releases that fit the budget",), (_fits(answer.budget),)))
    return facts


def _fits(budget: Budget) -> str:
    if budget.most is None:
        return f"at least {budget.least}, as many as were tried"
    if budget.least == budget.most:
        return str(budget.least)
    return f"at least {budget.least}, at most {budget.most}"


def _curve(answer: Answer) -> list[Block]:
    return [
        release_curve_picture(answer),
        _curve_grid(answer),
        *_inverse(answer),
    ]


def _curve_grid(answer: Answer) -> Grid:
    titles = ("epsilon", "delta, at most", "at least")
    rows = tuple(
        ((p.epsilon.text,), (_at_most(p.delta),), (at_least(p.delta),)) for p in answer.curve
    )
    return Grid("points", "δ of everything together, both directions", _columns(titles), rows)


def _at_most(delta: Enclosure) -> Inline:
    return "none below 1" if delta.lo < delta.hi == 1 else guarantee(delta)


def _inverse(answer: Answer) -> list[Block]:
    if not answer.inverse:
        return []
    titles = ("delta", "least epsilon, at most", "at least")
    rows = tuple(map(_least, answer.inverse))
    return [Grid("inverse", "The least ε for a δ", _columns(titles), rows)]


def _least(one: LeastEpsilon) -> tuple[Text, ...]:
    if one.least is None:
        return (rational(one.delta),), ("none is enough",), ()
    most: Text = ("none proved",) if one.most is None else (rational(one.most, UP),)
    return (rational(one.delta),), most, (rational(one.least, DOWN),)


def _costs(answer: Answer) -> list[Block]:
    return [release_costs_picture(answer), costs_grid(answer)]


def _section(name: str, title: str, blocks: list[Block]) -> tuple[Section, ...]:
    return (Section(name, title, tuple(blocks)),) if blocks else ()


def _theorem(answer: Answer) -> list[Block]:
    """Return what coarser accounts say beside the tight curve, where keys are independent."""
    if answer.moments is None:
        return []
    titles = (
        *("epsilon", "delta, at most", "by Rényi moments", "times as much"),
        *("sum of Theorem 7.1", "times as much"),
    )
    three = tuple(zip(answer.curve, answer.moments.points, answer.summed, strict=True))
    rows = tuple(
        (
            (point.epsilon.text,),
            (guarantee(point.delta),),
            (guarantee(by.delta),),
            (_times(by.delta, point.delta),),
            (guarantee(summed.delta),),
            (_times(summed.delta, point.delta),),
        )
        for point, by, summed in three
    )
    rho = rational(answer.moments.rho.hi, UP, 4).decimal
    said = (
        "Moments of Rényi differential privacy, with the plateau kept apart (of concentrated "
        f"differential privacy beside it ρ is at most {rho}). The sum of the δ_i of Theorem 7.1 "
        f"(Rinott et al.), {_shares(answer)}."
    )
    if any(one.delta < point.delta.hi for point, _, one in three):
        said += (
            " Where the sum is the smaller, it is the better bound: the other is wide there, and a "
            "finer grid (--grid) narrows it."
        )
    return [
        Paragraph((said,)),
        Grid("theorem", "What simpler accounts would say", _columns(titles), rows),
    ]


def _shares(answer: Answer) -> str:
    """Say which epsilon_i are summed."""
    total = total_of_shares(answer.cells)
    if total is None:
        return (
            "with equal ε_i for all cells, because neither the plan (epsilon of a table) nor a "
            "design states them: with others it may be far smaller"
        )
    stated = all(table.epsilon is not None for table in answer.plan.tables)
    source = "that the plan states" if stated else "of the plan, or else of the tables' designs"
    return f"with the ε_i {source}: they add up to {rational(total).decimal}, and are scaled to ε"


def _times(delta: Fraction, tight: Enclosure) -> Inline:
    return rational(delta / tight.hi, digits=3) if tight.hi else ""


def _columns(titles: tuple[str, ...]) -> tuple[Column, ...]:
    return tuple(Column(in_signs(title), True, title) for title in titles)
