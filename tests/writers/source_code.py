"""Source code: lists of strings in the quotation marks and escapes of thirty languages, and the code around them."""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from tests.writers.drawn import Drawn
from tests.writers.layouts import Unclear, layout

Quote: TypeAlias = Callable[[str], str | None]
"""Writes a string as a literal; None where this kind of literal cannot hold it."""

NAMES: Final = (
    ("rows", "cols"), ("rows", "columns"), ("ROWS", "COLS"), ("across", "down"), ("horizontal", "vertical"),
    ("row_clues", "col_clues"), ("rowRegexes", "colRegexes"), ("left", "top"), ("y", "x"), ("h", "v"),
    ("rowPatterns", "columnPatterns"), ("row_hints", "column_hints"),
)  # fmt: skip
HEXAGON_NAMES: Final = (("horizontal", "rising", "falling"),)
END_NAMES: Final = ("left", "top", "right", "bottom")


def backslashed(quote: str, special: str = "") -> Quote:
    """Return a literal in which a backslash stands before itself, the quotation mark and the letters of `special`."""
    return lambda text: quote + re.sub(f"[\\\\{quote}{special}]", r"\\\g<0>", text) + quote


def lazy(quote: str, meaning: str) -> Quote:
    """Return a literal in which a backslash is doubled only before the letters of `meaning`, before which it counts."""

    def write(text: str) -> str:
        inner = re.sub(rf"\\(?=[{re.escape(meaning)}\\{quote}]|$)", r"\\\\", text)
        return quote + inner.replace(quote, "\\" + quote) + quote

    return write


def doubled(quote: str, before: str = "") -> Quote:
    """Return a literal in which only the quotation mark is doubled."""
    return lambda text: before + quote + text.replace(quote, 2 * quote) + quote


def raw(start: str, end: str, never: str = "") -> Quote:
    """Return a literal without escapes: it cannot have its end within, nor what the regex `never` matches."""

    def write(text: str) -> str | None:
        if end in text + end[:-1] or (never and re.search(never, text)):
            return None
        return start + text + end

    return write


def regex(start: str, end: str, never: str = "") -> Quote:
    """Return a regex literal: its delimiter is escaped; it cannot be empty."""

    def write(text: str) -> str | None:
        if not text or (never and re.search(never, text)):
            return None
        return start + re.sub(r"(\\.)|" + re.escape(end), lambda hit: hit[1] or "\\" + hit[0], text) + end

    return write


ODD_END: Final = r"(?<!\\)(\\\\)*\\$"  # an odd number of backslashes at the end
PYTHON_ESCAPES: Final = "'\"abfnrtvx01234567NuU"


class Language(NamedTuple):
    """How a language writes lists of strings.

    Attributes:
        quotes: Its literals.
        lists: List with its name, from which one is taken: {name} and {list}.
        separator: What stands between two items.
        comment: What begins a comment.
        before: Lines that programs have above their lists.
        after: Lines that they have below them; {a} and {b} are the names of the lists, {result} the first row of the
            solution as a literal, {rows} all of them as the items of a list.
        empty: How a line without a clue is written, besides an empty string.
    """

    name: str
    quotes: tuple[Quote, ...]
    lists: tuple[str, ...]
    separator: str = ", "
    comment: str = "// "
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()


C_LIKE: Final = backslashed('"')
PYTHON_QUOTES: Final = (
    backslashed('"'), backslashed("'"), raw('r"', '"', ODD_END), raw("r'", "'", ODD_END), raw('r"""', '"""',
    ODD_END + '|"$'),
    lazy("'", PYTHON_ESCAPES), lazy('"', PYTHON_ESCAPES), raw('R"', '"', ODD_END),
)  # fmt: skip
PYTHON_AFTER: Final = (
    "print(solve({a}, {b}))", 'print("")', "for line in solve({a}, {b}):\n    print(''.join(line))",
    "assert solve({a}, {b}) == [{rows}]", "if __name__ == '__main__':\n    main()", "# {result}",
    "crossword = Crossword({a}, {b})\ncrossword.solve()", "result = solve({a}, {b})\nprint('\\n'.join(result))",
    "for i, row in enumerate({a}):\n    print(i, row)", "print(f'{{len({a})}} rows')", "answer = solve({a}, {b})",
)  # fmt: skip
JAVASCRIPT_AFTER: Final = (
    "console.log(solve({a}, {b}));", "console.log('');", "module.exports = {{ {a}, {b} }};", "// -> {result}",
    "for (const row of solve({a}, {b})) {{\n  console.log(row.join(''));\n}}", "export default {{ {a}, {b} }};",
    "expect(solve({a}, {b})).toEqual([{rows}]);",
)  # fmt: skip
BRACES: Final = ("solve({a}, {b});", "// {result}", "}}")
LANGUAGES: Final = (
    Language(
        "Python",
        PYTHON_QUOTES,
        ("{name} = [{list}]", "{name} = ({list},)", "{name}: list[str] = [{list}]", "{name} = [\n    {lines},\n]"),
        comment="# ",
        before=("import re", "from solver import solve", "#!/usr/bin/env python3"),
        after=PYTHON_AFTER,
        empty=("None",),
    ),
    Language(
        "JavaScript",
        (backslashed('"'), backslashed("'"), backslashed("`", "$"), raw("String.raw`", "`", r"\$|" + ODD_END)),
        ("const {name} = [{list}];", "let {name} = [{list}]", "var {name} = [\n  {lines}\n];"),
        before=("'use strict';", "const solve = require('./solve');", "import solve from './solve.js';"),
        after=JAVASCRIPT_AFTER,
        empty=("null",),
    ),
    Language(
        "JavaScript's regexes",
        (regex("/", "/"),),
        ("const {name} = [{list}];", "let {name} = [\n  {lines},\n];"),
        after=JAVASCRIPT_AFTER,
    ),
    Language(
        "TypeScript",
        (backslashed('"'), backslashed("'")),
        ("const {name}: string[] = [{list}];", "export const {name}: Array<string> = [{list}];"),
        before=("import {{ solve }} from './solve';",),
        after=JAVASCRIPT_AFTER,
    ),
    Language(
        "Go",
        (C_LIKE, raw("`", "`")),
        ("{name} := []string{{{list}}}", "var {name} = []string{{\n\t{lines},\n}}"),
        before=("package main", 'import "fmt"', "func main() {{"),
        after=("fmt.Println(Solve({a}, {b}))", *BRACES),
    ),
    Language(
        "C",
        (C_LIKE,),
        ("const char *{name}[] = {{{list}}};", "static const char* {name}[] = {{ {list}, NULL }};"),
        before=("#include <stdio.h>", "int main(void) {{"),
        after=('printf("\\n");', *BRACES),
    ),
    Language(
        "C++",
        (C_LIKE, raw('R"(', ')"'), raw('R"x(', ')x"')),
        ("std::vector<std::string> {name} = {{{list}}};", "vector<string> {name}{{{list}}};"),
        before=("#include <vector>", "using namespace std;"),
        after=('cout << "" << endl;', *BRACES),
    ),
    Language(
        "C#",
        (C_LIKE, doubled('"', "@")),
        ("var {name} = new[] {{ {list} }};", "string[] {name} = {{ {list} }};"),
        before=("using System;",),
        after=('Console.WriteLine("");', *BRACES),
    ),
    Language(
        "Java",
        (C_LIKE,),
        (
            "String[] {name} = {{{list}}};",
            "List<String> {name} = List.of({list});",
            "String[] {name} = new String[] {{ {list} }};",
            "List<String> {name} = Arrays.asList({list});",
        ),
        before=("import java.util.*;", "public class Main {{"),
        after=('System.out.println("");', *BRACES),
        empty=("null",),
    ),
    Language(
        "Kotlin",
        (backslashed('"', "$"), raw('"""', '"""', r'\$|"$')),
        ("val {name} = listOf({list})",),
        after=("println(solve({a}, {b}))",),
        empty=("null",),
    ),
    Language(
        "Scala",
        (C_LIKE, raw('"""', '"""', '"$')),
        ("val {name} = List({list})", "val {name} = Seq({list})"),
        after=("println(solve({a}, {b}))",),
    ),
    Language("Groovy", (backslashed("'"), backslashed('"', "$")), ("def {name} = [{list}]",), after=("println ''",)),
    Language(
        "Rust",
        (C_LIKE, raw('r"', '"'), raw('r#"', '"#')),
        ("let {name} = vec![{list}];", "const {name}: &[&str] = &[{list}];", "let {name} = [{list}];"),
        before=("use regex::Regex;", "fn main() {{"),
        after=('println!("");', *BRACES),
    ),
    Language(
        "Swift",
        (C_LIKE, raw('#"', '"#', r"\\#")),
        ("let {name} = [{list}]", "let {name}: [String] = [{list}]"),
        after=("print(solve({a}, {b}))",),
        empty=("nil",),
    ),
    Language(
        "Dart", (backslashed("'", "$"), raw("r'", "'"), raw('r"', '"')), ("final {name} = [{list}];",), after=BRACES
    ),
    Language(
        "Ruby",
        (backslashed('"', "#"), backslashed("'"), lazy("'", ""), regex("/", "/", "#")),
        ("{name} = [{list}]", "{name} = [\n  {lines}\n].freeze"),
        comment="# ",
        after=("puts solve({a}, {b})", 'puts ""'),
        empty=("nil",),
    ),
    Language(
        "Perl",
        (backslashed("'"), lazy("'", ""), regex("qr/", "/", r"[$@]")),
        ("my @{name} = ({list});",),
        comment="# ",
        before=("use strict;", "use warnings;"),
        after=('print "\\n";',),
        empty=("undef",),
    ),
    Language(
        "PHP",
        (backslashed("'"), lazy("'", ""), backslashed('"', "$")),
        ("${name} = [{list}];", "${name} = array({list});"),
        before=("<?php",),
        after=("echo '';",),
        empty=("null",),
    ),
    Language(
        "R",
        (C_LIKE, backslashed("'"), raw('r"(', ')"'), raw('r"---(', ')---"')),
        ("{name} <- c({list})", "{name} = c({list})"),
        comment="# ",
        before=("library(stringr)",),
        after=("print(solve({a}, {b}))", 'cat("")', "solve({a}, {b})"),
    ),
    Language(
        "Julia",
        (backslashed('"', "$"), raw('raw"', '"', ODD_END + r"|\\\""), raw('r"', '"', ODD_END + r"|\\\"")),
        ("{name} = [{list}]", "const {name} = [{list}]"),
        comment="# ",
        after=("println(solve({a}, {b}))",),
        empty=("nothing",),
    ),
    Language(
        "Haskell",
        (C_LIKE,),
        ("{name} = [{list}]", "{name} :: [String]\n{name} = [ {list} ]", "{name} = [ {haskell}\n  ]"),
        comment="-- ",
        before=("module Main where",),
        after=('main = putStrLn ""', "main = print (solve {a} {b})"),
    ),
    Language("Elm", (C_LIKE,), ("{name} = [ {list} ]",), comment="-- "),
    Language(
        "OCaml",
        (C_LIKE, raw("{|", "|}")),
        ("let {name} = [{list}]", "let {name} = [| {list} |]"),
        "; ",
        "",
        after=('let () = print_endline ""',),
    ),
    Language(
        "F#",
        (C_LIKE, doubled('"', "@"), raw('"""', '"""', '"$')),
        ("let {name} = [ {list} ]", "let {name} = [| {list} |]"),
        "; ",
        after=('printfn ""',),
    ),
    Language("Erlang", (C_LIKE,), ("{name} = [{list}].",), comment="% "),
    Language(
        "Elixir",
        (backslashed('"', "#"), regex("~r/", "/", "#"), raw("~S(", ")", r"[()]")),
        ("{name} = [{list}]",),
        comment="# ",
        after=("IO.inspect(solve({a}, {b}))",),
        empty=("nil",),
    ),
    Language(
        "Clojure",
        (C_LIKE, regex('#"', '"', r'\\"')),
        ("(def {name} [{list}])", "(def {name} '({list}))"),
        " ",
        ";; ",
        before=("(ns crossword.core)",),
        after=("(println (solve {a} {b}))",),
        empty=("nil",),
    ),
    Language(
        "Scheme",
        (C_LIKE,),
        ("(define {name} '({list}))", "(define {name} (list {list}))", "(defparameter {name} (list {list}))"),
        " ",
        ";; ",
    ),
    Language(
        "Lua",
        (C_LIKE, backslashed("'"), raw("[[", "]]", r"\]$|^\n"), raw("[=[", "]=]", r"\]$|^\n")),
        ("local {name} = {{{list}}}", "{name} = {{ {list} }}"),
        comment="-- ",
        after=('print("")',),
    ),
    Language(
        "shells",
        (lambda text: "'" + text.replace("'", "'\\''") + "'", backslashed('"', "$`")),
        ("{name}=({list})",),
        " ",
        "# ",
        before=("#!/bin/bash", "set -e"),
        after=('echo ""', "solve"),
    ),
    Language(
        "PowerShell", (doubled("'"),), ("${name} = @({list})", "${name} = {list}"), comment="# ", empty=("$null",)
    ),
    Language("MATLAB", (doubled("'"), doubled('"')), ("{name} = {{{list}}};",), comment="% ", after=("disp('')",)),
    Language(
        "Visual Basic", (doubled('"'),), ("Dim {name} As String() = {{{list}}}", "{name} = Array({list})"), comment="' "
    ),
    Language("Pascal", (doubled("'"),), ("  {name}: array of string = ({list});",), after=("writeln('');",)),
    Language("Mathematica", (C_LIKE,), ("{name} = {{{list}}};", "{name} = {{{list}}}"), comment="", empty=()),
    Language("Prolog", (C_LIKE,), ("{name}([{list}]).",), comment="% "),
    Language("Zig", (C_LIKE,), ("const {name} = [_][]const u8{{ {list} }};",)),
    Language(
        "Nim",
        (C_LIKE, raw('r"', '"')),
        ("let {name} = @[{list}]", "const {name} = [{list}]"),
        comment="# ",
        after=('echo ""',),
    ),
    Language("D", (C_LIKE, raw('r"', '"'), raw("`", "`")), ("string[] {name} = [{list}];",), after=BRACES),
)


def items(language: Language, clues: Sequence[str], random: Random) -> list[str] | None:
    """Return the literals of `clues`: all of one kind where that can be, else others among them."""
    style = random.choice(language.quotes)
    written = []
    for clue in clues:
        if not clue and (style("") is None or random.random() < 0.3):
            if not language.empty:
                return None
            written.append(random.choice(language.empty))
            continue
        choices = [style(clue), *(quote(clue) for quote in random.sample(language.quotes, len(language.quotes)))]
        found = next((each for each in choices if each is not None), None)
        if found is None:
            return None
        written.append(found)
    return written


def declared(language: Language, name: str, clues: Sequence[str], form: str, random: Random) -> str | None:
    """Return the declaration of a list of clues."""
    found = items(language, clues, random)
    if found is None:
        return None
    separator = language.separator
    return form.format(
        name=name,
        list=separator.join(found),
        lines=(separator.rstrip() + "\n    ").join(found),
        haskell="\n  , ".join(found),
    )


def named_lists(drawn: Drawn, random: Random) -> list[tuple[str, tuple[str, ...]]]:
    """Return the lists of a puzzle with their names, in an order in which people have them."""
    if drawn.is_hexagon:
        named = list(zip(random.choice(HEXAGON_NAMES), drawn.families, strict=True))
        random.shuffle(named)
    elif drawn.ends:
        named = list(zip(END_NAMES, (*drawn.families, *drawn.ends), strict=True))
        random.shuffle(named)
    else:
        named = list(zip(random.choice(NAMES), drawn.families, strict=True))
        if random.random() < 0.3:
            named.reverse()
    return named


def around(language: Language, lists: list[str], names: Sequence[str], drawn: Drawn, random: Random) -> str:
    """Return the lists with code above, between and below them."""
    comment = language.comment
    remarks = [comment + each for each in ("Regex crossword", "the clues", "puzzle 3, from the web", "TODO: test this")]
    above = [random.choice(language.before)] * (random.random() < 0.4) if language.before else []
    above += [random.choice(remarks)] if comment and random.random() < 0.3 else []
    between = random.choice(["\n", "\n", "\n\n", "\n\n\n"])
    below = []
    if language.after and random.random() < 0.6:
        quote = language.quotes[0]
        rows = [quote(row) or '""' for row in drawn.solution]
        line = random.choice(language.after)
        below = [line.format(a=names[0], b=names[1], result=rows[0], rows=", ".join(rows))]
    above = [each.replace("{{", "{").replace("}}", "}") for each in above]
    text = "\n".join(above + [between.join(lists)] + [""] * (random.random() < 0.5) + below)
    if random.random() < 0.15:
        blanks = random.choice(["    ", "\t", "  "])
        text = "\n".join(blanks + line if line else line for line in text.split("\n"))
    return text + "\n" * (random.random() < 0.9)


def _writer(language: Language) -> Callable[[Drawn, Random], str | None]:
    def write(drawn: Drawn, random: Random) -> str | None:
        form = random.choice(language.lists)
        named = named_lists(drawn, random)
        lists = [declared(language, name, clues, form, random) for name, clues in named]
        if None in lists:
            return None
        return around(language, [each for each in lists if each], [name for name, _ in named], drawn, random)

    return write


for _language in LANGUAGES:
    layout(f"{_language.name}: lists", "empty ends hexagon")(_writer(_language))

PYTHON: Final = LANGUAGES[0]
JAVASCRIPT: Final = LANGUAGES[1]


def _python(clue: str, random: Random) -> str:
    return next(each for each in (quote(clue) for quote in random.sample(PYTHON_QUOTES[:-1], 7)) if each is not None)


def _python_list(clues: Sequence[str], random: Random) -> str:
    return "[" + ", ".join(_python(clue, random) for clue in clues) + "]"


def _in_python(drawn: Drawn, text: list[str], names: Sequence[str], random: Random) -> str:
    return around(PYTHON, text, names, drawn, random)


@layout("Python: a call with names", "empty hexagon ends")
def call_with_names(drawn: Drawn, random: Random) -> str:
    named = named_lists(drawn, random)
    listed = ", ".join(f"{name}={_python_list(clues, random)}" for name, clues in named)
    return _in_python(
        drawn, [random.choice(["solve({})", "x = Crossword({})", "print(solve({}))"]).format(listed)], "xx", random
    )


@layout("Python: a call", "empty")
def call(drawn: Drawn, random: Random) -> str:
    listed = ", ".join(_python_list(clues, random) for clues in drawn.families)
    form = random.choice(
        ["solve({})", "x = solve({})", "puzzle = Puzzle({})", "test_case({}, 'Simple test')", "print(solve({}))"]
    )
    return _in_python(drawn, [form.format(listed)], ("x", "x"), random)


@layout("Python: a dictionary", "empty ends hexagon")
def dictionary(drawn: Drawn, random: Random) -> str:
    named = named_lists(drawn, random)
    if random.random() < 0.5:
        listed = ", ".join(f"'{name}': {_python_list(clues, random)}" for name, clues in named)
        return _in_python(drawn, [f"puzzle = {{{listed}}}"], ("puzzle", "puzzle"), random)
    inner = ",\n".join(f'    "{name}": {_python_list(clues, random)}' for name, clues in named)
    return _in_python(drawn, [f"PUZZLE = {{\n{inner},\n}}"], ("PUZZLE", "PUZZLE"), random)


@layout("Python: dictionaries with numbers", "empty")
def numbered_dictionaries(drawn: Drawn, random: Random) -> str:
    first = random.choice((0, 1))
    parts = [
        f"{name} = {{" + ", ".join(f"{n}: {_python(clue, random)}" for n, clue in enumerate(clues, first)) + "}"
        for name, clues in named_lists(drawn, random)
    ]
    return "\n".join(parts) + "\n"


@layout("Python: compiled regexes")
def compiled(drawn: Drawn, random: Random) -> str:
    named = named_lists(drawn, random)
    parts = [
        f"{name} = [" + ", ".join(f"re.compile({_python(clue, random)})" for clue in clues) + "]"
        for name, clues in named
    ]
    return _in_python(drawn, ["import re", *parts], [name for name, _ in named], random)


@layout("Python: a split string", "hexagon", cannot=r"\ ")
def split_string(drawn: Drawn, random: Random) -> str:
    named = named_lists(drawn, random)
    parts = [f"{name} = {_python(' '.join(clues), random)}.split()" for name, clues in named]
    return _in_python(drawn, parts, [name for name, _ in named], random)


@layout("Python: strings of several lines", "hexagon", cannot=r'"|\\|^\s|\s$')
def strings_of_lines(drawn: Drawn, random: Random) -> str:
    named = named_lists(drawn, random)
    ending = random.choice(["", ".split()", ".strip().splitlines()", ".strip().split('\\n')"])
    if ending == ".split()" and any(" " in clue for clue in drawn.clues):
        ending = ""
    parts = [f'{name} = """\n' + "\n".join(clues) + f'\n"""{ending}' for name, clues in named]
    return _in_python(drawn, parts, [name for name, _ in named], random)


@layout("Python: a variable for each clue", "empty")
def variables(drawn: Drawn, random: Random) -> str:
    row, column = random.choice(
        [("row", "col"), ("row_", "col_"), ("r", "c"), ("ROW", "COL"), ("across", "down"), ("h", "v")]
    )
    parts = [f"{row}{n} = {_python(clue, random)}" for n, clue in enumerate(drawn.rows, 1)]
    parts += [f"{column}{n} = {_python(clue, random)}" for n, clue in enumerate(drawn.columns, 1)]
    return _in_python(drawn, ["\n".join(parts)], ("rows", "cols"), random)


@layout("Python: joined strings")
def joined_strings(drawn: Drawn, random: Random) -> str | None:
    """Long strings are written in two halves, which the language joins."""
    quote = backslashed(random.choice("'\""))

    def halves(clue: str) -> str:
        if len(clue) < 4:
            return quote(clue) or ""
        return f"{quote(clue[:2])} {quote(clue[2:])}"

    named = named_lists(drawn, random)
    parts = [f"{name} = [" + ", ".join(map(halves, clues)) + "]" for name, clues in named]
    return _in_python(drawn, parts, [name for name, _ in named], random)


@layout("Python: tuples with a direction")
def tuples_with_direction(drawn: Drawn, random: Random) -> str:
    first, (row, column) = (
        random.choice((0, 1)),
        random.choice([("row", "col"), ("across", "down"), ("R", "C"), ("h", "v")]),
    )
    listed = [f'    ("{row}", {n}, {_python(clue, random)}),' for n, clue in enumerate(drawn.rows, first)]
    listed += [f'    ("{column}", {n}, {_python(clue, random)}),' for n, clue in enumerate(drawn.columns, first)]
    if random.random() < 0.3:
        random.shuffle(listed)
    return "\n".join(["CLUES = [", *listed, "]", ""])


@layout("Python: calls that add clues")
def calls_that_add(drawn: Drawn, random: Random) -> str:
    row, column = random.choice([("row", "column"), ("add_row", "add_col"), ("addRow", "addColumn")])
    numbered = random.random() < 0.5
    parts = ["p = Puzzle()"] * (random.random() < 0.5)
    for name, clues in ((row, drawn.rows), (column, drawn.columns)):
        parts += [f"p.{name}({f'{n}, ' if numbered else ''}{_python(clue, random)})" for n, clue in enumerate(clues, 1)]
    return "\n".join(parts + ["p.solve()"] * (random.random() < 0.5)) + "\n"


@layout("Python: add_regex with A and D")
def add_regex(drawn: Drawn, random: Random) -> str:
    parts = [f"crossword = Crossword({len(drawn.columns)}, {len(drawn.rows)})"]
    parts += [f"crossword.add_regex({n}, 'A', {_python(clue, random)})" for n, clue in enumerate(drawn.rows, 1)]
    parts += [f"crossword.add_regex({n}, 'D', {_python(clue, random)})" for n, clue in enumerate(drawn.columns, 1)]
    return "\n".join(parts) + "\n"


@layout("Python: a table", "given")
def table_in_python(drawn: Drawn, random: Random) -> str | None:
    given = dict(drawn.given)
    blank = random.choice(["None", "''"])
    lines = [[blank, *(_python(clue, random) for clue in drawn.columns)]]
    for number, clue in enumerate(drawn.rows, 1):
        cells = [repr(given[number, n]) if (number, n) in given else blank for n in range(1, len(drawn.columns) + 1)]
        lines.append([_python(clue, random), *cells])
    if len(drawn.rows) == len(drawn.columns) == 1:
        return None  # two lists of two clues
    text = "table = [\n" + "".join(f"    [{', '.join(line)}],\n" for line in lines) + "]\n"
    return Unclear(text) if len(lines) == 2 else text  # two lists may be rows and columns


@layout("Python: with a printed result", "empty")
def with_result(drawn: Drawn, random: Random) -> str:
    named = named_lists(drawn, random)
    parts = [f">>> {name} = {_python_list(clues, random)}" for name, clues in named]
    return "\n".join([*parts, f">>> solve({named[0][0]}, {named[1][0]})", repr(list(drawn.solution))]) + "\n"


@layout("Python: with an alphabet", "empty")
def with_alphabet(drawn: Drawn, random: Random) -> str:
    named = named_lists(drawn, random)
    written = random.choice(
        [repr(drawn.letters), repr(list(drawn.letters)), f"list({drawn.letters!r})", f"set({drawn.letters!r})",
         f"string.ascii_uppercase + {drawn.letters!r}", f"[{drawn.letters[0]!r}] + list({drawn.letters!r})"]
    )  # fmt: skip
    parts = [f"alphabet = {written}", *(f"{name} = {_python_list(clues, random)}" for name, clues in named)]
    if random.random() < 0.5:
        parts = [*parts[1:], parts[0]]
    return _in_python(drawn, parts, [name for name, _ in named], random)


@layout("JavaScript: an object", "empty ends hexagon")
def object_in_javascript(drawn: Drawn, random: Random) -> str | None:
    parts = []
    style = Language("", (random.choice(JAVASCRIPT.quotes[:3]),), ())
    for name, clues in named_lists(drawn, random):
        found = items(style._replace(empty=("null", "undefined")), clues, random)
        if found is None:
            return None
        parts.append(f"  {name}: [{', '.join(found)}],")
    return around(JAVASCRIPT, ["const puzzle = {\n" + "\n".join(parts) + "\n};"], ("puzzle", "puzzle"), drawn, random)


@layout("JavaScript: new RegExp")
def new_regexp(drawn: Drawn, random: Random) -> str:
    named = named_lists(drawn, random)
    parts = [
        f"const {name} = [" + ", ".join(f"new RegExp({C_LIKE(clue)})" for clue in clues) + "];" for name, clues in named
    ]
    return around(JAVASCRIPT, parts, [name for name, _ in named], drawn, random)


@layout("JavaScript: hints and labels beside the clues", "empty")
def with_hints(drawn: Drawn, random: Random) -> str:
    named = named_lists(drawn, random)
    parts = [f"const {name} = [" + ", ".join(f"{C_LIKE(clue)}" for clue in clues) + "];" for name, clues in named]
    for name, clues in named:
        words = random.choice(
            [["two letters", "a word", "an animal", "not a vowel"], ["1", "2", "3", "4"], ["a", "b", "c", "d"]]
        )
        label = random.choice(["Hints", "Labels", "Names"])
        parts.append(f"const {name}{label} = [" + ", ".join(f'"{word}"' for word in words[: len(clues)]) + "];")
    return "\n".join(parts) + "\n"


@layout("C: strings joined over lines")
def joined_in_c(drawn: Drawn, random: Random) -> str:
    parts = []
    for name, clues in named_lists(drawn, random):
        halves = [
            f'"{clue[:2]}"\n        "{clue[2:]}"' if re.fullmatch(r'[^\\"]{4,}', clue) else C_LIKE(clue)
            for clue in clues
        ]
        parts.append(f"const char *{name}[] = {{\n    " + ",\n    ".join(each or "" for each in halves) + "\n};")
    return "\n".join(parts) + "\n"


@layout("Ruby: lists of words", cannot=r"[\s\[\]\\]|^$")
def words_of_ruby(drawn: Drawn, random: Random) -> str:
    return "\n".join(f"{name} = %w[{' '.join(clues)}]" for name, clues in named_lists(drawn, random)) + "\n"


@layout("Perl: lists of words", cannot=r"[\s{}\\]|^$")
def words_of_perl(drawn: Drawn, random: Random) -> str:
    return "\n".join(f"my @{name} = qw{{{' '.join(clues)}}};" for name, clues in named_lists(drawn, random)) + "\n"


@layout("Typst: crossregex-square", cannot=r"`")
def crossregex_square(drawn: Drawn, random: Random) -> str | None:
    if len(drawn.rows) != len(drawn.columns):
        return None
    families = (drawn.rows, drawn.columns[::-1])  # as in that package: the columns from the right
    listed = ["    " + ", ".join(f"`{clue}`" for clue in clues) + ",\n" for clues in families]
    return f"#crossregex-square(\n  {len(drawn.rows)},\n  constraints: (\n{''.join(listed)}  ),\n)\n"


@layout("a command", "empty", cannot="^-")
def command(drawn: Drawn, random: Random) -> str:
    quote = next(each for each in LANGUAGES if each.name == "shells").quotes[0]
    lists = [" ".join(quote(clue) or "" for clue in clues) for clues in drawn.families]
    return random.choice(["$ ", ""]) + f"python solve.py --rows {lists[0]} --columns {lists[1]}\n"


@layout("SQL: records")
def sql(drawn: Drawn, random: Random) -> str:
    quote = doubled("'")
    lines = [f" ('row', {n}, {quote(clue)})" for n, clue in enumerate(drawn.rows, 1)]
    lines += [f" ('column', {n}, {quote(clue)})" for n, clue in enumerate(drawn.columns, 1)]
    return "INSERT INTO clues (direction, position, regex) VALUES\n" + ",\n".join(lines) + ";\n"
