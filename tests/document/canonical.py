"""One form of a text for comparing what a document says with how its mathematics is set.

``2^32`` and ``2³²``, ``-5`` and ``−5``, ``2e-8`` and ``2 × 10⁻⁸``, ``e^(1/2)`` and e with a raised
1/2 become the same. It is applied to both sides, and knows nothing of the code under test.
"""

import re

_RAISED = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "+-0123456789-")
_SET_POWER = re.compile(r"\s?×\s?10(?=[⁻⁰¹²³⁴-⁹])")
_ONE_TIMES = re.compile(r"(?<![\w.^])1e\+?(?=-?\d+(?![\w.]))")


def canonical(text: str) -> str:
    """Return the form; brackets and carets are gone.

    >>> canonical("-25/2^32, e^(1/2), 2e-8, 1e-9") == canonical("−25/2³², e1/2, 2 × 10⁻⁸, 10⁻⁹")
    True
    """
    lowered = _SET_POWER.sub("e", text).translate(_RAISED)
    return re.sub(r"[\^()]", "", _ONE_TIMES.sub("10", lowered))
