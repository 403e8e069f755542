"""Errors are values: they can be sent to another process, and say where the fault is."""

import copy
import pickle
from base64 import b64encode
from typing import get_args

import pytest

import satcross
from satcross.errors import (
    ClueName,
    ErrorCode,
    Field,
    LimitError,
    ManyErrors,
    MissingError,
    OptionError,
    PuzzleError,
    RegexError,
    SatcrossError,
    Span,
    naming,
    render,
)
from satcross.puzzle.files import read_source, to_text
from satcross.puzzle.files.source import KeyedError
from satcross.regex.syntax.parse import parse

CODES = set(get_args(ErrorCode))

BAD_CLASS = RegexError(
    "the range Z-A is out of order",
    place=["row 3", ClueName(1)],
    text="[Z-A]",
    span=Span(1, 4),
    hint="write [A-Z]",
    code="regex-class",
)
EXAMPLES = [
    BAD_CLASS,
    SatcrossError("cannot write", code="write"),
    PuzzleError("the alphabet is empty"),
    OptionError("the limit must be 1 or more", hint="--limit 1"),
    OptionError(
        naming("{} and {} cannot be combined", Field("difficulty"), "this shape"), hint=naming("{}", Field("at"))
    ),
    LimitError("too many nodes", place=["row 1"]),
    MissingError("there is no such file", place=["a.toml"]),
    KeyedError("this must be a string", ("clues", "rows", 2), code="type"),
    ManyErrors([BAD_CLASS, PuzzleError("the alphabet is empty")]),
]


def values_of(error: SatcrossError) -> dict[str, object]:
    """Return all that `error` says, in a form that can be compared."""
    values = dict(vars(error))
    if isinstance(error, ManyErrors):
        values["errors"] = [values_of(each) for each in error.errors]
    return {"class": type(error), "args": error.args, **values}


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_copies_say_the_same(error: SatcrossError) -> None:
    pickled = pickle.loads(pickle.dumps(error))
    for other in (pickled, copy.copy(error), copy.deepcopy(error)):
        assert other is not error
        assert values_of(other) == values_of(error)
        assert render(other) == render(error)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_at_returns_a_new_error_with_the_place_put_first(error: SatcrossError) -> None:
    before = values_of(error)
    moved = error.at("puzzle.toml:4", "puzzle 2")
    assert values_of(error) == before
    if isinstance(moved, ManyErrors) and isinstance(error, ManyErrors):
        assert [values_of(each) for each in moved.errors] == [
            values_of(each.at("puzzle.toml:4", "puzzle 2")) for each in error.errors
        ]
    else:
        assert values_of(moved) == {**before, "place": ("puzzle.toml:4", "puzzle 2", *error.place)}


def test_replace_and_convert_keep_what_they_are_not_asked_to_change() -> None:
    replaced = BAD_CLASS.replace(message="a worse range", code="inexpressible")
    assert values_of(replaced) == {
        **values_of(BAD_CLASS),
        "args": ("a worse range",),
        "message": "a worse range",
        "code": "inexpressible",
    }
    assert values_of(BAD_CLASS.convert(PuzzleError)) == {**values_of(BAD_CLASS), "class": PuzzleError}


def test_new_errors_keep_the_traceback() -> None:
    with pytest.raises(RegexError) as caught:
        parse("[")
    traceback = caught.value.__traceback__
    assert traceback is not None
    assert caught.value.at("here").__traceback__ is traceback
    assert caught.value.convert(PuzzleError).__traceback__ is traceback


def test_the_text_of_an_error_is_the_first_line_that_a_person_sees() -> None:
    error = BAD_CLASS.at("puzzle.toml:4")
    assert str(error) == "puzzle.toml:4, row 3, clue 1: the range Z-A is out of order"
    assert render(error).startswith(str(error) + "\n")
    assert str(SatcrossError("cannot\x1bwrite")) == r"cannot\x1bwrite"
    assert str(ManyErrors([error, PuzzleError("no cells")])) == f"{error}\nno cells"


def test_the_code_of_an_error_fixes_the_exit_status() -> None:
    assert BAD_CLASS.code == "regex-class"
    unknown = {code for code in CODES if SatcrossError("x", code=code).exit_status == 3}
    assert unknown == {"limit", "worker"}
    assert {SatcrossError("x", code=code).exit_status for code in CODES} == {2, 3}


def test_a_link_whose_puzzle_cannot_be_read_shows_its_text() -> None:
    link = "https://example.org/?puzzle=" + b64encode(b'{"size": oops}').decode()
    with pytest.raises(PuzzleError) as caught:
        read_source(link.encode(), "<link>")
    assert (caught.value.code, caught.value.text, caught.value.span) == ("link", '{"size": oops}', Span(9, 10))


def test_a_clue_that_another_format_cannot_express_keeps_its_span_and_hint() -> None:
    puzzle = satcross.rectangle(rows=["A++"], columns=["A"])
    with pytest.raises(PuzzleError) as caught:
        to_text(puzzle, "regexcrossword")
    error = caught.value
    assert error.place == ("row 1", "clue 1")
    assert (error.code, error.text, error.span) == ("inexpressible", "A++", Span(2, 3))
    assert error.hint == r"JavaScript has no possessive quantifiers; (?=(...))\1 does the same"


def test_the_name_of_a_clue_keeps_its_number() -> None:
    name = ClueName(12)
    for each in (name, pickle.loads(pickle.dumps(name)), copy.deepcopy(name)):
        assert (each, each.number) == ("clue 12", 12)
