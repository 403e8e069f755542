"""Showing very many solutions: what is the same in all of them is worked out once.

In: a function that shows the letters of a grid as a text.  Out: a quicker one that shows them in the same way.  Where
each cell's letter stands in the text is found by trying: with the digits 0 and 1 in all cells the texts differ exactly
at the letters, and with the k-th bits of the cell numbers instead, the k-th bit of the cell can be read off each place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final


class Stencil:
    """`show`, for grids of `cells` letters.  Letters that do not show as themselves are left to `show`."""

    __slots__ = ("_cells", "_form", "_is_plain", "_order", "_show")

    def __init__(self, cells: int, show: Callable[[Sequence[str]], str]) -> None:
        self._cells: Final = cells
        self._show: Final = show
        self._is_plain: Final[dict[str, bool]] = {}
        blank, full = show("0" * cells), show("1" * cells)
        places = [place for place, (one, two) in enumerate(zip(blank, full, strict=True)) if one != two]
        cell_at = dict.fromkeys(places, 0)
        for bit in range(cells.bit_length()):
            shown = show("".join("1" if cell >> bit & 1 else "0" for cell in range(cells)))
            for place in places:
                cell_at[place] |= (shown[place] == "1") << bit
        pieces, start = [], 0
        for place in places:
            pieces.append(blank[start:place].replace("%", "%%"))
            start = place + 1
        self._form: Final = "%s".join([*pieces, blank[start:].replace("%", "%%")])
        order = tuple(cell_at.values())
        self._order: Final = None if order == tuple(range(cells)) else order

    def __call__(self, letters: tuple[str, ...]) -> str:
        """Return what `show` returns."""
        for letter in set(letters):
            is_plain = self._is_plain.get(letter)
            if is_plain is None:
                is_plain = self._show((letter,) * self._cells) == self._fill((letter,) * self._cells)
                self._is_plain[letter] = is_plain
            if not is_plain:
                return self._show(letters)
        return self._fill(letters)

    def _fill(self, letters: tuple[str, ...]) -> str:
        return self._form % (letters if self._order is None else tuple([letters[cell] for cell in self._order]))
