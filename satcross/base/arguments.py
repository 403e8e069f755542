"""Whether the arguments of a call have the types that the function's annotations name.

In: a function, and the arguments of a call.  Out: nothing, or an OptionError whose place is the argument at fault.

The annotations are read as texts and a class is known by its name, so that nothing is imported for a check.  Elements
are looked at where that does not use them up, as it would those of an iterator.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, wraps
from os import PathLike
from typing import Any, Final, ForwardRef, NamedTuple, ParamSpec, TypeAlias, TypeVar

from satcross.errors import ErrorCode, OptionError, did_you_mean


class _Kind(NamedTuple):
    """One of the types that an argument may have, such as the `Sequence[str]` of `Sequence[str] | None`.

    Attributes:
        name: The name of the class, without its module.
        elements: The types of its elements; of a mapping, of its keys and of its values.
    """

    name: str
    elements: tuple[tuple[_Kind, ...], ...] = ()


_Kinds: TypeAlias = tuple[_Kind, ...]
"""The types of which an argument may have any."""

_ALIASES: Final = {
    "Cell": "str | tuple[int, int]",
    "Dialect": "str",
    "DirectionClues": "Sequence | int",  # what a clue is, the constructors say themselves, with the line
    "Engine": "str",
    "LineClues": "object",  # as above
    "Method": "str",
    "Report": "Callable",
    "Watch": "Callable",
    "Where": "int | Executor | Callable",
}
"""What the names of types that are no classes stand for."""

_MADE_BY_CALLERS: Final = ("Budget", "NamedLine", "Request")
"""Named tuples that users of the API make themselves; what their fields hold is looked at as well."""

SHOWN: Final = 40  # code points of a wrong value that a message quotes

_IS: Final[dict[str, Callable[[Any], bool]]] = {
    "object": lambda value: True,
    "None": lambda value: value is None,
    "str": lambda value: isinstance(value, str),
    "bytes": lambda value: isinstance(value, bytes),
    "bool": lambda value: isinstance(value, int) or _is_called(value, "bool"),  # numpy's is also called bool
    "int": lambda value: hasattr(type(value), "__index__"),  # numpy's integers too
    "float": lambda value: hasattr(type(value), "__float__") or hasattr(type(value), "__index__"),
    "PathLike": lambda value: isinstance(value, PathLike),
    "Callable": callable,
    "Iterable": lambda value: isinstance(value, Iterable),
    "Sequence": lambda value: _is_sequence(value),
    "tuple": lambda value: _is_sequence(value),
    "Mapping": lambda value: isinstance(value, Mapping),
}
"""Whether a value is of a type; of other types, the name of its class says so."""

_SAID: Final = {
    "str": "a string",
    "bytes": "bytes",
    "bool": "True or False",
    "int": "a whole number",
    "float": "a number",
    "PathLike": "a path",
    "Callable": "a function",
    "Executor": "an executor",
    "Iterable": "an iterable",
    "Sequence": "a sequence",
    "tuple": "a sequence",
    "Mapping": "a mapping",
    "date": "a date",
}
"""How a message says a type; others by their names."""


_Arguments = ParamSpec("_Arguments")
_Value = TypeVar("_Value")


def with_checked_arguments(function: Callable[_Arguments, _Value]) -> Callable[_Arguments, _Value]:
    """Return `function`, which then raises OptionError for an argument of a wrong type, with the argument's name."""

    @wraps(function)
    def checked(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Value:
        check_arguments(function, args, kwargs)
        return function(*args, **kwargs)

    return checked


def check_arguments(function: Callable[..., object], args: Sequence[object], kwargs: Mapping[str, object]) -> None:
    """Raise OptionError if an argument of a call of `function` is of no type that it may have, or has an unknown name.

    What else Python itself refuses, such as an argument that is missing, is left to Python.

    >>> def double(number: int | None, name: str = "") -> int: ...
    >>> check_arguments(double, ["2"], {})
    Traceback (most recent call last):
    satcross.errors.OptionError: number: this must be a whole number or None, not '2'
    """
    kinds = _kinds_of_parameters(function)
    is_method = function.__code__.co_varnames[:1] in (("self",), ("cls",))
    for name, value in (*zip(kinds, args[is_method:], strict=False), *kwargs.items()):
        if name not in kinds:
            message = f"{function.__qualname__.removesuffix('.__init__')} has no such argument"
            raise OptionError(message, place=[name], hint=did_you_mean(name, kinds))
        _check(name, value, kinds[name])


def _check(place: str, value: Any, kinds: _Kinds) -> None:
    fitting = [kind for kind in kinds if _is(value, kind.name)]
    if not fitting:
        said = " or ".join(dict.fromkeys(_SAID.get(kind.name, kind.name) for kind in kinds))
        shown = repr(value)
        shown = shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}..."
        raise OptionError(f"this must be {said}, not {shown}", place=[place], code=ErrorCode.TYPE)
    if fitting[0].name in _MADE_BY_CALLERS:
        make: Callable[..., object] = type(value)
        for (field, field_kinds), held in zip(_kinds_of_parameters(make).items(), value, strict=True):
            _check(f"{place}.{field}", held, field_kinds)
    if not isinstance(value, Collection) or not all(kind.elements for kind in fitting):
        return
    for number, each in enumerate(value):
        _check(f"{place}[{number}]", each, tuple([element for kind in fitting for element in kind.elements[0]]))
    if isinstance(value, Mapping) and fitting[0].name == "Mapping":
        for key, each in value.items():
            _check(f"{place}[{key!r}]", each, fitting[0].elements[1])


def _is(value: object, name: str) -> bool:
    return _IS[name](value) if name in _IS else _is_called(value, name)


def _is_called(value: object, name: str) -> bool:
    return any(each.__name__ == name for each in type(value).__mro__)


def _is_sequence(value: object) -> bool:
    return hasattr(type(value), "__len__") and hasattr(type(value), "__getitem__") and not isinstance(value, Mapping)


@cache
def _kinds_of_parameters(function: Callable[..., object]) -> dict[str, _Kinds]:
    """Return the types of each parameter, or field of a named tuple, in their order."""
    kinds: dict[str, _Kinds] = {}
    for name, kept in function.__annotations__.items():
        annotation = kept.__forward_arg__ if isinstance(kept, ForwardRef) else kept
        if annotation.startswith("Unpack["):
            details = function.__globals__[annotation.removeprefix("Unpack[").removesuffix("]")]
            kinds |= {key: _kinds(each.__forward_arg__) for key, each in details.__annotations__.items()}
        elif name != "return":
            kinds[name] = _kinds(annotation)
    return kinds


def _kinds(annotation: str) -> _Kinds:
    return tuple([kind for each in _parts(annotation, "|") for kind in _kinds_of_part(each)])


def _kinds_of_part(annotation: str) -> _Kinds:
    """Return the types that an annotation without alternatives names."""
    name, _, inside = annotation.removesuffix("]").partition("[")
    elements = [each for each in _parts(inside, ",") if each not in ("", "...")]
    name = name.rpartition(".")[2]
    if name == "Literal":
        return tuple([_Kind("str" if each[0] in "'\"" else "int") for each in elements])
    if name in _ALIASES:
        return _kinds(_ALIASES[name])
    return (_Kind(name, tuple(map(_kinds, elements))),)


def _parts(text: str, separator: str) -> list[str]:
    """Return the parts of `text` between the separators that stand in no brackets.

    >>> _parts("Mapping[str, int], str", ",")
    ['Mapping[str, int]', 'str']
    """
    parts = [""]
    depth = 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == separator and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]
