// Elements of the page.  Text of the puzzle only ever becomes textContent.

export const createElement = (name, className, text = "") => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
};

// Writes a sentence into an element, in which each of `codes` is a regex, and so runs from left to right.
export const writeSentence = (element, sentence, codes = []) => {
  const parts = [];
  let rest = sentence;
  for (const code of codes) {
    const place = code === "" ? -1 : rest.indexOf(code);
    if (place < 0) continue;
    parts.push(rest.slice(0, place), createElement("code", "", code));
    rest = rest.slice(place + code.length);
  }
  element.replaceChildren(...parts, rest);
};
