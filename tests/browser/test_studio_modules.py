"""The parts of the studio's page that need no server: the document, undo, colours, wording."""

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest

pytestmark = pytest.mark.slow

Run = Callable[..., Any]
"""Evaluates a JavaScript function of (modules, argument); `modules` are those of the page, by their names."""

MODULES = ("document", "history", "highlight", "wording", "moves")

RUN = """async ([names, source, argument]) => {
    const modules = {};
    for (const name of names) modules[name] = await import(`/page/${name}.js`);
    return (0, eval)(source)(modules, argument);
}"""


@pytest.fixture(scope="module")
def run(browser: Any) -> Iterator[Run]:
    context = browser.new_context()
    page = context.new_page()
    folders = {
        "page": files("satcross.studio").joinpath("page"),
        "player": files("satcross.pictures").joinpath("page", "player"),
    }

    def serve(route: Any) -> None:
        folder, _, name = route.request.url.removeprefix("http://studio.test/").rpartition("/")
        text = folders[folder].joinpath(name).read_text("utf-8") if name else "<!DOCTYPE html><title>modules</title>"
        route.fulfill(body=text, content_type="text/javascript" if name else "text/html")

    page.route("http://studio.test/**", serve)
    page.goto("http://studio.test/")

    def evaluate(source: str, argument: Any = None) -> Any:
        return page.evaluate(RUN, [MODULES, source, argument])

    yield evaluate
    context.close()


def test_a_clue_is_written_where_the_line_is(run: Run) -> None:
    puzzle = run(
        """({document: d}) => {
            const ref = {family: "rows", index: 1, size: 3};
            return d.withClue(d.newDocument(3, 2), ref, 0, {regex: "A+", reversed: false}).puzzle.clues;
        }"""
    )
    assert puzzle == {"rows": ["", "A+", ""], "columns": 2}


def test_several_clues_of_a_line(run: Run) -> None:
    found = run(
        """({document: d}) => {
            const ref = {family: "rows", index: 0, size: 1};
            const one = d.withClue(d.newDocument(1, 1), ref, 0, {regex: "A", reversed: false});
            const two = d.withClue(one, ref, 1, {regex: "B", reversed: true});
            const gap = d.withClue(two, ref, 0, {regex: "", reversed: false});
            const left = d.withoutEmptyClues(gap, ref);
            return [two, gap, left].map((each) => each.puzzle.clues.rows[0]);
        }"""
    )
    backwards = {"regex": "B", "reversed": True}
    assert found == [["A", backwards], ["", backwards], backwards]


def test_clues_of_free_lines(run: Run) -> None:
    lines = run(
        """({document: d}, puzzle) =>
            d.withClue({puzzle}, {family: "", index: 0, size: 1}, 0, {regex: "A", reversed: false}).puzzle.line""",
        {"shape": "lines", "line": [{"name": "top", "cells": ["a"]}]},
    )
    assert lines == [{"name": "top", "cells": ["a"], "clues": "A"}]


def test_a_line_that_the_document_does_not_have(run: Run) -> None:
    """It is that of the last layout, when another document has just been opened."""
    found = run(
        """({document: d}) => {
            const two = {puzzle: {clues: {rows: ["A", "B"], columns: 1}}};
            const ref = {family: "rows", index: 3, size: 5};
            return [d.cluesOf(two, ref), d.withClue(two, ref, 0, {regex: "C", reversed: false}) === two,
                d.withClue(two, {...ref, index: 1}, 0, {regex: "C", reversed: false}).puzzle.clues.rows];
        }"""
    )
    assert found == [[], True, ["A", "C"]]


def test_letters_and_given_letters(run: Run) -> None:
    found = run(
        """({document: d}) => {
            const written = d.withLetters(d.newDocument(), {"1,1": "A", "1,2": "B"});
            const given = d.withGiven(written, "1,1", true);
            const changed = d.withLetters(given, {"1,1": "C"});
            const hidden = d.withGiven(changed, "1,1", false);
            const gone = d.withLetters(changed, {"1,1": "", "1,2": ""});
            return [given, changed, hidden, gone].map((each) => [each.letters, each.puzzle.given ?? null]);
        }"""
    )
    assert found == [
        [{"1,1": "A", "1,2": "B"}, {"1,1": "A"}],
        [{"1,1": "C", "1,2": "B"}, {"1,1": "C"}],
        [{"1,1": "C", "1,2": "B"}, None],
        [{}, None],
    ]


def test_a_cleared_document_keeps_its_shape(run: Run) -> None:
    puzzle = run(
        "({document: d}, puzzle) => d.cleared({puzzle, letters: {'1,1': 'A'}})",
        {"shape": "rectangle", "given": {"1,1": "A"}, "clues": {"rows": ["A", "B"], "columns": 3}, "holes": ["1,1"]},
    )
    assert puzzle == {
        "puzzle": {"shape": "rectangle", "clues": {"rows": 2, "columns": 3}, "holes": ["1,1"]},
        "letters": {},
    }


def test_undo_takes_back_runs_of_typing(run: Run) -> None:
    found = run(
        """({history: h}) => {
            let state = h.startHistory("");
            for (const text of ["A", "AB", "ABC"]) state = h.record(state, text, "clue 0.0");
            state = h.record(h.settle(state), "ABCD", "clue 0.0");
            state = h.record(state, "X", "");
            const seen = [];
            for (let step = 0; step < 4; step++) seen.push((state = h.undo(state)).present);
            for (let step = 0; step < 4; step++) seen.push((state = h.redo(state)).present);
            return seen;
        }"""
    )
    assert found == ["ABCD", "ABC", "", "", "ABC", "ABCD", "X", "X"]


def test_a_change_after_undo_forgets_what_was_undone(run: Run) -> None:
    found = run(
        """({history: h}) => {
            const two = h.record(h.record(h.startHistory(0), 1, ""), 2, "");
            return h.redo(h.record(h.undo(two), 3, "")).present;
        }"""
    )
    assert found == 3


def test_history_never_changes_a_document(run: Run) -> None:
    """Each revision stays as it was, whatever happens to later ones."""
    found = run(
        """({document: d}) => {
            const first = d.newDocument();
            const before = JSON.stringify(first);
            const ref = {family: "columns", index: 4, size: 5};
            let next = d.withClue(first, ref, 0, {regex: "A", reversed: false});
            next = d.withGiven(d.withLetters(next, {"1,1": "A"}), "1,1", true);
            d.cleared(d.withValue(next, "title", "T"));
            return JSON.stringify(first) === before;
        }"""
    )
    assert found is True


def test_tokens_become_pieces(run: Run) -> None:
    tokens = [
        {"start": 0, "end": 1, "kind": "group", "group": 1},
        {"start": 1, "end": 2, "kind": "literal"},
        {"start": 2, "end": 3, "kind": "group", "group": 1},
        {"start": 3, "end": 5, "kind": "reference", "group": 1},
    ]
    pieces = run("({highlight: h}, [text, tokens]) => h.piecesOf(text, tokens)", ["(\U0001f600)\\1", tokens])
    assert "".join(piece["text"] for piece in pieces) == "(\U0001f600)\\1"
    assert [piece["className"] for piece in pieces] == [
        "re-group re-group-1",
        "re-literal",
        "re-group re-group-1",
        "re-reference re-group-1",
    ]


def test_an_error_at_the_end_marks_the_last_letter(run: Run) -> None:
    pieces = run("({highlight: h}) => h.piecesOf('A(B', [], {start: 3, end: 3})")
    assert pieces == [{"text": "A(", "className": ""}, {"text": "B", "className": " re-error"}]


@pytest.mark.parametrize(
    ("digits", "text"), [("1", "1"), ("1234567", "1,234,567"), ("12" + "0" * 20, "about 1.2 × 10²¹")]
)
def test_large_numbers_are_legible(run: Run, digits: str, text: str) -> None:
    assert run("({wording: w}, digits) => w.numberText(digits)", digits) == text


def test_arrow_keys_follow_the_lines_of_a_hexagon(run: Run) -> None:
    layout = {
        "cells": [{"at": at} for at in ([20, 0], [0, 35], [40, 35])],
        "lines": [{"cells": [1, 2]}, {"cells": [1, 0]}, {"cells": [0, 2]}],
    }
    found = run(
        """({moves: m}, layout) => [[1, 1, 0], [1, 0, -1], [2, 0, -1], [0, -1, 0], [1, -1, 0]].map(
            ([cell, dx, dy]) => m.neighbour(layout, cell, dx, dy))""",
        layout,
    )
    assert found == [2, 0, 0, 1, None]
