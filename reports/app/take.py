"""What can be taken away from a table: its certificate with the report, and other formats."""

from collections.abc import Callable

from htmltools import Tag, TagList, tags
from shiny import Session, reactive, render, ui

from exact.formats.registry import FORMATS
from reports.app.asked import CERTIFIED, convert_step
from reports.app.running import Beside, Kitchen
from reports.app.shown import downloads
from reports.app.tabs import Work

# The suffix that a format's files have; the others are text in columns.
_SUFFIXES = {"native": ".ptable.json", "cellkey-json": ".json", "cellkey-yaml": ".yaml"}
_WRITTEN = {known.name: known.name for known in FORMATS if known.writer}

Source = tuple[str, Beside]


def take_panel(name: str) -> TagList:
    """Return the buttons, and the place for what they make."""
    return TagList(
        tags.h2("To take away", class_="h6 mt-3"),
        tags.div(
            ui.input_action_button(f"{name}_certify", "Certificate and report"),
            ui.input_select(f"{name}_format", "As format", _WRITTEN, width="12rem"),
            ui.input_action_button(f"{name}_convert", "Converted table"),
            class_="row-of-buttons",
        ),
        ui.output_ui(f"{name}_taken"),
    )


def take_server(
    name: str,
    session: Session,
    kitchen: Kitchen,
    source: Callable[[], Source | None],
    certify: Callable[[str], tuple[str, ...]],
) -> Work:
    """Make what a button asks for, from the file that ``source`` names."""
    given, work = session.input, Work(session, kitchen)

    def ask(step: Callable[[str], tuple[str, ...]]) -> None:
        found = source()
        if found is None:
            ui.notification_show("There is no table yet.", type="warning")
        else:
            work.ask(((step(found[0]),), found[1]))

    @reactive.effect
    @reactive.event(given[f"{name}_certify"])
    def _certify() -> None:
        ask(certify)

    @reactive.effect
    @reactive.event(given[f"{name}_convert"])
    def _convert() -> None:
        to = given[f"{name}_format"]()
        ask(lambda file: convert_step(file, to, converted_name(file, to)))

    @session.output(id=f"{name}_taken")
    @render.ui
    def _taken() -> Tag | None:
        answer = work.last()
        if answer is None:
            return None
        step = answer.steps[-1]
        if step[0] == "certify":
            return downloads(answer, answer.files(CERTIFIED))
        return downloads(answer, (step[2],) if answer.has(step[2]) else ())

    return work


def converted_name(file: str, to: str) -> str:
    """Return what the file in another format is called.

    >>> converted_name("table.ptable.json", "r-ptable")
    'table-r-ptable.csv'
    """
    return f"{file.split('.', maxsplit=1)[0]}-{to}{_SUFFIXES.get(to, '.csv')}"
