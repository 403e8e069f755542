"""The library names fields; only the command line knows what options they are."""

from typing import Final

import pytest

import satcross
from satcross.base.budget import Budget
from satcross.cli import main
from satcross.cli.terminal import flag_of
from satcross.errors import Field, LimitError, ManyErrors, SatcrossError, naming
from satcross.studio.documents import refusal_of

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
