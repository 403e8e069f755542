"""The files that were named on the command line, and the word lists that these name: the studio touches no others.

A file has a *version*: a hash of its content.  What an editor saves replaces only the version that the editor knows.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from satcross.base.reading import is_url, missing_file, path_below, read_bytes
from satcross.base.writing import write_text
from satcross.errors import MissingError, OptionError, PuzzleError, SatcrossError
from satcross.puzzle import WordClue
from satcross.puzzle.files import FORMAT_OF_ENDING, read_source
from satcross.puzzle.files.source import MOST_BYTES, Source
from satcross.studio.answers import FilePart
from satcross.studio.templates import template_document


class ChangedOnDiskError(PuzzleError):
    """The file has another content than the editor knows."""


class Files:
    """The named files, by the names under which editors know them."""

    def __init__(self, paths: Sequence[str]) -> None:
        """Raise SatcrossError for a file that exists and is not a puzzle, and for a new one without a known ending."""
        self._path_of: Final[dict[str, str]] = {}
        self.word_lists: Final[dict[str, str]] = {}
        """The path of each word list, by the name that the puzzle files use for it."""
        for path in paths:
            if path == "-":
                raise OptionError("the studio cannot read standard input", hint="name a file")
            self._path_of[path] = os.path.abspath(path)
            if os.path.lexists(path):
                self._check(path)
            elif is_url(path):
                raise missing_file(path)
            elif not self._is_writable(path):
                endings = ", ".join(FORMAT_OF_ENDING)
                raise MissingError(
                    "there is no such file, and its name does not say in which format it would be written",
                    place=[path],
                    hint=f"the extensions are {endings}",
                )
            elif not os.path.isdir(os.path.dirname(self._path_of[path])):
                raise MissingError("there is no such folder", place=[os.path.dirname(path)])

    def _check(self, path: str) -> None:
        """Raise SatcrossError if the file is not a puzzle; keep the paths of the word lists that it names."""
        try:
            data = read_bytes(path, MOST_BYTES, "puzzle file")
            crossword = template_document(data, path)
        except SatcrossError as error:
            raise error if path in error.place else error.at(path) from None
        if crossword is None:
            self._note_word_lists(path, read_source(data, path, folder=os.path.dirname(path)))

    def _note_word_lists(self, path: str, source: Source) -> None:
        """Keep the paths of the word lists to which the puzzles of a file refer.  Raises OptionError."""
        for name in {clue.source for puzzle in source.puzzles for line in puzzle.lines for clue in line.clues
                     if isinstance(clue, WordClue)}:  # fmt: skip
            whole_path = os.path.abspath(path_below(os.path.dirname(path), name))
            if self.word_lists.setdefault(name, whole_path) != whole_path:
                raise OptionError(
                    f"{name} is the name of two word lists, {self.word_lists[name]} and {whole_path}",
                    hint="open the puzzle files in two studios",
                )

    def listed(self) -> list[FilePart]:
        """Return the files as a message has them."""
        return [
            {"name": name, "version": self._version(name), "is_writable": self._is_writable(name)}
            for name in self._path_of
        ]

    def read(self, name: str) -> tuple[bytes, str]:
        """Return the content of the file, and its version.  Raises MissingError, PuzzleError."""
        data = read_bytes(self.path(name), MOST_BYTES, "puzzle file")
        return data, version_of(data)

    def path(self, name: str) -> str:
        """Return the path of the file `name`.  Raises MissingError unless it was named on the command line."""
        if name not in self._path_of:
            raise MissingError(
                f"no file {name[:80]!r} was named on the command line",
                hint="only files named there can be opened and saved",
            )
        return self._path_of[name]

    def write(self, name: str, text: str, known: str | None, *, overwrite: bool) -> str:
        """Write the file, completely or not at all, and return its new version.

        Args:
            known: The version that the editor knows; "" if there was no file; None if it does not know any.
            overwrite: Write even if the file has another version.

        Raises:
            ChangedOnDiskError: If the file has another version than the editor knows.
            MissingError: If it is not a file of the command line.
            OptionError: If the format is unknown.
            SatcrossError: If the file cannot be written.
        """
        path = self.path(name)
        if not self._is_writable(name):
            endings = ", ".join(FORMAT_OF_ENDING)
            raise OptionError(f"{name} cannot be written, because its name does not say the format",
                              hint=f"the extensions are {endings}", code="format")  # fmt: skip
        now = self._version(name)
        if now != (known or "") and not overwrite:
            raise ChangedOnDiskError(
                f"{name} has been changed by another program" if now else f"{name} has been deleted",
                hint="open it again, or overwrite it",
            )
        write_text(path, text)
        return version_of(text.encode())

    def _version(self, name: str) -> str:
        """Return the version of a file as it is now, "" if there is none."""
        try:
            return version_of(read_bytes(self._path_of[name], MOST_BYTES, "puzzle file"))
        except MissingError:
            return ""

    @staticmethod
    def _is_writable(name: str) -> bool:
        return os.path.splitext(name)[1].lower() in FORMAT_OF_ENDING


def version_of(data: bytes) -> str:
    """Return the version of a file with this content."""
    return sha256(data).hexdigest()[:16]
