"""The local page: each flow from a question to a certificate that the checker accepts."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.app_server import PTCERT, served
from tests.browser.test_access import violations

CHECKER = Path(__file__).parents[2] / "verification" / "checker.py"
SLOW = 120_000  # milliseconds, on a machine with much else to do
SMALL = "tab=design&D=2&variance=1&holes=1..1"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Return the address of a page that is served."""
    with served() as found:
        yield found


@pytest.fixture(scope="module")
def r_tables(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return two tables as files of R ptable."""
    folder = tmp_path_factory.mktemp("tables")

    def ptcert(*words: str) -> None:
        subprocess.run([str(PTCERT), *words], cwd=folder, check=True, capture_output=True)

    for D in ("2", "3"):
        shape = ("--D", D, "--variance", "1", "--keysize", "2^6", "--epsilon", "1")
        ptcert("design", "--complete", *shape, "--leaves", "1", "-o", "made.json")
        ptcert("convert", "made.json", f"D{D}.csv", "--to", "r-ptable")
    return [folder / "D2.csv", folder / "D3.csv"]


@pytest.fixture
def opened(address: str, context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Return a function that opens the page with a state in its address."""

    def at(query: str, **options: object) -> Page:
        page = context(**options).new_page()
        page.set_default_timeout(SLOW)
        page.goto(f"{address}?{query}")
        return page

    return at


def answered(page: Page, tab: str) -> str:
    """Wait for the answer of a tab; return the command lines that gave it."""
    expect(page.locator(f"#{tab}_busy")).to_have_text("Ready.", timeout=SLOW)
    return page.locator(f"#{tab}-command").inner_text()


def taken(page: Page, link: str, folder: Path) -> Path:
    """Download what a link leads to."""
    with page.expect_download(timeout=SLOW) as download:
        page.get_by_role("link", name=link, exact=True).click()
    path = folder / Path(link).name
    download.value.save_as(path)
    return path


def test_a_design_becomes_a_certificate_that_the_checker_accepts(
    opened: Callable[..., Page], tmp_path: Path
) -> None:
    """From the form to the downloaded file, and the frame shows the audit of the table."""
    page = opened(SMALL)
    assert "--D 2 --variance=1" in answered(page, "design")
    frame = page.frame_locator("iframe.frame")
    expect(frame.get_by_role("heading", name="Audit of table.ptable.json")).to_be_visible()
    assert frame.locator("svg").count() >= 3
    page.locator("#design_certify").click()
    certificate = taken(page, "certified/table.certificate.json", tmp_path)
    run = subprocess.run([sys.executable, "-I", "-S", str(CHECKER), str(certificate)], check=False)
    assert run.returncode == 0
    assert taken(page, "certified/table.report.pdf", tmp_path).read_bytes().startswith(b"%PDF")


def test_a_slider_moved_by_keyboard_changes_answer_and_address(opened: Callable[..., Page]) -> None:
    """The arrow key moves the slider; the command follows, and a reload shows the same."""
    page = opened(SMALL)
    answered(page, "design")
    expect(page.locator("#design_cancel")).to_be_hidden()
    expect(page.locator("#audit_holes")).to_have_value("")
    page.get_by_label("Largest noise D").press("ArrowRight")
    expect(page.locator("#design-command")).to_contain_text("--D 3", timeout=SLOW)
    answered(page, "design")
    assert parse_qs(urlsplit(page.url).query)["D"] == ["3"]
    page.reload()
    assert "--D 3 --variance=1" in answered(page, "design")


def test_page_and_command_line_give_the_same_bytes(
    opened: Callable[..., Page], tmp_path: Path
) -> None:
    """The commands that the page shows write the very files that the page shows."""
    page = opened(SMALL)
    lines = answered(page, "design").splitlines()
    for line in lines:
        words = line.replace("'", "").split()
        subprocess.run([str(PTCERT), *words[1:]], cwd=tmp_path, check=True, capture_output=True)
    shown = page.get_by_role("link", name="Download it").get_attribute("href")
    own = page.request.get(f"{page.url.split('?')[0]}{shown}")
    assert own.body() == (tmp_path / "audit.html").read_bytes()


def test_a_dropped_file_is_audited_certified_and_converted(
    opened: Callable[..., Page], r_tables: list[Path], tmp_path: Path
) -> None:
    """A table as R ptable writes it: its audit, its certificate, and the converted one."""
    page, table = opened("tab=audit"), r_tables[0]
    page.locator("#audit_files").set_input_files(table)
    expect(page.locator("#audit-command")).to_contain_text(table.name, timeout=SLOW)
    answered(page, "audit")
    expect(page.frame_locator("iframe.frame").get_by_text("Read as: r-ptable")).to_be_visible()
    page.locator("#audit_certify").click()
    certificate = taken(page, "certified/D2.certificate.json", tmp_path)
    run = subprocess.run([str(PTCERT), "check", str(certificate), str(table)], check=False)
    assert run.returncode == 0
    page.locator("#audit_format").select_option("native")
    page.locator("#audit_convert").click()
    native = taken(page, "D2-native.ptable.json", tmp_path)
    run = subprocess.run([str(PTCERT), "compare", str(native), str(table)], check=False)
    assert run.returncode == 0
    assert json.loads(certificate.read_text(encoding="utf-8"))["input"]["format"] == "r-ptable"
    page.reload()
    assert table.name in answered(page, "audit")


def test_several_files_are_compared_and_planned(
    opened: Callable[..., Page], r_tables: list[Path], tmp_path: Path
) -> None:
    """Two tables side by side; then a release of ten cells with one of them, certified."""
    page = opened("tab=audit")
    page.locator("#audit_files").set_input_files(r_tables)
    expect(page.locator("#audit-command")).to_contain_text("ptcert report", timeout=SLOW)
    page.get_by_role("tab", name="Release").click()
    expect(page.locator("#release-command")).to_contain_text("ptcert release", timeout=SLOW)
    answered(page, "release")
    headings = page.locator("#release_answer").frame_locator("iframe.frame").get_by_role("heading")
    expect(headings.first).to_be_visible()
    assert "keys = " in (page.locator("#release_plan pre").text_content() or "")
    page.locator("#release_certify").click()
    certificate = taken(page, "release.certificate.json", tmp_path)
    run = subprocess.run([sys.executable, "-I", "-S", str(CHECKER), str(certificate)], check=False)
    assert run.returncode == 0
    claims = json.loads(certificate.read_text(encoding="utf-8"))["claims"]
    assert "composition" in json.dumps(claims)
    assert taken(page, "release.pdf", tmp_path).read_bytes().startswith(b"%PDF")


def test_long_work_is_cancelled_and_the_page_stays_usable(opened: Callable[..., Page]) -> None:
    """The search for a proof takes long; cancelled, another question is answered."""
    page = opened("tab=design&D=8&variance=6&epsilon=1/2&proof=on&keysize=2^10")
    expect(page.locator("#design_busy")).to_contain_text("Working", timeout=SLOW)
    expect(page.locator("#design_cancel")).to_be_visible()
    page.locator("#design_cancel").click()
    expect(page.locator("#design_busy")).to_have_text("Cancelled.", timeout=SLOW)
    page.get_by_label("Search a proof that it is the best").uncheck()
    page.get_by_label("Largest variance V").fill("1")
    expect(page.locator("#design-command")).to_contain_text("--variance=1", timeout=SLOW)
    assert "--variance=1 " in answered(page, "design")


def test_bad_input_is_the_command_s_own_line(opened: Callable[..., Page]) -> None:
    """What the command complains of is shown, and nothing else."""
    page = opened("tab=design&epsilon=x")
    answered(page, "design")
    assert page.locator(".complaint").inner_text().startswith("ptcert design: epsilon")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_a_phone_cuts_nothing(
    opened: Callable[..., Page], scheme: str
) -> None:
    """Every tab keeps axe's rules at 390 pixels, and nothing is wider than the screen."""
    page = opened(SMALL, color_scheme=scheme, viewport={"width": 390, "height": 844})
    answered(page, "design")
    for tab in ("Design", "Audit", "Release"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(500)
        assert violations(page, {"iframes": False}) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def names_offered(page: Page, table: int = 1) -> list[str]:
    """Return the files that a table of a release can have."""
    return page.locator(f"#release_file{table} option").all_inner_texts()


def test_one_browser_sees_no_file_of_another(
    opened: Callable[..., Page], r_tables: list[Path], tmp_path: Path
) -> None:
    """Nor does a file have the name that equal bytes came with elsewhere."""
    first, second = opened("tab=audit"), opened("tab=audit")
    first.locator("#audit_files").set_input_files(r_tables[0])
    expect(first.locator("#audit-command")).to_contain_text("D2.csv", timeout=SLOW)
    census = tmp_path / "census.csv"
    census.write_bytes(r_tables[0].read_bytes())
    second.locator("#audit_files").set_input_files(census)
    expect(second.locator("#audit-command")).to_contain_text("census.csv", timeout=SLOW)
    assert "D2.csv" not in answered(second, "audit")
    other = opened("tab=release")
    for page, offered in ((first, ["D2.csv"]), (second, ["census.csv"]), (other, [])):
        page.get_by_role("tab", name="Release").click()
        expect(page.locator("#release_file1 option")).to_have_count(1 + len(offered))
        assert names_offered(page) == ["no file yet", *offered]
    second.get_by_role("tab", name="Audit").click()
    expect(second).to_have_url(re.compile("tab=audit"))
    second.reload()
    assert "census.csv" in answered(second, "audit")


def test_the_table_that_is_taken_into_a_release_is_the_one_that_was_made(
    opened: Callable[..., Page], r_tables: list[Path]
) -> None:
    """Also where a file was chosen before, and where the same table was made before."""
    page = opened("tab=release")
    page.locator("#release_files").set_input_files(r_tables[0])
    chosen = page.locator("#release_file1 option:checked")
    expect(chosen).to_have_text("D2.csv", timeout=SLOW)
    page.get_by_role("tab", name="Design").click()
    for D in ("2", "3", "2"):
        page.locator("#design_D").fill(D)
        expect(page.locator("#design-command")).to_contain_text(f"--D {D}", timeout=SLOW)
        answered(page, "design")
        page.locator("#design_keep").click()
        said = f"Table 1 of the release uses D{D}-table.ptable.json now."
        expect(page.get_by_text(said).first).to_be_visible()
        expect(chosen).to_have_text(f"D{D}-table.ptable.json")
        assert chosen.count() == 1
