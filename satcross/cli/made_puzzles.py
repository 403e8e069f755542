"""How the puzzles that `satcross generate` makes are written: in which format, and into which files.

In: a puzzle that has been made.  Out: its text, the name of its file, and the file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from satcross.base.reading import NOWHERE
from satcross.base.records import NamedTuple
from satcross.base.wording import capital
from satcross.cli.terminal import write_output
from satcross.errors import (
    SatcrossError,
    printable,
)
from satcross.puzzle import Puzzle
from satcross.puzzle.files import (
    extension_of,
    read_source,
    to_text,
    with_changes,
)
from satcross.puzzle.files.source import Source

if TYPE_CHECKING:
    from satcross.generator.results import Generated


class PuzzleFiles(NamedTuple):
    """How puzzles are written.

    Attributes:
        format: One of `satcross.puzzle.files.WRITABLE`.
        output: The file, or the folder of files named after seeds; None: standard output.
        is_folder: Which of them it is.
        recipe: The words of the command that makes the puzzle again, for a comment in TOML.
        is_by_seed: Whether the recipe needs the seed as well.
        title: The title of each puzzle; "": its own, or one that does not give the solution away.
        answer: What players see at the end; "": the answer that the generator has brought, if there is one.
        author, note: Who has made the puzzles, and what players may read about them.
        begun: The file of the puzzle that has been completed; its text stays.
    """

    format: str
    output: str | None
    is_folder: bool
    recipe: tuple[str, ...]
    is_by_seed: bool = True
    title: str = ""
    answer: str = ""
    author: str = ""
    note: str = ""
    begun: Source | None = None

    def text(self, made: Generated) -> str:
        """Return the puzzle in the format to write."""
        return self._file_text(made.puzzle._replace(title=made.puzzle.title or title_of(made)), made.seed)

    def kept(self, answer: Mapping[str, Any]) -> str | None:
        """Return the puzzle of an answer from a results database in the format to write; None if there is none."""
        seed, text = answer.get("seed"), answer.get("puzzle")
        if type(seed) is not int or not isinstance(text, str):
            return None
        try:
            return self._file_text(
                read_source(text.encode(), "the database", "toml", folder=NOWHERE).entries[0].puzzle, seed
            )
        except (SatcrossError, UnicodeEncodeError):
            return None

    def for_database(self) -> PuzzleFiles:
        """Return how a results database keeps puzzles: as TOML, whatever is written now."""
        return PuzzleFiles("toml", None, False, ())

    def _file_text(self, puzzle: Puzzle, seed: int) -> str:
        if self.begun is not None:
            return with_changes(self.begun, puzzle, self.format)
        comment = self._comment(seed) if self.format == "toml" and self.recipe else ""
        return comment + to_text(self.with_texts(puzzle), self.format)

    def with_texts(self, puzzle: Puzzle) -> Puzzle:
        """Return `puzzle` with the texts that the options give."""
        return puzzle._replace(
            title=self.title or puzzle.title,
            answer=self.answer or puzzle.answer,
            author=self.author or puzzle.author,
            notes=self.note or puzzle.notes,
        )

    def path(self, seed: int) -> str | None:
        """Return the file of the puzzle of this seed, None for standard output."""
        if self.output is None or not self.is_folder:
            return self.output
        return os.path.join(self.output, f"{seed}{extension_of(self.format)}")

    def write(self, text: str, seed: int) -> None:
        """Write the text of a puzzle into its file, if it has one; folders are made where they are missing."""
        from satcross.base.writing import write_folder

        path = self.path(seed)
        if path is None:
            return
        folder, name = os.path.split(path)
        if folder and not os.path.isdir(folder):
            write_folder(folder, {name: text})
        else:
            write_output(path, text)

    def _comment(self, seed: int) -> str:
        from satcross.base.extras import command_line

        words = [*self.recipe, "--seed", str(seed)] if self.is_by_seed else self.recipe
        return f"# {printable(command_line(words))}\n"


def title_of(made: Generated) -> str:
    """Return a title that does not give the solution away: difficulty, shape and seed."""
    return f"{capital(made.difficulty.label)} {made.puzzle.shape.title}, no. {made.seed}"
