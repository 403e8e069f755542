"""The notebooks of examples/ run, and show what is written in them."""

from pathlib import Path

import pytest

pytest.importorskip("nbclient", reason="nbclient is not installed (make check-notebooks)")
pytest.importorskip("ipykernel", reason="ipykernel is not installed (make check-notebooks)")
pytest.importorskip("matplotlib", reason="matplotlib is not installed (make check-notebooks)")

import nbformat

from tools.notebooks import NOTEBOOKS, executed, texts

pytestmark = pytest.mark.long


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_happens(path: Path) -> None:
    assert texts(executed(path)) == texts(nbformat.read(path, as_version=4)), "make notebooks"


def test_there_is_a_notebook_for_authors_students_and_collectors() -> None:
    assert len(NOTEBOOKS) == 3
