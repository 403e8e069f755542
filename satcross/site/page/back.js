// The way back from the lessons to the puzzle that was open before them in this tab.

const KEY = "satcross:puzzle"; // in the session storage: {address, title}

/** Notes the puzzle that is open. */
export const notePuzzle = (address, title) => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({address, title}));
  } catch (error) {
    // the lessons lead to today's puzzle then
  }
};

/** @returns {{address: string, title: string} | null} the puzzle that was open; its address is one below `home` */
export const puzzleBefore = (home) => {
  try {
    const {address, title} = JSON.parse(sessionStorage.getItem(KEY));
    return address.startsWith(home) && title ? {address, title} : null;
  } catch (error) {
    return null;
  }
};
