"""The page: three tabs, each a form and its answer."""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qs

from htmltools import Tag, tags
from shiny import App, Inputs, Outputs, Session, reactive, ui
from starlette.requests import Request

from reports.app.asked import DESIGN, PLAN_FIELDS, READING
from reports.app.audit_tab import audit_panel, audit_server
from reports.app.design_tab import design_panel, design_server
from reports.app.fields import state_of
from reports.app.release_tab import release_panel, release_server
from reports.app.running import Kitchen
from reports.app.store import Shelf, Store

_ASSETS = Path(__file__).with_name("assets")
TABS = ("design", "audit", "release")
FILES = tuple(field.name for field in PLAN_FIELDS if field.name.startswith("file"))


def page(store: Store, kitchen: Kitchen) -> App:
    """Return the application that Shiny serves."""

    def shown(request: Request) -> Tag:
        query = dict(request.query_params)
        tab = query["tab"] if query.get("tab") in TABS else TABS[0]

        def given(name: str) -> dict[str, str]:
            # The address is that of one tab: another has fields of the same names.
            return query if name == tab else {}

        return ui.page_fluid(
            ui.head_content(
                tags.link(rel="stylesheet", href="app.css"),
                tags.link(rel="icon", href="data:,"),
                tags.script(src="app.js", defer=""),
            ),
            tags.main(
                tags.h1("ptcert", class_="h3 mt-3"),
                tags.p("What a perturbation table does, before it is released. All exact."),
                ui.navset_underline(
                    ui.nav_panel(
                        "Design", design_panel(state_of(DESIGN, given("design"))), value="design"
                    ),
                    ui.nav_panel(
                        "Audit", audit_panel(state_of(READING, given("audit"))), value="audit"
                    ),
                    ui.nav_panel(
                        "Release",
                        _release_panel(given("release"), store),
                        value="release",
                    ),
                    id="tab",
                    selected=tab,
                ),
            ),
            title="ptcert",
            lang="en",
        )

    def server(_input: Inputs, _output: Outputs, session: Session) -> None:
        with reactive.isolate():
            given = parse_qs(session.clientdata.url_search().lstrip("?"))
        audited = tuple(filter(None, given.get("files", [""])[0].split(",")))
        shelf = Shelf(store, (*audited, *(given.get(name, [""])[0] for name in FILES)))
        use = release_server(session, kitchen, shelf)
        design_server(session, kitchen, shelf, use)
        audit_server(session, kitchen, shelf, audited)

    return App(shown, server, static_assets={"/": _ASSETS})


def _release_panel(given: Mapping[str, str], store: Store) -> Tag:
    """Return the form of a release, with the files of its address to choose from."""
    state = state_of(PLAN_FIELDS, given)
    named = (store.find(state[name]) for name in FILES)
    return release_panel(state, tuple(dict.fromkeys(kept for kept in named if kept is not None)))
