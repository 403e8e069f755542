"""The studio touches no file but those named on the command line, and never writes over what it has not read."""

import json
import sys
from pathlib import Path
from tempfile import gettempdir

import pytest

import satcross
from satcross.errors import OptionError
from satcross.studio.named_files import Files
from tests.studio.client import ROOT, SMALL, serving

pytestmark = pytest.mark.long

WATCH = """
import os, sys
LOG = os.open(os.environ["WATCHED"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
EVENTS = ("open", "os.mkdir", "os.remove", "os.rename", "os.listdir", "os.scandir", "os.chmod", "os.link", "os.symlink")
def watch(event, arguments):
    if event in EVENTS and isinstance(arguments[0], (str, bytes)):
        os.write(LOG, f"{event} {os.path.abspath(os.fsdecode(arguments[0]))}\\n".encode())
sys.addaudithook(watch)
"""
"""Python runs this at the start of every process, of the workers too."""


def test_no_process_of_it_touches_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(WATCH)
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "old.toml").write_bytes((ROOT / "puzzles/hello.toml").read_bytes())
    (tmp_path / "words.txt").write_text("AB\nBA\n")
    monkeypatch.setenv("WATCHED", str(tmp_path / "log"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "hook"))
    with serving(home, "../old.toml", "../new.toml", "--words", "../words.txt") as server, server.editor() as editor:
        assert editor.ask("open", name="../old.toml")[0]["type"] == "documents"
        editor.edit(SMALL, "layout", "parse", "verdict", "lint", "steps")
        editor.ask("mend", how="repair", most=1)
        for format in ("svg", "html", "toml", "proof"):
            editor.ask("export", format=format)
        editor.ask("save", name="../new.toml", version="")
        editor.edit({"puzzle": {"clues": {"rows": 2, "columns": 2}}, "mode": "words"}, "words")
        editor.ask("fill")
        editor.ask("import", text="[clues]\nrows = [{ words = '/etc/hostname' }]\ncolumns = 1")
    folders = {str(Path(each).resolve()) for each in (*sys.path, sys.prefix, sys.base_prefix) if each}
    own = (*folders, str(ROOT / "satcross"), "/dev/", "/proc/", "/sys/", str(tmp_path / "hook"), str(tmp_path / "log"))
    touched = {line.partition(" ")[2] for line in (tmp_path / "log").read_text().splitlines()}
    others = {each for each in touched if not each.startswith(own)}
    named = {"old.toml", "new.toml", "words.txt"}
    assert {Path(each).name for each in others if Path(each).parent == tmp_path} >= named
    unnamed = {each for each in others if Path(each).name not in named and not each.endswith(".tmp")}
    # workers are forked by way of a socket in a temporary folder; python-sat writes proofs through a temporary file;
    # Python itself looks for modules in the folder that it runs in
    temporary = Path(gettempdir())
    usual = {str(temporary), str(tmp_path), str(home)}
    usual |= {each for each in unnamed if Path(each).parent == temporary or "pymp-" in each}
    usual |= {each for each in unnamed if Path(each).name.startswith(("listener-", "sock-"))}
    assert unnamed - usual == set()


def test_files_are_opened_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_bytes((ROOT / "puzzles/hello.toml").read_bytes())
    with serving(tmp_path, "small.toml", "new.json") as server, server.editor() as editor:
        files = {each["name"]: each for each in editor.hello["files"]}
        assert files["new.json"] == {"name": "new.json", "version": "", "is_writable": True}
        opened = editor.ask("open", name="small.toml")[0]
        assert (opened["format"], opened["version"]) == ("toml", files["small.toml"]["version"])
        document = opened["documents"][0]["document"]
        document["puzzle"]["title"] = "Another title"
        editor.edit(document, "parse")
        saved = editor.ask("save", name="small.toml", version=opened["version"])[0]
        assert satcross.load(path).title == "Another title"
        assert satcross.load(path).expected == satcross.load(ROOT / "puzzles/hello.toml").expected
        again = editor.ask("save", name="small.toml", version=saved["version"])[0]
        assert again["version"] == saved["version"]

        path.write_text("# changed by another program\n" + path.read_text())
        changed = path.read_text()
        assert editor.ask("save", name="small.toml", version=saved["version"])[0]["code"] == "changed-on-disk"
        assert editor.ask("save", name="small.toml")[0]["code"] == "changed-on-disk"
        assert path.read_text() == changed
        assert editor.ask("save", name="small.toml", overwrite=True)[0]["type"] == "saved"
        assert editor.ask("save", name="new.json", version="")[0]["type"] == "saved"
        assert json.loads((tmp_path / "new.json").read_text())["title"] == "Another title"
        for name in ("other.toml", "../small.toml", str(path), "/etc/passwd", "small.toml\0", "./small.toml"):
            assert editor.ask("open", name=name)[0]["code"] == "missing"
            assert editor.ask("save", name=name, overwrite=True)[0]["type"] == "refusal"
        editor.edit({"puzzle": {"clues": {"rows": [["("]], "columns": 1}}}, "parse")
        assert editor.ask("save", name="small.toml", overwrite=True)[0]["type"] == "saved", "half-made puzzles too"
    assert {each.name for each in tmp_path.iterdir()} == {"small.toml", "new.json", "errors.txt"}


def test_a_word_list_that_a_puzzle_file_names_is_read(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "birds.txt").write_text("OWL\nEMU\nTIT\n")
    (tmp_path / "lists" / "secret.txt").write_text("KEY\n")
    (tmp_path / "birds.toml").write_text(
        'alphabet = "A-Z"\n[clues]\nrows = [{ words = "lists/birds.txt" }]\ncolumns = ["[E-T]", "", "[LT]"]\n'
    )
    with serving(tmp_path, "birds.toml") as server, server.editor() as editor:
        opened = editor.ask("open", name="birds.toml")[0]
        document = opened["documents"][0]["document"]
        assert document["puzzle"]["clues"]["rows"] == [[{"words": "lists/birds.txt"}]]
        assert editor.about(document, "verdict")["count"] == "2"  # OWL and TIT
        (tmp_path / "lists" / "birds.txt").write_text("OWL\nEMU\n")
        assert editor.about(document, "verdict")["count"] == "1", "the list as it is now"

        # what a page writes into the file does not make the studio read other lists
        document["puzzle"]["clues"]["rows"] = [[{"words": "lists/secret.txt"}]]
        refusal = editor.edit(document, "verdict")[-1]
        assert (refusal["code"], refusal["type"]) == ("outside", "refusal")
        assert "lists/secret.txt" in refusal["message"]
        (tmp_path / "birds.toml").write_text((tmp_path / "birds.toml").read_text().replace("birds.txt", "secret.txt"))
        assert editor.ask("open", name="birds.toml")[0]["code"] == "outside"


def test_two_word_lists_of_one_name_are_refused(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "birds.txt").write_text("OWL\n")
        (tmp_path / name / "a.toml").write_text('[clues]\nrows = [{ words = "birds.txt" }]\ncolumns = 3\n')
    with pytest.raises(OptionError, match="two word lists"):
        Files([str(tmp_path / "one" / "a.toml"), str(tmp_path / "other" / "a.toml")])
