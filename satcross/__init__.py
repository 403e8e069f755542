"""satcross: solve regular-expression crosswords with SAT, and prove how many solutions they have.

All names of `satcross.api` are available here; their modules are imported when a name is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from satcross.api import *  # noqa: F403


def __getattr__(name: str) -> object:
    # Python also asks here for submodules that have not been imported; leave those to the import system
    if name != "api" and not name.startswith("__"):
        api = import_module("satcross.api")
        if name in api.__all__:
            return getattr(api, name)
    raise AttributeError(f"module 'satcross' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*import_module("satcross.api").__all__, "__version__"])
