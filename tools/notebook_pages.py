"""Write each notebook of examples/ as a page of the documentation, with what its cells show.

    examples/*.ipynb  ->  docs/generated/notebooks/*.md, and the PNG pictures beside them

Sphinx calls `write_notebooks` before it reads the pages (docs/conf.py).  Nothing is run: `make notebooks` does that.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.gallery import write_if_new


def write_notebooks(notebooks: Path, folder: Path) -> None:
    """Write a page into `folder` for each notebook in the folder `notebooks`."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(notebooks.glob("*.ipynb")):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        parts = [part for number, cell in enumerate(cells) for part in _shown(cell, folder, f"{path.stem}-{number}")]
        note = f"This is the notebook `examples/{path.name}`, which you can run and change."
        write_if_new(folder / f"{path.stem}.md", "\n\n".join([parts[0], note, *parts[1:]]).encode() + b"\n")


def _shown(cell: dict[str, Any], folder: Path, name: str) -> Iterator[str]:
    """Yield the parts of a page for `cell`; its pictures are written into `folder` under `name`."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for number, output in enumerate(cell["outputs"]):
        data = output.get("data", {})
        if "image/png" in data:
            chart = f"chart-{name}-{number}.png"
            write_if_new(folder / chart, b64decode("".join(data["image/png"])))
            yield f"![what the cell draws]({chart})"
        elif "text/html" in data:
            yield "```{raw} html\n" + "".join(data["text/html"]) + "\n```"
        else:
            yield "```text\n" + "".join(output.get("text") or data["text/plain"]).rstrip("\n") + "\n```"
