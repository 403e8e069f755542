"""The search of the documentation shows the right page among the first three, for what readers type."""

from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "_build" / "html"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not (DOCS / "search.html").exists(), reason="the documentation is not built (make docs)"),
]

RIGHT = {
    "pdf": "how-to/print-a-puzzle",
    "print": "how-to/print-a-puzzle",
    "answer key": "how-to/print-a-puzzle",
    "theme": "authors-guide",
    "exit status": "cli",
    "exit code": "cli",
    "timeout": "cli",
    "crossword": "word-crosswords",
    "word list": "word-crosswords",
    "puz": "word-crosswords",
    "dimacs": "how-to/use-another-solver",
    "model counter": "how-to/use-another-solver",
    "install": "install",
    "windows": "install",
    "docker": "install",
    "license": "install",
    "requirements": "install",
    "lookahead": "dialects",
    "backreference": "dialects",
    "unicode": "dialects",
    "javascript": "dialects",
    "cpu": "performance",
    "benchmark": "performance",
    "security": "reliability",
    "difficulty": "difficulty",
    "fiendish": "difficulty",
    "toml": "puzzle-format",
    "hexagon": "puzzle-format",
    "paste": "how-to/puzzle-from-elsewhere",
    "embed": "how-to/on-your-page",
    "blog": "how-to/on-your-page",
    "several solutions": "how-to/read-the-verdict",
    "overlap": "how-to/compare-regexes",
    "equivalent regexes": "how-to/compare-regexes",
    "teacher": "how-to/in-class",
    "too slow": "how-to/read-the-verdict",
    "unknown": "how-to/read-the-verdict",
    "proof": "how-to/prove-uniqueness",
    "count": "how-to/count-solutions",
    "github": "how-to/guard-a-collection",
    "cluster": "how-to/check-a-million",
    "database": "results",
    "svg": "pictures",
    "font": "pictures",
    "api": "python",
    "notebook": "python",
    "beginner": "tutorials/solve-your-first-puzzle",
    "daily": "how-to/play-in-the-terminal",
    "offline": "site",
    "editor": "studio",
    "encoding": "encodings",
    "error": "errors",
    "generate": "authors-guide",
    "make a puzzle": "authors-guide",
    "case insensitive": "dialects",
    "excel": "how-to/puzzle-from-elsewhere",
    "students": "how-to/in-class",
    "chatgpt": "how-to/language-models",
    "magazine": "how-to/make-a-book",
    "github pages": "how-to/make-a-site",
    "keyboard shortcuts": "how-to/play-in-the-terminal",
    "explain regex": "how-to/understand-a-clue",
    "dark mode": "pictures",
    "right to left": "pictures",
    "color": "puzzle-format",
    "multiprocessing": "how-to/check-a-million",
    "out of memory": "reliability",
    "tseitin": "tutorials/from-a-clue-to-clauses",
    "hidden message": "tutorials/from-a-message-to-a-puzzle",
    "symmetry": "word-crosswords",
    "completion": "cli",
    "seed": "authors-guide",
}
"""What readers type, and the page that they look for."""


@pytest.fixture(scope="module")
def search(browser: Any) -> Any:
    page = browser.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("query", RIGHT)
def test_the_search_shows_the_right_page_among_the_first_three(search: Any, query: str) -> None:
    search.goto(f"{(DOCS / 'search.html').as_uri()}?q={query.replace(' ', '+')}")
    links = search.locator("#search-results ul.search > li > a")
    links.first.wait_for()
    shown = [links.nth(place).get_attribute("href").split("?")[0] for place in range(min(3, links.count()))]
    assert f"{RIGHT[query]}.html" in [link.partition("#")[0] for link in shown], shown


def test_the_search_leaves_out_decisions(search: Any) -> None:
    search.goto(f"{(DOCS / 'search.html').as_uri()}?q=argparse")
    search.locator("#search-results p.search-summary").wait_for()
    assert search.locator("#search-results a[href*='decisions/']").count() == 0
