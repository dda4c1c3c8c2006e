"""Coq's library, compiled once for all workers; each worker has a copy of its own."""

import fcntl
import shutil
from functools import partial
from pathlib import Path

import pytest

from tests.cli.running import Run, run_in_process
from tests.coq.making import coq_source, small_law
from verification.kernel.coqc import compile_table


@pytest.fixture(scope="session")
def coq_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a folder with the compiled library."""
    if shutil.which("coqc") is None:
        pytest.fail("coqc is not installed: install the Debian package coq", pytrace=False)
    own = tmp_path_factory.mktemp("coq")
    # With several workers the base folders stand side by side in one; alone, it is the own base.
    base = tmp_path_factory.getbasetemp()
    shared = (base if worker_id == "master" else base.parent) / "coq_library"
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert compile_table(coq_source(small_law()), shared).accepted
    return Path(shutil.copytree(shared, own / "project"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs the command in this process."""
    return partial(run_in_process, capsys)
