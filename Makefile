# Every target sets up what it needs: only Python 3.11 or newer and make must be there.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# What the command itself needs, what the tests need too, and what engines and languages need beside.
READY  := $(VENV)/.ready
TESTED := $(VENV)/.tested
ENGINES := $(VENV)/.engines
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCKER := build/lock
COMPILE := $(LOCKER)/bin/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --strip-extras --no-annotate
EXTRAS_RUN := --extra apply --extra cvc5 --build-deps-for editable
EXTRAS_TEST := --extra apply --extra cvc5 --extra app --extra test --extra peers --extra xlsx
define LOCK
{ echo "# Every dependency with its exact version and the hashes of all its files."; \
	  echo "# Written by \`make lock\` (Python 3.11, the oldest supported); do not edit."; \
	  cat $(1); } > $(2)
endef

OUTPUT := build/certified
# What the site holds: the pages, and what they lead to.
PAGES := $(wildcard *.md) docs $(wildcard verification/*.md) verification/certificate/schema.json \
	reports/gallery reports/papers reports/r
# What the tests need beside Python: a browser to open the reports in with a font for it, and Coq.
SYSTEM := chromium chromium-driver fonts-dejavu-core coq
# What the engines and languages need: Java for Spark, a server of Postgres, R.
SYSTEM_ENGINES := openjdk-17-jre-headless postgresql r-base-core r-cran-jsonlite

# Set in some environments: then each of the many Python processes that the tests start would
# compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help certify test test-engines gallery papers house docs coq checker claims bench fuzz mutants lock clean
# A recipe that fails leaves no half-made target behind.
.DELETE_ON_ERROR:

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*  ## /\1  /p' $(MAKEFILE_LIST) | awk '{ name = $$1; $$1 = ""; printf "make %-13s%s\n", name, $$0 }'

certify: $(READY)  ## certify the built-in design (the paper's Example 1), say where it is
	$(BIN)/ptcert certify -o $(OUTPUT)
	$(BIN)/ptcert check $(OUTPUT)/example1.certificate.json $(OUTPUT)/example1.ptable.json
	@echo "Look first at $(OUTPUT)/example1.report.html (or .pdf): page one is for whoever signs."
	@echo "Then read docs/start.md: from a file of yours to such a report, in ten minutes."

test: $(TESTED)  ## lint, check the types, run every test and doctest
	@if command -v apt-get >/dev/null; then .ci/packages $(SYSTEM); fi
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2

test-engines: $(ENGINES)  ## the engines and languages that need big packages: Spark, Postgres, R
	@if command -v apt-get >/dev/null; then .ci/packages $(SYSTEM_ENGINES); fi
	$(BIN)/python -m pytest tests/engines

gallery: $(TESTED)  ## make the reports and figures in reports/gallery anew
	$(BIN)/python -m reports.gallery

papers: $(TESTED)  ## reproduce the five papers, write their pages to reports/papers
	$(BIN)/python -m reports.papers.rinott_okeefe_shlomo_skinner.simulation
	$(BIN)/ptcert reproduce -o reports/papers --as md

house: $(TESTED)  ## draw which folder imports which, in docs/house.svg
	$(BIN)/python -m tests.house

docs: $(READY)  ## the pages of docs/ as a site in build/site, the page of commands made anew
	$(BIN)/python -m reports.command_page
	@$(PIP) install --require-hashes -r docs/constraints.txt
	@rm -rf build/pages && mkdir -p build/pages
	@tar -cf - --exclude='*.py' --exclude=__pycache__ $(PAGES) | tar -xf - -C build/pages
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "Open build/site/index.html."

coq: $(READY)  ## let Coq's kernel check the built-in design (needs coqc, installs nothing)
	@command -v coqc >/dev/null || { echo "coqc is missing: install the Debian package coq" >&2; exit 1; }
	$(BIN)/ptcert certify -o $(OUTPUT) --coq $(OUTPUT)/coq
	$(BIN)/ptcert prove $(OUTPUT)/example1.certificate.json --coq --work $(OUTPUT)/coq

checker: $(READY)  ## write the small checker as one file that needs nothing but Python
	$(BIN)/python -m reports.checker_file build/ptcert-checker.py

claims: $(READY)  ## write the schema of certificates and the page of claims from their modules
	$(BIN)/python -m reports.claims_files

bench: $(TESTED)  ## measure the speed claims, as ratios
	$(BIN)/python -m tests.bench

fuzz: $(TESTED)  ## attack checker and readers: 100,000 changes, 1,000,000 inputs twice (an hour)
	@$(PIP) install --require-hashes -r tests/fuzz/constraints.txt
	$(BIN)/python -m tests.fuzz $(or $(CHANGES),100000) $(or $(INPUTS),1000000)

mutants: $(TESTED)  ## change the checker in every small way, see that each change is noticed
	$(BIN)/python -m tests.mutants

lock:  ## write every lock anew with the newest versions that pyproject.toml allows
	$(PYTHON) -m venv $(LOCKER)
	$(LOCKER)/bin/python -m pip --disable-pip-version-check --quiet install pip-tools==7.6.2
	$(COMPILE) $(EXTRAS_RUN) --output-file build/run.txt pyproject.toml
	$(COMPILE) $(EXTRAS_TEST) --constraint build/run.txt --output-file build/test.txt pyproject.toml
	$(COMPILE) $(EXTRAS_TEST) --extra engines --constraint build/test.txt --output-file build/engines.txt pyproject.toml
	$(COMPILE) --extra docs --constraint build/test.txt --output-file build/docs.txt pyproject.toml
	$(COMPILE) --output-file build/fuzz.txt tests/fuzz/requirements.in
	$(call LOCK,build/run.txt,constraints.txt)
	$(call LOCK,build/test.txt,tests/constraints.txt)
	$(call LOCK,build/engines.txt,tests/engines/constraints.txt)
	$(call LOCK,build/docs.txt,docs/constraints.txt)
	$(call LOCK,build/fuzz.txt,tests/fuzz/constraints.txt)

clean:  ## remove the environment, the output and the caches
	rm -rf $(VENV) build dist .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): constraints.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("ptcert needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	@echo "Setting up $(VENV) (once; a minute)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --require-hashes -r constraints.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(TESTED): $(READY) tests/constraints.txt
	@echo "Adding what the tests need (once; a minute or two)"
	@$(PIP) install --require-hashes -r tests/constraints.txt
	@touch $@

$(ENGINES): $(TESTED) tests/engines/constraints.txt
	@echo "Adding the engines (once; a minute or two)"
	@$(PIP) install --require-hashes -r tests/engines/constraints.txt
	@touch $@
