"""Make the puzzles of `puzzles/generated` again: each by the command that its first line shows.

    RECIPES  ->  puzzles/generated/*.toml, docs/gallery.md

`make gallery` does it, and draws the pictures (tests/golden/test_pictures.py).  Puzzles of which the file exists stay,
unless they are named: the larger ones take a minute.  A test makes the quick ones again and compares.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import satcross
from satcross.base.wording import counted
from satcross.cli import main as run
from satcross.puzzle.files import load, to_text

FOLDER: Final = Path(__file__).parents[1] / "puzzles" / "generated"
PAGE: Final = Path(__file__).parents[1] / "docs" / "gallery.md"


class Recipe(NamedTuple):
    """A puzzle: its title, the options that make it, and what the gallery says of it."""

    title: str
    options: str
    remark: str


RECIPES: Final = {
    "owl": Recipe("Owl", "--rows 3 --columns 3 --theme OWL --at diagonal --difficulty gentle --seed 3",
                  "Six clues, six steps. The diagonal names a bird."),
    "knot": Recipe("Knot", "--rows 3 --columns 3 --difficulty hard --seed 2",
                   "Small, but the last four cells take four clues at once."),
    "lynx": Recipe("Lynx", "--rows 4 --columns 4 --theme LYNX --at diagonal --difficulty moderate --seed 5",
                   "A cat on the diagonal."),
    "puzzling": Recipe("Puzzling", "--rows 4 --columns 4 --difficulty fiendish --seed 2",
                       "Sixteen cells that do not give in one by one."),
    "crane": Recipe("Crane", "--rows 5 --columns 5 --theme CRANE --at diagonal --difficulty moderate --seed 1",
                    "Another bird on the diagonal."),
    "crossing": Recipe("Crossing", "--rows 5 --columns 5 --difficulty hard --seed 1",
                       "Two rows and two columns have to be seen together."),
    "winter": Recipe("Winter", "--rows 6 --columns 6 --theme WINTER --at columns --difficulty moderate --seed 2",
                     "The first column is the season."),
    "comb": Recipe("Comb", "--side 3 --theme 'HELLO WORLD' --at border --difficulty moderate --seed 4",
                   "A greeting around the edge."),
    "hive": Recipe("Hive", "--side 4 --difficulty moderate --seed 6", "Thirty-seven cells, no hidden text."),
    "square": Recipe("Square", "--rows 8 --columns 8 --difficulty hard --seed 1",
                     "Sixty-four cells, one clue after the other."),
    "thicket": Recipe("Thicket", "--rows 8 --columns 8 --difficulty fiendish --seed 1",
                      "One clue after the other, and then four at once."),
    "motto": Recipe("Motto", "--side 7 --theme 'EVERY CLUE IS NEEDED AND NONE TELLS ALL' --at border --seed 1",
                    "A hexagon of 127 cells with a motto around its edge."),
}  # fmt: skip


def command(recipe: Recipe) -> list[str]:
    """Return the command line that makes the puzzle."""
    return ["satcross", "generate", *shlex.split(recipe.options), "--title", recipe.title]


def make(name: str, recipe: Recipe) -> None:
    """Write the puzzle into its file, whose first line is the command."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "made.toml"
        if status := run([*command(recipe)[1:], "-q", "-o", str(path)]):
            raise SystemExit(f"{name}: satcross generate ended with status {status}")
        puzzle = load(path)._replace(author="satcross generate", licence="CC0-1.0")
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.toml").write_text(
        f"# {shlex.join(command(recipe))}\n{to_text(puzzle, 'toml')}", encoding="utf-8"
    )


def page() -> str:
    """Return the text of the gallery."""
    parts = [
        "# A gallery of generated puzzles\n\n"
        "`satcross generate` has made these puzzles. Each has exactly one solution, over any alphabet, and\n"
        "`satcross lint` finds nothing that can be left out. The command below a picture makes the same puzzle again,\n"
        "on every machine. The files are in\n"
        "`puzzles/generated`."
    ]
    for name, recipe in RECIPES.items():
        difficulty = satcross.difficulty(load(FOLDER / f"{name}.toml"))
        parts.append(
            f"## {recipe.title}\n\n{recipe.remark} {difficulty.label.capitalize()} ({difficulty.hardness}),"
            f" {counted(difficulty.steps, 'step')} ({difficulty.length}).\n\n"
            f"![{recipe.title}, without its solution](pictures/generated-{name}.svg)\n\n"
            f"    {shlex.join(command(recipe))}"
        )
    return "\n\n".join(parts) + "\n"


def main(names: list[str]) -> None:
    """Make the puzzles called `names`, those that are missing, and the page."""
    for name, recipe in RECIPES.items():
        if name in names or not (FOLDER / f"{name}.toml").exists():
            make(name, recipe)
            print(f"puzzles/generated/{name}.toml", flush=True)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
