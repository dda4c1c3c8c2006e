"""Cut files, full disks, interrupts, little memory: one line, and nothing half-written."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import duckdb
import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from reports.cli import main
from reports.engines.duck import Engine

TABLE = PTable(256, 1, (Row(((-1, 128), (1, 128))),), zero="preserve")


def command(tmp_path: Path, records: int, *more: str) -> list[str]:
    """Return the words that apply a table to so many records, of which each is a cell."""
    data, file = tmp_path / "d.parquet", tmp_path / "t.ptable.json"
    if not data.exists():
        select = f"SELECT i AS a, i % 1000 AS b, i % 256 AS k FROM range({records}) AS r(i)"
        duckdb.connect().execute(f"COPY ({select}) TO '{data}' (FORMAT parquet)")
    file.write_text(write_native(TABLE))
    words = ["apply", str(data), "--table", str(file), "--by", "a,b", "--record-key", "k"]
    return [*words, "--margins", "all", "-o", str(tmp_path / "out.parquet"), *more]


def left(tmp_path: Path) -> list[str]:
    """Return the files of the folder."""
    return sorted(path.name for path in tmp_path.iterdir())


def started(words: list[str], prepare: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    """Start the command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "reports.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=prepare,  # noqa: PLW1509 — no threads in the tests
        cwd=Path(__file__).parents[2],
        env=os.environ,
    )


@pytest.mark.parametrize("keep", [10, 600, -100])
def test_a_parquet_file_that_is_cut_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], keep: int
) -> None:
    """After ten bytes, in the middle, or just before its end."""
    words = command(tmp_path, 1000)
    data = tmp_path / "d.parquet"
    data.write_bytes(data.read_bytes()[:keep])
    assert main(words) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert left(tmp_path) == ["d.parquet", "t.ptable.json"]


def _small_files() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


def test_a_disk_that_fills_is_one_line_and_nothing_is_left(tmp_path: Path) -> None:
    """No file may grow beyond 100 kB: the result cannot be written."""
    words = command(tmp_path, 300_000)
    process = started(words, _small_files)
    _, error = process.communicate()
    assert process.returncode == 2, error
    assert len(error.splitlines()) == 1
    assert left(tmp_path) == ["d.parquet", "t.ptable.json"]


def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    """SIGINT while cells are counted or written: status 130, one word, no file."""
    words = command(tmp_path, 3_000_000)
    process = started(words)
    while not any(name.startswith(".ptcert-") for name in left(tmp_path)):
        assert process.poll() is None
        time.sleep(0.01)
        if _cpu(process.pid) > 1:
            break
    process.send_signal(signal.SIGINT)
    _, error = process.communicate()
    assert (process.returncode, error) == (130, "ptcert: interrupted\n")
    assert left(tmp_path) == ["d.parquet", "t.ptable.json"]


class Busy:
    """A connection that works until it is interrupted."""

    def __init__(self) -> None:
        self.begun, self.stopped = Event(), Event()

    def execute(self, *_: object) -> None:
        """Wait as an engine does for its own threads."""
        self.begun.set()
        self.stopped.wait()
        raise RuntimeError("interrupted")

    def interrupt(self) -> None:
        """End the statement."""
        self.stopped.set()


def test_a_statement_ends_while_the_engine_waits_for_its_own_threads() -> None:
    """The engine itself sees no signal then: it is told."""
    busy, before = Busy(), signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupted() -> None:
        busy.begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    sender = Thread(target=interrupted)
    with ThreadPoolExecutor(1) as beside:
        beside.submit(sender.start).result()
        try:
            with pytest.raises(KeyboardInterrupt):
                Engine(busy, ValueError, "0", beside).run("SELECT 1")
        finally:
            signal.signal(signal.SIGINT, before)
    sender.join()
    assert busy.stopped.is_set()


def _cpu(pid: int) -> int:
    """Return how many seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) // os.sysconf("SC_CLK_TCK")


def test_little_memory_is_enough_where_the_rest_is_written_to_disk(tmp_path: Path) -> None:
    """The same bytes with 40 MB as with 2 GB, by a process that was smaller."""
    words = command(tmp_path, 400_000)
    much, little = (_peak([*words, "--memory", memory]) for memory in ("2GB", "40MB"))
    assert much[0] > little[0]
    assert much[1] == little[1]


def _peak(words: list[str]) -> tuple[int, bytes]:
    """Return the most memory of a run in kB, and what it wrote.

    The kernel's VmHWM is that of the program itself; ru_maxrss begins with whoever started it.
    """
    run = "import sys; from reports.cli import main; main(sys.argv[1:])"
    told = "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    done = subprocess.run(
        [sys.executable, "-c", f"{run}; {told}", *words], capture_output=True, text=True, check=True
    )
    return int(done.stdout.splitlines()[-1]), Path(words[words.index("-o") + 1]).read_bytes()


def test_memory_that_is_not_enough_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that names --memory, status 2, no file."""
    words = command(tmp_path, 400_000, "--memory", "1MB")
    assert main(words) == 2
    assert "--memory" in capsys.readouterr().err
    assert left(tmp_path) == ["d.parquet", "t.ptable.json"]
