"""The page: three tabs, each a form and its answer."""

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
from reports.app.store import Store

_ASSETS = Path(__file__).with_name("assets")
TABS = ("design", "audit", "release")


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
                        release_panel(state_of(PLAN_FIELDS, given("release")), store),
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
        design_server(session, kitchen, store)
        audit_server(session, kitchen, store, given.get("files", [""])[0])
        release_server(session, kitchen, store)

    return App(shown, server, static_assets={"/": _ASSETS})
