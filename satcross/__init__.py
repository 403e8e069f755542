"""satcross: solve regular-expression crosswords with SAT, and prove how many solutions they have.

Everything of `satcross.api` can be had from here; modules are imported when their first name is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from satcross.api import *  # noqa: F403


def __getattr__(name: str) -> object:
    # a submodule that is not there yet is asked for here as well: leave it to the import system
    if name != "api" and not name.startswith("__"):
        api = import_module("satcross.api")
        if name in api.__all__:
            return getattr(api, name)
    raise AttributeError(f"module 'satcross' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*import_module("satcross.api").__all__, "__version__"])
