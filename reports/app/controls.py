"""The controls of a form, each with its label: what a browser brings itself wherever it can."""

from htmltools import Tag, TagList, tags
from shiny import ui

from reports.app.fields import CHOICE, ON, RANGE, SWITCH, Field, State


def form(prefix: str, fields: tuple[Field, ...], state: State) -> TagList:
    """Return the controls of a form, filled with what the address said."""
    return TagList(
        *(control(f"{prefix}_{field.name}", field, state[field.name]) for field in fields)
    )


def control(name: str, field: Field, value: str) -> TagList:
    """Return one control and the words that help with it."""
    made = _MAKERS.get(field.kind, _text)(name, field, value)
    return TagList(made, tags.p(field.help, class_="help") if field.help else None)


def _text(name: str, field: Field, value: str) -> Tag:
    return ui.input_text(name, field.label, value)


def _choice(name: str, field: Field, value: str) -> Tag:
    return ui.input_select(name, field.label, dict(field.choices), selected=value)


def _switch(name: str, field: Field, value: str) -> Tag:
    return ui.input_checkbox(name, field.label, value == ON)


def _range(name: str, field: Field, value: str) -> Tag:
    shown = tags.output(value, id=f"{name}-value", for_=name)
    slider = tags.input(
        id=name,
        class_="ptcert-range form-range",
        type="range",
        min=str(field.least),
        max=str(field.most),
        value=value,
    )
    words = tags.label(field.label, ": ", shown, for_=name, class_="control-label")
    return tags.div(words, slider, class_="shiny-input-container")


_MAKERS = {CHOICE: _choice, SWITCH: _switch, RANGE: _range}
