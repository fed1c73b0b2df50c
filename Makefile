# make demo | test | quick | lint | bench | bench-accuracy | sweep | docs | screenshots | requirements | clean. Needs git, make and Python 3.11 or newer; uses uv when there is one.

DEMO ?= examples/vxfs-ha-cluster
PIPTOOLS ?= pip-compile
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test quick lint bench bench-accuracy sweep docs screenshots requirements clean

help: ## what there is to make
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile

demo: $(VENV)/ready ## diagnose the main example
	$(BIN)/advisor diagnose $(DEMO)

test: $(VENV)/ready-dev ## run the tests (ARGS="-k name" for some)
	$(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)

quick: $(VENV)/ready-dev ## run the tests that your change can touch (ARGS="PATH..." for other files)
	$(BIN)/python -m tests.quick $(ARGS)

lint: $(VENV)/ready-dev ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench-accuracy: $(VENV)/ready-dev ## measure how often it is right, and write docs/accuracy.md (takes many minutes)
	$(BIN)/python -m tests.accuracy known
	$(BIN)/python -m tests.accuracy mutants
	$(BIN)/python -m tests.accuracy page

sweep: $(VENV)/ready-dev ## all that `make test` tries by samples only: some hours (nightly)
	ADVISOR_TEST_ALL=1 $(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)
	$(BIN)/python -m tests.vary_examples

bench: $(VENV)/ready-dev ## measure what is promised of speed, and append the tables to docs/performance.md (ARGS="--only long --print")
	$(BIN)/python bench/record.py $(if $(INSIGHTS),--insights $(INSIGHTS)) $(if $(HOTSOS),--hotsos $(HOTSOS)) $(ARGS)
	$(BIN)/python bench/interview.py
	$(BIN)/python bench/interface.py
	$(BIN)/python bench/runbooks.py

docs: $(VENV)/ready-dev ## write the generated parts of docs anew
	$(BIN)/python -m tests.write_docs

screenshots: $(VENV)/ready-dev ## write docs/screenshots anew
	$(BIN)/python -m tests.screens.pictures

requirements: ## pin anew from pyproject.toml (needs pip-tools)
	$(COMPILE) --output-file requirements.txt pyproject.toml
	$(COMPILE) --output-file requirements-dev.txt --extra dev --constraint requirements.txt pyproject.toml

COMPILE = CUSTOM_COMPILE_COMMAND="make requirements" $(PIPTOOLS) --quiet --generate-hashes --strip-extras --allow-unsafe \
	--no-emit-options --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

clean: ## remove what make made
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache
	find advisor facts kb tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The first Python that will do: new enough, and able to make an environment (Debian keeps that in a package of its own).
define FIND_PYTHON
uv=$$(command -v uv || true); found=; bare=; \
for python in $(or $(PYTHON),python3.11 python3 python3.14 python3.13 python3.12); do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	if [ -n "$$uv" ] || "$$python" -c 'import ensurepip, venv' 2>/dev/null; then found=$$python; break; fi; \
	bare=$$python; \
done; \
if [ -z "$$found" ] && [ -n "$$bare" ]; then \
	echo "error: $$bare cannot make a virtual environment; install its venv module (Debian, Ubuntu: python3-venv)" >&2; exit 1; \
elif [ -z "$$found" ]; then \
	echo "error: no Python 3.11 or newer found; install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; \
fi
endef

INSTALL = if command -v uv >/dev/null; then uv pip install --quiet --python $(BIN)/python --require-hashes -r $(1); \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1); fi

$(BIN)/python:
	@$(FIND_PYTHON); \
	echo "setting up $(VENV) with $$found"; \
	if [ -n "$$uv" ]; then uv venv --quiet --python "$$found" $(VENV); else "$$found" -m venv $(VENV); fi

# The checkout is put on the path by a .pth file and the command is a line of shell: an editable install would need a build
# backend, and with it a download that no hash covers. -P keeps the caller's directory from shadowing a module. Compiling here, and
# not at the first start, makes that as quick as any.
$(VENV)/ready: requirements.txt | $(BIN)/python
	@$(call INSTALL,requirements.txt)
	@$(BIN)/python -c 'import pathlib, sysconfig; \
		pathlib.Path(sysconfig.get_path("purelib"), "advisor-checkout.pth").write_text(f"{pathlib.Path.cwd()}\n")'
	@printf '#!/bin/sh\nexec "%s" -P -m advisor "$$@"\n' "$(CURDIR)/$(BIN)/python" > $(BIN)/advisor
	@chmod +x $(BIN)/advisor
	@$(BIN)/python -m compileall -q -j 0 advisor facts kb && $(BIN)/python -m advisor.image $(VENV)/share/advisor
	@touch $@

$(VENV)/ready-dev: requirements-dev.txt $(VENV)/ready
	@$(call INSTALL,requirements-dev.txt)
	@touch $@
