"""Nothing that a puzzle says is run; no file is touched that the command line did not name; texts stay texts."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from tempfile import gettempdir
from typing import Final
from xml.etree import ElementTree

import pytest

import satcross
from satcross.pictures.pdf import FONT_FOLDERS
from satcross.puzzle.shapes import NamedLine
from tests.commands import PRINTING, RUNS, prepare
from tests.selection import slow_but

pytestmark = pytest.mark.long

ROOT: Final = Path(__file__).resolve().parent.parent


WATCHED = """
import json, os, sys
from satcross.cli import main
touched = []
def watch(event, arguments):
    if event in ("open", "os.mkdir", "os.remove", "os.rename", "os.listdir", "os.scandir", "os.chmod", "os.link",
                 "os.symlink", "os.truncate", "shutil.rmtree"):
        names = [os.fsdecode(each) for each in arguments[: 1 if event == "open" else 2]
                 if isinstance(each, (str, bytes, os.PathLike))]
        touched.append((event, names))
    elif event.startswith(("socket.", "subprocess.", "os.system", "os.exec", "os.spawn", "os.posix_spawn", "ftplib.",
                           "urllib.", "webbrowser.", "http.", "ctypes.dlopen")):
        touched.append((event, []))
sys.addaudithook(watch)
try:
    status = main(sys.argv[1:])
finally:
    sys.stdout.flush()
    sys.stderr.write("\\n" + json.dumps([status, touched, sys.path + [sys.prefix, sys.base_prefix]]))
"""


MEMORY_HELD: Final = "/proc/self/statm"
"""Where Linux says how much memory the process holds, which every limit on memory is compared with."""


def touched(*arguments: str, cwd: Path) -> tuple[int, list[str], list[str]]:
    """Return the exit status, the paths that `satcross <arguments>` touched besides Python's own, and other events."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *arguments], capture_output=True, text=True, cwd=cwd, check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(cwd / "home"), "LANG": "C.UTF-8"},
    )  # fmt: skip
    status, events, own = json.loads(done.stderr.splitlines()[-1])
    homes = (*(str(Path(each).resolve()) for each in own if each), str(ROOT / "satcross"), "/dev/null")
    paths = []
    others = []
    for event, names in events:
        if event in ("open", "os.mkdir", "os.remove", "os.rename", "os.listdir", "os.scandir", "os.chmod"):
            places = [str((cwd / name).resolve()) for name in names if name != MEMORY_HELD]
            paths += [place for place in places if not place.startswith(homes)]
        else:
            others.append(event)
    return status, paths, others


NAMED: Final = {
    "solve lines.toml": {"words.txt"},  # a word list that the puzzle names, beside it
    "solve --rows A --columns A": set(),
    "check draw.toml --results new.db": set(),
    "hint --grid grid.txt several.toml": set(),
    "generate --shape draw.toml --seed 1 -o new.toml": set(),
}
"""More commands, with the files that they may touch besides those that are named."""


FILES: Final = [RUNS[name] for name in ("export to a file", "render to html", "generate to files", "repair to a file")]
"""Commands that write files, which have temporary names at first."""

ALONE: Final = [run for run in RUNS.values() if not re.search(r"--jobs|\.pdf$|\.png$|^site ", run)]
"""Every command, without other processes of satcross, and without what libraries do that draw."""


@pytest.mark.parametrize("run", slow_but([*NAMED, *set(PRINTING.values()) & set(ALONE), *FILES], [*ALONE, *NAMED]))
def test_no_command_touches_a_file_that_was_not_named(run: str, tmp_path: Path) -> None:
    """Temporary names beside a named output (see `satcross.base.writing`) count as that output."""
    prepare(tmp_path)
    (tmp_path / "lines.toml").write_text("shape = 'lines'\n[[line]]\ncells = ['a', 'b', 'c']\nwords = 'words.txt'\n")
    arguments = run.split()
    status, paths, others = touched(*arguments, cwd=tmp_path)
    assert status in (0, 1)
    assert others == []
    allowed = {str((tmp_path / name).resolve()) for name in {*arguments, *NAMED.get(run, ())}}
    for path in paths:
        whole = re.sub(r"/\.([^/]+)\.[0-9a-f]{8}\.tmp$", r"/\1", path)
        if arguments[0] == "prove" and Path(gettempdir()) in (Path(path), Path(path).parent):
            continue  # python-sat writes proofs through a temporary file, which has no name any more
        is_named = whole in allowed or str(Path(whole).parent) in allowed
        assert is_named or whole == str(tmp_path), path  # the folder itself may be flushed to disk
    assert not (tmp_path / "home").exists()


def test_the_index_of_word_lists_is_the_only_cache(tmp_path: Path) -> None:
    """It lies in the user's cache folder; --no-cache leaves it alone (see the test above)."""
    (tmp_path / "dense.txt").write_text("..\n..\n")
    (tmp_path / "words.txt").write_text("ab\nba\naa\nbb\n")
    _, paths, _ = touched("fill", "--seed", "1", "--words", "words.txt", "dense.txt", cwd=tmp_path)
    home = str((tmp_path / "home/.cache").resolve())
    outside = [path for path in paths if path not in (str(tmp_path / "dense.txt"), str(tmp_path / "words.txt"))]
    assert outside
    assert all(path.startswith(home) or home.startswith(path) for path in outside), outside


def test_pdf_reads_fonts_and_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("reportlab", reason="needs the extra pdf")
    (tmp_path / "p.toml").write_text("title = 'Ж'\n[clues]\nrows = ['A']\ncolumns = ['A']\n")
    status, paths, others = touched("render", "p.toml", "-o", "out.pdf", cwd=tmp_path)
    assert others == []
    named = {str(tmp_path), *(str(tmp_path / name) for name in ("p.toml", "out.pdf"))}
    fonts = tuple(folder.replace("~", str(tmp_path / "home")) for folder in FONT_FOLDERS.get(sys.platform, ()))
    paths = [re.sub(r"/\.([^/]+)\.[0-9a-f]{8}\.tmp$", r"/\1", path) for path in paths]
    assert [path for path in paths if path not in named and not path.startswith(fonts)] == []
    assert status in (0, 2)  # where no font has this letter


# texts

HOSTILE: Final = (
    "</script><script>alert(1)</script>",
    '" onload="alert(1)" x=\'',
    "'><img src=x onerror=alert(1)>",
    "]]></style>&amp;<!--",
    "javascript:alert(1)//\\u003c",
    "};body{background:url(//evil.example)}",
    "\x1b]0;owned\x07\x1b[2J\x9b31m",
    "\u202egnp.exe\u2066",
    '${alert(1)}`#import "/etc/passwd"#',
)


def hostile_puzzle(text: str) -> satcross.Puzzle:
    """Return a puzzle that says `text` wherever a puzzle can say anything."""
    import re as python

    names = [f"{text}{number}" for number in range(2)]
    return satcross.lines(
        [NamedLine([*names], ["A.", f"A?[AB]|{python.escape(text)}"], text)],
        given={names[0]: "A"}, title=text, author=text, source=text, notes=text, licence=text, alphabet="AB",
    )  # fmt: skip


class Elements(HTMLParser):
    """Collects the elements of a page, their attributes, and the text in its scripts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))
        self.inside = tag if tag in ("script", "style") else ""

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.raw.append(data)


def styles_of(page: Elements) -> set[str]:
    """Return the inline styles of a page, their numbers left out: those depend on how long texts are."""
    return {re.sub(r"[\d.]+", "", attributes.get("style") or "") for _, attributes in page.elements}


@pytest.mark.parametrize("text", HOSTILE)
def test_pages_hold_no_more_elements_whatever_the_puzzle_says(text: str) -> None:
    found, harmless = Elements(), Elements()
    found.feed(satcross.render(hostile_puzzle(text), "html").decode())
    harmless.feed(satcross.render(hostile_puzzle("harmless"), "html").decode())
    tags = {tag for tag, _ in harmless.elements}
    assert {tag for tag, _ in found.elements} <= tags
    assert [tag for tag, _ in found.elements if tag in ("script", "style")] == [
        tag for tag, _ in harmless.elements if tag in ("script", "style")
    ]
    names = {name for _, attributes in harmless.elements for name in attributes}
    assert {name for _, attributes in found.elements for name in attributes} <= names
    assert not any(name.startswith("on") or name in ("src", "href", "action", "srcdoc") for name in names)
    assert styles_of(found) <= styles_of(harmless)
    policy = next(attributes for tag, attributes in found.elements if "http-equiv" in attributes)
    assert "default-src 'none'" in str(policy["content"])
    for raw in found.raw:  # data are JSON without anything that HTML knows; code is ours
        if raw.lstrip().startswith(("{", "[")):
            json.loads(raw)
            assert not set(raw) & set("<>&")


@pytest.mark.parametrize("text", HOSTILE)
def test_pictures_hold_no_more_elements_whatever_the_puzzle_says(text: str) -> None:
    def elements(written: str) -> list[ElementTree.Element]:
        return list(ElementTree.fromstring(satcross.render(hostile_puzzle(written), "svg")).iter())

    def kinds(found: list[ElementTree.Element]) -> set[str]:
        return {name for each in found for name in (each.tag.rpartition("}")[2], *(f"@{key}" for key in each.attrib))}

    def styles(found: list[ElementTree.Element]) -> list[str | None]:
        return [each.text for each in found if each.tag.endswith("}style")]

    found, harmless = elements(text), elements("harmless")
    assert not kinds(found) & {"script", "foreignObject", "image", "use", "a", "iframe", "@href"}
    assert not {name for name in kinds(found) if name.startswith("@on")}
    assert kinds(found) <= kinds(harmless)
    assert len(styles(found)) == len(styles(harmless))
