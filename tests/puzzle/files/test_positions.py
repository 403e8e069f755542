"""The scanners behind error messages see exactly the values that the real parsers see, each on its line."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli
from hypothesis import given, settings, strategies as st

from satcross.puzzle.files import json_format, toml_format

PUZZLES = Path(__file__).parents[3] / "puzzles"


def paths(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every value below `value`."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from paths(each, (*path, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from paths(each, (*path, number))


TRICKY = r"""
# [not.a.table]
a = 1 # a = 2
"b c".'d' = '# ] } = "'
e = ["]", '''
]''', "\"", { f = [1, [2, 3], {}], 'g.h' = -1e9 },   # ]
  [], 1979-05-27T07:32:00Z
] # end
[i . j]
k = true
[[l]]
m = \"\"\"
[[l]] \\"\"\" \"\"\"
n = 1
[l.o]
p = { q = [ ] }
[[l]]
[[l.r]]
s = 0
[t] # what is new in TOML 1.1
u = {
  v = "\e\x41", # }
  w = 07:32,
}
[[l.r]]
""".replace('\\"\\"\\"', '"""')


@pytest.mark.parametrize("text", [TRICKY, *(path.read_text("utf-8") for path in sorted(PUZZLES.glob("*.toml")))])
def test_toml_has_a_line_for_every_value(text: str) -> None:
    assert set(toml_format.line_numbers(text)) == set(paths(tomli.loads(text)))


def test_tricky_toml_has_the_right_lines() -> None:
    lines = toml_format.line_numbers(TRICKY)
    assert {key: lines[key] for key in (("a",), ("b c", "d"), ("e", 1), ("e", 2), ("e", 3, "f", 1, 1), ("e", 5))} == {
        ("a",): 3, ("b c", "d"): 4, ("e", 1): 5, ("e", 2): 6, ("e", 3, "f", 1, 1): 6, ("e", 5): 7,
    }  # fmt: skip
    assert lines["l", 0, "n"] == TRICKY.split("\n").index("n = 1") + 1
    assert lines["l", 1, "r", 0, "s"] == TRICKY.split("\n").index("s = 0") + 1


values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.long
@given(values, st.sampled_from([None, 0, 2]))
@settings(max_examples=60)
def test_json_has_a_line_for_every_value(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    lines = json_format.line_numbers(text)
    assert set(lines) == set(paths(value))
    if indent is not None:
        order = list(paths(value))
        assert [lines[path] for path in order] == sorted(lines[path] for path in order)
