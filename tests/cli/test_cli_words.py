"""The words of a command line: each option written out, once, and no file written over."""

import argparse
from pathlib import Path

import pytest

from reports.arguments.parser import COMMANDS, Parser, parser
from reports.arguments.tree import inner_commands
from tests.cli.running import EXAMPLE_1, Run, check_rejected

COUNTS = Path(__file__).parents[1] / "utility/data/rinott_table_1.csv"


def leaves() -> dict[str, Parser]:
    """Return every parser that takes options itself, by what is typed before them."""
    (commands,) = (one for one in parser()._actions if hasattr(one, "filled"))
    found: dict[str, Parser] = {}
    for name in COMMANDS:
        made = commands.filled(name)
        inner = {str(one.prog).removeprefix("ptcert "): one for one in inner_commands(made)}
        found |= inner or {name: made}  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("command", leaves())
def test_no_option_of_any_command_is_abbreviated(run: Run, command: str) -> None:
    """Each without its last letter is refused in one line that names what was meant."""
    for name in leaves()[command]._option_string_actions:
        short = name[:-1]
        if (
            name.startswith("--")
            and short != "--"
            and short not in leaves()[command]._option_string_actions
        ):
            said = f"{short} is not an option of ptcert {command}; did you mean "
            check_rejected(run(*command.split(), short, "1"), said, name)


@pytest.mark.parametrize("command", leaves())
def test_an_option_with_one_value_is_given_once(run: Run, command: str) -> None:
    """Of two values one would be ignored; those that are taken again say so."""
    made = leaves()[command]
    for action in made._actions:
        if not action.option_strings or action.nargs == 0:
            continue
        value = str((list(action.choices or ()) or ["1"])[0])
        words = (action.option_strings[0], value, action.option_strings[-1], value)
        if not isinstance(action, argparse._AppendAction):
            check_rejected(run(*command.split(), *words), action.option_strings[-1], "given twice")


def test_a_word_too_many_is_named(run: Run) -> None:
    """By the command that does not take it."""
    check_rejected(run("lookup", "t", "--key", "1", "more"), "ptcert lookup: 'more' is one word")
    check_rejected(run("--vers"), "--vers is not an option of ptcert; did you mean --version?")


@pytest.mark.parametrize("option", ["--variance", "--pstay"])
@pytest.mark.parametrize("text", ["0,5", "1,5", "2,25"])
def test_a_decimal_comma_is_not_taken_for_a_list(run: Run, option: str, text: str) -> None:
    """Two whole numbers and a comma: both readings are named, and how to write each."""
    whole, places = text.split(",")
    given = [option, text, *(("--variance", "1") if option == "--pstay" else ())]
    made = run("design", "--complete", "--D", "3", "--keysize", "2^8", "--epsilon", "1", *given)
    check_rejected(made, text, f"write {whole}.{places}, or {whole},{places},{places}")


def test_a_map_takes_no_decimal_comma(run: Run) -> None:
    """0,5 would be designs without noise and of variance 5."""
    words = ("utility", str(COUNTS), "--map", "--epsilon", "1", "--D", "3")
    check_rejected(run(*words, "--variance", "0,5"), "variance = '0,5'", "decimal comma")


@pytest.mark.parametrize(
    "words",
    [
        ("estimate", "--released", "12"),
        ("test", "binomial", "--n", "80", "--released", "47", "--p0", "1/2"),
    ],
)
def test_a_percentage_is_no_probability(run: Run, words: tuple[str, ...]) -> None:
    """95 is not between 0 and 1; how 95 per cent is written."""
    made = run(*words, "--no-noise", "--confidence", "95")
    check_rejected(made, "confidence = '95'", "write 95/100 for 95 per cent")


CSV = "pcv,ckey,pvalue\n" + "".join(f"{n},{k},{k - 1}\n" for n in (1, 2) for k in range(3))
WRITTEN_OVER = {
    "convert": ("convert", "r.csv", "{}", "--to", "ess", "--beyond", "repeat"),
    "audit": ("audit", "r.csv", "--beyond", "repeat", "--epsilon", "1", "-o", "{}"),
    "attack": ("attack", "r.csv", "--beyond", "repeat", "-o", "{}"),
    "verify": ("verify", "p.csv", "--table", "r.csv", "--beyond", "repeat", "--report", "{}"),
    "apply": ("apply", "p.csv", "--table", "r.csv", "--by", "sex", "-o", "{}"),
    "utility": ("utility", "r.csv", "p.csv", "-o", "{}"),
    "keys": ("keys", "p.csv", "--secret", "r.csv", "-o", "{}"),
    "design": ("design", "--complete", "--D", "2", "-o", "r.csv", "--proof", "{}"),
}


@pytest.mark.parametrize("command", WRITTEN_OVER)
def test_no_input_is_written_over(
    run: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own name, by another path, by a link, by a second name of the file."""
    monkeypatch.chdir(tmp_path)
    Path("r.csv").write_text(CSV)
    Path("p.csv").write_text("sex,released\nF,3\n")
    Path("link.csv").symlink_to("r.csv")
    Path("second.csv").hardlink_to("r.csv")
    for name in ("r.csv", f"../{tmp_path.name}/r.csv", "link.csv", "second.csv"):
        words = (word.format(name) for word in WRITTEN_OVER[command])
        check_rejected(run(*words), name, "is one of the files that the command reads or writes")
    assert Path("r.csv").read_text() == CSV


@pytest.mark.parametrize("words", [("certify", *EXAMPLE_1[:4]), ("report", "c"), ("reproduce",)])
def test_a_folder_is_not_called_as_a_file(
    run: Run, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """-o x.pdf would be a folder of that name: refused before any work, nothing made."""
    monkeypatch.chdir(tmp_path)
    check_rejected(run(*words, "-o", "x.pdf"), "output = 'x.pdf'", "name a folder, such as x")
    assert not list(tmp_path.iterdir())


def test_options_that_contradict_are_refused(run: Run) -> None:
    """--no-zeros takes back what a manifest says, not what stands beside it."""
    words = ("verify", "p.csv", "--table", "t.json")
    check_rejected(run(*words, "--zeros", "--no-zeros"), "--no-zeros: not allowed with")
    check_rejected(run(*words, "--no-zeros", "--zeros"), "--zeros: not allowed with")
