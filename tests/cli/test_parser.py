"""Arguments and options of a command mix freely, and mistakes in them are explained."""

import argparse
import random
import shlex
from pathlib import Path
from typing import Final

import pytest

from satcross.cli import main
from satcross.cli.commands import COMMANDS
from satcross.cli.parser import parse
from satcross.cli.registry import all_parsers, command_named
from satcross.errors import OptionError
from tests.commands import uncoded

PUZZLES = Path(__file__).parents[2] / "puzzles"


def parsed(command: str, arguments: list[str]) -> dict[str, object]:
    options = parse(command_named(command), arguments)
    assert options is not None
    return vars(options)


def examples() -> list[str]:
    """Return each command line of satcross that the help of some command shows."""
    shown = []
    for parser in all_parsers().values():
        for line in (parser.epilog or "").splitlines()[1:]:
            words = shlex.split(line)
            ends = [*[n for n, word in enumerate(words) if word in ("|", ">")], len(words)]
            shown += [shlex.join(words[:end]) for end in ends[:1] if words[0] == "satcross"]
    return shown


@pytest.mark.parametrize("line", examples())
def test_the_examples_of_the_help_are_accepted(line: str) -> None:
    _, command, *arguments = shlex.split(line)
    parsed(command, arguments)


@pytest.mark.parametrize(
    ("command", "parts"),
    [
        ("convert", [["in.json"], ["out.toml"], ["--puzzle", "The OR"], ["--force"], ["--from=json"]]),
        ("verify", [["puzzle.toml"], ["proof"], ["--checker", "drat-trim"], ["--json"]]),
        ("decode", [["puzzle.toml"], ["formula.cnf"], ["-"], ["--json"], ["--color", "never"]]),
        ("match", [["A|B"], ["A"], ["--dialect", "javascript"], ["--json"]]),
        ("check", [["a.toml"], ["b.toml"], ["--json"], ["--timeout", "3"], ["c.toml"]]),
        ("export", [["a.toml"], ["-o", "-"], ["--simplify"]]),
    ],
)
def test_arguments_and_options_mix_in_any_order(command: str, parts: list[list[str]]) -> None:
    """The arguments keep their order among themselves; the oracle is the line with all options first."""
    arguments = [part for part in parts if not part[0].startswith("-") or part == ["-"]]
    options = [part for part in parts if part not in arguments]
    wanted = parsed(command, [word for part in options + arguments for word in part])
    for seed in range(40):
        rest, mixed = list(arguments), []
        shuffled = random.Random(seed).sample(parts, len(parts))
        for part in shuffled:
            mixed += part if part in options else rest.pop(0)
        assert parsed(command, mixed) == wanted


def test_a_puzzle_of_a_file_is_converted_as_the_help_shows() -> None:
    challenges = Path("challenges.json")
    challenges.write_text('[{"id": "g", "name": "G", "puzzles": ['
                          '{"name": "The OR", "patternsX": [["A|B"]], "patternsY": [["A"]]},'
                          '{"name": "Other", "patternsX": [["C"]], "patternsY": [["C"]]}]}]')  # fmt: skip
    assert main(["convert", str(challenges), "--puzzle", "The OR", "or.toml"]) == 0
    assert "A|B" in Path("or.toml").read_text()


def test_after_two_hyphens_everything_is_an_argument(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "--", "-A", "-A"]) == 0
    assert main(["match", "--json", "--", "-A", "--json"]) == 1
    assert uncoded(capsys.readouterr().err) == ""


TAKING_MANY: Final = {"site",
    "solve", "check", "count", "lint", "show", "studio", "render", "regex", "convert", "export"
}  # fmt: skip
"""The commands that take any number of files or regexes."""


@pytest.mark.parametrize("command", COMMANDS)
def test_unknown_options_and_too_many_arguments_are_refused(command: str) -> None:
    needed = {"completion": ["bash"], "template": ["5"], "match": ["A", "A"], "regex": ["A"], "generate": [],
              "verify": ["a", "b"],
              "decode": ["a", "b", "c"], "prove": ["a", "-o", "b"], "render": ["a", "-o", "b"],
                  "site": ["a", "-o", "b"]}  # fmt: skip
    arguments = needed.get(command, ["a"])
    with pytest.raises(OptionError, match="there is no option '--wrong'"):
        parsed(command, ["--wrong", *arguments])
    if command not in TAKING_MANY:
        with pytest.raises(OptionError, match="unexpected argument 'x'"):
            parsed(command, [*arguments, "x", "x"])


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("solve --verbose", "there is no option '--verbose'", "satcross solve --help"),
        ("solve --limt 3 x", "there is no option '--limt'", "did you mean --limit?"),
        ("solve --rows -A B --columns C", "there is no option '-A'", "write the first hyphen of a clue as [-]"),
        ("match -A B", "there is no option '-A'", "put -- before a regex that begins with a hyphen"),
        ("regex -- A --length 3", "unexpected argument '--length'", "options have to come before the --"),
        ("regex A --length -3", "--length: '-3' is not a whole number of 0 or more", "satcross regex --help"),
        ("regex --no --length 3", "there is no option '--no'", "did you mean --not?"),
        ("check --limit", "there is no option '--limit'", "satcross solve and satcross regex have it"),
        ("check --theme CAT", "there is no option '--theme'", "satcross generate has it"),
        ("solve --limit", "--limit: expected one argument", "satcross solve --help"),
        ("solve --limit -3 x", "--limit: '-3' is not a whole number of 1 or more", "satcross solve --help"),
        (
            f"solve --seed {10**18} x",
            f"--seed: '{10**18}' is too large: 18 digits are the most",
            "satcross solve --help",
        ),
        ("solve --all --limit 2 x", "--limit: not allowed with argument --all", "satcross solve --help"),
        ("prove -oX", "FILE is missing", "satcross prove --help"),
        ("render puzzle.toml", "-o OUT is missing", "name the file to write, such as -o puzzle.svg"),
        ("verify", "FILE and DIR are missing", "satcross verify --help"),
        ("version", "there is no command 'version'", "satcross --version"),
        ("print", "there is no command 'print'", "satcross render draws puzzles"),
        ("sovle", "there is no command 'sovle'", "did you mean solve?"),
        ("--verison", "there is no option '--verison'", "did you mean --version?"),
    ],
)
def test_a_mistake_is_named_with_what_may_be_meant(
    line: str, message: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(shlex.split(line)) == 2
    first, second = uncoded(capsys.readouterr().err).splitlines()
    assert first == f"satcross: {message}"
    assert second.strip().startswith(f"hint: {hint}")


def options_with_values() -> list[tuple[str, str]]:
    """Return each option of each command that has a value."""
    return [
        (command, flags[-1])
        for command, parser in all_parsers().items()
        for action in parser.options
        if (flags := action.option_strings) and action.nargs != 0
    ]


def needed_arguments(command: str) -> list[str]:
    """Return arguments without which the command refuses every line."""
    return {"template": ["5"], "match": ["A", "A"], "verify": ["a", "b"], "decode": ["a", "b", "c"],
            "completion": ["bash"], "studio": [], "encodings": [], "generate": [],
            "play": []}.get(command, ["a"])  # fmt: skip


@pytest.mark.parametrize(("command", "flag"), options_with_values())
def test_no_value_of_an_option_that_is_given_twice_is_lost(command: str, flag: str) -> None:
    """It is refused, or the option collects its values: the parser never drops the first one."""
    action = command_named(command).make_parser().flags[flag]
    readable = next(
        value
        for value in ("1G", "3", "90", "a.toml", *map(str, action.choices or ()))
        if _is_accepted(command, [flag, value])
    )
    twice = [*needed_arguments(command), flag, readable, flag, readable]
    if action.nargs == "+" or action.default == [] or isinstance(action, argparse._AppendAction):
        collected = parsed(command, twice)[action.dest]
        assert isinstance(collected, list)
        assert len(collected) == 2
    else:
        with pytest.raises(OptionError, match=f"^{flag} is given twice: ") as caught:
            parsed(command, twice)
        assert caught.value.code == "option-together"


def _is_accepted(command: str, words: list[str]) -> bool:
    try:
        parsed(command, [*needed_arguments(command), *words])
    except OptionError as error:
        return "missing" in error.message
    return True


def test_both_names_of_an_option_are_one_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "a.toml", "-o", "a.svg", "--output=b.svg"]) == 2
    assert "--output is given twice: 'a.svg' and 'b.svg'" in uncoded(capsys.readouterr().err)
    assert not Path("b.svg").exists()


def test_rows_and_columns_are_collected() -> None:
    wanted = parsed("solve", ["--rows", "A", "B", "--columns", "A", ".B"])
    assert parsed("solve", ["--rows", "A", "--columns", "A", "--rows", "B", "--columns", ".B"]) == wanted


def test_a_flag_that_is_given_twice_says_the_same_twice() -> None:
    assert parsed("check", ["a", "--json", "--json"]) == parsed("check", ["a", "--json"])


def test_the_help_is_shown_whatever_else_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--help", "--wrong"]) == 0
    assert capsys.readouterr().out.startswith("usage: satcross solve")
