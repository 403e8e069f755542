"""Optional packages: which extra needs which, and the command that installs them where satcross runs.

In: the name of an extra.  Out: an error whose hint is a command that works for this installation.

satcross may have been installed in many ways: into a virtual environment, by pipx, by uv, from a folder, from an index,
or not at all (a working copy on the path of modules).  The packages of an extra can be added to all of these, without
knowing where satcross itself came from.  Only uvx makes its environment again each time, so it has to be asked again.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import sys
import sysconfig
from typing import Final
from urllib.parse import unquote, urlsplit

from satcross.base.platform import IS_WINDOWS
from satcross.errors import MissingError, naming

EXTRAS: Final = {
    "pdf": ("reportlab>=4.1,<6",),
    "png": ("reportlab>=4.1,<6", "pypdfium2>=4.30,<6"),
    "puz": ("puzpy>=0.2.6,<1",),
    "count": ("pyganak>=2.6.1,<3",),
    "verify": ("dratify>=0.1,<0.2",),
    "studio": ("starlette>=0.40,<2", "uvicorn>=0.32,<1", "websockets>=13,<18"),
    "cluster": ("distributed>=2024.5,<2027",),
    "play": ("textual>=6,<9",),
}
"""The packages of each extra, as pyproject.toml has them."""

UVX_FOLDERS: Final = ("archive-v", "environments-v")
"""How the folders of uv's cache begin that hold the environments of uvx."""


def missing_extra(extra: str, message: str, other: str = "") -> MissingError:
    """Return the error that a package of `extra` is not installed.

    Args:
        other: What could be done instead of installing it, or "".
    """
    command = install_command(extra)
    return MissingError(message, hint=naming("{}, or {}", command, other) if other else command, code="missing-extra")


def install_command(extra: str) -> str:
    """Return the command that adds the packages of `extra` to the environment in which satcross runs."""
    packages = command_line(EXTRAS[extra])
    if os.path.exists(os.path.join(sys.prefix, "pipx_metadata.json")):
        return f"pipx inject {command_line([os.path.basename(sys.prefix)])} {packages}"
    if os.path.basename(os.path.dirname(sys.prefix)).startswith(UVX_FOLDERS):
        return " ".join(["uvx", *_source(), *[f"--with {command_line([each])}" for each in EXTRAS[extra]], _command()])
    python = command_line([sys.executable or "python3"])
    if not _has_pip():
        return f"uv pip install --python {python} {packages}"
    return f"{python} -m pip install {'--break-system-packages ' if _is_managed_by_system() else ''}{packages}"


def _has_pip() -> bool:
    return importlib.util.find_spec("pip") is not None


def _is_managed_by_system() -> bool:
    """Return whether pip refuses to install into this environment because the operating system manages it."""
    is_virtual = sys.prefix != sys.base_prefix
    return not is_virtual and os.path.exists(os.path.join(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED"))


def _source() -> list[str]:
    """Return the arguments of uvx that say where satcross comes from; none if it comes from an index."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        text = distribution("satcross").read_text("direct_url.json")
    except PackageNotFoundError:
        return []
    if text is None:
        return []
    origin = json.loads(text)
    url = str(origin["url"])
    if "vcs_info" in origin:
        url = f"{origin['vcs_info']['vcs']}+{url}@{origin['vcs_info']['commit_id']}"
    elif url.startswith("file:"):
        url = unquote(urlsplit(url).path)
        if IS_WINDOWS:
            url = url.lstrip("/")  # /C:/folder
    return ["--from", command_line([url])]


def _command() -> str:
    """Return the command line that runs now, as it began."""
    return command_line(["satcross", *sys.argv[1:]])


def command_line(words: list[str] | tuple[str, ...]) -> str:
    """Return `words` as they are typed into the shell of this system."""
    if IS_WINDOWS:
        return " ".join(f'"{word}"' if not word or set(" <>&|^") & set(word) else word for word in words)
    return shlex.join(words)
