"""The library names fields; only the command line knows what options they are."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

import satcross
from satcross.base.budget import Budget
from satcross.cli import main
from satcross.cli.registry import all_parsers
from satcross.cli.terminal import flag_of
from satcross.errors import Field, LimitError, ManyErrors, SatcrossError, naming
from satcross.studio.documents import refusal_of

PACKAGE: Final = Path(satcross.__file__).parent
FLAG: Final = re.compile(r"(?<![\w-])--[a-z]")
OF_OTHER_PROGRAMS: Final = {"base/extras.py"}  # the options of pip, pipx and uv
IN_SQL: Final = {"many/results.py"}  # a comment for people who open the database with another program


@pytest.fixture(scope="module")
def modules() -> dict[str, list[ast.AST]]:
    """Return the nodes of each module of the library."""
    names = {file.relative_to(PACKAGE).as_posix(): file for file in sorted(PACKAGE.rglob("*.py"))}
    return {
        name: list(ast.walk(ast.parse(file.read_text("utf-8"))))
        for name, file in names.items()
        if not name.startswith("cli/")
    }


@pytest.mark.long
def test_no_text_of_the_library_names_an_option_of_the_command_line(modules: dict[str, list[ast.AST]]) -> None:
    flags = {
        name: [each.value for each in nodes
               if isinstance(each, ast.Constant) and isinstance(each.value, str) and FLAG.search(each.value)]
        for name, nodes in modules.items() if name not in OF_OTHER_PROGRAMS | IN_SQL
    }  # fmt: skip
    assert {name: texts for name, texts in flags.items() if texts} == {}


@pytest.mark.long
def test_each_field_that_an_error_can_name_is_an_option_of_some_command(modules: dict[str, list[ast.AST]]) -> None:
    names = {
        call.args[0].value
        for nodes in modules.values()
        for call in nodes
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Field"
        if isinstance(call.args[0], ast.Constant)
    }
    assert {"max_nodes", "alphabet", "constructs", "solution"} <= names
    options = {flag for parser in all_parsers().values() for flag in parser.flags}
    assert {flag_of(Field(str(name))) for name in names} <= options


ERROR: Final = SatcrossError(
    naming("{} and {} cannot be combined", Field("clues_per_line", "2"), "this shape"),
    hint=naming("choose {}", Field("max_length", "8 or more")),
)


def test_a_field_is_said_as_the_reader_knows_it() -> None:
    on_the_command_line, in_the_studio = ERROR.with_names(flag_of), refusal_of(ManyErrors([ERROR]))
    assert (str(ERROR), ERROR.hint) == (
        "clues_per_line=2 and this shape cannot be combined", "choose max_length=8 or more",
    )  # fmt: skip
    assert (str(on_the_command_line), on_the_command_line.hint) == (
        "--clues-per-line 2 and this shape cannot be combined", "choose --max-length 8 or more",
    )  # fmt: skip
    assert (in_the_studio["message"], in_the_studio["hint"]) == (
        "clues per line 2 and this shape cannot be combined", "choose max length 8 or more",
    )  # fmt: skip


def test_a_limit_names_the_option_on_the_command_line_only(capsys: pytest.CaptureFixture[str]) -> None:
    clue, cells = r"((A|B)\2*)+\1", 12
    assert main(["solve", "--max-nodes", "3", "--rows", clue, "--columns", *[""] * cells]) == 3
    assert "raise the limit with --max-nodes" in capsys.readouterr().err
    with pytest.raises(LimitError) as raised:
        list(satcross.solutions(satcross.line(clue, cells), budget=Budget(nodes=3)))
    assert raised.value.hint == "raise the limit with max_nodes, or simplify the clue"
