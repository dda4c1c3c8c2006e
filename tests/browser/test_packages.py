"""The script that installs system packages: silent, once, and clear where it cannot."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests import house_rules
from tests.browser.chromium import chromium

SCRIPT = house_rules.ROOT / ".ci" / "packages"
NOTHING_INSTALLED = "exit 1"
ALL_INSTALLED = "echo -n installed"
ROOT, NOBODY = "echo 0", "echo 1000"


def run(folder: Path, **programs: str) -> tuple[int, str, list[str]]:
    """Run the script where only these programs exist; return status, output and calls of apt."""
    bash, env = shutil.which("bash"), shutil.which("env")
    assert bash is not None
    assert env is not None
    (folder / "env").symlink_to(env)
    (folder / "bash").symlink_to(bash)
    calls = folder / "calls"
    noting = f'echo "$*" >> {calls}'
    for name, body in programs.items():
        program = folder / name.replace("_", "-")
        program.write_text(f"#!{bash}\n{body.replace('NOTE', noting)}\n")
        program.chmod(0o755)
    done = subprocess.run(
        [bash, str(SCRIPT), "chromium", "fonts-dejavu-core"],
        env={"PATH": str(folder)},
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    asked = calls.read_text().splitlines() if calls.exists() else []
    return done.returncode, done.stdout + done.stderr, asked


INSTALL = (
    "-qq -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends "
    "chromium fonts-dejavu-core"
)
UPDATE = "-qq -o DPkg::Lock::Timeout=300 update"


def test_nothing_is_said_or_done_where_all_is_there(tmp_path: Path) -> None:
    """The common case costs no word and no call of apt-get."""
    assert run(tmp_path, dpkg_query=ALL_INSTALLED, apt_get="NOTE", id=ROOT) == (0, "", [])


def test_what_is_missing_is_installed(tmp_path: Path) -> None:
    """One call, without recommended packages, and one line that says so."""
    status, said, asked = run(tmp_path, dpkg_query=NOTHING_INSTALLED, apt_get="NOTE", id=ROOT)
    assert (status, said) == (0, "Installing chromium fonts-dejavu-core\n")
    assert asked == [INSTALL]


def test_the_lists_are_fetched_once_where_they_are_old(tmp_path: Path) -> None:
    """A first failure is followed by one update and one more try."""
    tried = tmp_path / "tried"
    apt = f'NOTE\n[[ "$*" == *update || -e {tried} ]] && exit 0\n: > {tried}\nexit 100'
    status, _, asked = run(tmp_path, dpkg_query=NOTHING_INSTALLED, apt_get=apt, id=ROOT)
    assert status == 0
    assert asked == [INSTALL, UPDATE, INSTALL]


def test_sudo_is_used_by_those_who_are_not_root(tmp_path: Path) -> None:
    """Without a terminal sudo must not wait for a password."""
    programs = {"dpkg_query": NOTHING_INSTALLED, "apt_get": "NOTE", "id": NOBODY}
    status, _, asked = run(tmp_path, **programs, sudo='NOTE\nshift; exec "$@"')
    assert status == 0
    assert asked[0].startswith("--non-interactive env DEBIAN_FRONTEND=noninteractive apt-get")
    assert asked[1] == INSTALL


@pytest.mark.parametrize(
    ("programs", "reason"),
    [
        ({"id": ROOT}, "There is no apt-get here"),
        ({"apt_get": "NOTE", "id": NOBODY}, "Only root can install packages, and there is no sudo"),
        ({"apt_get": "exit 100", "id": ROOT}, "apt-get failed"),
    ],
    ids=["no-apt", "no-sudo", "no-luck"],
)
def test_what_cannot_be_installed_is_named_in_one_line(
    tmp_path: Path, programs: dict[str, str], reason: str
) -> None:
    """The last line says why, and what to install by hand."""
    status, said, _ = run(tmp_path, dpkg_query=NOTHING_INSTALLED, **programs)
    assert status == 1
    assert said.splitlines()[-1] == f"{reason}: install by hand: chromium fonts-dejavu-core"


def test_a_missing_browser_is_named_with_its_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no Chromium the tests fail, and one line says what to do."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    with pytest.raises(pytest.fail.Exception, match=r"run \.ci/packages chromium fonts-"):
        chromium()
    monkeypatch.setenv("CHROMIUM", "elsewhere")
    assert chromium() == "elsewhere"


def test_the_script_can_be_run() -> None:
    """It is executable, as .ci/run is."""
    assert SCRIPT.stat().st_mode & 0o111
