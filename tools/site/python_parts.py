"""The three parts of which Python in the browser consists: the interpreter, its library, and satcross with the wheels.

In: the package, and what `downloads` has fetched.  Out: the parts as bytes, each packed by gzip.

Modules are compiled to bytecode by the Python that will run them, in node.  The library is a ZIP file without
compression, from which Python imports; satcross is an archive of our own that `site/engine/worker.js` unpacks: a table
of contents in JSON, after its length in four bytes, and then the files.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from tools.site.downloads import PYODIDE, ROOT, WHEELS

WORK: Final = ROOT / "build" / "site-python"
HERE: Final = Path(__file__).parent
DATA: Final = (".json", ".txt", ".js", ".css", ".html", ".svg")
"""Endings of the files in the package that are no modules and may be needed."""


class Parts(NamedTuple):
    """Python in the browser; each part is packed by gzip."""

    python: bytes
    library: bytes
    satcross: bytes


def built_parts() -> Parts:
    """Return the parts, those of the last time if nothing has changed.

    Raises:
        RuntimeError: If a module cannot be compiled.
    """
    library, packages = _library(), _packages()
    key = sha256()
    tools = {path.name: path.read_bytes() for path in HERE.iterdir() if path.suffix in (".py", ".mjs")}
    for path, data in sorted((library | packages | tools).items()):
        key.update(f"{path}\0{len(data)}\0".encode() + data)
    kept = WORK / f"parts-{key.hexdigest()[:16]}"
    files = {name: kept / name for name in Parts._fields}
    if not all(path.exists() for path in files.values()):
        for old in WORK.glob("parts-*"):
            shutil.rmtree(old)
        kept.mkdir(parents=True)
        for name, data in _parts(library, packages)._asdict().items():
            files[name].write_bytes(data)
    return Parts(**{name: path.read_bytes() for name, path in files.items()})


def _parts(library: dict[str, bytes], packages: dict[str, bytes]) -> Parts:
    """Return the parts of these files.  Raises RuntimeError if a module cannot be compiled."""
    compiled = _compiled({path: data for path, data in (library | packages).items() if path.endswith(".py")})
    others = {path: data for path, data in packages.items() if not path.endswith(".py")}
    in_library = {f"{path}c" for path in library}
    return Parts(
        _packed((PYODIDE / "pyodide.asm.wasm").read_bytes()),
        _packed(_as_zip({path: data for path, data in compiled.items() if path in in_library})),
        _packed(_as_archive({path: data for path, data in compiled.items() if path not in in_library} | others)),
    )


def lock_info() -> dict[str, str]:
    """Return what Pyodide says about the Python that it is; it wants to be told the same at its start."""
    info: dict[str, str] = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"]
    return info


def _library() -> dict[str, bytes]:
    """Return the files of the standard library, and of Pyodide's own packages."""
    with ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def package_files() -> dict[str, bytes]:
    """Return the files of satcross that the engine needs, by their paths."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for path in sorted((ROOT / "satcross").rglob("*"))
        if path.suffix in (".py", *DATA)
        and not path.is_relative_to(ROOT / "satcross" / "site")
        and "studio/page" not in path.as_posix()
    }


def _packages() -> dict[str, bytes]:
    """Return the files of satcross, and those of the wheels that are imported."""
    files = package_files()
    for wheel in sorted(WHEELS.glob("*.whl")):
        with ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if ".data/" not in name and ".dist-info/" not in name]
            files |= {name: archive.read(name) for name in names if name.endswith((".py", ".so"))}
    return files


def _compiled(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the bytecode of each module that is needed, by the path that it has."""
    tree = WORK / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    for path, data in sources.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_bytes(data)
    run_in_pyodide(WORK, "tools.site.compile_folder")
    return {path.relative_to(tree).as_posix(): path.read_bytes() for path in sorted(tree.rglob("*.pyc"))}


def run_in_pyodide(folder: Path, *command: str) -> None:
    """Run a Python module in Pyodide, whose current folder is `folder`.  Raises RuntimeError with what it says."""
    node = ["node", str(HERE / "in_pyodide.mjs"), str(PYODIDE), str(ROOT), str(folder), ""]
    done = subprocess.run([*node, *command], capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]} fails in Pyodide: {done.stderr or done.stdout}")


def _as_zip(files: Mapping[str, bytes]) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as archive:
        for path, data in sorted(files.items()):
            archive.writestr(ZipInfo(path), data)
    return made.getvalue()


def _as_archive(files: Mapping[str, bytes]) -> bytes:
    table, end = {}, 0
    for path, data in sorted(files.items()):
        table[path] = (end, end := end + len(data))
    text = json.dumps(table, separators=(",", ":")).encode()
    return b"".join([len(text).to_bytes(4), text, *(data for _, data in sorted(files.items()))])


def _packed(data: bytes) -> bytes:
    """Return `data` packed by gzip; equal data gives equal bytes."""
    return gzip.compress(data, 9, mtime=0)
