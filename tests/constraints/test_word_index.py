"""The bit-set index answers as a look at every word would."""

from random import Random

import pytest

from satcross.puzzle.word_index import WordIndex, build_index, numbers


def random_words(letters: str, n: int, count: int, seed: int) -> list[str]:
    random = Random(seed)
    return sorted({"".join(random.choices(letters, k=n)) for _ in range(count)})


@pytest.mark.parametrize(
    ("letters", "n"),
    [("AB", 1), ("ABCDE", 4), ("".join(map(chr, range(0x4E00, 0x4E00 + 600))), 2)],
    ids=["one letter", "five letters", "more letters than a byte can tell apart"],
)
def test_an_index_agrees_with_looking_at_every_word(letters: str, n: int) -> None:
    words = random_words(letters, n, 400, seed=n)
    index = build_index("".join(words), n, {letter: k for k, letter in enumerate(letters)})
    random = Random(7)
    for _ in range(50):
        domains = [random.getrandbits(len(letters)) | random.getrandbits(len(letters)) for _ in range(n)]
        fitting = [
            number for number, word in enumerate(words)
            if all(domain >> letters.index(letter) & 1 for letter, domain in zip(word, domains, strict=True))
        ]  # fmt: skip
        found = index.within(domains)
        assert numbers(found) == fitting
        if fitting:
            expected = [sum(1 << k for k in {letters.index(words[number][i]) for number in fitting}) for i in range(n)]
            assert list(index.letters(found, domains)) == expected


def test_an_index_without_words_has_none() -> None:
    index = build_index("", 3, {"A": 0})
    assert isinstance(index, WordIndex)
    assert index.within([1, 1, 1]) == 0
