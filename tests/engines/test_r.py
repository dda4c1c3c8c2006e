"""The functions for R, run by R itself (Debian's r-base-core and r-cran-jsonlite)."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.house_rules import ROOT

PTCERT = Path(sys.executable).with_name("ptcert")
SCRIPT = """
options(ptcert = "{ptcert}")
source("reports/r/ptcert.R")
table <- read.csv("docs/data/D4V2js1.csv")
audit <- ptcert_audit(table, epsilon = "1", delta = "1/50", holes = "1..1")
stopifnot(audit$verdict == "fails", "DELTA" %in% audit$findings$code)
stopifnot(is.data.frame(audit$rows), nrow(audit$rows) == 7)
setClass("ptable", slots = c(pTable = "data.frame"))
same <- ptcert_audit(new("ptable", pTable = table), epsilon = "1", delta = "1/50", holes = "1..1")
stopifnot(identical(same$findings$code, audit$findings$code))
better <- ptcert_design(D = 4, variance = 2, epsilon = "1", holes = "1..1", zero = "row",
  first_pair = "include")
stopifnot(identical(names(better)[1:6], ptcert_columns), all(tapply(better$p, better$i, sum) == 1))
made <- ptcert_certify(better, "{folder}", holes = "1..1", epsilon = "1", delta = "1/50")
stopifnot(file.exists(file.path("{folder}", "table.certificate.json")))
refused <- try(ptcert_audit(table, epsilon = 0.5), silent = TRUE)
stopifnot(inherits(refused, "try-error"), grepl("not exact", refused))
refused <- try(ptcert_audit(table, epsilon = "x"), silent = TRUE)
stopifnot(inherits(refused, "try-error"), grepl("ptcert audit: epsilon", refused))
refused <- try(ptcert_audit(data.frame(i = 1)), silent = TRUE)
stopifnot(grepl("no column j", refused))
cat("all as it should be\n")
"""


def test_r_audits_designs_and_certifies(tmp_path: Path) -> None:
    """Every function of the file, on a data frame and on an S4 object, and what it refuses."""
    rscript = shutil.which("Rscript")
    assert rscript is not None, "install r-base-core and r-cran-jsonlite (Debian's packages)"
    program = SCRIPT.replace("{ptcert}", str(PTCERT)).replace("{folder}", str(tmp_path / "release"))
    run = subprocess.run(
        [rscript, "--vanilla", "-e", program], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert "all as it should be" in run.stdout, run.stderr
    certificate = tmp_path / "release" / "table.certificate.json"
    check = subprocess.run([str(PTCERT), "check", str(certificate)], check=False)
    assert check.returncode == 0
