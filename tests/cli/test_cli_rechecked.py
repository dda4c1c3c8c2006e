"""What is certified has been accepted by the checker before it is written or handed out."""

from pathlib import Path

import pytest

import ptcert
from reports.certificates import certify
from tests.cli.running import Run, check_one_line
from verification.certificate.certificate import Certificate
from verification.certificate.file import certificate_text

LAW = ("--law", "laplace", "--epsilon", "1", "--m", "3", "--keysize", "2^16")


def wrong_text(made: Certificate) -> str:
    """Return a certificate whose writer took a wrong number for the largest bias of a row."""
    text = certificate_text(made)
    assert '"bias": "' in text
    return text.replace('"bias": "', '"bias": "1')


@pytest.fixture(params=[0, 1 << 30], ids=["beside", "here"])
def worth(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the checker run in a process of its own, or in this one."""
    monkeypatch.setattr(certify, "_WORTH_A_PROCESS", request.param)


@pytest.mark.usefixtures("worth")
def test_a_certificate_that_the_checker_refuses_is_not_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undecided, in one line that names the claim; neither a certificate nor a report is there."""
    monkeypatch.setattr(certify, "certificate_text", wrong_text)
    made = run("certify", *LAW, "--solver", "z3", "--as", "md", "-o", str(tmp_path / "out"))
    assert made.status == 3
    check_one_line(made, "the checker does not accept the certificate", "moments")
    assert list(tmp_path.iterdir()) == []


def test_the_front_door_hands_out_nothing_that_the_checker_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It raises, with the same words."""
    table = ptcert.design(1, law="laplace", m=3, keysize="2^16").table
    assert ptcert.certify(table, 1, solvers=["z3"]).verdict == "measured"
    monkeypatch.setattr(certify, "certificate_text", wrong_text)
    with pytest.raises(ptcert.Undecided, match="the checker does not accept the certificate"):
        ptcert.certify(table, 1, solvers=["z3"])
