"""The forms of the page: what stands in its address, and which commands answer."""

import tomllib
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shiny import reactive

from exact.errors import InputError
from reports.app.asked import (
    DESIGN,
    PLAN_FIELDS,
    READING,
    audit_steps,
    certify_step,
    design_steps,
    release_steps,
)
from reports.app.fields import Field, address_of, state_of
from reports.app.plans import plan_text
from reports.app.store import Shelf, Store, labels, plain_name
from tests.cli.running import Run

Fields = tuple[Field, ...]
FORMS = (DESIGN, READING, PLAN_FIELDS)


@given(st.sampled_from(FORMS), st.data())
def test_an_address_leads_back_to_its_state(fields: Fields, data: st.DataObject) -> None:
    """state -> address -> state is the same, whatever the fields hold."""
    texts = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=20)
    said = {field.name: field.taken(data.draw(texts)) for field in fields}
    query = dict(parse_qsl(address_of("design", fields, said), keep_blank_values=True))
    assert state_of(fields, query) == said


def test_what_no_control_can_send_is_the_first_value() -> None:
    """Out of range, not among the choices, too long, with control characters."""
    first = state_of(DESIGN, {})
    odd = {"D": "999", "keysize": "2^99", "zero": "x", "variance": "1" * 500, "epsilon": "1\n2"}
    assert state_of(DESIGN, odd) == first


@pytest.mark.parametrize("words", [{}, {"kind": "row", "delta": "1e-2"}, {"holes": "1..1"}])
def test_the_commands_of_a_form_are_commands(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: dict[str, str]
) -> None:
    """What the form of a design asks is taken by the command line as it stands."""
    monkeypatch.chdir(tmp_path)
    for step in design_steps(state_of(DESIGN, {"D": "3", "variance": "2", **words})):
        assert run(*step).status == 0
    assert (tmp_path / "audit.html").is_file()
    assert (tmp_path / "table.ptable.json").is_file()


def test_a_design_of_the_least_epsilon_asks_for_no_leaves(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bound is proved without a tree: the command would refuse them."""
    monkeypatch.chdir(tmp_path)
    above_zero = {"delta": "0.3", "first_pair": "exclude"}
    words = {"D": "3", "variance": "2", "epsilon": "", **above_zero}
    design, _ = design_steps(state_of(DESIGN, words))
    assert "--leaves" not in design
    assert run(*design).status == 0


@pytest.mark.parametrize(
    ("criterion", "left_out"), [("variance", "variance"), ("entropy", "delta")]
)
def test_a_criterion_is_not_told_what_it_finds(criterion: str, left_out: str) -> None:
    """The least variance has no largest one, and the largest entropy reaches for no delta."""
    said = state_of(DESIGN, {"criterion": criterion, "variance": "2", "delta": "1/2"})
    design = design_steps(said)[0]
    named = {word.partition("=")[0] for word in design}
    assert {"--variance", "--delta"} - named == {f"--{left_out}"}


def test_no_value_is_taken_for_an_option() -> None:
    """A value that begins with a dash stays a value."""
    said = state_of(READING, {"epsilon": "--json", "declare": "-o x"})
    assert audit_steps(("t.csv",), said) == (
        ("audit", "t.csv", "--epsilon=--json", "--declare=-o x", "-o", "audit.html"),
    )
    assert certify_step("t.csv", said)[2] == "--epsilon=--json"


def test_the_plan_says_what_the_form_says() -> None:
    """Names with quotes and backslashes, dimensions, floors: read back by TOML's own reader."""
    said = state_of(PLAN_FIELDS, {"tables": "2", "categories": "sex=2", "keys": "sum"})
    said |= {"name1": 'a "b" \\', "file1": "t.csv", "dimensions1": "sex, age", "file2": "u.csv"}
    said |= {"cells2": "7", "floor2": "30"}
    plan = tomllib.loads(plan_text(said))
    assert plan["keys"] == "sum"
    assert plan["categories"] == {"sex": 2}
    assert plan["table"][0]["name"] == 'a "b" \\'
    assert plan["table"][0]["dimensions"] == ["sex", "age"]
    assert plan["table"][1]["cells"] == 7
    assert plan["table"][1]["count_floor"] == 30
    with pytest.raises(InputError, match="no whole number"):
        plan_text({**said, "cells2": "7]\nx = 1"})
    assert release_steps(said)[0][:4] == ("release", "plan.toml", "--epsilon=1", "--epsilon=2")


def test_files_are_kept_by_their_names_and_bytes(tmp_path: Path) -> None:
    """The same file once, equal bytes under two names twice; a key that is a path finds nothing."""
    store = Store(tmp_path)
    kept, other = store.keep("../odd name.csv", b"x"), store.keep("other.csv", b"x")
    assert kept.path.parent.parent == tmp_path
    assert (kept.name, other.name) == ("odd_name.csv", "other.csv")
    assert store.keep("odd name.csv", b"x") == kept != other
    assert (store.find(kept.key), store.find(other.key)) == (kept, other)
    assert store.find("../" + kept.key) is None
    assert store.find("0" * 64) is None


def test_no_key_follows_from_a_file(tmp_path: Path) -> None:
    """Another page gives another key: nobody finds a file by its bytes."""
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    assert len({Store(folder).keep("a.csv", b"x").key for folder in folders}) == 2


def test_a_page_has_its_own_files_and_those_of_its_address(tmp_path: Path) -> None:
    """What another browser brought is neither listed nor found, unless the address names it."""
    store = Store(tmp_path)
    with reactive.isolate():
        mine, yours = Shelf(store, ()), Shelf(store, ("0" * 64, ""))
        a, b = mine.keep("a.csv", b"a"), mine.keep("b.csv", b"b")
        c = yours.keep("c.csv", b"c")
        assert (mine.all(), yours.all()) == ((a, b), (c,))
        assert (mine.find(a.key), yours.find(a.key)) == (a, None)
        assert mine.keep("a.csv", b"a") == a
        assert mine.all() == (b, a)  # the newest is the last
        assert Shelf(store, (c.key, a.key, c.key)).all() == (c, a)


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """Two designs of one name have their keys beside it, a name of its own has not."""
    store = Store(tmp_path)
    first, second, other = (store.keep(*file) for file in (("t", b"1"), ("t", b"2"), ("u", b"1")))
    shown = labels((first, second, other))
    assert shown[other.key] == "u"
    assert shown[first.key] == f"t ({first.key[:8]})"
    assert len(set(shown.values())) == 3


@given(st.text())
def test_a_plain_name_is_no_path_and_no_option(name: str) -> None:
    """Whatever a browser sends as the name of a file."""
    plain = plain_name(name)
    assert plain
    assert Path(plain).name == plain
    assert plain[0] not in "-."
    assert plain.isascii()


def test_the_pair_of_0_and_1_counts_as_the_form_says() -> None:
    """In the design, its audit and its certificate; one row for large counts has no such pair."""
    state = state_of(DESIGN, {"delta": "1/2", "first_pair": "exclude"})
    steps = (*design_steps(state), certify_step("t", state), *audit_steps(["t"], state))
    assert all("--first-pair=exclude" in step for step in steps)
    row = {**state, "kind": "row"}
    assert not any(
        "--first-pair=exclude" in s for s in (*design_steps(row), certify_step("t", row))
    )
