"""The unrolled form of a clue as a graph: text, DOT, SVG.

A regular clue is a layered graph.  It has one layer for each index; the layer has the atoms that are on some way from
the start to the end.  Any other clue is a circuit: a letter set or an equality in each leaf, and AND, OR and NOT
above them up to the root.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from satcross.base.bits import members
from satcross.base.records import NamedTuple
from satcross.pictures.lettering import letter_set_text
from satcross.pictures.picture import escape
from satcross.regex.letters import LetterSet, union
from satcross.regex.letters.classes import Classes
from satcross.solver.constraints import LineConstraint
from satcross.solver.constraints.circuit import AND, FALSE, LETTER, NOT, OR, SAME, Circuit
from satcross.solver.constraints.different import DifferentConstraint
from satcross.solver.constraints.general import GeneralConstraint
from satcross.solver.constraints.layers import Table, forward_and_backward
from satcross.solver.constraints.regular import RegularConstraint

WIDE, HIGH = 140, 44  # of a node's place in the picture, in pixels
BOX: Final = 26  # height of its box
EM: Final = 8  # width of a letter in it


class GraphNode(NamedTuple):
    """A node in the column `column` (0 is the leftmost), and the text on it."""

    name: str
    column: int
    label: str


class Graph(NamedTuple):
    """The nodes column by column, and the edges as pairs of node numbers, from left to right."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[tuple[int, int], ...]


def graph_of(line_constraint: LineConstraint, classes: Classes) -> Graph:
    """Return the graph of an unrolled clue over `classes`; without nodes if nothing matches, or for a word list."""
    if isinstance(line_constraint, RegularConstraint):
        return _layered(line_constraint.table, line_constraint.n, classes)
    if isinstance(line_constraint, GeneralConstraint | DifferentConstraint):
        return _circuit(line_constraint.circuit, classes)
    return Graph((), ())


def _text_of(mask: int, classes: Classes) -> str:
    every: LetterSet = union(*classes.members)
    letters = union(*[each for number, each in enumerate(classes.members) if mask >> number & 1])
    return letter_set_text(letters, every)


def _layered(table: Table, n: int, classes: Classes) -> Graph:
    reached = forward_and_backward(table, [classes.every] * n)
    if reached is None:
        return Graph((), ())
    layers, _ = reached
    nodes = [GraphNode("start", 0, "start")]
    edges: list[tuple[int, int]] = []
    before: list[tuple[int, int]] = [(-1, 0)]  # atoms of the layer before, and their node numbers
    for index, layer in enumerate(layers):
        here = []
        for atom in members(layer):
            here.append((atom, len(nodes)))
            nodes.append(GraphNode(f"m({index + 1},{atom + 1})", index + 1, _text_of(table.masks[atom], classes)))
        for previous, source in before:
            following = table.first if previous < 0 else table.follow[previous]
            edges += [(source, number) for atom, number in here if following >> atom & 1]
        before = here
    nodes.append(GraphNode("end", len(layers) + 1, "end"))
    edges += [(source, len(nodes) - 1) for _, source in before]
    return Graph(tuple(nodes), tuple(edges))


def _circuit(circuit: Circuit, classes: Classes) -> Graph:
    """Return the circuit with its root at the left; a node is to the right of all nodes that use it."""
    if circuit.nodes[-1][0] == FALSE:
        return Graph((), ())
    column = {len(circuit.nodes) - 1: 0}
    for number in range(len(circuit.nodes) - 1, -1, -1):
        if number in column:
            for part in _children(circuit.nodes[number]):
                column[part] = max(column.get(part, 0), column[number] + 1)
    placed = sorted(column, key=lambda number: (column[number], -number))
    place = {number: i for i, number in enumerate(placed)}
    nodes = [
        GraphNode(f"n{number}", column[number], _label(circuit.nodes[number], circuit.n, classes)) for number in placed
    ]
    edges = [(place[number], place[part]) for number in placed for part in _children(circuit.nodes[number])]
    return Graph(tuple(nodes), tuple(edges))


def _children(node: tuple[int, ...]) -> tuple[int, ...]:
    return node[1:] if node[0] in (AND, OR, NOT) else ()


def _label(node: tuple[int, ...], n: int, classes: Classes) -> str:
    kind = node[0]
    if kind == LETTER:
        index, mask = node[1], node[2]
        if index < n:
            return f"{index + 1}: {_text_of(mask, classes)}"
        return f"choice {index - n + 1}: " + ",".join(str(value) for value in members(mask))
    if kind == SAME:
        return f"{node[1] + 1} {'~' if node[3] else '='} {node[2] + 1}"
    return {AND: "and", OR: "or", NOT: "not", FALSE: "never"}.get(kind, "always")


def text_lines(graph: Graph) -> Iterator[str]:
    """Yield one line for each node: its name, what it requires, and the nodes that follow it."""
    following: list[list[str]] = [[] for _ in graph.nodes]
    for source, target in graph.edges:
        following[source].append(graph.nodes[target].name)
    names = max((len(node.name) for node in graph.nodes), default=0)
    labels = max((len(node.label) for node in graph.nodes), default=0)
    for node, after in zip(graph.nodes, following, strict=True):
        arrow = f"  -> {' '.join(after)}" if after else ""
        yield f"{node.name:{names}}  {node.label:{labels}}{arrow}".rstrip()


def to_dot(graph: Graph) -> str:
    """Return the graph in Graphviz's language."""
    lines = ["digraph clue {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
    for number, node in enumerate(graph.nodes):
        quoted = node.label.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'  {number} [label="{quoted}"];')
    lines += [f"  {source} -> {target};" for source, target in graph.edges]
    return "\n".join([*lines, "}", ""])


def to_svg(graph: Graph) -> str:
    """Return the graph as an SVG picture, column by column from left to right."""
    rows: dict[int, int] = {}
    places: list[tuple[int, int]] = []
    wide = max([WIDE, *(len(node.label) * EM + 50 for node in graph.nodes)])
    for node in graph.nodes:
        row = rows.get(node.column, 0)
        rows[node.column] = row + 1
        places.append((node.column * wide + 10, row * HIGH + 10))
    width = (max(rows, default=0) + 1) * wide
    height = max(rows.values(), default=0) * HIGH + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        "<style>rect{fill:#fff;stroke:#345}line{stroke:#89a}",
        "text{font:13px monospace;fill:#123;direction:ltr;unicode-bidi:bidi-override}</style>",
    ]
    for source, target in graph.edges:
        (left, top), (right, bottom) = places[source], places[target]
        start = left + len(graph.nodes[source].label) * EM + 14
        parts.append(f'<line x1="{start}" y1="{top + BOX // 2}" x2="{right}" y2="{bottom + BOX // 2}"/>')
    for node, (left, top) in zip(graph.nodes, places, strict=True):
        box = len(node.label) * EM + 14
        parts.append(f'<rect x="{left}" y="{top}" width="{box}" height="{BOX}" rx="5"/>')
        parts.append(f'<text x="{left + 7}" y="{top + 18}">{escape(node.label)}</text>')
    return "\n".join([*parts, "</svg>", ""])
