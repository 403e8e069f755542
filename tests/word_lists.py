"""Word lists made from words in memory."""

from collections.abc import Iterable

from satcross.puzzle.wordlists import DEFAULT_READING, DEFAULT_SCORE, Folder, WordList, assemble


def make_list(words: Iterable[str | tuple[str, int]]) -> WordList:
    """Return a list of `words`, with or without scores, which are folded like the words of a file.

    >>> [*make_list(["señor", "ego", "Tom's"]).of_length(5)]
    ['SENOR']
    """
    folder = Folder(DEFAULT_READING)
    for each in words:
        word, score = (each, DEFAULT_SCORE) if isinstance(each, str) else each
        folder.add(word, score)
    return assemble(folder.scores(), ())
