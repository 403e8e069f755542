// Whether letters satisfy a clue.

// Returns a function (clue, letters) -> true, false, or null.  `letters` has one entry for each cell of the line, "" for
// an open cell.  True: the full line satisfies the clue.  False: it does not, and no letters in the open cells can change
// that.  Null: open cells decide, or the answer cannot be found here.
//
// The function is also run in a worker, which gets its source text, so it uses nothing outside itself.
export const makeChecker = (data) => {
  const FALSE = 0, TRUE = 1, OPEN = 2;
  const big = (hex) => BigInt("0x" + hex);
  const pairs = (list) => list.map(([left, right]) => [big(left), big(right)]);

  // the number of a letter's class: that of the last interval that starts at or before the letter
  const classOf = (letter) => {
    const code = letter.codePointAt(0);
    let low = 0, high = data.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (data.starts[middle] <= code) low = middle; else high = middle;
    }
    return data.classes[low];
  };

  const isFull = (letters) => letters.every((letter) => letter !== "");
  const unlessOpen = (answer, letters) => (answer && !isFull(letters) ? null : answer);

  // The whole text must match, whatever the flag m makes of ^ and $.  The flag y lets a match begin at index 0 only; with
  // the flag u, a look back from within a letter above U+FFFF would take index 1 for a beginning.
  const regexp = (pattern, flags, text) => {
    try {
      return new RegExp(`(?:${pattern})(?![\\s\\S])`, `${flags}y`).test(text);
    } catch (error) {
      return null;
    }
  };

  // Glushkov's positions: a bit set of the atoms that can have consumed the letters so far; an open cell can be any letter
  const table = (positions, letters) => {
    const holding = pairs(positions.letters), follow = pairs(positions.follow);
    if (!letters.length) return positions.nullable;
    let active = big(positions.first), here = 0n;
    for (const letter of letters) {
      const own = letter === "" ? null : 1n << BigInt(classOf(letter));
      here = 0n;
      for (const [mask, atoms] of holding) if (own === null ? mask : mask & own) here |= atoms;
      here &= active;
      active = 0n;
      for (const [atoms, following] of follow) if (here & atoms) active |= following;
    }
    return (here & big(positions.last)) !== 0n;
  };

  // A circuit is true if some values of its choices make its last node true.  With open cells only one evaluation is
  // made, in which open cells and choices are unknown: it is false only if no values can make it true.
  const circuit = (given, letters) => {
    const n = letters.length;
    const numbers = letters.map((letter) => (letter === "" ? -1 : classOf(letter)));
    const relations = given.relations.map((blocks) => blocks.map(big));
    const nodes = given.nodes.map((node) => (node[0] === 2 ? [2, node[1], big(node[2])] : node));
    const same = (i, j, relation) => {
      if (i === j) return TRUE;
      if (letters[i] === "" || letters[j] === "") return OPEN;
      if (letters[i] === letters[j]) return TRUE;
      if (!relation || numbers[i] === numbers[j]) return FALSE;
      const both = (1n << BigInt(numbers[i])) | (1n << BigInt(numbers[j]));
      return Number(relations[relation - 1].some((block) => (block & both) === both));
    };
    const chosen = given.choices.map(() => -1);
    const truth = new Uint8Array(nodes.length);
    // the truth of "all parts" with decisive = FALSE, of "some part" with decisive = TRUE
    const joined = (node, decisive) => {
      let value = 1 - decisive;
      for (let p = 1; p < node.length && value !== decisive; p++) {
        if (truth[node[p]] !== 1 - decisive) value = truth[node[p]];
      }
      return value;
    };
    const evaluate = () => {
      nodes.forEach((node, k) => {
        const [kind] = node;
        let value = kind === 0 ? TRUE : FALSE;
        if (kind === 2) {
          const number = node[1] < n ? numbers[node[1]] : chosen[node[1] - n];
          value = number < 0 ? OPEN : Number((node[2] >> BigInt(number)) & 1n);
        } else if (kind === 3) {
          value = same(node[1], node[2], node[3]);
        } else if (kind === 4) {
          value = joined(node, FALSE);
        } else if (kind === 5) {
          value = joined(node, TRUE);
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
    return isFull(letters) ? search(0) : evaluate() !== FALSE;
  };

  const fits = (word, letters) =>
    Array.from(word).every((letter, index) => letters[index] === "" || letters[index] === letter);

  const answers = {
    regexp: (clue, letters) => {
      if (isFull(letters)) return regexp(clue.pattern, data.flags, letters.join(""));
      return clue.partial ? answers[clue.partial.kind](clue.partial, letters) : null;
    },
    table: (clue, letters) => table(data.tables[clue.number], letters),
    circuit: (clue, letters) => circuit(data.circuits[clue.number], letters),
    words: (clue, letters) => data.words[clue.number].some((word) => fits(word, letters)),
    unchecked: () => null,
  };

  return (clue, letters) => {
    const read = clue.reversed ? [...letters].reverse() : letters;
    return unlessOpen(answers[clue.kind](clue, read), read);
  };
};
