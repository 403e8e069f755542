"""The tuning says of every limit what it counts and why it is as it is, and no field is left unused."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from satcross.base.budget import DEFAULT_TUNING, Tuning

ROOT = Path(__file__).resolve().parent.parent
SOURCE = (ROOT / "satcross" / "base" / "budget.py").read_text("utf-8")


def described() -> dict[str, str]:
    """Return what stands below each field; fields that follow each other directly share it."""
    (body,) = [node.body for node in ast.parse(SOURCE).body if isinstance(node, ast.ClassDef) and node.name == "Tuning"]
    docstrings: dict[str, str] = {}
    waiting: list[str] = []
    for node in body:
        if isinstance(node, ast.AnnAssign):
            assert isinstance(node.target, ast.Name)
            waiting.append(node.target.id)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docstrings.update(dict.fromkeys(waiting, node.value.value))
            waiting.clear()
    return docstrings


UNITS = {
    "seconds",
    "bytes",
    "bits",
    "nodes",
    "letters",
    "conflicts",
    "cubes",
    "clauses",
    "lines",
    "strings",
    "questions",
}


def test_every_field_says_what_it_counts() -> None:
    texts = described()
    assert texts.keys() == set(Tuning._fields)
    for field, text in texts.items():
        unit = field.rpartition("_")[2]
        assert text.endswith("."), field
        assert unit not in UNITS or re.search(rf"\b{unit}\b", text, re.IGNORECASE), field


def test_every_field_has_a_default_that_cannot_be_changed_in_place() -> None:
    assert Tuning() == DEFAULT_TUNING
    assert hash(DEFAULT_TUNING) == hash(Tuning())


def test_every_field_is_used() -> None:
    texts = (path.read_text("utf-8") for path in (ROOT / "satcross").rglob("*.py"))
    assert {name for text in texts for name in re.findall(r"tuning\.(\w+)", text)} >= set(Tuning._fields)
