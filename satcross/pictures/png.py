"""A picture as PNG: the PDF, drawn by PDFium (pypdfium2, BSD and Apache licences; the extra `[png]`).

PDFium has its own Courier, so no fonts need to be installed, and the picture is the one that would be printed.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

from satcross.base.extras import missing_extra
from satcross.errors import ErrorCode, LimitError
from satcross.pictures import pdf
from satcross.pictures.figures import Picture
from satcross.pictures.pdf import POINTS_PER_UNIT, to_pdf

PIXELS_PER_UNIT: Final = 2.0  # a cell is 80 pixels wide
PIXELS: Final = 100_000_000  # of a whole picture, which takes 400 megabytes while it is drawn
USUAL_PIXELS: Final = 16_000_000  # at most, unless a width is asked for


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
    scale = min(PIXELS_PER_UNIT, (USUAL_PIXELS / area) ** 0.5) if wide is None else wide / picture.box[2]
    if area * scale * scale > PIXELS:
        message = f"a picture {wide:,} pixels wide has {area * scale * scale:,.0f} pixels; the limit is {PIXELS:,}"
        raise LimitError(message, hint="make it smaller, or draw SVG", code=ErrorCode.PIXELS)
    pypdfium2 = _pypdfium2()
    document = to_pdf([picture], None, font)
    opened = pypdfium2.PdfDocument(document)
    try:
        image = opened[0].render(scale=scale / POINTS_PER_UNIT, draw_annots=False).to_pil()
    finally:
        opened.close()
    stream = BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def check_extra() -> None:
    """Raise MissingError if the extra for PNG is not installed."""
    _pypdfium2()
    pdf.check_extra()


def _pypdfium2() -> Any:
    try:
        import pypdfium2
    except ImportError:
        raise missing_extra("png", "PNG pictures need pypdfium2, which is not installed") from None
    return pypdfium2
