"""``make fuzz``: attack the checker and every reader; status 1 if one attack succeeds.

    python -m tests.fuzz [CHANGES [INPUTS]]

CHANGES single changes of twelve certificates (100,000) and a tenth as many crossovers of two, each
that is accepted judged by an exact recomputation; INPUTS damaged files (1,000,000) for the checker
and the readers, and as many inputs that coverage guides. The figures of all four stand at the end.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from time import monotonic

from reports.progress import progress
from tests.fuzz.campaigns import Tally, broken, changed, crossed
from tests.fuzz.corpus import certificates

_SLICES = 100
Campaign = Callable[[str, int], Tally]


def main(arguments: Sequence[str]) -> int:
    """Run the four campaigns, and say what each found."""
    changes, inputs = (int(text) for text in (*arguments, "100000", "1000000")[:2])
    found = [*campaigns(changes, inputs), guided(inputs)]
    print(*(line for line, _ in found), sep="\n")
    wrong = [text for _, texts in found for text in texts]
    print("\n".join(wrong[:50]) if wrong else "nothing false was accepted, and nothing crashed")
    return 1 if wrong else 0


def campaigns(changes: int, inputs: int) -> Iterator[tuple[str, list[str]]]:
    """Run on all cores what is drawn from seeds; yield a line of figures, and what is wrong."""
    names, seeds = list(certificates()), [str(number) for number in range(_SLICES)]
    plans: tuple[tuple[str, Campaign, list[str], int], ...] = (
        ("changes of certificates", changed, names, changes),
        ("crossovers of certificates", crossed, names, changes // 10),
        ("damaged files", broken, seeds, inputs),
    )
    with ProcessPoolExecutor() as pool:
        for title, campaign, over, number in plans:
            start, each = monotonic(), [-(-number // len(over))] * len(over)
            found = list(progress(pool.map(campaign, over, each), title))
            tried, accepted = sum(t.tried for t in found), sum(t.accepted for t in found)
            wrong = [text for tally in found for text in tally.wrong]
            figures = f"{tried} tried, {accepted} accepted, {len(wrong)} wrong"
            yield f"{title}: {figures}; {monotonic() - start:.0f} s", wrong


def guided(inputs: int) -> tuple[str, list[str]]:
    """Run atheris in a process of its own, which libFuzzer ends; return figures and its failure."""
    start = monotonic()
    command = (sys.executable, "-m", "tests.fuzz.guided", str(inputs))
    done = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True, errors="replace")
    tried = re.findall(r"^stat::number_of_executed_units: *(\d+)", done.stderr, re.MULTILINE)
    reached = re.findall(r"cov: (\d+) ft: (\d+)", done.stderr)
    cover, features = reached[-1] if reached else ("?", "?")
    end = f"{(tried or ['?'])[-1]} tried, {cover} places and {features} features reached"
    wrong = [f"guided by coverage: status {done.returncode}\n{done.stderr[-4000:]}"]
    line = f"inputs guided by coverage: {end}; {monotonic() - start:.0f} s"
    return line, wrong if done.returncode or not tried else []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
