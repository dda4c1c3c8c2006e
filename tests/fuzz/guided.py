"""Coverage-guided fuzzing of the checker and all readers, by atheris (libFuzzer).

    python -m tests.fuzz.guided [RUNS]

Inputs that reach new lines of ours are kept and changed further. An exception that is no refusal,
an input that takes ten seconds, and one that takes 2 GB end the run with a status other than 0.
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris

_WATCHED = [
    *("exact.formats", "exact.table", "exact.numbers", "exact.laws"),
    *("verification.checker", "verification.checking", "verification.certificate"),
    *("verification.claims", "verification.shapes", "verification.smt", "verification.policy"),
    *("verification.comparison", "verification.audit", "verification.findings"),
    *("exact.release", "exact.inference.released", "exact.utility.reading"),
]
with atheris.instrument_imports(include=_WATCHED):
    from tests.fuzz.corpus import files, tiny_certificates
    from tests.fuzz.readers import taken

_LIMITS = ("-seed=1", "-max_len=4096", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1")


def one_input(content: bytes) -> None:
    """Give the bytes to every reader; what is no refusal comes out, and ends the run."""
    taken(content)


def dictionary(seeds: list[bytes]) -> str:
    """Return the words of the seeds, for libFuzzer to put in."""
    words = {word.decode() for seed in seeds for word in re.findall(rb"[A-Za-z_-]{2,40}", seed)}
    return "\n".join(f'"{word}"' for word in sorted(words))


def main(runs: int) -> None:
    """Fuzz so many inputs, from seeds in a folder of their own; libFuzzer ends the process."""
    with TemporaryDirectory() as folder:
        corpus, words = Path(folder, "corpus"), Path(folder, "words")
        corpus.mkdir()
        seeds = [seed for seed in (*files(), *tiny_certificates()) if len(seed) < 8192]
        for number, seed in enumerate(seeds):
            (corpus / f"seed-{number}").write_bytes(seed)
        words.write_text(dictionary([s for s in seeds if s.isascii()]), encoding="ascii")
        where = (f"-dict={words}", f"-artifact_prefix={folder}/", str(corpus))
        atheris.Setup(["fuzz", f"-runs={runs}", *_LIMITS, *where], one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    main(int((*sys.argv[1:], "1000000")[0]))
