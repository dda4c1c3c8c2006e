"""The house rules hold for the project, and each rule is seen to fail where it is broken."""

import ast
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from reports.arguments.parser import COMMANDS
from reports.checker_file import one_file
from tests import house_rules as rules
from tests.house.graph import folder_graph, imports, modules
from tests.house.precision import PRINTED, digits_for_bits, names_of_digits
from tests.house.uses import WITHOUT_USER, unused, unused_methods

CHECKER = rules.ROOT / "verification" / "checker.py"
CHECKING = rules.ROOT / "verification" / "checking"
# Who may know the checker: it re-checks what they wrote or read.
KNOW_THE_CHECKER = {"reports/certificates/check.py", "reports/certificates/certify.py"}


def broken(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return only the files in which something was found."""
    return {name: findings for name, findings in found.items() if findings}


def text_of(path: Path) -> str:
    """Return the text of a source file."""
    return path.read_text(encoding="utf-8")


def test_no_float_enters_the_exact_rooms() -> None:
    """Nothing in exact/ or verification/ writes, names, imports or makes a float."""
    files = rules.sources("exact", "verification")
    assert files
    assert broken({str(path): rules.inexact_uses(text_of(path)) for path in files}) == {}


@pytest.mark.parametrize(
    "snippet",
    [
        "x = 0.5",
        "x = 1e-4",
        "x = 2j",
        "x = float('1')",
        "x = list(map(float, row))",
        "def f(x: float) -> int: ...",
        "def f(x: 'int | float') -> int: ...",
        "def f() -> 'float': ...",
        "x: 'float'",
        "isinstance(float(x), int)",
        "import math",
        "import numpy.linalg",
        "from math import gcd, log",
        "from cmath import exp",
        "x = Fraction.from_float(y)",
        "x = 1 / 3",
        "x = -1 / len(row)",
        "x = 2 ** -3",
    ],
)
def test_each_way_to_a_float_is_seen(snippet: str) -> None:
    """The rule against floats finds this one."""
    assert rules.inexact_uses(snippet)


@pytest.mark.parametrize(
    "snippet",
    [
        "isinstance(x, float)",
        "isinstance(x, float | complex)",
        "from math import gcd, isqrt, comb, lcm, prod, factorial",
        "x = Fraction(1, 3) / 2",
        "x = folder / 'file'",
        "x = 2 ** 3 // 4",
        'def f():\n    """Refuse 0.5.\n\n    >>> f(0.5)\n    """',
    ],
)
def test_what_is_exact_is_let_through(snippet: str) -> None:
    """The rule against floats does not forbid the guard, integers, rationals or doctests."""
    assert rules.inexact_uses(snippet) == []


def test_exact_knows_no_clock_and_no_chance() -> None:
    """The same input gives the same table, today and tomorrow."""
    files = rules.sources("exact")
    assert broken({str(path): rules.clocks_and_chance(text_of(path)) for path in files}) == {}


@pytest.mark.parametrize("snippet", ["import random", "from time import time", "import datetime"])
def test_a_clock_or_a_die_is_seen(snippet: str) -> None:
    """The rule against clocks and chance can fail."""
    assert rules.clocks_and_chance(snippet)


def test_precision_is_counted_in_bits() -> None:
    """No name in exact/ or verification/ speaks of digits, but for those that somebody printed."""
    texts = {
        path.relative_to(rules.ROOT).as_posix(): text_of(path)
        for path in rules.sources(*rules.ROOMS)
    }
    asked = {name: digits_for_bits(text) for name, text in texts.items()}
    assert broken(asked) == {}
    named = {
        name: names_of_digits(text)
        for name, text in texts.items()
        if not name.startswith(("reports/", *PRINTED))
    }
    assert broken(named) == {}


@pytest.mark.parametrize(
    "snippet",
    [
        "def f(digits: int) -> int: ...",
        "_DIGITS = 30",
        "found.digits",
        "f(x, digits=3)",
        "def digits_of(x): ...",
    ],
)
def test_a_name_of_digits_is_seen(snippet: str) -> None:
    """The rule against digits can fail."""
    assert names_of_digits(snippet)


@pytest.mark.parametrize(
    "snippet",
    ["x.enclosure(digits)", "narrow(f, 4 * DIGITS, 'x')", "x.enclose(bits=printed.digits + 2)"],
)
def test_digits_where_bits_are_meant_are_seen(snippet: str) -> None:
    """A number of digits handed to what takes bits is found; one that was made bits is not."""
    assert digits_for_bits(snippet)
    assert digits_for_bits("x.enclosure(bits_of(digits) + 3)") == []


# Where files may be written: one module for everybody, and private folders of Coq and of the page.
WRITES_FILES = {
    "reports/files.py",
    "reports/app/child.py",
    "reports/app/running.py",
    "reports/app/serving.py",
    "reports/app/store.py",
    "verification/kernel/workshop.py",
}


def test_files_are_written_in_one_place() -> None:
    """No module but one writes, makes or moves files: all or nothing, and through no link."""
    files = [
        path
        for path in rules.sources(*rules.ROOMS)
        if path.relative_to(rules.ROOT).as_posix() not in WRITES_FILES
    ]
    assert broken({str(path): rules.file_writes(text_of(path)) for path in files}) == {}


@pytest.mark.parametrize(
    "snippet",
    [
        "open('x', 'w')",
        "open('x', mode='ab')",
        "path.open('x')",
        "path.open(mode='r+')",
        "path.write_text('x')",
        "path.write_bytes(b'x')",
        "folder.mkdir(parents=True)",
        "os.open('x', os.O_WRONLY | os.O_CREAT)",
        "tempfile.mkstemp()",
        "shutil.copytree(a, b)",
    ],
)
def test_a_file_written_elsewhere_is_seen(snippet: str) -> None:
    """The rule for files finds this one."""
    assert rules.file_writes(snippet)


@pytest.mark.parametrize(
    "snippet",
    ["open('x')", "path.open(encoding='utf-8')", "os.open(os.devnull, os.O_WRONLY)", "open(name)"],
)
def test_reading_is_no_writing(snippet: str) -> None:
    """The rule for files lets reading through."""
    assert rules.file_writes(snippet) == []


def test_only_programs_print() -> None:
    """Neither exact/ nor verification/ prints, except the checker, which is a program."""
    files = [path for path in rules.sources("exact", "verification") if path != CHECKER]
    assert broken({str(path): rules.prints(text_of(path)) for path in files}) == {}


def test_every_command_prints_through_one_door() -> None:
    """What is printed is made visible and spelled in one place: nothing else prints."""
    doors = {"printing.py", "progress.py"}
    files = [path for path in rules.sources("reports") if path.name not in doors]
    assert broken({str(path): rules.prints(text_of(path)) for path in files}) == {}


def test_a_print_is_seen() -> None:
    """The rule against printing can fail, and a doctest is no print."""
    assert rules.prints("def f():\n    print(1)\n") == ["line 2: print"]
    assert rules.prints("sys.stdout.write(x)") == ["line 1: stdout.write"]
    assert rules.prints("from sys import stderr\nstderr.writelines(x)") == [
        "line 2: stderr.writelines"
    ]
    assert rules.prints('"""\n>>> print(1)\n"""') == []


@pytest.mark.parametrize("room", rules.ROOMS)
def test_imports_point_one_way(room: str) -> None:
    """The exact room knows nobody, verification knows exact, reports knows both."""
    files = rules.sources(room)
    assert broken({str(path): rules.wrong_way_imports(room, text_of(path)) for path in files}) == {}


def test_an_import_the_wrong_way_is_seen() -> None:
    """The rule of direction can fail, also inside a function."""
    assert rules.wrong_way_imports("exact", "from verification.claims import x") == ["verification"]
    assert rules.wrong_way_imports("exact", "def f():\n    import reports.cli") == ["reports"]
    assert rules.wrong_way_imports("verification", "from reports import cli") == ["reports"]
    assert rules.wrong_way_imports("reports", "import exact, verification") == []


def test_the_checker_needs_only_python_itself() -> None:
    """Whoever re-checks a certificate has to trust nothing but the standard library."""
    files = [CHECKER, *CHECKING.glob("*.py")]
    own = "verification.checking"
    assert (
        broken({str(path): rules.third_party_imports(text_of(path), own) for path in files}) == {}
    )
    assert rules.third_party_imports(one_file()) == []


@pytest.mark.parametrize(
    "snippet",
    [
        "import flint",
        "from exact import errors",
        "from . import x",
        "from verification import audit",
        "import verification.checkings",
    ],
)
def test_a_library_in_the_checker_is_seen(snippet: str) -> None:
    """The rule for the checker can fail, also for other files of ours."""
    assert rules.third_party_imports("import json\n" + snippet, "verification.checking")
    assert (
        rules.third_party_imports("import verification.checking.x", "verification.checking") == []
    )


def test_the_checker_is_apart_from_what_it_checks() -> None:
    """No other module imports it or a part of it: what it says is nobody else's arithmetic."""
    users = {
        path.relative_to(rules.ROOT).as_posix()
        for path in rules.sources(*rules.ROOMS)
        if path != CHECKER and CHECKING not in path.parents
        if any(
            f"{name}.".startswith(("verification.checker.", "verification.checking."))
            for name in rules.imported(ast.parse(text_of(path)))
        )
    }
    assert users == KNOW_THE_CHECKER


def test_no_two_files_of_the_checker_define_the_same_name() -> None:
    """So that they can be written as one file."""
    names = rules.names_defined(one_file())
    assert len(names) == len(set(names)) > 50


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Every module can be imported first."""
    modules = {rules.module_name(path): text_of(path) for path in rules.sources(*rules.ROOMS)}
    assert rules.import_cycle(modules) == []


def test_a_circle_of_imports_is_seen() -> None:
    """The rule against circles finds one; imports that do not run on loading make none."""
    b = "from p.a import x"
    assert set(rules.import_cycle({"p.a": "import p.b", "p.b": b})) == {"p.a", "p.b"}
    assert rules.import_cycle({"p": "from p.a import x", "p.a": "from p import x"})
    assert rules.import_cycle({"p": b, "p.a": "from p import b", "p.b": ""}) == []
    assert rules.import_cycle({"p.a": "def f():\n    import p.b", "p.b": b}) == []
    assert rules.import_cycle({"p.a": "if TYPE_CHECKING:\n    import p.b", "p.b": b}) == []


def test_no_folders_import_each_other_in_a_circle() -> None:
    """Within a room, and between them, folders can be read one after the other from the bottom."""
    assert rules.cycle(folder_graph(imports(modules()))) == []


def test_a_circle_of_folders_is_seen() -> None:
    """The rule counts every import: in a function, for the type checker, by a name in a text."""
    back = {"e.p.b": "", "e.q": "", "e.q.a": "", "e.q.b": "import e.p.b"}
    for text in (
        "from e.q import a",
        "def f():\n    import e.q.a",
        "if TYPE_CHECKING:\n    import e.q.a",
        "from importlib import import_module\nimport_module(f'e.q.{name}')",
        "READER = 'e.q.a'",
        "from e import q\nwalk(q.__path__)",
    ):
        assert rules.cycle(folder_graph(imports(back | {"e.p.a": text})))
    assert folder_graph(imports(back | {"e.p.a": ""})) == {"e.p": set(), "e.q": {"e.p"}}


def test_nothing_is_there_for_tests_alone() -> None:
    """Each module, function, class and method is used outside the tests, or the reason is given."""
    texts = modules()
    found = [*unused(texts), *unused_methods(texts)]
    assert [name for name in found if name not in WITHOUT_USER] == []
    assert [name for name in WITHOUT_USER if name not in found] == []


def test_what_nobody_uses_is_seen() -> None:
    """A function that only calls itself, a class, and a module that nobody imports are found."""
    texts = {
        "e.a": "def f():\n    f()\nclass C: ...\ndef used(): ...\ndef _g(): ...",
        "e.b": "from e.a import used",
        "e.c": "from importlib import import_module\nimport_module(f'e.b{name}')",
    }
    assert unused(texts) == ["e.a.C", "e.a.f", "e.c"]
    assert unused_methods({"e.a": "class C:\n    def f(self): ...\nc.g()"}) == ["e.a.C.f"]


def test_every_public_part_says_what_it_does() -> None:
    """Each public module, class, function and method has a docstring."""
    files = rules.sources(*rules.ROOMS)
    assert broken({str(path): rules.undocumented(text_of(path)) for path in files}) == {}


def test_a_missing_docstring_is_seen() -> None:
    """The rule for docstrings can fail at each level."""
    source = "class A:\n    def b(self): ...\n    def _c(self): ...\ndef d(): ...\n"
    assert rules.undocumented(source) == ["the module", "A", "A.b", "d"]


def test_every_test_can_fail() -> None:
    """Each test asserts, expects an error, or calls a check."""
    files = rules.sources("tests")
    assert broken({str(path): rules.tests_without_assertion(text_of(path)) for path in files}) == {}


def test_a_test_without_an_assertion_is_seen() -> None:
    """The rule for tests can fail."""
    kept = "def test_b():\n    with pytest.raises(E): f()\ndef test_c():\n    check_table(t)\n"
    assert rules.tests_without_assertion("def test_a():\n    f()\n" + kept) == ["test_a"]


def test_no_file_names_a_private_place() -> None:
    """No file of the project holds a path of somebody's machine or a registry's host name."""
    files = rules.project_files()
    assert rules.ROOT / "pyproject.toml" in files
    texts = {str(path): path.read_text(encoding="utf-8", errors="replace") for path in files}
    assert broken({name: rules.private_places(text) for name, text in texts.items()}) == {}


@pytest.mark.parametrize(
    "parts",
    [
        ("/", "home", "/someone/x"),
        ("'/", "work", "/main'"),
        ("file:///", "root", "/.cache"),
        ("/", "Users", "/someone"),
        ("C:", "\\Users", "\\someone"),
        ("py", "pi", ".org"),
        ("https://files.python", "hosted", ".org"),
        ("https://mirror.example/", "simple", "/flint"),
    ],
)
def test_a_private_place_is_seen(parts: tuple[str, ...]) -> None:
    """The rule against private places finds this one."""
    assert rules.private_places("".join(parts))


def test_the_project_is_found_without_git(tmp_path: Path) -> None:
    """In an unpacked source archive the same rule reads the files and skips environments."""
    for name in ("exact/a.py", ".ci/run", ".venv/lib/b.py", "build/c.json", "README.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = {path.relative_to(tmp_path).as_posix() for path in rules.walked_files(tmp_path)}
    assert found == {"exact/a.py", ".ci/run", "README.md"}


@pytest.mark.parametrize(
    "program",
    [
        "import ptcert; [getattr(ptcert, name) for name in ptcert.__all__]",
        "import reports.cli",
        "import sys; sys.argv[1:] = ['--help']; from reports.cli import main; sys.exit(main())",
    ],
    ids=["front door", "import", "help"],
)
def test_nothing_starts_with_heavy_libraries(program: str) -> None:
    """Neither the front door nor the command line nor its help loads a large library."""
    assert rules.heavy_modules_loaded_by(program) == set()


def test_help_waits_for_nothing_that_it_does_not_show() -> None:
    """The commands are listed without the arithmetic of one of them: no law, no fraction."""
    program = (
        "import sys; from reports.cli import main; assert main(['--help']) == 0\n"
        "rooms = {name.rpartition('.')[0] for name in sys.modules if name.startswith('exact')}\n"
        "assert rooms == {'', 'exact'}, rooms\n"
        "assert not {'fractions', 'dataclasses', 'json', 'pathlib'} & set(sys.modules)\n"
    )
    made = subprocess.run(
        [sys.executable, "-c", program],
        cwd=rules.ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (made.returncode, made.stderr) == (0, "")


# What the help of every command may load of ours: how help is printed, and the formats by name.
HELP = {
    *("reports", "reports.cli", "reports.arguments", "reports.printing", "reports.document"),
    *("reports.interrupts", "reports.document.visible", "reports.document.spelling"),
    *("exact", "exact.errors", "exact.formats", "exact.formats.format", "exact.formats.registry"),
    *("exact.quantiser", "exact.quantiser.names"),
}
# These list the laws with their parameters, which are read from the files of the laws.
WITH_LAWS = {"design", "audit", "certify", "compare", "estimate", "test", "utility"}


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_loads_only_what_it_lists(command: str) -> None:
    """No command runs, and no law is loaded where none is listed; never a view, solver or claim."""
    program = (
        f"import sys; from reports.cli import main; assert main([{command!r}, '--help']) == 0\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    made = subprocess.run(
        [sys.executable, "-c", program], cwd=rules.ROOT, check=True, capture_output=True, text=True
    )
    ours = {name for name in made.stderr.split() if name.partition(".")[0] in rules.ROOMS}
    loaded = {name for name in ours if not name.startswith("reports.arguments.")}
    if command in WITH_LAWS:
        light = ("exact.laws", "exact.numbers", "exact.pmf")
        loaded = {name for name in loaded if not name.startswith(light)}
    assert loaded <= HELP


def test_a_heavy_library_is_seen() -> None:
    """The rule for start-up can fail, also for an import that runs late."""
    assert rules.heavy_modules_loaded_by("def f():\n    import yaml\nf()") == {"yaml"}


def test_the_wheel_holds_the_packages_and_the_command(tmp_path: Path) -> None:
    """What is installed is every module with its types, and the command; no page made by it."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=rules.ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("ptcert-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (entry_points,) = (name for name in names if name.endswith("entry_points.txt"))
        assert rules.missing_from_wheel(names, archive.read(entry_points).decode()) == []
    tops = {name.partition("/")[0].partition("-")[0] for name in names}
    assert tops == {*rules.ROOMS, "ptcert", rules.FRONT_DOOR}
    assert [name for name in names if ".report" in name or name.endswith(".svg")] == []


def test_a_gap_in_the_wheel_is_seen() -> None:
    """The rule for the wheel can fail for a module and for the command."""
    names = [path.relative_to(rules.ROOT).as_posix() for path in rules.sources(*rules.ROOMS)]
    gaps = rules.missing_from_wheel([name for name in names if name != "exact/errors.py"], "")
    assert {"exact/errors.py", "ptcert = reports.cli:main"} <= set(gaps)


def test_a_source_file_is_one_idea() -> None:
    """No source file is longer than the limit, and the limit can be passed."""
    files = rules.sources(*rules.ROOMS)
    assert [str(path) for path in files if rules.too_long(text_of(path))] == []
    assert rules.too_long("x\n" * (rules.MAX_LINES + 1))
    assert not rules.too_long("x\n" * rules.MAX_LINES)


def test_the_commands_of_the_project_can_be_run() -> None:
    """The script of continuous integration is executable and bash accepts it."""
    script = rules.ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    bash = shutil.which("bash")
    assert bash is not None
    assert subprocess.run([bash, "-n", str(script)], check=False).returncode == 0
