"""The checker as one file says what the checker in a checkout says."""

import ast
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from reports.checker_file import main as write_checker
from reports.checker_file import one_file
from tests.certificate.making import CHECKER, small_certificates, written

Said = tuple[int, str, str]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file that ``make checker`` writes, in a folder where nothing else of ours is."""
    path = tmp_path_factory.mktemp("built") / "ptcert-checker.py"
    assert write_checker([str(path)]) == 0
    return path


def said(program: Path, *arguments: object) -> Said:
    """Run a checker alone, and return its status and what it says."""
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(program), *map(str, arguments)],
        cwd=program.parent,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return run.returncode, run.stdout, run.stderr


def test_both_give_the_same_answers(built: Path, tmp_path: Path) -> None:
    """Of certificates that hold, that fail, that are forged, and of what is none."""
    statuses = set()
    for name, document in small_certificates().items():
        forged = json.loads(json.dumps(document))
        forged["claims"][0]["rows"][0]["ends"][0] += 1
        for kind, content in (("true", written(document)), ("forged", written(forged))):
            file = tmp_path / f"{name}-{kind}.json"
            file.write_bytes(content)
            found = said(built, file)
            assert found == said(CHECKER, file)
            statuses.add(found[0])
    path, other = tmp_path / "law-true.json", tmp_path / "other.json"
    other.write_text("{}", encoding="utf-8")
    for arguments in ((other,), (tmp_path / "missing",), (path, other)):
        found = said(built, *arguments)
        assert found == said(CHECKER, *arguments)
        statuses.add(found[0])
    assert statuses == {0, 1, 2}
    assert said(built) == said(CHECKER)


def definitions(text: str) -> dict[str, str]:
    """Return the functions and classes of a module with their whole text."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    nodes = [node for node in ast.parse(text).body if isinstance(node, kinds)]
    return {node.name: ast.get_source_segment(text, node) or "" for node in nodes}


def test_no_name_of_the_one_file_is_set_twice() -> None:
    """Where two files give one name to different things, one of them is lost."""
    given: Counter[str] = Counter()
    for node in ast.parse(one_file()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            given[node.name] += 1
        elif isinstance(node, ast.ImportFrom | ast.Import):
            given.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            parts = (part for part in ast.walk(node) if isinstance(part, ast.Name))
            given.update(part.id for part in parts if isinstance(part.ctx, ast.Store))
    assert [name for name, times in given.items() if times > 1] == []


def test_the_one_file_is_the_text_of_the_files(built: Path) -> None:
    """Every function of the files stands in it as it is, and nothing else."""
    text = built.read_text(encoding="utf-8")
    assert text == one_file()
    files = (CHECKER, *(CHECKER.parent / "checking").glob("*.py"))
    given: dict[str, str] = {}
    for file in files:
        given |= definitions(file.read_text(encoding="utf-8"))
    assert definitions(text) == given


def test_a_wrong_number_of_arguments_shows_how_to_write_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Status 2 and the usage."""
    assert write_checker([]) == 2
    assert "python -m reports.checker_file FILE" in capsys.readouterr().err
