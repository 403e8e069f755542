"""What the documents show is what happens: examples run, the reference is the help, links lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from satcross.cli.commands import COMMANDS
from tests.transcript import ROOT, blot, run
from tools.cli_reference import reference

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "satcross").rglob("*.py")
    if path.name != "__main__.py"
)
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def blocks(language: str) -> list[tuple[Path, str]]:
    """Return every fenced block of the documents in this language, with its page."""
    return [(page, text) for page in PAGES for kind, text in FENCE.findall(page.read_text("utf-8")) if kind == language]


def commands_of(block: str) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with what it shows: `...` stands for any lines."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.M)
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize(
    ("page", "block"), blocks("console"), ids=lambda each: each.name if isinstance(each, Path) else ""
)
def test_the_commands_of_a_document_print_what_it_shows(page: Path, block: str, tmp_path: Path) -> None:
    (tmp_path / "puzzles").symlink_to(ROOT / "puzzles")
    for command, expected in commands_of(block):
        done = run(command, tmp_path)
        shown = blot(done.stdout + done.stderr).rstrip() + "\n"
        pattern = ".*".join(map(re.escape, (blot(expected).rstrip() + "\n").split("...\n")))
        assert re.fullmatch(pattern, shown, re.S), f"{page.name}: $ {command}\n{shown}"


@pytest.mark.parametrize(
    ("page", "block"), blocks("pycon"), ids=lambda each: each.name if isinstance(each, Path) else ""
)
def test_the_python_of_a_document_prints_what_it_shows(page: Path, block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest(block, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


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


def test_the_readme_mentions_every_command() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [name for name in COMMANDS if f"satcross {name}" not in readme] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text("utf-8"))
    assert [target for target in LINK.findall(text) if not (page.parent / target).exists()] == []
