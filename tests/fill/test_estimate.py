"""The expected number of fills is that of random words: the mean over many lists, counted by trying all fills."""

from itertools import product
from math import inf
from pathlib import Path
from random import Random

import pytest

from satcross.cli import main
from satcross.words.files import template_in
from satcross.words.filling import expected_fills
from satcross.words.problem import WordChoice, build_problem
from tests.word_lists import make_list


def expected(rows: str, words: list[str]) -> float:
    return expected_fills(build_problem(template_in(rows), make_list(words), WordChoice(allow_repeats=True)))


def test_the_estimate_is_the_mean_over_random_lists() -> None:
    """Two slots that cross once: each pair of words agrees with the probability that letter frequencies say."""
    random = Random(1)
    for _ in range(20):
        words = sorted({"".join(random.choices("ABC", k=3)) for _ in range(12)})
        pairs = sum(across[1] == down[1] for across, down in product(words, repeat=2))
        assert 10 ** expected("#_#\n___\n#_#\n", words) == pytest.approx(pairs)


def test_given_letters_count() -> None:
    words = ["ABA", "BBB", "CBC", "ACA"]
    assert 10 ** expected("#_#\n_B_\n#_#\n", words) == pytest.approx(9)


def test_no_agreement_is_minus_infinity() -> None:
    assert expected("#_#\nA__\n#B#\n", ["AAA", "BCB"]) == -inf


def test_a_template_beyond_its_list_is_named_before_the_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    random = Random(4)
    (tmp_path / "words.txt").write_text(
        "\n".join(sorted({"".join(random.choices("ABCDEFGHIJ", k=6)) for _ in range(60)}))
    )
    (tmp_path / "grid.txt").write_text("______\n" * 6)
    main(["fill", str(tmp_path / "grid.txt"), "--words", str(tmp_path / "words.txt"), "--no-cache", "--seed", "1"])
    said = capsys.readouterr().err.splitlines()[0]
    assert said.startswith("the template is probably too hard for ")
    assert "about 10^-" in said
