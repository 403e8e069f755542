"""Reading word lists from files.

A list has one word on each line, `WORD` or `WORD;SCORE`, in UTF-8 or Latin-1.  The words are folded to the letters of a
grid (`puzzle.wordlists.folding`).  The module `puzzle.wordlists.cache` keeps their index between runs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from satcross.base.reading import blocks, shown_name
from satcross.base.wording import counted
from satcross.errors import ErrorCode, Field, LimitError, MissingError, OptionError, PuzzleError, naming
from satcross.puzzle.wordlists.cache import cached
from satcross.puzzle.wordlists.folding import Folder, assemble
from satcross.puzzle.wordlists.wordlist import DEFAULT_READING, DEFAULT_SCORE, Reading, WordList, WordListError

DEFAULT_LIST: Final = "/usr/share/dict/words"
MOST_SCORE: Final = 1_000_000

MOST_BYTES: Final = 128_000_000  # of a list: forty times the size of the largest list in Debian
MOST_WORDS: Final = 2_000_000  # in all lists together: they take about 400 MB of memory
ONE_A_LINE: Final = "a word list must have one word on each line"
LONGEST_LINE: Final = 4000  # in bytes
MOST_IDLE: Final = 1_000_000  # lines beyond ten a word; a file with more repeats words, or is not a word list


def read_words(
    paths: Sequence[str | os.PathLike[str]] = (), reading: Reading = DEFAULT_READING, *, use_cache: bool = True
) -> WordList:
    """Return the words of the files `paths` (of `DEFAULT_LIST` if there are none); the highest score of a word counts.

    Args:
        use_cache: Keep the index of the lists in the user's cache folder, and read it from there if they are unchanged.

    Raises:
        OptionError: If `paths` is a single string.
        MissingError: If a file does not exist.
        WordListError: If it is not a word list, is too large or is empty.
    """
    if isinstance(paths, str):
        message = "this must be a list of files, not a single string"
        raise OptionError(message, place=["paths"], code=ErrorCode.TYPE)
    if not paths and not os.path.exists(DEFAULT_LIST):
        raise MissingError(
            f"there is no word list {DEFAULT_LIST} on this machine",
            code=ErrorCode.MISSING_WORDS,
            hint=naming(
                "name one with {} (one word on each line), or install one: apt install wamerican",
                Field("words", "FILE"),
            ),
        )
    names = [os.fspath(path) for path in paths] or [DEFAULT_LIST]
    if use_cache:
        return cached(names, reading, lambda: _read_all(names, reading))
    return _read_all(names, reading)


def _read_all(names: Sequence[str], reading: Reading) -> WordList:
    score_of: dict[str, int] = {}
    for name in names:
        folder = Folder(reading)
        number = 1
        for lines in _blocks(name):
            if any([";" in line for line in lines]):
                for line in lines:
                    word, separator, rest = line.partition(";")
                    folder.add(word, _score(rest, name, number) if separator else DEFAULT_SCORE)
                    number += 1
            else:
                folder.add_all(lines)
                number += len(lines)
            if len(folder) + len(score_of) > MOST_WORDS:
                raise WordListError(
                    f"the word lists have more words than the limit of {MOST_WORDS:,}",
                    place=[shown_name(name)],
                    code=ErrorCode.SIZE,
                )
            if number > MOST_IDLE + 10 * len(folder.scores()):
                message = f"the first {number - 1:,} lines have only {counted(len(folder.scores()), 'word')}"
                hint = "a word list must have one word on each line, and each word once"
                raise WordListError(message, place=[shown_name(name)], hint=hint)
        scores_in_folder = folder.scores()
        if not scores_in_folder:
            raise WordListError("the word list has no words", place=[shown_name(name)], hint=ONE_A_LINE)
        if score_of:
            for word, score in scores_in_folder.items():
                score_of[word] = max(score, score_of.get(word, score))
        else:
            score_of = scores_in_folder
    return assemble(score_of, names)


def _score(text: str, name: str, number: int) -> int:
    digits = text.partition(";")[0].strip()
    if digits.isascii() and digits.isdecimal() and len(digits) < 8 and int(digits) <= MOST_SCORE:
        return int(digits)
    message = f"{digits[:40]!r} is not a score"
    hint = f"write WORD;SCORE, where the score is a whole number from 0 to {MOST_SCORE:,}"
    raise WordListError(message, place=[shown_name(name), f"line {number}"], hint=hint)


def _blocks(name: str) -> Iterator[list[str]]:
    """Yield the lines of the file `name` (`-`: standard input), about a megabyte at a time.

    A file that is not UTF-8 is read as Latin-1.
    """
    rest = b""
    encoding = "utf-8-sig"
    for block in chain(_read(name), [b""]):
        if b"\0" in block:
            raise WordListError("this word list is not text", place=[shown_name(name)], hint=ONE_A_LINE)
        whole, _, rest = (rest + block).rpartition(b"\n") if block else (rest, b"", b"")
        if len(rest) > LONGEST_LINE:
            message = f"a line is longer than the limit of {LONGEST_LINE:,} bytes"
            raise WordListError(message, place=[shown_name(name)], hint=ONE_A_LINE)
        try:
            text = whole.decode(encoding)
        except UnicodeDecodeError:
            encoding = "latin-1"
            text = whole.decode(encoding)
        else:
            encoding = encoding.removesuffix("-sig")
        yield text.replace("\r", "").split("\n")


def _read(name: str) -> Iterator[bytes]:
    try:
        yield from blocks(name, MOST_BYTES, "word list")
    except MissingError as error:
        raise error.replace(message=error.message.replace("file", "word list"), code=ErrorCode.MISSING_WORDS) from None
    except (LimitError, PuzzleError) as error:
        raise error.convert(WordListError) from None
