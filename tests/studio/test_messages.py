"""The schema of the messages is that of the Python types, and satcross/studio/protocol.md has an example of each."""

import json
from typing import Any

import pytest

from satcross.studio.answers import StudioMessage
from satcross.studio.messages import EditorMessage
from satcross.studio.typed_json import fault, kind_by_type
from tests.studio.client import EXAMPLES
from tools.studio_schema import TARGET, name_of, text

jsonschema = pytest.importorskip("jsonschema")

KIND_BY_TYPE: dict[str, Any] = kind_by_type(EditorMessage | StudioMessage)
SCHEMA = json.loads(TARGET.read_text("utf-8"))


def class_of(message: dict[str, Any]) -> type:
    """Return the class whose `type` this message has."""
    kind: type = KIND_BY_TYPE[message["type"]]
    return kind


def is_valid(message: object, definition: str) -> bool:
    schema = {"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{definition}"}
    return bool(jsonschema.Draft202012Validator(schema).is_valid(message))


def test_the_schema_is_that_of_the_types() -> None:
    assert TARGET.read_text("utf-8") == text(), "run .venv/bin/python -m tools.studio_schema"


def test_every_message_has_an_example() -> None:
    assert {class_of(each) for each in EXAMPLES} == set(KIND_BY_TYPE.values())


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: str(message["type"]))
def test_every_example_is_valid(message: dict[str, Any]) -> None:
    assert fault(message, class_of(message)) == ""
    assert is_valid(message, name_of(class_of(message)))


def wrong(message: dict[str, Any]) -> list[Any]:
    """Return variants of `message` in which one value has another type, or one key is missing or new."""
    variants: list[Any] = [[], None, "", {**message, "surplus": 1}]
    for key, value in message.items():
        for other in (None, True, 1, 1.5, "x", [], {}, [value], {"x": value}):
            variants.append({**message, key: other})
        variants.append({each: message[each] for each in message if each != key})
        if isinstance(value, dict):
            variants += [{**message, key: each} for each in wrong(value)]
        if isinstance(value, list) and value and isinstance(value[0], dict):
            variants += [{**message, key: [each, *value[1:]]} for each in wrong(value[0])]
    return variants


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: str(message["type"]))
def test_the_server_and_the_schema_agree_about_what_is_malformed(message: dict[str, Any]) -> None:
    """Only where JSON Schema takes 1.0 for an integer do they differ, and the variants have no such number."""
    kind = class_of(message)
    for variant in wrong(message):
        assert (fault(variant, kind) == "") == is_valid(variant, name_of(kind)), variant
