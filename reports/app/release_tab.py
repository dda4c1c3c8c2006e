"""Release: the plan as a form, the curve of the whole release, and what each table costs."""

from collections.abc import Callable

from htmltools import Tag, TagList, tags
from shiny import Session, reactive, render, ui

from exact.errors import InputError
from reports.app.asked import (
    MOST_TABLES,
    PLAN,
    PLAN_FIELDS,
    RELEASE,
    RELEASE_FILES,
    release_certificate_step,
    release_steps,
)
from reports.app.audit_tab import keep_uploaded
from reports.app.controls import control, form
from reports.app.fields import Field, State, address_of
from reports.app.plans import plan_text
from reports.app.running import Beside, Kitchen
from reports.app.shown import downloads, shown_answer
from reports.app.store import Kept, Shelf, labels
from reports.app.tabs import Work, read_form, tab_layout, tell_address, tell_busy

NAME = "release"
_NO_FILE = "no file yet"


def release_panel(state: State, files: tuple[Kept, ...]) -> Tag:
    """Return the form: what holds for all tables, then one part for each table."""
    plain = tuple(field for field in PLAN_FIELDS if not field.name[-1].isdecimal())
    tables = (_table_panel(n, state, files) for n in range(1, MOST_TABLES + 1))
    uploads = ui.input_file(
        "release_files", "Perturbation tables", multiple=True, button_label="Choose"
    )
    return tab_layout(
        NAME,
        TagList(uploads, form(NAME, plain, state), *tables),
        TagList(
            ui.output_ui("release_plan"),
            ui.output_ui("release_answer"),
            tags.h2("To take away", class_="h6 mt-3"),
            ui.input_action_button("release_certify", "Certificate, report and plan"),
            ui.output_ui("release_taken"),
        ),
    )


def _table_panel(number: int, state: State, files: tuple[Kept, ...]) -> Tag:
    """Return the part of one table, seen where so many are planned."""
    fields = tuple(field for field in PLAN_FIELDS if field.name.endswith(str(number)))
    return ui.panel_conditional(
        f"parseInt(input.release_tables) >= {number}",
        tags.fieldset(
            tags.legend(f"Table {number}", class_="h6"),
            *(_field(field, state[field.name], files) for field in fields),
        ),
    )


def _field(field: Field, value: str, files: tuple[Kept, ...]) -> TagList:
    name = f"{NAME}_{field.name}"
    if field.name.startswith("file"):
        chosen = ui.input_select(name, field.label, _choices(files), selected=value)
        return TagList(chosen)
    return control(name, field, value)


def _choices(files: tuple[Kept, ...]) -> dict[str, str]:
    return {"": _NO_FILE, **labels(files)}


def release_server(session: Session, kitchen: Kitchen, shelf: Shelf) -> Callable[[Kept], str]:
    """Answer the plan, again with each change of it; return what takes a file into the plan."""
    work, certifying = Work(session, kitchen), Work(session, kitchen)

    @reactive.calc
    def state() -> dict[str, str]:
        return read_form(session.input, NAME, PLAN_FIELDS)

    @reactive.effect
    def _come() -> None:
        keep_uploaded(shelf, session.input.release_files())

    @reactive.calc
    def question() -> tuple[str, Beside]:
        said = dict(state())
        beside: Beside = {}
        for n in range(1, int(said["tables"]) + 1):
            kept = shelf.find(said[f"file{n}"])
            if kept is None:
                raise InputError(f"table {n}", said[f"file{n}"], "has no file", "choose one")
            said[f"file{n}"] = f"{kept.key[:8]}-{kept.name}"
            beside[said[f"file{n}"]] = kept.path
        text = plan_text(said)
        return text, {**beside, PLAN: text.encode()}

    @reactive.effect
    def _ask() -> None:
        if session.input.tab() != NAME:
            return
        try:
            _, beside = question()
        except InputError:
            return
        if work.ask((release_steps(state()), beside)):
            certifying.forget()

    @session.output(id="release_plan")
    @render.ui
    def _plan() -> Tag:
        try:
            text, _ = question()
        except InputError as error:
            return tags.p(str(error), class_="complaint", role="alert")
        return tags.details(tags.summary("The plan"), tags.pre(text, class_="said", tabindex="0"))

    @session.output(id="release_answer")
    @render.ui
    def _answer() -> TagList | None:
        answer = work.last()
        return None if answer is None else shown_answer(NAME, answer, RELEASE, "The whole release")

    @reactive.effect
    @reactive.event(session.input.release_certify)
    def _certify() -> None:
        try:
            _, beside = question()
        except InputError as error:
            ui.notification_show(str(error), type="warning")
            return
        certifying.ask(((release_certificate_step(state()),), beside))

    @session.output(id="release_taken")
    @render.ui
    def _taken() -> Tag | None:
        answer = certifying.last()
        if answer is None:
            return None
        return downloads(answer, RELEASE_FILES if answer.has(RELEASE_FILES[0]) else ())

    tell_busy(NAME, session, (work, certifying))
    tell_address(session, NAME, lambda: address_of(NAME, PLAN_FIELDS, state()))
    return _offer_files(shelf, state)


def _offer_files(shelf: Shelf, state: Callable[[], State]) -> Callable[[Kept], str]:
    """Offer the files of the page for every table; return what takes one into the plan."""
    wanted: dict[int, str] = {}  # by the table, until they are chosen
    times_wanted = reactive.Value(0)

    @reactive.effect
    def _offer() -> None:
        """Offer the files that have come since: here, or in another tab."""
        times_wanted()
        files = shelf.all()
        with reactive.isolate():
            said = state()
        newest = files[-1].key if files else ""
        for n in range(1, MOST_TABLES + 1):
            chosen = wanted.pop(n, "") or said[f"file{n}"] or newest
            ui.update_select(f"{NAME}_file{n}", choices=_choices(files), selected=chosen)

    def use(file: Kept) -> str:
        """Take a file for the last table that is planned, and say so."""
        with reactive.isolate():
            last = int(state()["tables"])
            wanted[last] = file.key
            times_wanted.set(times_wanted() + 1)
        return f"Table {last} of the release uses {file.name} now."

    return use
