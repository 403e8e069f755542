"""What modules of the pages return, asked in node: they need no browser."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from satcross.author.half_filled_grids import missing_words
from satcross.puzzle import Solution
from satcross.puzzle.shapes import rectangle

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

PAGES = Path(__file__).parents[2] / "satcross"
PLAYER, STUDIO = PAGES / "pictures" / "page" / "player", PAGES / "studio" / "page"


def call(module: Path, expression: str, *arguments: Any) -> Any:
    """Return the value of `expression`, in which `a` is the list of arguments, beside the functions of `module`."""
    source = re.sub(r"^import .*\n|^export ", "", module.read_text("utf-8"), flags=re.M)
    program = f"{source}\nconst a = {json.dumps(arguments)};\nconsole.log(JSON.stringify({expression}))"
    done = subprocess.run(["node", "-e", program], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


GRID = ["NIGHT", "+L..?", "LIGHT"]
PUZZLE = {
    "places": [[40 * column, 40 * row] for row in range(3) for column in range(5)],
    "lines": [{"cells": [5 * row + column for column in range(5)]} for row in range(3)],
}


@pytest.mark.parametrize("answer", ["NIGHT + LIGHT", "Night, light", "night-light", "NIGHT LIGHT!", "Light"])
def test_an_answer_lights_up_whatever_its_case_and_signs(answer: str) -> None:
    cells = call(PLAYER / "answer.js", "answerCells(a[0], a[1], a[2])", PUZZLE, list("".join(GRID)), answer)
    solution = Solution(rectangle(rows=3, columns=5)._replace(answer=answer), tuple("".join(GRID)))
    assert missing_words(solution) == []
    spelt = "".join("".join(GRID)[cell] for cell in cells)
    assert re.sub(r"\W", "", spelt) == re.sub(r"\W", "", answer.upper())


@pytest.mark.parametrize("answer", ["", "+ - !", "NIGHT AND DAY"])
def test_an_answer_that_is_not_in_the_grid_has_no_cells(answer: str) -> None:
    grid = list("NIGHTABCDELIGHT")
    assert call(PLAYER / "answer.js", "answerCells(a[0], a[1], a[2])", PUZZLE, grid, answer) == []


def test_a_new_grid_has_nothing_that_was_said_of_the_old_one() -> None:
    puzzle = {
        "schema": 1, "shape": "rectangle", "dialect": "python", "alphabet": "A-Z", "flags": "i", "holes": ["1,1"],
        "title": "Old", "author": "Ann", "source": "a book", "notes": "for Bob", "licence": "CC0-1.0", "answer": "OLD",
        "given": {"1,2": "A"}, "colors": {"A": "red"}, "complete": True, "solutions": [{"rows": [" A"]}],
        "clues": {"rows": ["A"], "columns": 2},
    }  # fmt: skip
    document = {"puzzle": puzzle, "letters": {"1,2": "A"}, "crossword": {"copyright": "Ann"}, "mode": "regex"}
    kept = {name: puzzle[name] for name in ("schema", "shape", "dialect", "alphabet", "flags", "holes")}
    assert call(STUDIO / "document.js", "cleared(a[0])", document) == {
        "puzzle": {**kept, "clues": {"rows": 1, "columns": 2}}, "letters": {}, "mode": "regex",
    }  # fmt: skip


@pytest.mark.parametrize(("line", "filled", "there"), [(0, 3, [3, 1]), (0, 4, [4, 1]), (1, 6, [6, 2]), (1, 9, [6, 2])])
def test_letters_go_on_in_the_next_line_with_an_open_cell(line: int, filled: int, there: list[int]) -> None:
    layout = {"lines": [{"cells": [3 * row, 3 * row + 1, 3 * row + 2]} for row in range(3)]}
    found = call(STUDIO / "moves.js", "lineAfter(a[0], a[1], (cell) => cell >= a[2])", layout, line, filled)
    assert found == there


SAVING = """
globalThis.localStorage = {
  kept: new Map(), room: Infinity,
  getItem(key) { return this.kept.get(key) ?? null; },
  setItem(key, text) { if (text.length > this.room) throw new Error("full"); this.kept.set(key, text); },
  removeItem(key) { this.kept.delete(key); },
};
const listeners = [];
globalThis.window = {addEventListener: (name, listener) => listeners.push([name, listener])};
const puzzle = {key: "k", count: 4, given: ["", "", "", ""], lines: [], isLetter: (text) => /^[A-Z]$/.test(text)};
const openTab = () => {
  const first = listeners.length, game = createGame(puzzle);
  resumeGame(puzzle, game);
  const saving = createSaving(puzzle, game, () => {});
  game.onChange(saving.keepSoon);
  const own = listeners.slice(first);
  const hear = (name) => own.forEach(([each, listener]) => each === name && listener({key: "k"}));
  return {game, hear, keep: saving.keep};
};
"""


def in_tabs(program: str) -> Any:
    """Return what `program` prints, which opens tabs with the same game."""
    modules = "".join((PLAYER / name).read_text("utf-8") for name in ("keeping.js", "game.js", "saving.js"))
    source = re.sub(r"^import .*\n|^export ", "", modules, flags=re.M)
    done = subprocess.run(["node", "-e", f"{source}{SAVING}{program}"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("order", [["one", "two"], ["two", "one"]])
@pytest.mark.parametrize("event", ["one.hear('storage'); two.hear('storage');", ""])
def test_two_tabs_of_a_game_keep_the_letters_of_both(order: list[str], event: str) -> None:
    first, second = order
    assert in_tabs(f"""
      const one = openTab(), two = openTab();
      one.game.put(0, "A"); two.game.put(1, "B");
      {first}.keep(); {event} {second}.keep(); {event}
      one.hear("pagehide"); two.hear("pagehide");
      console.log(JSON.stringify(openTab().game.letters())); process.exit();
    """) == ["A", "B", "", ""]  # fmt: skip


def test_a_tab_takes_over_what_another_one_cleared_later() -> None:
    assert in_tabs("""
      const one = openTab(), two = openTab();
      one.game.put(0, "A");
      setTimeout(() => {
        two.hear("storage"); two.game.put(0, ""); two.keep();
        setTimeout(() => {
          one.hear("storage"); one.hear("pagehide");
          console.log(JSON.stringify(openTab().game.letters())); process.exit();
        }, 350);
      }, 700);
    """) == ["", "", "", ""]  # fmt: skip


def test_a_browser_that_refuses_to_store_a_game_is_told_once() -> None:
    assert in_tabs("""
      let told = 0;
      onRefused(() => { told += 1; });
      const tab = openTab();
      tab.game.put(0, "A"); tab.keep();
      const before = told;
      localStorage.room = 10;
      tab.game.put(1, "B"); tab.keep(); tab.keep();
      console.log(JSON.stringify([before, told])); process.exit();
    """) == [0, 1]  # fmt: skip


def test_the_shades_of_a_result_follow_the_order_in_which_cells_got_their_letters() -> None:
    modules = "".join((PLAYER / name).read_text("utf-8") for name in ("game.js", "silhouette.js"))
    source = re.sub(r"^import .*\n|^export ", "", modules, flags=re.M)
    program = """
      const places = [[0, 0], [40, 0], [80, 0], [0, 40], [40, 40], [80, 40]];
      const puzzle = {places, count: 6, given: ["", "", "", "", "", "X"], isLetter: () => true};
      const game = createGame(puzzle);
      for (const cell of [4, 0, 1, 3]) game.put(cell, "A");
      game.put(0, "B"); game.toggleMark(0, "C");
      game.change([[2, {letter: "D", isRevealed: true}]]);
      console.log(JSON.stringify(symbolRows(puzzle, shadesOf(puzzle, game))));
    """
    done = subprocess.run(["node", "-e", source + program], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == ["🟨🟫⬜", "🟧🟫⬜"]
