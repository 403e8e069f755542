"""Ask V8 for the letters of each Unicode property and of each case: `python tools/build_unicode.py NODE MODULES`.

In: a `node` program, and a folder `node_modules` that has the packages unicode-property-aliases-ecmascript and
unicode-property-value-aliases-ecmascript (the names that ECMA-262 lists), and regenerate-unicode-properties of the same
or a newer version of Unicode (strings to try).  Out, modules of literals:

    satcross/regex/letters/property_tables.py   the letters of each property, in the ranges that V8 matches, and the
                                                strings of each property of strings, those that V8 matches
    satcross/regex/letters/case_tables.py       the sets of letters that V8 takes for the same under the flag i

The tables come from the engine that the tests compare with, so they agree with it by construction.  Unicode only ever
adds such strings, so the engine's are among those of a newer version.  Its Unicode version
is written beside them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from satcross.regex.letters import LetterSet, from_text, iterate, products
from satcross.regex.letters.properties import PROPERTIES_OF_STRINGS, WHOLE

LETTERS = Path(__file__).resolve().parent.parent / "satcross" / "regex" / "letters"

SCRIPT = r"""
const [folder, propertiesOfStrings] = [process.argv[1], process.argv[2].split(' ')];
const load = async name => (await import(folder + '/' + name)).default;
const every = [];
for (let code = 0; code <= 0x10FFFF; code++) if (code < 0xD800 || code > 0xDFFF) every.push(String.fromCodePoint(code));
const text = every.join('');
const exists = name => { try { new RegExp(`\\p{${name}}`, 'u'); return true } catch { return false } };
const last = run => {
  const low = run.codePointAt(run.length - 2);
  return low > 0xFFFF ? low : run.charCodeAt(run.length - 1);
};
const ranges = name => {
  const runs = text.matchAll(new RegExp(`\\p{${name}}+`, 'gu'));
  return Array.from(runs, ([run]) => [run.codePointAt(0), last(run)]);
};
const classes = flags => {
  let changing = new Set();
  for (const letter of every) {
    if (flags === 'gi' && letter.length > 1) continue;
    if (!/[\p{CWL}\p{CWU}\p{CWT}\p{CWCF}\p{CWCM}]/u.test(letter)) continue;
    for (const other of [letter, letter.toLowerCase(), letter.toUpperCase()])
      if (Array.from(other).length === 1) changing.add(other);
  }
  const joined = Array.from(changing).join('');
  const found = new Set();
  for (const letter of changing) {
    const same = joined.match(new RegExp(letter, flags));
    if (same.length === 1) continue;
    // V8 takes a single letter of \q{...} for what it folds to and no more: so it tells which one that is
    const folded = same.filter(other => new RegExp(`^[\\q{${letter}}]$`, 'iv').test(other));
    const others = same.filter(other => other !== folded[0]).sort((a, b) => a.codePointAt(0) - b.codePointAt(0));
    found.add((flags === 'giu' ? [folded[0], ...others] : same.sort()).join(''));
  }
  return Array.from(found).sort((a, b) => a.codePointAt(0) - b.codePointAt(0));
};
const strings = async names => {
  const candidates = new Set(every);
  for (const name of names)
    for (const string of (await load(`regenerate-unicode-properties/Property_of_Strings/${name}.js`)).strings)
      candidates.add(string);
  const listed = Array.from(candidates);
  return names.map(name => listed.filter(string => new RegExp(`^\\p{${name}}$`, 'v').test(string)));
};
const main = async () => {
  const names = await load('unicode-property-aliases-ecmascript/index.mjs');
  const values = await load('unicode-property-value-aliases-ecmascript/index.js');
  const out = {version: process.versions.unicode, v8: process.versions.v8};
  Object.assign(out, {categories: {}, scripts: {}, binary: {}, ranges: {}});
  for (const [kind, property] of [['categories', 'General_Category'], ['scripts', 'Script']])
    for (const [alias, name] of values.get(property)) {
      if (!exists(`${property}=${alias}`)) continue;
      out[kind][alias] = out[kind][name] = name;
    }
  for (const [alias, name] of names)
    for (const each of [alias, name])
      if (exists(each)) out.binary[each] = name;
  for (const name of ['ASCII', 'Any', 'Assigned']) out.binary[name] = name;
  for (const name of new Set(Object.values(out.categories))) out.ranges['gc=' + name] = ranges('gc=' + name);
  for (const name of new Set(Object.values(out.binary))) out.ranges[name] = ranges(name);
  for (const name of new Set(Object.values(out.scripts))) {
    out.ranges['sc=' + name] = ranges('sc=' + name);
    out.ranges['scx=' + name] = ranges('scx=' + name);
  }
  out.strings = await strings(propertiesOfStrings);
  out.legacy = classes('gi');
  out.unicode = classes('giu');
  console.log(JSON.stringify(out));
};
main();
"""


def packed(ranges: list[list[int]]) -> str:
    """Return ranges as gaps and lengths, in base 36: each number is how far the next border lies behind the last."""
    borders = [border for low, high in ranges for border in (low, high + 1)]
    return " ".join(base36(border - before) for before, border in zip([0, *borders], borders, strict=False))


def base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def literal(name: str, kind: str, value: dict[str, str]) -> list[str]:
    return [f"{name}: {kind} = {{", *(f"    {key!r}: {value[key]!r}," for key in sorted(value)), "}"]


def write(module: str, summary: str, found: dict[str, Any], lines: list[str]) -> None:
    head = [
        f'"""{summary}',
        "",
        f"Made by tools/build_unicode.py from V8 {found['v8']} with Unicode {found['version']}.  Do not edit.",
        '"""',
        "",
        "# fmt: off",
        "# ruff: noqa: E501",
        "",
        f"UNICODE_VERSION = {found['version']!r}",
        "",
    ]
    (LETTERS / f"{module}.py").write_text("\n".join(head + lines) + "\n", "utf-8", newline="\n")


def main(node: str, modules: str) -> int:
    command = [node, "-e", SCRIPT, str(Path(modules).resolve()), " ".join(PROPERTIES_OF_STRINGS)]
    asked = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    found = json.loads(asked.stdout)
    ranges = {name: packed(each) for name, each in found["ranges"].items()}
    for script in set(found["scripts"].values()):
        if ranges[f"sc={script}"] == ranges[f"scx={script}"]:
            del ranges[f"scx={script}"]
    lines = literal("CATEGORIES", "dict[str, str]", found["categories"])
    lines += literal("SCRIPTS", "dict[str, str]", found["scripts"])
    lines += literal("BINARY", "dict[str, str]", found["binary"])
    lines += literal("RANGES", "dict[str, str]", ranges)
    lines += strings_of_properties(found)
    summary = (
        "The letters of each Unicode property: gaps and lengths in base 36; extensions (scx) only where not the script."
        "\n\n"
        "The strings of each property of strings: its letters, then products as `2qrf+2qrg 1t1r,...`, in base 36."
    )
    write("property_tables", summary, found, lines)
    cases = [
        f"{name} = (\n" + "".join(f"    {line!r}\n" for line in wrapped(found[name.lower()])) + ")"
        for name in ("LEGACY", "UNICODE")
    ]
    write(
        "case_tables",
        "Letters that are the same under the flag i: without (LEGACY) and with u or v (UNICODE, their fold first).",
        found,
        cases,
    )
    return 0


def strings_of_properties(found: dict[str, Any]) -> list[str]:
    """Return the tables of the strings of each property but the whole, which has the strings of all others."""
    strings = {name: set(listed) for name, listed in zip(PROPERTIES_OF_STRINGS, found["strings"], strict=True)}
    whole = strings.pop(WHOLE)
    assert whole == set().union(*strings.values())
    letters, longer = {}, {}
    for name, listed in strings.items():
        letters[name] = packed([list(each) for each in from_text("".join(each for each in listed if len(each) == 1))])
        ordered = sorted(tuple(map(from_text, each)) for each in listed if len(each) > 1)
        longer[name] = ",".join(" ".join(map(alternatives, product)) for product in products(ordered))
    one, several = "STRING_LETTERS", "STRING_PRODUCTS"
    return literal(one, "dict[str, str]", letters) + literal(several, "dict[str, str]", longer)


def alternatives(letters: LetterSet) -> str:
    return "+".join(map(base36, iterate(letters)))


def wrapped(words: list[str]) -> list[str]:
    """Return `words` in lines of 24, each with a blank after it."""
    return ["".join(word + " " for word in words[i : i + 24]) for i in range(0, len(words), 24)]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
