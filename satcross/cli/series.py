"""The files that a command writes for many puzzles: one for each puzzle, in a folder.

In: the options of a command that takes files of puzzles and `-o`.  Out: each puzzle with the name of its file.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

from satcross.base.reading import shown_name
from satcross.base.writing import check_replaceable, with_others, write_folder
from satcross.cli.limits import limited, limits_of
from satcross.cli.parser import Options
from satcross.cli.puzzles import (
    FiledPuzzle,
    UnreadableFile,
    check_is_folder_name,
    puzzles_asked_about,
    revised_puzzle,
    stem_of,
)
from satcross.cli.signals import UNKNOWN, YES, worse
from satcross.cli.terminal import report, say
from satcross.errors import OptionError, SatcrossError, TimeUp

OUTPUT_HELP: Final = "the file, or the folder for several puzzles (-, the default: stdout)"

STEM: Final = "puzzle"  # of the file of a puzzle that was in no file, but in a link or standard input


def is_series(options: Options) -> bool:
    """Return whether the options ask for files in a folder: `-o` names a folder, or there are several puzzle files.

    Raises OptionError if `-o` names a file then, or no folder.  Without `-o` the second file may be a new one.
    """
    output = options.output
    if output in (None, "-"):
        if options.has_folders or len(options.files) > (2 if output is None else 1):
            raise OptionError("no folder is named for the new files", hint="name it with -o, such as -o folder")
        return False
    if options.has_folders or len(options.files) > 1 or os.path.isdir(output) or output.endswith(os.sep):
        check_is_folder_name(output)
        return True
    return False


def write_series(options: Options, extension: str, write: Callable[[FiledPuzzle, str], None], *, is_work: bool) -> int:
    """Write a file for each puzzle of the options, and return the worst exit status.

    A file or a puzzle with an error is named, and the others are written.  If the disk is full, what is complete stays.

    Args:
        extension: The extension of the files.
        write: Writes a puzzle to the path that it gets.
        is_work: Whether people work in such files, so that existing ones are replaced only with `--overwrite`.

    Raises:
        SatcrossError: If the folder cannot be made, two puzzles would get the same file, or a file exists that may not
            be replaced; then nothing has been written.  Or if a file cannot be written.
    """
    folder = options.output
    asked = list(puzzles_asked_about(options))
    path_of = _paths(asked, folder, extension)
    if is_work and not options.overwrite:
        check_replaceable(*path_of)
    status = YES
    for each in asked:
        if isinstance(each, UnreadableFile):
            status = worse(status, report(each.error))
    write_folder(folder, {})
    written: list[str] = []
    for path, each in path_of.items():
        try:
            with limited(limits_of(options)), revised_puzzle(each, options) as revision:
                write(revision, path)
        except TimeUp:
            say(f"{each.label}: out of time, so it was not written")
            status = worse(status, UNKNOWN)
        except SatcrossError as error:
            if error.code == "write":
                raise with_others(error, written) from None
            status = worse(status, report(error))
        else:
            written.append(path)
    return status


def _paths(asked: list[FiledPuzzle | UnreadableFile], folder: str, extension: str) -> dict[str, FiledPuzzle]:
    """Return each puzzle by the path of its new file.  Raises OptionError if two puzzles would have the same one."""
    path_of: dict[str, FiledPuzzle] = {}
    seen: dict[str, FiledPuzzle] = {}
    for each in asked:
        if isinstance(each, UnreadableFile):
            continue
        path = os.path.join(folder, _stem(each) + extension)
        other = seen.setdefault(os.path.normcase(path).casefold(), each)
        if other is not each:
            raise OptionError(
                f"{other.label} and {each.label} would get the same file",
                place=[shown_name(path)],
                hint="write them to different folders",
            )
        path_of[path] = each
    return path_of


def _stem(asked: FiledPuzzle) -> str:
    """Return the name of the file of a puzzle without its extension; the puzzles of one file are numbered."""
    assert asked.source is not None, "the puzzle was read"
    name = os.path.basename(asked.file or "")
    stem = stem_of(name)
    stem = os.path.splitext(name)[0] if stem == name else stem
    is_file = asked.file is not None and os.path.lexists(asked.file)
    count = len(asked.source.entries)
    number = f"-{asked.number + 1:0{len(str(count))}}" if count > 1 else ""
    return (stem if is_file and stem else STEM) + number
