"""How Sphinx makes the site of these pages: `make docs`.

The pages are Markdown (MyST), and can be read as they are.  Four kinds of pages are made each time: the reference of
the Python API, from the docstrings (`tools/api_page.py`), the notebooks (`tools/notebook_pages.py`), the puzzles to
play (`tools/gallery.py`), and the clauses of one clue in every encoding (`tools/anatomy.py`).
"""

from __future__ import annotations

import sys
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import index
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import satcross  # noqa: E402  (the folder has to be on the path first)
from tools import anatomy  # noqa: E402
from tools.api_page import write_api_pages  # noqa: E402
from tools.gallery import write_gallery, write_if_new  # noqa: E402
from tools.notebook_pages import write_notebooks  # noqa: E402

project = "satcross"
author = "the authors of satcross"
version = release = satcross.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns = ["_build"]
default_role = "code"
nitpicky = False  # types of the standard library are not linked: that would need the network

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # fields of a NamedTuple are listed as members, too
python_maximum_signature_line_length = 88

html_theme = "furo"
html_favicon = "../satcross/site/page/icon.svg"
html_title = f"satcross {version}"
html_copy_source = False
html_static_path = ["pages.css"]
html_css_files = ["pages.css"]
html_show_copyright = False
html_extra_path = ["_build/play"]
linkcheck_timeout = 20
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True


GENERATED = Path(__file__).resolve().parent / "generated"
ABOVE = {
    "contributing": ROOT / "CONTRIBUTING.md",
    "changelog": ROOT / "CHANGELOG.md",
    "promises": ROOT / "tests" / "promises.md",
    "engine-defects": ROOT / "tests" / "engine-defects.md",
}
"""Pages of the site that lie beside the folder of the others."""

DECISIONS = "\n```{toctree}\n:glob:\n\n0*\n```\n"


def write_pages(app: Sphinx, config: object) -> None:
    """Write the pages that are not kept in the repository."""
    GENERATED.mkdir(exist_ok=True)
    write_api_pages(GENERATED)
    write_notebooks(ROOT / "examples", GENERATED / "notebooks")
    write_if_new(GENERATED / "anatomy.md", anatomy.page().encode())
    write_gallery(ROOT / "puzzles", GENERATED, Path(app.srcdir) / "_build" / "play")
    for name, path in ABOVE.items():
        write_if_new(
            GENERATED / f"{name}.md",
            path.read_text("utf-8").replace("](docs/", "](../").replace("](../docs/", "](../").encode(),
        )


def prepare(app: Sphinx, name: str, source: list[str]) -> None:
    """Let links to files outside this folder lead to their copies in it, and list the decisions below their page."""
    for page, path in ABOVE.items():
        source[0] = source[0].replace(f"](../{path.relative_to(ROOT).as_posix()}", f"](generated/{page}.md")
    if name == "decisions/README":
        source[0] += DECISIONS


UNSEARCHED = ("decisions/", *(f"generated/{name}" for name in ABOVE))
"""Pages that the search leaves out: records for those who work on satcross."""

SEARCHED: dict[str, str] = {
    "authors-guide": "author, write a puzzle, theme, hidden word, setter, generate, "
    "make a puzzle, random puzzle, repair, seed, saying, explain",
    "architecture": "source code, internals, design",
    "cli": "exit status, exit code, option, timeout, memory, jobs, quiet, help, json, completion",
    "dialects": "lookahead, lookbehind, lookaround, backreference, flags, "
    "unicode, python, javascript, atomic, ignore case, case insensitive",
    "difficulty": "difficulty, hard, easy, rating, minutes, gentle, fiendish",
    "encodings": "encoding, cnf, one-hot, clauses",
    "errors": "error, message, exception, traceback, bug, report a bug",
    "gallery": "puzzles to play, examples",
    "glossary": "definition, term",
    "how-to/compare-regexes": "compare regexes, equivalent regexes, overlap, "
    "intersection, common strings, regex equivalence, subset",
    "how-to/strings-for-tests": "test data, sample strings, fuzzing",
    "how-to/count-solutions": "count, number of solutions, sample, random solution",
    "how-to/guard-a-collection": "pre-commit, github, ci, watch, junit, sarif",
    "how-to/check-a-million": "cluster, dask, slurm, kubernetes, parallel, database, sqlite, pandas, multiprocessing",
    "how-to/in-class": "teacher, class, school, mark answers, grade, students, pupils",
    "how-to/make-a-site": "own website, github pages, rss, feed, host puzzles",
    "how-to/on-your-page": "blog, embed, iframe, website, html, share, home page",
    "how-to/play-in-the-terminal": "terminal, keys, daily, game, keyboard shortcuts",
    "how-to/language-models": "language model, llm, train, prompt, score, chatgpt, ai",
    "how-to/make-a-book": "book, booklet, collection, several puzzles, answers, "
    "table of contents, magazine, newspaper, large print, kdp",
    "how-to/print-a-puzzle": "pdf, print, paper, answer key, worksheet",
    "how-to/prove-uniqueness": "proof, drat, certificate, verify",
    "how-to/puzzle-from-elsewhere": "paste, pasted text, import, copy, table, spreadsheet, source code, excel",
    "how-to/read-the-verdict": "verdict, unique, several solutions, ambiguous, no solution, unknown, too slow",
    "how-to/solve-puzzles": "solve, hint, solution",
    "how-to/understand-a-clue": "explain a regex, regex, match, explain regex, visualize",
    "how-to/use-another-solver": "dimacs, solver, model counter, competition, blocking clause, minisat, ganak",
    "install": "install, pip, pipx, windows, macos, docker, container, "
    "requirements, license, upgrade, uninstall, linux, homebrew, conda",
    "performance": "speed, fast, cpu, memory use, benchmark, or-tools, cp-sat",
    "pictures": "svg, png, picture, image, font, style, dark mode, accessibility, hebrew, right to left",
    "puzzle-format": "toml, file format, hexagon, alphabet, regexcrossword.com, color, colour, nonogram",
    "python": "api, library, import satcross, notebook, jupyter, typing, async, thread",
    "reliability": "security, promise, compatibility, privacy, out of memory",
    "results": "results, cache, database",
    "site": "site, server, hosting, offline, progressive web app",
    "studio": "studio, editor, browser",
    "tutorials/from-a-clue-to-clauses": "tutorial, tseitin, plaisted",
    "tutorials/from-a-message-to-a-puzzle": "tutorial, hidden message",
    "tutorials/make-your-first-puzzle": "first puzzle, begin, tutorial",
    "tutorials/solve-your-first-puzzle": "beginner, how to play, rules, tutorial",
    "word-crosswords": "crossword, fill, word list, puz, ipuz, xd, template, grid, symmetry",
}
"""What readers look for, page by page: terms under which the search shows the page first."""


def make_searchable(app: Sphinx, doctree: nodes.document) -> None:
    """Give the page its search terms, as entries of the index; leave it out of the search if it is a record."""
    name = app.env.docname
    if name.startswith(UNSEARCHED):
        app.env.metadata[name]["nosearch"] = "true"
    terms = filter(None, SEARCHED.get(name, "").split(", "))
    doctree.insert(0, index(entries=[("single", term, "", "main", None) for term in terms]))


ACCESSIBLE = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="This page">',
    "<pre>": '<pre tabindex="0">',  # so that the keyboard can scroll it
    "<dl>\n<dd>": '<dl role="presentation">\n<dd>',  # the parameters of a function
    '<th class="head"></th>': "<td></td>",
    '<th class="head"><p></p></th>': "<td></td>",
    'id="furo-main-content">\n          \n<noscript>': 'id="furo-main-content"><h1>Search</h1>\n<noscript>',
}
"""What keyboards and screen readers cannot use as Sphinx and Furo write it, and what stands in its place."""


def make_accessible(app: Sphinx, error: Exception | None) -> None:
    """Change the pages that have been written, except those of puzzles."""
    for path in () if error else Path(app.outdir).rglob("*.html"):
        if path.relative_to(app.outdir).parts[0] != "play":
            page = path.read_text("utf-8")
            for written, better in ACCESSIBLE.items():
                page = page.replace(written, better)
            write_if_new(path, page.encode())


def is_left_out(app: Sphinx, what: str, name: str, value: object, skip: bool, options: object) -> bool | None:
    """Leave out the fields of NamedTuples, which their class describes; None: as Sphinx decides."""
    return True if (getattr(value, "__doc__", None) or "").startswith("Alias for field number") else None


def setup(app: Sphinx) -> None:
    app.connect("autodoc-skip-member", is_left_out)
    app.connect("build-finished", make_accessible)
    app.connect("doctree-read", make_searchable)
    app.connect("config-inited", write_pages)
    app.connect("source-read", prepare)
