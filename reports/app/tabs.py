"""What every tab does: read its form, ask, show that it is busy, and keep the last answer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from htmltools import Tag, TagList, tags
from shiny import Inputs, Session, reactive, render, ui

from reports.app.asked import Steps
from reports.app.fields import ON, SWITCH, Field
from reports.app.running import Answer, Beside, Kitchen, doing_in

Question = tuple[Steps, Beside]


def read_form(given: Inputs, prefix: str, fields: tuple[Field, ...]) -> dict[str, str]:
    """Return what a form says now; a value that no control can send is its first one."""

    def value(field: Field) -> str:
        found: Any = given[f"{prefix}_{field.name}"]()
        if field.kind == SWITCH:
            return ON if found else ""
        return field.taken(str(found))

    return {field.name: value(field) for field in fields}


def tab_layout(name: str, controls: TagList, answer: TagList) -> Tag:
    """Return a form with its answer beside it, and the line that says what is going on."""
    busy = tags.div(
        tags.span(ui.output_text(f"{name}_busy", inline=True), role="status"),
        ui.input_action_button(f"{name}_cancel", "Cancel", class_="btn-sm"),
        class_="busy",
    )
    return tags.div(
        tags.section(controls, class_="form", aria_label="Question"),
        tags.section(busy, answer, aria_label="Answer"),
        class_="asking",
    )


class Work:
    """Answers of one kind: a new question ends the old one; the last answer stays to be seen."""

    def __init__(self, session: Session, kitchen: Kitchen) -> None:
        self.last: reactive.Value[Answer | None] = reactive.Value(None)
        self.cancelled = reactive.Value(False)
        self._asked: Question | None = None
        self._folder = Path()

        @reactive.extended_task
        async def task(steps: Steps, beside: Beside) -> Answer:
            self._folder = kitchen.new_folder()
            return await kitchen.answer(self._folder, steps, beside)

        self._task = task
        session.on_ended(task.cancel)

        @reactive.effect
        def _keep() -> None:
            if task.status() == "success":
                self.last.set(task.result())

    def ask(self, question: Question) -> bool:
        """Put a question in place of the one that is being answered, unless it is the same."""
        if question == self._asked:
            return False
        self._end(question)
        self._task.invoke(*question)
        return True

    def cancel(self) -> None:
        """End what is being done, because somebody said so."""
        if self.busy:
            self._end(None)
            self.cancelled.set(True)

    def forget(self) -> None:
        """Show no answer any more: it was to another question."""
        self._end(None)
        self.last.set(None)

    def _end(self, asked: Question | None) -> None:
        self._asked = asked
        self._task.cancel()
        self.cancelled.set(False)

    @property
    def busy(self) -> bool:
        """Whether a question is being answered, or waits for the end of the one before."""
        status = self._task.status()
        return status == "running" or (status == "cancelled" and self._asked is not None)

    @property
    def failed(self) -> bool:
        """Whether no process could be started."""
        return self._task.status() == "error"

    @property
    def doing(self) -> str:
        """What it is busy with, in the words of the command."""
        return doing_in(self._folder)


def tell_busy(name: str, session: Session, works: tuple[Work, ...]) -> None:
    """Show what is being done, and let it be cancelled."""

    @session.output(id=f"{name}_busy")
    @render.text
    def _busy() -> str:
        running = [work.doing for work in works if work.busy]
        if running:
            reactive.invalidate_later(0.4)
            return f"Working … {running[-1]}"
        if any(work.failed for work in works):
            return "The system refused: there may be no room for more files or processes."
        return "Cancelled." if any(work.cancelled() for work in works) else "Ready."

    @reactive.effect
    @reactive.event(session.input[f"{name}_cancel"])
    def _cancel() -> None:
        for work in works:
            work.cancel()


def tell_address(session: Session, name: str, address: Callable[[], str]) -> None:
    """Keep the state of the tab that is looked at in the address of the page."""

    @reactive.effect
    async def _tell() -> None:
        if session.input.tab() == name:
            await session.send_custom_message("address", {"query": address()})
