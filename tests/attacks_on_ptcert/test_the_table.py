"""The page of this folder names what exists, and leaves no file out."""

import re
from pathlib import Path

FOLDER = Path(__file__).parent
ROW = re.compile(r"^\| .* \| `(test_\w+\.py)` \| (.*) \|$", re.MULTILINE)


def test_every_attack_of_the_page_is_a_test() -> None:
    """Each row names a file of this folder and tests in it."""
    for file, tests in ROW.findall((FOLDER / "README.md").read_text(encoding="utf-8")):
        text = (FOLDER / file).read_text(encoding="utf-8")
        names = re.findall(r"`(\w+)`", tests)
        assert names
        assert [name for name in names if f"def {name}(" not in text] == []


def test_every_file_is_on_the_page() -> None:
    """A file of attacks that the page does not name is not found by its readers."""
    named = {file for file, _ in ROW.findall((FOLDER / "README.md").read_text(encoding="utf-8"))}
    assert named == {path.name for path in FOLDER.glob("test_*.py")} - {Path(__file__).name}
