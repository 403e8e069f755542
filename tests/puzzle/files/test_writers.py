"""The writers of `tests.writers` write what the languages and formats mean: their own programs judge."""

import ast
import csv
import io
import json
import shutil
import subprocess
import tomllib
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import pytest
import yaml

from tests.writers.data import scalar
from tests.writers.drawn import Drawn, draw, matches, smaller, texts_of_lines
from tests.writers.every import LAYOUTS
from tests.writers.source_code import LANGUAGES

TEXTS = 20  # of each layout


def texts(name: str, number: int = TEXTS) -> list[tuple[Drawn, str]]:
    """Return random texts of a layout that has one puzzle a text, each with its puzzle."""
    random = Random(name)
    return [(puzzles[0], text) for puzzles, _, text in (LAYOUTS[name].text(random) for _ in range(number))]


def puzzles(number: int, can: str) -> list[Drawn]:
    """Return random puzzles with any clues."""
    random = Random(can)
    found = (draw(random, can.split(), lambda pattern: True) for _ in range(number))
    return [each for each in found if each is not None]


def test_there_are_many_layouts() -> None:
    assert len(LAYOUTS) >= 200


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_writes_each_puzzle_in_the_same_way_under_the_same_seed(name: str) -> None:
    random = Random(1)
    for _ in range(3):
        drawn, seed, text = LAYOUTS[name].text(random)
        assert LAYOUTS[name].written(drawn, seed) == text


@pytest.mark.long
@pytest.mark.parametrize("can", ["rectangle empty ends given", "hexagon only"])
def test_each_clue_matches_its_line(can: str) -> None:
    found = puzzles(100, can)
    assert len(found) > 50
    for drawn in found:
        for simpler in (drawn, *smaller(drawn)):
            for families in (simpler.families, simpler.ends):
                for clues, lines in zip(families, texts_of_lines(simpler.solution, simpler.is_hexagon), strict=False):
                    assert all(not clue or matches(clue, text) for clue, text in zip(clues, lines, strict=True))


def lists_of(value: Any) -> list[tuple[str, ...]]:
    """Return all lists of strings in a value, however deep; nothing is an empty string."""
    if isinstance(value, dict):
        return [found for each in value.values() for found in lists_of(each)]
    if isinstance(value, list | tuple):
        if all(isinstance(each, str | None) for each in value):
            return [tuple(each or "" for each in value)]
        return [found for each in value for found in lists_of(each)]
    return []


def has_lists_of(drawn: Drawn, value: Any) -> bool:
    found = Counter(lists_of(value))
    return not Counter(drawn.families + drawn.ends) - found


@pytest.mark.parametrize("name", ["JSON: named lists", "JSON: lists in a list"])
def test_json_is_json(name: str) -> None:
    assert all(has_lists_of(drawn, json.loads(text)) for drawn, text in texts(name))


@pytest.mark.parametrize("name", ["YAML: blocks", "YAML: lists in a line"])
def test_yaml_is_yaml(name: str) -> None:
    for drawn, text in texts(name, 100):
        if name == "YAML: blocks" or "?" not in text:  # PyYAML reads version 1.1, in which `[A?]` is not a list
            assert has_lists_of(drawn, yaml.safe_load(text))


@pytest.mark.long
def test_strings_of_yaml_are_the_strings() -> None:
    random = Random(2)
    for drawn in puzzles(300, "rectangle"):
        for clue in drawn.clues:
            assert yaml.safe_load(f"- {scalar(clue, random)}\n") == [clue]
            if "?" not in clue:
                assert yaml.safe_load(f"[{scalar(clue, random, in_flow=True)}, A]") == [clue, "A"]


def test_toml_is_toml() -> None:
    assert all(has_lists_of(drawn, tomllib.loads(text)) for drawn, text in texts("TOML: lists", 100))


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_csv_is_csv(separator: str) -> None:
    name = {",": "CSV with commas: a table", ";": "CSV with semicolons: a table", "\t": "CSV with tabs: a table"}[
        separator
    ]
    for drawn, text in texts(name, 100):
        lines = list(csv.reader(io.StringIO(text), delimiter=separator, strict=True))
        width = len(drawn.columns)
        assert tuple(lines[0][1 : width + 1]) == drawn.columns
        assert tuple(line[0] for line in lines[1 : len(drawn.rows) + 1]) == drawn.rows


@pytest.mark.filterwarnings("ignore:invalid escape")
@pytest.mark.parametrize("name", ["Python: lists", "Python: a call", "Python: joined strings", "Python: a dictionary"])
def test_python_is_python(name: str) -> None:
    for drawn, text in texts(name, 100):
        if text.startswith((" ", "\t")):
            text = "if True:\n" + text
        found = []
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.List | ast.Tuple):
                with suppress(ValueError):  # the names of a loop
                    found.append(ast.literal_eval(node))
        assert has_lists_of(drawn, found)


JUDGES = {
    "JavaScript": ("node", "-e", "console.log(JSON.stringify([{}]))"),
    "Perl": ("perl", "-CS", "-MJSON::PP", "-e", "print encode_json([{}])"),
    "PHP": ("php", "-r", "echo json_encode([{}]);"),
    "Ruby": ("ruby", "-rjson", "-e", "puts JSON.generate([{}])"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", JUDGES)
def test_strings_of_other_languages_are_the_strings(name: str) -> None:
    """The interpreters judge, those that are here."""
    program, *options, code = JUDGES[name]
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program}")
    (language,) = [each for each in LANGUAGES if each.name == name]
    clues = [clue for drawn in puzzles(40, "rectangle") for clue in drawn.clues]
    for quote in language.quotes:
        written = [(clue, quote(clue)) for clue in clues]
        texts = [(clue, text) for clue, text in written if text is not None and not text.startswith(("/", "qr"))]
        command = [program, *options, code.replace("{}", ", ".join(text for _, text in texts))]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout) == [clue for clue, _ in texts]


def test_strings_of_shells_are_the_strings() -> None:
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    (language,) = [each for each in LANGUAGES if each.name == "shells"]
    clues = [clue for drawn in puzzles(40, "rectangle") for clue in drawn.clues]
    for quote in language.quotes:
        words = " ".join(quote(clue) or "" for clue in clues)
        done = subprocess.run(["bash", "-c", f"printf '%s\\n' {words}"], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines() == clues
