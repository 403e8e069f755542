"""The page to play on: self-contained, harmless whatever a puzzle says, and right about every full line."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from satcross.model import Clue, Line, Puzzle, Shape, WordClue
from satcross.pictures.html import to_html
from satcross.puzzle.shapes import line, rectangle
from tests.pictures.samples import MIT, SAMPLES, small
from tests.pictures.test_svg import HOSTILE

HERE = Path(__file__).parent
CHECK_JS = HERE.parents[1] / "satcross" / "pictures" / "check.js"


class Page(HTMLParser):
    """What a browser would see: tags with their attributes, and the text of each script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "script" and self.cdata_elem == "script":
            self.scripts[-1] += data
        else:
            self.texts.append(data)

    @property
    def data(self) -> Any:
        return json.loads(self.scripts[0])


def hostile() -> Puzzle:
    cells = ("</script>", '"><img src=x onerror=alert(1)>')
    named = Line("<b onload=x>", (0, 1), tuple(Clue(re.escape(text)) for text in HOSTILE))
    return Puzzle(cells, (named,), Shape("lines"), title=HOSTILE[0], author=HOSTILE[1], source=HOSTILE[2])


def test_no_text_of_a_puzzle_becomes_markup() -> None:
    page = Page(to_html(hostile()))
    tame = Page(to_html(SAMPLES["box"]))
    assert {tag for tag, _ in page.tags} <= {tag for tag, _ in tame.tags}
    assert len(page.scripts) == 2
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)
    assert page.data["lines"][0]["clues"][0]["text"] == re.escape(HOSTILE[0])


@pytest.mark.parametrize("name", ["mit", "star", "fifteen"])
def test_the_page_asks_nothing_of_the_network(name: str) -> None:
    text = to_html(SAMPLES[name])
    page = Page(text)
    assert not any(attributes.get(name) for _, attributes in page.tags for name in ("src", "href", "action", "srcset"))
    assert "http" not in text.replace("http-equiv", "")
    assert "default-src 'none'" in text
    assert "url(" not in text


def test_the_policy_names_the_script_that_came_with_the_page() -> None:
    from base64 import b64encode
    from hashlib import sha256

    page = Page(to_html(small()))
    wanted = b64encode(sha256(page.scripts[1].encode()).digest()).decode()
    policy = next(attributes["content"] for _, attributes in page.tags if "http-equiv" in attributes)
    assert policy is not None
    assert f"'sha256-{wanted}'" in policy


def test_every_cell_has_an_input_that_says_where_it_is() -> None:
    inputs = [attributes for tag, attributes in Page(to_html(MIT)).tags if tag == "input"]
    assert len(inputs) == 127
    assert inputs[0]["aria-label"] == "row 1, cell 1, on horizontal 1, rising 7, falling 13"


def test_given_letters_cannot_be_changed_and_no_solution_is_in_the_page() -> None:
    puzzle = rectangle(rows=["AB|BA"], columns=["", ""], given={(1, 1): "A"}, expected=[["AB"]])
    page = Page(to_html(puzzle))
    inputs = [attributes for tag, attributes in page.tags if tag == "input"]
    assert ["readonly" in attributes for attributes in inputs] == [True, False]
    assert [attributes["value"] for attributes in inputs] == ["A", ""]


def test_the_same_puzzle_gives_the_same_page() -> None:
    assert to_html(MIT) == to_html(MIT)


def verdicts(puzzle: Puzzle, texts: list[str]) -> list[bool]:
    """Return what the page's script, run by Node, says of each text on the puzzle's first line."""
    data = Page(to_html(puzzle)).data
    (clue,) = data["lines"][0]["clues"]
    request = json.dumps({"data": data["check"], "queries": [[clue["check"], text] for text in texts]})
    command = ["node", str(HERE / "judge.js"), str(CHECK_JS)]
    answer = subprocess.run(command, input=request, capture_output=True, text=True, check=True)
    found: list[bool] = json.loads(answer.stdout)
    return found


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

CLUES = [
    "(A|BC)*",
    "A{2,3}B?.*",
    "[^A]+|AAAA",
    "",
    ".*(.).*\\1",
    "(.)(.)\\2\\1",
    "(A|B)*?C\\1?.*",
    "(?!.*AB).*",
    ".*(?<=A)C.*",
    "(?=.*A)(?=.*B).*",
    "(.*)(.*)\\2\\1",
    "(.+)(.+)?(.*)\\1",
]


@needs_node
@pytest.mark.parametrize("pattern", CLUES)
def test_the_script_agrees_with_re_on_every_full_line(pattern: str) -> None:
    for n in (1, 4):
        texts = ["".join(letters) for letters in product("ABC", repeat=n)]
        found = verdicts(line(pattern, n, alphabet="ABC"), texts)
        assert found == [re.fullmatch(pattern, text) is not None for text in texts]


@needs_node
def test_letters_that_ignore_case_are_the_same_letter() -> None:
    texts = ["".join(letters) for letters in product("aAbB", repeat=3)]
    found = verdicts(line("(.)b\\1", 3, alphabet="aAbB", flags="i"), texts)
    assert found == [re.fullmatch("(.)b\\1", text, re.IGNORECASE) is not None for text in texts]


@needs_node
def test_over_all_of_unicode_letters_of_one_class_are_still_different_letters() -> None:
    assert verdicts(line("(.)\\1", 2, alphabet="any"), ["QQ", "QZ", "😀😀", "😀😁"]) == [True, False, True, False]


@needs_node
def test_reversed_clues_words_and_javascript_are_checked() -> None:
    cells = ((1, 1), (1, 2))

    def one(clue: Clue | WordClue, **more: Any) -> Puzzle:
        return Puzzle(cells, (Line("row 1", (0, 1), (clue,)),), Shape("rectangle", (1, 2)), alphabet="AB", **more)

    assert verdicts(one(Clue("AB", is_reversed=True)), ["AB", "BA"]) == [False, True]
    assert verdicts(one(WordClue(("A", "AB", "BB"))), ["AB", "BA", "BB"]) == [True, False, True]
    # in JavaScript a reference to a group that has not taken part matches the empty string
    javascript: dict[str, Any] = {"dialect": "javascript"}
    assert verdicts(one(Clue("(A)?\\1B."), **javascript), ["BA", "AB"]) == [True, False]
    assert verdicts(one(Clue("A|B"), **javascript), ["AB", "BA"]) == [False, False]


@needs_node
def test_a_nested_quantifier_is_checked_at_once_where_a_table_does_it() -> None:
    assert verdicts(line("((A|B)*C?)*", 40, alphabet="ABCD"), ["AB" * 20, "AB" * 19 + "AD"]) == [True, False]


@needs_node
def test_groups_of_open_length_are_checked_too() -> None:
    pattern = "(.*)(.*)(.*)(.*)\\4\\3\\2\\1"
    texts = ["ABCDEFGHIJ" + "GHIJ" + "EF" + "CD" + "AB", "ABCDEFGHIJ" + "AAAAAAAAAA"]
    expected = [re.fullmatch(pattern, text) is not None for text in texts]
    assert verdicts(line(pattern, 20, alphabet="ABCDEFGHIJ"), texts) == expected
