"""What the command line prints, whole.  `make accept` rewrites the transcripts; read the difference then."""

import os
from pathlib import Path
from shutil import copytree

import pytest

from tests.transcript import replay

pytestmark = pytest.mark.long

HERE = Path(__file__).parent
TRANSCRIPTS = sorted((HERE / "transcripts").glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_commands_print_what_the_transcript_says(path: Path, tmp_path: Path) -> None:
    copytree(HERE / "puzzles", tmp_path / "puzzles")
    shown = replay(path.read_text("utf-8"), tmp_path)
    assert "Traceback" not in shown
    if os.environ.get("ACCEPT"):
        path.write_text(shown, "utf-8", newline="\n")
    assert shown == path.read_text("utf-8")
