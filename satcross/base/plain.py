"""Records as plain values, which JSON can have, and back, by the annotations of their fields.

In: a value of a type that is made of records, tuples, mappings, literals, texts and numbers.  Out: lists, dictionaries,
texts and numbers; or the value again.  A record is a named tuple, or an object whose slots its constructor takes.

What is read may come from a stranger: it is a value of the type, or PlainError is raised.  Nothing is called but the
classes that the annotations name.  A value of the right type can still make no sense.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

SIMPLE: Final = (str, int, bool, NoneType)
LISTS: Final[dict[object, Callable[[list[Any]], Any]]] = {
    tuple: tuple, list: list, Sequence: tuple, frozenset: frozenset,
}  # fmt: skip


class PlainError(ValueError):
    """A plain value that is none of the type that is wanted."""


class Codec:
    """Turns values into plain values and back.

    Args:
        named: Returns what a name in an annotation means, if its module knows that only when types are checked.
        known: Values that need not be written, by their types: one that is equal to them becomes None.
    """

    def __init__(self, named: Callable[[str], Any], known: Mapping[type, object]) -> None:
        self._named: Final = named
        self._known: Final = known
        self._hints: Final[dict[type, dict[str, Any]]] = {}

    def plain(self, value: object) -> Any:
        """Return `value` as plain values.  Raises TypeError for what these cannot have."""
        if type(value) in self._known and value == self._known[type(value)]:
            return None
        if fields := _fields_of(type(value)):
            return {name: self.plain(getattr(value, name)) for name in fields}
        if isinstance(value, Mapping):  # as pairs, which keep their order
            return [[name, self.plain(each)] for name, each in value.items()]
        if isinstance(value, tuple | list):
            return [self.plain(each) for each in value]
        if isinstance(value, frozenset):
            return sorted(map(self.plain, value))
        if isinstance(value, str):
            return str(value)
        if value is None or isinstance(value, int) or (isinstance(value, float) and isfinite(value)):
            return value
        raise TypeError(f"{value!r} has no plain form")

    def value(self, plain: object, kind: Any) -> Any:
        """Return the value of the type `kind` that `plain` stands for.

        Raises:
            PlainError: If it stands for none.
            TypeError: For a type that plain values cannot have.
        """
        if kind in self._known and plain is None:
            return self._known[kind]
        if kind in SIMPLE:
            return _checked(plain, is_right=type(plain) is kind)
        if kind is float:
            return float(_checked(plain, is_right=type(plain) in (int, float)))
        if get_origin(kind) is Literal:
            return _checked(plain, is_right=any(plain == each and type(plain) is type(each) for each in get_args(kind)))
        if get_origin(kind) in (Union, UnionType):
            return self._one_of(plain, get_args(kind))
        if isinstance(kind, type) and (fields := _fields_of(kind)):
            return self._record(plain, kind, fields)
        if get_origin(kind) in (dict, Mapping):
            return self._mapping(plain, *get_args(kind))
        return self._list(plain, kind)

    def _one_of(self, plain: object, kinds: Sequence[Any]) -> Any:
        for kind in kinds:
            try:
                return self.value(plain, kind)
            except PlainError:
                pass
        raise PlainError(f"a value of another type than {kinds} was found: {type(plain)}")

    def _record(self, plain: object, kind: type, fields: Sequence[str]) -> Any:
        values = _checked(plain, is_right=isinstance(plain, dict) and plain.keys() == {*fields})
        hints = self._hints_of(kind)
        return kind(**{name: self.value(values[name], hints[name]) for name in fields})

    def _mapping(self, plain: object, kind_of_name: Any, kind: Any) -> dict[Any, Any]:
        pairs = [
            _checked(pair, is_right=type(pair) is list and len(pair) == 2)
            for pair in _checked(plain, is_right=type(plain) is list)
        ]
        return {self.value(name, kind_of_name): self.value(each, kind) for name, each in pairs}

    def _hints_of(self, kind: type) -> dict[str, Any]:
        names: dict[str, Any] = {}
        while kind not in self._hints:
            try:
                self._hints[kind] = get_type_hints(kind if issubclass(kind, tuple) else kind.__init__, localns=names)
            except NameError as error:
                if not error.name or error.name in names:
                    raise
                names[error.name] = self._named(error.name)
        return self._hints[kind]

    def _list(self, plain: object, kind: Any) -> Any:
        make, inner = LISTS.get(get_origin(kind)), get_args(kind)
        if make is None:
            raise TypeError(f"values of the type {kind} cannot be read")
        items = _checked(plain, is_right=type(plain) is list)
        if get_origin(kind) is tuple and inner[-1] is not ...:
            _checked(plain, is_right=len(items) == len(inner))
            return tuple(self.value(each, one) for each, one in zip(items, inner, strict=True))
        return make([self.value(each, inner[0]) for each in items])


def _fields_of(kind: type) -> Sequence[str]:
    """Return the names of the fields of a record, () for all that is none."""
    fields: Sequence[str] = getattr(kind, "_fields", ()) or (
        () if issubclass(kind, str) else kind.__dict__.get("__slots__", ())
    )
    return fields


def _checked(plain: Any, *, is_right: bool) -> Any:
    """Return `plain` if it is right.  Raises PlainError."""
    if not is_right:
        raise PlainError(f"a value of another type was expected, not {type(plain)}")
    return plain
