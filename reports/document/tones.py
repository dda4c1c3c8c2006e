"""How a verdict or a severity looks beside its word, so that nothing is said by colour alone."""

_TONES = {
    "holds": ("good", "✓"),
    "fails": ("bad", "✗"),
    "error": ("bad", "✗"),
    "bad input": ("bad", "✗"),
    # Nothing was promised, so nothing is kept or broken: neither a tick nor a colour.
    "measured": ("plain", "•"),
    "undecided": ("open", "?"),
    "warning": ("care", "!"),
    "note": ("plain", "i"),
    "not claimed": ("plain", "–"),
    "agrees": ("good", "✓"),
    "differs": ("care", "≠"),
    "best": ("good", "★"),
    "misprint": ("bad", "≠"),
    "simulation": ("open", "~"),
    "rounding": ("plain", "≈"),
    "statement": ("care", "≠"),
}
_OTHER = ("plain", "•")
_ANSWERS = {"measured": "measured, nothing promised"}
# Colours that Markdown can show, for the tones of a verdict.
_SQUARES = {"good": "🟩", "bad": "🟥", "open": "🟪", "plain": "⬜"}


def tone(word: str) -> str:
    """Return the name of the colour of a status.

    >>> tone("holds"), tone("something else")
    ('good', 'plain')
    """
    return _TONES.get(word, _OTHER)[0]


def symbol(word: str) -> str:
    """Return the sign that stands before a status.

    >>> symbol("fails"), symbol("something else")
    ('✗', '•')
    """
    return _TONES.get(word, _OTHER)[1]


def answer(word: str) -> str:
    """Return a verdict as every setting shows it.

    >>> answer("holds"), answer("measured")
    ('HOLDS', 'MEASURED, NOTHING PROMISED')
    """
    return _ANSWERS.get(word, word).upper()


def square(word: str) -> str:
    """Return the colour of a verdict as a character."""
    return _SQUARES.get(tone(word), "⬜")
