"""Typed JSON: whether a value is what a `TypedDict` says.

In: a class of messages.  Out: the first fault of a value.
`tools/studio_schema.py` makes a JSON Schema of the same annotations; a test compares the two.
"""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

SIMPLE: Final[dict[Any, tuple[str, tuple[type, ...]]]] = {
    str: ("string", (str,)),
    bool: ("boolean", (bool,)),
    int: ("integer", (int,)),
    float: ("number", (int, float)),
    NoneType: ("null", (NoneType,)),
}
"""The name of each simple type in JSON, and the classes of its values in Python."""


@cache
def fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """Return for each key of a TypedDict the type of its value, and whether it is required."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        key: (get_args(hint)[0], False) if get_origin(hint) is NotRequired else (hint, True)
        for key, hint in hints.items()
    }


def kind_by_type(union: Any) -> dict[str, Any]:
    """Return each class of a union of messages, by the value of its key `type`."""
    return {get_args(fields(kind)["type"][0])[0]: kind for kind in get_args(union)}


def fault(value: object, kind: Any, path: str = "") -> str:
    """Return the first reason why `value` is not of the type `kind`, without a full stop; "" if it is.

    >>> fault({"a": [1, "x"]}, dict[str, list[int]])
    'a[1] must be an integer'
    """
    name = path or "the message"
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return ""
    if is_typeddict(kind):
        return _fault_of_object(value, kind, path)
    if origin is Literal:
        return "" if any(value is each or value == each for each in arguments) else f"{name} must be {_one_of(kind)}"
    if origin in (Union, UnionType):
        faults = [fault(value, each, path) for each in arguments]
        return "" if "" in faults else faults[0]
    if origin is list or origin is tuple:
        kinds = arguments * len(value) if origin is list and isinstance(value, list) else arguments
        if not isinstance(value, list) or len(value) != len(kinds):
            return f"{name} must be a list" + (f" of {len(arguments)}" if origin is tuple else "")
        inner = (fault(each, kinds[number], f"{path}[{number}]") for number, each in enumerate(value))
        return next(filter(None, inner), "")
    if origin is dict:
        if not isinstance(value, dict):
            return f"{name} must be an object"
        inner = (fault(each, arguments[1], f"{path}.{key}".lstrip(".")) for key, each in value.items())
        return next(filter(None, inner), "")
    word, classes = SIMPLE[kind]
    is_right = isinstance(value, classes) and isinstance(value, bool) == (kind is bool)
    return "" if is_right else f"{name} must be {'an' if word[0] in 'aeio' else 'a'} {word}"


def _fault_of_object(value: object, kind: Any, path: str) -> str:
    if not isinstance(value, dict):
        return f"{path or 'the message'} must be an object"
    known = fields(kind)
    for key in value:
        if key not in known:
            return f"the key {key!r:.60} is unknown" + (f" in {path}" if path else "")
    for key, (expected, is_required) in known.items():
        if key in value:
            inner = fault(value[key], expected, f"{path}.{key}".lstrip("."))
            if inner:
                return inner
        elif is_required:
            return f"the key {key!r} is missing" + (f" in {path}" if path else "")
    return ""


def _one_of(kind: Any) -> str:
    return "one of " + ", ".join(map(str, get_args(kind)))
