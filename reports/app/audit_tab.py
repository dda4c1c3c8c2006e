"""Audit: files that are dropped on the page, one alone or several side by side."""

from pathlib import Path
from urllib.parse import urlencode

from htmltools import Tag, TagList, tags
from shiny import Session, reactive, render, ui

from exact.errors import InputError
from reports.app.asked import AUDIT, COMPARED, READING, audit_steps, certify_step
from reports.app.controls import form
from reports.app.fields import State, address_of
from reports.app.running import Beside, Kitchen
from reports.app.shown import shown_answer
from reports.app.store import Kept, Shelf
from reports.app.tabs import Work, read_form, tab_layout, tell_address, tell_busy
from reports.app.take import Source, take_panel, take_server

NAME, MOST_COMPARED = "audit", 8


def audit_panel(state: State) -> Tag:
    """Return the form, and where its answer goes."""
    files = ui.input_file(
        "audit_files", "Tables: one, or several to compare", multiple=True, button_label="Choose"
    )
    return tab_layout(
        NAME,
        TagList(files, form(NAME, READING, state)),
        TagList(ui.output_ui("audit_answer"), take_panel(NAME)),
    )


def audit_server(session: Session, kitchen: Kitchen, shelf: Shelf, keys: tuple[str, ...]) -> None:
    """Answer for the files, again with each change of the form."""
    work = Work(session, kitchen)
    with reactive.isolate():
        first = tuple(kept for key in keys if (kept := shelf.find(key)))
    files: reactive.Value[tuple[Kept, ...]] = reactive.Value(first[:MOST_COMPARED])
    gone = bool(keys) and not first

    @reactive.calc
    def state() -> dict[str, str]:
        return read_form(session.input, NAME, READING)

    @reactive.effect
    @reactive.event(session.input.audit_files)
    def _come() -> None:
        files.set(keep_uploaded(shelf, session.input.audit_files())[:MOST_COMPARED])

    @reactive.effect
    def _ask() -> None:
        if session.input.tab() == NAME and files():
            beside = named(files())
            if work.ask((audit_steps(tuple(beside), state()), beside)):
                taken.forget()

    @session.output(id="audit_answer")
    @render.ui
    def _answer() -> TagList | Tag:
        answer = work.last()
        if answer is None:
            words = "Drop a table here: R ptable, τ-ARGUS, ONS, ESS, SAS, Excel, cellKey, ptcert."
            return tags.p("The file of this address is gone: drop it again." if gone else words)
        if answer.has(AUDIT):
            return shown_answer(NAME, answer, AUDIT, "The audit")
        return shown_answer(NAME, answer, f"{COMPARED}/comparison.report.html", "The comparison")

    def source() -> Source | None:
        beside = named(files()[:1])
        return (next(iter(beside)), beside) if beside else None

    taken = take_server(NAME, session, kitchen, source, lambda file: certify_step(file, state()))
    tell_busy(NAME, session, (work, taken))

    def address() -> str:
        kept = ",".join(file.key for file in files())
        own = f"&{urlencode({'files': kept})}" if kept else ""
        return address_of(NAME, READING, state()) + own

    tell_address(session, NAME, address)


def keep_uploaded(shelf: Shelf, uploaded: object) -> tuple[Kept, ...]:
    """Keep what a browser sent; what does not fit is said and left out."""
    kept = []
    for file in uploaded if isinstance(uploaded, list | tuple) else ():
        try:
            kept.append(shelf.keep(file["name"], Path(file["datapath"]).read_bytes()))
        except InputError as error:
            ui.notification_show(str(error), type="error")
    return tuple(kept)


def named(files: tuple[Kept, ...]) -> Beside:
    """Return files by names that differ."""
    beside: Beside = {}
    for file in files:
        name = file.name if file.name not in beside else f"{file.key[:8]}-{file.name}"
        beside[name] = file.path
    return beside
