"""``ptcert --version`` and ``ptcert --completion``: what shells make of what is printed."""

import os
import pty
import re
import subprocess
import tomllib
from pathlib import Path
from shutil import which

import pytest

from reports.arguments.parser import Commands, parser
from tests.cli.running import ROOT, TIME_LIMIT, Run, check_rejected

SHELLS = ("bash", "zsh", "fish", "powershell")
COMMANDS = ("audit", "certify", "check", "compare", "convert", "design", "lookup", "prove")


def options_of(command: str) -> set[str]:
    """Return the options that the help of a command names."""
    return set(re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", help_of(command)))


def help_of(command: str) -> str:
    """Return the lines of a command's help that begin with an option."""
    (commands,) = (action for action in parser()._actions if isinstance(action, Commands))
    lines = commands.filled(command).format_help().splitlines()
    begun = [line.strip() for line in lines if re.match(r" {2}-", line)]
    return "\n".join(re.split(r"\s{2,}", line)[0] for line in begun)


def completed(script: str, *words: str) -> list[str]:
    """Return what bash offers for the last of the words."""
    program = (
        f'{script}\ncompopt() {{ :; }}\nCOMP_WORDS=("$@")\nCOMP_CWORD=$(($# - 1))\n'
        "_ptcert\nprintf '%s\\n' \"${COMPREPLY[@]}\""
    )
    made = subprocess.run(
        ["bash", "--norc", "-c", program, "bash", "ptcert", *words],
        check=True,
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
    )
    assert made.stderr == ""
    return made.stdout.split()


@pytest.fixture
def bash(run: Run) -> str:
    """Return the script for bash."""
    return run("--completion", "bash").out


def test_the_version_is_that_of_the_package(run: Run) -> None:
    """It is the one in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    made = run("--version")
    assert (made.status, made.out, made.err) == (0, f"ptcert {project['version']}\n", "")


def test_bash_completes_commands_options_and_choices(bash: str) -> None:
    """By its own rules: a command, the options of that command, the choices of an option."""
    assert {*COMMANDS, "report", "reproduce", "--version"} <= set(completed(bash, ""))
    assert completed(bash, "rep") == ["report", "reproduce"]
    assert completed(bash, "audit", "t.csv", "--jo") == ["--jobs"]
    assert completed(bash, "prove", "x", "--solver", "") == ["z3", "cvc5"]
    assert completed(bash, "--completion", "z") == ["zsh"]
    assert completed(bash, "audit", "--epsilon", "") == []


@pytest.mark.parametrize("command", COMMANDS)
def test_bash_knows_every_option_of_the_help(bash: str, command: str) -> None:
    """No option is missing, and none is offered that the command does not have."""
    assert set(completed(bash, command, "-")) == options_of(command)


def test_a_real_bash_completes_at_its_prompt(bash: str, tmp_path: Path) -> None:
    """Typed at a prompt, the tabulator completes the only command that begins so."""
    script = tmp_path / "completion"
    script.write_text(bash, encoding="utf-8")
    leader, follower = pty.openpty()
    shell = subprocess.Popen(
        ["bash", "--norc", "--noprofile", "-i"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={"PATH": os.environ["PATH"], "TERM": "dumb", "PS1": "> "},
        start_new_session=True,
    )
    os.close(follower)
    os.write(leader, f'source {script}; ptcert() {{ echo "typed:$*"; }}\n'.encode())
    os.write(leader, b"ptcert certif\t--solv\t cv\t\nexit\n")
    read = b""
    while b"typed:" not in read.replace(b'echo "typed:', b""):
        read += os.read(leader, 65536)
    assert shell.wait(timeout=TIME_LIMIT) == 0
    os.close(leader)
    assert b"typed:certify --solver cvc5" in read


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_told_every_command_and_option(run: Run, shell: str) -> None:
    """Each script names all commands and all their options; an unknown shell is refused."""
    made = run("--completion", shell)
    assert (made.status, made.err) == (0, "")
    for command in COMMANDS:
        assert re.search(rf"\b{command}\b", made.out)
        for option in options_of(command):
            short = option.lstrip("-")
            assert re.search(rf"(?:--|-l |-s |-){short}\b", made.out), option
    check_rejected(run("--completion", "tcsh"), "--completion", "tcsh", "powershell")


def test_shells_that_are_there_read_their_script(run: Run, tmp_path: Path) -> None:
    """Each shell of this machine finds the script well-formed, and fish completes by it."""
    for shell in ("bash", "zsh", "fish"):
        script = tmp_path / shell
        script.write_text(run("--completion", shell).out, encoding="utf-8")
        if which(shell) is not None:
            subprocess.run([shell, "-n", str(script)], check=True, timeout=TIME_LIMIT)
    if which("fish") is not None:
        asked = f"source {tmp_path / 'fish'}; complete -C 'ptcert prove x --solver '"
        made = subprocess.run(["fish", "-c", asked], check=True, capture_output=True, text=True)
        assert [line.split()[0] for line in made.stdout.splitlines()] == ["cvc5", "z3"]


def test_quotes_in_the_help_end_no_text(run: Run) -> None:
    """Each shell's own way to write an apostrophe is used: "Coq's kernel"."""
    assert "by Coq'\\''s kernel" in run("--completion", "zsh").out
    assert "by Coq\\'s kernel" in run("--completion", "fish").out
    for line in run("--completion", "fish").out.splitlines():
        assert len(re.findall(r"(?<!\\)'", line)) % 2 == 0


def test_braces_of_powershell_and_zsh_are_balanced(run: Run) -> None:
    """Outside of quoted texts every bracket is closed."""
    quoted = {"powershell": r"'(?:[^']|'')*'", "zsh": r"(?:'[^']*'|\\')+"}
    for shell, text in quoted.items():
        bare = re.sub(text, "", run("--completion", shell).out)
        for opening, closing in ("{}", "[]"):
            assert bare.count(opening) == bare.count(closing)
