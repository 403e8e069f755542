"""A value for another process, as a process that only passes it on has it."""

from __future__ import annotations

import pickle
from typing import Any, Final


class Sealed:
    """A value that is opened where it is needed; until then it is only bytes."""

    def __init__(self, value: object) -> None:
        self._data: Final = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)

    def opened(self) -> Any:
        """Return the value."""
        return pickle.loads(self._data)
