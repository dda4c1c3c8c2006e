"""``ptcert app``: a local page for the same questions."""

import argparse
from importlib.util import find_spec

from exact.errors import InputError
from exact.numbers.guard import integer

_LAST_PORT = 65535
# What the commands of the page import when they run: loaded once, so that no answer waits for it.
_USED = (
    "exact.complete.of_table",
    "exact.formats.readers.native",
    "exact.laws.named.maxent",
    "exact.numbers.arb_floor",
    "flint",
    "highspy",
    "reports.arguments.complete",
    "reports.arguments.tables",
    "reports.commands.audit",
    "reports.commands.complete_design",
    "reports.commands.design",
    "reports.commands.release",
    "reports.content.audit_pictures",
    "reports.content.publish",
    "reports.proposals.highs",
)


def run(options: argparse.Namespace) -> int:
    """Serve the page until it is interrupted."""
    port = integer(options.port, "port", 0, _LAST_PORT)
    if find_spec("shiny") is None:
        rule = "needs Shiny, which is not installed"
        raise InputError("app", "", rule, 'install the extra: pip install "ptcert[app]"')
    from reports.app.serving import serve

    serve(port, not options.no_browser, options.main, _USED)
    return 0
