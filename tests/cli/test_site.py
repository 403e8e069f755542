"""`satcross site`: what the folder holds, what is written again, and what is refused."""

import importlib.util
import json
import re
import shutil
import zlib
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree

import pytest

from satcross import load
from satcross.cli import main
from satcross.pictures.page import asset, player_parts
from satcross.site.folder import MANIFEST, write_site
from satcross.site.frame import page_part

PUZZLES = Path(__file__).parents[2] / "puzzles"
HELLO, CAB, DRAW, KOT = (str(PUZZLES / f"{name}.toml") for name in ("hello", "cab", "draw", "kot"))


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return tmp_path / "club"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def write(site: Path, *arguments: str) -> int:
    return main(["site", *arguments, "-o", str(site)])


def test_all_that_the_pages_name_is_there_and_nothing_is_elsewhere(site: Path) -> None:
    assert write(site, HELLO, CAB, "--url", "https://example.org/club") == 0
    pages = sorted(site.rglob("*.html"))
    assert {page.name for page in pages} == {"index.html", "learn.html", "hello.html", "cab.html"}
    for page in pages:
        for name in re.findall(r'(?:href|src)="([^"#]+)"', page.read_text("utf-8")):
            if not name.startswith("data:"):
                assert (page.parent / name).exists(), (page, name)


def test_the_folder_has_these_files_and_each_page_can_be_reached_by_links(site: Path, tmp_path: Path) -> None:
    (tmp_path / "about.txt").write_text("We are a club.")
    write(site, HELLO, CAB, KOT, "--url", "https://example.org/club", "--about", str(tmp_path / "about.txt"))
    names = ("hello", "cab", "kot")
    places = ["p/{}.html", "print/{}.html", "pictures/{}.svg"]
    places += ["previews/{}.png"] if importlib.util.find_spec("PIL") else []
    shared = {"icon.svg", "site.css", "player.js", "puzzle.js", "learn.js", "gallery.js", "text.js"}
    of_site = {"index.html", "learn.html", "about.html", "robots.txt", "sitemap.xml", "feed.xml", MANIFEST}
    assert set(contents(site)) == {place.format(name) for place in places for name in names} | shared | of_site
    reached = set()
    waiting = [site / "index.html"]
    while waiting:
        page = waiting.pop()
        if page not in reached:
            reached.add(page)
            links = re.findall(r'<a [^>]*href="([^"#:]+\.html)"', page.read_text("utf-8"))
            waiting += [(page.parent / link).resolve() for link in links]
    assert reached == set(site.resolve().rglob("*.html"))
    middle = (site / "p" / "cab.html").read_text("utf-8")
    assert re.findall(r'<a rel="(\w+)" href="(\w+).html"', middle) == [("prev", "hello"), ("next", "kot")]


def test_the_files_of_a_puzzle_and_the_shared_files_are_small(site: Path) -> None:
    assert write(site, str(PUZZLES / "toadstool.toml")) == 0  # 12 x 12
    sizes = {path: len(data) for path, data in contents(site).items()}
    about_puzzle = sum(size for path, size in sizes.items() if "toadstool" in path)
    assert about_puzzle <= 60_000
    assert sum(sizes.values()) - about_puzzle <= 300_000


def test_the_files_for_machines_name_the_pages_below_the_address(site: Path) -> None:
    assert write(site, HELLO, "--url", "https://example.org/club", "--title", "<b>&") == 0
    addresses = [each.text or "" for each in ElementTree.parse(site / "sitemap.xml").iter() if each.tag.endswith("loc")]
    paths = [address.removeprefix("https://example.org/club/") or "index.html" for address in addresses]
    assert sorted(paths) == ["index.html", "learn.html", "p/hello.html"]
    for path in paths:
        assert '<link rel="alternate" type="application/rss+xml"' in (site / path).read_text("utf-8")
    feed = ElementTree.parse(site / "feed.xml").getroot()
    assert feed.findtext("channel/title") == "<b>&"
    assert [each.text for each in feed.iter("link")] == [
        "https://example.org/club/",
        "https://example.org/club/p/hello.html",
    ]


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("given", ["maze", "hello", "cab"]),
        ("title", ["cab", "hello", "maze"]),
        ("difficulty", ["hello", "cab", "maze"]),
    ],
)
def test_cards_and_neighbours_are_in_the_wanted_order(site: Path, order: str, names: list[str]) -> None:
    write(site, str(PUZZLES / "generated" / "maze.toml"), HELLO, CAB, "--order", order)
    index = (site / "index.html").read_text("utf-8")
    assert re.findall('<a href="p/(.*?).html"', index) == names
    middle = (site / "p" / f"{names[1]}.html").read_text("utf-8")
    assert re.findall(r'<a rel="\w+" href="(\w+).html"', middle) == [names[0], names[2]]


def test_the_filters_offer_what_the_puzzles_have(site: Path) -> None:
    write(site, HELLO, CAB, str(PUZZLES / "hexagon.toml"), str(PUZZLES / "star.toml"))
    index = (site / "index.html").read_text("utf-8")
    offered = set(re.findall(r'<option value="(\w+)"', index))
    assert offered == set(re.findall(r'data-(?:label|shape)="(\w+)"', index))
    assert {"rectangle", "hexagon", "other", "gentle", "moderate"} <= offered


def test_the_style_sheet_has_all_parts(site: Path) -> None:
    write(site, HELLO)
    style = (site / "site.css").read_text("utf-8")
    for part in (asset("player.css"), page_part("frame.css"), page_part("pages.css")):
        assert part in style


def test_a_site_is_the_same_each_time_and_only_changes_are_written(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(site, HELLO, CAB)
    before = contents(site)
    times = {path: (site / path).stat().st_mtime_ns for path in before}
    capsys.readouterr()
    write(site, HELLO, CAB)
    assert "no files written" in capsys.readouterr().out
    assert contents(site) == before
    assert {path: (site / path).stat().st_mtime_ns for path in before} == times
    write(tmp_path / "again", HELLO, CAB)
    assert contents(tmp_path / "again") == before


def test_pages_of_puzzles_that_are_gone_are_removed_but_not_what_others_put_there(site: Path) -> None:
    write(site, HELLO, CAB)
    (site / "p" / "mine.html").write_text("mine")
    (site / "print" / "cab.html").write_text("edited")
    assert write(site, HELLO) == 0
    assert not (site / "p" / "cab.html").exists()
    assert (site / "p" / "mine.html").read_text() == "mine"
    assert (site / "print" / "cab.html").read_text() == "edited"


@pytest.mark.parametrize("name", ["index.html", "p/hello.html", "site.css"])
@pytest.mark.parametrize("is_edited", [False, True])
def test_a_file_that_it_did_not_write_is_never_replaced(site: Path, name: str, is_edited: bool) -> None:
    if is_edited:
        write(site, HELLO)
    (site / name).parent.mkdir(parents=True, exist_ok=True)
    (site / name).write_text("mine")
    before = contents(site)
    assert write(site, HELLO, CAB) == 2
    assert contents(site) == before


def test_a_link_to_elsewhere_is_not_written_through(site: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    site.mkdir()
    (site / "p").symlink_to(elsewhere)
    assert write(site, HELLO) == 2
    assert list(elsewhere.iterdir()) == []


def test_a_list_of_files_never_leads_out_of_the_folder(site: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("")
    write(site, HELLO)
    known = json.loads((site / MANIFEST).read_text())
    known["files"]["../victim"] = ["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"]
    (site / MANIFEST).write_text(json.dumps(known))
    assert write(site, HELLO) == 2
    assert victim.exists()


def test_a_full_disk_changes_nothing(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_site(str(site), {"a.html": b"old"})
    before = contents(site)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("satcross.site.folder._write_manifest", full)
    with pytest.raises(Exception, match="No space left on device"):
        write_site(str(site), {"a.html": b"new", "b.html": b"more"})
    assert contents(site) == before


def test_a_puzzle_with_several_solutions_stops_it(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert write(site, HELLO, DRAW) == 1
    assert "draw.toml: A drawn game: there are several solutions" in capsys.readouterr().err
    assert not site.exists()
    assert write(site, HELLO, DRAW, "--allow-several") == 0
    assert (site / "p" / "draw.html").exists()


def test_files_that_are_no_puzzles_are_named_and_the_rest_is_done(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in").mkdir()
    shutil.copy(HELLO, tmp_path / "in")
    (tmp_path / "in" / "bad.toml").write_text("junk = 3\n")
    assert write(site, str(tmp_path / "in")) == 2
    assert "bad.toml:1, junk" in capsys.readouterr().err
    assert (site / "p" / "hello.html").exists()


def test_a_page_whose_file_has_an_error_now_stays_in_the_site(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("cab", "hello", "kot"):
        shutil.copy(PUZZLES / f"{name}.toml", folder)
    write(site, str(folder), "--url", "https://example.org")
    before = contents(site)
    (folder / "hello.toml").write_text("junk = 3\n")
    (folder / "cab.toml").write_text((folder / "cab.toml").read_text().replace("rows = ['", "rows = ['(", 1))
    (folder / "cats.toml").write_bytes((PUZZLES / "cats.toml").read_bytes())
    assert write(site, str(folder), "--url", "https://example.org") == 2
    error = capsys.readouterr().err
    for name in ("hello", "cab"):
        assert f"{name}.toml" in error
        assert f"{site / 'p' / name}.html: this page stays as it was" in error
    after = contents(site)
    for path in before:
        if re.search("hello|cab", path):
            assert after[path] == before[path]
    index = (site / "index.html").read_text("utf-8")
    assert re.findall('<a href="p/(.*?).html"', index) == ["cab", "cats", "hello", "kot"]
    for each in ("sitemap.xml", "feed.xml"):
        assert "p/hello.html" in (site / each).read_text("utf-8")
    (folder / "hello.toml").unlink()
    shutil.copy(CAB, folder)
    assert write(site, str(folder), "--url", "https://example.org") == 0
    assert not [path for path in contents(site) if "hello" in path]
    assert 'href="p/hello.html"' not in (site / "index.html").read_text("utf-8")


def test_two_pages_of_the_same_name_are_refused(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(CAB, tmp_path / "HELLO.toml")
    assert write(site, HELLO, str(tmp_path / "HELLO.toml")) == 2
    assert "would both be called 'HELLO'" in capsys.readouterr().err
    assert not site.exists()


def test_the_same_file_twice_is_refused(site: Path) -> None:
    assert write(site, HELLO, HELLO) == 2
    assert not site.exists()


@pytest.mark.parametrize("url", ["foo", "ftp://example.org", "https://", "https://e.org/?q", 'https://e.org/"'])
def test_an_address_that_is_none_is_refused(site: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert write(site, HELLO, "--url", url) == 2
    assert "--url" in capsys.readouterr().err
    assert not site.exists()


def test_a_file_instead_of_a_folder_is_refused(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site.write_text("mine")
    assert write(site, HELLO) == 2
    assert "this is a file" in capsys.readouterr().err
    assert site.read_text() == "mine"


def data_of(page: Path) -> dict[str, object]:
    found = re.search(r'id="puzzle">(.*?)</script>', page.read_text("utf-8"))
    assert found
    data = json.loads(zlib.decompress(b64decode(found[1])))["data"]
    assert isinstance(data, dict)
    return data


def test_pages_without_hints_hold_no_solution(site: Path) -> None:
    write(site, HELLO, "--no-hints")
    shown = data_of(site / "p" / "hello.html")
    without = player_parts(load(HELLO), None).data
    assert {key: shown[key] for key in without if key != "difficulty"} == {
        key: json.loads(json.dumps(value)) for key, value in without.items() if key != "difficulty"
    }


def test_markup_is_text(site: Path, tmp_path: Path) -> None:
    puzzle = load(HELLO)._replace(title="<script>x</script>", author="</script><b>")
    from satcross.puzzle.files import save

    save(puzzle, tmp_path / "marked.toml")
    (tmp_path / "about.txt").write_text("<script>y</script>\n\n<b>")
    about = ("--about", str(tmp_path / "about.txt"), "--title", "<script>z</script>", "--author", "<b>")
    assert write(site, str(tmp_path / "marked.toml"), *about) == 0
    for page in site.rglob("*.html"):
        assert not re.search(r"<script>[xyz]|</script><b>|<b>", page.read_text("utf-8")), page
