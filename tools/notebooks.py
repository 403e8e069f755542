"""Run the notebooks of examples/, and write what their cells print into them: `make notebooks`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient import NotebookClient

ROOT: Final = Path(__file__).resolve().parent.parent
NOTEBOOKS: Final = sorted((ROOT / "examples").glob("*.ipynb"))


def executed(path: Path) -> Any:
    """Return the notebook in the file `path` after running all its cells, in the folder examples/.

    Raises:
        CellExecutionError: If a cell raises.
    """
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    ).execute()
    return notebook


def texts(notebook: Any) -> list[str]:
    """Return the text that each code cell shows: what it prints, and its value; pictures and times are left out."""
    found = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            parts = [each.get("text") or each.get("data", {}).get("text/plain", "") for each in cell.outputs]
            found.append(re.sub(r"0x[0-9a-f]+", "0x", "".join(parts)))
    return found


def main() -> None:
    for path in NOTEBOOKS:
        notebook = executed(path)
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)  # the times of day
        for name in set(notebook.metadata) - {"kernelspec"}:
            del notebook.metadata[name]
        nbformat.write(notebook, path)
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
