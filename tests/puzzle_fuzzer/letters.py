"""Which letters brute force has to try."""

from satcross.puzzle import ANY, Puzzle
from satcross.regex.letters import to_text
from satcross.solver.compile import compile_puzzle


def letters_to_try(puzzle: Puzzle) -> str:
    """Return the alphabet; instead of an open one, some letters of each class: its first two, its last, the shown one.

    Over these, the puzzle has no solution, one, or several, as it has over the open alphabet.
    """
    compiled = compile_puzzle(puzzle)
    if puzzle.alphabet != ANY:
        return to_text(compiled.alphabet)
    letters = set(compiled.classes.shown)
    for ranges in compiled.classes.members:
        (first, end), (_, last) = ranges[0], ranges[-1]
        letters.update(map(chr, (first, min(first + 1, end), last)))
    if puzzle.dialect == "javascript" and not {"u", "v"} & set(puzzle.flags):
        letters = {letter for letter in letters if letter <= "\uffff"}  # of the others V8 sees two halves
    return "".join(sorted(letters))
