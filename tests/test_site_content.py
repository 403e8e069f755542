"""What the site shows: which puzzles are published, in which order, and what the lessons are."""

import itertools
import json
import re
import struct
from datetime import date, timedelta
from html import unescape
from pathlib import Path

import pytest

import satcross
from satcross import load
from satcross.author.difficulty import difficulty
from satcross.generator.day import IN_GALLERY, mini
from satcross.generator.themes import themes
from satcross.puzzle import Puzzle
from satcross.puzzle.files import read_source
from satcross.puzzle.shapes import rectangle
from satcross.site.lessons import LESSONS, Lesson
from satcross.solver.solutions import solutions
from tools.site.content import FIRST, ICONS, content, published, puzzles_of_days
from tools.site.downloads import SOURCES

PUZZLES = Path(__file__).parents[1] / "puzzles"
GENERATED = PUZZLES / "generated"


def test_only_puzzles_that_may_be_shared_and_have_one_solution_are_published() -> None:
    several, none, unlicensed = (PUZZLES / f"{name}.toml" for name in ("draw", "pigeons", "mit-2013"))
    names = [each.name for each in published([several, none, unlicensed, PUZZLES / "hello.toml"])]
    assert names == ["hello"]


def test_the_easiest_come_first() -> None:
    paths = [GENERATED / f"{name}.toml" for name in ("knot", "owl", "crane", "winter")]
    values = [difficulty(each.puzzle).value for each in published(paths)]
    assert values == sorted(values)


def test_the_gallery_begins_with_what_a_beginner_can_enjoy() -> None:
    """Puzzles chosen by hand come first; other alphabets, shapes and engines have a section of their own."""
    names = ("owl", "knot", "crane", "kot", "star", "cab", "hive")
    paths = [path for name in names for path in (PUZZLES / f"{name}.toml", GENERATED / f"{name}.toml") if path.exists()]
    page = content({"gallery.html": b"<body><!-- gallery --></body>"}, published(paths))["gallery.html"].decode()
    sections = {
        re.findall("<h2>(.*?)</h2>", each)[0]: re.findall(r'data-puzzle="([^"]*)"', each)
        for each in page.split("<section>")[1:]
    }
    assert sections == {
        "Begin here": ["owl"],
        "Moderate": ["crane"],
        "Hard": ["knot"],
        "Something different": ["star", "kot", "cab", "hive"],
    }


def test_the_first_ten_puzzles_have_neither_backward_clues_nor_missing_cells() -> None:
    places = [(PUZZLES / f"{name}.toml", GENERATED / f"{name}.toml") for name in FIRST]
    first = {each.name: each for each in published([path for pair in places for path in pair if path.exists()])}
    assert len(FIRST) == 10
    assert set(FIRST) <= set(first)
    for each in (first[name] for name in FIRST):
        assert each.rated.label == "gentle"
        assert not each.is_special
        assert not each.puzzle.shape.holes
        assert not any(clue.is_reversed for line in each.puzzle.lines for clue in line.clues)
    owl = first[FIRST[0]].puzzle
    assert sum(len(line.clues) for line in owl.lines) == 6
    assert owl.answer == "OWL"


def test_no_day_has_an_answer_or_a_title_of_the_gallery() -> None:
    """The test of the generator shows that no day has an answer of `IN_GALLERY`; a new puzzle belongs there."""
    shown = [load(path) for path in (*PUZZLES.glob("*.toml"), *GENERATED.glob("*.toml"))]
    answers, titles = {each.answer for each in shown}, {each.title for each in shown}
    assert {each.answer for each in themes() if each.answer in answers or each.title in titles} == IN_GALLERY


def test_a_day_has_the_puzzle_that_satcross_makes_for_it(tmp_path: Path) -> None:
    """It is made once; the file of a day is read again, and stays when the day has passed."""
    made = rectangle(rows=["AB", "C."], columns=["AC", "BD"], title="Kept")
    for name in ("2026-11-24", "mini-2026-11-24"):
        satcross.save(made, tmp_path / f"{name}.toml")
    days = puzzles_of_days(date(2026, 11, 24), 1, tmp_path)
    assert [(each.name, each.title) for each in days] == [("2026-11-24", "Kept"), ("mini-2026-11-24", "Kept")]
    assert puzzles_of_days(date(2026, 12, 24), 0, tmp_path) == days
    index = json.loads(content({}, published([GENERATED / "owl.toml"]), days)["puzzles/index.json"])
    assert index["days"]["made"] == ["2026-11-24"]


def test_each_puzzle_and_each_day_has_a_page_and_a_picture_for_links_to_it(tmp_path: Path) -> None:
    template = (
        b'<head><title>satcross</title>\n<meta name="description" content="x">\n<script data-early="x"></script></head>'
    )
    satcross.save(rectangle(rows=["AB"], columns=["A", "B"], title='One <&> "two"'), tmp_path / "2026-11-24.toml")
    days = puzzles_of_days(date(2026, 11, 25), 0, tmp_path)
    owl = published([GENERATED / "owl.toml"])
    files = content({"index.html": template}, owl, days, "https://example.org/x/")
    for path, title in (("p/owl", owl[0].title), ("day/2026-11-24", 'One <&> "two"')):
        page = files[f"{path}.html"].decode()
        tags = {
            key: unescape(text)
            for key, text in re.findall(r'<meta (?:property|name)="([^"]*)" content="([^"]*)"', page)
        }
        assert tags["og:title"] == tags["twitter:title"] == title
        assert tags["og:url"] == f"https://example.org/x/{path}.html"
        picture = f"cards/{path.partition('/')[2]}.png"
        assert tags["og:image"] == f"https://example.org/x/{picture}"
        assert struct.unpack(">II", files[picture][16:24]) == (1200, 630)
        assert tags["description"] == tags["og:description"] != "x"
        assert f'href="../puzzles/{path.partition("/")[2]}.json"' in page
    assert 'name="satcross-puzzle" content="owl"' in files["p/owl.html"].decode()
    assert 'name="satcross-day" content="2026-11-24"' in files["day/2026-11-24.html"].decode()


def test_the_icons_that_systems_ask_for_are_pictures_of_their_size() -> None:
    files = content({}, published([GENERATED / "owl.toml"]))
    for name, pixels in ICONS.items():
        assert struct.unpack(">II", files[f"icons/{name}.png"][16:24]) == (pixels, pixels)
    manifest = json.loads((SOURCES / "manifest.webmanifest").read_text())
    assert {each["src"] for each in manifest["icons"] if each["type"] == "image/png"} <= files.keys()


def test_nothing_that_a_comment_stands_for_is_missing_in_a_page() -> None:
    sources = {path.name: path.read_bytes() for path in SOURCES.glob("*.html")}
    pages = {
        path: data.decode()
        for path, data in content(sources, published([GENERATED / "owl.toml"])).items()
        if path.endswith(".html")
    }
    left = {(path, comment) for path, page in pages.items() for comment in re.findall("<!--.*?-->", page)}
    assert left == {("shipped.html", "<!-- shipped -->")}  # the build knows them last


def test_two_puzzles_never_have_one_name() -> None:
    files = content({}, published([PUZZLES / "silence.toml", GENERATED / "silence.toml"]))
    assert {"puzzles/silence.json", "puzzles/made-silence.json"} <= files.keys()


def test_puzzles_of_the_gallery_take_turns_and_get_harder_from_monday_to_sunday() -> None:
    names = ("owl", "crane", "knot", "lynx", "comb", "wish", "orchard", "rings", "evening", "shore", "loaf", "sheep")
    puzzles = published([path for name in names for path in PUZZLES.rglob(f"{name}.toml")])
    week = json.loads(content({}, puzzles)["puzzles/index.json"])["days"]["week"]
    difficulty = {each.name: each.rated.value for each in puzzles}
    assert len(week) == 7
    assert sorted(name for names in week for name in names) == sorted(difficulty)
    for earlier, later in itertools.pairwise(week):
        assert max(difficulty[name] for name in earlier) <= min(difficulty[name] for name in later)


def test_each_day_of_the_week_has_a_puzzle_even_if_there_are_few() -> None:
    week = json.loads(content({}, published([GENERATED / "owl.toml", GENERATED / "crane.toml"]))["puzzles/index.json"])
    assert [len(names) for names in week["days"]["week"]] == [1] * 7
    assert {name for names in week["days"]["week"] for name in names} == {"owl", "crane"}


def test_a_day_has_a_long_puzzle_and_a_mini_between_which_players_choose(tmp_path: Path) -> None:
    template = (
        b'<html lang="en"><head><title>satcross</title>\n<script data-early="x"></script></head><!-- play --></html>'
    )
    for name, title in (("2026-11-24", "Long"), ("mini-2026-11-24", "Short"), ("2026-11-23", "Alone")):
        satcross.save(rectangle(rows=["AB"], columns=["A", "B"], title=title), tmp_path / f"{name}.toml")
    files = content(
        {"index.html": template}, published([GENERATED / "owl.toml"]), puzzles_of_days(date(2026, 11, 24), 1, tmp_path)
    )
    days = json.loads(files["puzzles/index.json"])["days"]
    assert (days["made"], days["minis"]) == (["2026-11-23", "2026-11-24"], ["2026-11-24"])
    assert days["lengths"]["mini-2026-11-24"] == "3 minutes"
    mini = files["mini/2026-11-24.html"].decode()
    assert '<meta name="satcross-mini" content="2026-11-24">' in mini
    assert 'href="../puzzles/mini-2026-11-24.json"' in mini
    assert {"puzzles/mini-2026-11-24.json", "cards/mini-2026-11-24.png"} <= files.keys()
    for path, is_of_pair in (("mini/2026-11-24", True), ("day/2026-11-24", True), ("day/2026-11-23", False)):
        page = files[f"{path}.html"].decode()
        assert ('class="of-day"' in page) == is_of_pair
        assert 'id="kinds"' in page


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)
def test_a_lesson_is_small_and_can_be_solved(lesson: Lesson) -> None:
    assert 1 <= len(lesson.puzzle.cells) <= 6
    assert next(solutions(lesson.puzzle, limit=1), None) is not None


def test_each_lesson_has_one_new_sign() -> None:
    clues = [[clue.pattern for line in each.puzzle.lines for clue in line.clues] for each in LESSONS]  # type: ignore[union-attr]
    for number, sign in enumerate([".", "[", "[^", "|", "*", "]*", ")*", "?", "\\1"]):
        assert any(sign in clue for clue in clues[number])
        assert not any(sign in clue for earlier in clues[:number] for clue in earlier)
    assert LESSONS[-1].puzzle.shape.kind == "hexagon"


@pytest.mark.parametrize("puzzle", [each.puzzle for each in LESSONS[-2:]], ids=lambda puzzle: puzzle.answer)
def test_a_lesson_of_several_lines_has_one_solution_which_is_its_answer(puzzle: Puzzle) -> None:
    (found,) = solutions(puzzle, limit=2)
    assert "".join(found.letters) == puzzle.answer.replace(" ", "")


def constructs(pattern: str) -> set[str]:
    """Return what a clue consists of, such as "letter*" and "[^...]"; + counts as *."""
    kinds = {".": "letter", "[": "[...]", "[^": "[^...]", "(": "(...)", "|": "|", "\\": "\\1"}
    closed = re.sub(r"(\[\^?)[^]]*\]", r"\1", pattern)  # the letters of a set do not count
    found = {kinds.get(sign, "letter") for sign in re.findall(r"\[\^?|[.(|\\]|\w", closed)}
    repeated = re.findall(r"(\[\^?|[.)]|\w)([*+?{])", closed)
    return found | {
        sign if sign in "?{" else ("(...)" if atom == ")" else kinds.get(atom, "letter").replace("^", "")) + "*"
        for atom, sign in repeated
    }


def clues_of(puzzle: Puzzle) -> list[str]:
    return [clue.pattern for line in puzzle.lines for clue in line.clues]  # type: ignore[union-attr]


TAUGHT = {construct for lesson in LESSONS for clue in clues_of(lesson.puzzle) for construct in constructs(clue)}


def test_the_first_ten_puzzles_have_nothing_that_no_lesson_shows() -> None:
    places = [(PUZZLES / f"{name}.toml", GENERATED / f"{name}.toml") for name in FIRST]
    for puzzle in (load(path) for pair in places for path in pair if path.exists()):
        for clue in clues_of(puzzle):
            assert constructs(clue) <= TAUGHT, clue


@pytest.mark.slow
@pytest.mark.parametrize("number", range(7))
def test_a_mini_has_nothing_that_no_lesson_shows(number: int) -> None:
    for clue in clues_of(mini(date(2026, 11, 23) + timedelta(days=number)).puzzle):
        assert constructs(clue) <= TAUGHT, clue


@pytest.mark.parametrize("path", sorted((SOURCES / "learn").glob("*.html")), ids=lambda path: path.stem)
def test_the_puzzles_of_a_page_of_learn_can_be_read(path: Path) -> None:
    """So can its links: each leads to a page of the site."""
    page = path.read_text("utf-8")
    for place in re.findall(r'data-puzzle="([^"]*)"', page):
        (puzzle,) = read_source(
            json.dumps({"schema": 1, **json.loads(unescape(place))}).encode(), "place", "json"
        ).puzzles
        found = len(list(solutions(puzzle, limit=2)))
        assert found == 1 if path.stem == "stuck" else found > 0
    for link in re.findall(r'<a [^>]*href="([^"#]*)', page):
        assert link == "../" or (path.parent / link).exists() or link == "../make.html", link


def test_a_published_puzzle_can_be_played_as_it_was_loaded() -> None:
    (crane,) = published([GENERATED / "crane.toml"])
    playable = json.loads(content({}, [crane])["puzzles/crane.json"])
    puzzle = load(GENERATED / "crane.toml")
    assert [line["name"] for line in playable["data"]["lines"]] == [line.name for line in puzzle.lines]
    assert read_source(playable["link"].encode(), "link").puzzles[0].lines == puzzle.lines
