"""Verification of fills, from the template's rows, the word lists, the choice of words and the clues alone.

In: a problem, the scores of the words that the lists have, the choice of words, and filled rows.  Out: what is wrong
with them, if anything.  Every fill passes through here before anyone sees it, so nothing here relies on what has found
the fill: the slots are found again, by splitting rows and columns at the blocks; the files of the word lists are read
again and their words folded by code of its own; and the words are compared as text.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from unicodedata import combining, normalize

from satcross.errors import SatcrossError
from satcross.puzzle import Clue
from satcross.puzzle.wordlists import DEFAULT_SCORE, Reading, WordList
from satcross.regex.matcher import matches
from satcross.words.problem import Problem, WordChoice
from satcross.words.template import BLOCK, OPEN

_UNDIVIDED = str.maketrans(
    {"Æ": "AE", "Œ": "OE", "Ø": "O", "Ð": "D", "Đ": "D", "Ħ": "H", "Ł": "L", "Þ": "TH", "ẞ": "SS"}
)


class WrongFillError(SatcrossError):
    """A fill that the verifier rejects: a defect in satcross."""

    code = "wrong-answer"


def scores_in(word_list: WordList, reading: Reading) -> dict[str, int]:
    """Return the score of each word of `word_list`, from its files; if they cannot be read again, from its text.

    Files that cannot be read again are pipes, and a list that was made in memory has none.

    Raises:
        OSError: If a file can no longer be read.
    """
    if not word_list.sources or not all(map(os.path.isfile, word_list.sources)):
        lists = [each for each in map(word_list.of_length, word_list.lengths) if each is not None]
        return {each.text[w * each.n : (w + 1) * each.n]: each.score(w) for each in lists for w in range(each.count)}
    scores: dict[str, int] = {}
    for name in word_list.sources:
        for word, score in _scores_of_file(name, reading).items():
            scores[word] = max(score, scores.get(word, score))
    return scores


def _scores_of_file(name: str, reading: Reading) -> dict[str, int]:
    """Return the score of each word of one file, the highest one if the file has it several times."""
    with open(name, "rb") as file:
        text = _decoded(file.read().removeprefix(b"\xef\xbb\xbf"))
    plain: dict[str, int] = {}
    capitalised: dict[str, int] = {} if reading.drop_capitals else plain
    for line in text.split("\n"):
        written, _, rest = line.partition(";")
        word = written.upper() if written.isascii() and written.isalpha() else _bare(written, reading)
        kept = plain if written.islower() else capitalised
        score = int(rest.partition(";")[0]) if rest else DEFAULT_SCORE
        if word and kept.get(word, -1) < score:
            kept[word] = score
    return plain or capitalised


def _decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8; a line that is not UTF-8 is Latin-1."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        if b"\n" not in data:
            return data.decode("latin-1")
        return "\n".join(map(_decoded, data.split(b"\n")))


def _bare(text: str, reading: Reading) -> str:
    """Return `text` in capitals, without apostrophes and (unless they are kept) accents; "" if it is not a word."""
    word = text.strip().upper().replace("’", "'")
    if word.endswith("'S"):
        return ""
    word = word.replace("'", "")
    if not reading.keep_accents:
        divided = normalize("NFD", word).translate(_UNDIVIDED)
        word = "".join([letter for letter in divided if not combining(letter)])
    word = normalize("NFC", word)
    return word if word.isalpha() else ""


def first_fault(problem: Problem, choice: WordChoice, scores: Mapping[str, int], rows: Sequence[str]) -> str | None:
    """Return what is wrong with the filled `rows`, in words; None if they are a fill.

    Args:
        scores: The words that the lists have, with their scores, as `scores_in` returns them.
    """
    template = problem.rows
    if [len(row) for row in rows] != [len(row) for row in template]:
        return "the grid does not have the size of the template"
    for number, (wanted, row) in enumerate(zip(template, rows, strict=True), 1):
        for place, letter in zip(wanted, row, strict=True):
            if place not in (OPEN, letter) or (place == OPEN and letter == BLOCK):
                return f"row {number} reads {row!r}; the template has {wanted!r}"
    excluded, preferred, required = (
        {_bare(word, problem.reading) for word in words}
        for words in (choice.excluded, choice.preferred, choice.required)
    )
    seen: set[str] = set()
    for wanted, word in zip(_runs(template), _runs(rows), strict=True):
        is_named = word in preferred or word in required
        if len(word) < 2 or (OPEN not in wanted and word not in scores and not is_named):
            continue  # no slot, or its letters are all given and stay as they are
        if word not in scores and not is_named:
            return f"{word!r} is not in {problem.word_list.name}"
        is_good = len(word) >= choice.min_length and scores.get(word, choice.min_score) >= choice.min_score
        if word not in required and (word in excluded or not is_good):
            return f"{word!r} must not be used"
        if word in seen and not choice.allow_repeats:
            return f"{word!r} appears twice"
        seen.add(word)
    if not required <= seen:
        return "a required word is missing"
    return clue_fault(problem, rows)


def _runs(rows: Sequence[str]) -> list[str]:
    """Return the text of each run of places between blocks or edges, across and down."""
    return [run for line in (*rows, *map("".join, zip(*rows, strict=True))) for run in line.split(BLOCK)]


def clue_fault(problem: Problem, rows: Sequence[str]) -> str | None:
    """Return which clue of the template the filled `rows` violate, in words; None if they satisfy all clues."""
    letters = [letter for row in rows for letter in row if letter != BLOCK]
    for clue in problem.line_clues:
        text = "".join([letters[cell] for cell in clue.cells])
        if OPEN in text:
            return f"{clue.name} has an open cell"
        if isinstance(clue.constraint, Clue):
            read = clue.constraint.read(text)
            if not matches(problem.cores[clue.constraint.pattern], read):
                return f"{clue.name} reads {read!r}, which {clue.constraint.pattern} does not match"
        elif text not in clue.constraint.words:
            return f"{clue.name} reads {text!r}, which is not in {clue.constraint.source}"
    return None


def satisfies_clues(problem: Problem, letters: Sequence[str]) -> bool:
    """Return whether the fill with `letters` in its cells satisfies the clues on lines that are not slots."""
    return not problem.extra or clue_fault(problem, problem.filled_rows(letters)) is None


def verify_fill(problem: Problem, choice: WordChoice, scores: Mapping[str, int], rows: Sequence[str]) -> None:
    """Raise WrongFillError unless `rows` are a fill."""
    fault = first_fault(problem, choice, scores, rows)
    if fault is not None:
        hint = (
            "unless a word list has changed meanwhile, this is a defect in satcross; please report the template and the"
            " word list"
        )
        raise WrongFillError(f"the fill found is wrong: {fault}", hint=hint)
