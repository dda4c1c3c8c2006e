"""Standard output closed, full, narrow, of another encoding; interrupts: what is left of a run."""

import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ

import pytest

from reports.cli import main
from tests.cli.running import EXAMPLE_1, ROOT, TIME_LIMIT, Run, check_rejected

PTCERT = str(Path(sys.executable).with_name("ptcert"))
AUDIT = ("--epsilon", "1/2", "--delta", "1e-4")
NUMBER = re.compile(r"[0-9]+(?:[./][0-9]+)*")


def run_with(
    arguments: tuple[str, ...], redirection: str = "", **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    """Run the command as a shell does, with a redirection."""
    return subprocess.run(
        ["bash", "-c", f'"$@" {redirection}', "bash", PTCERT, *arguments],
        check=False,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=TIME_LIMIT,
    )


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
@pytest.mark.parametrize(
    ("command", "unbuffered"),
    [
        ("--help", ""),
        ("--help", "1"),
        ("--version", ""),
        ("audit", "1"),
        ("audit --json", ""),
        ("check", ""),
        ("check", "1"),
    ],
)
def test_an_answer_that_cannot_be_written_is_neither_held_nor_failed(
    example_1: Path, certificate: Path, redirection: str, command: str, unbuffered: str
) -> None:
    """Standard output full or closed: status 74 and one line, whatever the verdict would be."""
    name, *more = command.split()
    arguments = {
        "audit": (name, str(example_1), "--epsilon", "1/2", "--delta", "1e-9", *more),
        "check": (name, str(certificate)),
    }.get(name, (name,))
    made = run_with(arguments, redirection, PYTHONUNBUFFERED=unbuffered)
    assert made.returncode == 74
    assert made.stdout == b""
    said = made.stderr.decode().splitlines()
    assert said[-1].startswith("ptcert: standard output ")
    assert "Traceback" not in made.stderr.decode()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a certificate of Example 1."""
    folder = tmp_path_factory.mktemp("certified")
    assert main(["certify", "-o", str(folder), "--solver", "z3", "--as", "md"]) == 0
    return folder / "example1.certificate.json"


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-", "2>/dev/full", "2>&-", ">&- 2>&-"])
def test_bad_input_stays_bad_input(redirection: str) -> None:
    """Whatever stream is lost, the status of bad input is 2."""
    made = run_with(("audit", "no such file", "--epsilon", "1"), redirection)
    assert made.returncode == 2
    assert b"Traceback" not in made.stderr


def test_a_reader_that_leaves_hears_no_verdict(example_1: Path) -> None:
    """A broken pipe is 141, as for every program, and not the 0 of what holds; stderr is silent."""
    read, write = os.pipe()
    os.close(read)
    made = subprocess.run(
        [PTCERT, "audit", str(example_1), "--epsilon", "1/2", "--delta", "1e-9"],
        check=False,
        stdout=write,
        stderr=subprocess.PIPE,
        timeout=TIME_LIMIT,
    )
    os.close(write)
    assert (made.returncode, made.stderr) == (141, b"")


ENCODINGS = (
    {"PYTHONIOENCODING": "cp1252"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "ascii:replace"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
)


@pytest.mark.parametrize("environment", ENCODINGS, ids=lambda e: "-".join(e.values()))
def test_another_encoding_shows_the_same_numbers(
    environment: dict[str, str],
) -> None:
    """A console that is not UTF-8 shows every number; what it lacks is spelled, nothing is "?"."""
    compared = str(ROOT / "tests" / "comparison" / "data" / "sadeghi_chien.csv")
    law = ("--law", "maxent", "--epsilon", "1/2", "--D", "25", "--keysize", "2^32")
    for arguments in (
        ("audit", "--law", "laplace", "--epsilon", "1", "--m", "10"),
        ("compare", compared, *law),
        ("audit", "δ….csv", "--epsilon", "1"),
    ):
        whole = run_with(arguments, PYTHONIOENCODING="utf-8")
        made = run_with(arguments, **environment)
        assert made.returncode == whole.returncode
        assert b"Traceback" not in made.stderr
        text = (made.stdout + made.stderr).decode("cp1252")
        assert "?" not in text.replace("?", "", (whole.stdout + whole.stderr).count(b"?"))
        expected = (whole.stdout + whole.stderr).decode()
        # What is spelled by its code, or as an exponent, adds numbers; none is missing.
        found = iter(NUMBER.findall(text))
        assert all(number in found for number in NUMBER.findall(expected))


def on_a_terminal(columns: int, *arguments: str) -> str:
    """Return what the command prints on a terminal of so many columns."""
    leader, follower = pty.openpty()
    ioctl(follower, TIOCSWINSZ, pack("HHHH", 24, columns, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    run = subprocess.Popen(
        [PTCERT, *arguments], stdout=follower, stderr=subprocess.DEVNULL, env=environment
    )
    os.close(follower)
    read = b""
    while True:
        try:
            more = os.read(leader, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        read += more
    os.close(leader)
    assert run.wait(timeout=TIME_LIMIT) in (0, 1)
    return read.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("columns", [40, 80])
def test_no_line_is_wider_than_the_terminal(example_1: Path, columns: int) -> None:
    """Every line fits, every number is there, and --wide prints the lines of a pipe."""
    audit = ("audit", str(example_1), *AUDIT)
    narrow = on_a_terminal(columns, *audit)
    assert max(map(len, narrow.splitlines())) <= columns
    whole = run_with(audit).stdout.decode()
    assert max(map(len, whole.splitlines())) > 80
    assert on_a_terminal(columns, *audit, "--wide") == whole
    together = "".join(narrow.split())
    assert all(number in together for number in NUMBER.findall(whole))


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so; the limit only protects this run."""
    end = time.monotonic() + TIME_LIMIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def many_rows(path: Path) -> None:
    """Write a table whose audit takes a while."""
    lines = ["pcv,ckey,pvalue"]
    for count in range(1, 801):
        lines += [f"{count},{key},{(key * (count + 3)) % 11 - min(count, 5)}" for key in range(256)]
    path.write_text("\n".join(lines), encoding="utf-8")


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.parametrize("whom", ["everybody", "the command alone"])
def test_an_interrupt_ends_a_run_with_its_workers(tmp_path: Path, whom: str) -> None:
    """Ctrl-C: status 130, one line, no traceback, no process and no file left behind."""
    path, target = tmp_path / "many.csv", tmp_path / "audit.html"
    many_rows(path)
    asked = ("--epsilon", "1", "--beyond", "repeat", "--jobs", "2", "-o", str(target))
    run = subprocess.Popen(
        [PTCERT, "audit", *([str(path)] * 6), *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_for(lambda: len(children_of(run.pid)) == 2)
    workers = children_of(run.pid)
    time.sleep(0.2)  # the workers have begun
    (os.killpg if whom == "everybody" else os.kill)(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=TIME_LIMIT)
    assert (run.returncode, out, err) == (130, b"", b"ptcert: interrupted\n")
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("whom", ["everybody", "the command alone"])
def test_an_interrupt_ends_the_solvers_too(tmp_path: Path, whom: str) -> None:
    """Ctrl-C while solvers prove: status 130, one line, no file, no process left behind."""
    target = tmp_path / "certified"
    run = subprocess.Popen(
        [PTCERT, "certify", "-o", str(target)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_for(lambda: bool(children_of(run.pid)))
    solvers = children_of(run.pid)
    (os.killpg if whom == "everybody" else os.kill)(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=TIME_LIMIT)
    assert (run.returncode, out, err) == (130, b"", b"ptcert: interrupted\n")
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in solvers))
    assert not target.exists()


def test_an_interrupt_while_the_command_is_loaded_is_one_line() -> None:
    """Status 130 and no traceback, however early it comes: here as argparse is asked for."""
    program = (
        "import os, signal, sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, *more):\n"
        "        if name == 'argparse':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from reports.cli import main\n"
        "sys.exit(main(['--help']))\n"
    )
    made = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert (made.returncode, made.stdout, made.stderr) == (130, "", "ptcert: interrupted\n")


def test_an_interrupt_while_files_take_their_places_is_held_back(tmp_path: Path) -> None:
    """An interrupt between two replacements leaves both files, and is then obeyed."""
    program = (
        "import os, signal\n"
        "from pathlib import Path\n"
        "from reports.files import write_together\n"
        "replace = os.replace\n"
        "def interrupted(*names, **folders):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return replace(*names, **folders)\n"
        "os.replace = interrupted\n"
        "try:\n"
        "    write_together({Path('a'): b'a', Path('b'): b'b'})\n"
        "except KeyboardInterrupt:\n"
        "    print('obeyed')\n"
    )
    made = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert made.stdout == "obeyed\n"
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a": "a", "b": "b"}


def test_a_system_that_gives_nothing_more_is_no_verdict(tmp_path: Path) -> None:
    """So few files may be open that no solver can be started: undecided, status 3, one line."""
    made = subprocess.run(
        ["bash", "-c", 'ulimit -n 8; exec "$@"', "bash", PTCERT, "certify", "-o", str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
    )
    said = "ptcert certify: undecided: the system refused (Too many open files)\n"
    assert (made.returncode, made.stdout, made.stderr) == (3, "", said)
    assert list(tmp_path.iterdir()) == []


def test_a_worker_that_dies_leaves_the_question_open(tmp_path: Path) -> None:
    """A process killed from outside is no verdict: undecided, status 3, one line."""
    path = tmp_path / "many.csv"
    many_rows(path)
    asked = ("--epsilon", "1", "--beyond", "repeat", "--jobs", "2")
    run = subprocess.Popen(
        [PTCERT, "audit", str(path), str(path), *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_for(lambda: len(children_of(run.pid)) == 2)
    os.kill(children_of(run.pid)[0], signal.SIGKILL)
    out, err = run.communicate(timeout=TIME_LIMIT)
    assert (run.returncode, out) == (3, b"")
    assert err == b"ptcert audit: undecided: a worker process ended before it had an answer\n"


@pytest.mark.parametrize("name", ["", "x" * 300, "x" * 300 + "/t", "FILE/t"])
@pytest.mark.parametrize("command", ["design", "audit", "convert", "report", "certify"])
def test_an_output_that_cannot_be_is_one_line(
    run: Run, example_1: Path, certificate: Path, tmp_path: Path, command: str, name: str
) -> None:
    """Empty, too long, or below a file: status 2, one line, nothing written."""
    (tmp_path / "FILE").write_text("a file", encoding="utf-8")
    suffix = ".json" if command in ("design", "audit", "convert") else ""
    output = name and str(tmp_path / name) + suffix
    arguments = {
        "design": ("design", *EXAMPLE_1, "-o", output),
        "audit": ("audit", str(example_1), *AUDIT, "-o", output),
        "convert": ("convert", str(example_1), output),
        "report": ("report", str(certificate), "-o", output, "--as", "md"),
        "certify": ("certify", str(example_1), "--solver", "z3", "-o", output, "--as", "md"),
    }[command]
    check_rejected(run(*arguments), f"ptcert {command}: output = ")
    assert [path.name for path in tmp_path.iterdir()] == ["FILE"]
