"""Changes of clues in a TOML file that leave everything else as it is: comments, order, and how things are written.

In: the text of a puzzle, and the same puzzle with other clues or with a solution that is expected.  Out: the new
text.

The new clues are written in the place of the old ones.  What the new text says is read again; where it is not the
puzzle that is wanted (because a line, say, had no place for clues), the whole file is written again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from satcross.errors import SatcrossError
from satcross.puzzle import Puzzle
from satcross.puzzle.files.document import key_of, written_line, written_solution
from satcross.puzzle.files.source import Entry, Path
from satcross.puzzle.files.toml_format import read, value_spans, value_text, write
from satcross.puzzle.shapes import direction_of, number_in_direction

COMPARED: Final = ("lines", "given", "alphabet", "dialect", "flags", "expected")
"""What a file has to say of the puzzle; the rest cannot have changed."""


def edited(text: str, changed: Puzzle, folder: str = "") -> str:
    """Return `text`, the TOML of a puzzle, so that it is the TOML of `changed`.

    Args:
        changed: The puzzle of `text` with other clues, or with other expected solutions.
        folder: The folder of the word lists to which lines of the puzzle refer.

    >>> from satcross.puzzle import Clue
    >>> text = "[clues]\\nrows = ['A*', 'B'] # two\\ncolumns = 1\\n"
    >>> puzzle = read(text)[0].puzzle
    >>> lines = (puzzle.lines[0]._replace(clues=(Clue("A+"),)), *puzzle.lines[1:])
    >>> print(edited(text, puzzle._replace(lines=lines)), end="")
    [clues]
    rows = ['A+', 'B'] # two
    columns = 1
    """
    entry = read(text, folder, force=True)[0]
    spans = value_spans(text)
    rewritten = text
    changes = dict(_changes(entry, changed))
    if not changes.keys() <= spans.keys():
        return write(changed)
    for path in sorted(changes, key=spans.__getitem__, reverse=True):  # from the end, so that other spans stay right
        start, end = spans[path]
        rewritten = rewritten[:start] + _as_before(text[start:end], changes[path]) + rewritten[end:]
    if changed.expected and not entry.puzzle.expected:
        solution = written_solution(changed, changed.expected[0]) | ({"complete": True} if changed.expects_all else {})
        rewritten = rewritten.rstrip("\n") + "\n\n[[solutions]]\n"
        rewritten += "".join(f"{key} = {value_text(value, len(key) + 3)}\n" for key, value in solution.items())
    return rewritten if _says(rewritten, changed, folder) else write(changed)


def _changes(entry: Entry, changed: Puzzle) -> Iterator[tuple[Path, Any]]:
    """Yield the paths of the values that have to change, and the new values."""
    whole: set[str] = set()
    is_grid = changed.shape.is_grid
    for number, (before, after) in enumerate(zip(entry.puzzle.lines, changed.lines, strict=True)):
        key = key_of(changed, after) if is_grid else ""
        if before.clues == after.clues or key in whole:
            continue
        paths = entry.paths[number]
        if len(before.clues) == len(after.clues) == len(paths):
            for path, old, new in zip(paths, before.clues, after.clues, strict=True):
                if old != new:
                    yield path, written_line([new])
        elif not is_grid:
            yield ("line", number, "clues"), written_line(after.clues)
        elif any(each.clues for each in entry.puzzle.lines if direction_of(each) == direction_of(after)):
            yield ("clues", key, number_in_direction(after) - 1), written_line(after.clues)
        else:  # the lines of a direction may be given by a mere number
            whole.add(key)
            of_direction = [each for each in changed.lines if direction_of(each) == direction_of(after)]
            yield ("clues", key), [written_line(each.clues) for each in of_direction]


def _as_before(before: str, value: Any) -> str:
    """Return `value` as TOML, between single quotes if what was there before was."""
    if isinstance(value, str) and before.startswith("'") and not before.startswith("'''") and "'" not in value:
        return f"'{value}'"
    return value_text(value, 0)


def _says(text: str, puzzle: Puzzle, folder: str) -> bool:
    """Return whether `text` is the TOML of `puzzle`, in the parts that can have changed."""
    try:
        read_puzzle = read(text, folder, force=True)[0].puzzle
    except SatcrossError:
        return False
    return all(getattr(read_puzzle, name) == getattr(puzzle, name) for name in COMPARED)
