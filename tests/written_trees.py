"""Syntax tree to text: `show(parse(text)) == text`, from the nodes alone.

Each node writes the text that does not belong to its parts, with its place.  Sorted by place, the pieces are the text.
"""

from satcross.regex.syntax import (
    Anchor,
    Choice,
    Class,
    Conditional,
    Dot,
    LetterClass,
    Literal,
    Property,
    Range,
    Reference,
    StringProperty,
    Strings,
    Syntax,
    SyntaxGroup,
    SyntaxLook,
    SyntaxRepeat,
    Tree,
)


def show(tree: Tree) -> str:
    """Return the text of `tree`."""
    pieces: list[tuple[int, str]] = [(remark.start, remark.spelling) for remark in tree.remarks]
    for node in tree.root.nodes:
        pieces += _own_pieces(node)
    return "".join(text for _, text in sorted(pieces))


def _own_pieces(node: Syntax) -> list[tuple[int, str]]:
    """Return the text of `node` that does not belong to its parts, each piece with its place."""
    match node:
        case Literal() | LetterClass() | Property() | Strings() | StringProperty() | Anchor() | Reference():
            return [(node.start, node.spelling)]
        case Dot():
            return [(node.start, ".")]
        case Range():
            return [(node.low.end, "-")]
        case Class():
            between = [(member.end, node.operator) for member in node.members[:-1]] if node.operator else []
            return [(node.start, "[^" if node.is_negative else "["), *between, (node.end - 1, "]")]
        case SyntaxGroup():
            return [(node.start, node.opener), (node.end - 1, ")")]
        case SyntaxLook():
            opener = f"(?{'<' if node.is_behind else ''}{'!' if node.is_negative else '='}"
            return [(node.start, opener), (node.end - 1, ")")]
        case Conditional():
            bar = [] if node.bar is None else [(node.bar, "|")]
            return [(node.start, node.opener), *bar, (node.end - 1, ")")]
        case SyntaxRepeat():
            return [(node.end - len(node.quantifier.spelling), node.quantifier.spelling)]
        case Choice():
            return [(bar, "|") for bar in node.bars]
        case _:
            return []
