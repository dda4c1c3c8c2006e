"""The test of a share in words, numbers and pictures."""

from fractions import Fraction

from exact.inference.binomial_answer import BinomialAnswer
from reports.decimals import NEAREST, decimal
from reports.document.blocks import Block, Document, Facts, Inline, Paragraph, Section
from reports.numbers import at_least, at_most, enclosed, rational
from reports.pictures.testing.binomial import law_picture, power_picture

_SUBTITLE = "A likelihood ratio test that knows the noise; every number is proved"
_DIGITS = 10
_HOW = (
    "T = 2 log(max L(p) / L(p0)), L(p) the probability of the released count if the share is p, "
    "noise included (Rinott, O'Keefe, Shlomo and Skinner, 6.2). Its law is computed over all "
    "values that can be released; nothing is simulated or taken from an asymptotic law."
)


def binomial_blocks(answer: BinomialAnswer) -> tuple[Block, ...]:
    """Return the sentence and the numbers."""
    return Paragraph((sentence(answer),)), _facts(answer)


def binomial_page(answer: BinomialAnswer) -> Document:
    """Return the page."""
    question = answer.question
    title = (
        f"Is the share {question.test.hypothesis}? {question.released} of {question.test.people}"
    )
    sections = [Section("test", "The test", (Paragraph((_HOW,)), _facts(answer)))]
    sections.append(Section("law", "The law of the statistic", _pictures(answer)))
    return Document(title, _SUBTITLE, (Paragraph((sentence(answer),)),), tuple(sections), ())


def _pictures(answer: BinomialAnswer) -> tuple[Block, ...]:
    test, critical = answer.question.test, answer.question.critical
    p0, used = test.hypothesis, answer.least if critical is None else critical
    found: list[Block] = [law_picture(test, p0, "binomial-law", f"Statistic if p = {p0}")]
    if answer.power is not None:
        other = answer.power.other
        found.append(law_picture(test, other, "binomial-other", f"Statistic if p = {other}"))
    return (*found, power_picture(test, used))


def sentence(answer: BinomialAnswer) -> str:
    """Say what may be concluded."""
    question = answer.question
    p0, chance = question.test.hypothesis, decimal(answer.p_value.hi, 3, NEAREST)
    said = f"if the share were {p0}, a released count as far from it has probability {chance}"
    if answer.rejected is None:
        return f"It is undecided whether p = {p0} is rejected: bounds do not tell; {said}."
    level = decimal(answer.level.hi, 3, NEAREST)
    verdict = "is rejected" if answer.rejected else "is not rejected"
    return f"p = {p0} {verdict} at level {level}: {said}."


def _facts(answer: BinomialAnswer) -> Facts:
    question, interval = answer.question, answer.interval
    entries: list[tuple[str, Inline]] = [
        ("released count, of N", f"{question.released} of {question.test.people}"),
        ("noise", question.test.channel.text),
        ("statistic T", enclosed(answer.statistic, _DIGITS)),
        ("p-value, P(T or more)", enclosed(answer.p_value, _DIGITS)),
        ("critical value c", enclosed(answer.critical, _DIGITS)),
        ("level, P(T > c)", enclosed(answer.level, _DIGITS)),
    ]
    if question.critical is not None:
        alpha = _plain(question.alpha)
        entries.append(
            (f"smallest c with level <= {alpha}", enclosed(answer.least.bounds, _DIGITS))
        )
        entries.append(("its level", enclosed(answer.least_level, _DIGITS)))
    if answer.power is not None:
        p0, other = _plain(question.test.hypothesis), _plain(answer.power.other)
        entries += [
            (
                f"power, p = {p0} rejected if p = {other}",
                enclosed(answer.power.rejects_own, _DIGITS),
            ),
            (
                f"as in 6.2, p = {other} rejected if p = {p0}",
                enclosed(answer.power.rejects_other, _DIGITS),
            ),
        ]
    entries.append(("likeliest p", enclosed(answer.estimate, _DIGITS)))
    sure = f"{_plain(100 * question.confidence)} %"
    if interval is None:
        why = "not computed: it is not known that larger counts are released as larger ones"
        entries.append((f"{sure} interval of p", why))
    else:
        entries.append((f"{sure} interval of p, from", at_least(interval.lower, _DIGITS)))
        entries.append((f"{sure} interval of p, to", at_most(interval.upper, _DIGITS)))
    return Facts("Test of a share", tuple(((name,), (value,)) for name, value in entries))


def _plain(value: Fraction) -> str:
    return rational(value).decimal
