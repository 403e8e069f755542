"""What the tests of the studio share: the clues of an example, and how to find the parts of the page.

The module can be imported without the package playwright; the tests that use it are then skipped by their fixtures.
"""

from pathlib import Path
from typing import Any

PUZZLES = Path(__file__).parents[2] / "puzzles"

ROWS = ["SAT?OR", "AR.+O", r"(T)(E).\2\1", "OP[A-F]RA", "ROT.+"]
COLUMNS = ["S.*", "A[QR]E.*", r".(E)N\1.", "OP?ERA|X+", "R.*TA?S"]
"""Clues of a puzzle of five by five; its only solution is the square of Pompeii."""

HOLES = ["1,4", "2,4", "4,1", "4,2", "4,6", "4,7", "6,4", "7,4"]

UNIQUE = "✓ Exactly one solution"


def of_rectangle(rows: list[str], columns: list[str], **parts: Any) -> dict[str, Any]:
    """Return the document of a rectangle."""
    clues = {"rows": rows, "columns": columns}
    return {"puzzle": {"schema": 1, "shape": "rectangle", "alphabet": "A-Z", "clues": clues, **parts}, "letters": {}}


def clue(page: Any, family: str, number: int) -> Any:
    """Return the field of the first clue of a line, such as ("row", 1)."""
    return page.get_by_role("textbox", name=f"Clue of {family} {number}", exact=True)


def fill_clue(page: Any, family: str, number: int, text: str) -> None:
    """Write `text` into the field of a clue.  It is the current one before its old text is selected and replaced."""
    from playwright.sync_api import expect

    field = clue(page, family, number)
    field.click()
    field.fill(text)
    expect(field).to_have_value(text)


def verdict(page: Any) -> Any:
    return page.locator("#verdict-text")


def settled(page: Any) -> str:
    """Return the verdict on what is written now, once it is there."""
    from playwright.sync_api import expect

    expect(page.locator("#verdict")).to_have_attribute("aria-busy", "false")
    text: str = verdict(page).inner_text()
    return text


def wait_until_verdict(page: Any, text: str) -> None:
    """Wait until the verdict reads `text`."""
    from playwright.sync_api import expect

    expect(verdict(page)).to_have_text(text)


def kept(page: Any) -> Any:
    """Return the document that the browser keeps."""
    return page.evaluate("JSON.parse(localStorage.getItem('satcross:studio:document')).document")


def cell(page: Any, row: int, column: int) -> Any:
    return page.get_by_role("textbox", name=f"row {row}, cell {column}", exact=True)
