r"""How much work a backtracking engine may have with a pattern: whether some text makes it more than linear.

In goes a pattern of Python's `re`; out comes None, or an `Attack`: a text that can be repeated at one place, so that
there are more and more ways to read it.  An engine that finds no match tries them all.

The pattern becomes an automaton whose states are the letters of the pattern (Glushkov's).  It is

- exponential, if there are two ways round from a state to itself that read the same text: `(?:a|ab?)*`;
- polynomial, if there are two loops that read the same text, and this text also leads from the first one to the other:
  `\s*:?\s*`.  Where a search may begin anywhere, that is a loop as well, which reads everything: `\s+$`.

Both are decided exactly on that automaton (Weber and Seidl, On the degree of ambiguity of finite automata, 1991).  It
reads at least as much as the pattern, so that what is called linear is so, but for bounded repetitions: up to ten are
written out, and more count as any number.  What is only approximated may be called an attack although it is none:
lookarounds of several letters, possessive groups of several letters, and references, which stand for what their group
can be.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

MOST_COPIES = 10  # a bounded repetition is written out up to so many times
ANYWHERE = 0  # the state of a search that has not begun to match

Letter: TypeAlias = str
Guard: TypeAlias = Callable[[Letter | None, Letter | None], bool]
"""Whether an assertion holds between two letters; None is the start or the end of the text."""
Guards: TypeAlias = tuple[Guard, ...]


class Attack(NamedTuple):
    """A text that can be read in more ways the longer it is: `before`, then `again` any number of times."""

    kind: str
    before: str
    again: str

    def text(self, length: int) -> str:
        return self.before + self.again * (length // len(self.again))


class Part(NamedTuple):
    """A part of a pattern: the ways through it without a letter, to its first letters, and from its last ones."""

    empty: list[Guards]
    first: list[tuple[int, Guards]]
    last: list[tuple[int, Guards]]


class Automaton:
    """The letters of a pattern, and which of them can follow each other."""

    def __init__(self, pattern: str, flags: int, *, is_anywhere: bool, is_whole: bool) -> None:
        tree = re._parser.parse(pattern, flags)  # type: ignore[attr-defined]
        self.state = tree.state
        self.sets: list[re.Pattern[str] | None] = [None]
        self.tests: list[re.Pattern[str]] = []
        self.edges: list[tuple[int, int, Guards]] = []
        self.groups: dict[int, Any] = {}
        whole = self.sequence(tree, tree.state.flags | flags)
        self.starts, self.ends, self.is_whole = whole.first, whole.last, is_whole
        if is_anywhere:
            self.edges += [(ANYWHERE, ANYWHERE, ()), *((ANYWHERE, place, guards) for place, guards in self.starts)]
        self.letters = self._letters(pattern)

    # -- the parts

    def sequence(self, items: Iterable[Any], flags: int) -> Part:
        whole = Part([()], [], [])
        for item in items:
            whole = self.both(whole, self.item(*item, flags))
        return whole

    def both(self, one: Part, other: Part) -> Part:
        self.join(one, other)
        return Part(
            [left + right for left, right in product(one.empty, other.empty)][:4],
            one.first + [(place, left + right) for left in one.empty for place, right in other.first],
            other.last + [(place, left + right) for right in other.empty for place, left in one.last],
        )

    def join(self, one: Part, other: Part) -> None:
        self.edges += [(p, q, left + right) for p, left in one.last for q, right in other.first]

    def item(self, name: Any, value: Any, flags: int) -> Part:
        match str(name):
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                self.sets.append(self.one_letter((name, value), flags))
                place = len(self.sets) - 1
                return Part([], [(place, ())], [(place, ())])
            case "BRANCH":
                parts = [self.sequence(each, flags) for each in value[1]]
                return Part(*([each for part in parts for each in part[k]] for k in range(3)))
            case "SUBPATTERN":
                number, added, removed, body = value
                inner = (flags | added) & ~removed
                self.groups[number] = body, inner
                return self.sequence(body, inner)
            case "ATOMIC_GROUP":
                return self.sequence(value, flags)
            case "MAX_REPEAT" | "MIN_REPEAT":
                return self.repeated(*value, flags)
            case "POSSESSIVE_REPEAT":
                return self.possessive(*value, flags)
            case "GROUPREF":
                return self.sequence(*self.groups[value])
            case "AT":
                return Part([(self.boundary(str(value), flags),)], [], [])
            case "ASSERT" | "ASSERT_NOT":
                return self.lookaround(*value, is_negative=str(name) == "ASSERT_NOT", flags=flags)
        raise NotImplementedError(f"{name} in a pattern")

    def repeated(self, least: int, most: Any, body: Any, flags: int) -> Part:
        if most == re._constants.MAXREPEAT or most > MOST_COPIES:  # type: ignore[attr-defined]
            part = self.sequence(body, flags)
            self.join(part, part)
            return Part(part.empty + [()] * (least == 0), part.first, part.last)
        whole = Part([()], [], [])
        for number in reversed(range(most)):
            part = self.both(self.sequence(body, flags), whole)
            whole = part if number < least else Part([*part.empty, ()], part.first, part.last)
        return whole

    def possessive(self, least: int, most: Any, body: Any, flags: int) -> Part:
        """Return a repetition; one of a letter only ends where no such letter follows, unless it has had enough."""
        part = self.repeated(least, most, body, flags)
        if len(body) != 1 or not _is_letter(body[0]) or 1 < most <= MOST_COPIES:
            return part
        letter = self.one_letter(body[0], flags)
        self.tests.append(letter)
        stop: Guard = lambda a, b: b is None or not letter.match(b)  # noqa: E731
        last = part.last if most == 1 else [(place, (*guards, stop)) for place, guards in part.last]
        return Part([(*guards, stop) for guards in part.empty], part.first, last)

    def lookaround(self, direction: int, body: Any, *, is_negative: bool, flags: int) -> Part:
        if len(body) == 1 and _is_letter(body[0]):
            letter = self.one_letter(body[0], flags)
            self.tests.append(letter)
            if direction < 0:
                return Part([(lambda a, b: (a is not None and bool(letter.match(a))) != is_negative,)], [], [])
            return Part([(lambda a, b: (b is not None and bool(letter.match(b))) != is_negative,)], [], [])
        if direction < 0:
            return Part([()], [], [])  # it has a bounded width
        return Part([()], self.sequence(body, flags).first, [])  # it is read, and leads nowhere

    def boundary(self, kind: str, flags: int) -> Guard:
        is_word = re.compile(r"\w").match
        if kind == "AT_BEGINNING" and flags & re.M:
            return lambda a, b: a in (None, "\n")
        if kind == "AT_END" and flags & re.M:
            return lambda a, b: b in (None, "\n")
        if kind in ("AT_BOUNDARY", "AT_NON_BOUNDARY"):
            differ = kind == "AT_BOUNDARY"
            return lambda a, b: (bool(is_word(a or " ")) != bool(is_word(b or " "))) == differ
        return (lambda a, b: a is None) if "BEGINNING" in kind else (lambda a, b: b is None)

    def one_letter(self, item: Any, flags: int) -> "re.Pattern[str]":
        tree = re._parser.SubPattern(self.state, [item])  # type: ignore[attr-defined]
        compiled: re.Pattern[str] = re._compiler.compile(tree, flags & ~re.DEBUG)  # type: ignore[attr-defined]
        return compiled

    # -- what it reads

    def _letters(self, pattern: str) -> list[Letter]:
        """Return one letter of each kind that the pattern tells apart."""
        known = {chr(number) for number in (*range(128), 0xA0, 0xE9, 0x3A3, 0x661, 0x200B, 0x2028, 0x2013, 0x4E2D)}
        for each in re.sub(r"\\x[0-9a-f]{2}|\\u[0-9a-f]{4}", lambda code: chr(int(code[0][2:], 16)), pattern):
            known |= {chr(ord(each) + step) for step in (-1, 0, 1) if 0 <= ord(each) + step < 0x110000}
        tests = [each for each in self.sets if each] + self.tests + [re.compile(r"\w"), re.compile("\n")]
        kinds: dict[tuple[bool, ...], Letter] = {}
        for letter in sorted(known, key=lambda each: (not each.isprintable(), each)):
            kinds.setdefault(tuple(test.match(letter) is not None for test in tests), letter)
        return sorted(kinds.values())

    def steps(self) -> dict[tuple[int, Letter], dict[Letter, list[int]]]:
        """Return which states follow each state and the letter that has led to it, for each letter."""
        reads = self._reads()
        steps: dict[tuple[int, Letter], dict[Letter, list[int]]] = {}
        for p, q, guards in self.edges:
            for a, b in product(sorted(reads[p]), sorted(reads[q])):
                if all(guard(a, b) for guard in guards):
                    steps.setdefault((p, a), {}).setdefault(b, []).append(q)
        return steps

    def _reads(self) -> list[set[Letter]]:
        return [{letter for letter in self.letters if test is None or test.match(letter)} for test in self.sets]

    def safe(self, steps: "Steps") -> set[tuple[int, Letter]]:
        """Return the nodes from which there is a match, whatever follows.

        An engine that has reached one of them does not go back behind it, so what it has read until then is not wasted.
        """
        reads = self._reads()
        complete: set[tuple[int, Letter]] = set()
        at_end = {(p, a) for p, guards in self.ends for a in reads[p] if all(guard(a, None) for guard in guards)}
        if not self.is_whole:
            complete = {(p, a) for p, guards in self.ends for a in reads[p] if not guards}
        safe = at_end
        while True:
            kept = {
                node
                for node in safe
                if node in complete
                or all(any((q, b) in safe for q in steps.get(node, {}).get(b, ())) for b in self.letters)
            }
            if kept == safe:
                return safe
            safe = kept


def _is_letter(item: Any) -> bool:
    return str(item[0]) in ("LITERAL", "NOT_LITERAL", "ANY", "IN")


@cache
def attack(pattern: str, flags: int = 0, *, is_anywhere: bool = True, is_whole: bool = False) -> Attack | None:
    """Return a text that takes a backtracking engine more than linear time; None if there is none.

    Args:
        is_anywhere: Whether a match may begin anywhere, as for `search`, `sub`, `split`, `findall` and `finditer`.
        is_whole: Whether it has to end with the text, as for `fullmatch`.

    >>> attack(r"(?:a+)+b")
    Attack(kind='exponential', before='a', again='a')
    >>> attack(r"\\s*:?\\s*x", is_anywhere=False)
    Attack(kind='polynomial', before='\\t', again='\\t')
    >>> attack(r"a+$"), attack(r"a+$", is_anywhere=False)
    (Attack(kind='polynomial', before='', again='a'), None)
    """
    automaton = Automaton(pattern, flags, is_anywhere=is_anywhere, is_whole=is_whole)
    steps = automaton.steps()
    safe = automaton.safe(steps)
    group = _groups(steps)
    found = _exponential(steps, safe) or _polynomial(steps, group, safe)
    if found is None:
        return None
    kind, state, again = found
    return Attack(kind, _before(automaton, steps, state), again)


Steps: TypeAlias = dict[tuple[int, Letter], dict[Letter, list[int]]]


def _groups(steps: Steps) -> dict[tuple[int, Letter], int]:
    """Return the strongly connected component of each state and letter that lies on a loop."""
    after = {node: [(q, b) for b, those in nexts.items() for q in those] for node, nexts in steps.items()}
    return {
        node: number
        for number, nodes in enumerate(_components(after))
        if len(nodes) > 1 or nodes[0] in after.get(nodes[0], ())
        for node in nodes
    }


def _components(after: dict[Any, list[Any]]) -> Iterator[list[Any]]:
    """Yield the strongly connected components of a graph (Tarjan's algorithm, without recursion)."""
    index: dict[Any, int] = {}
    low: dict[Any, int] = {}
    stack: list[Any] = []
    is_on: set[Any] = set()
    for root in after:
        if root in index:
            continue
        work = [(root, iter(after[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        is_on.add(root)
        while work:
            node, rest = work[-1]
            for each in rest:
                if each not in index:
                    index[each] = low[each] = len(index)
                    stack.append(each)
                    is_on.add(each)
                    work.append((each, iter(after.get(each, ()))))
                    break
                if each in is_on:
                    low[node] = min(low[node], index[each])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        is_on.discard(component[-1])
                    yield component


def _exponential(steps: Steps, safe: set[tuple[int, Letter]]) -> tuple[str, tuple[int, Letter], str] | None:
    """Return a node with two ways round that read the same text, and a text that leads round."""
    steps = {
        node: {b: [q for q in those if (q, b) not in safe] for b, those in nexts.items()}
        for node, nexts in steps.items()
        if node not in safe
    }
    group = _groups(steps)
    for (p, a), nexts in steps.items():
        for b, those in nexts.items():
            for q in those:
                is_round = group.get((p, a)) is not None and group.get((p, a)) == group.get((q, b))
                if is_round and those.count(q) > 1:
                    way = _way(steps, (q,), b, (p,), a, lambda q, b: True)
                    assert way is not None
                    return "exponential", (p, a), b + way

    def stays(number: int) -> Callable[[int, Letter], bool]:
        return lambda q, b: group.get((q, b)) == number

    for (p, a), number in group.items():
        if p == ANYWHERE:
            continue
        after: dict[Any, list[Any]] = {}
        pending = [(p, p, a)]
        while pending:
            x, y, letter = pending.pop()
            if (x, y, letter) in after:
                continue
            after[x, y, letter] = [
                (one, other, b)
                for b, those in steps.get((x, letter), {}).items()
                for one, other in product(set(those), set(steps.get((y, letter), {}).get(b, ())))
                if stays(number)(one, b) and stays(number)(other, b)
            ]
            pending += after[x, y, letter]
        for component in _components(after):
            apart = next((each for each in component if each[0] != each[1]), None)
            if apart is not None and (p, p, a) in component:
                there = _way(steps, (p, p), a, apart[:2], apart[2], stays(number))
                back = _way(steps, apart[:2], apart[2], (p, p), a, stays(number))
                assert there is not None
                assert back is not None
                return "exponential", (p, a), there + back
    return None


def _polynomial(
    steps: Steps, group: dict[tuple[int, Letter], int], safe: set[tuple[int, Letter]]
) -> tuple[str, tuple[int, Letter], str] | None:
    """Return a node on a loop whose text leads from it to another loop and round that one, too, and the text."""
    wasted = {node: number for node, number in group.items() if node not in safe and node[0] != ANYWHERE}
    lost = {  # by these steps nothing matches: a text of them alone is an attack
        node: {b: those for b, those in nexts.items() if not any((q, b) in safe for q in those)}
        for node, nexts in steps.items()
    }
    for way, (p, a), (q, b) in product((lost, steps), group, wasted):
        if a == b and group[p, a] != group[q, a]:
            again = _triple(way, group, wasted, p, q, a)
            if again is not None:
                return "polynomial", (p, a), again
    return None


def _triple(
    steps: Steps,
    group: dict[tuple[int, Letter], int],
    wasted: dict[tuple[int, Letter], int],
    p: int,
    q: int,
    a: Letter,
) -> str | None:
    """Return a text that leads from p to p, from p to q, and from q to q; None if there is none."""
    ours, theirs = group[p, a], group[q, a]
    start, goal = (p, p, q, a), (p, q, q, a)
    words = {start: ""}
    pending = [start]
    for x, y, z, letter in pending:
        for b, those in steps.get((x, letter), {}).items():
            middle, last = steps.get((y, letter), {}).get(b, ()), steps.get((z, letter), {}).get(b, ())
            for one, two, three in product(set(those), set(middle), set(last)):
                node = (one, two, three, b)
                if group.get((one, b)) == ours and wasted.get((three, b)) == theirs and node not in words:
                    words[node] = words[x, y, z, letter] + b
                    if node == goal:
                        return words[node]
                    pending.append(node)
    return None


def _way(
    steps: Steps,
    start: tuple[int, ...],
    a: Letter,
    goal: tuple[int, ...],
    end: Letter,
    allows: Callable[[int, Letter], bool],
) -> str | None:
    """Return a text that leads each state of `start` to that of `goal`; None if there is none."""
    words = {(start, a): ""}
    pending = [(start, a)]
    for states, letter in pending:
        if (states, letter) == (goal, end) and words[states, letter]:
            break
        for b in steps.get((states[0], letter), {}):
            for nexts in product(*(set(steps.get((each, letter), {}).get(b, ())) for each in states)):
                if (nexts, b) not in words and all(allows(each, b) for each in nexts):
                    words[nexts, b] = words[states, letter] + b
                    pending.append((nexts, b))
    return words.get((goal, end))


def _before(automaton: Automaton, steps: Steps, goal: tuple[int, Letter]) -> str:
    """Return a text that leads from the start to the node `goal`."""
    if goal[0] == ANYWHERE:
        return ""
    starts = [
        (place, letter)
        for place, guards in automaton.starts
        for letter in automaton.letters
        if automaton.sets[place].match(letter) and all(guard(None, letter) for guard in guards)  # type: ignore[union-attr]
    ]
    for start in starts:
        way = "" if start == goal else _way(steps, start[:1], start[1], goal[:1], goal[1], lambda q, b: True)
        if way is not None:
            return start[1] + way
    return goal[1]
