"""Programs: records, calls and statements of many languages that hold or add the clues, instead of plain lists."""

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from tests.writers.drawn import Drawn
from tests.writers.layouts import layout
from tests.writers.source_code import LANGUAGES, Language, around, doubled, items, named_lists, raw

LANGUAGE: Final = {language.name: language for language in LANGUAGES}


class Record(NamedTuple):
    """How a language writes named lists within one value.

    Attributes:
        whole: The value: {entries}.
        entry: One list in it: {name} and {list}.
        separator: What stands between two lists.
    """

    language: str
    whole: tuple[str, ...]
    entry: tuple[str, ...]
    separator: str = ",\n"


RECORDS: Final = (
    Record("Ruby", ("puzzle = {{\n{entries}\n}}", "PUZZLE = {{ {entries} }}.freeze"), ("  {name}: [{list}]",
    "  :{name} => [{list}]")),
    Record("PHP", ("$puzzle = [\n{entries},\n];", "$puzzle = array(\n{entries}\n);"), ("    '{name}' => [{list}]",)),
    Record("Perl", ("my %puzzle = (\n{entries},\n);", "my $puzzle = {{\n{entries}\n}};"), ("    {name} => [{list}]",)),
    Record("Lua", ("local puzzle = {{\n{entries},\n}}", "return {{\n{entries}\n}}"), ("    {name} = {{{list}}}",)),
    Record("R", ("puzzle <- list(\n{entries}\n)",), ("  {name} = c({list})",)),
    Record("Go", ("puzzle := map[string][]string{{\n{entries},\n}}",), ('\t"{name}": {{{list}}}',
    '\t"{name}": []string{{{list}}}')),
    Record("Go", ("var puzzle = Puzzle{{\n{entries},\n}}",), ("\t{name}: []string{{{list}}}",)),
    Record("Kotlin", ("val puzzle = mapOf(\n{entries}\n)",), ('    "{name}" to listOf({list})',)),
    Record("Kotlin", ("val puzzle = Puzzle(\n{entries}\n)",), ("    {name} = listOf({list})",)),
    Record("C#", ("var puzzle = new Puzzle {{\n{entries}\n}};",), ("    {name} = new[] {{ {list} }}",)),
    Record("Rust", ("let puzzle = Puzzle {{\n{entries},\n}};",), ("    {name}: vec![{list}]",)),
    Record("Swift", ("let puzzle = Puzzle(\n{entries}\n)",), ("    {name}: [{list}]",)),
    Record("Dart", ("final puzzle = {{\n{entries},\n}};",), ("  '{name}': [{list}]",)),
    Record("Elixir", ("puzzle = %{{\n{entries}\n}}",), ("  {name}: [{list}]",)),
    Record("Clojure", ("(def puzzle {{{entries}}})", "{{{entries}}}"), (":{name} [{list}]",), "\n "),
    Record("Scheme", ("(define puzzle\n  '({entries}))",), ("({name} {list})", "({name} . ({list}))"), "\n    "),
    Record("Julia", ("puzzle = Dict(\n{entries}\n)",), ('    "{name}" => [{list}]',)),
    Record("Haskell", ("puzzle = Puzzle {{ {entries} }}",), ("{name} = [{list}]",), "\n                , "),
    Record("Elm", ("puzzle =\n    {{ {entries}\n    }}",), ("{name} = [ {list} ]",), "\n    , "),
    Record("Groovy", ("def puzzle = [\n{entries}\n]",), ("    {name}: [{list}]",)),
    Record("JavaScript", ("const puzzle = {{\n{entries},\n}};", "export default {{\n{entries}\n}};",
    "setPuzzle({{ {entries} }});"),
           ("  {name}: [{list}]", "  '{name}': [{list}]", '  "{name}": [{list}]')),
    Record("TypeScript", ("export const puzzle: Puzzle = {{\n{entries},\n}};",), ("  {name}: [{list}]",)),
    Record("C++", ("Puzzle puzzle{{\n{entries}\n}};",), ("    .{name} = {{{list}}}",)),
    Record("C", ("struct puzzle p = {{\n{entries},\n}};",), ("    .{name} = {{ {list} }}",)),
    Record("Scala", ("val puzzle = Puzzle(\n{entries}\n)", "val puzzle = Map(\n{entries}\n)"),
    ("  {name} = List({list})",)),
    Record("PowerShell", ("$puzzle = @{{\n{entries}\n}}",), ("    {name} = @({list})",), "\n"),
    Record("Mathematica", ("puzzle = <|\n{entries}\n|>",), ('  "{name}" -> {{{list}}}',)),
    Record("Nim", ("let puzzle = Puzzle(\n{entries}\n)",), ("  {name}: @[{list}]",)),
    Record("Zig", ("const puzzle = Puzzle{{\n{entries},\n}};",), ("    .{name} = &.{{ {list} }}",)),
)  # fmt: skip


def _record(record: Record) -> Callable[[Drawn, Random], str | None]:
    language = LANGUAGE[record.language]

    def write(drawn: Drawn, random: Random) -> str | None:
        entries, entry = [], random.choice(record.entry)
        for name, clues in named_lists(drawn, random):
            found = items(language, clues, random)
            if found is None:
                return None
            entries.append(entry.format(name=name, list=language.separator.join(found)))
        whole = random.choice(record.whole).format(entries=record.separator.join(entries))
        return around(language._replace(after=()), [whole], ("puzzle", "puzzle"), drawn, random)

    return write


for _number, _each in enumerate(RECORDS):
    _nth = sum(other.language == _each.language for other in RECORDS[:_number])
    layout(f"{_each.language}: a record" + f" {_nth + 1}" * (_nth > 0), "empty ends hexagon")(_record(_each))


CALLS: Final = (
    ("JavaScript", "solve({a}, {b});", "[{list}]"), ("Ruby", "solve([{a}], [{b}])", "{list}"), ("R",
    "solve(c({a}), c({b}))", "{list}"),
    ("Go", "Solve({a}, {b})", "[]string{{{list}}}"), ("Java", "new Crossword({a}, {b});", "new String[] {{{list}}}"),
    ("Java", "solve({a}, {b});", "List.of({list})"), ("Haskell", "main = print $ solve {a} {b}", "[{list}]"),
    ("Rust", "solve({a}, {b});", "&[{list}]"), ("Rust", "let p = Puzzle::new({a}, {b});", "vec![{list}]"),
    ("Clojure", "(solve {a} {b})", "[{list}]"), ("Scheme", "(solve {a} {b})", "'({list})"), ("C++", "solve({a}, {b});",
    "{{{list}}}"),
    ("C#", "var p = new Puzzle({a}, {b});", "new[] {{ {list} }}"), ("PHP", "solve({a}, {b});", "[{list}]"),
    ("Kotlin", "solve({a}, {b})", "listOf({list})"), ("Elixir", "Crossword.solve({a}, {b})", "[{list}]"),
    ("Prolog", "puzzle({a}, {b}).", "[{list}]"), ("Swift", "solve(rows: {a}, columns: {b})", "[{list}]"),
    ("Julia", "solve({a}, {b})", "[{list}]"), ("OCaml", "let () = solve {a} {b}", "[{list}]"),
)  # fmt: skip


@layout("calls of other languages", "empty")
def calls(drawn: Drawn, random: Random) -> str | None:
    name, form, listed = random.choice(CALLS)
    language = LANGUAGE[name]
    found = [items(language, clues, random) for clues in drawn.families]
    if None in found:
        return None
    a, b = (listed.format(list=language.separator.join(each or ())) for each in found)
    return around(language._replace(after=()), [form.format(a=a, b=b)], ("a", "b"), drawn, random)


GROWING: Final = (
    ("Python", "{name}.append({item})"), ("JavaScript", "{name}.push({item});"), ("Java", "{name}.add({item});"),
    ("Ruby", "{name} << {item}"),
    ("PHP", "${name}[] = {item};"), ("C++", "{name}.push_back({item});"), ("JavaScript", "{name}[{n}] = {item};"),
    ("Java", "{name}[{n}] = {item};"),
    ("Python", "{name}[{n}] = {item}"), ("Python", "{name} += [{item}]"), ("C#", "{name}.Add({item});"), ("Rust",
    "{name}.push({item});"),
    ("Go", "{name} = append({name}, {item})"), ("Perl", "push @{name}, {item};"), ("Prolog", "{name}({m}, {item})."),
    ("Lua", "table.insert({name}, {item})"), ("R", "{name}[{m}] <- {item}"), ("C", "{name}[{n}] = {item};"),
)  # fmt: skip


@layout("lists that grow")
def growing(drawn: Drawn, random: Random) -> str | None:
    language, form = random.choice(GROWING)
    lines = []
    for name, clues in zip(
        random.choice([("rows", "cols"), ("rows", "columns"), ("across", "down")]), drawn.families, strict=True
    ):
        found = items(LANGUAGE[language], clues, random)
        if found is None:
            return None
        lines += [form.format(name=name, item=item, n=n, m=n + 1) for n, item in enumerate(found)]
    return "\n".join(lines) + "\n"


@layout("Python: remarks behind the clues", "empty")
def remarks(drawn: Drawn, random: Random) -> str | None:
    words = ["first", "row 1", "the hard one", "see (b)", 'not "AB"', "A, B or C", "it's easy"]
    parts = []
    for name, clues in named_lists(drawn, random):
        found = items(LANGUAGE["Python"], clues, random) or []
        parts.append(f"{name} = [\n" + "".join(f"    {item},  # {random.choice(words)}\n" for item in found) + "]")
    return "\n".join(parts) + "\n"


@layout("Python: an older list in a comment", "empty")
def older(drawn: Drawn, random: Random) -> str:
    parts = []
    for name, clues in named_lists(drawn, random):
        parts.append(f"{name} = {list(clues)!r}")
        if random.random() < 0.7:
            other = f"# {name} = {[clue + 'X' for clue in clues]!r}"
            parts.insert(random.randint(len(parts) - 1, len(parts)), other)
    return "\n".join(parts) + "\n"


@layout("Python: a docstring and a function", "empty")
def function(drawn: Drawn, random: Random) -> str:
    named = named_lists(drawn, random)
    quote = random.choice(['"""', "'''"])
    text = random.choice(
        [
            "Solve a regex crossword.",
            "Return the solution.\n\n    Args:\n        rows: [clue, ...]",
            "A 'small' puzzle, \"easy\"",
        ]
    )
    inner = "\n".join(f"    {name} = {list(clues)!r}" for name, clues in named)
    return f"def puzzle():\n    {quote}{text}{quote}\n{inner}\n    return {named[0][0]}, {named[1][0]}\n"


@layout("Java: a text block", cannot=r'\\|"|^\s|\s$|^$')
def text_block(drawn: Drawn, random: Random) -> str:
    parts = []
    for name, clues in named_lists(drawn, random):
        parts.append(f'String {name} = """\n' + "".join(f"    {clue}\n" for clue in clues) + '    """;')
    return "\n".join(parts) + "\n"


@layout("shells: here-documents", cannot=r"^\s|\s$|^$|^EOF$")
def here_documents(drawn: Drawn, random: Random) -> str:
    quote = random.choice("'\"")
    return "".join(
        f"cat > {name}.txt <<{quote}EOF{quote}\n" + "".join(f"{clue}\n" for clue in clues) + "EOF\n"
        for name, clues in zip(("rows", "columns"), drawn.families, strict=True)
    )


@layout("Haskell: lines of strings", "empty")
def haskell_lines(drawn: Drawn, random: Random) -> str:
    parts = []
    for name, clues in named_lists(drawn, random):
        found = [LANGUAGE["Haskell"].quotes[0](clue) or "" for clue in clues]
        parts.append(f"{name} =\n  [ " + "\n  , ".join(found) + "\n  ]")
    return "\n\n".join(parts) + "\n"


@layout("Prolog: facts", "empty")
def facts(drawn: Drawn, random: Random) -> str:
    quote = doubled("'") if random.random() < 0.5 else LANGUAGE["Prolog"].quotes[0]
    row, column = random.choice([("row", "column"), ("across", "down")])
    clues = [
        (kind, n, clue)
        for kind, listed in zip((row, column), drawn.families, strict=True)
        for n, clue in enumerate(listed, 1)
    ]
    if quote("") == "''" and any("\\" in clue for _, _, clue in clues):
        quote = LANGUAGE["Prolog"].quotes[0]  # a backslash begins an escape in both kinds
    form = random.choice(["clue({0}, {1}, {2}).", "{0}({1}, {2})."])
    return "".join(form.format(kind, n, quote(clue)) + "\n" for kind, n, clue in clues)


@layout("C: an array of structures", "empty")
def structures(drawn: Drawn, random: Random) -> str:
    lines = []
    for kind, clues in zip(
        random.choice([("ROW", "COLUMN"), ('"row"', '"col"'), ("'A'", "'D'")]), drawn.families, strict=True
    ):
        found = [LANGUAGE["C"].quotes[0](clue) or "" for clue in clues]
        lines += [f"    {{{kind}, {n}, {item}}},\n" for n, item in enumerate(found, random.choice((0, 1)))]
    return "static const struct clue clues[] = {\n" + "".join(lines) + "};\n"


@layout("Python: sizes beside the lists", "empty")
def sizes(drawn: Drawn, random: Random) -> str:
    named = named_lists(drawn, random)
    height, width = len(drawn.rows), len(drawn.columns)
    size = random.choice([f"HEIGHT, WIDTH = {height}, {width}", f"height = {height}\nwidth = {width}",
    f"n_rows = {height}\nn_cols = {width}",
                          f"size = ({height}, {width})", f"shape = [{height}, {width}]"])  # fmt: skip
    lists = [f"{name} = {list(clues)!r}" for name, clues in named]
    return "\n".join([size, *lists] if random.random() < 0.7 else [*lists, size]) + "\n"


@layout("Python: a hexagon in one list", "hexagon only", cannot=r"^$")
def hexagon_in_one_list(drawn: Drawn, random: Random) -> str | None:
    if len(set(map(len, drawn.families))) > 1:
        return None
    found = items(LANGUAGE["Python"], [clue for family in drawn.families for clue in family], random) or []
    above = random.choice(["", f"side = {(len(drawn.rows) + 1) // 2}\n", f"getMap({(len(drawn.rows) + 1) // 2})\n"])
    return f"{above}{random.choice(['regexs', 'clues', 'REGEXES'])} = [{', '.join(found)}]\n"


@layout("Typst: crossregex", "hexagon only", cannot=r"`")
def crossregex(drawn: Drawn, random: Random) -> str | None:
    if len(set(map(len, drawn.families))) > 1:
        return None
    listed = ["    " + ", ".join(f"`{clue}`" for clue in clues) + ",\n" for clues in drawn.families]
    return f"#crossregex(\n  {(len(drawn.rows) + 1) // 2},\n  constraints: (\n{''.join(listed)}  ),\n)\n"


WITHOUT_ESCAPES: Final = Language("", (raw('"', '"', r"\\"), raw("'", "'", r"\\")), ())


@layout("lists in brackets without a language", cannot=r"\\")
def loose_lists(drawn: Drawn, random: Random) -> str | None:
    """As people type them into a chat."""
    parts = []
    for name, clues in named_lists(drawn, random):
        found = items(WITHOUT_ESCAPES, clues, random)
        if found is None:
            return None
        parts.append(f"{name}{random.choice([':', ' =', ' are'])} [{', '.join(found)}]")
    return random.choice(["\n", "\n", "; ", " and "]).join(parts) + "\n"
