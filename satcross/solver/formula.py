"""Formulas for other programs, and their answers back: DIMACS out, a solver's output in, a checked solution out.

The file lists in comments what its variables mean, one line for each variable of a cell:

    c x 17 2,3 A          variable 17 is true iff the cell 2,3 holds the letter A

Further lines say which clue each group of clauses is of, and what the auxiliary variables of the group stand for:

    c clauses 29 to 61: row 2, clue 1: [PLEASE]+
    c variables 41 to 48: merged states: a part of the clue takes the letter

Spaces and unprintable letters are written as code points (U+0020), unprintable parts of cell names as escapes.  All
other variables are auxiliary: the solutions are the models projected on the cells' variables, which `c p show` lists.
Equal puzzles give equal files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final

from satcross.base.budget import CIRCUITS, POSITIONS, Budget, limits
from satcross.base.records import NamedTuple
from satcross.base.wording import counted
from satcross.errors import Field, OptionError, PuzzleError, naming, printable
from satcross.puzzle import ANY, Cell, Clue, Puzzle, Solution, address_text, check_number_of_letters
from satcross.puzzle.files.source import shown
from satcross.regex.letters import from_text
from satcross.solver.cnf import FlatSink, Lit, VariableMap
from satcross.solver.compile import CompiledPuzzle, compile_puzzle, read_letters
from satcross.solver.constraints import Constraint
from satcross.solver.constraints.regular import RegularConstraint
from satcross.solver.dimacs import Answer, AnswerError, to_competition, to_dimacs
from satcross.solver.encode import Group, encode_residual, encode_whole
from satcross.solver.encodings import check_encoding
from satcross.solver.residual import Residual
from satcross.solver.verify import WrongAnswerError, first_fault

FORMAT: Final = "satcross formula, version 1"
SIMPLIFIED: Final = ", after propagation"
MOST_COMMENTS: Final = 1000  # before the header, besides those about variables and clauses
CLAUSES: Final = "clauses"
AUXILIARY: Final = "variables"
LONGEST_CLUE: Final = 200  # code points of a clue in a comment


def export(
    puzzle: Puzzle,
    *,
    is_simplified: bool = False,
    blocked: Sequence[str] | None = None,
    encoding: str = POSITIONS,
    for_competition: bool = False,
    timeout: float | None = None,
    budget: Budget | None = None,
) -> Iterator[str]:
    """Yield the lines of the DIMACS file of `puzzle`, without line ends.

    Args:
        is_simplified: Only what propagation leaves open: fewer letters, and no clues that hold anyway.
        encoding: The name of the encoding of regular clues (`satcross.solver.encodings`).
        for_competition: Write the form that SAT competitions ask for, without comments: its models cannot be decoded.
        blocked: The letters of a solution that one more clause, the last, rules out (of the whole formula).
        timeout, budget: The time limit in seconds, and further limits.

    Raises:
        OptionError: For an open alphabet, and unless each letter of `blocked` can be in its cell.
        SatcrossError: What `compile_puzzle` raises.
    """
    check_encoding(encoding)
    budget = limits(timeout, budget)
    if blocked is not None:
        check_number_of_letters("blocked", blocked, puzzle)
    compiled = compile_for_formula(puzzle, budget)
    groups: list[Group] = []
    if is_simplified:
        variables, sink = _simplified(compiled, budget, groups, encoding)
    else:
        whole = encode_whole(compiled, with_selectors=False, budget=budget, encoding=encoding)
        variables, sink = whole.variables, whole.clauses
        groups += whole.groups
    if blocked is not None:
        groups.append(_rule_out(blocked, compiled, variables, sink))
    shown = [lit for lits in variables.lits[: variables.cells] for lit in lits.values()]
    budget.note("writing clauses", sink.clauses)
    comments = _comments(compiled, variables, groups, is_simplified, encoding)
    yield from to_competition(sink) if for_competition else to_dimacs(variables.count, sink, shown, comments)


def _rule_out(solution: Sequence[str], compiled: CompiledPuzzle, variables: VariableMap, sink: FlatSink) -> Group:
    """Add the clause that rules out `solution`, and return its group.

    Raises:
        OptionError: Unless each cell can hold its letter.
    """
    held = [compiled.classes.mask(from_text(letter)) for letter in solution]
    for number, (letter, mask, lits) in enumerate(zip(solution, held, variables.lits, strict=False)):
        if lits and mask not in lits:
            raise OptionError(
                f"{letter!r} is not a letter that this cell can hold", place=[f"blocked[{number}]"], code="letter"
            )
    sink.add(variables.blocking(held))
    return Group("not the solution that was found", None, range(sink.clauses, sink.clauses + 1), range(0), ())


def compile_for_formula(puzzle: Puzzle, budget: Budget) -> CompiledPuzzle:
    """Return `puzzle` compiled with a class for each letter.

    Raises:
        OptionError: For an open alphabet.
        SatcrossError: What `compile_puzzle` raises.
    """
    if puzzle.alphabet == ANY:
        raise OptionError(
            "a formula cannot have a variable for every letter of Unicode",
            hint=naming("choose the letters, for instance with {}", Field("alphabet", "mentioned")),
            code="option-alphabet",
        )
    return compile_puzzle(puzzle, budget._replace(tuning=CIRCUITS), single_letters=True)


class VariableMeanings(NamedTuple):
    """What an exported formula says of its variables.

    Attributes:
        variables: How many it has.
        letters: Cell number and letter of each variable that stands for one.
        is_simplified: Whether it is what propagation has left open.
    """

    variables: int
    letters: dict[Lit, tuple[int, str]]
    is_simplified: bool


def decode(puzzle: Puzzle, formula: Iterable[str], answer: Answer) -> Solution | None:
    """Return the solution that a solver's `answer` to the exported `formula` stands for, None if it says there is none.

    Args:
        formula: Lines of the file; those after the header are not looked at.
        answer: What `satcross.solver.dimacs.read_answer` makes of the solver's output.

    Raises:
        SatcrossError: What `meaning_of` and `decoded` raise.
    """
    return decoded(puzzle, meaning_of(puzzle, formula), answer)


def decoded(puzzle: Puzzle, meaning: VariableMeanings, answer: Answer) -> Solution | None:
    """Return the solution that `answer` stands for, None if it says there is none.

    Raises:
        AnswerError: For an answer that leaves open what a cell holds.
        WrongAnswerError: For an answer that the verifier rejects.
    """
    if answer.is_satisfiable is False:
        return None
    if not meaning.letters and puzzle.cells:
        raise AnswerError("the answer is a model of a formula without letters, which has none")
    hint = _other_formula(meaning, answer)
    if answer.variables > meaning.variables:
        raise AnswerError(
            f"the answer names the variable {answer.variables}, which the formula does not have", hint=hint
        )
    in_order = _letters_of_answer(puzzle, meaning, answer, hint)
    fault = first_fault(read_letters(puzzle), in_order)
    if fault is not None:
        raise WrongAnswerError(f"the answer does not solve the puzzle: {fault}", hint=hint)
    return Solution(puzzle, in_order)


def _letters_of_answer(puzzle: Puzzle, meaning: VariableMeanings, answer: Answer, hint: str | None) -> tuple[str, ...]:
    """Return the letter that `answer` puts into each cell.  Raises AnswerError, with `hint`, unless it is one."""
    letters: dict[int, str] = {}
    for variable in sorted(answer.true & meaning.letters.keys()):
        cell, letter = meaning.letters[variable]
        if cell in letters:
            both = f"{letters[cell]!r} and {letter!r}"
            raise AnswerError(
                f"the answer puts both {both} into the cell {address_text(puzzle.cells[cell])}", hint=hint
            )
        letters[cell] = letter
    for cell, address in enumerate(puzzle.cells):
        if cell not in letters:
            raise AnswerError(f"the answer puts no letter into the cell {address_text(address)}", hint=hint)
    return tuple(letters[cell] for cell in range(len(puzzle.cells)))


def _other_formula(meaning: VariableMeanings, answer: Answer) -> str | None:
    """Return the hint that `answer` is one to another formula; None if it names as many variables as the formula has.

    An answer may also name only the variables that stand for letters.
    """
    if answer.variables in (meaning.variables, max(meaning.letters, default=0)):
        return None
    form = "whole" if meaning.is_simplified else "simplified"
    option = "without" if meaning.is_simplified else "with"
    return naming(
        f"it names {counted(answer.variables, 'variable')}, but the formula has {meaning.variables:,}; it may be an "
        f"answer to the {form} formula (export {option} {{}})",
        Field("is_simplified"),
    )


def _simplified(
    compiled: CompiledPuzzle, budget: Budget, groups: list[Group], encoding: str
) -> tuple[VariableMap, FlatSink]:
    sink = FlatSink(budget)
    residual, _ = Residual.of(compiled.constraints, compiled.domains).propagated(budget)
    if residual is None:
        sink.add([])
        groups.append(Group("propagation has shown that there is no solution", None, range(1, 2), range(0), ()))
        return VariableMap((), is_compact=False), sink
    return encode_residual(residual, sink, single_letters=True, encoding=encoding, groups=groups), sink


def _comments(
    compiled: CompiledPuzzle, variables: VariableMap, groups: Sequence[Group], is_simplified: bool, encoding: str
) -> Iterator[str]:
    puzzle = compiled.puzzle
    yield FORMAT + (SIMPLIFIED if is_simplified else "")
    if puzzle.title:
        yield f"puzzle {_printable(puzzle.title)}"
    sizes = ((puzzle.cells, "cell"), (compiled.constraints, "clue"), (compiled.classes.members, "letter"))
    yield ", ".join(counted(len(things), what) for things, what in sizes)
    if encoding != POSITIONS:
        others = len([each for each in compiled.constraints if not isinstance(each.line_constraint, RegularConstraint)])
        yield f"encoding {encoding}" + (f", but for {counted(others, 'clue')} without a choice" if others else "")
    for address, lits in zip(puzzle.cells, variables.lits, strict=False):
        for bit, lit in lits.items():
            yield f"x {lit} {_written(address)} {_letter_text(compiled.classes.shown[bit.bit_length() - 1])}"
    for group in groups:
        purpose = group.purpose if group.constraint is None else _clue_text(puzzle, group.constraint)
        yield f"{CLAUSES} {_numbers(group.clauses)}: {purpose}"
        if group.variables:
            yield f"{AUXILIARY} {_numbers(group.variables)}: {'; '.join(group.meanings)}"


def _numbers(numbers: range) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"


def _clue_text(puzzle: Puzzle, constraint: Constraint) -> str:
    """Return the name of the line, the number of the clue and its text, as far as that fits into a comment."""
    clue = puzzle.lines[constraint.line].clues[constraint.clue]
    text = clue.pattern if isinstance(clue, Clue) else f"a word of {clue.source or 'a list'}"
    shown = text if len(text) <= LONGEST_CLUE else f"{text[: LONGEST_CLUE - 3]}..."
    return printable(f"{constraint.name}, clue {constraint.clue + 1}: {shown}")


def meaning_of(puzzle: Puzzle, formula: Iterable[str]) -> VariableMeanings:
    """Return what the lines of `formula`, up to its header, say of its variables.

    Raises:
        PuzzleError: If it is not an exported formula of this puzzle (code `foreign-formula`), or has a form that this
            satcross does not know (code `schema`).
    """
    number_of = {_written(address): number for number, address in enumerate(puzzle.cells)}
    letters: dict[Lit, tuple[int, str]] = {}
    variables: int | None = None
    others = 0
    is_ours = is_simplified = False
    for line in formula:
        kind, _, rest = line.rstrip("\r\n").partition(" ")
        if kind == "p":
            variables = _variables(rest)
            break
        others += not rest.startswith(("x ", f"{CLAUSES} ", f"{AUXILIARY} "))
        if kind not in ("c", "") or others > MOST_COMMENTS:
            break
        is_ours |= _is_format(rest)
        is_simplified |= rest == FORMAT + SIMPLIFIED
        if kind == "c" and rest.startswith("x "):
            variable, cell, letter = _parts_of_comment(rest)
            if variable in letters:
                raise PuzzleError(f"the formula gives variable {variable} two meanings", code="foreign-formula")
            if cell not in number_of:
                raise PuzzleError(
                    f"the formula is of another puzzle: this one has no cell {cell}", code="foreign-formula"
                )
            letters[variable] = number_of[cell], letter
    if variables is None or not is_ours:
        fault = "this is not a formula in the form of DIMACS"
        if variables is not None:
            fault = "the formula does not say what its variables mean"
        raise PuzzleError(fault, hint="give the file that satcross export has written", code="foreign-formula")
    _check_cells(puzzle, {cell for cell, _ in letters.values()})
    return VariableMeanings(variables, letters, is_simplified)


def _check_cells(puzzle: Puzzle, named: Set[int]) -> None:
    """Raise PuzzleError if a formula that names cells does not name all cells of `puzzle`."""
    if named and (left_out := [cell for cell in range(len(puzzle.cells)) if cell not in named]):
        cell = _written(puzzle.cells[left_out[0]])
        raise PuzzleError(f"the formula is of another puzzle: it has no cell {cell}", code="foreign-formula")


def _variables(header: str) -> int | None:
    """Return the number of variables in the rest of a line `p cnf V C`, None if it is none."""
    words = header.split()
    is_header = len(words) == 3 and words[0] == "cnf"
    return int(words[1]) if is_header and all(_is_number(word) for word in words[1:]) else None


def _parts_of_comment(comment: str) -> tuple[Lit, str, str]:
    """Return variable, cell and letter of a comment `x V CELL LETTER`."""
    number, _, place = comment[2:].partition(" ")
    cell, _, written = place.rpartition(" ")
    letter = _letter(written)
    if not _is_number(number) or letter is None:
        raise PuzzleError(f"this comment of the formula cannot be understood: {comment[:60]!r}", code="foreign-formula")
    return int(number), cell, letter


def _is_number(text: str) -> bool:
    """Return whether `text` is a number of variables or clauses that a file can have."""
    return text.isascii() and text.isdecimal() and len(text) < 13


def _is_format(comment: str) -> bool:
    """Return whether `comment` names the format that satcross reads.  Raises PuzzleError (`schema`) for another."""
    if comment.startswith(FORMAT):
        return True
    if comment.startswith(FORMAT.partition("1")[0]):
        raise PuzzleError(
            f"this formula has the format {shown(comment)}, but this version of satcross reads {FORMAT!r}",
            hint="a newer version of satcross may read it",
            code="schema",
        )
    return False


def _written(address: Cell) -> str:
    return _printable(address_text(address))


def _printable(text: str) -> str:
    r"""Return `text` with what cannot be printed, and every backslash, as an escape: equal results mean equal texts."""
    return "".join(
        each if each.isprintable() and each != "\\" else each.encode("unicode_escape").decode() for each in text
    )


def _letter_text(letter: str) -> str:
    return letter if letter.isprintable() and letter != " " else f"U+{ord(letter):04X}"


def _letter(text: str) -> str | None:
    """Return the letter that `_letter_text` writes as `text`, None if there is none."""
    if len(text) == 1:
        return text
    digits = text.removeprefix("U+")
    try:
        return chr(int(digits, 16)) if digits != text else None
    except (ValueError, OverflowError):
        return None


def clauses_in(lines: Iterable[str]) -> Iterator[list[int]]:
    """Yield the clauses of a formula, read from its lines: so what is proved is what is written."""
    for line in lines:
        if line[:1] not in "cp":
            yield [int(each) for each in line.split()[:-1]]
