"""Files are written completely or not at all."""

import ast
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from satcross.base import writing
from satcross.base.writing import replacing, write_bytes, write_folder, write_text
from satcross.errors import SatcrossError


def test_text_is_written_as_utf8_with_unix_line_ends(tmp_path: Path) -> None:
    write_text(tmp_path / "out", "ä\nb")
    assert (tmp_path / "out").read_bytes() == "ä\nb".encode()


def test_an_exception_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    def fail_half_way() -> None:
        with replacing(tmp_path / "out") as file:
            file.write("half")
            file.flush()
            raise ZeroDivisionError

    write_bytes(tmp_path / "out", b"old")
    with pytest.raises(ZeroDivisionError):
        fail_half_way()
    assert os.listdir(tmp_path) == ["out"]
    assert (tmp_path / "out").read_bytes() == b"old"


def test_a_signal_as_soon_as_the_file_is_there_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any) -> None:
        open(*arguments).close()
        raise KeyboardInterrupt

    monkeypatch.setattr(writing, "open", interrupted, raising=False)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "out", "new")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["ä" * 120, "日" * 80, "n" * 250], ids=["240 bytes", "240 bytes of 80", "250 bytes"])
def test_a_name_may_have_as_many_bytes_as_the_file_system_allows(name: str, tmp_path: Path) -> None:
    write_text(tmp_path / name, "x")
    assert os.listdir(tmp_path) == [name]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes as POSIX has them")
def test_a_named_pipe_is_written_if_somebody_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr(writing, "PATIENCE", 0)
    with pytest.raises(SatcrossError, match="no process reads this pipe") as caught:
        write_text(pipe, "x")
    assert (caught.value.code, caught.value.place) == ("write", (str(pipe),))
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(pipe, "x")
    assert os.read(reader, 9) == b"x"
    os.close(reader)


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="no /dev/fd here")
def test_an_open_pipe_may_be_named_too() -> None:
    reader, writer = os.pipe()
    write_text(f"/dev/fd/{writer}", "x")
    assert os.read(reader, 9) == b"x"
    os.close(reader)
    os.close(writer)


def test_the_mode_of_a_replaced_file_is_kept_and_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == 0o640


def test_a_new_file_has_the_permissions_the_user_asked_for(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_text(tmp_path / "out", "x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640


@pytest.mark.parametrize("target", ["missing/out", "."], ids=["no such folder", "a folder"])
def test_what_cannot_be_written_is_one_error_that_names_the_path(tmp_path: Path, target: str) -> None:
    with pytest.raises(SatcrossError) as caught:
        write_text(tmp_path / target, "x")
    assert caught.value.code == "write"
    assert caught.value.place == (str(tmp_path / target),)
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("size", [1, 5_000_000])
def test_a_full_device_is_an_error(size: int) -> None:
    with pytest.raises(SatcrossError, match="No space left"):
        write_text("/dev/full", "x" * size)


def test_files_of_a_folder_are_written_all_or_none(tmp_path: Path) -> None:
    write_folder(tmp_path / "new", {"a": "1", "b": "2"})
    assert {path.name: path.read_text() for path in (tmp_path / "new").iterdir()} == {"a": "1", "b": "2"}
    (tmp_path / "new" / "c").mkdir()
    with pytest.raises(SatcrossError, match="cannot be written"):
        write_folder(tmp_path / "new", {"c": "3", "a": "4"})
    assert (tmp_path / "new" / "a").read_text() == "1"
    with pytest.raises(SatcrossError, match="cannot be written"):
        write_folder(tmp_path / "other", {"a": "1", "missing/b": "2"})
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_a_file_that_may_not_be_changed_stays(tmp_path: Path) -> None:
    """Renaming another file to its name would need no permission for it."""
    path = tmp_path / "kept.txt"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(SatcrossError, match="this file may not be changed"):
        write_text(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["kept.txt"]


def test_every_text_file_and_pipe_of_ours_names_its_encoding() -> None:
    """Otherwise it is that of the system, and `python -X warn_default_encoding` warns of it."""
    for path in Path(writing.__file__).parents[1].rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            named = {each.arg: each.value for each in node.keywords}
            name = ast.unparse(node.func)
            mode = ast.unparse(node.args[1]) if len(node.args) > 1 else "'r'"
            is_text = (name in ("open", "os.fdopen") and "b" not in mode) or ("text" in named and "Popen" in name)
            is_text |= name == "subprocess.run" and "text" in named
            assert not is_text or "encoding" in named, f"{path}:{node.lineno}"
