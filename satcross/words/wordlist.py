"""Word lists: reading files of words, and the words by length, folded to the letters of a grid.

A list has one word on each line, `WORD` or `WORD;SCORE`, in UTF-8 or Latin-1.  Folding turns "señor" into SENOR: it
changes letters to upper case, removes accents (unless they are kept) and removes apostrophes.  Possessives ("senor's")
are left out, and so are words with other characters than letters.

The words of length n are stored in one string, in an arbitrary but fixed order: word w begins at w * n.  The module
`satcross.words.cache` keeps that string and the bit sets of its index between runs.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zlib import crc32

from satcross.constraints.words.index import WordIndex, build_index
from satcross.errors import ErrorCode, LimitError, MissingError, PuzzleError, SatcrossError
from satcross.reading import blocks, shown_name

if TYPE_CHECKING:
    from array import array

DEFAULT_LIST: Final = "/usr/share/dict/words"
DEFAULT_SCORE: Final = 50  # of words without a score, on the usual scale from 0 to 100
MOST_SCORE: Final = 1_000_000

MOST_BYTES: Final = 128_000_000  # of a list: forty times the size of the largest list in Debian
MOST_WORDS: Final = 2_000_000  # in all lists together: they take about 400 MB of memory
ONE_A_LINE: Final = "a word list must have one word on each line"
LONGEST_LINE: Final = 4000  # in bytes
MOST_IDLE: Final = 1_000_000  # lines more than ten for each word: the file repeats itself, or is no list

LIGATURES: Final = {"Æ": "AE", "Œ": "OE", "Ø": "O", "Ð": "D", "Đ": "D", "Ħ": "H", "Ł": "L", "Þ": "TH", "ẞ": "SS"}
"""Letters that Unicode does not decompose, and the letters to which they are folded."""


class WordListError(SatcrossError):
    """A word list that cannot be used."""

    code = ErrorCode.WORD_LIST


class Reading(NamedTuple):
    """How word lists are read.

    keep_accents    whether É remains a letter of its own
    drop_capitals   whether to leave out words with a capital letter, unless all words of the list have one
    """

    keep_accents: bool = False
    drop_capitals: bool = False


DEFAULT_READING: Final = Reading()


def _place(word: str) -> tuple[int, str]:
    """Return the sort key of `word`.  Neighbours have nothing in common, so every slice is a fair sample."""
    return crc32(word.encode("utf-8", "surrogatepass")), word


class Words:
    """The words of one length; iteration yields them in alphabetic order.

    n       the length of the words
    count   the number of words
    text    all words, one after the other
    scores  the score of each word; None if all have `DEFAULT_SCORE`
    """

    __slots__ = ("_index", "_letters", "count", "n", "scores", "text")

    def __init__(
        self, n: int, text: str, scores: array[int] | None, letters: str, index: WordIndex | None = None
    ) -> None:
        self.n: Final = n
        self.text: Final = text
        self.scores: Final = scores
        self.count: Final = len(text) // n
        self._letters: Final = letters
        self._index = index

    def __getitem__(self, number: int) -> str:
        return self.text[number * self.n : (number + 1) * self.n]

    def __iter__(self) -> Iterator[str]:
        n, text = self.n, self.text
        return iter(sorted([text[start : start + n] for start in range(0, len(text), n)]))

    def find(self, word: str) -> int | None:
        """Return the number of `word`, or None if it is not in the list."""
        low, high = 0, self.count
        place = _place(word)
        while low < high:
            middle = (low + high) // 2
            if _place(self[middle]) < place:
                low = middle + 1
            else:
                high = middle
        return low if low < self.count and self[low] == word else None

    def score(self, number: int) -> int:
        return DEFAULT_SCORE if self.scores is None else self.scores[number]

    @property
    def index(self) -> WordIndex:
        """The bit sets of the words; letter k is `WordList.letters[k]`."""
        if self._index is None:
            number_of = {letter: number for number, letter in enumerate(self._letters)}
            self._index = build_index(self.text, self.n, number_of)
        return self._index


class WordList:
    """The words of one or more files, by length.

    letters  the letters of all words, in code-point order
    sources  the names of the files
    """

    __slots__ = ("_words", "letters", "sources")

    def __init__(self, letters: str, words: Mapping[int, Words], sources: Sequence[str] = ()) -> None:
        self.letters: Final = letters
        self.sources: Final = tuple(sources)
        self._words: Final = words

    def __len__(self) -> int:
        return sum(words.count for words in self._words.values())

    def __contains__(self, word: str) -> bool:
        words = self.of_length(len(word))
        return words is not None and words.find(word) is not None

    @property
    def lengths(self) -> list[int]:
        """The lengths of the words, in ascending order."""
        return sorted(self._words)

    def of_length(self, n: int) -> Words | None:
        return self._words.get(n)

    @property
    def has_scores(self) -> bool:
        return any(words.scores is not None for words in self._words.values())

    @property
    def name(self) -> str:
        """What messages call the list."""
        return ", ".join(self.sources) or "the word list"


def read_words(
    paths: Sequence[str | os.PathLike[str]] = (), reading: Reading = DEFAULT_READING, *, use_cache: bool = True
) -> WordList:
    """Return the words of the files `paths` (of `DEFAULT_LIST` if there are none); the highest score of a word counts.

    use_cache  keep the index of the lists in the user's cache folder, and read it from there if they are unchanged
    Raises MissingError if a file does not exist, WordListError if it is not a word list, is too large or is empty.
    """
    if not paths and not os.path.exists(DEFAULT_LIST):
        raise MissingError(
            f"there is no word list {DEFAULT_LIST} on this machine",
            code=ErrorCode.MISSING_WORDS,
            hint="name one with --words FILE (one word on each line), or install one: apt install wamerican",
        )
    names = [os.fspath(path) for path in paths] or [DEFAULT_LIST]
    if use_cache:
        from satcross.words.cache import cached

        return cached(names, reading, lambda: _read_all(names, reading))
    return _read_all(names, reading)


def make_list(words: Iterable[str | tuple[str, int]], reading: Reading = DEFAULT_READING) -> WordList:
    """Return a list of `words`, with or without scores, which are folded like the words of a file.

    >>> [*make_list(["señor", "ego", "Tom's"]).of_length(5)]
    ['SENOR']
    """
    folder = _Folder(reading)
    for each in words:
        word, score = (each, DEFAULT_SCORE) if isinstance(each, str) else each
        folder.add(word, score)
    return _assemble(folder.scores(), ())


def extended(words: WordList, more: Iterable[str], reading: Reading = DEFAULT_READING) -> WordList:
    """Return `words` with the words `more` added, with the default score; `words` itself if it has all of them.

    >>> len(extended(make_list(["one", "two"]), ["three", "Two"]))
    3
    """
    missing = {folded for folded in [fold(word, reading) for word in more] if folded and folded not in words}
    if not missing:
        return words
    score_of = dict.fromkeys(sorted(missing), DEFAULT_SCORE)
    for n in words.lengths:
        found = words.of_length(n)
        assert found is not None
        score_of.update((word, found.score(number)) for number, word in enumerate(found))
    return _assemble(score_of, words.sources)


def _read_all(names: Sequence[str], reading: Reading) -> WordList:
    score_of: dict[str, int] = {}
    for name in names:
        folder = _Folder(reading)
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
                message = f"the first {number - 1:,} lines have only {_words(len(folder.scores()))}"
                hint = "a word list must have one word on each line, and each word once"
                raise WordListError(message, place=[shown_name(name)], hint=hint)
        found = folder.scores()
        if not found:
            raise WordListError("the word list has no words", place=[shown_name(name)], hint=ONE_A_LINE)
        if score_of:
            for word, score in found.items():
                score_of[word] = max(score, score_of.get(word, score))
        else:
            score_of = found
    return _assemble(score_of, names)


def _words(count: int) -> str:
    return "no words" if count == 0 else "one word" if count == 1 else f"{count:,} words"


def _score(text: str, name: str, number: int) -> int:
    digits = text.partition(";")[0].strip()
    if digits.isascii() and digits.isdecimal() and len(digits) < 8 and int(digits) <= MOST_SCORE:
        return int(digits)
    message = f"{digits[:40]!r} is not a score"
    hint = f"write WORD;SCORE, where the score is a whole number from 0 to {MOST_SCORE:,}"
    raise WordListError(message, place=[shown_name(name), f"line {number}"], hint=hint)


def _assemble(score_of: Mapping[str, int], sources: Sequence[str]) -> WordList:
    from array import array

    by_length: dict[int, list[str]] = {}
    for word in score_of:
        by_length.setdefault(len(word), []).append(word)
    letters = "".join(sorted(set().union(*score_of)))
    words: dict[int, Words] = {}
    for n, found in sorted(by_length.items()):
        found.sort(key=_place)
        scores = array("i", map(score_of.__getitem__, found))
        has_scores = any(score != DEFAULT_SCORE for score in scores)
        words[n] = Words(n, "".join(found), scores if has_scores else None, letters)
    return WordList(letters, words, sources)


def fold(word: str, reading: Reading = DEFAULT_READING) -> str:
    """Return the form of `word` in a list that is read with `reading`; "" if it is not a word.

    >>> fold("l'été"), fold("o'clock's")
    ('LETE', '')
    """
    return _Folder(reading).letters(word).upper()


class _Folder:
    """A collector of words and scores that folds the words."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._plain: dict[str, int] = {}
        self._capitalised: dict[str, int] = {} if reading.drop_capitals else self._plain
        self._normalize: Any = None

    def __len__(self) -> int:
        return len(self._plain)

    def add_all(self, texts: Sequence[str]) -> None:
        """Add words without scores."""
        simple = [text for text in texts if text.isalpha() and text.isascii()]
        if len(simple) < len(texts):
            for text in texts:
                if not (text.isalpha() and text.isascii()) and not text.endswith("'s"):
                    self.add(text, DEFAULT_SCORE)
        if self._capitalised is not self._plain:
            for text in simple:
                if not text.islower():
                    self.add(text, DEFAULT_SCORE)
            simple = [text for text in simple if text.islower()]
        kept = self._plain
        for word in map(str.upper, simple):
            if kept.setdefault(word, DEFAULT_SCORE) < DEFAULT_SCORE:
                kept[word] = DEFAULT_SCORE

    def add(self, text: str, score: int) -> None:
        word = text
        if not (word.isascii() and word.isalpha()):
            word = self.letters(text)
            if not word:
                return
        kept = self._plain if word.islower() else self._capitalised
        word = word.upper()
        if kept.get(word, -1) < score:
            kept[word] = score

    def scores(self) -> dict[str, int]:
        return self._plain or self._capitalised

    def letters(self, text: str) -> str:
        """Return `text` without accents and apostrophes, or "" if it is not a word."""
        word = text.strip().replace("’", "'")
        if word.endswith(("'s", "'S")):
            return ""
        word = word.replace("'", "")
        if not word.isascii():
            if self._normalize is None:
                from unicodedata import normalize

                self._normalize = normalize
            is_lower = word == word.lower()
            if self._reading.keep_accents:
                word = self._normalize("NFC", word.upper())
            else:
                apart = self._normalize("NFD", word.upper())
                bare = "".join([LIGATURES.get(letter, letter) for letter in apart if not _is_mark(letter)])
                word = self._normalize("NFC", bare)
            if is_lower:
                word = word.lower()
        return word if word.isalpha() else ""


def _is_mark(letter: str) -> bool:
    from unicodedata import combining

    return combining(letter) != 0


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
        message = error.message.replace("file", "word list")
        raise error.replace(message=message, code=ErrorCode.MISSING_WORDS) from None
    except (LimitError, PuzzleError) as error:
        raise error.convert(WordListError) from None
