"""Word lists: what is read, how it is folded, what is refused, and what the cache may and may not do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from satcross.errors import MissingError
from satcross.puzzle import wordlists, wordlists as reading_words
from satcross.puzzle.wordlists import Reading, WordList, WordListError, fold, read_words
from tests.word_lists import make_list


def all_words(words: WordList) -> list[str]:
    return [word for n in words.lengths for word in sorted(words.of_length(n) or ())]


def file_with(folder: Path, content: str | bytes, name: str = "list.txt") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(path: Path, reading: Reading = wordlists.DEFAULT_READING) -> list[str]:
    return all_words(read_words([path], reading, use_cache=False))


@pytest.mark.parametrize(
    ("line", "folded"),
    [
        ("tree", "TREE"),
        ("Señor", "SENOR"),
        ("straße", "STRASSE"),
        ("Æsop", "AESOP"),
        ("don't", "DONT"),
        ("o’clock", "OCLOCK"),
        ("tree's", ""),
        ("tree’s", ""),
        ("A1", ""),
        ("well-known", ""),
        ("", ""),
    ],
)
def test_words_are_folded_to_capital_letters(line: str, folded: str) -> None:
    assert fold(line) == folded


def test_accents_are_kept_on_request() -> None:
    assert fold("e\u0301t\u00e9", Reading(keep_accents=True)) == "ÉTÉ"


def test_capitalised_words_are_dropped_on_request_but_not_from_a_list_in_capitals(tmp_path: Path) -> None:
    drop = Reading(drop_capitals=True)
    assert read(file_with(tmp_path, "anna\nBert\nÉmile\n"), drop) == ["ANNA"]
    assert read(file_with(tmp_path, "ANNA\nBERT\n"), drop) == ["ANNA", "BERT"]


def test_lists_are_utf_8_or_latin_1(tmp_path: Path) -> None:
    words = "été\nabc\n"
    for content in (words.encode(), words.encode("latin-1"), b"\xef\xbb\xbf" + words.encode()):
        assert read(file_with(tmp_path, content)) == ["ABC", "ETE"]


def test_line_ends_and_a_missing_last_one_do_not_matter(tmp_path: Path) -> None:
    assert read(file_with(tmp_path, "ab\r\n\r\nba")) == ["AB", "BA"]


def test_scores_are_read_and_the_highest_of_a_word_counts(tmp_path: Path) -> None:
    one = file_with(tmp_path, "alpha;70\nbeta;20\ngamma\n", "one")
    two = file_with(tmp_path, "ALPHA;10;a comment\nbeta;60\n", "two")
    words = read_words([one, two], use_cache=False)
    assert {word: words.score_of(word) for word in ("ALPHA", "BETA", "GAMMA", "DELTA", "PI")} == {
        "ALPHA": 70, "BETA": 60, "GAMMA": 50, "DELTA": None, "PI": None,
    }  # fmt: skip
    assert words.has_scores


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (b"", "word-list", "no word"),
        (b"12\n34\n", "word-list", "no word"),
        (b"abc\0def\n", "word-list", "not text"),
        (b"abc;high\n", "word-list", "'high' is not a score"),
        (b"a" * 10_000, "word-list", "a line is longer than"),
    ],
)
def test_files_that_are_not_word_lists_are_refused(tmp_path: Path, content: bytes, code: str, message: str) -> None:
    with pytest.raises(WordListError, match=message) as caught:
        read(file_with(tmp_path, content))
    assert caught.value.code == code
    assert caught.value.place


def test_a_bad_score_is_named_with_its_line(tmp_path: Path) -> None:
    path = file_with(tmp_path, "abc;1\ndef;2\nghi;x\n")
    with pytest.raises(WordListError) as caught:
        read(path)
    assert caught.value.place == (str(path), "line 3")


def test_huge_files_and_too_many_words_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(reading_words.MOST_BYTES + 1)  # sparse: takes no room
    with pytest.raises(WordListError, match="the limit of 128,000,000 bytes") as caught:
        read(path)
    assert caught.value.code == "size"
    monkeypatch.setattr(reading_words, "MOST_WORDS", 3)
    with pytest.raises(WordListError, match="more words than the limit of 3"):
        read(file_with(tmp_path, "ab\nbc\ncd\nde\n"))


def test_a_missing_list_says_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MissingError):
        read_words([tmp_path / "none"], use_cache=False)
    monkeypatch.setattr(reading_words, "DEFAULT_LIST", str(tmp_path / "words"))
    with pytest.raises(MissingError) as caught:
        read_words(use_cache=False)
    assert "words=FILE" in (caught.value.hint or "")


def test_a_word_is_found_by_its_number_and_the_number_by_the_word() -> None:
    words = make_list(["cab", "abc", "bca", "abcd"]).of_length(3)
    assert words is not None
    assert [words[words.find(word)] for word in ("ABC", "BCA", "CAB")] == ["ABC", "BCA", "CAB"]
    assert words.find("ABA") is None
    assert words.find("ZZZ") is None


# -- the cache


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "satcross"


def content(words: WordList) -> list[object]:
    """Return all that a word list says, index included."""
    return [
        words.letters,
        [(n, list(found), found.scores and list(found.scores), found.index.holding, found.index.count)
         for n in words.lengths if (found := words.of_length(n)) is not None],
    ]  # fmt: skip


def test_the_cache_returns_what_was_read(tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = file_with(tmp_path, "été\nabc;9\nabcd\n")
    reading = Reading(keep_accents=True)
    fresh = content(read_words([path], reading))
    assert len(list(cache_folder.iterdir())) == 1
    monkeypatch.setattr(reading_words, "_read_all", None)  # the list is not read again
    assert content(read_words([path], reading)) == fresh


def test_a_changed_list_or_reading_is_read_again(tmp_path: Path, cache_folder: Path) -> None:
    path = file_with(tmp_path, "abc\n")
    assert all_words(read_words([path])) == ["ABC"]
    file_with(tmp_path, "abcd\n")
    assert all_words(read_words([path])) == ["ABCD"]
    file_with(tmp_path, "été\n")
    assert all_words(read_words([path])) == ["ETE"]
    assert all_words(read_words([path], Reading(keep_accents=True))) == ["ÉTÉ"]


def test_a_damaged_cache_is_ignored(tmp_path: Path, cache_folder: Path) -> None:
    path = file_with(tmp_path, "abc\nabd\nabcd\nabce;7\n")
    fresh = content(read_words([path]))
    kept = next(cache_folder.iterdir())
    whole = kept.read_bytes()
    for place in range(len(whole)):
        kept.write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :])
        assert content(read_words([path])) == fresh
    for size in range(0, len(whole), 7):
        kept.write_bytes(whole[:size])
        assert content(read_words([path])) == fresh


def test_no_cache_leaves_no_file_and_an_unwritable_one_does_no_harm(
    tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file_with(tmp_path, "abc\n")
    read_words([path], use_cache=False)
    assert not cache_folder.exists()
    monkeypatch.setenv("XDG_CACHE_HOME", str(path / "below a file"))
    assert all_words(read_words([path])) == ["ABC"]


def test_processes_may_write_the_same_cache_at_once(tmp_path: Path, cache_folder: Path) -> None:
    path = file_with(tmp_path, "".join(f"{a}{b}{c}\n" for a in "abcdefgh" for b in "abcdefgh" for c in "abcdefgh"))
    program = f"from satcross.puzzle.wordlists import read_words; print(len(read_words([{str(path)!r}])))"
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=dict(os.environ), text=True)
        for _ in range(3)
    ]
    assert [process.communicate()[0] for process in running] == ["512\n"] * 3
    assert len(list(cache_folder.iterdir())) == 1
    assert len(read_words([path])) == 512
