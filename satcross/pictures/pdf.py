"""Pictures as PDF, one a page: made by reportlab (BSD licence; the extra `[pdf]`).

Text is set in Courier, which every PDF reader has, and takes exactly the room the layout gives it.  For letters
beyond Western European ones a TrueType font is looked for and embedded; if there is none that has them, that is an
error, not an empty box.  The same pictures give the same bytes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import Any, Final

from satcross.errors import ErrorCode, MissingError, OptionError
from satcross.pictures.lettering import width
from satcross.pictures.picture import STYLES, Picture, Polygon, Text

POINTS_PER_UNIT: Final = 0.7  # a cell of 40 units is 28 points, a centimetre
PAGES: Final = {"a4": (595.276, 841.89), "letter": (612.0, 792.0)}
MARGIN: Final = 36.0  # points, half an inch

FONT_FOLDERS: Final = {
    "linux": ("~/.local/share/fonts", "~/.fonts", "/usr/local/share/fonts", "/usr/share/fonts"),
    "darwin": ("~/Library/Fonts", "/Library/Fonts", "/System/Library/Fonts"),
    "win32": (r"~\AppData\Local\Microsoft\Windows\Fonts", r"C:\Windows\Fonts"),
}


def room(page: str) -> tuple[float, float]:
    """Return width and height inside the margins of `page`, in layout units.  Raises OptionError for another name."""
    if page.lower() not in PAGES:
        raise OptionError(f"there is no page size {page!r}", hint="a4 or letter", code=ErrorCode.PAGE)
    wide, high = PAGES[page.lower()]
    return (wide - 2 * MARGIN) / POINTS_PER_UNIT, (high - 2 * MARGIN) / POINTS_PER_UNIT


def to_pdf(pictures: Sequence[Picture], page: str | None = "a4", font: str | None = None) -> bytes:
    """Return a document with each of `pictures` on a page, no larger than it fits, centred, at the top.

    page  "a4" or "letter", turned where that is the better fit; None: as large as the picture
    font  path of a TrueType font for letters that Courier lacks

    Raises MissingError without reportlab, or where no font has a letter.
    """
    canvas_module = _reportlab("reportlab.pdfgen.canvas")
    stream = BytesIO()
    canvas = canvas_module.Canvas(stream, invariant=1, pageCompression=1)
    canvas.setTitle(pictures[0].title)
    canvas.setCreator("satcross")
    pen = _Pen(canvas, font)
    for picture in pictures:
        left, top, wide, high = picture.box
        if page is None:
            size = (wide * POINTS_PER_UNIT, high * POINTS_PER_UNIT)
            scale, at = POINTS_PER_UNIT, (0.0, 0.0)
        else:
            upright = PAGES[page.lower()]
            size = max(upright, upright[::-1], key=lambda each: (round(_scale(picture, each), 6), each == upright))
            scale = _scale(picture, size)
            at = ((size[0] - wide * scale) / 2, MARGIN)
        canvas.setPageSize(size)
        canvas.saveState()
        canvas.translate(at[0], size[1] - at[1])
        canvas.scale(scale, -scale)  # y downwards, as in the layout
        canvas.translate(-left, -top)
        pen.draw(picture)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _scale(picture: Picture, size: tuple[float, float]) -> float:
    """Return the points per unit at which `picture` fits a page of `size`."""
    _, _, wide, high = picture.box
    return min(POINTS_PER_UNIT * 1.25, (size[0] - 2 * MARGIN) / wide, (size[1] - 2 * MARGIN) / high)


def _reportlab(module: str) -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        hint = "pip install 'satcross[pdf]'"
        raise MissingError("PDF and PNG pictures need reportlab, which is not installed", hint=hint) from None


class _Pen:
    """Draws pictures on a canvas whose y grows downwards."""

    __slots__ = ("canvas", "embedded", "faces", "wanted")

    def __init__(self, canvas: Any, font: str | None) -> None:
        self.canvas = canvas
        self.wanted = font
        self.embedded: list[tuple[str, Callable[[int], bool]]] = []
        self.faces = self._faces()

    def draw(self, picture: Picture) -> None:
        for figure in picture.figures:
            if isinstance(figure, Text):
                self._text(figure)
            else:
                self._shape(figure.style, figure.points, isinstance(figure, Polygon))

    def _shape(self, name: str, points: Sequence[tuple[float, float]], is_closed: bool) -> None:
        style, canvas = STYLES[name], self.canvas
        path = canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        if is_closed:
            path.close()
        if style.fill:
            canvas.setFillColor(style.fill)
        if style.stroke:
            canvas.setStrokeColor(style.stroke)
            canvas.setLineWidth(style.line)
            canvas.setLineJoin(1)
            canvas.setLineCap(1)
        canvas.drawPath(path, stroke=int(bool(style.stroke)), fill=int(bool(style.fill) and is_closed))

    def _text(self, text: Text) -> None:
        style, canvas = STYLES[text.style], self.canvas
        length = width(text.text) * text.size
        start = {"start": 0.0, "middle": -length / 2, "end": -length}[text.anchor]
        canvas.saveState()
        canvas.translate(*text.at)
        canvas.rotate(text.angle)  # y downwards: clockwise
        canvas.scale(1, -1)
        canvas.setFillColor(style.fill)
        for part, face in self._parts(text.text, style.is_bold):
            wanted = width(part) * text.size
            actual = canvas.stringWidth(part, face, text.size)
            line = canvas.beginText(start, 0)
            line.setFont(face, text.size)
            if actual and abs(actual - wanted) > 1e-3:
                line.setHorizScale(100 * wanted / actual)
            line.textOut(part)
            canvas.drawText(line)
            start += wanted
        canvas.restoreState()

    def _parts(self, text: str, is_bold: bool) -> Iterator[tuple[str, str]]:
        """Yield the pieces of `text` with the font for each: Courier as far as it goes."""
        if _is_western(text):
            yield text, "Courier-Bold" if is_bold else "Courier"
            return
        for letter in text:
            yield letter, ("Courier-Bold" if is_bold else "Courier") if _is_western(letter) else self._face(letter)

    def _face(self, letter: str) -> str:
        """Return the name of an embedded font that has `letter`."""
        while True:
            for name, has in self.embedded:
                if has(ord(letter)):
                    return name
            if next(self.faces, None) is None:
                break
        raise MissingError(
            f"no font was found that has the letter {letter!r} (U+{ord(letter):04X})",
            hint="name a TrueType font that has it: --font FILE.ttf",
            code=ErrorCode.FONT,
        )

    def _faces(self) -> Iterator[str]:
        """Embed one font after the other: the wanted one, then those installed, monospaced ones first."""
        ttfonts = _reportlab("reportlab.pdfbase.ttfonts")
        metrics = _reportlab("reportlab.pdfbase.pdfmetrics")
        if self.wanted is not None:
            try:
                face = ttfonts.TTFont("satcross-wanted", self.wanted)
            except (ttfonts.TTFError, OSError) as error:
                reason = str(error) or type(error).__name__
                raise OptionError(
                    f"not a usable TrueType font: {reason}", place=[self.wanted], code=ErrorCode.FONT
                ) from None
            yield self._embed(metrics, face)
        for number, path in enumerate(_installed_fonts()):
            try:
                face = ttfonts.TTFont(f"satcross-{number}", path)
            except (ttfonts.TTFError, OSError):  # not every font file is TrueType inside
                continue
            yield self._embed(metrics, face)

    def _embed(self, metrics: Any, font: Any) -> str:
        metrics.registerFont(font)
        name: str = font.fontName
        self.embedded.append((name, font.face.charToGlyph.__contains__))
        return name


def _is_western(text: str) -> bool:
    """Return whether Courier, in the encoding that PDF readers have built in, has all letters of `text`."""
    if text.isascii():
        return True
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _installed_fonts() -> list[str]:
    """Return the TrueType files of this machine, monospaced faces and short names first."""
    platform = sys.platform if sys.platform in FONT_FOLDERS else "linux"
    found = []
    for folder in FONT_FOLDERS[platform]:
        for place, folders, names in os.walk(os.path.expanduser(folder)):
            folders.sort()
            found += [os.path.join(place, name) for name in names if name.lower().endswith((".ttf", ".ttc"))]

    def preference(path: str) -> tuple[bool, bool, int, str]:
        name = os.path.basename(path).lower()
        return "mono" not in name, any(word in name for word in ("bold", "oblique", "italic")), len(name), path

    return sorted(found, key=preference)
