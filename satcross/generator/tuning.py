"""The parameters of the generator, as one immutable value that is passed down.

In: nothing.  Out: `GeneratorTuning`, whose defaults are what satcross uses.  With other values the puzzles are still
correct, but people like them less, or they take longer to make.  Costs are in tenths of a character.  Work is counted
by `satcross.generator.board.Board`; a thousand takes a fiftieth of a second.
"""

from __future__ import annotations

from typing import Final

from satcross.base.records import NamedTuple, with_changed_fields


class GeneratorTuning(NamedTuple):
    """What steers the generator, each with its unit and its reason."""

    # -- the letters of the grid (satcross.generator.grid)

    fewest_letters: int = 6
    """Different letters that a grid has at least."""

    different_letters: float = 0.9
    """Different letters, times the square root of the cells, without words.  With more letters, clues have to say
    more, and become longer."""

    common_words: int = 20
    """Words of the built-in list for a line; the word with the fewest new letters is taken, for the same reason."""

    again: int = 5
    """One free cell in this many gets a letter that one of its lines has already, so that backreferences have
    something to say."""

    again_in_large: int = 2
    """The same in grids of more than 36 cells: long lines of few letters have shorter clues."""

    # -- the cost of a clue (satcross.generator.pool)

    brief: int = 11
    """Characters of a clue that can be read at a glance."""

    letter: int = 4
    """Cost, added for each letter that stands for itself: a dot asks less."""

    starred: int = 30
    """Cost, added for each letter that a star or `+` repeats: in `L*H.*` it only stands for one letter or none, and
    people hardly ever write that."""

    filler: int = 40
    """Cost, added for each dot that is repeated: people write it once or twice in a puzzle."""

    plus: int = 2
    """Cost, added for `+`: a star asks less."""

    count_character: int = 5
    """Cost, taken off for each character of a count: `.{4}` is read as quickly as two dots."""

    option: int = 16
    """Cost, taken off for `?`: people use it more often than its cost suggests."""

    exclusion: int = 26
    """Cost, taken off for a negated class: it says so little that hardly any clue would have one otherwise."""

    letter_class: int = 8
    """Cost, taken off for any other class: people like to read words in it."""

    alternative: int = 50
    """Cost, taken off for the third alternative of a group if the clue is read at a glance, and for each further one in
    any clue.  Few clues would have that many otherwise."""

    reference: int = 30
    """Cost, taken off for a backreference: it takes many characters, and says little on a long line."""

    optional: int = 40
    """Cost, added for each `?` beyond the first."""

    blemish: int = 300
    """Cost, added for each mark by which readers tell a clue of a machine (`satcross.generator.taste`): such a clue
    occurs only where no other one leads to one solution."""

    near_word: int = 40
    """Cost, added for a class that is a word and one more letter."""

    listed: int = 90
    """Cost, added for a clue that names all letters of its line: few others in it can mislead."""

    first: int = 8
    """How many times as much `listed` costs in the first row, whose letters often suffice to guess a saying."""

    opening: int = 100
    """Cost, added for a clue that tells a letter by itself, so that one can begin with it: one or two are enough."""

    told: int = 120
    """Cost, added if the clue tells all letters of its line by itself; if it tells some of them, this share of it."""

    # -- variety (satcross.generator.pool)

    family_share: int = 6
    """Clues.  One in this many may be of one family; each further one costs more."""

    few: int = 2
    """Clues of a family that are always allowed."""

    surplus: int = 40
    """Cost by which each clue of a family that is used often enough exceeds the one before."""

    skeleton_share: float = 0.15
    """The largest part of the clues that one skeleton should have, unless it has one clue only."""

    wanted: int = 150
    """Cost, taken off for the first clue of each kind of which a puzzle should have one: a backreference, a class that
    is a word, a choice between pairs or words."""

    twin: int = 25
    """Cost of a clue for each other one of its skeleton."""

    star_share: float = 0.75
    """The largest part of the clues of a rectangle that should have a star: people tire of stars.  The short lines of
    hexagons need them."""

    # -- the pool (satcross.generator.pool)

    long: int = 6
    """Letters.  Longer lines can be written in so many ways that each family is asked twice.  It is also asked twice
    for lines with a cell that no other clue reads, because they need strong clues."""

    jitter: int = 8
    """The cost of a family on a line grows by a random amount up to this, so that no family always wins."""

    turns: int = 2
    """Lines.  One in this many may have a clue of a family that says very much, and so may each line with a cell that
    no other clue reads."""

    # -- the search (satcross.generator.search, satcross.generator.maker)

    strongest: int = 10
    """Clues that leave the fewest letters of their line; one of these is taken, by what it leaves of the whole grid."""

    tries: int = 6
    """Grids and pools that are drawn until some clues of a pool lead to the letters of the grid."""

    attempts: int = 12
    """Searches that begin from another grid if the best choice lacks something."""

    rounds: int = 3
    """Times that a choice goes to the search, as long as the examination finds fault with it."""

    few_rounds: int = 2
    """The same in late attempts."""

    patience: int = 1_800
    """Work for each clue without a better choice, after which the search ends."""

    polish: int = 200
    """The same, once the choice has all that was asked for."""

    many_clues: int = 16
    """Clues.  More than this get no more work, so that large puzzles do not take forever."""

    total: int = 300_000
    """Work for one puzzle; what is begun is still brought to its end."""

    late: int = 1_300_000
    """Work up to which late attempts begin if the best puzzle lacks something: with few rounds and without polish.
    Most of them succeed, in two to ten seconds each."""

    point: int = 300
    """Cost for which a clue brings a puzzle nearer to the wanted difficulty by one point."""

    margin: float = 0.1
    """Distance in points of difficulty that the search keeps from both ends of the wanted band, because pruning sees a
    little less of clues with references or lookarounds than `explain` does."""

    style_per_point: float = 4.0
    """How many times cheaper clues become that are hard to read, for each point that earlier attempts were too easy."""

    def __repr__(self) -> str:
        return with_changed_fields(self)


DEFAULT_GENERATOR_TUNING: Final = GeneratorTuning()
