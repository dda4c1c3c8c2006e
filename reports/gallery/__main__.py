"""``make gallery``: certify some tables, report and compare them, draw the paper's figures."""

import sys
from pathlib import Path

from exact.table.native import write_native
from exact.table.ptable import PTable
from reports.cli import main
from reports.content.glossary import GLOSSARY
from reports.content.publish import publish
from reports.document.blocks import Document, Paragraph, Section
from reports.files import make_folder, write_atomically
from reports.gallery.tables import KEY_BITS, never_negative, same_law
from reports.inputs import read_proof_file
from reports.papers.sadeghi_chien.figures import figures

FOLDER = Path(__file__).parent
# A PDF carries the day it was made, so it would change with every run.
_FORMATS = ("html", "md")
_PROOF = ".proof.json"


def make(folder: Path) -> None:
    """Make every example anew."""
    _run("certify", "-o", str(folder / "example1"))
    for bits in KEY_BITS:
        _certify(same_law(bits), folder / "keysizes" / f"keys-2-{bits}.ptable.json", ("md",))
    compared = [str(folder / "keysizes" / f"keys-2-{bits}.certificate.json") for bits in KEY_BITS]
    _run("report", *compared)
    _certify(never_negative(), folder / "many-rows" / "never-negative.ptable.json")
    for proof in sorted((FOLDER / "best").glob(f"*{_PROOF}")):
        _certify_best(proof, folder / "best")
    for suffix in _FORMATS:
        release(folder / "release" / f"release.{suffix}")
    make_folder(folder / "figures")
    publish(_figures(), folder / "figures", "sadeghi-chien", _FORMATS)


def _certify(table: PTable, path: Path, formats: tuple[str, ...] = _FORMATS) -> None:
    make_folder(path.parent)
    write_atomically(path, write_native(table))
    epsilons = ("--epsilon", "1/2", "--also", "1")
    _run("certify", str(path), *epsilons, "-o", str(path.parent), formats=formats)


def _certify_best(proof: Path, folder: Path) -> None:
    """Certify a table with the proof that it is the best of its rules; both lie in the gallery."""
    table = proof.with_name(proof.name.removesuffix(_PROOF) + ".ptable.json")
    epsilon = read_proof_file(str(proof)).epsilon.text
    given = (str(table), "--proof", str(proof), "--epsilon", epsilon)
    _run("certify", *given, "-o", str(folder), formats=("md",))


def _run(*arguments: str, formats: tuple[str, ...] = _FORMATS) -> None:
    status = main([*arguments, "--as", ",".join(formats)])
    if status:
        sys.exit(f"ptcert {' '.join(arguments)} ended with status {status}")


def release(path: Path) -> None:
    """Write the report of the release whose plan lies in the gallery."""
    plan = str(FOLDER / "release" / "plan.toml")
    asked = ("--epsilon", "1", "--epsilon", "2", "--budget", "1,1/100")
    if status := main(["release", plan, *asked, "-o", str(path)]):
        sys.exit(f"ptcert release ended with status {status}")


def _figures() -> Document:
    text = (
        "Figures 1 to 5 of P. Sadeghi and C.-H. Chien, On the connection between the ABS "
        "perturbation methodology and differential privacy. Every point is computed exactly or "
        "enclosed to 20 digits; nothing is sampled but the places on the horizontal axis."
    )
    return Document(
        title="Figures of Sadeghi and Chien, from exact values",
        subtitle="Maximum-entropy noise under differential privacy",
        summary=(Paragraph((text,)),),
        sections=(Section("figures", "Figures", figures()),),
        glossary=GLOSSARY,
    )


if __name__ == "__main__":
    make(FOLDER)
