"""Folding of words to the letters of a grid, and word lists made of folded words.

Folding turns "señor" into SENOR: it changes letters to upper case, removes accents (unless they are kept) and removes
apostrophes.  Possessives ("senor's") are left out, and so are words with other characters than letters.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from satcross.puzzle.wordlists.wordlist import DEFAULT_READING, DEFAULT_SCORE, Reading, WordList, Words, place_of

LIGATURES: Final = {"Æ": "AE", "Œ": "OE", "Ø": "O", "Ð": "D", "Đ": "D", "Ħ": "H", "Ł": "L", "Þ": "TH", "ẞ": "SS"}
"""Letters that Unicode does not decompose, and the letters to which they are folded."""


def fold(word: str, reading: Reading = DEFAULT_READING) -> str:
    """Return the form of `word` in a list that is read with `reading`; "" if it is not a word.

    >>> fold("l'été"), fold("o'clock's")
    ('LETE', '')
    """
    return Folder(reading).letters(word).upper()


class Folder:
    """Collects words and their scores, and folds the words; of equal words the highest score counts."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._plain: dict[str, int] = {}
        self._capitalised: dict[str, int] = {} if reading.drop_capitals else self._plain

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
        """Add one word, unless it is none."""
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
        """Return the score of each word; if all words have capitals, none is dropped for that."""
        return self._plain or self._capitalised

    def letters(self, text: str) -> str:
        """Return `text` without accents and apostrophes, or "" if it is not a word."""
        word = text.strip().replace("’", "'")
        if word.endswith(("'s", "'S")):
            return ""
        word = word.replace("'", "")
        if not word.isascii():
            from unicodedata import combining, normalize

            is_lower = word == word.lower()
            if self._reading.keep_accents:
                word = normalize("NFC", word.upper())
            else:
                apart = normalize("NFD", word.upper())
                bare = "".join([LIGATURES.get(letter, letter) for letter in apart if not combining(letter)])
                word = normalize("NFC", bare)
            if is_lower:
                word = word.lower()
        return word if word.isalpha() else ""


def extended(words: WordList, more: Collection[str], letters: Collection[str] = ()) -> WordList:
    """Return `words` with the folded words `more` and the letters `letters` added; `words` itself if it has them all.

    Words that are added have the default score.

    >>> extended(assemble({"ONE": 50, "TWO": 50}, []), ["THREE", "TWO"])
    <WordList: the word list, 3 words>
    """
    missing = {word for word in more if word not in words}
    if not missing and set(words.letters).issuperset(letters):
        return words
    score_of = dict.fromkeys(missing, DEFAULT_SCORE)
    for n in words.lengths:
        words_of_length = words.of_length(n)
        assert words_of_length is not None
        score_of.update((word, words_of_length.score(number)) for number, word in enumerate(words_of_length))
    return assemble(score_of, words.sources, letters)


def assemble(score_of: Mapping[str, int], sources: Sequence[str], letters: Iterable[str] = ()) -> WordList:
    """Return the list of the words in `score_of`, which are folded already, in the order of `place_of`.

    Args:
        letters: Letters that the list is to know besides those of its words.
    """
    by_length: dict[int, list[str]] = {}
    for word in score_of:
        by_length.setdefault(len(word), []).append(word)
    known = "".join(sorted(set(letters).union(*score_of)))
    words: dict[int, Words] = {}
    for n, words_of_length in sorted(by_length.items()):
        words_of_length.sort(key=place_of)
        scores = array("i", map(score_of.__getitem__, words_of_length))
        has_scores = any(score != DEFAULT_SCORE for score in scores)
        words[n] = Words(n, "".join(words_of_length), scores if has_scores else None, known)
    return WordList(known, words, sources)
