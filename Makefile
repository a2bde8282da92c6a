# Everything runs in .venv, which the first target to need it makes from the lock files. PYTHON=... chooses the interpreter.

VENV := .venv
BIN := $(VENV)/bin
OUT := out
SAMPLE := sample_applications/ct-04
PACKETS ?= $(firstword $(wildcard ../shared/packets) sample_applications)

MAKEFLAGS += --no-print-directory
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHON

.PHONY: demo test lint format score train bench bench-batch bench-report screenshots lock clean
.DEFAULT_GOAL := demo

## demo: audit a sample packet; the last line is the path of its report
demo: $(VENV)/.installed
	@tools/tesseract.sh $(VENV)/.tesseract-tried
	@$(BIN)/muster audit $(SAMPLE)/packet --checklist ct-19a-438 --out $(OUT) || test $$? -eq 4

## test: the whole suite
test: $(VENV)/.installed-dev
	@tools/tesseract.sh $(VENV)/.tesseract-tried
	@tools/chromium.sh $(VENV)/.chromium-tried
	@tools/postgres.sh $(VENV)/.postgres-tried
	@tools/dovecot.sh $(VENV)/.dovecot-tried
	@$(BIN)/python -m pytest

## lint: style and types
lint: $(VENV)/.installed-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(VENV)/.installed-dev
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

## score: audit the labelled packets and count what is right; the closed ones are a yardstick, so only their sums are shown
score: $(VENV)/.installed
	@tools/tesseract.sh $(VENV)/.tesseract-tried
	@if [ "$(PACKETS)" = ../shared/packets ]; then \
	    $(BIN)/muster score $(PACKETS) --run --title open --only '*-[01]?' && \
	    $(BIN)/muster score $(PACKETS) --run --title closed --only '*-2?'; \
	else \
	    $(BIN)/muster score $(PACKETS) --run --title $(notdir $(PACKETS)); \
	fi
	@$(BIN)/muster score models/packets/held2 --run --title "held out"
	@$(BIN)/muster score models/packets/held3 --run --title "held out, later"

## train: fit the model anew from models/data and models/packets, and show what it finds on writers held out
train: $(VENV)/.installed-dev
	@$(BIN)/python models/train.py
	@$(BIN)/python models/calibrate.py models/packets/dev2 models/packets/dev3 models/packets/held sample_applications
	@$(BIN)/python models/train.py --score

## bench: how fast Muster is, and how much memory it takes, in one run
bench: $(VENV)/.installed
	@$(BIN)/python benchmarks/speed.py sample_applications

## bench-batch: 1,000 packets by one job and by two, poisoned, and killed and resumed; takes most of an hour
bench-batch: $(VENV)/.installed-dev
	@$(BIN)/python benchmarks/batch.py sample_applications

## bench-report: how heavy the report on 300 pages is, and how long a browser takes to open it
bench-report: $(VENV)/.installed-dev
	@tools/chromium.sh $(VENV)/.chromium-tried
	@$(BIN)/python benchmarks/report.py sample_applications

## screenshots: the pictures in docs/
screenshots: $(VENV)/.installed-dev
	@tools/chromium.sh $(VENV)/.chromium-tried
	@$(BIN)/python docs/screenshots.py

## lock: resolve the dependencies anew (needs uv)
lock:
	@tools/lock.sh

clean:
	rm -rf $(VENV) $(OUT) build dist

$(VENV)/bin/python:
	@tools/venv.sh $(VENV)

# pip compiles what it installs to bytecode; the project itself, installed in place, is compiled by hand.
define install
	@echo "Installing from $(1) ..."
	@$(BIN)/python -m pip install --quiet --require-hashes --only-binary :all: -r $(1)
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --no-index -e .
	@$(BIN)/python -m compileall -q pipeline
	@touch $@
endef

$(VENV)/.installed: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(call install,requirements.lock)

$(VENV)/.installed-dev: requirements-dev.lock pyproject.toml | $(VENV)/bin/python
	$(call install,requirements-dev.lock)
	@touch $(VENV)/.installed
