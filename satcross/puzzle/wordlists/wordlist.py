"""Word lists: the words by length, as one string each, and as bit sets.

The words of length n are stored in one string, in an arbitrary but fixed order: word w begins at w * n.  Words in files
are read by `satcross.puzzle.wordlists.read`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.errors import ErrorCode, SatcrossError
from satcross.puzzle.wordlists.index import WordIndex, build_index

if TYPE_CHECKING:
    from array import array

DEFAULT_SCORE: Final = 50  # of words without a score, on the usual scale from 0 to 100


class WordListError(SatcrossError):
    """A word list that cannot be used."""

    code = ErrorCode.WORD_LIST


class Reading(NamedTuple):
    """How word lists are read.

    Attributes:
        keep_accents: Whether É remains a letter of its own.
        drop_capitals: Whether to leave out words with a capital letter, unless all words of the list have one.
    """

    keep_accents: bool = False
    drop_capitals: bool = False


DEFAULT_READING: Final = Reading()


def place_of(word: str) -> tuple[int, str]:
    """Return the sort key of `word`.  Neighbours have nothing in common, so every slice is a fair sample."""
    return crc32(word.encode("utf-8", "surrogatepass")), word


class Words:
    """The words of one length, numbered from 0 in the order of `place_of`; iteration yields them in this order.

    Attributes:
        n: The length of the words.
        count: The number of words.
        text: All words, one after the other.
        scores: The score of each word; None if all have `DEFAULT_SCORE`.
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
        return iter([text[start : start + n] for start in range(0, len(text), n)])

    def find(self, word: str) -> int | None:
        """Return the number of `word`, or None if it is not in the list."""
        number = bisect_left(range(self.count), place_of(word), key=lambda other: place_of(self[other]))
        return number if number < self.count and self[number] == word else None

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

    Args:
        letters: The letters of all words, and perhaps others, in code-point order.
        sources: The names of the files.
    """

    __slots__ = ("_words", "letters", "sources")

    def __init__(self, letters: str, words: Mapping[int, Words], sources: Sequence[str] = ()) -> None:
        self.letters: Final = letters
        self.sources: Final = tuple(sources)
        self._words: Final = words

    def __repr__(self) -> str:
        return in_one_line("WordList", ", ".join(self.sources), counted(len(self), "word"))

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
