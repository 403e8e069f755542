"""Tables: Markdown, HTML, CSV, wikis, drawn ones; clues at the edges, letters or nothing in the cells."""

import re
from html import escape
from random import Random
from typing import Final, TypeAlias

from tests.writers.drawn import Drawn
from tests.writers.layouts import Unclear, layout

Table: TypeAlias = list[list[str]]

TRIMMED: Final = r"^\s|\s$|^$"  # clues that a table cannot hold: it trims its cells


def table(drawn: Drawn, blank: str = "", corner: str = "") -> Table:
    """Return the table of a puzzle: clues of columns above, of rows on the left; second clues opposite."""
    given = dict(drawn.given)
    ends = drawn.ends or ((),) * 2
    width = len(drawn.columns)
    after = [""] if drawn.ends else []
    lines = [[corner, *drawn.columns, *after]]
    for number, clue in enumerate(drawn.rows, 1):
        cells = [given.get((number, n), blank) for n in range(1, width + 1)]
        lines.append([clue, *cells, *([ends[0][number - 1]] if drawn.ends else [])])
    if drawn.ends:
        lines.append(["", *ends[1], ""])
    return lines


def padded(lines: Table) -> Table:
    """Return the table with cells of equal width in each column."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [[cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines]


def _prose(random: Random) -> tuple[str, str]:
    above = random.choice(
        ["", "", "## Puzzle 12\n\n", "Here is my first puzzle:\n\n", "# Regex crossword\n\nFill in the letters.\n\n"]
    )
    return above, random.choice(["", "", "\nCan you solve it?\n", "\nThanks!\n", "\nGood luck\n"])


def _markdown(lines: Table, random: Random) -> str:
    rule = random.choice(["---", ":-:", "-", ":---"])
    if random.random() < 0.4:
        lines = padded(lines)
    rows = [f"| {' | '.join(line)} |" for line in lines]
    above, below = _prose(random)
    return above + "\n".join([rows[0], "|" + f"{rule}|" * len(lines[0]), *rows[1:]]) + "\n" + below


def _bars(clue: str) -> str:
    return clue.replace("|", r"\|")


def _code(clue: str) -> str:
    return f"`{clue}`" if clue else ""


@layout("Markdown: a table", "empty given ends", cannot=TRIMMED + r"|`|\\\||\\\\", unclear=r"[*_<>&~]|\\")
def markdown(drawn: Drawn, random: Random) -> str:
    lines = table(drawn, blank=random.choice(["", "", " "]))
    return _markdown([[_bars(cell) for cell in line] for line in lines], random)


@layout("Markdown: a table of code", "empty given ends", cannot=TRIMMED + r"|`|\\\|")
def markdown_code(drawn: Drawn, random: Random) -> str:
    lines = [[cell if re.fullmatch(r"\w?", cell) and y and x else _code(_bars(cell)) for x, cell in enumerate(line)]
             for y, line in enumerate(table(drawn))]  # fmt: skip
    return _markdown(lines, random)


@layout("Markdown: plain bars in code", "empty", cannot=TRIMMED + r"|`|\\\|")
def markdown_plain_bars(drawn: Drawn, random: Random) -> str:
    return _markdown([[_code(cell) for cell in line] for line in table(drawn)], random)


@layout("Markdown: bold clues", "empty given", cannot=TRIMMED + r"|`|[*]|\\\||\\\\", unclear=r"[_<>&~]|\\")
def markdown_bold(drawn: Drawn, random: Random) -> str:
    mark = random.choice([("**", "**"), ("<b>", "</b>")])
    edge = [[_bars(cell) for cell in line] for line in table(drawn)]
    lines = [
        [f"{mark[0]}{cell}{mark[1]}" if cell and (not x or not y) else cell for x, cell in enumerate(line)]
        for y, line in enumerate(edge)
    ]
    return _markdown(lines, random)


@layout("Markdown: a table with names", "empty", cannot=TRIMMED + r"|`|\\\|")
def markdown_names(drawn: Drawn, random: Random) -> str:
    row, column = random.choice([("Row", "Col"), ("Row", "Column"), ("R", "C"), ("Across", "Down")])
    gap = "" if row == "R" else " "
    lines = [["Line", "Regex"], *([f"{row}{gap}{n}", _code(_bars(clue))] for n, clue in enumerate(drawn.rows, 1))]
    lines += [[f"{column}{gap}{n}", _code(_bars(clue))] for n, clue in enumerate(drawn.columns, 1)]
    return _markdown(lines, random)


@layout("Markdown: a column for each list", cannot=TRIMMED + r"|`|\\\|")
def markdown_columns(drawn: Drawn, random: Random) -> str:
    rows, columns = drawn.families
    lines = [["#", *random.choice([("Rows", "Columns"), ("Across", "Down")])]]
    for n in range(max(len(rows), len(columns))):
        lines.append([str(n + 1), *(_code(_bars(clues[n])) if n < len(clues) else "" for clues in (rows, columns))])
    text = _markdown(lines, random)
    return text if len(rows) == len(columns) else Unclear(text)


@layout("Markdown: two tables", "empty", cannot=TRIMMED + r"|`|\\\|")
def markdown_two(drawn: Drawn, random: Random) -> str:
    parts = []
    for name, clues in zip(("Row clues", "Column clues"), drawn.families, strict=True):
        lines = [f"| {n} | {_code(_bars(clue))} |\n" for n, clue in enumerate(clues, 1)]
        parts.append(f"| # | {name} |\n|---|---|\n" + "".join(lines))
    return "\n".join(parts)


@layout("Markdown: with escapes", cannot=TRIMMED, unclear=r"\\|`|[<>&~|]")
def markdown_escapes(drawn: Drawn, random: Random) -> str:
    """A tool has put a backslash before the signs that Markdown would take as its own."""
    parts = []
    for name, clues in zip(("Rows Patterns", "Columns Patterns"), drawn.families, strict=True):
        written = [re.sub(r"[\\`*_\[\]]", r"\\\g<0>", clue) for clue in clues]
        parts.append(f"**{name}:**\n\n" + "\n\n".join(written))
    return "\n\n".join(parts) + "\n"


@layout("HTML: a table", "empty given ends", cannot=r"^\s|\s$|\s\s")
def html_table(drawn: Drawn, random: Random) -> str:
    tag = random.choice([("<code>", "</code>"), ("", ""), ("", ""), ("<b>", "</b>")])
    line_end = random.choice(["", "\n"])
    rows = []
    for y, line in enumerate(table(drawn, blank=random.choice(["", "&nbsp;"]))):
        cells = []
        for x, cell in enumerate(line):
            kind = "th" if not x or not y else "td"
            shown = cell if cell == "&nbsp;" else escape(cell, False)
            cells.append(
                f"<{kind}>{tag[0]}{shown}{tag[1]}</{kind}>" if kind == "th" and cell else f"<{kind}>{shown}</{kind}>"
            )
        rows.append(f"<tr>{line_end.join(cells)}</tr>")
    return '<table class="puzzle">\n' + "\n".join(rows) + "\n</table>\n"


@layout("HTML: lists", "empty", cannot=r"^\s|\s$|\s\s")
def html_lists(drawn: Drawn, random: Random) -> str:
    kind = random.choice(["ol", "ul"])
    code = random.choice([("", ""), ("<code>", "</code>")])
    parts = []
    for name, clues in zip(random.choice([("Rows", "Columns"), ("Across", "Down")]), drawn.families, strict=True):
        listed = "".join(
            f"<li>{code[0] if clue else ''}{escape(clue, False)}{code[1] if clue else ''}</li>" for clue in clues
        )
        parts.append(f"<h3>{name}</h3>\n<{kind}>{listed}</{kind}>\n")
    return "".join(parts)


@layout("HTML: preformatted", cannot=r"^\s|\s$|^$")
def html_preformatted(drawn: Drawn, random: Random) -> str:
    return (
        "<pre>\n"
        + "\n\n".join("\n".join(escape(clue, False) for clue in clues) for clues in drawn.families)
        + "\n</pre>\n"
    )


def _quoted(cell: str, separator: str, always: bool) -> str:
    if always or re.search(f'["\n\r{re.escape(separator)}]', cell) or cell != cell.strip():
        return '"' + cell.replace('"', '""') + '"'
    return cell


def _separated(lines: Table, separator: str, random: Random) -> str:
    always = random.random() < 0.3
    end = random.choice(["\n", "\n", "\r\n"])
    return "".join(separator.join(_quoted(cell, separator, always) for cell in line) + end for line in lines)


for _name, _separator in (("commas", ","), ("semicolons", ";"), ("tabs", "\t")):

    def _written(drawn: Drawn, random: Random, separator: str = _separator) -> str:
        corner = random.choice(["", "", "", "rows/cols"])
        return _separated(table(drawn, blank="", corner=corner), separator, random)

    layout(f"CSV with {_name}: a table", "empty given ends", cannot=r"^\s|\s$")(_written)


@layout("CSV: a column for each list", cannot=r"^\s|\s$")
def csv_columns(drawn: Drawn, random: Random) -> str:
    rows, columns = drawn.families
    lines = [list(random.choice([("rows", "columns"), ("Across", "Down"), ("row", "col")]))]
    lines += [
        [clues[n] if n < len(clues) else "" for clues in (rows, columns)] for n in range(max(len(rows), len(columns)))
    ]
    text = _separated(lines, random.choice(",;\t"), random)
    return text if len(rows) == len(columns) else Unclear(text)


@layout("CSV: a record for each clue", "empty", cannot=r"^\s|\s$")
def csv_records(drawn: Drawn, random: Random) -> str:
    lines = [["direction", "index", random.choice(["pattern", "regex", "clue"])]]
    for name, clues in zip(random.choice([("row", "col"), ("across", "down")]), drawn.families, strict=True):
        lines += [[name, str(n), clue] for n, clue in enumerate(clues, 1)]
    return _separated(lines, random.choice(",,;\t"), random)


@layout("CSV: a line for each list", cannot=r"^\s|\s$")
def csv_lines(drawn: Drawn, random: Random) -> str:
    named = zip(random.choice([("rows", "cols"), ("across", "down")]), drawn.families, strict=True)
    return _separated([[name, *clues] for name, clues in named], random.choice(",;\t"), random)


@layout("MediaWiki: a table", "empty given", cannot=TRIMMED + r"|\|\||!!|^[-+}|]|\[\[|\{\{|''|~~|<|&", unclear=r"[|]")
def mediawiki(drawn: Drawn, random: Random) -> str:
    lines = table(drawn)
    wrapped = random.random() < 0.5
    rows = ['{| class="wikitable"']
    for y, line in enumerate(lines):
        rows.append("|-")
        for x, cell in enumerate(line):
            sign = "!" if not x or not y else "|"
            text = f"<nowiki>{cell}</nowiki>" if wrapped and cell and sign == "!" else cell
            rows.append(f"{sign} {text}".rstrip())
    return "\n".join([*rows, "|}"]) + "\n"


@layout("Org: a table", "empty given", cannot=TRIMMED + r"|\\vert|^[<+*/_=~\[]")
def org(drawn: Drawn, random: Random) -> str:
    lines = padded([[cell.replace("|", r"\vert{}") for cell in line] for line in table(drawn)])
    rows = [f"| {' | '.join(line)} |" for line in lines]
    return "\n".join([rows[0], "|" + "+".join("-" * (len(cell) + 2) for cell in lines[0]) + "|", *rows[1:]]) + "\n"


@layout("Org: lists", cannot=TRIMMED + r"|=")
def org_lists(drawn: Drawn, random: Random) -> str:
    return "".join(
        f"* {name}\n" + "".join(f"{n}. ={clue}=\n" for n, clue in enumerate(clues, 1))
        for name, clues in zip(("Rows", "Columns"), drawn.families, strict=True)
    )


@layout("reStructuredText: a grid", "empty given", cannot=TRIMMED + r"|\\|[*`|_]")
def rst_grid(drawn: Drawn, random: Random) -> str:
    lines = padded(table(drawn))
    rule = "+" + "+".join("-" * (len(cell) + 2) for cell in lines[0]) + "+"
    rows = [rule, f"| {' | '.join(lines[0])} |", rule.replace("-", "=") if random.random() < 0.5 else rule]
    for line in lines[1:]:
        rows += [f"| {' | '.join(line)} |", rule]
    return "\n".join(rows) + "\n"


@layout("a drawn table", "empty given", cannot=TRIMMED + r"|\ \|\ |^\||\|$")
def drawn_table(drawn: Drawn, random: Random) -> str:
    """As programs print it; the bar of an alternative has no blanks around it."""
    lines = padded(table(drawn))
    rule = "+" + "+".join("-" * (len(cell) + 2) for cell in lines[0]) + "+"
    rows = [rule, f"| {' | '.join(lines[0])} |", rule]
    for line in lines[1:]:
        rows += [f"| {' | '.join(line)} |", *([rule] if random.random() < 0.5 else [])]
    return "\n".join(rows + [rule] * (rows[-1] != rule)) + "\n"


@layout("a table of box-drawing characters", "empty given", cannot=TRIMMED)
def box(drawn: Drawn, random: Random) -> str:
    lines = padded(table(drawn))
    widths = [len(cell) + 2 for cell in lines[0]]

    def rule(left: str, middle: str, right: str) -> str:
        return left + middle.join("─" * width for width in widths) + right

    rows = [rule("┌", "┬", "┐")]
    for number, line in enumerate(lines):
        rows += [rule("├", "┼", "┤")] * (number > 0) + ["│ " + " │ ".join(line) + " │"]
    return "\n".join([*rows, rule("└", "┴", "┘")]) + "\n"


@layout("reStructuredText: a simple table", cannot=TRIMMED + r"|\\|[*`|_]|\s")
def rst_simple(drawn: Drawn, random: Random) -> str:
    lines = padded(table(drawn))
    rule = "  ".join("=" * max(2, len(cell)) for cell in lines[0])
    lines = [[cell.ljust(2) for cell in line] for line in lines]
    rows = ["  ".join(line).rstrip() for line in lines]
    return "\n".join([rule, rows[0], rule, *rows[1:], rule]) + "\n"


@layout("reStructuredText: a list table", "empty", cannot=TRIMMED + r"|`")
def rst_list_table(drawn: Drawn, random: Random) -> str:
    rows = [".. list-table:: Puzzle", "   :header-rows: 1", "   :stub-columns: 1", ""]
    for line in table(drawn):
        for x, cell in enumerate(line):
            rows.append(("   * - " if x == 0 else "     - ") + (f"``{cell}``" if cell else ""))
    return "\n".join(row.rstrip() for row in rows) + "\n"


@layout("AsciiDoc: a table", "empty", cannot=TRIMMED + r"|`|\\\||\+\+|\{")
def asciidoc(drawn: Drawn, random: Random) -> str:
    rows = ["| " + " | ".join(_code(_bars(cell)) for cell in line) for line in table(drawn)]
    return "\n".join(["|===", rows[0], "", *(row.rstrip() for row in rows[1:]), "|==="]) + "\n"


def _tex(cell: str) -> str:
    return re.sub(
        r"[\\{}$&#^_~%]",
        lambda hit: {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}.get(hit[0], "\\" + hit[0]),
        cell,
    )


@layout("LaTeX: a table", "empty given", cannot=TRIMMED + r"|--|''|``|\[\\|^\[")
def latex(drawn: Drawn, random: Random) -> str:
    rows = [
        " & ".join(f"\\texttt{{{_tex(cell)}}}" if cell else "" for cell in line) + r" \\ \hline"
        for line in table(drawn)
    ]
    return (
        "\n".join([r"\begin{tabular}{" + "|".join("c" * (len(drawn.columns) + 1)) + "}", *rows, r"\end{tabular}"])
        + "\n"
    )


@layout("LaTeX: verbatim clues", cannot=TRIMMED)
def latex_verbatim(drawn: Drawn, random: Random) -> str | None:
    def verbatim(clue: str) -> str:
        return next((rf"\verb{sign}{clue}{sign}" for sign in "|!+/" if sign not in clue), "")

    parts = []
    for name, clues in zip(("Rows", "Columns"), drawn.families, strict=True):
        written = [verbatim(clue) for clue in clues]
        if "" in written:
            return None
        parts.append(
            f"\\section*{{{name}}}\n\\begin{{enumerate}}\n"
            + "".join(f"  \\item {each}\n" for each in written)
            + "\\end{enumerate}\n"
        )
    return "".join(parts)


@layout("a picture", "given", cannot=r"\s|^$|^[._]$")
def picture(drawn: Drawn, random: Random) -> str:
    blank = random.choice([".", "_"])
    return "\n".join("  ".join(line).rstrip() for line in padded(table(drawn, blank=blank))) + "\n"


@layout("columns of text", cannot=r"\s\s|" + TRIMMED)
def columns_of_text(drawn: Drawn, random: Random) -> str | None:
    rows, columns = drawn.families
    if len(rows) != len(columns):
        return None
    return (
        "\n".join(
            "    ".join(line) for line in padded([["ROWS", "COLUMNS"], *map(list, zip(rows, columns, strict=True))])
        )
        + "\n"
    )


@layout("a forum post", cannot=TRIMMED + r"|\[/?\w+\]|\[\*\]")
def forum(drawn: Drawn, random: Random) -> str:
    code = random.choice([("[code]", "[/code]"), ("", "")])
    return (
        "\n".join(
            f"[b]{name}[/b]\n[list]\n" + "".join(f"[*]{code[0]}{clue}{code[1]}\n" for clue in clues) + "[/list]"
            for name, clues in zip(("Rows", "Columns"), drawn.families, strict=True)
        )
        + "\n"
    )


@layout("Markdown: a table that is filled", cannot=TRIMMED + r"|`|\\\|")
def filled(drawn: Drawn, random: Random) -> str | None:
    """The cells have the solution."""
    if not "".join(drawn.solution).isalnum():
        return None
    lines = [["", *(_code(_bars(clue)) for clue in drawn.columns)]]
    lines += [[_code(_bars(clue)), *row] for clue, row in zip(drawn.rows, drawn.solution, strict=True)]
    return _markdown(lines, random)


@layout("Markdown: a table with numbers at its edges", cannot=TRIMMED + r"|`|\\\|")
def numbered_edges(drawn: Drawn, random: Random) -> str:
    """Rows and columns are numbered beside their clues."""
    lines = [["#", "Clue", "", "#", "Clue"]]
    rows, columns = drawn.families
    for n in range(max(len(rows), len(columns))):
        left = [f"R{n + 1}", _code(_bars(rows[n]))] if n < len(rows) else ["", ""]
        right = [f"C{n + 1}", _code(_bars(columns[n]))] if n < len(columns) else ["", ""]
        lines.append([*left, "", *right])
    return _markdown(lines, random)


@layout("a result of SQL", "empty", cannot=TRIMMED.replace("|^$", "") + r"|\ \|\ |^\||\|$")
def sql_result(drawn: Drawn, random: Random) -> str:
    lines = [["direction", "position", "regex"]]
    for name, clues in zip(("row", "column"), drawn.families, strict=True):
        lines += [[name, str(n), clue] for n, clue in enumerate(clues, 1)]
    lines = padded(lines)
    if random.random() < 0.5:
        rows = [" " + " | ".join(line).rstrip() for line in lines]
        return (
            "\n".join(
                [rows[0], "+".join("-" * (len(cell) + 2) for cell in lines[0]), *rows[1:], f"({len(rows) - 1} rows)"]
            )
            + "\n"
        )
    rule = "+" + "+".join("-" * (len(cell) + 2) for cell in lines[0]) + "+"
    rows = [f"| {' | '.join(line)} |" for line in lines]
    return "\n".join([rule, rows[0], rule, *rows[1:], rule]) + "\n"


@layout("Jira: a table", "empty given", cannot=TRIMMED + r"|[|{}*_\[\]-]|\\\\|\+")
def jira(drawn: Drawn, random: Random) -> str:
    lines = table(drawn, blank=" ")
    head = "||" + "||".join(cell or " " for cell in lines[0]) + "||"
    return "\n".join([head, *(f"||{line[0] or ' '}|{'|'.join(line[1:])}|" for line in lines[1:])]) + "\n"


@layout("HTML: a page", "empty", cannot=r"^\s|\s$|\s\s|--")
def html_page(drawn: Drawn, random: Random) -> str:
    lines = table(drawn)
    rows = []
    for line in lines:
        cells = [f"      <td class='{'clue' if cell else 'cell'}'>{escape(cell, False)}</td>" for cell in line]
        rows.append("    <tr>\n" + "\n".join(cells) + "\n    </tr>")
    comment = random.choice(["", "    <!-- <tr><td>OLD</td><td>X</td></tr> -->\n"])
    script = random.choice(["", "  <script>var letters = ['A', 'B'];</script>\n"])
    return (
        f"<!DOCTYPE html>\n<html>\n<head><title>Regex crossword</title></head>\n<body>\n{script}  <table>\n{comment}"
        + "\n".join(rows)
        + "\n  </table>\n</body>\n</html>\n"
    )


@layout("HTML: a filled form", "empty", cannot=r"^\s|\s$|\s\s")
def html_inputs(drawn: Drawn, random: Random) -> str:
    rows = ["<tr><td></td>" + "".join(f"<th>{escape(clue, False)}</th>" for clue in drawn.columns) + "</tr>"]
    field = '<td><input maxlength="1" value=""></td>'
    rows += [f"<tr><th>{escape(clue, False)}</th>{field * len(drawn.columns)}</tr>" for clue in drawn.rows]
    return "<table>\n" + "\n".join(rows) + "\n</table>\n"
