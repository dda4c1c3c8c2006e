"""What a terminal that is not UTF-8 can show: a character that it lacks is spelled out.

No number is lost: a sign becomes a word or a sign of ASCII, and what has none becomes its code.
"""

import codecs
import re
import unicodedata

from reports.document.visible import code

# The name of the error handler: ``stream.reconfigure(errors=SPELLED)``.
SPELLED = "ptcert-spelled"

_SPELLINGS = {
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "≤": "<=",
    "≥": ">=",
    "≈": "~",
    "≠": "!=",
    "±": "+-",
    "×": "*",
    "·": "*",
    "⁄": "/",
    "→": "->",
    "∞": "infinity",
    "√": "sqrt",
    "∈": "in",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "✓": "+",
    "✗": "x",
    "•": "*",
}
_GREEK = re.compile(r"GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)$")
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
_SCRIPTS = re.compile(f"[{''.join(_RAISED)}]+|[{''.join(_LOWERED)}]+|.", re.DOTALL)


def spelled(text: str, encoding: str) -> str:
    """Return ``text`` in characters that ``encoding`` has.

    >>> spelled("δ ≤ 2⁻⁵ at ε = 1 … 3", "ascii"), spelled("±1 − 2", "cp1252")
    ('delta <= 2^-5 at epsilon = 1 ... 3', '±1 - 2')
    """
    return text.encode(encoding, errors=SPELLED).decode(encoding)


def _spelling(run: str) -> str:
    """Return characters that an encoding lacks in ASCII."""
    return "".join(_one(part) for part in _SCRIPTS.findall(run))


def _one(part: str) -> str:
    if part[0] in _RAISED:
        return "^" + "".join(_RAISED[digit] for digit in part)
    if part[0] in _LOWERED:
        return "_" + "".join(_LOWERED[digit] for digit in part)
    if part in _SPELLINGS:
        return _SPELLINGS[part]
    greek = _GREEK.match(unicodedata.name(part, ""))
    if greek is not None:
        return greek[2].lower() if greek[1] == "SMALL" else greek[2].capitalize()
    return code(part)


def _handle(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return _spelling(error.object[error.start : error.end]), error.end


codecs.register_error(SPELLED, _handle)
