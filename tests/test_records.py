"""Records are what `typing.NamedTuple` makes of the same class."""

from __future__ import annotations

import copy
import pickle
import typing
from typing import Any

import pytest

from satcross.base import records


class Ours(records.NamedTuple):
    """A place."""

    line: str
    cell: int = 1
    letters: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.line}.{self.cell}"

    @classmethod
    def first(cls, line: str) -> Ours:
        return cls(line)


class Theirs(typing.NamedTuple):
    line: str
    cell: int = 1
    letters: tuple[str, ...] = ()


def test_a_record_is_a_tuple_with_names() -> None:
    ours, theirs = Ours("row 1", letters=("A",)), Theirs("row 1", letters=("A",))
    assert ours == theirs == ("row 1", 1, ("A",))
    assert hash(ours) == hash(theirs)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert ours._asdict() == theirs._asdict()
    assert ours._replace(cell=2) == theirs._replace(cell=2)
    assert (Ours._fields, Ours._field_defaults) == (Theirs._fields, Theirs._field_defaults)
    assert (ours.text, Ours.first("x").cell, Ours.__doc__) == ("row 1.1", 1, "A place.")
    match ours:
        case Ours(line, cell):
            assert (line, cell) == ("row 1", 1)


def test_a_record_can_be_copied_and_sent() -> None:
    ours = Ours("row 1")
    for each in (pickle.loads(pickle.dumps(ours)), copy.copy(ours), copy.deepcopy(ours)):
        assert (each, type(each)) == (ours, Ours)


@pytest.mark.parametrize("wrong", [(), ("a", 1, (), 2)])
def test_a_wrong_number_of_values_is_refused(wrong: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match=r"Ours\.__new__"):
        Ours(*wrong)


def test_names_that_are_no_fields_are_refused() -> None:
    with pytest.raises(TypeError, match="side"):
        Ours("a")._replace(side=1)
    with pytest.raises(AttributeError):
        Ours("a").cell = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Ours("a").side = 2  # type: ignore[attr-defined]
