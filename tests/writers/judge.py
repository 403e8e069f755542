"""What the reader makes of a written puzzle: the same puzzle, a refusal, or a mistake, with its smallest text."""

from collections.abc import Iterator
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias

from satcross.errors import SatcrossError
from satcross.puzzle import Clue, Puzzle
from satcross.puzzle.files import Entry, read_source
from tests.writers.drawn import Drawn, smaller
from tests.writers.layouts import LAYOUTS, Conditioned, Layout, Unclear

Outcome: TypeAlias = Literal["same", "refused", "misread", "crashed"]

SEEDS: Final = 20  # under which a smaller puzzle is written, to find one that is misread as well
STEPS: Final = 400  # texts that are read to find a smaller one


class Verdict(NamedTuple):
    """What became of a text.

    Attributes:
        detail: The puzzles that were read instead, or the error.
        is_excused: Whether a refusal is no fault, since the text may mean more than one puzzle.
    """

    layout: str
    text: str
    puzzles: tuple[Drawn, ...]
    outcome: Outcome
    detail: str
    is_excused: bool


def judged(name: str, puzzles: tuple[Drawn, ...], text: str) -> Verdict:
    """Return what the reader makes of `text`, which the layout `name` gave to `puzzles`."""
    layout = LAYOUTS[name]
    outcome, detail = _outcome(layout, puzzles, text)
    unclear = layout.unclear
    excused = isinstance(text, Unclear) or (
        unclear is not None and any(unclear.search(clue) for each in puzzles for clue in each.clues)
    )
    return Verdict(name, text, puzzles, outcome, detail, excused)


def _outcome(layout: Layout, puzzles: tuple[Drawn, ...], text: str) -> tuple[Outcome, str]:
    try:
        source = read_source(text.encode(), "pasted")
        read = [entry.puzzle for entry in source.entries]
        is_lost = isinstance(text, Conditioned) and not any(_keeps(entry, text.word) for entry in source.entries)
    except SatcrossError as error:
        return "refused", error.message
    except Exception as error:  # what no reader may raise
        return "crashed", repr(error)
    if not is_lost and len(read) == len(puzzles) and all(map(layout.is_same, puzzles, read)):
        return "same", ""
    return "misread", "; ".join(f"{summary(entry.puzzle)} ({entry.reading})" for entry in source.entries)


def _keeps(entry: Entry, word: str) -> bool:
    """Return whether the reader says that it left a condition out, or the puzzle has it: as flags or given letters."""
    puzzle = entry.puzzle
    return word.lower() in entry.reading.lower() or bool(puzzle.flags or puzzle.given) or "(?i:" in summary(puzzle)


def summary(puzzle: Puzzle) -> str:
    """Return a puzzle in one line: its shape, the clues of each line, and what else could be wrong."""
    lines: dict[str, list[str]] = {}
    for line in puzzle.lines:
        texts = [clue.pattern + " reversed" * clue.is_reversed for clue in line.clues if isinstance(clue, Clue)]
        lines.setdefault(line.name.rpartition(" ")[0], []).append(
            texts[0] if len(texts) == 1 else str(texts) if texts else ""
        )
    kind = "hexagon" if len(lines) == 3 else "rectangle"
    parts = [
        f"{kind} {'x'.join(str(len(listed)) for listed in lines.values())}",
        *(f"{name}s {clues}" for name, clues in lines.items()),
    ]
    parts += [f"given {[(puzzle.cells[n], letter) for n, letter in puzzle.given]}"] if puzzle.given else []
    parts += [f"alphabet {puzzle.alphabet!r}"] if puzzle.alphabet != "mentioned" else []
    parts += [f"flags {puzzle.flags}"] if puzzle.flags else []
    parts += [f"solutions {list(map(''.join, puzzle.expected))}"] if puzzle.expected else []
    return ", ".join(parts)


def verdicts(names: list[str], random: Random) -> Iterator[Verdict]:
    """Yield what becomes of random texts, of each layout in turn, without end."""
    while True:
        for name in names:
            puzzles, _, text = LAYOUTS[name].text(random)
            yield judged(name, puzzles, text)


def shrunk(verdict: Verdict) -> Verdict:
    """Return a mistake of the same kind with a shorter text."""
    layout, steps = LAYOUTS[verdict.layout], 0
    best = verdict
    improved = True
    while improved and steps < STEPS:
        improved = False
        for puzzles in _smaller_puzzles(layout, best.puzzles):
            if not all(layout.allows(clue) for each in puzzles for clue in each.clues):
                continue
            for seed in range(SEEDS):
                text = layout.written(puzzles, seed)
                if text is None or len(text) >= len(best.text):
                    continue
                steps += 1
                found = judged(verdict.layout, puzzles, text)
                if found.outcome == verdict.outcome:
                    best, improved = found, True
                    break
            if improved or steps >= STEPS:
                break
    return best


def _smaller_puzzles(layout: Layout, puzzles: tuple[Drawn, ...]) -> Iterator[tuple[Drawn, ...]]:
    yield puzzles  # written in other words
    if layout.source is not None:
        yield from ((layout.source(Random(seed)),) for seed in range(SEEDS))
        return
    for number, each in enumerate(puzzles):
        for found in smaller(each):
            yield (*puzzles[:number], found, *puzzles[number + 1 :])
