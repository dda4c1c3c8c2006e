"""What the page starts and keeps ends with it, however it ends."""

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.browser.app_server import PTCERT
from tests.house_rules import ROOT

PATIENCE = 60  # seconds, on a machine with much else to do
# An answer that never comes: a worker, and a process that the worker starts; both hold the pipe.
ASKING = """
import asyncio, subprocess, sys
from pathlib import Path
from reports.app.running import Kitchen

async def ask(folder: Path, pipe: str, how: str) -> None:
    kitchen = Kitchen(folder, subprocess.call, ())
    line = f"exec > {pipe}; echo begun; exec sleep 600"
    steps = (("sh", "-c", line),)
    asked = asyncio.create_task(kitchen.answer(kitchen.new_folder(), steps, {}))
    await asyncio.to_thread(sys.stdin.readline)
    if how == "cancelled":
        asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    print(*folder.iterdir(), flush=True)
    sys.stdin.readline()

if __name__ == "__main__":
    asyncio.run(ask(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
"""


def heard(pipe: int) -> bytes:
    """Return what comes next; nothing where nobody is left who could write."""
    ready, _, _ = select.select([pipe], [], [], PATIENCE)
    assert ready, "whoever writes is still there"
    return os.read(pipe, 100)


@pytest.mark.parametrize("how", ["cancelled", "killed"])
def test_work_ends_with_all_that_it_started(tmp_path: Path, how: str) -> None:
    """Where it is cancelled, and where the page itself is killed without a word."""
    script, path, made = tmp_path / "asking.py", tmp_path / "pipe", tmp_path / "made"
    script.write_text(ASKING, encoding="utf-8")
    made.mkdir()
    os.mkfifo(path)
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, str(script), str(made), str(path), how],
        env={**os.environ, "PYTHONPATH": root},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as page:
        assert page.stdin is not None
        assert page.stdout is not None
        assert heard(pipe) == b"begun\n"
        if how == "killed":
            page.kill()
        else:
            page.stdin.write("\n")
            page.stdin.flush()
        assert heard(pipe) == b""
        if how == "cancelled":
            assert page.stdout.readline() == "\n"
    os.close(pipe)


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)]
)
def test_nothing_is_left_of_the_page(tmp_path: Path, number: int, status: int) -> None:
    """After Ctrl-C, after SIGTERM, and after its terminal is closed: no folder, no words of woe."""

    def hear_it() -> None:
        signal.signal(number, signal.SIG_DFL)  # tests that run in the background ignore some

    with subprocess.Popen(
        [str(PTCERT), "app", "--no-browser"],
        preexec_fn=hear_it,  # noqa: PLW1509 — no threads in the tests
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ptcert app: http://127.0.0.1:")
        assert list(tmp_path.glob("ptcert-app-*"))
        process.send_signal(number)
        _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert complaint == ("ptcert: interrupted\n" if number == signal.SIGINT else "")
    assert list(tmp_path.iterdir()) == []


def test_a_browser_is_started_without_the_token(tmp_path: Path) -> None:
    """Everybody on the machine sees its arguments: they name a file that one user can read."""
    told, browser = tmp_path / "told", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {told}.made\nmv {told}.made {told}\n')
    browser.chmod(0o700)
    environment = {**os.environ, "TMPDIR": str(tmp_path), "BROWSER": f"{browser} %s"}
    command = [str(PTCERT), "app"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        until = time.monotonic() + PATIENCE
        while not told.exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        (argument,) = told.read_text().splitlines()
        opening = Path(unquote(urlsplit(argument).path))
        assert argument.startswith("file://")
        assert urlsplit(address).path.strip("/") not in argument
        assert (opening.stat().st_mode & 0o777, opening.parent.stat().st_mode & 0o777) == (
            0o600,
            0o700,
        )
        assert f'content="0; url={address}"' in opening.read_text(encoding="utf-8")
        process.terminate()


def test_whoever_asked_may_be_gone_before_the_work_begins(tmp_path: Path) -> None:
    """The folder of the answer is gone already: the work ends without a word."""
    script = (
        "import sys\n"
        "from reports.app.child import answer\n"
        "answer(lambda _: 1, [['audit']], sys.argv[1])\n"
    )
    made = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "gone")],
        check=False,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (made.returncode, made.stdout, made.stderr) == (0, b"", b"")
