"""Word lists: reading them, their words as bit sets, and the index that is kept between runs.

In: files with one word on each line, `WORD` or `WORD;SCORE`, in UTF-8 or Latin-1 (`read_words`).  Out: a `WordList`,
whose words are folded to the letters of a grid: "señor" becomes SENOR.  The words of each length are one string, in an
arbitrary but fixed order, and on demand a `WordIndex`: for each index and letter the set of the words that have it.
"""

from __future__ import annotations

import os
import re
import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final
from zlib import crc32

from satcross.base.reading import blocks, shown_name
from satcross.base.records import NamedTuple
from satcross.base.showing import in_one_line
from satcross.base.wording import counted
from satcross.base.writing import write_bytes
from satcross.errors import Field, LimitError, MissingError, OptionError, PuzzleError, SatcrossError, naming
from satcross.puzzle.word_index import WordIndex, build_index

DEFAULT_SCORE: Final = 50  # of words without a score, on the usual scale from 0 to 100


class WordListError(SatcrossError):
    """A word list that cannot be used."""

    code = "word-list"


class Reading(NamedTuple):
    """How word lists are read.

    Attributes:
        keep_accents: Whether É remains its own letter.
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

    Attributes:
        by_length: The words of each length that there is.
        letters: The letters of all words, and perhaps others, in code-point order.
        sources: The names of the files.
    """

    __slots__ = ("by_length", "letters", "sources")

    def __init__(self, letters: str, words: Mapping[int, Words], sources: Sequence[str] = ()) -> None:
        self.letters: Final = letters
        self.sources: Final = tuple(sources)
        self.by_length: Final = words

    def __repr__(self) -> str:
        return in_one_line("WordList", ", ".join(self.sources), counted(len(self), "word"))

    def __len__(self) -> int:
        return sum(words.count for words in self.by_length.values())

    def __contains__(self, word: str) -> bool:
        return self.find(word) is not None

    def find(self, word: str) -> int | None:
        """Return the number of `word` among the words of its length, or None if it is not in the list."""
        words = self.of_length(len(word))
        return None if words is None else words.find(word)

    def score_of(self, word: str) -> int | None:
        """Return the score of `word`, or None if it is not in the list."""
        number = self.find(word)
        return None if number is None else self.by_length[len(word)].score(number)

    @property
    def lengths(self) -> list[int]:
        """The lengths of the words, in ascending order."""
        return sorted(self.by_length)

    def of_length(self, n: int) -> Words | None:
        return self.by_length.get(n)

    @property
    def has_scores(self) -> bool:
        return any(words.scores is not None for words in self.by_length.values())

    @property
    def name(self) -> str:
        """What messages call the list."""
        return ", ".join(self.sources) or "the word list"


LIGATURES: Final = {"Æ": "AE", "Œ": "OE", "Ø": "O", "Ð": "D", "Đ": "D", "Ħ": "H", "Ł": "L", "Þ": "TH", "ẞ": "SS"}
"""Letters that Unicode does not decompose, and the letters to which they are folded."""


def fold(word: str, reading: Reading = DEFAULT_READING) -> str:
    """Return the form of `word` in a list that is read with `reading`; "" if it is not a word.

    >>> fold("l'été"), fold("o'clock's")
    ('LETE', '')
    """
    return Folder(reading).letters(word).upper()


class Folder:
    """Collects words and their scores, and folds the words; of equal words the highest score counts.

    Words are folded to upper case, without accents (unless they are kept) and apostrophes.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._plain: dict[str, int] = {}
        self._capitalised: dict[str, int] = {} if reading.drop_capitals else self._plain

    def __len__(self) -> int:
        return len(self._plain)

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
    <WordList 3 words>
    """
    missing = {word for word in more if word not in words}
    if not missing and set(words.letters).issuperset(letters):
        return words
    score_of = dict.fromkeys(missing, DEFAULT_SCORE)
    for words_of_length in words.by_length.values():
        score_of.update((word, words_of_length.score(number)) for number, word in enumerate(words_of_length))
    return assemble(score_of, words.sources, letters)


def assemble(score_of: Mapping[str, int], sources: Sequence[str], letters: Iterable[str] = ()) -> WordList:
    """Return the list of the words in `score_of`, which are folded already, in the order of `place_of`.

    Args:
        letters: Letters that the list is to know besides the letters of its words.
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
        raise OptionError("this must be a list of files, not a single string", place=["paths"], code="type")
    if not paths and not os.path.exists(DEFAULT_LIST):
        raise MissingError(
            f"there is no word list {DEFAULT_LIST} on this machine",
            code="missing-words",
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
            for line in lines:
                word, separator, rest = line.partition(";")
                if not separator and not line.isalpha():
                    _check_separator(line, name, number)
                folder.add(word, _score(rest, name, number) if separator else DEFAULT_SCORE)
                number += 1
            if len(folder) + len(score_of) > MOST_WORDS:
                raise WordListError(
                    f"the word lists have more words than the limit of {MOST_WORDS:,}",
                    place=[shown_name(name)],
                    code="size",
                )
            if number > MOST_IDLE + 10 * len(folder.scores()):
                raise WordListError(
                    f"the first {number - 1:,} lines have only {counted(len(folder.scores()), 'word')}",
                    place=[shown_name(name)],
                    hint="a word list must have one word on each line, and each word once",
                )
        scores_in_folder = folder.scores()
        if not scores_in_folder:
            raise WordListError("the word list has no words", place=[shown_name(name)], hint=ONE_A_LINE)
        if score_of:
            for word, score in scores_in_folder.items():
                score_of[word] = max(score, score_of.get(word, score))
        else:
            score_of = scores_in_folder
    return assemble(score_of, names)


def read_named(
    paths: Sequence[str | os.PathLike[str]], reading: Reading = DEFAULT_READING
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the folded words of files that name words, such as a theme, and the entries that are not words.

    Words with capital letters are kept whatever `reading` says, because they are meant.  They are sorted by length.

    Raises:
        MissingError: If a file does not exist.
        WordListError: If it is not a word list, is too large or has no words.
    """
    words: set[str] = set()
    others: list[str] = []
    for name in [os.fspath(path) for path in paths]:
        number, found = 0, False
        for lines in _blocks(name):
            for line in lines:
                number += 1
                text, separator, score = line.partition(";")
                if not separator:
                    _check_separator(line, name, number)
                else:
                    _score(score, name, number)
                if word := fold(text, reading):
                    found = True
                    words.add(word)
                elif text.strip():
                    others.append(text.strip())
            if len(words) > MOST_WORDS or number > MOST_IDLE + 10 * len(words):
                message = f"the file names more words than the limit of {MOST_WORDS:,}, or hardly any"
                raise WordListError(message, place=[shown_name(name)], code="size")
        if not found:
            raise WordListError("the word list has no words", place=[shown_name(name)], hint=ONE_A_LINE)
    return tuple(sorted(words, key=lambda word: (len(word), word))), tuple(others)


_OTHER_SEPARATOR: Final = re.compile(r"\s*([^\W\d]+) *[,:=\t]\s*([0-9]{1,12})\s*")


def _check_separator(line: str, name: str, number: int) -> None:
    """Raise WordListError for a score that does not follow a semicolon: the word would be left out."""
    if found := _OTHER_SEPARATOR.fullmatch(line):
        raise WordListError(
            f"a score has to follow a semicolon, not as in {line.strip()[:40]!r}",
            place=[shown_name(name), f"line {number}"],
            hint=f"write {found[1]};{found[2]}",
        )


def _score(text: str, name: str, number: int) -> int:
    digits = text.partition(";")[0].strip()
    if digits.isascii() and digits.isdecimal() and len(digits) < 8 and int(digits) <= MOST_SCORE:
        return int(digits)
    raise WordListError(
        f"{digits[:40]!r} is not a score",
        place=[shown_name(name), f"line {number}"],
        hint=f"write WORD;SCORE, where the score is a whole number from 0 to {MOST_SCORE:,}",
    )


def _blocks(name: str) -> Iterator[list[str]]:
    """Yield the lines of the file `name` (`-`: standard input), about a megabyte at a time.

    From the first of these blocks on that is not UTF-8, the file is read as Latin-1.
    """
    rest = b""
    encoding = "utf-8-sig"
    for block in chain(_read(name), [b""]):
        if b"\0" in block:
            raise WordListError("this word list is not text", place=[shown_name(name)], hint=ONE_A_LINE)
        whole, _, rest = (rest + block).rpartition(b"\n") if block else (rest, b"", b"")
        if len(rest) > LONGEST_LINE:
            raise WordListError(
                f"a line is longer than the limit of {LONGEST_LINE:,} bytes", place=[shown_name(name)], hint=ONE_A_LINE
            )
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
        raise error.replace(message=error.message.replace("file", "word list"), code="missing-words") from None
    except (LimitError, PuzzleError) as error:
        raise error.convert(WordListError) from None


FORMAT: Final = b"satcross words 3"


def cached(names: Sequence[str], reading: Reading, read: Callable[[], WordList]) -> WordList:
    """Return the words of the lists `names` from the cache, or else from `read`, and then store them in the cache.

    The cache contains only data that is derived from the lists: the folded words and their bit sets.  It is valid as
    long as the name, size, time of change and reading of every list are unchanged and its checksum is right; otherwise
    the lists are read again.  A cache file is renamed into place, so two processes may write it at the same time.

        two lines      the format of the file and the checksum of all below; the size of the head in bytes
        head           fingerprint of the lists, letters; for each length: count, has scores, bytes
        parts          for each length the words (UTF-8), scores (32 bits), bit sets (index by index, letter by letter)
    """
    fingerprint = _fingerprint(names, reading)
    folder = _folder()
    if fingerprint is None or folder is None:
        return read()
    kept_as = " ".join([*map(os.path.realpath, names), repr(tuple(reading))])
    path = os.path.join(folder, f"words-{crc32(os.fsencode(kept_as)):08x}.index")
    kept = _load(path, fingerprint, names)
    if kept is not None:
        return kept
    words = read()
    if _fingerprint(names, reading) == fingerprint:
        _store(path, fingerprint, words)
    return words


def _folder() -> str | None:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "satcross") if os.path.isabs(base) else None


def _fingerprint(names: Sequence[str], reading: Reading) -> str | None:
    """Return a text that identifies the present content of the lists, or None if one is not a regular file."""
    parts = [repr(tuple(reading)), sys.byteorder]
    for name in names:
        try:
            status = os.stat(name)
        except (OSError, ValueError):
            return None
        if not os.path.isfile(name):
            return None
        parts.append(f"{os.path.realpath(name)!r} {status.st_size} {status.st_mtime_ns} {status.st_ino}")
    return " ".join(parts)


class _Part(NamedTuple):
    """The entry in the head of the cache file of the words of one length, whose part has `size` bytes."""

    n: int
    words: int
    has_scores: int
    size: int


def _store(path: str, fingerprint: str, words: WordList) -> None:
    """Write `words`, if that is possible; otherwise do nothing."""
    parts: list[bytes] = []
    lines = [fingerprint, words.letters]
    for n, words_of_length in sorted(words.by_length.items()):
        size = (words_of_length.count + 7) // 8
        bits = [each.to_bytes(size, "little") for holding in words_of_length.index.holding for each in holding]
        scores = b"" if words_of_length.scores is None else words_of_length.scores.tobytes()
        parts.append(b"".join([words_of_length.text.encode(), scores, *bits]))
        part = _Part(n, words_of_length.count, int(words_of_length.scores is not None), len(parts[-1]))
        lines.append(" ".join(map(str, part)))
    head = "\n".join(lines).encode()
    data = b"".join([b"%d\n" % len(head), head, *parts])
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_bytes(path, b"%s %d\n%s" % (FORMAT, crc32(data), data))
    except (OSError, SatcrossError):
        return


def _load(path: str, fingerprint: str, names: Sequence[str]) -> WordList | None:
    """Return the words in the file `path`, or None unless it is a valid cache file of these lists."""
    try:
        with open(path, "rb") as file:
            first = file.readline(80)
            if not first.startswith(FORMAT + b" "):
                return None
            checksum = int(first[len(FORMAT) :])
            kept_data = file.read()
    except (OSError, ValueError, MemoryError):
        return None
    if crc32(kept_data) != checksum:
        return None
    length, _, rest = kept_data.partition(b"\n")
    size, data = int(length), memoryview(rest)
    kept, letters, *lines = str(data[:size], "utf-8").split("\n")
    if kept != fingerprint:
        return None
    words: dict[int, Words] = {}
    for line in lines:
        part = _Part(*map(int, line.split(" ")))
        words[part.n] = _kept_words(part, data[size : size + part.size], letters)
        size += part.size
    return WordList(letters, words, names)


def _kept_words(part: _Part, data: memoryview, letters: str) -> Words:
    """Return the words of one length that `data` holds."""
    size = (part.words + 7) // 8
    width = len(letters)
    bits_at = part.size - part.n * width * size
    scores = array("i")
    scores_at = bits_at - part.words * scores.itemsize * part.has_scores
    scores.frombytes(data[scores_at:bits_at])
    holding = [int.from_bytes(data[start : start + size], "little") for start in range(bits_at, part.size, size)]
    index = WordIndex([holding[i * width : (i + 1) * width] for i in range(part.n)], part.words)
    return Words(part.n, str(data[:scores_at], "utf-8"), scores if part.has_scores else None, letters, index)
