# Every target makes the environment that it needs; only Python >= 3.10 and make have to be there.
#   make demo   the main job on one machine        make test   the tests
#   make check  format, lint, types, import order  make bench  the tables of the README
#   make sizes  the ten largest files, functions   make docs   the documentation as HTML

VENV   ?= .venv
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.10 python; do \
            $$p -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && echo $$p && break; done)
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test test-slow check format bench sizes docs clean
.DEFAULT_GOAL := demo

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "linkwork needs Python 3.10 or newer; none was found on PATH. Name one: make PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade pip  # the resolver of the pip that comes with Python 3.10 can search for many minutes

$(VENV)/.demo: pyproject.toml | $(BIN)/python
	$(PIP) --editable ".[plot]"
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(PIP) --editable ".[dev]"
	@touch $@ $(VENV)/.demo

$(VENV)/.docs: pyproject.toml | $(BIN)/python
	$(PIP) --editable ".[dev,docs]"
	@touch $@ $(VENV)/.dev $(VENV)/.demo

demo: $(VENV)/.demo
	@$(BIN)/linkwork demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest --numprocesses=auto --dist=worksteal

test-slow: $(VENV)/.dev
	$(BIN)/python -m pytest --numprocesses=auto --dist=worksteal -m slow

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/python -m pytest -q tests/test_layout.py

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev
	$(BIN)/python benchmarks

sizes: | $(BIN)/python
	@$(BIN)/python tools/sizes.py

docs: $(VENV)/.docs
	$(BIN)/python -m sphinx -W --keep-going -b html docs docs/_build/html

clean:
	rm -rf build dist docs/_build .pytest_cache .ruff_cache .hypothesis
