"""The questions that an editor asks by name, and what it can do with the answers."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

import satcross
from satcross.puzzle.files import read_source
from satcross.puzzle.files.document import read_document
from satcross.studio import templates
from satcross.studio.documents import document_of
from tests.studio.client import SMALL, Editor, Server

AMBIGUOUS: dict[str, Any] = {"puzzle": {"clues": {"rows": [["A."], ["[AB]B"]], "columns": [[], ["A|B|AB|BB"]]}}}


def puzzle_of(document: dict[str, Any]) -> satcross.Puzzle:
    return read_document(document["puzzle"]).puzzle


def test_a_letter_is_shown_in_a_whole_solution(editor: Editor) -> None:
    editor.edit(AMBIGUOUS, "verdict")
    letters = editor.ask("show", cell=2, letter="B")[0]["letters"]
    assert letters[2] == "B"
    assert satcross.check(puzzle_of(AMBIGUOUS)).status == "several"
    assert editor.ask("show", cell=2, letter="Z")[0]["letters"] == []
    assert editor.ask("show", cell=99, letter="A")[0]["code"] == "option"


@pytest.mark.parametrize("letter", ["A", "B"])
def test_a_repair_makes_the_letter_certain(editor: Editor, letter: str) -> None:
    editor.edit(AMBIGUOUS, "verdict")
    answers = editor.ask("mend", how="repair", cell=2, letter=letter, most=3)
    proposals = [each for each in answers if each["type"] == "proposal"]
    assert answers[-1]["type"] == "done"
    assert 1 <= len(proposals) <= 3
    for each in proposals:
        found = list(satcross.solutions(puzzle_of(each["document"])))
        assert {solution.letters[2] for solution in found} == {letter}
        assert each["status"] == ("unique" if len(found) == 1 else "several")
        assert (each["count"], each["kind"]) == (str(len(found)), "exact")
        assert each["letters"][2] == letter
        assert each["changes"]


def test_a_repair_keeps_to_the_letters_of_the_author(editor: Editor) -> None:
    editor.edit({**AMBIGUOUS, "letters": {"1,2": "B", "2,1": "B"}}, "verdict")
    aim, proposal, _ = editor.ask("mend", how="repair", most=1)
    assert (aim["letters"][1], aim["letters"][2]) == ("B", "B")
    assert (proposal["letters"][1], proposal["letters"][2]) == ("B", "B")
    assert proposal["document"]["letters"] == {"1,2": "B", "2,1": "B"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, "You have written no letters"),
        ({"2,1": "B"}, "The solution with your letters"),
        ({"2,1": "A", "2,2": "A"}, "as many of your letters as it can have"),
    ],
)
def test_a_repair_first_says_which_solution_it_aims_at(editor: Editor, typed: dict[str, str], said: str) -> None:
    editor.edit({**AMBIGUOUS, "letters": typed}, "verdict")
    aim = editor.ask("mend", how="repair", most=1)[0]
    assert aim["type"] == "progress"
    assert said in aim["text"]
    assert tuple(aim["letters"]) in {each.letters for each in satcross.solutions(puzzle_of(AMBIGUOUS))}


@pytest.mark.parametrize("how", ["loosen", "vary"])
def test_a_clue_is_replaced_by_another_that_keeps_the_solution(editor: Editor, how: str) -> None:
    document = {"puzzle": {"clues": {"rows": [["", "AB"], ["B[AC]"]], "columns": [["A."], ["BA"]]}}}
    editor.edit(document, "verdict")
    proposals = editor.ask("mend", how=how, line=0, clue=1)[:-1]
    assert proposals
    for each in proposals:
        assert [(change["line"], change["before"]) for change in each["changes"]] == [(0, "AB")]
        assert satcross.check(puzzle_of(each["document"])).status == "unique"
    assert editor.ask("mend", how=how, line=0, clue=0)[0]["code"] == "option"
    assert editor.ask("mend", how=how)[0]["code"] == "option"


def test_the_rest_is_completed(editor: Editor) -> None:
    document = {"puzzle": {"clues": {"rows": [["C(A|O)T"], [], []], "columns": 3}}, "letters": {"1,2": "O"}}
    editor.edit(document, "parse")
    answers = editor.ask("complete", seed=1)
    assert [each["type"] for each in answers if each["type"] != "progress"] == ["proposal", "done"]
    assert answers[0]["text"] in ("looking for letters", "collecting clues")
    proposal = answers[-2]
    assert proposal["status"] == "unique"
    assert proposal["document"]["letters"]["1,2"] == "O"
    assert all(change["before"] == "" for change in proposal["changes"])
    assert satcross.check(puzzle_of(proposal["document"])).status == "unique"
    editor.edit({"puzzle": {"clues": {"rows": [["A"]], "columns": [["A"]]}}}, "parse")
    assert editor.ask("complete")[-1]["code"] == "clue-count"


def test_another_shape_keeps_clues_and_letters(editor: Editor) -> None:
    editor.edit({**SMALL, "letters": {"1,1": "H", "2,2": "P"}}, "parse")
    shape = {"kind": "rectangle", "rows": 3, "columns": 3, "holes": ["2,2"], "bars": []}
    made = editor.ask("reshape", shape=shape)[0]["documents"][0]["document"]
    assert made["puzzle"]["clues"]["rows"] == [["HE|LL|O+"], ["[PLEASE]+"], []]
    assert made["letters"] == {"1,1": "H"}
    barred = editor.ask("reshape", shape={**shape, "holes": [], "bars": [["1,1", "1,2"]]})[0]["documents"][0]
    layout = editor.edit(barred["document"])[0]
    assert layout["shape"] == {**shape, "holes": [], "bars": [["1,1", "1,2"]]}
    assert len(layout["bars"]) == 1
    hexagon = editor.ask("reshape", shape={"kind": "hexagon", "sides": [2, 2, 3]})[0]["documents"][0]
    assert editor.edit(hexagon["document"])[0]["shape"] == {"kind": "hexagon", "sides": [2, 2, 3], "holes": []}
    for wrong in ({"kind": "hexagon", "sides": [1]}, {"kind": "rectangle", "rows": 10**6, "columns": 10**6},
                  {"kind": "rectangle", "rows": 2, "columns": 2, "holes": ["x"]}, {"kind": "lines"}):  # fmt: skip
        assert editor.ask("reshape", shape=wrong)[0]["type"] == "refusal"


def test_what_cannot_be_imported_is_refused(editor: Editor) -> None:
    for text in ("", "nonsense", "#puzzle=xxx", "[clues]\nrows = [{ words = '/etc/passwd' }]\ncolumns = 1"):
        refusal = editor.ask("import", text=text)[0]
        assert refusal["type"] == "refusal"
        assert "root:" not in refusal["message"]


def fetched(server: Server, answer: dict[str, Any]) -> bytes:
    """Return the exported file, which only this server's own page may fetch."""
    assert answer["type"] == "exported", answer
    assert server.ask("GET", answer["url"])[0].status == 403
    response, data = server.ask("GET", server.path(answer["url"]))
    assert response.status == 200
    assert response.getheader("X-Content-Type-Options") == "nosniff"
    return data


def test_what_an_exported_file_has_no_place_for_is_named(editor: Editor) -> None:
    puzzle = satcross.rectangle(rows=["A|B"], columns=["A"], notes="Easy.", colors={"A": "red"})
    editor.edit(document_of(puzzle), "verdict")
    left_out = {format: editor.ask("export", format=format)[0]["left_out"] for format in ("trux", "json", "svg")}
    assert left_out == {"trux": "the colours", "json": "", "svg": ""}


def test_every_format_is_exported(server: Server, editor: Editor) -> None:
    side_two = satcross.hexagon(horizontal=["AB", "C.D", "EF"], rising=3, falling=3, side=2, dialect="javascript")
    editor.edit(document_of(side_two), "verdict")
    starts = {"svg": b"<svg", "pdf": b"%PDF", "png": b"\x89PNG", "html": b"<!DOCTYPE html>"}
    for format, missing in editor.hello["exports"].items():
        if missing or format in ("link", "proof"):
            continue
        answer = editor.ask("export", format=format)[0]
        if format in templates.FORMATS:
            assert answer["code"] == "format"  # for word crosswords; test_formats.py exports those
            continue
        if format in ("regexcrossword", "trux"):
            assert answer["type"] in ("exported", "refusal")  # not every puzzle can be said in every format
            continue
        data = fetched(server, answer)
        assert starts.get(format, b"") in data[:600]
        if format in ("toml", "json"):
            assert read_source(data, f"x.{format}").puzzles == (side_two,)


def test_a_link_holds_the_document(editor: Editor) -> None:
    document = {**SMALL, "letters": {"1,1": "H"}}
    editor.edit(document, "parse")
    link = editor.ask("export", format="link")[0]["text"]
    assert link.startswith("#puzzle=")
    found = editor.ask("import", text=f"http://127.0.0.1:8137/{link}\n")[0]["documents"][0]["document"]
    assert found["letters"] == {"1,1": "H"}
    assert puzzle_of(found) == puzzle_of(document)


def test_the_proof_is_a_folder_that_can_be_verified(server: Server, editor: Editor, tmp_path: Path) -> None:
    pytest.importorskip("dratify")
    editor.edit(SMALL, "verdict")
    data = fetched(server, editor.ask("export", format="proof")[0])
    zipfile.ZipFile(io.BytesIO(data)).extractall(tmp_path)
    assert satcross.verify(puzzle_of(SMALL), tmp_path / "proof").is_verified
    editor.edit(AMBIGUOUS, "verdict")
    assert editor.ask("export", format="proof")[0]["code"] == "grid-contradiction"


def test_pictures_of_the_solution_need_one(server: Server, editor: Editor) -> None:
    editor.edit(SMALL, "verdict")
    assert b">P<" in fetched(server, editor.ask("export", format="svg", letters=True)[0])
    editor.edit(AMBIGUOUS, "verdict")
    assert editor.ask("export", format="svg", letters=True)[0]["type"] == "refusal"


def test_the_page_to_play_on_may_be_framed_here_only(server: Server, editor: Editor) -> None:
    editor.edit(SMALL, "verdict")
    answer = editor.ask("play")[0]
    page = fetched(server, answer)
    assert b"script-src 'sha256-" in page
    response, _ = server.ask("GET", server.path(answer["url"]))
    assert response.getheader("Content-Security-Policy") == "frame-ancestors 'self'"


def test_clues_are_found_for_a_grid_whose_alphabet_is_that_of_clues_to_come(editor: Editor) -> None:
    editor.edit(
        {"puzzle": {"alphabet": "mentioned", "clues": {"rows": 2, "columns": 2}}, "letters": {"1,1": "H"}}, "parse"
    )
    proposal = editor.ask("complete", seed=1)[-2]
    assert proposal["status"] == "unique"
    assert proposal["document"]["letters"]["1,1"] == "H"
    assert satcross.check(puzzle_of(proposal["document"])).status == "unique"
