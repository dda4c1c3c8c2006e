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
}
_OTHER = ("plain", "•")


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
