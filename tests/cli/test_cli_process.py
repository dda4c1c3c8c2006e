"""The command as a process: help, pipes, exit statuses and hostile input with bounded memory."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import (
    EXAMPLE_1,
    MEMORY_LIMIT,
    TIME_LIMIT,
    Run,
    check_rejected,
    parsed,
    run_in_subprocess,
)

PTCERT = Path(sys.executable).with_name("ptcert")
COMMANDS = ("design", "audit", "lookup")


def squeezed(text: str) -> str:
    """Return the words of a text, however it was wrapped."""
    return " ".join(text.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run: Run, command: str) -> None:
    """--help shows an example of the command and what each exit status means."""
    made = run(command, "--help")
    text = squeezed(made.out)
    assert (made.status, made.err) == (0, "")
    assert f"Example: ptcert {command} " in text
    for status in (
        "Exit status: 0 all that was asked holds, or is measured without an error;",
        *("1 a claim fails, or there is an error;", "2 bad input;", "3 undecided;"),
        *("74 the output could not be written,", "130 interrupted,", "141 the reader"),
    ):
        assert status in text


def test_the_help_lists_the_commands(run: Run) -> None:
    """``ptcert --help`` names every command and the exit statuses."""
    made = run("--help")
    assert (made.status, made.err) == (0, "")
    assert all(command in made.out for command in (*COMMANDS, "Exit status"))


def test_the_installed_command_designs_audits_and_looks_up(tmp_path: Path) -> None:
    """The three commands work as a user types them, with 0 for what holds and 1 for what fails."""
    path = str(tmp_path / "t.ptable.json")

    def status(*arguments: str) -> int:
        run = subprocess.run(
            [PTCERT, *arguments], check=False, capture_output=True, timeout=TIME_LIMIT
        )
        assert run.stderr == b""
        assert run.stdout
        return run.returncode

    assert status("design", *EXAMPLE_1, "-o", path) == 0
    assert status("audit", path, "--epsilon", "1/2", "--delta", "1e-4") == 0
    assert status("audit", path, "--epsilon", "1/2", "--delta", "1e-5") == 1
    assert status("lookup", path, "--key", "1200124") == 0


def test_a_process_with_bad_input_ends_with_status_2() -> None:
    """The exit status of the process is 2, for our own checks and for those of argparse."""
    check_rejected(run_in_subprocess("design", "--epsilon", "0", "--delta", "1e-4"), "epsilon")
    check_rejected(run_in_subprocess("design", "--colour"), "--colour")


def test_output_into_a_pipe_has_no_colours(example_1: Path) -> None:
    """Nothing but text goes into a pipe, also where the terminal could do more."""
    environment = {**os.environ, "TERM": "xterm-256color", "FORCE_COLOR": "1"}
    for arguments in (
        ("--help",),
        ("design", *EXAMPLE_1),
        ("audit", str(example_1), "--epsilon", "1/2"),
        ("lookup", str(example_1), "--key", "5"),
    ):
        run = subprocess.run(
            [PTCERT, *arguments],
            check=True,
            capture_output=True,
            env=environment,
            timeout=TIME_LIMIT,
        )
        assert b"\x1b" not in run.stdout + run.stderr


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_reader_that_leaves_early_is_no_error(form: tuple[str, ...]) -> None:
    """``ptcert design ... | head -1`` writes nothing on stderr, and its status is no verdict."""
    design = subprocess.Popen(
        [PTCERT, "design", *EXAMPLE_1, *form], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert design.stdout is not None
    assert design.stderr is not None
    # Closed before the command has computed anything: its first write meets a broken pipe.
    design.stdout.close()
    with design.stderr as errors:
        assert errors.read() == b""
    assert design.wait(timeout=TIME_LIMIT) == 141


def test_help_into_a_closed_pipe_leaves_no_traceback() -> None:
    """``ptcert --help`` ends quietly too where nobody reads."""
    shell = subprocess.run(
        ["bash", "-c", '"$0" --help | true', str(PTCERT)],
        check=True,
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
    )
    assert "Traceback" not in shell.stderr
    assert "BrokenPipe" not in shell.stderr


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("epsilon", "1e999999999"),
        ("epsilon", "1e-999999999"),
        ("epsilon", "ln(1e999999999)"),
        ("epsilon", "9" * 100_000),
        ("delta", "1e-999999999"),
        ("keysize", "2^999999999"),
        ("keysize", "1e999999999"),
    ],
)
def test_a_number_of_a_billion_digits_costs_nothing(option: str, value: str) -> None:
    """The size of what is written is bounded before any arithmetic is done with it."""
    options = dict(zip(EXAMPLE_1[::2], EXAMPLE_1[1::2], strict=True))
    arguments = [f"{key}={val}" for key, val in {**options, f"--{option}": value}.items()]
    check_rejected(run_in_subprocess("design", *arguments, memory=MEMORY_LIMIT), option)


@pytest.mark.parametrize("start", ["[", '{"a":', '{"format": "ptcert-ptable", "keysize": 9'])
def test_a_hostile_file_costs_bounded_memory(tmp_path: Path, start: str) -> None:
    """Deep nesting and endless numbers are refused within the memory of a small machine."""
    path = tmp_path / "hostile.json"
    filler = "9" if start.endswith("9") else start
    path.write_text(start + filler * (10_000_000 // len(filler)), encoding="utf-8")
    made = run_in_subprocess("audit", str(path), "--epsilon", "1/2", memory=MEMORY_LIMIT)
    check_rejected(made, "hostile.json")


def test_a_file_larger_than_any_table_is_not_read(tmp_path: Path) -> None:
    """Beyond the bound on bytes a file is refused by its size (here: a sparse one of 1 TiB)."""
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(1 << 40)
    made = run_in_subprocess("lookup", str(path), "--key", "0", memory=MEMORY_LIMIT)
    check_rejected(made, "huge.json", "bytes")


def test_json_from_a_process_is_json() -> None:
    """What a machine reads from the pipe is one JSON value without floats."""
    made = run_in_subprocess("design", *EXAMPLE_1, "--json")
    assert parsed(made.out)["D"] == 25
    assert made.out.endswith("}\n")
