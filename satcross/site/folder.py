"""The folder of a site: only what has changed is written, and files that others have put there are never touched.

In: the files of a site by their paths.  Out: the same files in a folder, and `MANIFEST`, which says what was written,
with a note for the next call.

A file belongs to the site if it still is as it was written.  All new files are first written to a folder with a
temporary name, so that a full disk changes nothing.  Before they replace others, the manifest names the old and the
new contents, so that the next call can go on wherever this one ends.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import Any, Final, TypeAlias

from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.base.writing import write_text
from satcross.errors import OptionError, SatcrossError

MANIFEST: Final = ".satcross-site.json"

Hashes: TypeAlias = dict[str, list[str]]
"""The hashes of what each file of the site may hold, by its path."""


class Manifest(NamedTuple):
    """What the manifest says: which files were written, and the note."""

    files: Hashes
    note: Any = None


class Changes(NamedTuple):
    """What was done: how many files were written, were the same already, and were removed."""

    written: int
    same: int
    removed: int


def write_site(folder: str, files: Mapping[str, bytes], note: Any = None, kept: Collection[str] = ()) -> Changes:
    """Write the files of a site to `folder`, which is created if needed, and remove files of an earlier site.

    Args:
        note: JSON that `manifest_of` returns afterwards.
        kept: The paths of files of the earlier site that stay.

    Raises:
        OptionError: If a file in the way does not belong to the site.
        SatcrossError: If the file system refuses anything (code `write`); then nothing has changed.
    """
    with _written_in(folder):
        is_new = not os.path.isdir(folder)
        os.makedirs(folder, exist_ok=True)
        try:
            return _update(folder, files, note, kept)
        finally:
            if is_new:
                with suppress(OSError):
                    os.rmdir(folder)  # which fails unless it is empty


def _update(folder: str, files: Mapping[str, bytes], note: Any, kept: Collection[str]) -> Changes:
    earlier = manifest_of(folder)
    known = earlier.files
    new = {path: _hash(data) for path, data in files.items()}
    present = {path: _present(folder, path) for path in new | known}
    _check_are_ours([path for path in new if not _is_ours(path, present[path], known, new)], folder)
    changed = [path for path in new if present[path] != new[path]]
    stale = [path for path in known if path not in new and path not in kept and present[path] in known[path]]
    stays = {path: hashes for path, hashes in known.items() if path in kept}
    final = Manifest(dict(sorted({**stays, **{path: [each] for path, each in new.items()}}.items())), note)
    if not changed and not stale and final == earlier:
        return Changes(0, len(new), 0)
    with _staged(folder, {path: files[path] for path in changed}) as staged:
        either = {path: sorted({*known.get(path, []), *final.files.get(path, [])}) for path in known | final.files}
        _write_manifest(folder, Manifest(either, earlier.note))
        for path, temporary in staged.items():
            target = os.path.join(folder, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.replace(temporary, target)
        for path in stale:
            os.unlink(os.path.join(folder, path))
            with suppress(OSError):
                os.rmdir(os.path.join(folder, os.path.dirname(path)))  # unless there is more in it
    _write_manifest(folder, final)
    return Changes(len(changed), len(new) - len(changed), len(stale))


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


def _present(folder: str, path: str) -> str | None:
    """Return the hash of what is at a path: None for nothing, "" for what is not a file, or is behind a link."""
    target = os.path.join(folder, path)
    above = os.path.dirname(path)
    if above and (os.path.islink(os.path.join(folder, above)) or os.path.isfile(os.path.join(folder, above))):
        return ""
    if not os.path.lexists(target):
        return None
    if os.path.islink(target) or not os.path.isfile(target):
        return ""
    with open(target, "rb") as file:
        return _hash(file.read())


def _is_ours(path: str, held: str | None, known: Hashes, new: Mapping[str, str]) -> bool:
    """Return whether a file may be written: nothing is there, or what the site has or had there."""
    return held is None or held == new[path] or held in known.get(path, [])


def _check_are_ours(foreign: list[str], folder: str) -> None:
    """Raise OptionError if there are files in the way that do not belong to the site."""
    if foreign:
        more = f", and so are {counted(len(foreign) - 1, 'other file')}" if len(foreign) > 1 else ""
        raise OptionError(
            f"this file is in the way: satcross site did not write it, or it was changed since{more}",
            place=[os.path.join(folder, foreign[0])],
            hint="move it away, or name another folder with -o",
            code="write",
        )


def manifest_of(folder: str) -> Manifest:
    """Return what earlier calls have written; nothing if there is no manifest.  Raises OptionError if damaged."""
    path = os.path.join(folder, MANIFEST)
    if not os.path.lexists(path):
        return Manifest({})
    try:
        with open(path, encoding="utf-8") as file:
            read = json.load(file)
        known = {str(name): [str(each) for each in hashes] for name, hashes in read["files"].items()}
        note = read.get("note")
        if any(os.path.isabs(name) or ".." in name.split("/") for name in known):
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError):
        raise OptionError(
            "this is not the list of files that satcross site writes",
            place=[path],
            hint="remove it, and all other files of the site",
            code="write",
        ) from None
    return Manifest(known, note)


def _write_manifest(folder: str, manifest: Manifest) -> None:
    written = json.dumps({"satcross": "site", **manifest._asdict()}, indent=0)
    write_text(os.path.join(folder, MANIFEST), written + "\n")


@contextmanager
def _staged(folder: str, files: Mapping[str, bytes]) -> Iterator[dict[str, str]]:
    """Give the block the paths of files with these contents; files that it leaves there are removed."""
    stage = os.path.join(folder, f".satcross-site.{os.urandom(4).hex()}.tmp")
    os.mkdir(stage)
    try:
        staged = {}
        for number, (path, data) in enumerate(files.items()):
            staged[path] = os.path.join(stage, str(number))
            with open(staged[path], "xb") as file:
                file.write(data)
        yield staged
    finally:
        shutil.rmtree(stage, ignore_errors=True)


@contextmanager
def _written_in(folder: str) -> Iterator[None]:
    """Let what the file system refuses be an error about the folder."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise SatcrossError(f"the site cannot be written: {reason}", place=[folder], code="write") from None
