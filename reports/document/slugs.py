"""Names that can stand in a link and in a folder: short, of plain characters, and all different."""

import re
from collections.abc import Iterable

_LONGEST = 60


def slugs(names: Iterable[str]) -> dict[str, str]:
    """Return a slug for each name: equal names share one, different names never do.

    A name that is a slug already keeps it, unless an earlier name took it.

    >>> slugs(["law-bars", "../Law bars", "law bars"])
    {'law-bars': 'law-bars', '../Law bars': 'law-bars-2', 'law bars': 'law-bars-3'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        base = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_LONGEST] or "x"
        slug, number = base, 1
        while slug in taken:
            number += 1
            slug = f"{base}-{number}"
        taken.add(slug)
        found[name] = slug
    return found
