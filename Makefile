# `make site` runs the main job on the samples, `make test` all tests; both set up what they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: site test check golden bench clean

site: $(VENV)/.installed  ## Verify the samples and print the verdicts
	@$(BIN)/ristilog verify samples

test: $(VENV)/.installed-test  ## Run every test
	@$(BIN)/python -m pytest

check: $(VENV)/.installed-check  ## Lint, formatting and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

golden: $(VENV)/.installed-test  ## Write schemas and golden files anew; read the diff
	@$(BIN)/python -m tests.golden

bench: $(VENV)/.installed-test  ## Measure the verifier beside the decoding of the same bytes
	@$(BIN)/python -m bench.verify

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-test: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-check: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,check]'
	@touch $@ $(VENV)/.installed $(VENV)/.installed-test

clean:  ## Remove what was made
	rm -rf $(VENV) build dist
