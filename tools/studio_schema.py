"""Write docs/studio.schema.json, which says to other programs what `satcross.studio.messages` says to Python.

python -m tools.studio_schema [FILE]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from satcross.studio.messages import ANSWERS, PROTOCOL, REQUESTS
from satcross.studio.typed import schema

TARGET = Path(__file__).resolve().parent.parent / "docs" / "studio.schema.json"


def text() -> str:
    """Return the contents of the file."""
    made = schema({"Request": REQUESTS, "Answer": ANSWERS}, PROTOCOL)
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (Path(sys.argv[1]) if sys.argv[1:] else TARGET).write_text(text(), "utf-8")
