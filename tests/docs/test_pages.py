"""The pages: links lead somewhere, the page of commands is current, the site lists every page."""

import re
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
import yaml

from reports.cli import main
from reports.command_page import PAGE, command_page
from tests.house_rules import ROOT

LINK = re.compile(r"\]\(([^)#\s]+)(?:#([^)\s]*))?\)")
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "verification").glob("*.md")]
)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file(page: Path) -> None:
    """Links within the project lead to files that are there."""
    links = [link for link, _ in LINK.findall(page.read_text(encoding="utf-8"))]
    local = [link for link in links if not link.startswith(("http://", "https://"))]
    assert [link for link in local if not (page.parent / link).exists()] == []


def test_the_gate_of_a_pipeline_stops_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step in YAML, run as it stands with the policy beside it: its variance is not 3."""
    page = (ROOT / "docs" / "how-to.md").read_text(encoding="utf-8")
    (step,), (policy,) = (_blocks(page, kind) for kind in ("yaml", "toml"))
    command = yaml.safe_load(step)[0]["run"].splitlines()[-1].split()
    (tmp_path / "tables").mkdir()
    copyfile(ROOT / "docs/data/D4V2js1.csv", tmp_path / "tables/ptable.csv")
    (tmp_path / "policy.toml").write_text(policy, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert command[:2] == ["ptcert", "audit"]
    assert main(command[1:]) == 1
    assert "variance" in (tmp_path / "audit.html").read_text(encoding="utf-8")


def _blocks(page: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def test_the_page_of_commands_is_current() -> None:
    """It is what ``make docs`` writes: every command, every option."""
    assert (ROOT / PAGE).read_text(encoding="utf-8") == command_page()


def pages_of(nav: Any) -> set[str]:
    """Return the pages that a list of the site names."""
    if isinstance(nav, str):
        return {nav}
    parts = nav.values() if isinstance(nav, dict) else nav
    return set().union(*map(pages_of, parts))


def test_the_site_lists_every_page() -> None:
    """A page that is not in the list of the site is found by nobody."""
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    listed = pages_of(settings["nav"])
    assert {page for page in listed if not (ROOT / page).is_file()} == set()
    named = {page.removeprefix("docs/") for page in listed if page.startswith("docs/")}
    assert named == {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert settings["plugins"] == ["search"], "other plugins may fetch from elsewhere"
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert {page for page in named if f"]({page})" not in index} == set()
