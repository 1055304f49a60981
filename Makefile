# Everything runs in .venv, which these targets make themselves from Python 3.11 and pip.
# Three stamps, so that the demo need not wait for torch, nor the tests for the benchmark's peers.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
JOBS ?= 2
SUITES ?= tests/checking tests/spec tests/parsing tests/extracting tests/evaluating tests/resolving tests/properties
COUNT ?= 20000
BENCHES := verify_claims peers speed grammar seeds corpus slips backprop by_hand sound carried restyled marked short \
	attending working identities recurrences modules generating

.PHONY: demo test lint format bench fuzz compiled compiled-build compiled-check test-compiled clean

demo: .venv/core.stamp compiled
	@$(BIN)/workings check examples/homework.md || test $$? -eq 1

test: .venv/dev.stamp
	$(BIN)/python -m pytest -n $(JOBS)

lint: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/bench.stamp compiled
	@for program in $(BENCHES); do echo "== $$program"; $(BIN)/python bench/$$program.py || exit 1; done

fuzz: .venv/dev.stamp
	$(BIN)/python bench/fuzz.py --count $(COUNT) --jobs $(JOBS)

compiled: .venv/core.stamp # start-up is measured, and where Python may not write bytecode it would compile each time
	@$(BIN)/python -m compileall -q src

compiled-build: .venv/core.stamp # by mypyc into build/compiled; needs a C compiler and some minutes
	@rm -rf build/compiled
	WORKINGS_COMPILE=1 $(PIP) --no-deps --target build/compiled .

compiled-check: .venv/core.stamp # mypyc only reads what it would compile, in a minute or two
	WORKINGS_COMPILE=read $(BIN)/python -m pip wheel -q --no-deps -w build/read .

test-compiled: .venv/dev.stamp compiled-build # what is compiled is the reading and judging of documents
	$(BIN)/python -m pytest -n $(JOBS) -o pythonpath=build/compiled $(SUITES)

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/core.stamp: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) -e .
	@touch $@

.venv/dev.stamp: .venv/core.stamp
	$(PIP) -e '.[dev,torch,design]'
	@touch $@

.venv/bench.stamp: .venv/dev.stamp bench/requirements.txt
	$(PIP) -r bench/requirements.txt
	@touch $@

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
