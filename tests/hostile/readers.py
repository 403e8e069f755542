"""Everything of satcross that reads what strangers write, as functions of bytes.

Each raises what its users are promised: a `SatcrossError` that can be shown, or `TimeUp`, and nothing else.  The
fuzzer runs them, and so does the test of the inputs that it has kept.
"""

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from satcross.author.half_filled_grids import filled_from_text
from satcross.author.proof import FORMULA, MANIFEST, PROOF, SOLUTION, verify
from satcross.base.budget import Budget
from satcross.errors import SatcrossError, TimeUp, render
from satcross.puzzle import Puzzle
from satcross.puzzle.files import READABLE, WRITABLE, explain, read_source, to_text
from satcross.puzzle.shapes import line, rectangle
from satcross.puzzle.wordlists import Reading, read_words
from satcross.regex.analysis.reverse import reverse
from satcross.regex.letters import size, union
from satcross.regex.lower import lower, mentioned
from satcross.regex.matcher import Matcher
from satcross.regex.syntax.parse import parse
from satcross.solver.compile import compile_puzzle
from satcross.solver.dimacs import read_answer
from satcross.solver.formula import decode
from satcross.words.files import template_in, to_be_filled, write_template
from tests.residuals import propagate
from tests.written_trees import show

NODES: Final = 20_000
CLAUSES: Final = 50_000
CELLS: Final = 400  # of puzzles that are compiled
MOST_SHOWN: Final = 3000  # letters of an error; it has a text of its own, and a hint

SETTINGS: Final = (("python", ""), ("python", "i"), ("python", "x"), ("python", "ms"), ("javascript", ""),
                   ("javascript", "i"), ("javascript", "u"), ("javascript", "iv"))  # fmt: skip

LETTERS: Final = 2000  # of an alphabet over which clues are compiled, three times each
TEXTS: Final = ("", "A", "a1", "AAB", "é_ -")  # what clues are matched against

DRAW: Final = rectangle(rows=["AB|BA", "AB|BA"], columns=["AA|BB", "AB|BA|AA"])
ONLY: Final = rectangle(rows=["AB|BA", "AB"], columns=["AA|BB", "BB"])

PART: Final = b"\n=====\n"  # between the files of one input


def budget() -> Budget:
    return Budget(0.5, NODES, CLAUSES)


def puzzle(data: bytes) -> None:
    """Read a puzzle file, its first letter telling the format (none: from the content), and write it in all formats."""
    format = (None, *READABLE)[data[0] % (len(READABLE) + 1)] if data else None
    source = read_source(data[1:], "fuzz", format, folder="/nonexistent")
    for number, entry in enumerate(source.entries[:3]):
        try:
            if len(entry.puzzle.cells) <= CELLS:
                compile_puzzle(entry.puzzle, budget())
            for written in WRITABLE:
                _rewritten(entry.puzzle, written)
        except SatcrossError as error:
            raise explain(source, number, error) from None


def _rewritten(puzzle: Puzzle, format: str) -> None:
    try:
        text = to_text(puzzle, format)
    except SatcrossError as error:
        if error.code != "inexpressible" and not error.code.startswith("regex"):
            raise
        return
    if format in READABLE:
        (again,) = read_source(text.encode(), "written", format).puzzles
        assert len(again.cells) == len(puzzle.cells), format
        if format in ("toml", "json"):
            assert again == puzzle, format


def clue(data: bytes) -> None:
    """Read a clue, its first letter telling dialect and flags, and do with it whatever is done with clues."""
    dialect, flags = SETTINGS[data[0] % len(SETTINGS)] if data else SETTINGS[0]
    pattern = data[1:].decode("utf-8", "replace")
    tree = parse(pattern, dialect, flags)
    assert show(tree) == pattern
    core = lower(tree, union(mentioned(tree).all, ((65, 66), (97, 97), (233, 233))))
    if len(pattern) <= 200:
        matcher = Matcher(core)
        for text in TEXTS:
            found = matcher.matches(text)
            assert (matcher.first_match(text) is not None) == found
    for n in (0, 1, 4) if size(mentioned(tree).all) <= LETTERS else ():
        try:
            compiled = compile_puzzle(line(pattern, n, dialect=dialect, flags=flags), budget())
            propagate(compiled.constraints, compiled.domains, budget())
        except (SatcrossError, TimeUp):
            continue
    reverse(pattern, dialect, flags)


def template(data: bytes) -> None:
    """Read a template of a word crossword, and write it again."""
    found = to_be_filled(template_in(data.decode("utf-8", "replace"), "/nonexistent"))
    again = template_in(write_template(found, found.rows), "/nonexistent")
    if found.ipuz is None:
        assert again.texts == found.texts
        assert again.rows == found.rows


def words(data: bytes) -> None:
    """Read a word list in both ways."""
    with _folder() as folder:
        path = Path(folder, "list.txt")
        path.write_bytes(data)
        for reading in (Reading(), Reading(keep_accents=True, drop_capitals=True)):
            found = read_words([path], reading, use_cache=False)
            for n in found.lengths:
                listed = found.of_length(n)
                assert listed is not None
                assert all(listed.find(word) is not None for word in listed)


def answer(data: bytes) -> None:
    """Decode a solver's answer to a formula: the formula, a line of =====, the answer."""
    formula, _, said = data.decode("utf-8", "replace").partition(PART.decode())
    decode(DRAW, formula.splitlines(), read_answer(said))


def grid(data: bytes) -> None:
    """Read a half-filled grid."""
    filled_from_text(DRAW, data.decode("utf-8", "replace"))


def proof(data: bytes) -> None:
    """Verify a proof: manifest, solution, formula and proof, lines of ===== between them."""
    parts = data.split(PART)
    with _folder() as folder:
        for name, part in zip((MANIFEST, SOLUTION, FORMULA, PROOF), parts, strict=False):
            Path(folder, name).write_bytes(part)
        verify(ONLY, folder, budget=budget())


def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)


READERS: Final[Mapping[str, Callable[[bytes], None]]] = {
    reader.__name__: reader for reader in (puzzle, clue, template, words, answer, grid, proof)
}


def run(name: str, data: bytes) -> SatcrossError | None:
    """Return the error that reading `data` gives, None for none; what is no documented error is raised."""
    try:
        READERS[name](data)
    except TimeUp:
        return None
    except SatcrossError as error:
        check_shown(error)
        return error
    return None


def check_shown(error: SatcrossError) -> None:
    """Raise AssertionError unless `error` can be shown to people: a few lines, no letters that steer a terminal."""
    shown = render(error)
    assert shown.strip()
    lines = shown.split("\n")
    assert all(each.isprintable() for each in lines), f"unprintable: {shown[:300]!r}"
    assert max(map(len, lines)) <= MOST_SHOWN, f"endless: {shown[:300]!r}"
