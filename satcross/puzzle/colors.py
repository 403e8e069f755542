"""The colours of letters, for puzzles whose answer is a picture.

In: a colour as a puzzle file has it: `#` with three or six hexadecimal digits, a name of CSS, or "none".  Out: a
`Paint`, or the error that says what is wrong.  Colours are for the eyes: no answer depends on them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from satcross.base.records import NamedTuple
from satcross.errors import PuzzleError, Span, did_you_mean
from satcross.puzzle import Puzzle

NO_COLOR: Final = "none"
BLACK: Final = "#000000"
WHITE: Final = "#ffffff"
LEAST_CONTRAST: Final = 4.5  # of a letter on its cell: level AA of the WCAG

Content = TypeVar("Content")

_NAMED: Final = """
aliceblue=f0f8ff antiquewhite=faebd7 aqua=00ffff aquamarine=7fffd4 azure=f0ffff beige=f5f5dc bisque=ffe4c4 black=000000
blanchedalmond=ffebcd blue=0000ff blueviolet=8a2be2 brown=a52a2a burlywood=deb887 cadetblue=5f9ea0 chartreuse=7fff00
chocolate=d2691e coral=ff7f50 cornflowerblue=6495ed cornsilk=fff8dc crimson=dc143c cyan=00ffff darkblue=00008b
darkcyan=008b8b darkgoldenrod=b8860b darkgray=a9a9a9 darkgreen=006400 darkgrey=a9a9a9 darkkhaki=bdb76b
darkmagenta=8b008b darkolivegreen=556b2f darkorange=ff8c00 darkorchid=9932cc darkred=8b0000 darksalmon=e9967a
darkseagreen=8fbc8f darkslateblue=483d8b darkslategray=2f4f4f darkslategrey=2f4f4f darkturquoise=00ced1
darkviolet=9400d3 deeppink=ff1493 deepskyblue=00bfff dimgray=696969 dimgrey=696969 dodgerblue=1e90ff firebrick=b22222
floralwhite=fffaf0 forestgreen=228b22 fuchsia=ff00ff gainsboro=dcdcdc ghostwhite=f8f8ff gold=ffd700 goldenrod=daa520
gray=808080 green=008000 greenyellow=adff2f grey=808080 honeydew=f0fff0 hotpink=ff69b4 indianred=cd5c5c indigo=4b0082
ivory=fffff0 khaki=f0e68c lavender=e6e6fa lavenderblush=fff0f5 lawngreen=7cfc00 lemonchiffon=fffacd lightblue=add8e6
lightcoral=f08080 lightcyan=e0ffff lightgoldenrodyellow=fafad2 lightgray=d3d3d3 lightgreen=90ee90 lightgrey=d3d3d3
lightpink=ffb6c1 lightsalmon=ffa07a lightseagreen=20b2aa lightskyblue=87cefa lightslategray=778899
lightslategrey=778899 lightsteelblue=b0c4de lightyellow=ffffe0 lime=00ff00 limegreen=32cd32 linen=faf0e6 magenta=ff00ff
maroon=800000 mediumaquamarine=66cdaa mediumblue=0000cd mediumorchid=ba55d3 mediumpurple=9370db mediumseagreen=3cb371
mediumslateblue=7b68ee mediumspringgreen=00fa9a mediumturquoise=48d1cc mediumvioletred=c71585 midnightblue=191970
mintcream=f5fffa mistyrose=ffe4e1 moccasin=ffe4b5 navajowhite=ffdead navy=000080 oldlace=fdf5e6 olive=808000
olivedrab=6b8e23 orange=ffa500 orangered=ff4500 orchid=da70d6 palegoldenrod=eee8aa palegreen=98fb98 paleturquoise=afeeee
palevioletred=db7093 papayawhip=ffefd5 peachpuff=ffdab9 peru=cd853f pink=ffc0cb plum=dda0dd powderblue=b0e0e6
purple=800080 rebeccapurple=663399 red=ff0000 rosybrown=bc8f8f royalblue=4169e1 saddlebrown=8b4513 salmon=fa8072
sandybrown=f4a460 seagreen=2e8b57 seashell=fff5ee sienna=a0522d silver=c0c0c0 skyblue=87ceeb slateblue=6a5acd
slategray=708090 slategrey=708090 snow=fffafa springgreen=00ff7f steelblue=4682b4 tan=d2b48c teal=008080 thistle=d8bfd8
tomato=ff6347 turquoise=40e0d0 violet=ee82ee wheat=f5deb3 white=ffffff whitesmoke=f5f5f5 yellow=ffff00
yellowgreen=9acd32
"""
CSS_COLORS: Final = {name: f"#{code}" for name, code in (pair.split("=") for pair in _NAMED.split())}
"""The named colours of CSS (Color Module Level 4) as #rrggbb."""


class Paint(NamedTuple):
    """How a filled cell looks, each as #rrggbb.

    Attributes:
        fill: The colour of the cell; "" for a cell that keeps the colour it has.
        ink: Black or white for the letter, whichever is easier to read; "" beside no fill.
    """

    fill: str
    ink: str


UNPAINTED: Final = Paint("", "")


@lru_cache(maxsize=1024)
def paint_of(color: str) -> Paint:
    """Return the paint of a colour as a puzzle has it.

    >>> paint_of("Gold"), paint_of("#036"), paint_of("none")
    (Paint(fill='#ffd700', ink='#000000'), Paint(fill='#003366', ink='#ffffff'), Paint(fill='', ink=''))

    Raises:
        PuzzleError: If `color` is not a colour (code `color`).
    """
    name = color.lower()
    if name == NO_COLOR:
        return UNPAINTED
    fill = CSS_COLORS.get(name) or _hexadecimal(color, name)
    return Paint(fill, max((BLACK, WHITE), key=lambda ink: contrast(ink, fill)))


def _hexadecimal(color: str, name: str) -> str:
    """Return the colour #rrggbb that `name`, which is `color` in small letters, writes in hexadecimal digits."""
    if re.fullmatch("#(?:[0-9a-f]{3}|[0-9a-f]{6})", name):
        return name if len(name) == 7 else "#" + "".join(2 * digit for digit in name[1:])
    wrong = re.search("[^0-9a-f]", name[1:]) if name.startswith("#") else None
    span = Span(wrong.start() + 1, wrong.end() + 1) if wrong else Span(0, len(color))
    raise PuzzleError(
        f"{color[:40]!r} is not a colour",
        text=color,
        span=span,
        hint=did_you_mean(name, [*CSS_COLORS, NO_COLOR])
        or "write # and six hexadecimal digits such as #c0392b, a CSS name such as gold, or none",
        code="color",
    )


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours #rrggbb, from 1 to 21, as the WCAG 2.x define it.

    >>> contrast("#000000", "#ffffff"), round(contrast("#777777", "#ffffff"), 2)
    (21.0, 4.48)
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    """Return the relative luminance of #rrggbb, from 0 to 1."""
    shares = [channel / 255 for channel in channels(color)]
    red, green, blue = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def channels(color: str) -> tuple[int, int, int]:
    """Return red, green and blue of a colour #rrggbb, each from 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def paints_of(puzzle: Puzzle) -> dict[str, Paint]:
    """Return the paint of each letter that has a colour in `puzzle`."""
    return {letter: paint_of(color) for letter, color in puzzle.colors}


def hidden_letters(puzzle: Puzzle, letters: Sequence[Content]) -> tuple[Content | Paint, ...]:
    """Return what is in each cell of a picture: instead of a letter that has a colour, its paint alone.

    >>> from satcross.puzzle.shapes import rectangle
    >>> puzzle = rectangle(rows=["ABC"], columns=3, colors={"A": "red", "B": "none"})
    >>> hidden_letters(puzzle, "ABC")
    (Paint(fill='#ff0000', ink='#000000'), Paint(fill='', ink=''), 'C')
    """
    paints = paints_of(puzzle)
    return tuple(paints.get(letter, letter) if isinstance(letter, str) else letter for letter in letters)


def checked_colors(colors: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return pairs of a letter and its colour.

    Raises:
        PuzzleError: If one of them is not a colour (code `color`).
    """
    for letter, color in colors.items():
        try:
            paint_of(color)
        except PuzzleError as error:
            raise error.at("colors", letter) from None
    return tuple(colors.items())
