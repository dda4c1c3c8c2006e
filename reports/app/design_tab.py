"""Design: the table, its pictures and its verdict follow what the form says."""

from collections.abc import Callable

from htmltools import Tag, TagList
from shiny import Session, reactive, render, ui

from reports.app.asked import AUDIT, DESIGN, PROOF, TABLE, certify_step, design_steps
from reports.app.controls import form
from reports.app.fields import State, address_of
from reports.app.running import Kitchen
from reports.app.shown import shown_answer
from reports.app.store import Kept, Shelf
from reports.app.tabs import Work, read_form, tab_layout, tell_address, tell_busy
from reports.app.take import Source, take_panel, take_server

NAME = "design"


def design_panel(state: State) -> Tag:
    """Return the form, and where its answer goes."""
    keep = ui.input_action_button("design_keep", "Use it in a release", class_="btn-sm")
    return tab_layout(
        NAME,
        form(NAME, DESIGN, state),
        TagList(ui.output_ui("design_answer"), take_panel(NAME), keep),
    )


def design_server(
    session: Session, kitchen: Kitchen, shelf: Shelf, use: Callable[[Kept], str]
) -> None:
    """Answer the form, again with each change of it; ``use`` takes a table into the release."""
    work = Work(session, kitchen)

    @reactive.calc
    def state() -> dict[str, str]:
        return read_form(session.input, NAME, DESIGN)

    @reactive.effect
    def _ask() -> None:
        if session.input.tab() == NAME and work.ask((design_steps(state()), {})):
            taken.forget()

    @session.output(id="design_answer")
    @render.ui
    def _answer() -> TagList | None:
        answer = work.last()
        return None if answer is None else shown_answer(NAME, answer, AUDIT, "The designed table")

    def source() -> Source | None:
        answer = work.last()
        if answer is None or not answer.has(TABLE):
            return None
        files = (TABLE, PROOF) if answer.has(PROOF) else (TABLE,)
        return TABLE, {name: answer.folder / name for name in files}

    def certify(file: str) -> tuple[str, ...]:
        answer = work.last()
        promise = {name: state()[name] for name in ("epsilon", "delta")}
        return certify_step(file, promise, answer is not None and answer.has(PROOF))

    @reactive.effect
    @reactive.event(session.input.design_keep)
    def _keep() -> None:
        answer = work.last()
        if answer is None or not answer.has(TABLE):
            ui.notification_show("There is no table yet.", type="warning")
            return
        made = shelf.keep(f"D{state()['D']}-{TABLE}", (answer.folder / TABLE).read_bytes())
        ui.notification_show(use(made))

    taken = take_server(NAME, session, kitchen, source, certify)
    tell_busy(NAME, session, (work, taken))
    tell_address(session, NAME, lambda: address_of(NAME, DESIGN, state()))
