"""Texts that were once read as another puzzle, each with the rows of all its puzzles, or with what the refusal says."""

import pytest

import satcross
from satcross.errors import SatcrossError
from satcross.puzzle.files import read_source

SOLVED = {
    "    2 2\n    A.\n    C.\n    .[CX]\n    BD\n": ["AB CD"],
    "Across the top:\n[AX]C\nBD\n\nDown the left side:\nAB\nC.\n": ["AB CD"],
    "Lodrätt:\n[AX]C\nBD\n\nVågrätt:\nAB\nC.\n": ["AB CD"],
    "2 2\nA.\nC.\n.[CX]\nBD\nAB\nCD\n": ["AB CD"],
    "# my puzzle\nA.      # row 1\nC.      # row 2\n\n.[CX]   # column 1\nBD      # column 2\n": ["AB CD"],
    "Rows        Columns\n1. A.       1. .[CX]\n2. C.       2. BD\n": ["AB CD"],
    "Rows:\nA.\nC.\nColumns:\n.[CX]\nBD\n\nhttps://example.org/17\n": ["AB CD"],
    "Rows:\nA.\n(none)\nColumns:\n.C\nBD\n": ["AB CD"],
    "final puzzle = {\n  'rows': [r'(c)c(b)'],\n  'columns': [r'c', r'c', r'b'],\n};\n": ["ccb"],
    "\\section*{Rows}\n\\begin{enumerate}\n  \\item \\verb|.*|\n  \\item \\verb|.*|\n\\end{enumerate}\n"
    "\\section*{Columns}\n\\begin{enumerate}\n  \\item \\verb|R\\\\|\n  \\item \\verb|AB|\n\\end{enumerate}\n": [
        "RA \\B"
    ],
    "Rows:\n1: A\n4: D\n\nColumns:\n1: AB[C]D\n": ["A B C D"],
    '{"values": [["", ""]], "COLS": ["\\\\S+"], "ROWS": ["A"]}': ["A"],
    "Rows:\n[^B]{1,1}     # first\n[B]*          # second\n\nColumns:\n[BJ]{2}       # first\n": ["J B"],
    "print('')\nrows = ['AB']\ncolumns = ['A', 'B']\nprint(''.join(rows))\n": ["AB"],
    'x = solve(["A|B", "C"], ["BC"])\nfor line in x:\n    print("".join(line))\n': ["B C"],
    'x = solve(["AB", "CD"], ["AC", "BD"])\nassert x == ["AB", "CD"]\n': ["AB CD"],
    'test_case(["AB"], ["A", "B"], "Simple test")\n': ["AB"],
    'test(["AB"], ["A", "B"])\ntest(["CD"], ["C", "D"])\n': ["AB", "CD"],
    'rows, columns = ["AB"], ["A", "B"]\n': ["AB"],
    "p.add_regex(1, 'A', r'AB')\np.add_regex(1, 'D', r'A')\np.add_regex(2, 'D', r'B')\n": ["AB"],
    'horiz = ["AB"]\nvert = ["A", "B"]\ncandidate = [["A", "B"]]\ncheck(horiz, vert, candidate)\n': ["AB"],
    'rowRegex = ["AB"]\ncolRegex = ["A", "B"]\nrowHints = ["two letters"]\ncolHints = ["an A", "a B"]\n': ["AB"],
    'rows = ["AB"]\ncols = ["A", "B"]\nrow_labels = ["1"]\ncol_labels = ["a", "b"]\n': ["AB"],
    'alphabet = string.ascii_uppercase + "-"\nrows = ["AB"]\ncolumns = ["A", "B"]\n': ["AB"],
    'alphabet = ["-"] + list("AB")\nrows = ["AB"]\ncolumns = ["A", "B"]\n': ["AB"],
    "rows = ['A|' 'B']\ncolumns = ['[BC]']\n": ["B"],
    "rows: [HE|LL|O+, '[PLEASE]+']\ncolumns: ['[^SPEAK]+', EP|IP|EF]\n": ["HE LP"],
    "| | A | B |\n|-|-|-|\n| <b>AB | A | B |\n": ["AB"],
    "**Rows Patterns:**\n\nAB\n\nC[DE]\\*\n\n**Columns Patterns:**\n\nAC\n\nBD\n": ["AB CD"],
    "2     # size of the table\nAB    # rows, then columns\nCD\nAC\nBD\n": ["AB CD"],
    "1 2\nAB\nA\nB\n2 1\nA\nB\nAB\n0 0\n": ["AB", "A B"],
    "R1: AB\nC1: A\nC2: B\n\nR1: CD\nC1: C\nC2: D\n": ["AB", "CD"],
    "Rows:\nCOL\nUP.\n\nColumns:\nCU\nOP\nLX\n": ["COL UPX"],
    "Rows: (AB*|CB*), B*, C*\nColumns: ABC\n": ["A B C"],
    "→ .B\n↓ =\n↓ B\n": ["=B"],
    "R1 = =A\nC1 = =\nC2 = .|A\n": ["=A"],
    '{"ver": [[1], [2]], "hor": [[2], [1]]}': ["## .#"],
    "Rows:\nud\ndu\n\nColumns:\nud\ndu\n": ["ud du"],
    "Rows:\n#A\n#B\n\nColumns:\n##\nAB\n": ["#A #B"],
    "ROWS\n\n1 .\n\nCOLUMNS\n\n1 4\n": ["4"],
    'rows = ["AB"]\nrows.append("CD")\ncols = ["AC", "BD"]\n': ["AB CD"],
    'push @across, "AB";\npush @down, qr/A/;\npush @down, qr/B/;\n': ["AB"],
    "const rows = 'AB\\nCD'.split('\\n');\nconst cols = ['AC', 'BD'];\n": ["AB CD"],
    "cat > rows.txt <<EOF\nAB\nEOF\ncat > columns.txt <<EOF\nA\nB\nEOF\n": ["AB"],
    '<puzzle><row regex="T"/><row regex=" "/><col regex="T "/></puzzle>': ["T  "],
    'solve({R"x(AB)x"}, {"A", "B"});\n': ["AB"],
    '$rows = ["A\\$|BC"];\n$columns = ["B", "C"];\n': ["BC"],
    "rows: [AB]\ncolumns: [A, B]\n---\nrows: [CD]\ncolumns: [C, D]\n": ["AB", "CD"],
    'rows = {"."};\ncolumns = {"\\\\"};\n': ["\\"],
    'Dim rows() As String = {"""A", "CD"}\nDim columns() As String = {"""C", "AD"}\n': ['"A CD'],
    "On Monday Kim wrote:\n> > Rows:\n> > AB\n> >\n> > Columns:\n> > A\n> > B\n": ["AB"],
    "→\n/\n\n↖\n[/I]\n\n↙\n/\n": ["/"],
    "rows\nbd*\nbd\ncolumns\n(bdb|dd|bb)\nd.\nthanks!!\n": ["bd bd"],
    "across:\nt.\ntd\ndown:\ntt\ndd\n\ntia\n": ["td td"],
    "a.\n.d\n\nab\nbd\n\nthanks\n": ["ab bd"],
    "2 rows, 2 columns\nacross:\nad\n.d\ndown:\nab\n.d\nty\n": ["ad bd"],
    "table.insert(across, 'R\\\\.')\ntable.insert(down, 'R')\ntable.insert(down, '\\\\.')\n": ["R."],
    '[["", "\\\\|", "", "\\\\|"], [".A.", "", "", ""]]': ["|A|"],
    "table = [\n    ['', ' ', 'R'],\n    [' R', '', ''],\n]\n": [" R"],
    "[Rows]\n\n#1 T\n#2 V\n\n[Columns]\n\n#1 TV\n": ["T V"],
    "Rows:\n-             # first\n\nColumns:\n\\S           # first\n": ["-"],
    'across = """\n~~~\n"""\ndown = """\n~\n~\n~\n"""\n': ["~~~"],
    '- "X"\n\n- "3X|X|Z"\n': ["X"],
    "S:\n---\n.*\n:": ["S:"],
    "1: ,\n2: ,\n": [","],
    "=> N*D\n|| N\n|| D\n\nThanks!\n": ["ND"],
    '{"rows": ["A", "\\\\\\\\$"], "columns": ["A."]}': ["A \\"],
    "1A 6A\n2A 06\n1D 60\n2D A6\n": ["6A 06"],
    "\tAB\nA\t\nB\t\n\t\n": ["A B"],
    "**Rows:**\n\n\\\\S+\n\n**Columns:**\n\n2\n\nS\n": ["2S"],
    'x = ["\\#", "N"]\ny = ["(?:\\\\\\#|\\#)\\\\\\#*N"]\n': ["#N"],
    'rows = ["A\\\\\\#"]\ncols = ["A", "\\\\\\\\", "#"]\n': ["A\\#"],
    "$rows = ['\\$Q'];\n$cols = [\"\\\\\\$\", 'Q'];\n": ["$Q"],
    'string[] rows = [`\\\\V`];\nstring[] columns = ["\\\\\\\\", `V`];\n': ["\\V"],
    'let x = [| "\\\\\\\\" |]\nlet y = [| """\\\\""" |]\n': ["\\"],
    '"\\\\A"\n\n".*"\n"A"\n': ["\\A"],
    '1) "AB"\n\n1) "A"\n2) "B"\n': ["AB"],
    "<puzzle><row>.</row><row>T</row><col> T</col></puzzle>": ["  T"],
    "Rows:\nAB\n~*-\n\nColumns:\nA~\nB-\n": ["AB ~-"],
    "<table><tr><td></td><td>`</td><td>`</td></tr><tr><td>``</td><td></td><td></td></tr></table>": ["``"],
    "2\n--\n.*\n": ["2"],
    ".*\n%\n---\n%%\n": ["% %"],
    '- "[ab]k"\n- ".*"\n\n- "ak"\n- "kk"\n': ["ak kk"],
    "ll\n.*\nbb\n\nbb\nbll\nfl\n\nfb\nllb\nlb\n": ["ll blf bb"],
    "→1 1\n↓1 1\n\nThanks!\n": ["1"],
    " direction | regex\n-----------+-------\n row       | [|G]\n row       | G\n column    | \\|G\n(3 rows)\n": [
        "| G"
    ],
    "|| ||`V`||\n||`| |\n||V| |\n||`| |\n": ["` V `"],
    "[puzzle]\nh = ['\\\\P']\nv = ['\\\\', 'P']\n": ["\\P"],
    "Across:\n1. AB.\n4. CDE\nDown:\n1. AC\n2. BD\n3. XE\n": ["ABX CDE"],
    "| | `(M|N)` | `.+` |\n|-|-|-|\n| `(?:C|M)M` | | |\n": ["MM"],
    'val rows = mapOf(2 to "C", 1 to "A")\nval cols = mapOf(1 to "AC")\n': ["A C"],
    "final rows = [r'\\d'];\nfinal cols = <String>['2'];\n": ["2"],
    'const char *rows[] = {\n#if 0\n "OLD",\n#endif\n "AB" };\nconst char *cols[] = { "A", "B" };\n': ["AB"],
    "| Row | Clue | Answer |\n|-|-|-|\n| 1 | A | x |\n\n| Column | Clue | Answer |\n|-|-|-|\n| 1 | A | y |\n": ["A"],
    "**Rows:**\n1. `A*B` – any number of A's\n\n**Columns:**\n1. `A` – one letter\n2. `B` – another\n": ["AB"],
    "Rows: AB\u2028Columns: A, B\u2028": ["AB"],
    '{"rows": ["a"], "columns": ["[AB]"], "flags": "i"}': ["A"],
    "INSERT INTO clues VALUES ('row', 1, 'AB'), ('column', 1, 'A'), ('column', 2, 'B');\n": ["AB"],
    "- **Row 1:** `\\x2E`\n- **Column 1:** `.`\n": ["."],
    "<pre>\nrows = [&#x27;\\\\d&#x27;]\ncols = [&#x27;7&#x27;]\n</pre>\n": ["7"],
    'let x = [ """\\\\""" ]\nlet y = [ """\\\\""" ]\n': ["\\"],
    'int main() {\nconst char *rows[] = {"AB"};\nconst char *cols[] = {"A", "B"};\n': ["AB"],
    "$across = 'M''M'\n$down = 'M', '''', 'M'\n": ["M'M"],
    "falling = ['.*', '.*']\nhorizontal = ['A', 'BC', 'D']\nrising = ['', '']\n": ["A BC D"],
    '{"hints": ["a pet"], "rising": ["A"], "falling": ["."], "horizontal": ["[AB]"]}': ["A"],
}
EMPTY = {
    ",.*\n,A\nYI?,Y\n,\n": 3,
    "  ·\n · ·\n  ·\n\nhorizontal 1  K\nhorizontal 2  .*\nrising 1  .*\nfalling 1  .*\nfalling 2  .*\n": 1,
    "· ·\n· · ·\n· ·\n\nhorizontal 1  (A|B)+\nrising 3  AB\n": 2,
    "Rows:\n\n1.\n2. T\nColumns:\n\n1.\n": 2,
    "1 across: AB\n2 across:\n1 down: A.\n2 down: B.\n": 2,
    "| | AB |\n|-|-|\n| A | |\n| | |\n": 2,
    "Row 1: A\nRow 2:\nColumn 1: A.\n": 2,
    "Rows:\n1. A\n3. B\n\nColumns:\n1. A.B\n": 3,
    "<h3>Rows</h3><ol><li>A</li><li></li></ol><h3>Columns</h3><ol><li>A.</li></ol>": 2,
    "| | `A.` |\n|-|-|\n| `A` | |\n| `` | |\n": 2,
    ",A.\nA,\n,\n": 2,
    "rows:\n- A\n-\ncolumns:\n- A.\n": 2,
    "Rows:\n1. A\n3. C\n\nColumns:\n1. A.C\n": 3,
    ".. list-table::\n\n   * -\n     - ``.*``\n   * -\n     -\n   * - ``A``\n     -\n": 2,
}
"""Texts with a row without a clue: the number of their rows, or the length of the first one of a hexagon."""

REFUSED = {
    "Across - 2\nf\n.*\n\nDown - 1\nfs\n": "no puzzle was found",
    "Row 1: A.\nRow 2 (must NOT match): .*\nColumn 1: .*\nColumn 2: .*\n": "more beside its number",
    "| | .* | .* |\n|-|-|-|\n| A. | | |\n| Total | | |\n": "more than a clue: 'Total'",
    "Rows (bottom to top):\nAB\nCD\nColumns:\nAC\nBD\n": "an order that cannot be read: 'Rows (bottom to top):'",
    "Rows are read from right to left.\n\nRows:\nAB\nColumns:\nA\nB\n": "an order",
    "def solve(cols, rows): ...\nsolve(['AB', 'C.'], ['AC', 'BD'])\n": "names columns before rows",
    "Row 1: AB\nRow 1: .B\nRow 3: CD\nColumn 1: A.C\nColumn 2: B.D\n": "number 1 comes twice",
    "Rows 1-2: AB\nRow 3: CD\nColumn 1: A.C\nColumn 2: B.D\n": "it is for several lines",
    "Row 1: A.\n...\nRow 3: C.\nColumn 1: .*\nColumn 2: .*\n": "'...'",
    "Row 1: A.\nRow 2: same as row 1\nColumn 1: .*\nColumn 2: .*\n": "more than a clue: 'same as row 1'",
    "Rows:\nA.\n.* - no D allowed\nColumns:\n.*\n.*\n": "more than a clue: '.* - no D allowed'",
    "Rows:\nA.\n.*\nColumns:\n.*\n.*\nReply | Share\n": "more than a clue: 'Reply | Share'",
    "Rows:\n🔹 A.\n🔹 .*\nColumns:\n🔹 .*\n🔹 .*\n": "more than a clue: '🔹 A.'",
    "Rows:\n- A.\n.*\n- .*\nColumns:\n- .*\n- .*\n": "more than a clue",
    "Rows:\nA .*\nB .*\nC .*\nColumns:\nA .*\nB .*\nC .*\n": "more than a clue: 'A .*'",
    "Rows:\n.* / .*\n.* / C?.*\nColumns:\n.*\n.*\n.*\n": "more than a clue: '.* / .*'",
    "Rows:\n`A.`\n`.*`\nColumns:\n`.*`\n`.*`\n||AB CD||\n": "more than a clue: '||AB CD||'",
    'let rows = [x ? "A" : "B"];\nlet columns = ["[AB]"];\n': "computed",
    "row_hints = ['AX']\nrow_hints = ['A']\ncolumn_hints = ['A']\n": "row hints",
    "➡ .*\n➡ .*\n⬇ .*\n⬇ LR\n": "",
    "clue(row, 1, 'NF').\nclue(column, 1, '').\nclue(column, 2, '[^''N]').\n": "cannot be read as a clue",
    'const rows = ["AB", "CD"];\nconst cols = [x, "AC"];\n': "'x', it is a name",
    'x = ["\\#", "N"]\ny = [".(\\\\\\#)*N"]\n': "in two ways",
    'left = ["R"]\ntop = [word("A")]\n': "but no other list",
    'rows = ["A", "B"]\ncolumns = ["AB" "AB"]\nright = ["A", "B"]\nbottom = ["AB"]\n': "a comma is missing",
    'const rows = ["A" "B"], columns = ["AB"];\n': "a comma is missing",
    "rows = ['A.', NAME]\ncolumns = ['AB', '..']\n": "NAME",
    "rows = ['P' + v + 'E']\ncolumns = ['P', '.', 'E']\n": "would have to be computed",
    'rows <- c(paste0("A", "B"), "C")\ncolumns <- c("AC")\n': "paste0",
    "const rows = [`a${b}`], columns = ['A'];\n": "values are put into this string",
    'rows = ["AA", "AAA", "AA"]\ncols = ["AA", "AAA", "AA"]\ndiags = ["AA", "AAA", "AA"]\n': "three lists",
    '{"rows": ["A|B"], "cols": ["[BC]"], "diagonals": ["A"]}': "do not say which",
    '{"rows": ["A|B"], "cols": ["[BC]"], "more": ["A"]}': "nothing says what it is",
    "3 x 2\nAB\nCD\n\nAC\nBD\n": "the size beside them is 3 x 2",
    "Rows (3):\nAB\nCD\nColumns (2):\nAC\nBD\n": "the size beside them is 3 x 2",
    "rows = [re.compile('A', re.L)]\ncolumns = ['A']\n": "the flag '?'",
    "**Rows**\n\nA\\*\n\n**Columns**\n\nA\n.\n": "in two ways",
    'COLS = ["AB", "CD"]\nROWS = ["AC", "BD"': "never closed",
    'rows = ["CD", "AB"]\nrows.reverse()\ncols = ["AC", "BD"]\n': "it changes the list",
    'rows = ["AB"] if easy else ["A."]\ncols = ["A", "B"]\n': "would have to be computed",
    "pairs: &two [AB]\nrows: *two\ncolumns: [A, B]\n": "the anchor &two",
    'solve(3, 3, ["AB", "CD"], ["AC", "BD"])\n': "the size beside them is 3 x 3",
    "solve --rows $(ROWS) --columns $(COLUMNS)\n": "a variable",
    "Rows:\nmilk\neggs\n\nColumns:\ntea\nrice\n": "cannot fill their lines",
    "Rows: A.\nColumns: A, B\n\nRows: AB, CD\n": "",
    "<table><tr><td></td><td colspan=2>AC</td></tr><tr><td>AB</td><td></td><td></td></tr></table>": "",
    "<table><tr><td></td><td>A<sup>2</sup></td></tr><tr><td>A</td><td></td></tr></table>": "",
    "| cols \\\\ rows | AB |\n|---|---|\n| A | |\n| B | |\n": "",
    "Rows\n\n- A\\*\n- CD\n\nColumns\n\n- A?C\n- A?D|.D\n": "in two ways",
    "H1: NULL\nV1: N\nV2: U\nV3: L\nV4: L\n": "in two ways",
    "h = ['.*', 'AA', '.*']\nv = ['.*', '.*']\nd = ['.*', '..']\n": "a hexagon has the lists",
    "R1: ~\nC1: ~\n": "in two ways",
    'rows = {""""};\ncolumns = {".*"};\n': "a comma is missing",
    "<puzzle><row> </row><col> </col></puzzle>": "only blanks",
    'pairs = [("AB", "AC"), ("CD", "BD")]\nrows, cols = zip(*pairs)\n': "would have to be computed",
    ',A,B\n=A1&"B",,\n': "a formula",
    "Row 1: AB  [2 pts]\nRow 2: CD  [2 pts]\nCol 1: AC  [3 pts]\nCol 2: BD  [3 pts]\n": "cannot fill",
    '{"x": ["A"], "y": ["B", "C"], "z": ["D"]}': "make no hexagon",
    "\tK\n\n\tK\n": "no puzzle",
    "AB[C]\nDE.\nFGH\nIJK\n": "satcross regex --file",
    "AB\nA[BC]D\n.*\n\\\\w\nABCDE\n": "satcross regex --file",
    "hi, is this unique?\nrows\n.*\nTOP\n.*\ncolumns\n.*\n.*\n[AL][P]L\n": "",
    "12\n\n1\n2\n": "the size beside them is 12",
    "Q, .*\n.* .*\n": "",
    "row,col\n.*,.*\n,.*\n": "in two ways",
    ";.*;\nN;;\nQ;;\nW;;\n.;;N\n;;\n": "in two ways",
    'rows = ["AB", "C"\ncols = ["A", "B"]\n': "",
    'rows = sorted(["AB", "CD"])\ncols = ["AC", "BD"]\n': "sorted",
    'rows = ["AB", "CD"]\ncols = ["AC", "BD"]\nrows = [r + "X" for r in rows]\n': "would have to be computed",
    'rows = ["AB", "CD", "X"]\ncols = ["AC", "BD"]\ndel rows[2]\n': "it changes the list",
    'val rows = listOf("A*$x")\nval cols = listOf("A")\n': "values are put into this string",
    '{"rows": [{"pattern": "A", "negate": true}], "columns": [{"pattern": "."}]}': "not to match",
    'var y = new[] { ".*" };\nvar x = new[] { "J" ".*" };\n': "",
    'const char *rows[] = {"AB", "CD"};\nrows[0] = "X+";\nconst char *cols[] = {"AC", "BD"};\n': "it changes the list",
    "rowRegexes = ['AB', 'CD']\ncolRegexes = ['AC', 'BD']\nrowRegexes.reverse!\n": "it changes the list",
    "Row 1 | X\nColumn 1 | X\n": "more than a clue: '| X'",
    'rows = ["AB", "CD"]\nrows.reverse!\ncols = ["AC", "BD"]\n': "it changes the list",
    "rows = '(A|B)+', 'C.|.D']\ncolumns = ['AC', 'BD']\n": "it closes nothing",
    'Rows: "AB", "C.\nColumns: "AC", "BD"\n': "a quotation mark is missing",
    "direction,number,regex\nrow,1A\ncolumn,1,A\n": "",
    "|| ||HV||\n||H| |\n||V|V|\n": "in two ways",
    'rows = ["AB", "CD"]\ncols = ["AC", "BD"]\nrows, cols = cols, rows\n': "'cols', it is a name",
}


@pytest.mark.parametrize("text", SOLVED)
def test_these_texts_are_read_as_the_puzzles_that_they_are(text: str) -> None:
    puzzles = read_source(text.encode(), "pasted").puzzles
    assert [[" ".join(found.rows) for found in satcross.solutions(puzzle)] for puzzle in puzzles] == [
        [rows] for rows in SOLVED[text]
    ]


@pytest.mark.parametrize("text", EMPTY)
def test_a_line_without_a_clue_is_a_line(text: str) -> None:
    (puzzle,) = read_source(text.encode(), "pasted").puzzles
    assert puzzle.shape.sizes[0] == EMPTY[text]


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_read_for_certain_is_refused(text: str) -> None:
    with pytest.raises(SatcrossError) as caught:
        read_source(text.encode(), "pasted")
    assert REFUSED[text] in f"{caught.value}; {caught.value.hint}"


def test_flags_of_single_regexes_become_groups() -> None:
    (puzzle,) = read_source(b"rows = [/ab/i, /C./]\ncolumns = [/aC|AC/, /bd|BD/]\n", "pasted").puzzles
    assert [line.clues[0].pattern for line in puzzle.lines[:2]] == ["(?i:ab)", "C."]  # type: ignore[union-attr]


def test_of_several_puzzles_a_wrong_one_is_named() -> None:
    text = '[{"rows": ["AB"], "cols": ["A", "B"]}, {"rows": ["AB"], "cols": [x]}, {"rows": ["C"], "cols": ["C"]}]'
    source = read_source(text.encode(), "pasted")
    assert [puzzle.shape.sizes for puzzle in source.puzzles] == [(1, 2), (1, 1)]
    assert "puzzle 2 was left out" in source.entries[0].reading


def test_what_is_left_out_and_what_was_joined_is_noted() -> None:
    text = b"p = {'rows': ['A' 'B'], 'columns': ['A', 'B'], 'blocked': [[0, 1]]}"
    assert (
        read_source(text, "pasted")
        .entries[0]
        .reading.endswith("; 'blocked' was left out; strings side by side were joined to 'AB'")
    )


def test_lines_above_the_lists_that_may_say_more_are_noted() -> None:
    text = b"Diagonal: A.\n\nRows:\nAB\n\nColumns:\n[A]\n[B]\n"
    assert "'Diagonal: A.' was left out" in read_source(text, "pasted").entries[0].reading


def test_blanks_that_nobody_means_are_noted() -> None:
    source = read_source(b"Rows:\nEP | IP | EF\n\nColumns:\n[EI]\n[PF]\n", "pasted")
    assert "'EP | IP | EF' only fits its line without its blanks: 'EP|IP|EF'" in source.entries[0].reading


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "a PNG picture"),
        (b"\xff\xd8\xff\xe0", "a JPEG picture"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        (b"PK\x03\x04\x14\0", "a Word or Excel document"),
        (b"data:image/png;base64,iVBORw0KGgo=", "a picture written as text"),
    ],
)
def test_a_picture_or_a_document_is_named(data: bytes, what: str) -> None:
    with pytest.raises(SatcrossError, match=f"this is {what}"):
        read_source(data, "puzzle")
