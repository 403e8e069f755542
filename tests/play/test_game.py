"""The state of a game: every step can be undone and done again, given letters stay, and a kept game comes back."""

import json
from pathlib import Path
from random import Random

import pytest

from satcross.play import keeping
from satcross.play.game import (
    MOST_STEPS,
    CellContent,
    Game,
    PlayBoard,
    changed,
    erase,
    new_game,
    put,
    redo,
    toggle_mark,
    undo,
)
from satcross.puzzle.shapes import rectangle

GIVEN = {4: "X"}
CELLS = 6


def random_step(game: Game, random: Random) -> Game:
    cell = random.randrange(CELLS)
    act = random.choice(["put", "mark", "erase", "many"])
    if act == "put":
        return put(game, cell, random.choice("ABC"))
    if act == "mark":
        return toggle_mark(game, cell, random.choice("ABC"))
    if act == "erase":
        return erase(game, cell)
    return changed(game, {each: CellContent(random.choice("ABC")) for each in random.sample(range(CELLS), 3)})


@pytest.mark.parametrize("seed", range(5))
def test_every_step_can_be_undone_and_done_again(seed: int) -> None:
    random = Random(seed)
    games = [new_game(GIVEN, CELLS)]
    for _ in range(60):
        game = random_step(games[-1], random)
        if game != games[-1]:
            games.append(game)
    game = games[-1]
    for before in reversed(games[:-1]):
        game = undo(game)
        assert game.contents == before.contents
    assert undo(game) is game
    for after in games[1:]:
        game = redo(game)
        assert game.contents == after.contents
    assert redo(game) is game
    assert all(each.letters[4] == "X" for each in games)


def test_a_new_step_after_an_undone_one_takes_its_place() -> None:
    game = put(undo(put(new_game({}, 2), 0, "A")), 1, "B")
    assert game.undone == ()
    assert redo(game).letters == ("", "B")


def test_a_step_that_changes_nothing_is_none() -> None:
    game = put(new_game({}, 1), 0, "A")
    assert put(game, 0, "A") is game


def test_only_so_many_steps_are_remembered() -> None:
    game = new_game({}, 1)
    for number in range(MOST_STEPS + 10):
        game = put(game, 0, "AB"[number % 2])
    assert len(game.done) == MOST_STEPS


def board() -> PlayBoard:
    return PlayBoard(rectangle(rows=["AB|BA", "[AB]X"], columns=["[AB]*", "[ABX]*"], given={(2, 2): "X"}))


def test_a_kept_game_comes_back(tmp_path: Path) -> None:
    own = board()
    game = new_game(own.given, 4)
    game = toggle_mark(put(put(game, 0, "A"), 0, "B"), 1, "A")._replace(seconds=75, hints=2, checks=1)
    assert keeping.keep(own, game, str(tmp_path / "games"))
    assert keeping.kept(own, str(tmp_path / "games")) == game
    other = PlayBoard(rectangle(rows=["AB|BA", "[AB]+"], columns=2))
    assert keeping.kept(other, str(tmp_path / "games")) is None


def test_a_game_is_not_kept_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    own = board()
    assert not keeping.keep(own, new_game(own.given, 4), str(tmp_path / "file" / "games"))
    assert not keeping.keep(own, new_game(own.given, 4), None)


def test_broken_games_count_as_none() -> None:
    own = board()
    whole = json.loads(keeping.to_json(put(new_game(own.given, 4), 0, "A")))
    assert keeping.from_json(own, json.dumps(whole)) is not None
    broken = [
        "", "{", "[]", "1", '"x"', "null", "[" * 100_000,
        *(json.dumps({**whole, name: wrong}) for name in whole for wrong in (None, "x", [1], {"a": 1}, [[1]], 1e400)),
        *(json.dumps({key: value for key, value in whole.items() if key != name}) for name in whole),
    ]  # fmt: skip
    assert [text for text in broken if keeping.from_json(own, text) is not None] == []
