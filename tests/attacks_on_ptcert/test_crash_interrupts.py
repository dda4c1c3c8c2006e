"""Interrupts at many moments of every newer command: status 130, one line, nothing half-written."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import pytest
from flint import acb

from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat
from exact.table.row import Row
from reports.interrupts import always_obeyed, cleaned_up, held_back
from tests.attacks_on_ptcert.test_crash_streams import wait_for
from tests.cli.running import ROOT, TIME_LIMIT, Run

PTCERT = str(Path(sys.executable).with_name("ptcert"))
PLAN = 'keys = "independent"\n[[table]]\nname = "a"\nptable = "t.ptable.json"\ncells = 2\n'
CELLS = "a,b,{}\n0,0,12\n0,1,9\n1,0,14\n1,1,7\n"
CERT = "a.certificate.json"
TABLE = ("--table", "t.ptable.json")
# Each command, and the files that it writes.
COMMANDS: dict[tuple[str, ...], set[str]] = {
    ("release", "plan.toml", "--epsilon", "1", "--certificate", CERT): {CERT},
    ("attack", "t.ptable.json", "--attack", "bound", "-o", "a.html"): {"a.html"},
    ("keys", "d.csv", "--secret", "s.txt", "--record-key", "k", "-o", "k.csv"): {"k.csv"},
    ("keys", "d.csv", "--check", "--keys", "8"): set(),
    ("apply", "d.csv", *TABLE, "--by", "sex", "-o", "o.csv"): {"o.csv", "o.csv.manifest.json"},
    ("verify", "d.csv", "p.csv", *TABLE, "--by", "sex,age"): set(),
    ("test", "independence", "released.csv", *TABLE): set(),
    ("test", "binomial", "--n", "9", "--released", "4", "--p0", "1/2", *TABLE): set(),
    ("estimate", "--released", "12,9", *TABLE): set(),
    ("utility", "t.ptable.json", "true.csv", "--draws", "2", "-o", "u.md"): {"u.md"},
}
RULES = ("--complete", "--D", "1", "--variance", "1/2", "--epsilon", "1", "--keysize", "2^3")
COMPLETE = ("design", *RULES, "-o", "b.ptable.json", "--proof", "b.json", "--json")
MOMENTS = 3
INTERRUPTED = (130, "ptcert: interrupted\n")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder with records, a table, a plan, a secret, counts, and what was published."""
    monkeypatch.chdir(tmp_path)
    rows = (Row.of([(-1, 2), (0, 4), (1, 2)]),)
    Path("t.ptable.json").write_text(write_native(PTable(8, 1, rows, Repeat(), "preserve")))
    Path("d.csv").write_text("sex,age,record_key\nF,1,3\nM,2,5\nF,1,1\nM,1,7\n")
    Path("p.csv").write_text("sex,age,released\nF,1,2\nM,1,1\nM,2,1\n")
    Path("s.txt").write_text("a long secret of the agency 0123456789\n")
    Path("plan.toml").write_text(PLAN)
    Path("released.csv").write_text(CELLS.format("released"))
    Path("true.csv").write_text(CELLS.format("count"))


@contextmanager
def interrupted_at(moment: int | None) -> Iterator[list[int]]:
    """Interrupt this process at its n-th call of a Python function; lend how many there were."""
    calls = [0]

    def count(_frame: FrameType, event: str, _: object) -> None:
        calls[0] += event == "call"
        if calls[0] == moment and event == "call":
            os.kill(os.getpid(), signal.SIGINT)

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def moments(run: Run, command: tuple[str, ...]) -> list[int]:
    """Run a command to its end, and return moments that are spread over such a run."""
    run(*command)  # whatever is loaded or computed once
    with interrupted_at(None) as calls:
        assert run(*command).status in (0, 1)
    return [calls[0] * number // (MOMENTS + 1) for number in range(1, MOMENTS + 1)]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: "-".join(command[:2]))
def test_an_interrupt_of_any_command_is_one_line(run: Run, command: tuple[str, ...]) -> None:
    """Status 130; of what it writes all is there, as whole as without an interrupt, or nothing."""
    before = {path.name for path in Path.cwd().iterdir()}
    spread = moments(run, command)
    whole = {path.name: path.stat().st_size for path in Path.cwd().iterdir()}
    assert whole.keys() - before == COMMANDS[command]
    for moment in spread:
        for name in COMMANDS[command]:
            Path(name).unlink(missing_ok=True)
        with interrupted_at(moment):
            made = run(*command)
        assert (made.status, made.err) == INTERRUPTED, moment
        left = {path.name: path.stat().st_size for path in Path.cwd().iterdir()}
        assert left.keys() in (before, whole.keys())
        assert all(left[name] == whole[name] for name in left if not name.endswith(".json"))


def test_an_interrupted_search_for_the_best_table_is_whole_or_nothing(run: Run) -> None:
    """Before the search 130 and no file; later status 0 and both files, as they are printed."""
    for moment in moments(run, COMPLETE):
        for name in ("b.ptable.json", "b.json"):
            Path(name).unlink(missing_ok=True)
        with interrupted_at(moment):
            made = run(*COMPLETE)
        left = [name for name in ("b.ptable.json", "b.json") if Path(name).exists()]
        if made.status == 0:
            assert json.loads(Path("b.ptable.json").read_text()) == made.json["table"]
            assert json.loads(Path("b.json").read_text())
        else:
            assert (made.status, made.err) == INTERRUPTED
            assert left in ([], ["b.ptable.json", "b.json"])


def test_an_interrupt_while_a_library_is_loaded_waits_for_it() -> None:
    """DuckDB in C++ would end the process (SIGABRT) where one comes while it makes its types."""
    program = (
        "import os, signal, sys\n"
        "def impatient(frame, event, _):\n"
        "    by = frame.f_back.f_code.co_filename if frame.f_back else ''\n"
        "    made = event == 'call' and frame.f_globals.get('__name__') == 'enum'\n"
        "    if made and 'importlib' in by and 'duckdb' in sys.modules:\n"
        "        sys.setprofile(None)\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.setprofile(impatient)\n"
        "from reports.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    made = subprocess.run(
        [sys.executable, "-c", program, "keys", str(Path("d.csv").resolve()), "--check"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
    )
    assert (made.returncode, made.stderr, made.stdout) == (*INTERRUPTED, "")


def test_a_folder_whose_path_is_too_long_for_a_socket_is_one_line(tmp_path: Path) -> None:
    """The page's processes meet at a socket, whose name has some hundred characters at most."""
    scratch = tmp_path / ("x" * 100)
    scratch.mkdir()
    made = subprocess.run(
        [PTCERT, "app", "--no-browser"],
        check=False,
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
        env={**os.environ, "TMPDIR": str(scratch)},
    )
    assert made.returncode == 2
    assert made.stderr.startswith("ptcert app: TMPDIR = ")
    assert len(made.stderr.splitlines()) == 1


@pytest.fixture
def scratch() -> Iterator[Path]:
    """Return a folder with a short path."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.parametrize("late", [False, True])
def test_an_interrupt_ends_the_page_with_all_its_processes(scratch: Path, late: bool) -> None:
    """As soon as its address is printed, or once it answers: no folder and no process is left."""
    page = subprocess.Popen(
        [PTCERT, "app", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "TMPDIR": str(scratch)},
    )
    assert page.stdout is not None
    address = page.stdout.readline().split()[-1]
    if late:
        host, _, path = address.removeprefix("http://").partition("/")
        subprocess.run(
            [sys.executable, "-c", _ASK, host, f"/{path}"], check=True, timeout=TIME_LIMIT
        )
    os.killpg(page.pid, signal.SIGINT)
    _, err = page.communicate(timeout=TIME_LIMIT)
    assert (page.returncode, err) == INTERRUPTED
    assert list(scratch.iterdir()) == []
    wait_for(lambda: not _lives(page.pid))


def _lives(group: int) -> bool:
    """Tell whether a process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


_ASK = (
    "import http.client, sys\n"
    "page = http.client.HTTPConnection(sys.argv[1], timeout=60)\n"
    "page.request('GET', sys.argv[2])\n"
    "assert page.getresponse().status == 200\n"
)


def test_whoever_ignores_interrupts_goes_on_doing_so(run: Run) -> None:
    """Started in the background (as with nohup), a command is not ended by one."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupted_at(2000):
            assert run("estimate", "--released", "12,9", *TABLE).status == 0
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_is_held_back_is_obeyed_at_the_end() -> None:
    """Nothing is lost, and the end of what may not be interrupted is reached."""
    reached = []
    with pytest.raises(KeyboardInterrupt), held_back() as received:  # noqa: PT012 -- in this order
        os.kill(os.getpid(), signal.SIGINT)
        reached.append(len(received))
    assert reached == [1]


def test_a_sigterm_that_ends_by_an_error_is_held_back_too() -> None:
    """Else it may come between a coroutine and its start, and be told by a warning."""
    reached = []
    with pytest.raises(SystemExit) as ended, cleaned_up(), held_back():  # noqa: PT012 -- in order
        os.kill(os.getpid(), signal.SIGTERM)
        reached.append("the end")
    assert reached == ["the end"]
    assert ended.value.code == 128 + signal.SIGTERM


class _Impatient:
    """It is interrupted while it is cleaned up, where Python ignores whatever is raised."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)


def test_an_interrupt_of_a_clean_up_is_not_lost(capsys: pytest.CaptureFixture[str]) -> None:
    """It is obeyed on the next line, and no traceback tells of it."""
    passed = []
    with pytest.raises(KeyboardInterrupt), always_obeyed():  # noqa: PT012 -- the line is the point
        thing = _Impatient()
        del thing
        passed.append("the next line")
    assert passed == []
    assert capsys.readouterr().err == ""


def test_an_interrupt_of_a_function_that_c_calls_is_obeyed() -> None:
    """FLINT gives an integral although its integrand was interrupted: a SystemError to Python."""

    def integrand(v: acb, _: bool) -> acb:
        os.kill(os.getpid(), signal.SIGINT)
        return v

    with pytest.raises(KeyboardInterrupt), always_obeyed():
        acb.integral(integrand, acb(0), acb(1))


def test_an_error_of_a_library_is_no_interrupt() -> None:
    """What nobody interrupted stays what it was."""
    with pytest.raises(SystemError, match="another"), always_obeyed():
        raise SystemError("another")
