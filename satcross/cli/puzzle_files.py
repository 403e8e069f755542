"""How the puzzles that `satcross generate` makes are written: in which format, and into which files.

In: a puzzle that has been made.  Out: its text, the name of its file, and the file.
"""

from __future__ import annotations

import os
import shlex
from typing import Final, NamedTuple

from satcross.base.wording import capital
from satcross.base.writing import write_folder
from satcross.cli.terminal import write_output
from satcross.errors import printable
from satcross.generator.result import Generated
from satcross.puzzle.files import FORMAT_OF_ENDING, to_text, with_changes
from satcross.puzzle.files.source import Source

ENDING_OF_FORMAT: Final = {format: ending for ending, format in FORMAT_OF_ENDING.items()}


class PuzzleFiles(NamedTuple):
    """How puzzles are written.

    Attributes:
        format: One of `satcross.puzzle.files.WRITABLE`.
        output: The file, or the folder of files named after seeds; None: standard output.
        is_folder: Which of them it is.
        recipe: The words of the command that makes the puzzle again, for a comment in TOML.
        is_by_seed: Whether the recipe needs the seed as well.
        title: The title of each puzzle; "": its own, or one that does not give the solution away.
        begun: The file of the puzzle that has been completed; its text stays.
    """

    format: str
    output: str | None
    is_folder: bool
    recipe: tuple[str, ...]
    is_by_seed: bool = True
    title: str = ""
    begun: Source | None = None

    def text(self, made: Generated) -> str:
        """Return the puzzle in the format to write."""
        if self.begun is not None:
            return with_changes(self.begun, made.puzzle, self.format)
        puzzle = made.puzzle._replace(title=self.title or made.puzzle.title or title_of(made))
        return self._comment(made.seed) * (self.format == "toml") + to_text(puzzle, self.format)

    def path(self, seed: int) -> str | None:
        """Return the file of the puzzle of this seed, None for standard output."""
        if self.output is None or not self.is_folder:
            return self.output
        return os.path.join(self.output, f"{seed}{ENDING_OF_FORMAT.get(self.format, '.json')}")

    def write(self, made: Generated) -> None:
        """Write the puzzle into its file, if it has one; folders are made where they are missing."""
        path = self.path(made.seed)
        if path is None:
            return
        folder, name = os.path.split(path)
        if folder and not os.path.isdir(folder):
            write_folder(folder, {name: self.text(made)})
        else:
            write_output(path, self.text(made))

    def _comment(self, seed: int) -> str:
        words = [*self.recipe, "--seed", str(seed)] if self.is_by_seed else self.recipe
        return f"# {printable(shlex.join(words))}\n"


def title_of(made: Generated) -> str:
    """Return a title that does not give the solution away: difficulty, shape and seed."""
    shape = made.puzzle.shape
    sizes = sorted(set(shape.sizes))
    if shape.kind == "rectangle":
        name = " x ".join(map(str, shape.sizes))
    elif shape.kind == "hexagon" and len(sizes) == 1:
        name = f"hexagon of side {sizes[0]}"
    else:
        name = shape.kind if shape.kind == "hexagon" else "puzzle"
    return f"{capital(made.difficulty.label)} {name}, no. {made.seed}"
