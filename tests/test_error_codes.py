"""The error codes: documented, each raised somewhere, and nothing else is raised."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from satcross.errors import ErrorCode

ROOT = Path(__file__).parent.parent


def test_the_document_lists_the_members_of_the_enum() -> None:
    text = (ROOT / "docs/errors.md").read_text("utf-8")
    listed = re.findall(r"`([a-z-]+)`", "".join(re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)))
    assert sorted(listed) == sorted(ErrorCode)


def members_in(tree: ast.AST) -> Iterator[str]:
    """Yield the names of the members of `ErrorCode` that `tree` mentions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "ErrorCode":
            yield node.attr


def test_every_code_is_used() -> None:
    used = {
        name for path in (ROOT / "satcross").rglob("*.py") for name in members_in(ast.parse(path.read_text("utf-8")))
    }
    assert used == {code.name for code in ErrorCode}


def test_a_code_is_written_only_as_a_member() -> None:
    """Type checking allows no other argument; this covers what it cannot see, such as a comparison with a string."""
    codes = set(ErrorCode)
    for path in (ROOT / "satcross").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "code":
                assert not (isinstance(node.value, ast.Constant) and node.value.value in codes), path
