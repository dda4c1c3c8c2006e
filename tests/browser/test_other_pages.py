"""Comparisons, pages of papers, kernel-checked and failing reports: sound in a browser too."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from exact.attacks.on_table.all_attacks import attacked
from exact.attacks.on_table.asked import SUM, Asked, partition_of
from exact.numbers.epsilon import Epsilon
from exact.release.asking import Question, answer_plan
from exact.release.cells import ReleasedTable
from exact.release.plan import Plan, PlannedTable, Source
from reports.certificates.files import read_subject
from reports.content.attacks.page import attack_page
from reports.content.candidate import Candidate
from reports.content.comparison import comparison
from reports.content.release import release_document
from reports.content.report import report
from reports.document.blocks import Document
from reports.document.html import to_html
from reports.gallery.tables import never_negative, same_law
from reports.papers.page import page as paper_page
from reports.papers.papers import paper
from tests.browser.test_access import SHORTEN, UNFOLD, violations
from tests.browser.test_opening import watched
from tests.certificate.making import small_certificates, written
from verification.certificate.file import certificate_text, read_certificate
from verification.certificate.theorem import theorem_source, with_kernel
from verification.kernel.answer import KernelAnswer
from verification.kernel.source import statement_of

WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def compared() -> Document:
    """Return the comparison of one law in two key spaces with a table of many rows."""
    tables = {"2^8": same_law(8), "2^16": same_law(16), "never negative": never_negative()}
    candidates = tuple(Candidate(name, table) for name, table in tables.items())
    return comparison(candidates, (Epsilon(value=Fraction(1, 2)),))


def of_a_paper() -> Document:
    """Return the page of a paper with many drawings."""
    found = paper("sadeghi-chien")
    return paper_page(found, found.parts())


def failing() -> Document:
    """Return the report of a certificate with claims that do not hold."""
    return report(read_subject("failing", written(small_certificates()["failing"])))


def kernel_checked() -> Document:
    """Return the report of a certificate that says what Coq's kernel accepted."""
    made = read_certificate(written(small_certificates()["law"]))
    source = theorem_source(made)
    axioms = ("ClassicalDedekindReals.sig_forall_dec",)
    answer = KernelAnswer("8.16.1", statement_of(source), axioms, True, "accepted")
    text = certificate_text(with_kernel(made, answer, source))
    return report(read_subject("kernel", text.encode()))


def released() -> Document:
    """Return the report of a release of two small tables that share a margin."""
    table = same_law(8)
    both = (frozenset({"sex", "age"}), (frozenset({"age"}),)), (frozenset({"region", "age"}), ())
    tables = tuple(
        ReleasedTable(PlannedTable(f"<table {i}>", Source("ptable", "t"), of, margins), table)
        for i, (of, margins) in enumerate(both)
    )
    plan = Plan("independent", tuple(one.planned for one in tables))
    asked = Question((Epsilon(value=Fraction(1)),), (Fraction(1, 2),))
    answer = answer_plan(plan, tables, asked, lambda items, _: items)
    return release_document(answer, "a release")


def attacked_table() -> Document:
    """Return the page on all attacks on a table of 256 keys that add."""
    asked = Asked(same_law(8), partition_of(same_law(8), None, None, None), SUM)
    return attack_page("<table>", asked, attacked(asked, None, None))


PAGES = [compared, of_a_paper, failing, kernel_checked, released, attacked_table]


@pytest.mark.parametrize("make", PAGES)
def test_the_page_is_sound(
    make: Callable[[], Document], context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    """No complaint, no request, no rule of axe broken, and a phone need not scroll sideways."""
    path = tmp_path / "page.html"
    path.write_text(to_html(make()), encoding="utf-8")
    page = context(viewport={"width": 360, "height": 800}, reduced_motion="reduce").new_page()
    complaints, requests = watched(page)
    page.goto(path.as_uri())
    page.evaluate(UNFOLD)
    assert not page.evaluate(WIDE)
    page.evaluate(SHORTEN)
    assert violations(page, {}) == []
    assert complaints == []
    assert requests == [path.as_uri()]


# Tables of a page that reach out of their region: what stands at the right would not be seen.
CUT = """() => [...document.querySelectorAll(".scroll")]
  .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map(each => each.textContent.trim().slice(0, 60))"""


@pytest.mark.parametrize("name", ["bach", "shlomo-krenzke-li"])
def test_the_labels_of_what_differs_from_a_paper_are_in_sight(
    name: str, context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    """At 1400 pixels and at 390 no column is pushed out, so each remark's label is seen."""
    found = paper(name)
    path = tmp_path / "paper.html"
    path.write_text(to_html(paper_page(found, found.parts())), encoding="utf-8")
    page = context(viewport={"width": 1400, "height": 1000}).new_page()
    page.goto(path.as_uri())
    assert page.locator(".status:visible").count() > 10
    assert page.evaluate(CUT) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(CUT) == []
