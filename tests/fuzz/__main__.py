"""``make fuzz``: attack the checker and every reader; status 1 if one attack succeeds.

    python -m tests.fuzz [CHANGES [INPUTS]]

CHANGES single changes of ten certificates (100,000) and a tenth as many crossovers of two, each
judged by an exact recomputation; INPUTS damaged files (1,000,000) for the checker and the readers.
"""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor

from reports.progress import progress
from tests.fuzz.campaigns import Tally, broken, changed, crossed
from tests.fuzz.corpus import certificates

_SLICES = 100


def main(arguments: Sequence[str]) -> int:
    """Run the three campaigns on all cores, and say what each found."""
    changes, inputs = (int(text) for text in (*arguments, "100000", "1000000")[:2])
    names = list(certificates())
    seeds = [str(number) for number in range(_SLICES)]
    plans: tuple[tuple[str, Callable[[str, int], Tally], list[str], int], ...] = (
        ("changes of certificates", changed, names, changes),
        ("crossovers of certificates", crossed, names, changes // 10),
        ("damaged files", broken, seeds, inputs),
    )
    wrong: list[str] = []
    with ProcessPoolExecutor() as pool:
        for title, campaign, over, number in plans:
            each = [-(-number // len(over))] * len(over)
            found = list(progress(pool.map(campaign, over, each), title))
            tried, accepted = sum(t.tried for t in found), sum(t.accepted for t in found)
            wrong += [text for tally in found for text in tally.wrong]
            print(f"{title}: {tried} tried, {accepted} accepted, {len(wrong)} wrong so far")
    print("\n".join(wrong[:50]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
