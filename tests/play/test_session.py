"""What keys, checks and hints do, without a terminal."""

from pathlib import Path

import pytest

from satcross import load
from satcross.api import player_steps
from satcross.author.player_steps import PlayerSteps
from satcross.play import game as moves, session as acts
from satcross.play.app import clues_text
from satcross.play.game import Cursor, PlayBoard, new_game, put
from satcross.play.grid_text import grid_rows, grid_text
from satcross.play.keeping import PlaySettings, load_settings, save_settings, settings_file
from satcross.play.session import PlaySession, begin, matched, verdicts_of
from satcross.puzzle.shapes import hexagon, line, rectangle
from tests.test_puzzles import PUZZLES

SMALL = rectangle(rows=["HE|LL|O+", "[PLEASE]+"], columns=["[^SPEAK]+", "EP|IP|EF"])  # HE, LP


def begun(puzzle: object = SMALL) -> tuple[PlayBoard, PlaySession, PlayerSteps]:
    board = PlayBoard(puzzle)  # type: ignore[arg-type]
    found = player_steps(board.puzzle)
    assert found is not None
    return board, begin(board, new_game(board.given, len(board.puzzle.cells))), found


def typed(board: PlayBoard, session: PlaySession, text: str) -> PlaySession:
    for letter in text:
        session = acts.type_letter(board, session, letter)
    return session


def test_letters_are_typed_along_the_line_and_then_along_the_next_one_with_an_open_cell() -> None:
    board, session, _ = begun()
    session = typed(board, session, "he")
    assert session.game.letters == ("H", "E", "", "")
    assert session.message == "Row 1: HE|LL|O+ is satisfied."
    session = typed(board, session, "lP")
    assert session.game.letters == ("H", "E", "L", "P")
    assert session.cursor.is_past_end  # there is no open cell


def test_backspace_goes_back_to_the_line_that_typing_came_from() -> None:
    board, session, _ = begun()
    session = acts.backspace(board, typed(board, session, "hs"))
    assert session.game.letters == ("H", "", "", "")
    assert session.cursor.cell == 1


def test_letters_are_not_typed_beyond_the_end_of_a_line_if_the_player_wants_it_so() -> None:
    board, session, _ = begun()
    session = typed(board, acts.toggle_going_on(session), "heP")
    assert session.game.letters == ("H", "E", "", "")
    assert session.message.startswith("The line ends here.")


def test_clues_that_can_no_longer_be_satisfied_are_marked_unless_the_player_wants_no_marks() -> None:
    board, session, _ = begun()
    session = typed(board, session, "S")
    assert "can no longer be satisfied" in session.message
    session = typed(board, acts.toggle_stuck(begun()[1]), "S")
    assert session.message == ""
    assert "✗" not in clues_text(board, session).plain
    session = typed(board, session, "S")  # the line is full
    assert "✗" in clues_text(board, session).plain


def test_settings_are_kept_and_damaged_ones_count_as_none(tmp_path: Path) -> None:
    path = settings_file(str(tmp_path / "state" / "games"))
    assert path is not None
    assert load_settings(path) == PlaySettings()
    save_settings(PlaySettings(marks_stuck=False), path)
    assert load_settings(path) == PlaySettings(marks_stuck=False)
    for damaged in ("{", "[]", '{"marked": true}', "\xff", "[" * 9000):
        Path(path).write_text(damaged)
        assert load_settings(path) == PlaySettings()


def test_a_letter_of_no_clue_is_refused() -> None:
    board, session, _ = begun()
    session = typed(board, session, "Q")
    assert session.message == "Q is not in this puzzle's alphabet."
    assert session.game.filled == 0


def test_a_clue_that_can_no_longer_be_satisfied_is_told_at_once() -> None:
    board, session, _ = begun()
    session = typed(board, session, "P")
    assert (
        session.message == "Row 1: HE|LL|O+ can no longer be satisfied. Column 1: [^SPEAK]+ can no longer be satisfied."
    )


def test_the_pencil_makes_marks_in_open_cells_only() -> None:
    board, session, _ = begun()
    session = acts.toggle_pencil(session)
    session = typed(board, session, "LH")
    assert session.game.contents[0].marks == "HL"
    session = acts.toggle_pencil(session)
    session = typed(board, session, "H")._replace(cursor=session.cursor)
    session = typed(board, acts.toggle_pencil(session), "L")
    assert session.game.letters[0] == "H"
    assert session.message == "This cell has a letter; pencil marks are for open cells."


def test_backspace_clears_the_cell_or_else_the_one_before() -> None:
    board, session, _ = begun()
    session = typed(board, session, "HE")
    session = acts.backspace(board, session)
    assert session.game.letters[:2] == ("H", "")
    session = acts.backspace(board, session)
    assert (session.game.letters[:2], session.cursor.cell) == (("", ""), 0)
    assert acts.undo_step(board, session).game.letters[:2] == ("H", "")


def test_undo_goes_to_the_cell_and_says_when_there_is_nothing() -> None:
    board, session, _ = begun()
    session = acts.undo_step(board, typed(board, session, "H"))
    assert (session.message, session.cursor.cell, session.game.letters[0]) == ("Undone.", 0, "")
    assert acts.undo_step(board, session).message == "There is nothing to undo."
    session = acts.redo_step(board, session)
    assert (session.message, session.game.letters[0]) == ("Done again.", "H")
    assert acts.redo_step(board, session).message == "There is nothing to redo."


def test_a_second_click_changes_the_line() -> None:
    board, session, _ = begun()
    session = acts.click(board, session, 3)
    assert session.cursor == Cursor(3, 3, 1) or session.cursor.line == 1
    first = session.cursor.line
    session = acts.click(board, session, 3)
    assert session.cursor.line != first
    assert acts.click(board, session, 3).cursor.line == first


def test_a_check_strikes_out_what_no_solution_has() -> None:
    board, session, known = begun()
    session = acts.check(board, typed(board, session, "HL"), known)
    assert (session.wrong, session.message) == ({1}, "One letter is wrong.")
    assert acts.delete(board, session._replace(cursor=Cursor(1, 0, 1))).wrong == frozenset()
    without = acts.check(board, session._replace(wrong=frozenset()), None)
    assert without.message == "The clues contradict the letters on row 1 and column 2."
    assert without.game.checks == 2


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_hints_alone_lead_to_what_all_solutions_have_in_common(path: object) -> None:
    puzzle = load(path)  # type: ignore[arg-type]
    found = player_steps(puzzle) if len(puzzle.cells) < 60 else None
    if found is None or found.status == "none":
        pytest.skip("there are no hints, or the puzzle is large")
    board = PlayBoard(puzzle)
    session = begin(board, new_game(board.given, len(puzzle.cells)))
    for _ in found.steps:
        for _ in range(3):
            session = acts.hint(board, session, found)
        if session.step is None:
            break
        assert session.message.startswith(session.step.sentence)
        session = acts.write_hint(board, session)
    assert acts.next_step(found, session.game) is None
    left = [content.letter or content.marks for content in session.game.contents]
    assert all(not each or set(each) == set(letters) for each, letters in zip(left, found.possible, strict=True))
    assert acts.is_solved(board, session.game) == (found.status == "unique")


def test_a_hint_names_the_lines_then_the_cells_then_all() -> None:
    board, session, known = begun()
    first = acts.hint(board, session, known)
    assert (first.message[:8], first.hinted, first.level, first.game.hints) == ("Look at ", frozenset(), acts.WHERE, 1)
    assert acts.write_hint(board, first).message.startswith("Ask for a hint first")
    second = acts.hint(board, first, known)
    assert (bool(second.hinted), second.level, second.game.hints) == (True, acts.CELLS, 1)
    third = acts.hint(board, second, known)
    assert (third.level, third.message) == (acts.ALL, f"{known.steps[0].sentence} (F5 writes it down.)")
    assert acts.hint(board, session, None).message.startswith("There are no hints")


def test_a_hint_looks_for_mistakes_first() -> None:
    board, session, known = begun()
    once = acts.hint(board, typed(board, session, "L"), known)
    assert once.message == "Something is wrong already: look at cell 1,1."
    assert once.game.hints == 1
    assert acts.hint(board, once, known).game.hints == 1  # it says the same again


def test_a_letter_is_revealed_where_only_one_is_possible() -> None:
    board, session, known = begun()
    session = acts.reveal(board, session, known)
    assert (session.game.letters[0], session.game.revealed) == ("H", 1)
    assert acts.reveal(board, session, known).message == "This letter is right."
    several, opened, about = begun(rectangle(rows=["[AB]"], columns=1))
    assert acts.reveal(several, opened, about).message == "Several letters are possible here: A, B."
    assert acts.reveal(board, session, None).message == "The letter is not known."


def test_the_end_tells_the_time_and_the_help() -> None:
    board, session, _ = begun()
    game = session.game
    for cell, letter in enumerate("HELP"):
        assert not acts.is_solved(board, game)
        game = put(game, cell, letter)
    assert acts.is_solved(board, game)
    assert acts.satisfied(board, game) == (4, 4)
    told = acts.result_text(game._replace(seconds=61, checks=1))
    assert told == "Every clue is satisfied, in 1:01, with no hints, one check and no revealed letters."
    assert acts.result_text(game, "OWL").endswith("\n\nThe answer: OWL")


def test_arrows_go_to_neighbours_in_all_directions_of_a_hexagon() -> None:
    board = PlayBoard(hexagon(horizontal=["..", "...", ".."], rising=3, falling=3, alphabet="AB"))
    middle = moves.at_cell(board, 3, 0)
    assert moves.towards(board, middle, 1, 0).cell == 4
    assert moves.towards(board, middle, -1, 0).cell == 2
    assert moves.towards(board, middle, 0, -1).cell in (0, 1)
    assert moves.towards(board, middle, 0, 1).cell in (5, 6)
    corner = moves.at_cell(board, 0, 0)
    assert moves.towards(board, corner, 0, -1) == corner


def test_page_keys_go_round_all_lines_and_enter_round_those_of_the_cell() -> None:
    board, session, _ = begun()
    cursor, letters = session.cursor, session.game.letters
    seen = []
    for _ in board.puzzle.lines:
        cursor = moves.on_other_line(board, letters, cursor, 1)
        seen.append(cursor.line)
    assert sorted(seen) == [0, 1, 2, 3]
    assert moves.on_next_line(board, moves.on_next_line(board, cursor)) == cursor
    assert moves.to_end(board, cursor, is_last=True).place == 1
    assert moves.to_end(board, cursor, is_last=False).place == 0


def test_a_cell_on_no_line_can_be_reached_and_filled() -> None:
    board = PlayBoard(rectangle(rows=["", ""], columns=1, alphabet="AB"))
    lonely = begin(board, new_game({}, 2))
    assert typed(board, lonely, "A").game.filled == 1


def test_the_parts_that_match_so_far_are_those_that_can_hold_the_letters() -> None:
    board = PlayBoard(line("NAH|HAN", 3))
    letters = ("N", "", "")
    found = matched(board, letters, 0, 0, 1)
    assert [(span.start, span.end) for span in found.so_far] == [(0, 1)]
    assert [(span.start, span.end) for span in found.here] == [(1, 2)]
    assert verdicts_of(board, letters, 0) == ("",)
    assert verdicts_of(board, ("N", "H", ""), 0) == ("stuck",)
    assert verdicts_of(board, ("N", "A", "N"), 0) == ("bad",)
    assert verdicts_of(board, ("N", "A", "H"), 0) == ("ok",)


def test_a_letter_paints_its_cell_and_can_be_hidden_at_the_end() -> None:
    board, session, _ = begun(SMALL._replace(colors=(("H", "gold"), ("E", "none"), ("L", "#102030"))))
    rows = grid_rows(board, 10, 4)

    def shown() -> tuple[str, set[str]]:
        text = grid_text(board, session, rows)
        return "".join(text.plain.split()), {str(span.style).strip() for span in text.spans}

    session = typed(board, acts.toggle_letters(session), "heL")
    letters, styles = shown()
    assert letters == "HEL·"
    assert {"#000000 on #ffd700", "#ffffff on #102030"} <= styles
    session = typed(board, session, "P")
    assert shown()[0] == "P"
    session = acts.toggle_letters(session)
    assert shown()[0] == "HELP"
