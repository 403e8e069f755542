"""The colours of letters: what a file may say, and how readable a letter is on its cell."""

from itertools import product

import pytest

import satcross
from satcross.puzzle.colors import BLACK, CSS_COLORS, LEAST_CONTRAST, UNPAINTED, WHITE, contrast, paint_of
from satcross.puzzle.files import read_source

CHANNELS = range(0, 256, 15)


def test_names_mean_what_pillow_knows_them_as() -> None:
    known = pytest.importorskip("PIL.ImageColor").colormap
    assert {name: color.lower() for name, color in known.items()} == CSS_COLORS


def test_a_letter_is_readable_on_every_colour() -> None:
    for red, green, blue in product(CHANNELS, repeat=3):
        fill, ink = paint_of(f"#{red:02x}{green:02x}{blue:02X}")
        assert contrast(ink, fill) >= LEAST_CONTRAST
        assert contrast(ink, fill) == max(contrast(WHITE, fill), contrast(BLACK, fill))


@pytest.mark.parametrize(
    ("one", "other", "ratio"), [("#ffffff", "#ffffff", 1), ("#0000ff", "#ffffff", 8.59), ("#767676", "#ffffff", 4.54)]
)
def test_the_contrast_is_that_of_the_wcag(one: str, other: str, ratio: float) -> None:
    assert round(contrast(one, other), 2) == round(contrast(other, one), 2) == ratio


def test_a_colour_has_three_or_six_digits_or_a_name_in_any_case() -> None:
    assert paint_of("#AbC") == paint_of("#aabbcc") == paint_of("#AABBCC")
    assert paint_of("RED") == paint_of("#f00")
    assert paint_of("None") == UNPAINTED


@pytest.mark.parametrize(
    ("color", "marked", "hint"),
    [
        ("#c0392g", "g", "hexadecimal"),
        ("#c0392", "#c0392", "hexadecimal"),
        ("#c0392bff", "#c0392bff", "hexadecimal"),
        ("crimsn", "crimsn", "did you mean crimson?"),
        ("rgb(1, 2, 3)", "rgb(1, 2, 3)", "hexadecimal"),
        ("\u0663\u0663\u0663", "\u0663\u0663\u0663", "hexadecimal"),
    ],
)
def test_what_is_not_a_colour_is_shown_with_its_place(color: str, marked: str, hint: str) -> None:
    text = f'title = "T"\n[colors]\nA = "red"\nX = "{color}"\n[clues]\nrows = ["A|X"]\ncolumns = [""]\n'
    with pytest.raises(satcross.PuzzleError) as caught:
        read_source(text.encode(), "p.toml")
    error = caught.value
    assert (error.code, error.place, error.text) == ("color", ("p.toml:4", "colors.X"), color)
    assert error.span is not None
    assert color[error.span.start : error.span.end] == marked
    assert hint in str(error.hint)


def test_colours_change_no_answer() -> None:
    plain = satcross.rectangle(rows=["AB|BA", "A."], columns=["", "B?A"], alphabet="AB")
    painted = satcross.rectangle(rows=["AB|BA", "A."], columns=["", "B?A"], alphabet="AB", colors={"A": "red"})
    assert painted.colors == (("A", "red"),)
    assert [each.rows for each in satcross.solutions(plain)] == [each.rows for each in satcross.solutions(painted)]
