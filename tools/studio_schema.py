"""Write docs/studio.schema.json, which says to other programs what the types of the studio's messages say to Python.

python -m tools.studio_schema [FILE]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from satcross.studio.answers import StudioMessage
from satcross.studio.messages import PROTOCOL, EditorMessage
from satcross.studio.typed import schema

TARGET = Path(__file__).resolve().parent.parent / "docs" / "studio.schema.json"


def text() -> str:
    """Return the contents of the file."""
    made = schema({"Request": EditorMessage, "Answer": StudioMessage}, PROTOCOL)
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (Path(sys.argv[1]) if sys.argv[1:] else TARGET).write_text(text(), "utf-8")
