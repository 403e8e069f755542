"""The parser tables are those of the grammars, and read patterns as Lark itself does."""

from importlib import import_module, util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from satcross.errors import RegexError
from satcross.regex.syntax import parse as parsing
from tests.regex.test_parse import COMMON, patterns

lark = pytest.importorskip("lark")


def builder() -> ModuleType:
    path = Path(__file__).parents[2] / "tools" / "build_tables.py"
    spec = util.spec_from_file_location("build_tables", path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BUILD = builder()


@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_tables_are_up_to_date(dialect: str) -> None:
    """`python tools/build_tables.py` would change nothing."""
    assert BUILD.target(dialect).read_text("utf-8") == BUILD.tables(dialect)


@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_lark_reads_the_same(dialect: str) -> None:
    """Lark's own lexer and parser find the same tokens and the same rules, in the same order, in what is accepted.

    Left out is what only the reader can tell: the flags x and v, and escapes whose meaning hangs on the whole pattern.
    """
    grammar = BUILD.load(dialect)
    left_out = {r"\1", r"\2", r"\8", r"\0", r"\12", r"\377", r"\400", r"\k", r"\x4", r"\u12"}
    pieces = " ".join(piece for piece in COMMON.split() if piece not in left_out)
    read = 0
    for pattern in patterns(pieces, 11, 1500):
        ours = steps(pattern, dialect)
        if ours is not None:
            read += 1
            assert ours == rules_of(grammar.parse(pattern)), pattern
    assert read > 300


def steps(pattern: str, dialect: str) -> list[str] | None:
    """Return the actions that reading `pattern` takes, in their order; None if it is rejected."""
    tables = import_module(f"satcross.regex.syntax.tables_{dialect}")
    reader = getattr(import_module(f"satcross.regex.syntax.read_{dialect}"), parsing.READERS[dialect])
    taken: list[str] = []
    names = {name for _, _, name in tables.RULES if name}
    watched = type("Watched", (reader,), {name: noting(name, getattr(reader, name), taken) for name in names})
    try:
        parsing.run(parsing.Parser(tables, watched), watched(pattern, ""))
    except RegexError:
        return None
    return taken


def noting(name: str, act: Any, taken: list[str]) -> Any:
    def noted(reader: Any, *values: Any) -> Any:
        taken.append(name)
        return act(reader, *values)

    return noted


def rules_of(tree: Any) -> list[str]:
    """Return the names of the rules of Lark's tree, from the leaves up, without those that have no action."""
    found = [name for child in tree.children if isinstance(child, lark.Tree) for name in rules_of(child)]
    return found if tree.data in ("atom", "low", "high", "operand") else [*found, str(tree.data)]
