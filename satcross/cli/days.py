"""The day whose puzzle is wanted, as commands are told it."""

from __future__ import annotations

from datetime import date

from satcross.errors import OptionError


def day_of(text: str) -> date:
    """Return the day that `text` writes.  Raises OptionError if there is no such day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise OptionError(f"there is no day {text!r}", hint="write it as 2026-02-14") from None
