"use strict";

// Returns a function (check, text) -> whether the whole text satisfies the clue, or null if that cannot be told.
// It is also run in a worker, so it uses nothing outside itself.
const makeChecker = (data) => {
  const FALSE = 0, TRUE = 1, OPEN = 2;
  const big = (hex) => BigInt("0x" + hex);
  const pairs = (list) => list.map(([left, right]) => [big(left), big(right)]);

  // number of the letter class: the interval that starts last before the letter
  const classOf = (letter) => {
    const code = letter.codePointAt(0);
    let low = 0, high = data.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (data.starts[middle] <= code) low = middle; else high = middle;
    }
    return data.classes[low];
  };

  // the whole text, whatever the flag m makes of ^ and $
  const regexp = (pattern, flags, text) => {
    const whole = flags.includes("m") ? `(?<![^])(?:${pattern})(?![^])` : `^(?:${pattern})$`;
    try {
      return new RegExp(whole, flags).test(text);
    } catch (error) {
      return null;
    }
  };

  // Glushkov positions: the atoms that can have consumed the letters so far, as a bit set
  const table = (positions, letters) => {
    const holding = pairs(positions.letters), follow = pairs(positions.follow);
    if (!letters.length) return positions.nullable;
    let active = big(positions.first), here = 0n;
    for (const letter of letters) {
      const own = 1n << BigInt(classOf(letter));
      here = 0n;
      for (const [mask, atoms] of holding) if (mask & own) here |= atoms;
      here &= active;
      active = 0n;
      for (const [atoms, following] of follow) if (here & atoms) active |= following;
    }
    return (here & big(positions.last)) !== 0n;
  };

  // A circuit is true if some values of its choices make its last node true.
  const circuit = (given, letters) => {
    const n = letters.length;
    const numbers = letters.map(classOf);
    const relations = given.relations.map((blocks) => blocks.map(big));
    const nodes = given.nodes.map((node) => node[0] === 2 ? [2, node[1], big(node[2])] : node);
    const same = (i, j, relation) => {
      if (letters[i] === letters[j]) return true;
      if (!relation || numbers[i] === numbers[j]) return false;
      const both = 1n << BigInt(numbers[i]) | 1n << BigInt(numbers[j]);
      return relations[relation - 1].some((block) => (block & both) === both);
    };
    const chosen = given.choices.map(() => -1);
    const truth = new Uint8Array(nodes.length);
    const evaluate = () => {
      nodes.forEach((node, k) => {
        const [kind] = node;
        let value = kind === 0 ? TRUE : FALSE;
        if (kind === 2) {
          const number = node[1] < n ? numbers[node[1]] : chosen[node[1] - n];
          value = number < 0 ? OPEN : Number(node[2] >> BigInt(number) & 1n);
        } else if (kind === 3) {
          value = Number(same(node[1], node[2], node[3]));
        } else if (kind === 4) {
          value = TRUE;
          for (let p = 1; p < node.length && value !== FALSE; p++) {
            if (truth[node[p]] !== TRUE) value = truth[node[p]];
          }
        } else if (kind === 5) {
          for (let p = 1; p < node.length && value !== TRUE; p++) {
            if (truth[node[p]] !== FALSE) value = truth[node[p]];
          }
        } else if (kind === 6) {
          value = truth[node[1]] === OPEN ? OPEN : 1 - truth[node[1]];
        }
        truth[k] = value;
      });
      return truth[nodes.length - 1];
    };
    const search = (next) => {
      const value = evaluate();
      if (value !== OPEN || next === chosen.length) return value === TRUE;
      for (chosen[next] = 0; chosen[next] < given.choices[next]; chosen[next]++) {
        if (search(next + 1)) return true;
      }
      chosen[next] = -1;
      return false;
    };
    return search(0);
  };

  const cached = new Map();
  const wordSet = (number) => {
    if (!cached.has(number)) cached.set(number, new Set(data.words[number]));
    return cached.get(number);
  };

  return (check, text) => {
    const letters = Array.from(text);
    if (check.reversed) letters.reverse();
    if (check.kind === "regexp") return regexp(check.pattern, data.flags, letters.join(""));
    if (check.kind === "table") return table(data.tables[check.number], letters);
    if (check.kind === "circuit") return circuit(data.circuits[check.number], letters);
    if (check.kind === "words") return wordSet(check.number).has(letters.join(""));
    return null;
  };
};
