"""What every room stands on; and immutable records: `typing.NamedTuple`, made in a third of the time.

In: a class with annotated fields.  Out: the class that `typing.NamedTuple` would make.  Before Python 3.14 that one
compiles the annotation of each field, which takes 20 microseconds a field and nobody asks for.  A process that solves
a small puzzle makes about seventy such classes.  From Python 3.14 on, a class is made before its annotations are known,
and `typing.NamedTuple` is used itself.
"""

from __future__ import annotations

import sys
from collections import namedtuple

TYPE_CHECKING = False  # for type checkers this is true, as `typing.TYPE_CHECKING` is, whose import takes a while

if TYPE_CHECKING or sys.version_info >= (3, 14):
    from typing import NamedTuple as NamedTuple
else:

    class _RecordType(type):
        """Makes a named tuple of each class with fields."""

        def __new__(cls, name, bases, namespace):
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = namespace.get("__annotations__", {})
            defaults = [namespace.pop(field) for field in fields if field in namespace]
            record = namedtuple(name, fields, defaults=defaults, module=namespace["__module__"])
            for key, value in namespace.items():
                if key not in ("__module__", "__classcell__"):
                    setattr(record, key, value)
            return record

    class NamedTuple(metaclass=_RecordType):
        """What a class of fields derives from."""
