# Two commands matter: `make run` starts the hall in the browser, `make test` checks everything.
# Both start from a machine that has only python3 with pip, and build what they need under .tools and .venv.

PY ?= python3
CHROMIUM ?= /usr/bin/chromium
PGBIN ?= $(lastword $(sort $(wildcard /usr/lib/postgresql/*/bin)))
UV := .tools/bin/uv
BIN := .venv/bin
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
CODE := src tests $(wildcard benchmarks examples)
COMPILE := $(UV) pip compile -q --generate-hashes --universal --python-version 3.11 \
	--no-header --no-annotate --no-emit-index-url --extra lab --extra postgres pyproject.toml

export CHROMIUM
export PGBIN
export UV_PYTHON_DOWNLOADS = never
export UV_SYSTEM_CERTS = 1
# The tests start hundreds of processes: each would translate every library anew where nothing translated is kept.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run battle test quick soak lint bench docs screenshots golden lock clean

run: .venv/.run
	$(BIN)/muster serve

# A battle of two agents, and the page that plays it.
battle: .venv/.run
	$(BIN)/muster battle the-game --seed 7 --save build/battle.journal --overwrite --replay build/battle.html

test: lint .tools/.sys
	$(BIN)/pytest --durations=25

# What to run between two thoughts, in less than two minutes: no browser, no PostgreSQL, nothing that takes long.
quick: lint
	$(BIN)/pytest -m "not (browser or postgres or slow or soak)"

# Battles, events, forces, requests, killed writers and killed studies by random seeds, for twenty minutes; then a table of what was tried.
soak: .venv/.dev .tools/.sys
	$(BIN)/python -m tests.soak

lint: .venv/.dev
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy --strict $(CODE)
	$(BIN)/lint-imports

bench: .venv/.dev
	$(BIN)/python -m benchmarks

# The pages under docs/ that are made from the code; a test fails when they are out of date.
docs: .venv/.run
	$(BIN)/muster rules the-game --markdown > docs/rules-coverage.md
	$(BIN)/muster rules alpha-strike --markdown > docs/alpha-strike-rules-coverage.md
	$(BIN)/muster rules age-of-destruction --markdown > docs/age-of-destruction-rules-coverage.md

# The pictures in README and docs, taken of the real pages.
screenshots: .venv/.dev .tools/.sys
	$(BIN)/python -m tests.web.browser.pictures

# Battles that must come out the same until the rules version goes up; fight them anew only then.
golden: .venv/.run
	$(BIN)/muster battle the-game --seed 3 --agents captain,drill --table crossroads --quiet \
		--red humanxx-500 --blue orc-hegemony-500 --save tests/golden/the_game/captain-drill.journal --overwrite
	$(BIN)/muster battle the-game --seed 11 --agents random,random --quiet \
		--red orc-hegemony-500 --blue humanxx-500 --save tests/golden/the_game/random-random.journal --overwrite
	$(BIN)/muster battle the-game --seed 5 --agents captain,captain --table crossroads --quiet \
		--save tests/golden/the_game/captain-captain.journal --overwrite
	$(BIN)/muster battle alpha-strike --seed 3 --agents random --scenario bunkers --table garrison-town --quiet \
		--variant turn_limit=4 --save tests/golden/alpha_strike/bunkers.journal --overwrite
	$(BIN)/muster battle alpha-strike --seed 8 --agents random --pack drafted-for-war --quiet \
		--save tests/golden/alpha_strike/drafted.journal --overwrite
	$(BIN)/muster battle age-of-destruction --seed 4 --agents random --table twin-hills --quiet \
		--variant round_limit=5 --save tests/golden/age_of_destruction/random.journal --overwrite
	$(BIN)/muster battle age-of-destruction --seed 9 --agents drill,random --quiet --red fox-arbiter \
		--blue mercenary-nowhere --save tests/golden/age_of_destruction/drill-random.journal --overwrite

# The development lock repeats the runtime versions, so that tests run on what is shipped.
lock: $(UV)
	$(COMPILE) -o requirements.lock
	$(COMPILE) --group dev -c requirements.lock -o requirements-dev.lock
	! grep -n '://' requirements.lock requirements-dev.lock

clean:
	rm -rf .venv .tools build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests $(wildcard benchmarks) -name __pycache__ -type d -prune -exec rm -rf {} +

$(UV):
	$(PY) -m pip install -q --target .tools uv==0.13.7

.venv/.run: requirements.lock pyproject.toml | $(UV)
	test -x $(BIN)/python || $(UV) venv -q --python $(PY) .venv
	$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements.lock
	$(UV) pip install -q --python $(BIN)/python --no-deps -e .
	touch $@

.venv/.dev: .venv/.run requirements-dev.lock
	$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements-dev.lock
	touch $@

# The browser tests drive Debian's chromium, the store's tests a PostgreSQL server of their own, and those of the
# papers read them with poppler; a machine that has the first two elsewhere names them in CHROMIUM and PGBIN.
.tools/.sys: | $(UV)
	[ -x "$(CHROMIUM)" ] && [ -x "$(PGBIN)/initdb" ] && command -v pdftotext >/dev/null || { $(SUDO) apt-get update -qq && \
	$(SUDO) apt-get install -y -qq --no-install-recommends chromium postgresql poppler-utils fonts-dejavu-core; }
	touch $@
