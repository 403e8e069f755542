"""What the player has chosen for all puzzles, kept beside the games.

A file that cannot be read counts as no choice.
"""

from __future__ import annotations

import json
import os
from typing import Final, NamedTuple

from satcross.base.reading import open_kept
from satcross.base.writing import write_kept
from satcross.errors import SatcrossError

MOST_BYTES: Final = 10_000  # of the file; it takes a hundred


class PlaySettings(NamedTuple):
    """What the player has chosen.

    Attributes:
        marks_stuck: Whether clues are marked that can no longer be satisfied although their line is not full.
        goes_on: Whether typing goes on to another line at the end of one.
    """

    marks_stuck: bool = True
    goes_on: bool = True


DEFAULT_SETTINGS: Final = PlaySettings()


def file_of(games: str | None) -> str | None:
    """Return the file of the settings, beside the folder of the games; None if there is no place for either."""
    return None if games is None else os.path.join(os.path.dirname(games), "settings.json")


def load_settings(path: str | None) -> PlaySettings:
    """Return the settings that the file `path` keeps."""
    if path is None:
        return DEFAULT_SETTINGS
    try:
        with open_kept(path) as file:
            kept = json.loads(file.read(MOST_BYTES).decode())
    except (OSError, ValueError):
        return DEFAULT_SETTINGS
    known = {
        name: kept[name] for name in PlaySettings._fields if isinstance(kept, dict) and isinstance(kept.get(name), bool)
    }
    return PlaySettings(**known)


def save_settings(settings: PlaySettings, path: str | None) -> None:
    """Keep `settings` in the file `path`, if that is possible."""
    if path is None:
        return
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_kept(path, json.dumps(settings._asdict()).encode())
    except (OSError, SatcrossError):
        return
