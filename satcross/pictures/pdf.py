"""Pictures as PDF, one a page, made by reportlab (BSD licence; the extra `[pdf]`), and as PNG.

Text is set in Courier, which every PDF reader has, and takes exactly the room the layout gives it.  For letters
beyond Western European ones a TrueType font is looked for and embedded.  If no font has them, that is an error; there
is never an empty box.  The same pictures give the same bytes.  A title or a name in a script that runs from right to
left is an error, since nothing here orders and joins its letters.

A PNG is the PDF, drawn by PDFium (pypdfium2, BSD and Apache licences; the extra `[png]`).  PDFium has its own Courier,
so no fonts need to be installed, and the image is what would be printed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from io import BytesIO
from types import ModuleType
from typing import Any, Final, TypeAlias

from satcross.base.extras import missing_extra
from satcross.base.platform import SYSTEM
from satcross.errors import Field, LimitError, MissingError, OptionError, naming
from satcross.pictures.figures import LANGUAGE_STYLES, PAPER_STYLES, Picture, Polygon, Text, has_right_to_left
from satcross.pictures.lettering import width

POINTS_PER_UNIT: Final = 0.7  # a cell of 40 units is 28 points, a centimetre
PAGES: Final = {"a4": (595.276, 841.89), "letter": (612.0, 792.0)}
MARGIN: Final = 36.0  # points, half an inch

PIXELS_PER_UNIT: Final = 2.0  # a cell is 80 pixels wide
PIXELS: Final = 100_000_000  # of a whole picture, which takes 400 megabytes while it is drawn
USUAL_PIXELS: Final = 16_000_000  # at most, unless a width is asked for

FONT_FOLDERS: Final = {
    "linux": ("~/.local/share/fonts", "~/.fonts", "/usr/local/share/fonts", "/usr/share/fonts"),
    "darwin": ("~/Library/Fonts", "/Library/Fonts", "/System/Library/Fonts"),
    "win32": (r"~\AppData\Local\Microsoft\Windows\Fonts", r"C:\Windows\Fonts"),
}

_UNUSUAL: Final = ("oblique", "italic", "condensed", "narrow", "light", "thin", "black", "math")
"""Words in the names of font files whose faces are taken last."""


def room(page: str) -> tuple[float, float]:
    """Return width and height inside the margins of `page`, in layout units.  Raises OptionError for another name."""
    if page.lower() not in PAGES:
        raise OptionError(f"there is no page size {page!r}", hint="a4 or letter", code="page")
    wide, high = PAGES[page.lower()]
    return (wide - 2 * MARGIN) / POINTS_PER_UNIT, (high - 2 * MARGIN) / POINTS_PER_UNIT


def check_extra(format: str) -> None:
    """Raise MissingError if the extra for `format`, "pdf" or "png", is not installed."""
    if format == "png":
        _pypdfium2()
    _reportlab("reportlab.pdfgen.canvas")


def to_pdf(pictures: Sequence[Picture], page: str | None = "a4", font: str | None = None) -> bytes:
    """Return a document with each of `pictures` on a page, no larger than it fits, centred, at the top.

    Args:
        page: "a4" or "letter", turned where that is the better fit; None: as large as the picture.
        font: Path of a TrueType font for letters that Courier lacks.

    Raises:
        MissingError: Without reportlab, or where no font has a letter.
        OptionError: For a title or a name that runs from right to left (code `inexpressible`).
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
    """Return a module of reportlab, which runs no code and reads no settings of the user's folders when it starts."""
    for name in ("reportlab_mods", "reportlab_settings"):
        sys.modules.setdefault(name, ModuleType(name))
    try:
        return import_module(module)
    except ImportError:
        raise missing_extra("pdf", "PDF and PNG pictures need reportlab, which is not installed") from None


_Face: TypeAlias = tuple[str, Callable[[int], bool]]
"""The name of a font, and whether it has the letter with a certain code point."""


class _Pen:
    """Draws pictures on a canvas whose y grows downwards."""

    __slots__ = ("canvas", "embedded", "faces", "wanted")

    def __init__(self, canvas: Any, font: str | None) -> None:
        self.canvas = canvas
        self.wanted = font
        self.embedded: tuple[list[_Face], list[_Face]] = ([], [])  # those for normal and for bold type
        self.faces = (self._embed_fonts(False), self._embed_fonts(True))

    def draw(self, picture: Picture) -> None:
        for figure in picture.figures:
            if isinstance(figure, Text):
                self._text(figure)
            else:
                self._shape(figure.style, figure.points, isinstance(figure, Polygon))

    def _shape(self, name: str, points: Sequence[tuple[float, float]], is_closed: bool) -> None:
        style, canvas = PAPER_STYLES[name], self.canvas
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
        """Draw a text from left to right."""
        style, canvas = PAPER_STYLES[text.style], self.canvas
        if text.style in LANGUAGE_STYLES and has_right_to_left(text.text):
            raise OptionError(
                f"a PDF or PNG picture cannot hold {text.text!r}, which runs from right to left",
                hint="draw SVG or HTML, where the browser sets it",
                code="inexpressible",
            )
        parts = list(self._pieces_by_font(text.text, style.is_bold))
        actual = [canvas.stringWidth(part, face, text.size) for part, face in parts]
        wanted = [width(part) * text.size for part, _ in parts]
        start = {"start": 0.0, "middle": -sum(wanted) / 2, "end": -sum(wanted)}[text.anchor]
        canvas.saveState()
        canvas.translate(*text.at)
        canvas.rotate(text.angle)  # y downwards: clockwise
        canvas.scale(1, -1)
        canvas.setFillColor(style.fill)
        for (part, face), natural, room in zip(parts, actual, wanted, strict=True):
            # a letter that is narrower than its room stands in the middle, a wider one is made narrower
            line = canvas.beginText(start + max(0.0, room - natural) / 2, 0)
            line.setFont(face, text.size)
            line.setHorizScale(100 * room / natural if natural > room > 0 else 100)
            line.textOut(part)
            canvas.drawText(line)
            start += room
        canvas.restoreState()

    def _pieces_by_font(self, text: str, is_bold: bool) -> Iterator[tuple[str, str]]:
        """Yield the pieces of `text` with the font for each: Courier for all letters that it has."""
        courier = "Courier-Bold" if is_bold else "Courier"
        if _is_western(text):
            yield text, courier
            return
        for letter in text:
            yield letter, courier if _is_western(letter) else self._face(letter, is_bold)

    def _face(self, letter: str, is_bold: bool) -> str:
        """Return the name of an embedded font that has `letter`, bold if possible where that is wanted."""
        while True:
            for name, has in self.embedded[is_bold]:
                if has(ord(letter)):
                    return name
            if next(self.faces[is_bold], None) is None:
                break
        raise MissingError(
            f"no font was found that has the letter {letter!r} (U+{ord(letter):04X})",
            hint=naming(
                "install a font that has it (Debian: fonts-liberation, fonts-dejavu, fonts-unifont), "
                "or name a TrueType file: {}",
                Field("font", "FILE.ttf"),
            ),
            code="font",
        )

    def _embed_fonts(self, is_bold: bool) -> Iterator[str]:
        """Embed one font after the other and yield its name: the wanted font first, then those that are installed."""
        ttfonts = _reportlab("reportlab.pdfbase.ttfonts")
        metrics = _reportlab("reportlab.pdfbase.pdfmetrics")
        if self.wanted is not None:
            try:
                font = ttfonts.TTFont("satcross-wanted", self.wanted)
            except (ttfonts.TTFError, OSError) as error:
                reason = str(error) or type(error).__name__
                raise OptionError(f"not a usable TrueType font: {reason}", place=[self.wanted], code="font") from None
            yield self._embed(metrics, font, is_bold)
        for number, path in enumerate(_installed_fonts(is_bold)):
            try:
                font = ttfonts.TTFont(f"satcross-{'bold-' if is_bold else ''}{number}", path)
            except (ttfonts.TTFError, OSError):  # not every font file is TrueType inside
                continue
            yield self._embed(metrics, font, is_bold)

    def _embed(self, metrics: Any, font: Any, is_bold: bool) -> str:
        name: str = font.fontName
        # of two files with one face name, such as two versions of a font, ReportLab would use the first for both
        font.face.name += f"-{name}".encode()
        metrics.registerFont(font)
        self.embedded[is_bold].append((name, font.face.charToGlyph.__contains__))
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


def _installed_fonts(is_bold: bool) -> list[str]:
    """Return the TrueType files of this machine: monospaced faces before others, upright ones of normal width first."""
    platform = SYSTEM if SYSTEM in FONT_FOLDERS else "linux"
    fonts = []
    for folder in FONT_FOLDERS[platform]:
        for place, folders, names in os.walk(os.path.expanduser(folder)):
            folders.sort()
            fonts += [os.path.join(place, name) for name in names if name.lower().endswith((".ttf", ".ttc"))]

    def preference(path: str) -> tuple[bool, bool, bool, int, str]:
        name = os.path.basename(path).lower()
        is_unusual = any(word in name for word in _UNUSUAL)
        return "mono" not in name, is_unusual, ("bold" in name) != is_bold, len(name), path

    return sorted(fonts, key=preference)


def to_png(picture: Picture, wide: int | None = None, font: str | None = None) -> bytes:
    """Return `picture` as a PNG image.

    Args:
        wide: Width in pixels; None: as `PIXELS_PER_UNIT` says, but at most `USUAL_PIXELS`.
        font: Path of a TrueType font for letters that Courier lacks.

    Raises:
        MissingError: Without reportlab or pypdfium2.
        LimitError: For more than `PIXELS`.
    """
    area = picture.box[2] * picture.box[3]
    scale = min(PIXELS_PER_UNIT, (USUAL_PIXELS / area) ** 0.5) if wide is None else (wide - 0.5) / picture.box[2]
    if area * scale * scale > PIXELS:
        raise LimitError(
            f"a picture {wide:,} pixels wide has {area * scale * scale:,.0f} pixels; the limit is {PIXELS:,}",
            hint="make it smaller, or draw SVG",
            code="pixels",
        )
    pypdfium2 = _pypdfium2()
    document = to_pdf([picture], None, font)
    opened = pypdfium2.PdfDocument(document)
    try:
        # it rounds up: half a pixel less gives exactly `wide`
        image = opened[0].render(scale=scale / POINTS_PER_UNIT, draw_annots=False).to_pil()
    finally:
        opened.close()
    stream = BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def _pypdfium2() -> Any:
    try:
        import pypdfium2
    except ImportError:
        raise missing_extra("png", "PNG pictures need pypdfium2, which is not installed") from None
    return pypdfium2
