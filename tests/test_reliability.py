"""tests/promises.md names a test for each promise, and docs/reliability.md has the defaults of the limits."""

import re
from pathlib import Path

import pytest

from satcross.base.budget import CLAUSES, MEMORY, NODES
from satcross.cli.commands import COMMANDS
from satcross.cli.registry import all_parsers

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "reliability.md").read_text(encoding="utf-8")
TESTED = (TESTS / "promises.md").read_text(encoding="utf-8")
PROMISES = [line for line in TESTED.splitlines() if re.match(r"\| .*\.py", line)]
NAMED = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", TESTED)


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_each_test_that_the_page_names_exists(file: str, test: str) -> None:
    assert (TESTS / file).is_file()
    assert f"def {test}(" in (TESTS / file).read_text(encoding="utf-8")


def test_every_promise_names_a_test() -> None:
    assert len(PROMISES) == len(NAMED) >= 25


def test_the_defaults_of_the_limits_are_those_in_the_table() -> None:
    assert f"| `--max-nodes N` | {NODES:,} " in PAGE
    assert f"| `--max-clauses N` | {CLAUSES:,} " in PAGE
    assert f"| `--memory SIZE` | {MEMORY >> 30}G " in PAGE


def test_every_command_has_limits() -> None:
    without = {name for name, parser in all_parsers().items() if not {"--timeout", "--memory"} <= parser.flags.keys()}
    assert without == {"completion", "play", "studio"}, "one reads nothing, the others limit each question by itself"
    assert set(COMMANDS) > without
