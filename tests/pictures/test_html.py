"""The page to play on: self-contained, harmless whatever a puzzle says, and right about every full line."""

import json
import re
import shutil
import subprocess
import zlib
from base64 import b64decode
from collections.abc import Iterable
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from satcross import load
from satcross.api import player_steps, solutions
from satcross.author.half_filled_grids import filled_from_text
from satcross.base.budget import Budget
from satcross.errors import PuzzleError, SatcrossError
from satcross.pictures.page import joined_modules, to_html
from satcross.puzzle import Clue, Line, Puzzle, WordClue
from satcross.puzzle.kinds import Lines, Rectangle
from satcross.puzzle.shapes import line, rectangle
from tests.judges.generate import Generator
from tests.pictures.samples import MIT, SAMPLES, small
from tests.pictures.test_svg import HOSTILE

HERE = Path(__file__).parent
CHECK_JS = HERE.parents[1] / "satcross" / "pictures" / "page" / "player" / "check.js"


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
    return Puzzle(cells, (named,), Lines.of(), title=HOSTILE[0], author=HOSTILE[1], source=HOSTILE[2])


def test_every_clue_of_the_page_is_said_in_words() -> None:
    puzzle = rectangle(rows=["(.)\\1", ""], columns=[[".*A", "B+"], ""])
    clues = [clue for line in Page(to_html(puzzle)).data["lines"] for clue in line["clues"]]
    assert [clue["words"] for clue in clues] == [
        "any letter (part 1); then part 1 again",
        "any letters, as many as fit; then A",
        "B once or more",
    ]


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
    assert "://" not in text
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
    inputs = [attributes for tag, attributes in Page(to_html(MIT)).tags if "data-cell" in attributes and tag == "input"]
    assert len(inputs) == 127
    assert inputs[0]["aria-label"] == "row 1, cell 1, on horizontal 1, rising 7, falling 13"


def test_given_letters_cannot_be_changed_and_no_solution_is_in_the_page() -> None:
    puzzle = rectangle(rows=["AB|BA"], columns=["", ""], given={(1, 1): "A"}, expected=[["AB"]])
    page = Page(to_html(puzzle))
    inputs = [attributes for tag, attributes in page.tags if "data-cell" in attributes and tag == "input"]
    assert ["readonly" in attributes for attributes in inputs] == [True, False]
    assert [attributes["value"] for attributes in inputs] == ["A", ""]


def test_the_answer_is_in_the_page_so_that_nobody_reads_it_by_accident() -> None:
    page = to_html(small()._replace(answer="ÖWL <b>"))
    assert "WL" not in page.partition('id="data">')[2].partition("<")[0]
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert b64decode(data["answer"]).decode() == "ÖWL <b>"


def test_nobody_reads_the_solution_in_a_page_by_accident() -> None:
    found = player_steps(MIT)
    assert found is not None
    assert "".join(found.solution).startswith("NHPEHAS")
    page = to_html(MIT, found)
    assert "NHPEHAS" not in page
    assert all(step.sentence not in page for step in found.steps)
    plain = json.loads(zlib.decompress(b64decode(Page(page).data["guide"])))
    assert "".join(plain["solution"]).startswith("NHPEHAS")


@pytest.mark.parametrize("name", ["mit-2013", "latin", "star", "honeycomb", "sator"])
def test_a_guide_leads_from_the_empty_grid_to_what_all_solutions_share(name: str) -> None:
    puzzle = load(HERE.parents[1] / "puzzles" / f"{name}.toml")
    found = player_steps(puzzle)
    assert found is not None
    every = [solution.letters for solution in solutions(puzzle)]
    assert found.solution in every
    assert [set(letters) for letters in found.possible] == [set(column) for column in zip(*every, strict=True)]
    left: dict[int, str] = {}
    for step in found.steps:
        assert all(puzzle.lines[number].clues[clue] for number, clue in step.clues)
        for cell, letters in step.leaves:
            assert cell not in left or set(letters) < set(left[cell])
            left[cell] = letters
    assert all(set(letters) == set(found.possible[cell]) for cell, letters in left.items())


def test_there_is_no_guide_for_what_is_too_large() -> None:
    assert player_steps(line("[AB]+", 401, alphabet="AB")) is None
    assert player_steps(line(".+", 4, alphabet="any")) is None
    assert player_steps(line(".+", 400, alphabet="".join(map(chr, range(0x4E00, 0x4E00 + 300))))) is None
    assert player_steps(MIT, budget=Budget(0.0)) is None


def all_verdicts(asked: Iterable[tuple[Puzzle, list[str]]]) -> list[list[bool | None]]:
    """Return what the checkers of pages, run by Node, say of texts on the first line of each puzzle; "_" is open."""
    requests = []
    for puzzle, texts in asked:
        data = Page(to_html(puzzle)).data
        (clue,) = data["lines"][0]["clues"]
        queries = [[clue["check"], ["" if letter == "_" else letter for letter in text]] for text in texts]
        requests.append({"data": data["check"], "queries": queries})
    command = ["node", str(HERE / "judge.js"), str(CHECK_JS)]
    answer = subprocess.run(command, input=json.dumps(requests), capture_output=True, text=True, check=True)
    found: list[list[bool | None]] = json.loads(answer.stdout)
    return found


def verdicts(puzzle: Puzzle, texts: list[str]) -> list[bool | None]:
    """Return the same for one puzzle."""
    return all_verdicts([(puzzle, texts)])[0]


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
@pytest.mark.parametrize("n", [1, 4])
def test_the_script_agrees_with_re_on_every_full_line(n: int) -> None:
    texts = ["".join(letters) for letters in product("ABC", repeat=n)]
    asked = [(line(pattern, n, alphabet="ABC"), texts) for pattern in CLUES]
    for pattern, found in zip(CLUES, all_verdicts(asked), strict=True):
        assert found == [re.fullmatch(pattern, text) is not None for text in texts], pattern


@needs_node
@pytest.mark.parametrize("dialect", ["python", "javascript"])
def test_a_partial_line_is_ruled_out_only_if_no_letters_can_complete_it(dialect: Any) -> None:
    texts = ["".join(letters) for letters in product("ABC_", repeat=4) if "_" in letters]
    asked = [(line(pattern, 4, alphabet="ABC", dialect=dialect), texts) for pattern in CLUES]
    for pattern, found in zip(CLUES, all_verdicts(asked), strict=True):
        matching = [text for text in map("".join, product("ABC", repeat=4)) if re.fullmatch(pattern, text)]
        possible = [any(re.fullmatch(text.replace("_", "."), each) for each in matching) for text in texts]
        for text, verdict, is_possible in zip(texts, found, possible, strict=True):
            assert verdict is None or (verdict is False and not is_possible), (pattern, text)
        if "\\" not in pattern and "(?" not in pattern:  # positions are exact, circuits are sound
            assert [verdict is None for verdict in found] == possible, pattern


@needs_node
def test_a_partial_line_of_words_is_ruled_out_if_no_word_is_left() -> None:
    cells = ((1, 1), (1, 2))
    words = Puzzle(cells, (Line("row 1", (0, 1), (WordClue(("AB", "BB")),)),), Rectangle.of(1, 2), alphabet="AB")
    assert verdicts(words, ["_B", "A_", "_A", "__"]) == [None, None, False, None]


def run_modules(name: str, program: str, value: Any) -> Any:
    """Return what `program` prints as JSON after the page's module `name` has been loaded; `value` is its input."""
    source = f"{joined_modules(name)}\nconst input = {json.dumps(value)};\n{program}"
    done = subprocess.run(["node", "-"], input=source, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


READ_GRIDS = """
const answers = input.texts.map((text) => gridFromText(readPuzzle(input.data), text));
console.log(JSON.stringify([answers, gridToText(readPuzzle(input.data), input.letters)]));
"""


@needs_node
@pytest.mark.parametrize("name", ["mit", "fifteen", "triangle", "crossword"])
def test_the_page_reads_and_writes_grids_as_the_command_line_does(name: str) -> None:
    puzzle = SAMPLES[name]
    data = Page(to_html(puzzle)).data
    letter = chr(data["alphabet"][0][0])
    letters = [letter if cell % 3 else "" for cell in range(len(puzzle.cells))]
    rows = [[letters[cell] or "." for cell in row] for row in data["rows"]]
    texts = ["\n".join("".join(row) for row in rows), "\n\n".join(" ".join(row) for row in rows) + "\n", "A\nB"]
    program = joined_modules("puzzle").replace('"use strict";', "") + READ_GRIDS
    answers, text = run_modules("gridtext", program, {"data": data, "texts": texts, "letters": letters})
    assert text == texts[0]
    for answer, written in zip(answers[:2], texts, strict=False):
        assert tuple(answer["letters"]) == filled_from_text(puzzle, written)
    with pytest.raises(PuzzleError) as caught:
        filled_from_text(puzzle, texts[2])
    assert answers[2]["error"].split("; ")[0].endswith("have 1, 1 letters")
    assert caught.value.message.startswith("the grid has 2 rows")


GAME = """
const puzzle = readPuzzle(input.data); const game = createGame(puzzle); const words = []; const tell = () =>
words.push(game.letters().map((letter) => letter || ".").join("")); game.put(0, "H"); game.put(1, "E"); tell();
game.clear(); tell(); game.undo(); tell(); game.undo(); tell(); game.redo(); tell(); game.put(2, "L");
words.push(String(game.canRedo())); game.toggleMark(3, "P"); game.toggleMark(3, "A"); game.toggleMark(3, "P");
words.push(game.cell(3).marks); const other = createGame(puzzle);
words.push(String(other.unpack(JSON.parse(JSON.stringify(game.pack(true))), false)));
words.push(other.letters().join(""), other.cell(3).marks); while (other.canUndo()) other.undo();
words.push(other.letters().join("") + other.cell(3).marks); for (const broken of [null, {}, {cells: 3}, {cells: [1, 2,
3, 4]}, {cells: [["~", "~", 7], [], null, ["H"]], steps: [[[9, 1, 2]], 3]}]) {
  words.push(String(createGame(puzzle).unpack(broken, false)));
}
console.log(JSON.stringify(words));
"""


@needs_node
def test_each_change_of_a_game_can_be_undone_also_after_it_was_kept() -> None:
    program = joined_modules("puzzle").replace('"use strict";', "") + GAME
    found = run_modules("game", program, {"data": Page(to_html(small())).data})
    assert found[:5] == ["HE..", "....", "HE..", "H...", "HE.."]
    assert found[5:11] == ["false", "A", "true", "HEL", "A", ""]
    assert found[11:] == ["false", "false", "false", "true", "true"]


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
        return Puzzle(cells, (Line("row 1", (0, 1), (clue,)),), Rectangle.of(1, 2), alphabet="AB", **more)

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


def flagged(seed: int, count: int) -> Iterable[tuple[Puzzle, list[str], list[str]]]:
    """Yield lines with random clues of JavaScript under random flags, texts, and those of them that match."""
    random = Random(seed)
    while count:
        generator = Generator("javascript", random, newest=False)
        flags = "".join(random.choice([each, ""]) for each in "ims") + random.choice(["", "u", "v"])
        generator.alphabet, generator.flags = "Aa\U0001f600\n", flags
        pattern = generator.pattern()
        if "v" in flags and "[^" in pattern:  # V8 11 inverts a class twice that a loop repeats
            continue
        puzzle = line(pattern, random.randint(1, 3), generator.alphabet, "javascript", generator.flags)
        try:
            matching = ["".join(each.letters) for each in solutions(puzzle)]
        except SatcrossError:
            continue
        count -= 1
        yield puzzle, ["".join(each) for each in product(generator.alphabet, repeat=len(puzzle.cells))], matching


@needs_node
def test_the_script_judges_lines_as_the_engine_does_under_all_flags() -> None:
    asked = list(flagged(seed=1, count=150))
    answers = all_verdicts([(puzzle, texts) for puzzle, texts, _ in asked])
    for (puzzle, texts, matching), found in zip(asked, answers, strict=True):
        assert found == [text in matching for text in texts], (puzzle.lines[0].clues, puzzle.flags)
