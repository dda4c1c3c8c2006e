"""The local page against importing matplotlib: to its first use, and to a slider's answer.

A browser that is open already visits it, as a user's would.
"""

from collections.abc import Iterator

from playwright.sync_api import Page, sync_playwright

from tests.bench.claim import Claim, ms
from tests.bench.processes import import_matplotlib
from tests.bench.timing import best_times
from tests.browser.app_server import served
from tests.browser.chromium import ARGUMENTS, chromium

MOST_FOR_START, MOST_FOR_MOVE = 3.0, 1.0
REPETITIONS = 5
_SLOW = 120_000
# Shiny has connected and bound the form: what is typed now is answered.
_INTERACTIVE = "() => window.Shiny?.shinyapp?.isConnected() && document.querySelector('#design_D')"
_PICTURES = """before => {
  const frame = document.querySelector("#design_answer iframe.frame");
  return frame !== null && frame.src !== before && frame.dataset.shown === "yes";
}"""
_WATCH = """() => document.addEventListener("load", event => {
  if (event.target.matches?.("iframe.frame")) event.target.dataset.shown = "yes";
}, true)"""


def app_claims() -> Iterator[Claim]:
    """From the command to the page that can be used, and from a slider's move to the picture."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        page = browser.new_page()
        page.set_default_timeout(_SLOW)

        def start() -> None:
            with served() as address:
                page.goto(address)
                page.wait_for_function(_INTERACTIVE)

        opened, matplotlib = best_times((start, import_matplotlib), REPETITIONS)
        yield _claim("ptcert app: to the page that can be used", opened, matplotlib, MOST_FOR_START)
        with served() as address:
            page.goto(f"{address}?tab=design&D=5&variance=2")
            page.evaluate(_WATCH)
            _moved(page, "")
            steps = iter(["ArrowRight", "ArrowLeft"] * REPETITIONS)

            def move() -> None:
                before = page.locator("#design_answer iframe.frame").get_attribute("src")
                page.get_by_label("Largest noise D").press(next(steps))
                _moved(page, page.evaluate("path => new URL(path, location).href", before))

            moved, matplotlib = best_times((move, import_matplotlib), REPETITIONS)
            yield _claim(
                "ptcert app: a slider's move to the picture", moved, matplotlib, MOST_FOR_MOVE
            )
        browser.close()


def _moved(page: Page, before: str) -> None:
    """Wait for a picture of another answer."""
    page.wait_for_function(_PICTURES, arg=before)


def _claim(name: str, own: float, matplotlib: float, most: float) -> Claim:
    ratio = f"{own / matplotlib:.2f} ({ms(own)} / {ms(matplotlib)})"
    return Claim(f"{name} / import matplotlib", ratio, f"< {most:g}", own < most * matplotlib)
