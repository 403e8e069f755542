"""Links that hold a puzzle: Python and the pages write and read the same ones, and damage costs one sentence."""

import json
import shutil
import subprocess
import zlib
from base64 import urlsafe_b64encode
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from satcross import load
from satcross.errors import PuzzleError
from satcross.puzzle.files import read_source, to_text
from satcross.puzzle.files.link import FRAGMENT, document_in, fragment_of
from satcross.puzzle.shapes import rectangle
from tests.transcript import run

PUZZLES = Path(__file__).parents[3] / "puzzles"
PAGE = "https://example.org/satcross/"

DOCUMENTS: list[dict[str, Any]] = [
    {"puzzle": {}},
    {"puzzle": {"title": "Zürich \U0001f600 <b>&amp;</b>", "clues": {"rows": ["A" * 3000]}}, "letters": {"1,1": "א"}},
    {"puzzle": json.loads(to_text(load(PUZZLES / "mit-2013.toml"), "json"))},
]

NODE = """
import {readFragment, toFragment} from %s;
import {text} from "node:stream/consumers";
const texts = JSON.parse(await text(process.stdin));
const read = await Promise.all(texts.map(async (each) => await readFragment(each)));
const written = await Promise.all(read.map(({document}) => document && toFragment(document)));
console.log(JSON.stringify({read, written}));
"""


def in_node(fragments: list[str]) -> Any:
    """Return what the page's script reads from the fragments, and the fragments that it writes for that."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    script = NODE % json.dumps(files("satcross.studio").joinpath("page", "link.js").as_uri())  # type: ignore[attr-defined]
    command = ["node", "--experimental-default-type=module", "--input-type=module", "-e", script]
    return json.loads(
        subprocess.run(command, input=json.dumps(fragments), capture_output=True, check=True, text=True).stdout
    )


def packed(text: bytes) -> str:
    packer = zlib.compressobj(wbits=-15)
    return urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


BROKEN = {
    "nothing": "#puzzle=",
    "signs that no link has": "#puzzle=1.<script>",
    "not compressed": "#puzzle=1.AAAA",
    "cut off": fragment_of({"puzzle": {"title": "A title"}})[:-4],
    "no JSON": "#puzzle=1." + packed(b'{"puzzle": '),
    "no UTF-8": "#puzzle=1." + packed(b'{"puzzle": {"title": "' + bytes([255]) + b'"}}'),
    "no object": "#puzzle=1." + packed(b"[1, 2]"),
    "no puzzle": "#puzzle=1." + packed(b'{"puzzle": "A"}'),
    "a bomb": "#puzzle=1." + packed(b'{"puzzle": {"title": "' + b"A" * 5_000_000 + b'"}}'),
    "too long": "#puzzle=1." + "A" * 300_001,
    "a newer version": "#puzzle=27.AAAA",
    "no version": "#puzzle=" + packed(b'{"puzzle": {}}'),
}


def test_python_and_the_pages_read_each_others_links() -> None:
    answers = in_node([fragment_of(document) for document in DOCUMENTS])
    assert [each["document"] for each in answers["read"]] == DOCUMENTS
    assert [document_in(f"{PAGE}#{each}") for each in answers["written"]] == DOCUMENTS


def test_what_follows_the_puzzle_in_a_fragment_is_left_out() -> None:
    fragment = fragment_of(DOCUMENTS[0]) + "&play=AAAA"
    assert document_in(fragment) == DOCUMENTS[0]
    assert in_node([fragment])["read"][0]["document"] == DOCUMENTS[0]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_link_is_one_error(name: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        read_source(f"{PAGE}{BROKEN[name]}".encode(), "link")
    assert caught.value.code == "link"


def test_the_pages_say_in_a_sentence_why_a_link_is_broken() -> None:
    for answer in in_node(list(BROKEN.values()))["read"]:
        assert answer["document"] is None
        assert answer["problem"].startswith("This link ")


def test_a_fragment_without_a_puzzle_is_no_problem() -> None:
    for answer in in_node(["", "#", "#play=abc", "#rows"])["read"]:
        assert answer == {"document": None, "problem": ""}


def test_a_link_is_short_and_has_letters_that_links_may_have() -> None:
    link = to_text(load(PUZZLES / "mit-2013.toml"), "link").strip()
    assert len(link) < 1000
    assert set(link.removeprefix(FRAGMENT)) <= set("-_.") | {chr(each) for each in range(128) if chr(each).isalnum()}


def test_a_link_does_not_hold_the_solution() -> None:
    puzzle = rectangle(rows=["A|B"], columns=["B"])._replace(expected=(("B",),), expects_all=True)
    assert "solutions" not in document_in(to_text(puzzle, "link"))["puzzle"]


def test_commands_write_and_read_links(tmp_path: Path) -> None:
    written = run(f"satcross convert {PUZZLES}/hello.toml --format link --link {PAGE}#old", tmp_path)
    link = written.stdout.strip()
    assert link.startswith(f"{PAGE}#puzzle=1.")
    assert "only solution" in run(f"satcross solve '{link}'", tmp_path).stdout
