"""A document as a PDF for the archive and for the hand that signs it.

The file is PDF/A-3a (ISO 19005-3: it needs nothing but itself, its text can be read out, and the
numbers that are too long for paper go with it as CSV files) and PDF/UA-1 (ISO 14289-1: tagged for
screen readers). It is set in the typefaces that come with the
typesetter, whatever is installed on the machine.
"""

import json
import os
import re
from pathlib import Path

from exact.errors import InputError
from reports.document.blocks import Document
from reports.document.typeset import typeset

_TEMPLATE = Path(__file__).with_name("report.typ")
# The end of the year 9999, the last that a PDF can write.
_LAST_SECOND = 253_402_300_799


def to_pdf(document: Document) -> bytes:
    """Return the document as PDF; the same document and date give the same bytes.

    A PDF/A must carry a date. It is that of SOURCE_DATE_EPOCH (seconds since 1970, the convention
    of reproducible builds) where it is set, and else the time of the run. It is in the file's
    metadata only: no page shows it.
    """
    import typst

    return typst.compile(
        _TEMPLATE,
        root=_TEMPLATE.parent,
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=["a-3a", "ua-1"],
        sys_inputs={"document": json.dumps(typeset(document), ensure_ascii=False)},
        timestamp=_declared_date(),
    )


def _declared_date() -> int | None:
    declared = os.environ.get("SOURCE_DATE_EPOCH")
    if declared is None:
        return None
    if not re.fullmatch("[0-9]{1,12}", declared) or int(declared) > _LAST_SECOND:
        rule = f"is no number of seconds from 0 to {_LAST_SECOND}"
        raise InputError("SOURCE_DATE_EPOCH", declared, rule, "see `date +%s`")
    return int(declared)
