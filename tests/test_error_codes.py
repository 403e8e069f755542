"""The error codes: each is documented, each is used by some error, and every error class has one."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from satcross.errors import ErrorCode, SatcrossError

CODES = {code for name, code in vars(ErrorCode).items() if name.isupper()}

pytestmark = pytest.mark.long

ROOT = Path(__file__).parent.parent


@cache
def trees() -> dict[Path, ast.Module]:
    """Return the syntax tree of each module."""
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / "satcross").rglob("*.py"))}


def error_classes() -> list[type[SatcrossError]]:
    """Return every error class of the package."""
    for path, tree in trees().items():
        if any(isinstance(node, ast.ClassDef) and node.name.endswith("Error") for node in tree.body):
            import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))

    def below(kind: type[SatcrossError]) -> Iterator[type[SatcrossError]]:
        yield kind
        for each in kind.__subclasses__():
            yield from below(each)

    return list(below(SatcrossError))


def members_in(node: ast.AST) -> Iterator[str]:
    """Yield the names of the members of `ErrorCode` that `node` mentions."""
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == "ErrorCode":
            yield each.attr


def codes_given(tree: ast.AST) -> Iterator[str]:
    """Yield the members that errors are given in `tree`: as an argument `code`, or as the default of a class."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target) if "code" in ast.unparse(target):
                yield from members_in(node)
            case ast.keyword(arg="code"):
                yield from members_in(node)


def test_every_code_is_that_of_some_error() -> None:
    assert {name for tree in trees().values() for name in codes_given(tree)} == {
        name for name in vars(ErrorCode) if name.isupper()
    }


def test_every_class_has_a_code_and_is_raised() -> None:
    in_calls = {
        node.id
        for tree in trees().values()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        for node in (call.func, *call.args)
        if isinstance(node, ast.Name)
    }
    assert {kind.code for kind in error_classes()} <= CODES
    assert {kind.__name__ for kind in error_classes()} <= in_calls


def test_an_error_of_the_root_class_says_which_fault_it_is() -> None:
    """The code `error` tells a program nothing."""
    for path, tree in trees().items():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "SatcrossError":
                assert "code" in {keyword.arg for keyword in call.keywords}, f"{path}:{call.lineno}"
