"""The list of survivors, each with the reason why it may live: ``SURVIVORS.md``."""

import re
from pathlib import Path

LIST = Path(__file__).with_name("SURVIVORS.md")
_ENTRY = re.compile(r"^- (`.+?`: `.+` → `.+`)$")


def explained(text: str) -> set[str]:
    r"""Return the mutants that the text explains; a heading without a reason explains nothing.

    >>> explained("## One\n\nBecause.\n\n- `f`: `a` → `b`\n\n## Two\n\n- `g`: `c` → `d`\n")
    {'`f`: `a` → `b`'}
    """
    found: set[str] = set()
    for group in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        lines = [line for line in group.splitlines()[1:] if line.strip()]
        entries = [match[1] for line in lines if (match := _ENTRY.match(line))]
        if len(entries) < len(lines):
            found.update(entries)
    return found
