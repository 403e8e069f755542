"""The pages of the documentation call buttons what the pages call them."""

import re
from pathlib import Path

import pytest

import satcross
from tests.transcript import ROOT

PLAYER = Path(satcross.__file__).parent / "pictures" / "page" / "player"
STUDIO = Path(satcross.__file__).parent / "studio" / "page"

NAMED = [
    pytest.param(path, name, pages, id=f"{path.stem}-{name}")
    for path, pages in (
        (ROOT / "docs" / "pictures.md", [PLAYER]),
        (ROOT / "docs" / "studio.md", [STUDIO]),
        *((path, [PLAYER, STUDIO]) for path in sorted((ROOT / "docs" / "tutorials").glob("*.md"))),
    )
    for name in dict.fromkeys(
        re.findall(r"(?<!^[-\d] )(?<!^\d\. )\*\*([A-Z][\w ]+)\*\*(?! if | beside )", path.read_text("utf-8"), re.M)
    )
]
"""What is bold and begins no numbered item is the name of a button."""


def test_buttons_are_named() -> None:
    assert len(NAMED) > 12


@pytest.mark.parametrize(("path", "name", "pages"), NAMED)
def test_a_button_has_the_name_that_the_documentation_gives_it(path: Path, name: str, pages: list[Path]) -> None:
    texts = [file.read_text("utf-8") for page in pages for file in page.iterdir() if file.suffix in (".html", ".js")]
    shown = re.compile(rf"""[>"'`]\s*{re.escape(name)}\b""")
    assert any(shown.search(text) for text in texts), f"{path.name}: there is no {name!r} on the page"
