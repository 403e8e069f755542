"""What an editor and the server say to each other: answers fit their revision, and nothing brings the server down."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

import satcross
from satcross.studio.documents import document_of
from satcross.studio.live import WANTED
from satcross.studio.messages import EditorMessage
from satcross.studio.typed_json import kind_by_type
from tests import hard
from tests.studio.client import EXAMPLES, ROOT, SMALL, Editor, Server


def rectangle(*rows: str, columns: int | list[list[str]] = 3, **more: Any) -> dict[str, Any]:
    return {"puzzle": {"clues": {"rows": [[row] for row in rows], "columns": columns}, **more}}


SLOW = rectangle(*hard.CLUES[0], columns=[[clue] for clue in hard.CLUES[1]])
"""A document whose verdict, and whether a cell can hold an X, no solver finds while a test lasts."""


def test_the_layout_is_sent_only_when_it_changes(editor: Editor) -> None:
    assert editor.edit(SMALL)[0]["type"] == "layout"
    changed = rectangle("AB", "A.", columns=2)
    assert editor.edit(changed)[0]["type"] == "parse"
    assert editor.edit(rectangle("AB", columns=2))[0]["type"] == "layout"


def test_an_error_in_a_clue_has_its_place(editor: Editor) -> None:
    found = editor.edit({"puzzle": {"clues": {"rows": [["", "A(B"]], "columns": 3}}}, "parse", "verdict")
    assert [each["type"] for each in found] == ["parse", "done"]
    clue = found[0]["clues"][0]
    assert (clue["line"], clue["clue"], clue["tokens"]) == (0, 1, [])
    assert (clue["error"]["code"], clue["error"]["start"]) == ("regex-parenthesis", 1)


def test_a_contradiction_names_the_clues_that_conflict(editor: Editor) -> None:
    document = {"puzzle": {"clues": {"rows": [["AB|BB"]], "columns": [["A"], ["", "A"]]}}}
    conflict = editor.about(document, "conflict")
    assert {(each["line"], each["clue"]) for each in conflict["causes"]} == {(0, 0), (2, 1)}
    given = {"puzzle": {"clues": {"rows": [["AB"]], "columns": 2}, "given": {"1,2": "A"}}}
    assert [each["cell"] for each in editor.about(given, "conflict")["causes"] if "cell" in each] == [1]


def test_findings_are_at_their_clues(editor: Editor) -> None:
    lint = editor.about(rectangle("AB[CD]", columns=3), "lint", "lint")
    assert lint["is_complete"]
    assert {each["code"] for each in lint["findings"]} >= {"several-solutions"}
    assert any(each.get("line") == 0 for each in lint["findings"])


def test_remarks_of_taste_are_at_their_clues_and_come_on_request_only(editor: Editor) -> None:
    document = rectangle("(AB.|C)*", columns=3)
    (remark,) = editor.about(document, "taste", "taste")["remarks"]
    assert (remark["code"], remark["line"], remark["clue"]) == ("dot-in-branch", 0, 0)
    assert "(AB.|C)*"[remark["start"] : remark["end"]] == "AB."
    assert "taste" not in WANTED


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "JSON"), ("{", "JSON"), ("[" * 5000, "JSON"), ("[]", "type"), ('"edit"', "type"), ("{}", "type"),
        ('{"type": ["edit"]}', "type"), ('{"type": "open"}', "missing"), ('{"type": "edit", "revision": 1}', "missing"),
        ('{"type": "edit", "revision": "1", "document": {"puzzle": {}}}', "integer"),
        ('{"type": "edit", "revision": true, "document": {"puzzle": {}}}', "integer"),
        ('{"type": "cancel", "path": "/etc/passwd"}', "unknown"),
        ('{"type": "show", "id": "1", "revision": 1, "cell": 0.5, "letter": "A"}', "integer"),
        ('{"type": "cancel", "id": "\\ud800"}', ""),
    ],
)  # fmt: skip
def test_malformed_messages_are_refused(editor: Editor, text: str, reason: str) -> None:
    editor.socket.send(text)
    if reason:
        refusal = editor.receive()
        assert (refusal["type"], refusal["code"]) == ("refusal", "malformed")
        assert reason in refusal["message"]
    assert editor.about(SMALL, "verdict")["status"] == "unique"


def test_binary_messages_are_refused(editor: Editor) -> None:
    editor.socket.send(b"\x00\xff")
    assert editor.receive()["code"] == "malformed"


@pytest.mark.parametrize(
    ("puzzle", "code"),
    [
        ({}, "missing-key"),
        ({"clues": {"rows": 60, "columns": 60}}, "size"),
        ({"clues": {"rows": 10**9, "columns": 10**9}}, "size"),
        ({"clues": {"rows": [["A"]], "columns": 1}, "given": {"7,7": "A"}}, "no-such-cell"),
        ({"clues": {"rows": [{"words": "/etc/passwd"}], "columns": 1}}, "outside"),
        ({"clues": {"rows": [{"words": "errors.txt"}], "columns": 1}}, "outside"),
        ({"shape": "lines", "line": [{"cells": ["a"], "words": "../x"}]}, "outside"),
        ({"clues": {"rows": [["A{9999}" * 500]], "columns": 3}}, None),
    ],
)
def test_documents_that_cannot_be_read_are_refused(editor: Editor, puzzle: Any, code: str | None) -> None:
    last = editor.edit({"puzzle": puzzle})[-1]
    assert last["type"] in ("refusal", "done")
    if code is not None:
        assert last["code"] == code
    assert editor.about(SMALL, "verdict")["status"] == "unique"


@pytest.mark.parametrize(
    "clue",
    [
        "(((A{1,99}){1,99}){1,99}){1,99}",
        "(?:(?:(?:A|B)*|(?:C|D)*)*|(?:E|F)*)*" * 30,
        r"((((.*)\1.*)\2.*)\3.*)\4.*" * 8,
        "(" * 20_000,
        "A" * 100_000,
        "(?=.*A)" * 2_000,
    ],
)
def test_a_clue_that_explodes_takes_nobody_along(editor: Editor, clue: str) -> None:
    editor.revision += 1
    document = rectangle(clue, *["[A-F]*"] * 8, columns=9)
    editor.send(type="edit", revision=editor.revision, document=document, want=["parse", "verdict"])
    assert editor.about(SMALL, "verdict")["status"] == "unique"


def test_too_large_messages_are_refused(editor: Editor) -> None:
    editor.socket.send(json.dumps({"type": "cancel", "id": "x" * 1_100_000}))
    refusal = editor.receive()
    assert refusal["code"] == "too-large"
    assert "1,000,000 bytes" in refusal["message"]
    assert editor.about(SMALL, "verdict")["status"] == "unique"


def test_a_message_without_end_costs_the_connection_only(server: Server) -> None:
    def talk() -> None:
        with server.editor() as editor:
            editor.socket.send("x" * 20_000_000)
            editor.receive()

    with pytest.raises(Exception, match=r"1009|closed|reset|pipe|no close frame"):
        talk()
    with server.editor() as editor:
        assert editor.about(SMALL, "verdict")["status"] == "unique"


def test_a_thousand_edits_in_a_moment(editor: Editor) -> None:
    document = document_of(satcross.load(ROOT / "puzzles/mit-2013.toml"))
    for revision in range(1, 1001):
        editor.send(type="edit", revision=revision, document=document, want=["verdict"])
    seen = []
    while True:
        message = editor.receive()
        seen.append(message["revision"])
        if message["type"] == "done" and message["revision"] == 1000:
            break
    assert seen == sorted(seen)
    assert message["type"] == "done"


def test_a_newer_revision_does_not_wait_for_the_solver(editor: Editor) -> None:
    """The older question takes far longer than this test may."""
    editor.revision += 1
    editor.send(type="edit", revision=editor.revision, document=SLOW, want=["parse", "verdict"])
    while editor.receive()["type"] != "parse":
        pass
    assert editor.about(SMALL, "verdict")["status"] == "unique"


def test_cancel_ends_everything(editor: Editor) -> None:
    editor.revision += 1
    editor.send(type="edit", revision=editor.revision, document=SLOW, want=["parse", "verdict"])
    while editor.receive()["type"] != "parse":
        pass
    editor.send(type="show", id="slow", revision=editor.revision, cell=0, letter="X")
    editor.send(type="cancel", id="slow")
    while (message := editor.receive()).get("id") != "slow":
        pass
    assert message["code"] == "cancelled"
    editor.send(type="cancel")
    while editor.receive()["type"] != "done":
        pass


def test_an_edit_cancels_questions_about_the_one_before(editor: Editor) -> None:
    editor.edit(SMALL, "parse")
    editor.revision += 1
    editor.send(type="edit", revision=editor.revision, document=SLOW, want=[])
    editor.send(type="show", id="slow", revision=editor.revision, cell=0, letter="X")
    editor.revision += 1
    editor.send(type="edit", revision=editor.revision, document=SMALL, want=[])
    while (message := editor.receive()).get("id") != "slow":
        pass
    assert message["code"] == "cancelled"


def test_questions_about_other_revisions_are_stale(editor: Editor) -> None:
    editor.send(type="show", id="a", revision=0, cell=0, letter="A")
    assert editor.receive()["code"] == "stale"
    editor.edit(SMALL, "parse")
    editor.send(type="show", id="a", revision=99, cell=0, letter="A")
    refusal = editor.receive()
    assert (refusal["code"], refusal["id"]) == ("stale", "a")


def test_too_many_questions_are_refused(editor: Editor) -> None:
    editor.edit(SLOW, "parse")
    for number in range(6):
        editor.send(type="show", id=str(number), revision=editor.revision, cell=0, letter="X")
    codes = [editor.receive()["code"] for _ in range(2)]
    assert codes == ["too-many", "too-many"]


def test_words_follow_the_letters(editor: Editor) -> None:
    document = {"puzzle": {"clues": {"rows": 3, "columns": 3}}, "letters": {"1,1": "C"}, "mode": "words"}
    words = editor.about(document, "words", "words")
    assert [each["name"] for each in words["slots"]][:2] == ["1 across", "4 across"]
    assert all(word.startswith("C") for word in words["slots"][0]["words"])
    assert words["letters"][0] == "C"
    document["letters"] = {"1,1": "Q", "1,2": "Q"}
    words = editor.about(document, "words", "words")
    assert {0, 1, 2} <= set(words["unfillable"])
    assert words["remarks"]
    assert editor.ask("fill", seed=1)[-1]["code"] == "template"


def test_the_rest_is_filled_with_words(editor: Editor) -> None:
    document = {"puzzle": {"clues": {"rows": 3, "columns": 3}}, "mode": "words"}
    editor.edit(document, "words")
    answers = editor.ask("fill", seed=5)
    assert [each["type"] for each in answers] == ["progress", "proposal", "done"]
    assert len(answers[1]["document"]["letters"]) == 9
    assert answers == editor.ask("fill", seed=5)


def test_a_cell_of_no_slot_stays_empty(editor: Editor) -> None:
    holes = ["1,4", "2,4", "3,4", "2,5"]
    document = {"puzzle": {"holes": holes, "clues": {"rows": 3, "columns": 5}}, "mode": "words"}
    editor.edit(document, "words")
    letters = editor.ask("fill", seed=5)[1]["document"]["letters"]
    assert len(letters) == 9
    assert "1,5" not in letters
    assert all(map(str.isalpha, letters.values()))


def with_a_surrogate(value: Any) -> Iterator[Any]:
    """Yield variants of a message in which one text or one key is half of a surrogate pair, which UTF-8 cannot say."""
    if isinstance(value, str):
        yield "\ud800"
    elif isinstance(value, dict):
        for key, each in value.items():
            if key != "type":
                yield from ({**value, key: variant} for variant in with_a_surrogate(each))
        yield {**value, "\ud800": 1}
    elif isinstance(value, list) and value:
        yield from ([variant, *value[1:]] for variant in with_a_surrogate(value[0]))


QUESTIONS = [each for each in EXAMPLES if each["type"] in kind_by_type(EditorMessage)]


@pytest.mark.parametrize("message", QUESTIONS, ids=lambda message: str(message["type"]))
def test_half_of_a_surrogate_pair_leaves_no_question_without_answer(editor: Editor, message: dict[str, Any]) -> None:
    """JSON can write it as an escape, and refusals name it."""
    if message["type"] in ("mend", "complete", "fill", "cancel"):
        message = {"type": "show", "id": "x", "revision": 7, "cell": 0, "letter": "A"}  # one that is answered at once
    for variant in with_a_surrogate(message):
        editor.send(type="edit", revision=7, document=SMALL, want=[])
        assert editor.receive()["type"] == "done"
        editor.send(**variant)
        answer = editor.receive()
        assert answer.get("code") != "died"
        if "\ud800" not in variant and "id" in variant:
            assert answer["id"] == variant["id"]
        while variant["type"] == "edit" and answer["type"] not in ("done", "refusal"):
            answer = editor.receive()


@pytest.mark.parametrize("key", ["title", "author", "notes"])
def test_half_of_a_surrogate_pair_is_written_to_no_file(editor: Editor, key: str) -> None:
    editor.edit({"puzzle": {**SMALL["puzzle"], key: "a\ud800"}}, "parse")
    for format in ("toml", "json", "regexcrossword", "link"):
        answer = editor.ask("export", format=format)[0]
        assert answer["type"] == "exported" or answer["code"] in ("letter", "json-syntax")
    assert "U+D800" in editor.ask("export", format="link")[0]["message"]


def test_a_malformed_edit_is_refused_under_its_own_revision(editor: Editor) -> None:
    """An editor drops what is about an older revision, and would wait for ever."""
    editor.edit(SMALL, "parse")
    editor.send(type="edit", revision=99, document=SMALL, want=["everything"])
    refusal = editor.receive()
    assert (refusal["code"], refusal["revision"]) == ("malformed", 99)
