"""The names of older revisions: lets this revision's benchmark run a `satcross` from before a renaming.

In: the `satcross` that has been imported.  Out: its modules under the names that `bench` imports today.  Only the names
that a rung needs are listed, those since revision d527c61.  When `bench` imports something else, or when something
is renamed again, a line belongs here; `tests/test_bench.py` runs a rung with that revision.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Final

MODULES: Final = {
    "satcross.base.budget": ("satcross.budget",),
    "satcross.puzzle": ("satcross.puzzle.model", "satcross.model"),
    "satcross.solver.solutions": ("satcross.solve.solutions", "satcross.solve.search"),
    "satcross.solver.python_sat": (
        "satcross.solver.backends.python_sat",
        "satcross.solve.solvers.python_sat",
        "satcross.solve.backend",
    ),
    "satcross.solver.cnf": ("satcross.solver.cnf.variables", "satcross.cnf.variables"),
    "satcross.solver.compile": ("satcross.solve.compile",),
    "satcross.solver": ("satcross.solve",),
}
"""The names that each module had before, the newest first.  A package follows its modules: under its new name Python
would find the modules in its folder, and load each of them for a second time."""

ATTRIBUTES: Final = {("satcross.puzzle", "AnyClue"): "Constraint"}
"""The name of each attribute that was renamed, by its module's name today and its own, and its name before that."""


def know_old_names() -> None:
    """Make modules and attributes that the imported `satcross` has under an older name known by today's name."""
    for today, earlier in MODULES.items():
        before = _first_of(earlier)
        now = _first_of((today,))
        if before is not None and now is not None:  # a package then, whose modules are one today
            vars(now).update({name: value for name, value in vars(before).items() if not name.startswith("__")})
        elif before is not None:
            sys.modules[today] = before
    for (module, attribute), old in ATTRIBUTES.items():
        if not hasattr(sys.modules[module], attribute):
            setattr(sys.modules[module], attribute, getattr(sys.modules[module], old))


def _first_of(names: tuple[str, ...]) -> ModuleType | None:
    """Return the module that the imported `satcross` has under the first of `names` that it knows; None: under none."""
    for name in names:
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    return None
