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
from satcross import load
from satcross.author.difficulty import LABELS
from satcross.author.overview import shape_text
from satcross.cli import main as run
from satcross.puzzle.files import to_text

FOLDER: Final = Path(__file__).parents[1] / "puzzles" / "generated"
PAGE: Final = Path(__file__).parents[1] / "docs" / "gallery.md"


class Recipe(NamedTuple):
    """A puzzle: its title, its answer, the options that make it, and the author's note."""

    title: str
    answer: str
    options: str
    note: str


RECIPES: Final = {
    "owl": Recipe('Awake at night', 'OWL',
        '--rows 3 --columns 3 --theme OWL --theme-at diagonal --difficulty gentle --seed 1',
        'Six clues and a bird. A good first puzzle.'),
    "wish": Recipe('Make a wish', 'STAR',
        '--rows 4 --columns 4 --theme STAR --theme-at diagonal --difficulty gentle --seed 1',
        'Three clues can be read at once; the others follow.'),
    "loaf": Recipe('Break it and share', 'BREAD',
        '--rows 5 --columns 5 --theme BREAD --theme-at diagonal --difficulty gentle --seed 1',
        'Read, mark once, and read on.'),
    "threshold": Recipe('No place like it', 'HOME SWEET HOME',
        "--rows 5 --columns 5 --theme 'HOME SWEET HOME' --theme-at border --difficulty gentle --seed 1",
        'Walk around the edge, clockwise from the upper left corner.'),
    "rings": Recipe('It counts its age', 'TREE',
        '--rows 4 --columns 4 --theme TREE --theme-at columns --difficulty gentle --seed 1',
        'The first column names it.'),
    "blossom": Recipe('Cold goes, green comes', 'SPRING',
        '--rows 4 --columns 6 --theme SPRING --theme-at rows --difficulty gentle --seed 1',
        'The first row is the season.'),
    "evening": Recipe('Red in the west', 'SUNSET',
        '--rows 3 --columns 6 --theme SUNSET --theme-at rows --difficulty gentle --seed 1',
        'Only three rows, but each column helps.'),
    "colours": Recipe('Rain and sun', 'RAINBOW',
        '--rows 3 --columns 7 --theme RAINBOW --theme-at rows --difficulty gentle --seed 1',
        'Seven letters, seven columns, seven colours.'),
    "shore": Recipe('Sand in the shoes', 'BEACH',
        '--rows 4 --columns 5 --theme BEACH --theme-at rows --difficulty gentle --seed 1',
        'A small puzzle for a holiday.'),
    "beds": Recipe('Something is growing', 'GARDEN',
        '--rows 5 --columns 6 --theme GARDEN --theme-at rows --difficulty gentle --seed 1',
        'The longest of the easy rectangles.'),
    "sheep": Recipe('Up there, it looks like a sheep', 'CLOUD',
        '--side 3 --theme CLOUD --theme-at diagonal --difficulty gentle --seed 1',
        'A first hexagon. Turn your head for the third direction.'),
    "orchard": Recipe('One a day', 'APPLE',
        '--side 3 --theme APPLE --theme-at diagonal --difficulty gentle --seed 1',
        'Nineteen cells, fifteen clues, one fruit.'),
    "bulb": Recipe('It came from the east', 'TULIP',
        '--side 3 --theme TULIP --theme-at diagonal --difficulty gentle --seed 1',
        'The flower runs from the upper left to the lower right.'),
    "greeting": Recipe("A program's first words", 'HELLO WORLD',
        "--side 3 --theme 'HELLO WORLD' --theme-at border --difficulty gentle --seed 1",
        'Two words around the edge.'),
    "sunrise": Recipe('Said before coffee', 'GOOD MORNING',
        "--side 3 --theme 'GOOD MORNING' --theme-at border --difficulty gentle --seed 1",
        'To be solved at breakfast.'),
    "pins": Recipe('Seven, eight, nine', 'TEN PINS',
        "--triangle 4 --theme 'TEN PINS' --theme-at border --difficulty gentle --seed 1",
        'A first triangle. All of them stand, and the walk around the edge begins at the top.'),
    "lynx": Recipe('Sharp eyes, tufted ears', 'LYNX',
        '--rows 4 --columns 4 --theme LYNX --theme-at diagonal --difficulty moderate --seed 1',
        'A cat on the diagonal, and pencil marks on the way to it.'),
    "crane": Recipe('A bird, and a lifter of loads', 'CRANE',
        '--rows 5 --columns 5 --theme CRANE --theme-at diagonal --difficulty moderate --seed 1',
        'Both meanings fit.'),
    "board": Recipe('Sixty-four squares', 'CHESS',
        '--rows 5 --columns 5 --theme CHESS --theme-at diagonal --difficulty moderate --seed 1',
        'This one has only twenty-five.'),
    "mirror-hall": Recipe('You are looking at one', 'PUZZLE',
        '--rows 6 --columns 6 --theme PUZZLE --theme-at diagonal --difficulty moderate --seed 1',
        'The diagonal says what this is.'),
    "winter": Recipe('The short days', 'WINTER',
        '--rows 6 --columns 6 --theme WINTER --theme-at columns --difficulty moderate --seed 1',
        'The first column is the season.'),
    "flower": Recipe('It is hard to please', 'ORCHID',
        '--rows 5 --columns 6 --theme ORCHID --theme-at rows --difficulty moderate --seed 1',
        'Pencil marks pay off in the columns.'),
    "needle": Recipe('It knows the way', 'COMPASS',
        '--rows 4 --columns 7 --theme COMPASS --theme-at rows --difficulty moderate --seed 1',
        'Follow the first row.'),
    "wanderer": Recipe('It wanders', 'PLANET',
        '--rows 6 --columns 5 --theme PLANET --theme-at columns --difficulty moderate --seed 1',
        'The first column names it.'),
    "apology": Recipe('Sorry for the delay', 'BETTER LATE THAN NEVER',
        "--rows 5 --columns 7 --theme 'BETTER LATE THAN NEVER' --theme-at border --difficulty moderate --seed 1",
        'Four words around the edge.'),
    "hare": Recipe('Who won the race?', 'SLOW BUT STEADY',
        "--rows 4 --columns 6 --theme 'SLOW BUT STEADY' --theme-at border --difficulty moderate --seed 1",
        'The moral of a fable, around the edge.'),
    "comb": Recipe('Sweet work of many', 'HONEY',
        '--side 3 --theme HONEY --theme-at diagonal --difficulty moderate --seed 1',
        'A cell for each drop.'),
    "stripes": Recipe('Burning bright', 'TIGER',
        '--side 3 --theme TIGER --theme-at diagonal --difficulty moderate --seed 1',
        'A cat crosses the hexagon.'),
    "silence": Recipe('Say something to a stranger', 'BREAK THE ICE',
        "--side 3 --theme 'BREAK THE ICE' --theme-at border --difficulty moderate --seed 1",
        'Three words around the edge.'),
    "slice": Recipe('It is easy', 'PIECE OF CAKE',
        "--side 3 --theme 'PIECE OF CAKE' --theme-at border --difficulty moderate --seed 1",
        'It is not quite as easy as it says.'),
    "journey": Recipe('A thousand miles', 'JOURNEY',
        '--side 4 --theme JOURNEY --theme-at diagonal --difficulty moderate --seed 1',
        'Thirty-seven cells, and a long way through the middle.'),
    "frame": Recipe('Fifteen in a frame', 'EIGHT BALL',
        "--triangle 5 --theme 'EIGHT BALL' --theme-at border --difficulty moderate --seed 1",
        'Sink the black one last.'),
    "knot": Recipe('Hard to undo', 'KNOT',
        '--rows 4 --columns 4 --theme KNOT --theme-at diagonal --difficulty hard --seed 1',
        'Small, but not to be read from end to end.'),
    "crossing": Recipe('No further', 'THE END OF THE ROAD',
        "--rows 5 --columns 5 --theme 'THE END OF THE ROAD' --theme-at border --difficulty hard --seed 1",
        'Five words around the edge, and no way out.'),
    "thunder": Recipe('After the calm', 'STORM',
        '--rows 5 --columns 5 --theme STORM --theme-at diagonal --difficulty hard --seed 1',
        'Letters have to wait for marks.'),
    "hat": Recipe('A rabbit comes out of it', 'MAGIC',
        '--rows 5 --columns 5 --theme MAGIC --theme-at diagonal --difficulty hard --seed 1',
        'What you need sits on the diagonal.'),
    "web": Recipe('Eight legs', 'SPIDER',
        '--rows 6 --columns 6 --theme SPIDER --theme-at diagonal --difficulty hard --seed 2',
        'Every clue holds the others.'),
    "sphinx": Recipe('What am I?', 'RIDDLE',
        '--rows 5 --columns 6 --theme RIDDLE --theme-at rows --difficulty hard --seed 1',
        'The first row asks for more.'),
    "detective": Recipe('Nobody knows', 'MYSTERY',
        '--rows 4 --columns 7 --theme MYSTERY --theme-at rows --difficulty hard --seed 1',
        'Until the last cell.'),
    "follower": Recipe('It follows you in the light', 'SHADOW',
        '--rows 6 --columns 5 --theme SHADOW --theme-at columns --difficulty hard --seed 1',
        'The first column is always behind you.'),
    "carrier": Recipe('Light to carry', 'LANTERN',
        '--rows 5 --columns 7 --theme LANTERN --theme-at rows --difficulty hard --seed 1',
        'Thirty-five cells in the dark.'),
    "deep": Recipe('The quiet ones', 'STILL WATERS RUN DEEP',
        "--rows 5 --columns 6 --theme 'STILL WATERS RUN DEEP' --theme-at border --difficulty hard --seed 1",
        'The proverb fills the edge to the last cell.'),
    "sheet": Recipe('It walks through walls', 'GHOST',
        '--side 3 --theme GHOST --theme-at diagonal --difficulty hard --seed 1',
        'You see it only when you are done.'),
    "stars": Recipe('When owls are awake', 'NIGHT',
        '--side 3 --theme NIGHT --theme-at diagonal --difficulty hard --seed 1',
        'Few clues can be begun.'),
    "moss": Recipe('It gathers nothing while it rolls', 'STONE',
        '--side 3 --theme STONE --theme-at diagonal --difficulty hard --seed 1',
        'Pencil marks, and again pencil marks.'),
    "patience": Recipe('Wait and see', 'TIME WILL TELL',
        "--side 3 --theme 'TIME WILL TELL' --theme-at border --difficulty hard --seed 1",
        'The edge is full of it.'),
    "pool": Recipe('No third way', 'SINK OR SWIM',
        "--side 3 --theme 'SINK OR SWIM' --theme-at border --difficulty hard --seed 1",
        'Three words around the edge.'),
    "tombs": Recipe('Tombs of kings', 'PYRAMIDS',
        '--triangle 5 --theme PYRAMIDS --theme-at border --difficulty hard --seed 1',
        'Begin at the top and walk down the right side.'),
    "maze": Recipe('Which way out?', 'MAZE',
        '--rows 4 --columns 4 --theme MAZE --theme-at diagonal --difficulty fiendish --seed 1',
        'Sixteen cells, and a long way through pencil marks.'),
    "fin": Recipe('A fin above the water', 'SHARK',
        '--rows 5 --columns 5 --theme SHARK --theme-at diagonal --difficulty fiendish --seed 1',
        'Keep the marks that you make; you will need them all.'),
    "broom": Recipe('She rides at midnight', 'WITCH',
        '--rows 5 --columns 5 --theme WITCH --theme-at diagonal --difficulty fiendish --seed 1',
        'What the first marks leave, the next ones narrow.'),
    "nightmare": Recipe('It ends when you wake', 'DREAM',
        '--rows 5 --columns 5 --theme DREAM --theme-at diagonal --difficulty fiendish --seed 1',
        'If you wake.'),
    "deadline": Recipe('The last chance', 'NOW OR NEVER',
        "--rows 4 --columns 4 --theme 'NOW OR NEVER' --theme-at border --difficulty fiendish --seed 1",
        'Three words around the edge.'),
    "weight": Recipe('It weighs on the head', 'CROWN',
        '--rows 4 --columns 5 --theme CROWN --theme-at rows --difficulty fiendish --seed 1',
        'Small, but heavy.'),
    "smoke": Recipe('It breathes fire', 'DRAGON',
        '--rows 4 --columns 6 --theme DRAGON --theme-at rows --difficulty fiendish --seed 1',
        'The first row warns you.'),
    "light": Recipe('There is light at the end', 'TUNNEL',
        '--rows 5 --columns 6 --theme TUNNEL --theme-at rows --difficulty fiendish --seed 1',
        'And not before.'),
    "staff": Recipe('A pointed hat', 'WIZARD',
        '--rows 6 --columns 5 --theme WIZARD --theme-at columns --difficulty fiendish --seed 1',
        'The first column needs no wand.'),
    "crater": Recipe('It may erupt', 'VOLCANO',
        '--rows 4 --columns 7 --theme VOLCANO --theme-at rows --difficulty fiendish --seed 1',
        'Everything gives way at once.'),
    "steel": Recipe('The pen beats it', 'SWORD',
        '--side 3 --theme SWORD --theme-at diagonal --difficulty fiendish --seed 1',
        'Sharpen your pencil first.'),
    "window": Recipe('Ferns on the window', 'FROST',
        '--side 3 --theme FROST --theme-at diagonal --difficulty fiendish --seed 1',
        'A cold start.'),
    "beanstalk": Recipe('Up in the clouds', 'GIANT',
        '--side 3 --theme GIANT --theme-at diagonal --difficulty fiendish --seed 1',
        'Large for nineteen cells.'),
    "joy": Recipe('Very happy', 'OVER THE MOON',
        "--side 3 --theme 'OVER THE MOON' --theme-at border --difficulty fiendish --seed 1",
        'How you will feel.'),
    "heart": Recipe('It does not see', 'LOVE IS BLIND',
        "--side 3 --theme 'LOVE IS BLIND' --theme-at border --difficulty fiendish --seed 1",
        'You will need open eyes, though.'),
    "corners": Recipe('Three corners alike', 'EQUILATERAL',
        '--triangle 6 --theme EQUILATERAL --theme-at border --difficulty fiendish --seed 1',
        'All sides have six cells.'),
}  # fmt: skip


def command(recipe: Recipe) -> list[str]:
    """Return the command line that makes the puzzle."""
    return ["satcross", "generate", *shlex.split(recipe.options), "--title", recipe.title]


def make(name: str, recipe: Recipe) -> None:
    """Write the puzzle into its file, whose first line is the command."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "made.toml"
        if status := run([*command(recipe)[1:], "-q", "-o", str(path)]):
            raise SystemExit(f"{name}: satcross generate ended with status {status}; choose another seed")
        puzzle = load(path)._replace(
            author="satcross generate", licence="CC0-1.0", notes=recipe.note, answer=recipe.answer
        )
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.toml").write_text(
        f"# {shlex.join(command(recipe))}\n{to_text(puzzle, 'toml')}", encoding="utf-8"
    )


def page() -> str:
    """Return the text of the gallery: the puzzles by label, in each the small ones first."""
    parts = [
        "# A gallery of generated puzzles\n\n"
        "`satcross generate` has made these puzzles. The easy ones come first, and the small ones first in each\n"
        "label. Sizes are rows x columns. Play one in the terminal, or write a page to play on in the browser:\n\n"
        "```sh\n"
        "satcross play puzzles/generated/owl.toml\n"
        "satcross render puzzles/generated/owl.toml -o owl.html\n"
        "```\n\n"
        "Each has exactly one solution, over any alphabet, and `satcross lint` finds nothing that can be left out.\n"
        "The first line of a file is the command that made it."
    ]
    puzzles = {name: load(FOLDER / f"{name}.toml") for name in RECIPES}
    rated = {name: satcross.difficulty(puzzle) for name, puzzle in puzzles.items()}
    for label in [label for _, label in LABELS]:
        names = [name for name in RECIPES if rated[name].label == label]
        names.sort(key=lambda name: (len(puzzles[name].cells), rated[name].value))
        parts += [f"## {label.capitalize()}", *[_entry(name, puzzles[name], rated[name]) for name in names]]
    return "\n\n".join(parts) + "\n"


def _entry(name: str, puzzle: satcross.Puzzle, rated: satcross.Difficulty) -> str:
    recipe = RECIPES[name]
    size = shape_text(puzzle).replace(" (rows x columns)", "").capitalize()
    how_hard = f"{rated.length.capitalize()}, difficulty {rated.value}"
    return (
        f"### {recipe.title}\n\n{recipe.note}\n\n{size}. {how_hard}. `puzzles/generated/{name}.toml`\n\n"
        f"![{recipe.title}](pictures/generated-{name}.svg)"
    )


def main(names: list[str]) -> None:
    """Make the puzzles called `names`, those that are missing, and the page."""
    for name, recipe in RECIPES.items():
        if name in names or not (FOLDER / f"{name}.toml").exists():
            make(name, recipe)
            print(f"puzzles/generated/{name}.toml", flush=True)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
