"""A clue of any kind on a line, as a circuit: what it leaves of the letters, its cubes, and its clauses.

In: a circuit (`satcross.solver.constraints.circuit`), and a letter mask for each index.  Out: what `LineConstraint`
asks.

The clauses of a circuit whose root is open are satisfied iff the letters satisfy the circuit, for some values of its
choices.

Variables: one for each open AND and OR with several open parts, defined only if it is used (`polarities`).

Clauses, for a node v and its open parts p:

    where v is used positively          where v is used negatively
    AND    v -> p, for each p           p and ... and p -> v
    OR     v -> p or ... or p           p -> v, for each p

Reference: D. A. Plaisted and S. Greenbaum, A structure-preserving clause form translation, Journal of Symbolic
Computation 2 (1986).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Final

from satcross.base.bits import members, parts, single_bits
from satcross.base.budget import DEFAULT_TUNING, Budget, Tuning
from satcross.base.records import NamedTuple
from satcross.puzzle.word_index import WordIndex, numbers
from satcross.regex.core import Core
from satcross.regex.letters.classes import Classes
from satcross.regex.matcher import Matcher
from satcross.solver.cnf import Encoder, Lit, Sink
from satcross.solver.constraints import LetterReader
from satcross.solver.constraints.circuit import (
    AND,
    CERTAIN,
    FALSE,
    IMPOSSIBLE,
    LETTER,
    NOT,
    OPEN,
    OR,
    SAME,
    Circuit,
    Node,
    changes_of,
    set_of_root,
    truth_of,
)
from satcross.solver.constraints.word_constraint import WordConstraint

if TYPE_CHECKING:
    from satcross.solver.constraints.line_states import KnownLetters


class Packing(NamedTuple):
    """How the cubes of a circuit are packed.

    Each field has a guard bit above it, so that one subtraction shows all empty fields.  There is one more field, which
    always has its one value, so that the cube of the one empty string is not empty.

    A cube is one letter mask for every index (and for every choice), packed into one Python integer, a field for each.
    From the leaves to the root every node gets a cube that holds each assignment within the domains that makes the node
    true: a leaf restricts its own field, an AND intersects, an OR unites.  A cube with an empty field is empty.  The
    root's cube is sound for every circuit.  It is exact where all ways through a layered graph of OR and AND are cubes
    themselves, as in clues without equalities and negations.

    What is CERTAIN (`solver.constraints.circuit`) is needed only below negations: a NOT is impossible iff its part
    is certain.

    A cube of matches, all of whose letters match, is found by guessing.  From the root down, one part of each OR that
    has to be true is guessed, and one part of each AND that has to be false.  Letters that have to be the same become
    one letter.  Guesses are pseudo-random and the same each time.

    Attributes:
        width: Number of letter classes.
        offsets: Lowest bit of each field.
        guard: The guard bits.
        low: The lowest bits of all fields.
        full: The cube of all assignments.
    """

    width: int
    offsets: tuple[int, ...]
    guard: int
    low: int
    full: int

    def fields(self, cube: int, first: int, sizes: Sequence[int]) -> list[int]:
        """Return the masks in the fields of `cube` from number `first` on, which have `sizes` values each."""
        offsets = self.offsets[first : first + len(sizes)]
        return [cube >> offset & ((1 << size) - 1) for offset, size in zip(offsets, sizes, strict=True)]


def pack(circuit: Circuit, width: int) -> Packing:
    """Return how the cubes of `circuit` over `width` letter classes are packed."""
    offsets = []
    offset = guard = low = full = 0
    for values in (*((width,) * circuit.n), *circuit.choices, 1):
        offsets.append(offset)
        low |= 1 << offset
        full |= ((1 << values) - 1) << offset
        offset += values + 1
        guard |= 1 << (offset - 1)
    return Packing(width, tuple(offsets), guard, low, full)


def cubes_of(circuit: Circuit, packing: Packing, domains: Sequence[int], truth: Sequence[int] | None) -> list[int]:
    """Return the cube of each node, 0 where the node cannot be true.

    Args:
        domains: Letter mask of each index.
        truth: The truth of each node; None is enough for a circuit without negations.
    """
    width, offsets, guard, low, start = packing
    n = circuit.n
    every = (1 << width) - 1
    for i, domain in enumerate(domains):
        start ^= (every ^ domain) << offsets[i]
    cubes: list[int] = []
    for node in circuit.nodes:
        kind = node[0]
        if kind == AND:
            cube = cubes[node[1]]
            for child in node[2:]:
                cube &= cubes[child]
            if cube and ((cube | guard) - low) & guard != guard:
                cube = 0
        elif kind == OR:
            cube = 0
            for child in node[1:]:
                cube |= cubes[child]
        elif kind == LETTER:
            _, i, mask = node
            here = domains[i] if i < n else (1 << circuit.choices[i - n]) - 1
            cube = start ^ (here & ~mask) << offsets[i] if here & mask else 0
        elif kind == SAME:
            cube = _cube_of_same(circuit, packing, domains, start, node)
        elif kind == NOT:
            assert truth is not None
            cube = 0 if truth[node[1]] == CERTAIN else start
        else:
            cube = 0 if kind == FALSE else start
        cubes.append(cube)
    return cubes


def _cube_of_same(circuit: Circuit, packing: Packing, domains: Sequence[int], start: int, node: Node) -> int:
    """Return the cube of a SAME node: `start`, with only those letters at both indices that have a partner."""
    _, i, j, relation = node
    left = domains[i]
    right = domains[j] if j < circuit.n else (1 << packing.width) - 1
    if relation:
        near_left = near_right = 0
        for block in circuit.relations[relation - 1]:
            if left & block and right & block:
                near_left |= left & block
                near_right |= right & block
    else:
        near_left = near_right = left & right
    if not near_left:
        return 0
    return start ^ (left ^ near_left) << packing.offsets[i] ^ (right ^ near_right) << packing.offsets[j]


def find_matches(
    circuit: Circuit, domains: Sequence[int], truth: Sequence[int], cubes: Sequence[int], tries: int
) -> list[int] | None:
    """Return masks for the letters, within `domains`, and then for the choices, all of whose values match together.

    Return None if no guess leads to any.

    Args:
        truth: The truth of each node, within `domains`.
        cubes: The cubes of each node, within `domains`.
        tries: How many guesses are made.
    """
    for seed in range(tries):
        masks = _guess(circuit, domains, truth, cubes, _Random(seed))
        if masks is not None and truth_of(circuit, masks)[-1] == CERTAIN:
            return masks
    return None


class _Random:
    """Picks pseudo-random members of sequences (a linear congruential generator)."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed

    def one_of(self, parts: Sequence[int]) -> int:
        """Return one of `parts`, of which there is at least one."""
        self._state = self._state * 1103515245 + 12345 & 0x7FFFFFFF
        return parts[(self._state >> 16) % len(parts)]


def _guess(
    circuit: Circuit, domains: Sequence[int], truth: Sequence[int], cubes: Sequence[int], random: _Random
) -> list[int] | None:
    """Return masks for the letters and then the choices that probably make the root true; None at a dead end."""
    nodes = circuit.nodes
    masks = [*domains, *[(1 << values) - 1 for values in circuit.choices]]
    wanted = [(len(nodes) - 1, True)]
    while wanted:
        number, is_true = wanted.pop()
        if truth[number] == (CERTAIN if is_true else IMPOSSIBLE):
            continue
        node = nodes[number]
        kind = node[0]
        if kind == NOT:
            wanted.append((node[1], not is_true))
        elif kind in (AND, OR):
            parts: Sequence[int] = node[1:]
            if (kind == AND) != is_true:  # one part is enough
                able = [part for part in parts if (cubes[part] if is_true else truth[part] != CERTAIN)]
                parts = [random.one_of(able)] if able else []
            if not parts:
                return None
            wanted += [(part, is_true) for part in parts]
        elif kind == LETTER:
            masks[node[1]] &= node[2] if is_true else ~node[2]
        elif kind != SAME or not is_true or not _make_same(circuit, masks, node, random):
            return None
    return masks if all(masks) else None


def _make_same(circuit: Circuit, masks: list[int], node: Sequence[int], random: _Random) -> bool:
    """Restrict both indices of a SAME node to letters that are the same; return False if there are none."""
    _, i, j, relation = node
    blocks = circuit.relations[relation - 1] if relation else single_bits(masks[i] & masks[j])
    shared = [block for block in blocks if masks[i] & block and masks[j] & block]
    if not shared:
        return False
    block = random.one_of(shared)
    masks[i] &= block
    masks[j] &= block
    return True


POSITIVE, NEGATIVE = 1, 2
"""How a node is used: where it matters that it is true, and where that it is false."""


def letter_sets_of(circuit: Circuit, truth: Sequence[int]) -> list[set[int] | None]:
    """Return for each index the letter masks that open nodes ask about; None where letters are compared."""
    sets_of: list[set[int] | None] = [set() for _ in range(circuit.n)]
    for number in polarities(circuit, truth):
        node = circuit.nodes[number]
        if node[0] == SAME:
            sets_of[node[1]] = None
            if node[2] < circuit.n:
                sets_of[node[2]] = None
        elif node[0] == LETTER and node[1] < circuit.n:
            sets = sets_of[node[1]]
            if sets is not None:
                sets.add(node[2])
    return sets_of


def literal_of_root(
    circuit: Circuit, truth: Sequence[int], choices: Sequence[int], encoder: Encoder, cells: Sequence[int]
) -> Lit:
    """Return a literal that is true only if the letters of `cells` satisfy `circuit`; add the clauses that define it.

    Args:
        choices: Mask of the values that each choice can take.
    """
    cells = [*cells, *_cells_of_choices(encoder, choices)]
    lits: dict[int, Lit] = {}
    polarity_of = polarities(circuit, truth)
    for number, node in enumerate(circuit.nodes):
        polarity = polarity_of.get(number)
        if polarity is None:
            continue
        kind = node[0]
        if kind == LETTER:
            lits[number] = encoder.member(cells[node[1]], node[2])
        elif kind == SAME:
            _, i, j, relation = node
            blocks = circuit.relations[relation - 1] if relation else ()
            lits[number] = encoder.same(cells[i], cells[j], blocks, is_negated=bool(polarity & NEGATIVE))
        elif kind == NOT:
            lits[number] = -lits[node[1]]
        else:
            parts = [lits[child] for child in node[1:] if truth[child] == OPEN]
            if len(parts) == 1:
                lits[number] = parts[0]
                continue
            lit = lits[number] = encoder.variables.fresh(1, "nodes of a circuit: a part of the clue holds")
            if kind == OR:
                _define_or(encoder.sink, lit, parts, polarity)
            else:  # an AND is false if one of its parts is
                _define_or(encoder.sink, -lit, [-part for part in parts], _opposite(polarity))
    return lits[len(circuit.nodes) - 1]


def _cells_of_choices(encoder: Encoder, choices: Sequence[int]) -> list[int]:
    """Return auxiliary cells, one for each choice, each with exactly one of its values."""
    cells = [encoder.variables.add_cell(single_bits(choice)) for choice in choices]
    if cells:
        encoder.variables.meanings.add("choices of a circuit: the clue is matched in this way")
        encoder.variables.one_block_each(encoder.sink, cells[0])
    return cells


def _define_or(sink: Sink, lit: Lit, parts: Sequence[Lit], polarity: int) -> None:
    """Add p -> lit, for each p of `parts`, and lit -> p or ... or p, with all of them, as far as `polarity` asks."""
    if polarity & NEGATIVE:
        for part in parts:
            sink.add([lit, -part])
    if polarity & POSITIVE:
        sink.add([-lit, *parts])


def polarities(circuit: Circuit, truth: Sequence[int]) -> dict[int, int]:
    """Return for each open node below the root whether it is used POSITIVE, NEGATIVE, or both (both bits)."""
    nodes = circuit.nodes
    polarity_of = {len(nodes) - 1: POSITIVE}
    for number in range(len(nodes) - 1, -1, -1):
        polarity = polarity_of.get(number)
        node = nodes[number]
        if polarity is None or node[0] not in (AND, OR, NOT):
            continue
        passed = _opposite(polarity) if node[0] == NOT else polarity
        for child in node[1:]:
            if truth[child] == OPEN:
                polarity_of[child] = polarity_of.get(child, 0) | passed
    return polarity_of


def _opposite(polarity: int) -> int:
    """Return the polarity of what is below a NOT of `polarity`."""
    return (polarity & POSITIVE and NEGATIVE) | (polarity & NEGATIVE and POSITIVE)


MOST_BITS: Final = 1 << 31
"""Bits that the cubes of one pass take in memory at most, a quarter of a gigabyte.  Larger circuits are not pruned."""


class GeneralConstraint:
    """A clue as a circuit over `width` letter classes (`satcross.solver.constraints.LineConstraint`).

    Everything is read off the nodes, in one pass over them each: their truth, their cubes, how they are used, and the
    clauses.  A pass over cubes is what prunes; it is sound, but not always exact.

    What only some puzzles need (clauses) is imported when it is asked for, to keep start-up short.
    """

    __slots__ = ("_known", "_packing", "_tuning", "circuit", "n", "size", "width")

    is_exact: Final = False

    def __init__(self, circuit: Circuit, width: int, tuning: Tuning = DEFAULT_TUNING) -> None:
        self.circuit: Final = circuit
        self.n: Final = circuit.n
        self.width: Final = width
        self.size: Final = len(circuit.nodes)
        packing = pack(circuit, width)
        fits = self.size * packing.guard.bit_length() <= MOST_BITS
        self._packing: Final[Packing | None] = packing if fits else None
        self._tuning: Final = tuning
        self._known: KnownLetters | None = None

    def prune(self, domains: Sequence[int]) -> list[int] | None:
        """Return for each index a mask within `domains` that holds the letters of every match; None if none matches.

        A circuit too large for a pass over cubes prunes nothing.
        """
        circuit, packing = self.circuit, self._packing
        if packing is None:
            return list(domains)
        truth = truth_of(circuit, domains) if circuit.has_negation else None
        cube = cubes_of(circuit, packing, domains, truth)[-1]
        return packing.fields(cube, 0, (self.width,) * self.n) if cube else None

    def is_entailed(self, domains: Sequence[int]) -> bool:
        """Return whether the root is certain; False for a large circuit, unless every domain is one letter."""
        if self.size > self._tuning.pruned_nodes and any([mask & (mask - 1) for mask in domains]):
            return False
        return truth_of(self.circuit, domains)[-1] == CERTAIN

    def cube(self, domains: Sequence[int]) -> list[int] | None:
        """Return masks within `domains` of which every choice of letters matches, if a few guesses lead to any."""
        packing = self._packing
        if packing is None:
            return None
        found = self._matches(packing, domains)
        return None if found is None else found[: self.n]

    def replacements(self, string: Sequence[int]) -> Sequence[int]:
        """Return for each index letters with which `string`, which matches, still does if no other index changes.

        Choices keep values with which `string` matches; other values might allow more letters.  A circuit too large
        for a pass over cubes keeps the letters of `string`.
        """
        circuit, packing, width = self.circuit, self._packing, self.width
        if packing is None:
            return string
        found = self._matches(packing, string) if circuit.choices else [*string]
        if found is None:
            return string
        choices = [mask & -mask for mask in found[self.n :]]
        changes = changes_of(circuit, string, choices, width)
        return [changes >> i * width & (1 << width) - 1 for i in range(self.n)]

    def _matches(self, packing: Packing, domains: Sequence[int]) -> list[int] | None:
        """Return what `find_matches` finds."""
        truth = truth_of(self.circuit, domains)
        cubes = cubes_of(self.circuit, packing, domains, truth)
        return find_matches(self.circuit, domains, truth, cubes, self._tuning.dive_cubes) if cubes[-1] else None

    def letter_sets(self, domains: Sequence[int]) -> list[set[int] | None]:
        """Return for each index the letter masks that open nodes ask about; None where letters are compared."""

        truth, _ = self._open(domains)
        return letter_sets_of(self.circuit, truth) if truth[-1] == OPEN else [set() for _ in domains]

    def clauses(self, encoder: Encoder, cells: Sequence[int], selector: Lit | None = None) -> None:
        """Add clauses that bind the letters of `cells` where `selector` (if there is one) is true."""

        truth, choices = self._open(encoder.domains(cells))
        if truth[-1] == OPEN:
            encoder.require([literal_of_root(self.circuit, truth, choices, encoder, cells)], selector)
        elif truth[-1] == IMPOSSIBLE:
            encoder.require([], selector)

    def reader(self, domains: Sequence[int], order: Sequence[Sequence[int]]) -> LetterReader:
        """Return what reads the letters of a line.  It raises TooManyStates for a large circuit."""
        from satcross.solver.constraints.line_states import CircuitReader, KnownLetters

        if self._known is None:
            self._known = KnownLetters(self.circuit, self.width, self._tuning.read_nodes)
        return CircuitReader(self._known, domains, self._open(domains)[0], order)

    def _open(self, domains: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the truth of each node within `domains`, and the mask of the values that each choice can take.

        A pass over cubes, if there is room for it, shows more nodes to be impossible, and rules out values.
        """
        circuit, packing = self.circuit, self._packing
        if packing is None:
            return truth_of(circuit, domains), [(1 << values) - 1 for values in circuit.choices]
        truth = truth_of(circuit, domains) if circuit.has_negation else None
        cubes = cubes_of(circuit, packing, domains, truth)
        return truth_of(circuit, domains, cubes), packing.fields(cubes[-1], self.n, circuit.choices)


def few_strings(constraint: GeneralConstraint, domains: Sequence[int], tuning: Tuning) -> WordConstraint | None:
    """Return the matches of `constraint` within `domains`, as words; None if they may be too many, or need no list.

    Letters that the circuit does not tell apart count as one.  All strings of what passes leave of the letters are
    tried together: each node becomes the set of the strings that make it true, a bit for each.
    """
    circuit, width = constraint.circuit, constraint.width
    if circuit.choices or not tuning.table_strings:
        return None
    once = left = constraint.prune(domains)
    before = domains
    while left is not None and left != before:
        before, left = left, constraint.prune(left)
    if left is None:
        return None
    truth = truth_of(circuit, left)
    if truth[-1] == CERTAIN and left == once:  # a single pass says all
        return None
    blocks = [
        single_bits(domain) if sets is None else parts(domain, sorted(sets))
        for domain, sets in zip(left, letter_sets_of(circuit, truth), strict=True)
    ]
    number = prod(map(len, blocks))
    comparisons = sum([len(blocks[node[1]]) for node in circuit.nodes if node[0] == SAME])
    if number * (len(circuit.nodes) + sum(map(len, blocks)) + comparisons) > tuning.table_bits:
        return None
    places = numbers(_strings(circuit, blocks, number))
    if len(places) > tuning.table_strings:
        return None
    told_apart = [(*each, domain & ~sum(each)) for each, domain in zip(blocks, domains, strict=True)]
    return WordConstraint(WordIndex(_holding(blocks, places, width), len(places)), blocks=told_apart)


def _holding(blocks: Sequence[Sequence[int]], places: Sequence[int], width: int) -> list[list[int]]:
    """Return for each index and each letter class the set of the words that have a letter of it there.

    Args:
        places: The numbers of the words among all strings of `blocks`.
    """
    holding = []
    stride = prod(map(len, blocks))
    for letters in blocks:
        size, stride = stride, stride // len(letters)
        words = [0] * len(letters)
        for word, place in enumerate(places):
            words[place % size // stride] |= 1 << word
        row = [0] * width
        for block, having in zip(letters, words, strict=True):
            for k in members(block):
                row[k] = having
        holding.append(row)
    return holding


def one_string(core: Core, domains: Sequence[int], classes: Classes, budget: Budget) -> WordConstraint:
    """Return `core` where every letter is known: that string as the only word, or no word.

    Raises TimeUp, LimitError.
    """
    text = "".join([classes.shown[mask.bit_length() - 1] for mask in domains])
    count = int(Matcher(core, budget).matches(text))
    width = len(classes.members)
    return WordConstraint(WordIndex([[mask >> k & count for k in range(width)] for mask in domains], count))


def _strings(circuit: Circuit, blocks: Sequence[Sequence[int]], number: int) -> int:
    """Return the set of the strings of `blocks` that make the root true; the last letter of a string runs fastest."""
    every = (1 << number) - 1
    having: list[dict[int, int]] = []  # for each index, the strings that have each of its blocks there
    stride = number
    for letters in blocks:
        size, stride = stride, stride // len(letters)
        strings, covered = (1 << stride) - 1, size
        while covered < number:
            strings |= strings << covered
            covered *= 2
        strings &= every
        having.append({block: strings << place * stride for place, block in enumerate(letters)})

    def of_leaf(node: Node) -> int:
        if node[0] == SAME:
            return _same_strings(circuit, having, node)
        return sum([each for block, each in having[node[1]].items() if block & node[2]])

    return set_of_root(circuit, every, of_leaf)


def _same_strings(circuit: Circuit, having: Sequence[Mapping[int, int]], node: Node) -> int:
    """Return the strings whose letters at two indices are the same under a relation."""
    _, i, j, relation = node
    if not relation:
        return sum([each & having[j].get(block, 0) for block, each in having[i].items()])
    strings = 0
    for same in circuit.relations[relation - 1]:
        left = sum([each for block, each in having[i].items() if block & same])
        strings |= left & sum([each for block, each in having[j].items() if block & same])
    return strings
