"""Pages as PDF, made by reportlab (BSD licence; the extra `[pdf]`), and pictures as PNG.

Text takes exactly the room the layout gives it.  It is set in a monospaced TrueType font, which is embedded, or in
Courier, which every PDF reader has, if there is none.  For letters that this font lacks, others are looked for and
embedded.  If no font has them, that is an error; there is never an empty box.  The same pages give the same bytes.  A
title or a name in a script that runs from right to left is an error, since nothing here orders and joins its letters.

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
from satcross.pictures.figures import (
    LANGUAGE_STYLES,
    PAPER_STYLES,
    Figure,
    Picture,
    Polygon,
    Polyline,
    Text,
    has_right_to_left,
)
from satcross.pictures.lettering import width
from satcross.pictures.paper import Page, PlacedPicture, PrintedDocument

POINTS_PER_UNIT: Final = 0.7  # a cell of 40 units is 28 points, a centimetre

PIXELS_PER_UNIT: Final = 2.0  # a cell is 80 pixels wide
PIXELS: Final = 100_000_000  # of a whole picture, which takes 400 megabytes while it is drawn
USUAL_PIXELS: Final = 16_000_000  # at most, unless a width is asked for

OCTREE: Final = 2  # `PIL.Image.Quantize.FASTOCTREE`

EVEN: Final = 0.01  # ems by which the letters of a monospaced font may differ from the width that the layout assumes

FONT_FOLDERS: Final = {
    "linux": ("~/.local/share/fonts", "~/.fonts", "/usr/local/share/fonts", "/usr/share/fonts"),
    "darwin": ("~/Library/Fonts", "/Library/Fonts", "/System/Library/Fonts"),
    "win32": (r"~\AppData\Local\Microsoft\Windows\Fonts", r"C:\Windows\Fonts"),
}

_UNUSUAL: Final = ("oblique", "italic", "condensed", "narrow", "light", "thin", "black", "math")
"""Words in the names of font files whose faces are taken last."""


def check_extra(format: str) -> None:
    """Raise MissingError if the extra for `format`, "pdf" or "png", is not installed."""
    if format == "png":
        _pypdfium2()
    _reportlab("reportlab.pdfgen.canvas")


def to_pdf(document: PrintedDocument, font: str | None = None, *, has_embedded_fonts: bool = True) -> bytes:
    """Return a document as PDF.

    Args:
        font: Path of a TrueType font, which comes before the fonts of this machine.
        has_embedded_fonts: Whether all text is set in an embedded font, if a monospaced one is installed.

    Raises:
        MissingError: Without reportlab, or where no font has a letter.
        OptionError: For a title or a name that runs from right to left (code `inexpressible`).
    """
    stream = BytesIO()
    pen = _Pen(stream, font, has_embedded_fonts)
    canvas = pen.canvas
    canvas.setTitle(document.title)
    canvas.setAuthor(document.author)
    canvas.setCreator("satcross")
    for number, page in enumerate(document.pages):
        canvas.setPageSize(page.size)
        canvas.bookmarkPage(f"page{number}")
        for place, bookmark in enumerate(document.bookmarks):
            if bookmark.page == number:
                canvas.bookmarkPage(f"bookmark{place}")
                canvas.addOutlineEntry(bookmark.title, f"bookmark{place}", bookmark.level)
        for placed in page.pictures:
            _place(pen, placed, page.size[1])
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _place(pen: _Pen, placed: PlacedPicture, high: float) -> None:
    """Draw a picture at its place on a page of the height `high`."""
    canvas = pen.canvas
    (left, top, _, _), (x, y), (wide, tall) = placed.picture.box, placed.at, placed.size
    canvas.saveState()
    canvas.translate(x, high - y)
    canvas.scale(placed.scale, -placed.scale)  # y downwards, as in the layout
    canvas.translate(-left, -top)
    pen.draw(placed.picture)
    canvas.restoreState()
    if placed.target is not None:
        canvas.linkRect("", f"page{placed.target}", (x, high - y - tall, x + wide, high - y), relative=0, thickness=0)


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


def _extracted(figures: Sequence[Figure]) -> Iterator[str | None]:
    """Yield what programs that extract text read in place of each figure; None: what is drawn.

    Unless they are told, they take slanted rows apart, and put other texts between the rows of a clue.
    """
    texts = [each if isinstance(each, Text) else None for each in figures]
    rows: dict[tuple[str, str], list[str]] = {}
    for each in texts:
        if each is not None and each.style == "clue" and each.mark is not None:
            rows.setdefault(each.mark, []).append(each.text)
    whole = {mark: "".join(written) for mark, written in rows.items() if len(written) > 1}
    for each in texts:
        if each is not None and each.mark in whole:
            yield whole[each.mark]
            whole[each.mark] = ""  # the other rows are read with the first one
        else:
            yield each.text if each is not None and each.angle % 90 else None


class _Pen:
    """Draws pictures on a canvas whose y grows downwards.

    Attributes:
        embeds_all: Whether Courier may not be used, because it is not embedded.
    """

    __slots__ = ("canvas", "embedded", "embeds_all", "faces", "wanted")

    def __init__(self, stream: BytesIO, font: str | None, embeds_all: bool) -> None:
        self.wanted = font
        self.embeds_all = embeds_all and (font is not None or _has_monospaced_font())
        self.embedded: tuple[list[_Face], list[_Face]] = ([], [])  # those for normal and for bold type
        self.faces = (self._embed_fonts(False), self._embed_fonts(True))
        first = self._face("A", False) if self.embeds_all else "Courier"  # each page begins by naming a font
        canvas_module = _reportlab("reportlab.pdfgen.canvas")
        self.canvas = canvas_module.Canvas(stream, invariant=1, pageCompression=1, initialFontName=first)

    def draw(self, picture: Picture) -> None:
        for figure, extracted in zip(picture.figures, _extracted(picture.figures), strict=True):
            if isinstance(figure, Text):
                self._text(figure, extracted)
            else:
                self._shape(figure)

    def _shape(self, figure: Polygon | Polyline) -> None:
        style, canvas, points = PAPER_STYLES[figure.style], self.canvas, figure.points
        is_closed = isinstance(figure, Polygon)
        fill = (is_closed and figure.colour) or style.fill
        path = canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        if is_closed:
            path.close()
        if fill:
            canvas.setFillColor(fill)
        if style.stroke:
            canvas.setStrokeColor(style.stroke if is_closed else figure.colour or style.stroke)
            canvas.setLineWidth(style.line)
            canvas.setLineJoin(1)
            canvas.setLineCap(1)
        canvas.drawPath(path, stroke=int(bool(style.stroke)), fill=int(bool(fill) and is_closed))

    def _text(self, text: Text, extracted: str | None) -> None:
        """Draw a text from left to right.

        Args:
            extracted: What programs that extract text read here; None: what is drawn.
        """
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
        canvas.setFillColor(text.colour or style.fill)
        if extracted is not None:
            canvas._code.append(f"/Span <</ActualText <FEFF{extracted.encode('utf-16-be').hex()}>>> BDC")
        for (part, face), natural, room in zip(parts, actual, wanted, strict=True):
            # a letter that is narrower than its room stands in the middle, a wider one is made narrower
            line = canvas.beginText(start + max(0.0, room - natural) / 2, 0)
            line.setFont(face, text.size)
            line.setHorizScale(100 * room / natural if natural > room > 0 else 100)
            line.textOut(part)
            canvas.drawText(line)
            start += room
        if extracted is not None:
            canvas._code.append("EMC")
        canvas.restoreState()

    def _pieces_by_font(self, text: str, is_bold: bool) -> Iterator[tuple[str, str]]:
        """Yield the pieces of `text` with the font for each: Courier for all letters that it has, if it may be used."""
        courier = "Courier-Bold" if is_bold else "Courier"
        if not self.embeds_all and _is_western(text):
            yield text, courier
            return
        piece, piece_face = "", ""
        for letter in text:
            face = self._face(letter, is_bold) if self.embeds_all or not _is_western(letter) else courier
            is_joined = face == piece_face and self._is_as_wide_as_its_room(piece[-1] + letter, face)
            if piece and not is_joined:
                yield piece, piece_face
                piece = ""
            piece, piece_face = piece + letter, face
        if piece:
            yield piece, piece_face

    def _is_as_wide_as_its_room(self, text: str, face: str) -> bool:
        """Return whether the letters of `text` are about as wide in `face` as the layout assumes."""
        return all(abs(self.canvas.stringWidth(each, face, 1.0) - width(each)) < EVEN for each in text)

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
        """Embed one font after the other and yield its name: the wanted font first, then the installed fonts."""
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


def _has_monospaced_font() -> bool:
    return any("mono" in os.path.basename(path).lower() for path in _installed_fonts(False)[:1])


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
    """Return the TrueType files of this machine: monospaced faces before others, upright faces of normal width
    first."""
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


def to_png(picture: Picture, wide: int | None = None, font: str | None = None, *, colours: int | None = None) -> bytes:
    """Return `picture` as a PNG image.

    Args:
        wide: Width in pixels; None: as `PIXELS_PER_UNIT` says, but at most `USUAL_PIXELS`.
        font: Path of a TrueType font; None: Courier, and fonts of this machine for letters that it lacks.
        colours: How many colours it has at most; None: as many as it needs.

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
    size = (picture.box[2] * POINTS_PER_UNIT, picture.box[3] * POINTS_PER_UNIT)
    page = Page(size, (PlacedPicture(picture, (0.0, 0.0), POINTS_PER_UNIT),))
    document = to_pdf(PrintedDocument(picture.title, (page,)), font, has_embedded_fonts=font is not None)
    opened = pypdfium2.PdfDocument(document)
    try:
        # it rounds up: half a pixel less gives exactly `wide`
        image = opened[0].render(scale=scale / POINTS_PER_UNIT, draw_annots=False).to_pil()
    finally:
        opened.close()
    stream = BytesIO()
    if colours is None:
        image.save(stream, "PNG")
    else:
        image.quantize(colours, OCTREE).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _pypdfium2() -> Any:
    try:
        import pypdfium2
    except ImportError:
        raise missing_extra("png", "PNG pictures need pypdfium2, which is not installed") from None
    return pypdfium2
