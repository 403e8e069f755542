"""Folders of puzzles: those in place of files, and those that are to be made.

In: the names on the command line.  Out: the same names, with each folder replaced by the files in it that may hold
puzzles, in the order of their names; or an error if a folder is to be made by the name of a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final

from satcross.errors import ErrorCode, OptionError
from satcross.puzzle.files import FORMAT_OF_ENDING

ENDINGS: Final = (".toml", ".json", ".input.txt")
"""The endings of files that hold puzzles."""


def files_named(names: Sequence[str], *, is_recursive: bool) -> list[str]:
    """Return the files that `names` stand for.

    Args:
        is_recursive: Whether the folders in a folder are searched, too; links to folders are not followed.

    Raises:
        OptionError: If a folder cannot be listed, or holds no file that may hold a puzzle.
    """
    return [file for name in names for file in (_inside(name, is_recursive) if os.path.isdir(name) else [name])]


def _inside(folder: str, is_recursive: bool) -> list[str]:
    try:
        files = list(_walk(folder, is_recursive))
    except OSError as error:
        message = f"the folder cannot be read: {error.strerror or error}"
        raise OptionError(message, place=[error.filename or folder], code=ErrorCode.UNREADABLE) from None
    if not files:
        hint = f"puzzles are in files that end in {', '.join(ENDINGS)}"
        more = "" if is_recursive else "; -r also searches its subfolders"
        raise OptionError("no puzzles are in this folder", place=[folder], hint=hint + more)
    return files


def _walk(folder: str, is_recursive: bool) -> Iterator[str]:
    """Yield the files in `folder` that may hold puzzles, those that are not hidden.  Raises OSError."""
    with os.scandir(folder) as entries:
        visible = sorted((entry for entry in entries if not entry.name.startswith(".")), key=lambda entry: entry.name)
    for entry in visible:
        if entry.is_dir(follow_symlinks=False):
            if is_recursive:
                yield from _walk(entry.path, is_recursive)
        elif entry.is_file() and entry.name.lower().endswith(ENDINGS):
            yield entry.path


def check_is_folder_name(path: str) -> None:
    """Raise OptionError if `path`, where a folder of puzzles is to be made, is clearly meant to be a file.

    A folder that exists may have any name.
    """
    stem, ending = os.path.splitext(path)
    if ending.lower() in FORMAT_OF_ENDING and not os.path.isdir(path):
        hint = f"name a folder, such as -o {stem}"
        raise OptionError("this is the name of a file, and a folder is needed", place=[path], hint=hint)
