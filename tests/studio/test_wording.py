"""The studio speaks of its own settings and buttons: its reader has neither Python nor a command line."""

from typing import Any

import pytest

from satcross.errors import Field, OptionError, naming
from satcross.studio.documents import read_draft, refusal_of, setting_of
from tests.studio.client import Editor


def test_a_field_is_named_in_words() -> None:
    error = OptionError(
        naming("{} is too high", Field("clues_per_line", "9")), hint=naming("lower {}", Field("difficulty"))
    )
    refusal = refusal_of(error)
    assert (refusal["message"], refusal["hint"]) == ("clues per line 9 is too high", "lower difficulty")
    assert setting_of(Field("max_length")) == "max length"


@pytest.mark.parametrize(
    ("rows", "typed", "counted"),
    [
        ([[], []], {}, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ([[], []], {"1,1": "Ä"}, "ABCDEFGHIJKLMNOPQRSTUVWXYZÄ"),
        ([["[AB]*"], []], {}, "AB"),
        ([["[AB]*"], []], {"2,1": "A"}, "AB"),
        ([["[AB]*"], []], {"2,1": "C"}, "ABC"),
    ],
)
def test_letters_that_are_typed_count_where_the_alphabet_is_that_of_the_clues(
    editor: Editor, rows: list[list[str]], typed: dict[str, str], counted: str
) -> None:
    document: dict[str, Any] = {
        "puzzle": {"clues": {"rows": rows, "columns": 2}, "alphabet": "mentioned"},
        "letters": typed,
    }
    verdict = editor.about(document, "verdict", "verdict")
    assert (verdict["status"], verdict["alphabet"]) == ("several", counted)
    assert verdict["count"] == str((2 if rows[0] else len(counted)) ** 2 * len(counted) ** 2)


def test_a_puzzle_in_another_shape_keeps_the_alphabet_of_its_clues_and_can_be_worked_on(editor: Editor) -> None:
    editor.edit({"puzzle": {"clues": {"rows": [["AB"], []], "columns": 2}}, "letters": {"1,1": "A"}}, "verdict")
    answer = editor.ask("reshape", shape={"kind": "hexagon", "sides": [2, 2, 2]})[0]
    document = answer["documents"][0]["document"]
    assert document["puzzle"].get("alphabet", "mentioned") == "mentioned"
    assert editor.about(document, "verdict", "verdict")["status"] == "several"


def test_the_alphabet_of_a_draft_is_the_one_of_its_document() -> None:
    draft = read_draft({"puzzle": {"clues": {"rows": [["AB"], []], "columns": 2}}, "letters": {"2,2": "C"}})
    assert (draft.alphabet, draft.puzzle.alphabet) == ("mentioned", "ABC")
