"""docs/errors.md names every error code of the program, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent


def codes_in(tree: ast.AST) -> Iterator[str]:
    """Yield the codes of error classes and those given as `code=` when an error is made."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                is_code = isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "code"
                if is_code and isinstance(each.value, ast.Constant):
                    yield each.value.value
        elif isinstance(node, ast.Call) and ast.unparse(node.func).lower().endswith("error"):
            yield from (
                keyword.value.value
                for keyword in node.keywords
                if keyword.arg == "code" and isinstance(keyword.value, ast.Constant)
            )


def test_every_code_is_documented_and_every_documented_code_exists() -> None:
    in_code = {
        code for path in (ROOT / "satcross").rglob("*.py") for code in codes_in(ast.parse(path.read_text("utf-8")))
    }
    in_docs = set(re.findall(r"`([a-z][a-z-]*)`", (ROOT / "docs/errors.md").read_text("utf-8")))
    words = {"u", "v", "python"}
    assert in_code - in_docs == set()
    assert in_docs - in_code - words == set()
