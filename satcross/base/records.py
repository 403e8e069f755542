"""Immutable records: `typing.NamedTuple`, made in an eighth of the time.

In: a class with annotated fields.  Out: the class that `typing.NamedTuple` would make.  Before Python 3.14 that one
compiles a text for the annotation of each field, and one for the constructor, which takes 20 microseconds each.  A
process that solves a small puzzle makes about seventy such classes.  Here all records with the same number of fields
share one compiled constructor, in which only the names of its parameters differ.  From Python 3.14 on, a class is made
before its annotations are known, and `typing.NamedTuple` is used itself.
"""

from __future__ import annotations

import sys
from collections import namedtuple
from functools import cache
from types import FunctionType

TYPE_CHECKING = False  # for type checkers this is true, as `typing.TYPE_CHECKING` is, whose import takes a while

if TYPE_CHECKING or sys.version_info >= (3, 14):
    from typing import NamedTuple as NamedTuple
else:

    class _Record(tuple):
        """The methods of every record; they do the same as in `collections.namedtuple`."""

        __slots__ = ()

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, **changes):
            record = tuple.__new__(type(self), map(changes.pop, self._fields, self))
            if changes:
                raise TypeError(f"{type(self).__name__} has no fields {list(changes)}")
            return record

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._asdict().items())})"

    @cache
    def _model(size):
        """Return a named tuple with so many fields."""
        return namedtuple("_Model", [f"field{index}" for index in range(size)])

    class _RecordType(type):
        """Makes a record of each class with fields."""

        def __new__(cls, name, bases, namespace):
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            model = _model(len(fields))
            code = model.__new__.__code__.replace(co_varnames=("_cls", *fields), co_qualname=f"{name}.__new__")
            new = FunctionType(code, model.__new__.__globals__, "__new__", tuple(defaults.values()))
            namespace |= {"__new__": new} | {
                field: vars(model)[each] for field, each in zip(fields, model._fields, strict=True)
            }
            namespace |= {"__slots__": (), "_fields": fields, "__match_args__": fields, "_field_defaults": defaults}
            return type(name, (_Record, *bases[1:]), namespace)

    class NamedTuple(metaclass=_RecordType):
        """What a class of fields derives from."""


def with_changed_fields(record: NamedTuple) -> str:
    """Return `record` as Python text with those fields only that differ from their defaults.

    So the signature of a function whose parameter has a default of many fields stays readable.
    """
    defaults = record._field_defaults
    fields = [f"{name}={value!r}" for name, value in record._asdict().items() if value != defaults.get(name, ...)]
    return f"{type(record).__name__}({', '.join(fields)})"
