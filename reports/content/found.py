"""Findings as blocks of a document: signs for words, every number in both its forms."""

from dataclasses import replace
from fractions import Fraction

from exact.numbers.epsilon import Epsilon
from exact.privacy.delta import Delta
from reports.document import blocks
from reports.document.blocks import Block, Finding, Inline, Text
from reports.numbers import epsilon_number, rational, upper
from verification.findings.finding import SEVERITIES
from verification.findings.finding import Finding as Found
from verification.findings.said import Part, Said, Sign, Value, parts


def by_severity(found: tuple[Found, ...]) -> tuple[Block, ...]:
    """Return findings as blocks, the gravest first."""
    ordered = sorted(found, key=lambda f: SEVERITIES.index(f.severity))
    return tuple(Finding(f.severity, f.code, _text(f.said), _text(f.advice)) for f in ordered)


def _text(said: Said) -> Text:
    return tuple(map(_inline, parts(said)))


def _inline(part: Part) -> Inline:
    match part:
        case Sign():
            return blocks.Sign(part.sign, part.word)
        case Value():
            return replace(rational(part.value), exact=part.text)
        case Fraction():
            return rational(part)
        case Delta():
            return upper(part)
        case Epsilon():
            return epsilon_number(part)
    return part
