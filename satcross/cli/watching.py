"""Watching files: a command answers again whenever one of its files changes, until it is interrupted."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import sleep
from typing import Final, NoReturn

from satcross.base.wording import counted
from satcross.cli.options import is_for_programs
from satcross.cli.parser import Options, changed
from satcross.cli.terminal import note, say
from satcross.errors import OptionError

INTERVAL: Final = 0.05
"""Seconds between two looks at the files.  A look at a hundred files takes less than a millisecond."""


def watch(options: Options, answer_files: Callable[[Options], int]) -> NoReturn:
    """Answer for all files, then again for the files that have changed, until Ctrl-C raises KeyboardInterrupt.

    Args:
        answer_files: Answers for `options.files`, shows errors in them, and returns the exit status.

    A file that is gone is waited for: many editors write a new file and then give it the old name.  So is the end of
    the changes: others empty a file before they write it.
    """
    check_can_be_watched(options)
    seen = {file: file_stamp(file) for file in options.files}
    last = dict(seen)
    answer_files(changed(options, files=list(seen)))
    say(f"satcross: watching {counted(len(seen), 'file')}; Ctrl-C ends it")
    while True:
        note("")
        sleep(INTERVAL)
        files = []
        for file in seen:
            stamp = file_stamp(file)
            if stamp is not None and stamp != seen[file] and stamp == last[file]:
                seen[file] = stamp
                files.append(file)
            last[file] = stamp
        if files:
            answer_files(changed(options, files=files))


def check_can_be_watched(options: Options) -> None:
    """Raise OptionError for what cannot be watched."""
    if "-" in options.files:
        raise OptionError("standard input cannot be watched", hint="name the files of the puzzles")
    if is_for_programs(options):
        raise OptionError(
            f"--watch and --format {options.output_format} cannot be combined: a report has an end",
            code="option-together",
        )


def file_stamp(file: str) -> tuple[int, int, int] | None:
    """Return what is different after each change of the file; None while there is none."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
