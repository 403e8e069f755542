"""The names of older revisions: lets this revision's benchmark run a `satcross` from before a renaming.

In: the `satcross` that has been imported.  Out: its modules under the names that `bench` imports today.  Only the names
that a rung needs are listed, those since revision d527c61.  When `bench` imports something else, or when something
is renamed again, a line belongs here; `tests/test_bench.py` runs a rung with that revision.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final

MODULES: Final = {
    "satcross.puzzle.model": "satcross.puzzle.model",
    "satcross.solver.solutions": "satcross.solver.search",
    "satcross.solver.backends.python_sat": "satcross.solver.backend",
}
"""The name of each module that was renamed or split, and its name before that."""

ATTRIBUTES: Final = {("satcross.puzzle.model", "AnyClue"): "Constraint"}
"""The name of each attribute that was renamed, by its module's name today and its own, and its name before that."""


def know_old_names() -> None:
    """Make modules and attributes that the imported `satcross` has under an older name known by today's name."""
    for today, before in MODULES.items():
        try:
            import_module(today)
        except ModuleNotFoundError:
            sys.modules[today] = import_module(before)
    for (module, today), before in ATTRIBUTES.items():
        if not hasattr(sys.modules[module], today):
            setattr(sys.modules[module], today, getattr(sys.modules[module], before))
