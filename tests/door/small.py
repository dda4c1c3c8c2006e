"""A table of two rows and four keys as the ONS writes it."""

from typing import Any

ONS = "pcv,ckey,pvalue\n" + "".join(
    f"{n},{key},{noise}\n" for n in (1, 2) for key, noise in enumerate((-1, 0, 0, 1))
)
# What no argument may be; Any, because a type checker would refuse it too.
HALF: Any = 0.5
