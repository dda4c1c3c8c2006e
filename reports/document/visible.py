"""Characters that hide or reorder others, made visible: a name cannot pass for another one."""

import unicodedata

# Controls, formats (among them U+202A-202E and U+2066-2069, which turn the direction of writing),
# half characters, private ones, and the separators of lines and paragraphs.
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))


def visible(text: str) -> str:
    r"""Return ``text`` with every character that has no shape of its own written as a code.

    >>> print(visible("holds\u202e.csv"), visible("two\nlines"))
    holds\u202e.csv two\u000alines
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        code(character) if unicodedata.category(character) in _HIDDEN else character
        for character in text
    )


def code(character: str) -> str:
    r"""Return the number of a character, as Python and many others write it.

    >>> print(code("\u2066"), code("\U000e0041"))
    \u2066 \U000e0041
    """
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
