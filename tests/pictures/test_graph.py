"""Drawn graphs of clues: their paths are the strings that match, and every format holds all nodes and edges."""

import re
from itertools import product
from xml.etree import ElementTree

import pytest

from satcross.pictures.graph import Graph, graph_of, text_lines, to_dot, to_svg
from satcross.puzzle.shapes import line
from satcross.solver.compile import compile_puzzle

REGULAR = ["AB|BA", "(A|B)*C", "[^A]?.", "A{2}", "(AB|ABC)*", "C(|A)C"]
OTHERS = [r"(.)\1.", "A(?=B)..", r"(?>A*)B|\w(?!A)."]


def graph(pattern: str, length: int) -> Graph:
    puzzle = line(pattern, length, "ABC")
    compiled = compile_puzzle(puzzle)
    return graph_of(compiled.constraints[0].line_constraint, compiled.classes)


def paths(drawn: Graph) -> set[str]:
    """Return the labels along each path from the start to the end, joined: they are regexes."""
    found: set[str] = set()
    waiting = [(0, "")] if drawn.nodes else []
    while waiting:
        number, labels = waiting.pop()
        if drawn.nodes[number].label == "end":
            found.add(labels)
        for source, target in drawn.edges:
            if source == number:
                label = drawn.nodes[target].label
                waiting.append((target, labels + (label if label != "end" else "")))
    return found


@pytest.mark.parametrize("length", [0, 1, 2, 3])
@pytest.mark.parametrize("pattern", REGULAR)
def test_the_paths_of_a_regular_clue_are_its_strings(pattern: str, length: int) -> None:
    regexes = paths(graph(pattern, length))
    for text in map("".join, product("ABC", repeat=length)):
        on_a_path = any(re.fullmatch(each, text) for each in regexes)
        assert on_a_path == bool(re.fullmatch(pattern, text)), text


@pytest.mark.parametrize("pattern", REGULAR + OTHERS)
def test_edges_lead_to_the_right(pattern: str) -> None:
    drawn = graph(pattern, 3)
    assert all(drawn.nodes[source].column < drawn.nodes[target].column for source, target in drawn.edges)


@pytest.mark.parametrize("pattern", REGULAR + OTHERS)
def test_every_format_holds_everything(pattern: str) -> None:
    drawn = graph(pattern, 3)
    svg = ElementTree.fromstring(to_svg(drawn))
    assert len(svg.findall("{*}text")) == len(drawn.nodes)
    assert len(svg.findall("{*}line")) == len(drawn.edges) == to_dot(drawn).count(" -> ")
    assert len(list(text_lines(drawn))) == len(drawn.nodes)


def test_nothing_is_drawn_where_nothing_matches() -> None:
    assert graph("AB", 3).nodes == ()
    assert ElementTree.fromstring(to_svg(graph("AB", 3))).tag.endswith("svg")
