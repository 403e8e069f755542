"""Every encoding of regular clues has the models that brute force finds, and propagates as far as it says."""

from itertools import combinations, product
from random import Random

import pytest
from pysat.solvers import Solver

from satcross.base.bits import single_bits
from satcross.errors import LimitError, OptionError
from satcross.solver.cnf import Encoder, VariableMap
from satcross.solver.constraints.regular import RegularConstraint
from satcross.solver.encodings import ENCODINGS, encoding_named
from satcross.solver.merged_layers import MOST_STATES
from tests.clues import accepted, clue, hull, mask, regular_pattern, some_domains, spelled
from tests.formulas import ListSink, grids, unit_consequences

PATTERNS = [
    "A|B", "A*", "AB*", "(?:A|BC)*", "A?B?C?", "(?:AB|BA)C", ".*A.*B.*", "[AB]*C[AB]*", "(?:A|BC|CAB)+",
    "ABC|BCA|CAB", ".*(?:AA|BB|CC).*", "(?:A.)*", "A.B|B.A|CCC", "[^C]*(?:CA)*",
]  # fmt: skip
SMALL = ["", "A", "B", "AB", "ABC"]


def encoded(
    name: str, pattern: str, domains: list[str], *, redundant: bool = False, selector: bool = False
) -> tuple[ListSink, VariableMap, int | None]:
    """Return the clauses of `pattern` on a line with `domains`, the variables, and the selector (if wanted)."""
    made = clue(pattern, len(domains))
    assert isinstance(made, RegularConstraint)
    sink = ListSink()
    variables = VariableMap([single_bits(mask(each)) for each in domains], is_compact=not selector)
    variables.one_block_each(sink)
    lit = variables.fresh() if selector else None
    made.clauses(Encoder(variables, sink, redundant_clauses=redundant, encoding=name), range(len(domains)), lit)
    return sink, variables, lit


@pytest.mark.parametrize(("name", "redundant"), [*((name, False) for name in ENCODINGS), ("positions", True)])
def test_the_models_are_the_strings(name: str, redundant: bool) -> None:
    random = Random(3)
    for _ in range(120):
        pattern, n = regular_pattern(random, depth=2), random.randint(0, 4)
        domains = some_domains(n, random)
        sink, variables, _ = encoded(name, pattern, domains, redundant=redundant)
        assert spelled(grids(sink, variables)) == accepted(pattern, domains), (pattern, domains)


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_selector_switches_the_clue(name: str) -> None:
    random = Random(4)
    for _ in range(40):
        pattern, domains = regular_pattern(random, depth=2), some_domains(3, random)
        sink, variables, lit = encoded(name, pattern, domains, selector=True)
        assert lit is not None
        assert spelled(grids(sink, variables, [lit])) == accepted(pattern, domains), (pattern, domains)
        assert len(grids(sink, variables, [-lit])) == len(list(product(*domains))), (pattern, domains)


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_line_may_visit_a_cell_twice(name: str) -> None:
    made = clue("ABA|BAC|CCC", 3)
    sink = ListSink()
    variables = VariableMap([single_bits(7)] * 2, is_compact=False)
    variables.one_block_each(sink)
    made.clauses(Encoder(variables, sink, encoding=name), (0, 1, 0))
    assert spelled(grids(sink, variables)) == ["AB", "CC"]


def left_by_unit_propagation(
    formula: tuple[ListSink, VariableMap, int | None], domains: tuple[str, ...]
) -> list[str] | None:
    """Return the letters of each cell that unit propagation leaves when those outside of `domains` are ruled out."""
    sink, variables, _ = formula
    ruled_out = [
        [-lits[mask(letter)]]
        for lits, domain in zip(variables.lits, domains, strict=True)
        for letter in sorted(set("ABC") - set(domain))
    ]
    found = unit_consequences([*sink.clauses, *ruled_out])
    if found is None:
        return None
    return ["".join(letter for letter in "ABC" if -lits[mask(letter)] not in found) for lits in variables.lits]


def falls_short(name: str, *, redundant: bool = False) -> int:
    """Return for how many domains of all small clues unit propagation leaves a letter that no match has.

    It decides strings, and never rules out too much; anything else is an AssertionError.
    """
    short = 0
    for pattern in PATTERNS:
        if not accepted(pattern, ["ABC"] * 3):
            continue
        formula = encoded(name, pattern, ["ABC"] * 3, redundant=redundant)
        for domains in product(["A", "B", "C", "AB", "AC", "BC", "ABC"], repeat=3):
            wanted = hull(accepted(pattern, list(domains)))
            found = left_by_unit_propagation(formula, domains)
            if found != wanted:
                assert any(len(each) > 1 for each in domains), (pattern, domains)
                short += 1
                if found is not None and wanted is not None:  # it may rule out less, never too much
                    assert all(set(few) <= set(many) for few, many in zip(wanted, found, strict=True))
    return short


@pytest.mark.parametrize("name", ENCODINGS)
def test_unit_propagation_is_domain_consistent_exactly_where_the_documentation_says_so(name: str) -> None:
    propagation = encoding_named(name).propagation
    is_consistent = propagation in ("complete", "domain consistent")
    assert (falls_short(name) == 0) == is_consistent
    if name == "positions":  # the redundant clauses are what Glucose gets
        assert falls_short(name, redundant=True) == 0


@pytest.mark.parametrize("selector", [False, True])
@pytest.mark.parametrize(("pattern", "lost"), [("AB|BA|CC", ["BA", "AB", "CC"]), ("[AB]A|[AC]B|AC", ["AB", "BC"])])
def test_unit_propagation_sees_which_letters_have_lost_their_positions(
    pattern: str, lost: list[str], selector: bool
) -> None:
    """With positions, each pair: without the first at the end, the second cannot be at the start."""
    sink, variables, lit = encoded("positions", pattern, ["ABC", "ABC"], selector=selector)
    on = [[lit]] if lit else []
    for ruled_out, follows in lost:
        found = unit_consequences([*sink.clauses, *on, [-variables.lits[1][mask(ruled_out)]]])
        assert found is not None
        assert -variables.lits[0][mask(follows)] in found


def test_letters_alike_share_one_clause_that_says_what_else_they_leave() -> None:
    """With positions, ABC in the middle need the C at the end; without that, and without D, only E is left there."""
    made = clue("AEA|BEB|C[ABC]C|DDD", 3, "ABCDE")
    sink = ListSink()
    variables = VariableMap([single_bits(31)] * 3, is_compact=False)
    variables.one_block_each(sink)
    made.clauses(Encoder(variables, sink, encoding="positions"), range(3))
    ruled_out = [[-variables.lits[1][mask("D", "ABCDE")]], [-variables.lits[2][mask("C", "ABCDE")]]]
    found = unit_consequences([*sink.clauses, *ruled_out])
    assert found is not None
    assert variables.lits[1][mask("E", "ABCDE")] in found


def is_propagation_complete(name: str, pattern: str, domains: list[str]) -> bool:
    """Return whether unit propagation finds every consequence of up to two literals, whatever they mean."""
    sink, variables, _ = encoded(name, pattern, domains)
    lits = [lit for variable in range(1, variables.count + 1) for lit in (variable, -variable)]
    always = unit_consequences(sink.clauses)  # the solver does not list them again
    assert always is not None
    with Solver("minisat22", bootstrap_with=sink.clauses) as solver:
        for decided in [(), *combinations(lits, 1), *combinations(lits, 2)]:
            is_possible, found = solver.propagate(decided)
            known = {*always, *decided, *found}
            if is_possible and any(
                lit not in known and -lit not in known and not solver.solve([*decided, lit]) for lit in lits
            ):
                return False
    return True


@pytest.mark.parametrize("name", ENCODINGS)
def test_unit_propagation_is_complete_for_all_variables_only_on_a_diagram(name: str) -> None:
    found = [
        is_propagation_complete(name, pattern, ["AB", "AB", "ABC"])
        for pattern in ("A.A|BBC", "(?:A|BC)*", "(?:AA|BB)[AB]|(?:AB|BA)[BC]")
    ]
    assert all(found) == (encoding_named(name).propagation == "complete")


def test_a_clue_that_is_too_large_when_deterministic_is_refused_by_those_that_need_it() -> None:
    pattern = ".*A.{16}A.*"
    assert MOST_STATES < 2**16
    n = 40
    for name in ENCODINGS:
        if name in ("transitions", "table", "diagram"):
            with pytest.raises(LimitError, match="deterministic"):
                encoded(name, pattern, ["AB"] * n)
        else:
            sink, _, _ = encoded(name, pattern, ["AB"] * n)
            assert sink.clauses


def test_an_unknown_encoding_is_refused_with_a_hint() -> None:
    with pytest.raises(OptionError) as caught:
        encoding_named("tabel")
    assert caught.value.hint == "did you mean table?"
