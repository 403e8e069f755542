"""Write docs/studio.schema.json, which says to other programs what the types of the studio's messages say to Python.

python -m tools.studio_schema [FILE]
"""

from __future__ import annotations

import json
import sys
from inspect import getdoc
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, is_typeddict

from satcross.studio.answers import StudioMessage
from satcross.studio.messages import PROTOCOL, EditorMessage
from satcross.studio.typed_json import SIMPLE, fields

TARGET = Path(__file__).resolve().parent.parent / "docs" / "studio.schema.json"


def text() -> str:
    """Return the contents of the file."""
    made = schema({"Request": EditorMessage, "Answer": StudioMessage}, PROTOCOL)
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def schema(unions: dict[str, Any], version: int) -> dict[str, Any]:
    """Return the JSON Schema with a definition for each class, and for each of the unions, whose names are given."""
    definitions: dict[str, Any] = {}
    for union in unions.values():
        for each in get_args(union):
            _define(each, definitions)
    for name, union in unions.items():
        definitions[name] = {"oneOf": [{"$ref": f"#/$defs/{name_of(each)}"} for each in get_args(union)]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:satcross:studio:{version}",
        "title": "Messages of satcross studio",
        "description": "satcross/studio/protocol.md describes them for people.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in unions],
        "$defs": definitions,
    }


def name_of(kind: Any) -> str:
    """Return the name of a class in the schema, which needs not say that it is a message or a part of one."""
    name: str = kind.__name__
    return name.removesuffix("Message").removesuffix("Part")


def _define(kind: Any, definitions: dict[str, Any]) -> None:
    """Add the definitions of a TypedDict, and of those within it, to `definitions`."""
    name = name_of(kind)
    if name in definitions:
        return
    definitions[name] = {}  # keeps its place before those within it
    known = fields(kind)
    definitions[name] = {
        "type": "object",
        "description": getdoc(kind),
        "properties": {key: _schema_of(each, definitions) for key, (each, _) in known.items()},
        "required": [key for key, (_, is_required) in known.items() if is_required],
        "additionalProperties": False,
    }


def _schema_of(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if is_typeddict(kind):
        _define(kind, definitions)
        return {"$ref": f"#/$defs/{name_of(kind)}"}
    if origin is Literal:
        return {"const": arguments[0]} if len(arguments) == 1 else {"enum": list(arguments)}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema_of(each, definitions) for each in arguments]}
    if origin is tuple:
        count = len(arguments)
        items = [_schema_of(each, definitions) for each in arguments]
        return {"type": "array", "prefixItems": items, "minItems": count, "maxItems": count}
    if origin is list:
        return {"type": "array", "items": _schema_of(arguments[0], definitions)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema_of(arguments[1], definitions)}
    return {"type": SIMPLE[kind][0]}


if __name__ == "__main__":
    (Path(sys.argv[1]) if sys.argv[1:] else TARGET).write_text(text(), "utf-8")
