"""Files of small puzzles, one for each thing that a command can say about a puzzle."""

import json
from collections.abc import Container
from typing import Final

UNIQUE: Final = "[clues]\nrows = ['AB']\ncolumns = ['', 'B']\n"
SEVERAL: Final = "[clues]\nrows = ['AB|BA']\ncolumns = 2\n"
NONE: Final = "[clues]\nrows = ['AB']\ncolumns = ['B', '']\n"
FAULTY: Final = "[clues]\nrows = ['A(']\ncolumns = 1\n"
LARGE: Final = "[clues]\nrows = ['(A{1000}){1000}|(B?){1000}']\ncolumns = 1000\n"


def many(number: int, first: str = "A", faulty: Container[int] = ()) -> str:
    """Return the file of a website with puzzles that are named "number 0" and so on.

    They are unique, unless `first`, the clue of the first column, allows more; those in `faulty` cannot be read.
    """
    rows = [["A(" if n in faulty else "[AB]C"] for n in range(number)]
    columns = [[first], ["C|D"]]
    puzzles = [
        {"patternsX": columns, "patternsY": [row], "id": "1", "name": f"number {n}"} for n, row in enumerate(rows)
    ]
    return json.dumps([{"id": "g", "name": "all", "puzzles": puzzles}])
