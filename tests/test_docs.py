"""What the documents show is what happens: every block is run, links lead somewhere, the index links each page."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import satcross
from satcross.puzzle.files import read_source
from tests.transcript import ROOT, blot, run
from tools.cli_reference import reference

pytestmark = pytest.mark.long

PAGES = sorted(page for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")] if "generated" not in page.parts)
WORDS, WORDS_OF_DECISIONS, WORDS_OF_A_DECISION = 60_000, 12_000, 420
"""At most so many words are in all documents, in all decisions, and in one of them."""

DECISIONS = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "satcross").rglob("*.py")
    if path.name != "__main__.py" and ">>> " in path.read_text("utf-8")
)
FENCE = re.compile(r"^( *)```([\w{}-]*)\n(.*?)^ *```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
ANCHOR = re.compile(r"\]\(([^)#:\s]*)#([^)]*)\)")

ILLUSTRATIONS = {
    "check-a-million.md": "what needs a cluster",
    "architecture.md": "the picture of the pipeline, and the layers, which tests/test_layers.py compares",
    "cli.md": "the help of each command; the whole page is compared with it",
    "guard-a-collection.md": "the configuration of other programs",
    "make-a-site.md": "a workflow of GitHub, which tests/test_repository.py runs",
    "make-your-first-puzzle.md": "the words of a square",
    "on-your-page.md": "a frame in another page",
    "puzzle-format.md": "the directions of a hexagon's lines, drawn",
}
"""The pages that have blocks of plain text, and what these are."""

RECORDS = [ROOT / "site" / "README.md", *(ROOT / "tests").glob("*.md"), *(ROOT / "bench").glob("*.md")]
"""Texts beside the code that they are about."""

MADE = {ROOT / "docs" / name for name in ("gallery.md", "cli.md")} | {*(ROOT / "bench").glob("*.md")}
"""Pages that a program writes."""

MADE_PATHS = ("./", "p/", "day/", "mini/", "learn/", "player/", "page/", "build/")
"""The beginnings of paths in the site that `make site` builds."""

UNITS = (
    r"ms|s|GB|MB|kB|KB|%|million|times|seconds|microseconds|minutes|puzzles|solutions|inputs|clauses|conflicts|a second"
)

LEFT_OUT = {
    r"make ": "",  # a target of the Makefile works on the environment that the tests run in
    r"(\. \.venv/|python3 -m venv|~/satcross/|pip |pipx |uvx )": "",  # installs satcross
    r"git clone ": "",  # needs the network
    r"podman ": "",  # needs an image from outside; tests/test_container.py takes the steps of the Containerfile
    r"satcross studio": "",  # runs until Ctrl-C
    r"satcross play": "",  # needs a terminal; tests/play plays
    r"sqlite3 ": "sqlite3",
    r"cadical ": "cadical",
    r"drat-trim ": "drat-trim",
    r"satcross template .*\| satcross fill": "/usr/share/dict/words",  # Debian: apt install wamerican
}
"""Regular expressions for the start of commands that are run only where a program or a file is there, if ever."""


class Block(NamedTuple):
    """A fenced block of a page, and the line on which it starts."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    """Return every fenced block of `page`."""
    text = page.read_text("utf-8")
    return [Block(page, text.count("\n", 0, found.start()) + 1, found[2], found[3]) for found in FENCE.finditer(text)]


def is_left_out(command: str) -> bool:
    """Return whether `command` cannot be run here."""
    needed = next((needs for start, needs in LEFT_OUT.items() if re.match(start, command)), None)
    return needed is not None and not (needed and (shutil.which(needed) or Path(needed).exists()))


def commands_of(block: Block) -> list[tuple[str, str]]:
    """Return the commands of a `sh` or `console` block, each with what it shows: `...` stands for any lines."""
    if block.language == "sh":
        return [(line, "...\n") for line in block.text.splitlines()]
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.M)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def check_commands(block: Block, folder: Path) -> None:
    """Run the commands of `block`; each has to print what the block shows, and to end with an answer."""
    for command, expected in commands_of(block):
        if is_left_out(command):
            continue
        done = run(command, folder)
        shown, notes_first = (
            blot(text.replace("\r\n", "\n")).rstrip() + "\n"  # as CSV has line ends
            for text in (done.stdout + done.stderr, done.stderr + done.stdout)  # notes stand before or after the answer
        )
        pattern = ".*".join(map(re.escape, (blot(expected).rstrip() + "\n").split("...\n")))
        is_shown = re.fullmatch(pattern, shown, re.S) or re.fullmatch(pattern, notes_first, re.S)
        assert is_shown, f"{block.place}: $ {command}\n{shown}"
        assert "Traceback" not in shown, f"{block.place}: $ {command}\n{shown}"
        assert block.language == "console" or done.returncode in (0, 1), f"{block.place}: $ {command}\n{shown}"


def check_file(block: Block, folder: Path) -> None:
    """Write a block that starts with `# NAME.toml` into `folder`, for later commands; read any other as a puzzle."""
    name = re.match(r"# ([\w.-]+)\n", block.text)
    if name is not None:
        (folder / name[1]).write_text(block.text, "utf-8")
    else:
        assert read_source(block.text.encode(), "example", block.language).puzzles, block.place


def are_installed(block: Block) -> bool:
    """Return whether the packages are there that a block of Python imports."""
    return all(find_spec(name) is not None for name in re.findall(r"^import (\w+)", block.text, re.M))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_shows_what_happens(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page are run from top to bottom, in one folder and with one set of Python names."""
    (tmp_path / "puzzles").symlink_to(ROOT / "puzzles")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in blocks_of(page):
        if block.language in ("sh", "console"):
            check_commands(block, tmp_path)
        elif block.language == "pycon":
            test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
            assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False).failed == 0
            names = test.globs
        elif block.language in ("toml", "json"):
            check_file(block, tmp_path)
        elif block.language == "python" and are_installed(block):
            (tmp_path / "script.py").write_text(block.text, "utf-8")
            done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True)
            assert done.returncode == 0, f"{block.place}: {done.stderr}"
        elif block.language == "python":
            assert page.name == "check-a-million.md", f"{block.place}: nobody runs this"
        elif block.language == "{toctree}":
            assert page.name == "index.md", "the other pages are read without Sphinx too"
        else:
            assert block.language in ("", "text"), f"{block.place}: nobody tests a block in {block.language!r}"
            assert page.name in ILLUSTRATIONS, f"{block.place}: nobody tests this block"


def test_what_is_left_out_is_there() -> None:
    blocks = [block for page in PAGES for block in blocks_of(page) if block.language in ("sh", "console")]
    commands = [command for block in blocks for command, _ in commands_of(block)]
    assert [start for start in LEFT_OUT if not any(re.match(start, command) for command in commands)] == []


def test_the_targets_that_documents_and_workflows_name_are_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    texts = [page.read_text("utf-8") for page in (*PAGES, *(ROOT / ".github/workflows").glob("*.yml"))]
    named = {target for text in texts for target in re.findall(r"(?:`|^|; |run: )make ([a-z-]+)", text, re.M)}
    assert named <= targets
    assert {"solve", "test", "check"} <= named


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_are_true(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the help of other Pythons differs in small things")
def test_the_reference_of_the_command_line_is_what_the_help_says() -> None:
    page = ROOT / "docs" / "cli.md"
    if os.environ.get("ACCEPT"):
        page.write_text(reference(), "utf-8", newline="\n")
    assert page.read_text("utf-8") == reference(), "make accept"
    questions, _, helps = page.read_text("utf-8").partition("## Commands")
    assert set(re.findall(r"\(#satcross-(\w+)\)", questions)) == set(re.findall(r"^## satcross (\w+)", helps, re.M))


def test_the_readme_links_the_index_and_the_index_links_every_page() -> None:
    docs = ROOT / "docs"
    assert "docs/index.md" in LINK.findall((ROOT / "README.md").read_text("utf-8"))
    linked = set(LINK.findall((docs / "index.md").read_text("utf-8")))
    pages = {path.relative_to(docs).as_posix() for path in docs.glob("*.md")}
    pages |= {
        path.relative_to(docs).as_posix() for part in ("tutorials", "how-to") for path in (docs / part).glob("*.md")
    }
    assert pages - linked == {"index.md"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    """Pages in docs/generated are made by `make docs`, whose warnings are errors."""
    targets = LINK.findall(FENCE.sub("", page.read_text("utf-8")))
    kept = [target for target in targets if not target.startswith("generated/")]
    assert [target for target in kept if not (page.parent / target).exists()] == []


def anchors_of(page: Path) -> set[str]:
    """Return the names of the headings of `page`, as links to them have it."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text("utf-8")), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_headings_lead_to_one(page: Path) -> None:
    for target, anchor in ANCHOR.findall(FENCE.sub("", page.read_text("utf-8"))):
        assert anchor in anchors_of(page.parent / target if target else page), f"{target}#{anchor}"


@pytest.mark.parametrize("page", [page for page in PAGES if page not in DECISIONS], ids=lambda page: page.name)
def test_the_modules_that_a_page_names_exist(page: Path) -> None:
    """Decisions are left out: they are not changed when a module moves."""
    named = set(re.findall(r"(?<![\w/])(?:\w+/)+\w+\.py\b", page.read_text("utf-8")))
    folders = (ROOT, ROOT / "satcross", ROOT / "tests")
    assert [name for name in sorted(named) if not any((folder / name).is_file() for folder in folders)] == []


def prose_of(page: Path) -> str:
    """Return the text of `page` without blocks of code, and without targets of links."""
    return re.sub(r"\]\([^)]*\)", "]", FENCE.sub("", page.read_text("utf-8")))


def has_path(page: Path, name: str) -> bool:
    """Return whether a page may call a file or folder by this path."""
    if name.startswith(MADE_PATHS):
        return True
    folders = (ROOT, ROOT / "satcross", ROOT / "tests", ROOT / "site", page.parent)
    return any(next(folder.glob(name.rstrip("/")), None) is not None for folder in folders)


@pytest.mark.parametrize("page", [*PAGES, *RECORDS], ids=lambda page: str(page.relative_to(ROOT)))
def test_the_paths_that_a_page_names_exist(page: Path) -> None:
    named = set(re.findall(r"`([\w.*-]+(?:/[\w.*-]*)+)`", prose_of(page)))
    assert [name for name in sorted(named) if not has_path(page, name)] == []


def test_recorded_figures_are_of_this_major_version() -> None:
    """Decisions are left out: they keep the figures by which they were made."""
    major = f"satcross {satcross.__version__.partition('.')[0]}."
    for page in {*PAGES, *RECORDS} - {*DECISIONS}:
        for before, revision in re.findall(r"(.{0,30})revision `?([0-9a-f]{7,40})\b", page.read_text("utf-8"), re.S):
            assert major in before, f"{page.name}: the figures of revision {revision} need a version of {major}*"


def test_a_figure_is_written_by_hand_on_one_page_only() -> None:
    """A figure is a measured number of three digits or more, with its unit; others can be equal by chance."""
    pages_of: dict[str, set[str]] = {}
    for page in {*PAGES, *RECORDS} - MADE:
        text = re.sub(r"`[^`]*`", "", prose_of(page))
        for figure in re.findall(rf"(?<![\w.,])(?:\d[\d,]*\.\d+|\d[\d,]+)[ -](?:{UNITS})\b", text):
            if len(re.sub(r"\D", "", figure).lstrip("0")) >= 3:
                pages_of.setdefault(figure, set()).add(page.name)
    assert len(pages_of) > 30
    assert {figure: pages for figure, pages in pages_of.items() if len(pages) > 1} == {}


def test_the_documents_are_short() -> None:
    """As `wc -w` counts: the words of examples and the bars of tables count as well."""
    number = {page: len(page.read_text("utf-8").split()) for page in PAGES}
    assert sum(number.values()) <= WORDS
    assert sum(words for page, words in number.items() if page.parent.name == "decisions") <= WORDS_OF_DECISIONS


def test_the_documents_that_code_names_exist() -> None:
    sources = [path for folder in ("satcross", "tests", "tools", "bench") for path in (ROOT / folder).rglob("*.py")]
    named = {
        (path.name, name)
        for path in sources
        for name in re.findall(r"docs/[\w./-]*\.(?:md|json|svg)", path.read_text("utf-8"))
    }
    made = "docs/generated/"  # by `make docs`
    assert [each for each in sorted(named) if not (each[1].startswith(made) or (ROOT / each[1]).exists())] == []


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_a_number_a_date_the_revision_of_its_figures_and_a_choice(page: Path) -> None:
    title, _, status = page.read_text("utf-8").splitlines()[:3]
    assert title.startswith(f"# {int(page.name[:3])}. ")
    assert re.fullmatch(r"\*\*Status\.\*\* Accepted on 20\d\d-\d\d-\d\d; figures of revision [0-9a-f]{7,8}\.", status)
    text = page.read_text("utf-8")
    assert text.count("**Choice.**") == 1
    assert len(text.split()) <= WORDS_OF_A_DECISION, "half a page is enough"
