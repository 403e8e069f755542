"""Who names a solver is told if it had nothing to do."""

import pytest

from satcross.cli import main

pytestmark = pytest.mark.long

TEXTS = {
    "small.toml": "[clues]\nrows = ['AB|BA', '(AB)+']\ncolumns = ['A.', '']\n",
    "latin.toml": "alphabet = '1-7'\n[clues]\nrows = [{0}]\ncolumns = [{0}]\n".format(r"'(?!.*(.).*\1).*'," * 7),
}


@pytest.mark.parametrize(
    "command",
    ["solve small.toml", "solve --all small.toml", "solve --cubes small.toml", "solve --sample 2 small.toml",
     "check small.toml", "render --solution -o small.svg small.toml"],
)  # fmt: skip
def test_a_solver_without_work_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([*command.split(), "--solver", "cadical195"])
    assert "the solver cadical195 was not needed" in capsys.readouterr().err
    main(command.split())
    assert "was not needed" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    ["solve latin.toml", "solve --limit 3 latin.toml", pytest.param("check latin.toml", marks=pytest.mark.slow)],
)
def test_a_solver_with_work_is_not(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([*command.split(), "--solver", "cadical195"])
    assert "was not needed" not in capsys.readouterr().err
