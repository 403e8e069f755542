"""Classes of letters that spell common words: people remember `[PLAY]` better than `[ALPY]`.

In: the letters of a class.  Out: the same letters, in the order of a word if there is one; or words with these letters
and a few others.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from operator import ne
from typing import Final

WORDS: Final = """
AM AN AS AT BE BY DO GO HE HI IF IN IS IT ME MY NO OF ON OR OX SO TO UP US WE ACE ACT AGE AIR ANT APE ARC ARM
ART ASH AXE BAG BAT BED BIG BIN BIT BOX BUD BUS CAB CAN CAP CAR CAT CLUE COW CRY CUP CUT DAY DIG DOG DRY EAR EAT
ELF END FAR FIG FIT FLY FOG FOX FUN GAP GAS GEM GUM HAT HEN HIT HOT HUG ICE INK JAM JAR JOB JOY KEY KID LAP LAW
LEG LID LIP LOG MAP MAN MIX MUD NET NUT OAK OAR OIL OLD ONE OWL PAN PEN PET PIE PIG POT RAT RED RIB ROW RUN SEA
SHY SKY SUN TAN TEA TEN TIE TIN TIP TOP TOY TUB VAN WAX WEB WET WIG WIN ZIP ACID BARN BEAR BIRD BOAT BOLD BONE
CAKE CALM CAMP CAVE CHIN CITY COAL COIN CORN CREW DARK DATE DEAR DICE DUST EAST ECHO EDIT FACE FAIR FARM FIRE
FISH FLAG FROG GAME GIFT GLAD GOAT GOLD HAND HARD HERO HIVE HOLD HOME HOPE HUNT IDEA IRON JUMP KIND KING KITE
KNOW LACE LAKE LAMB LAMP LAND LEAF LIME LINE LION LOST LYNX MAIN MASK MILK MIND MINT MOTH NAME NEST NOSE NOTE
ONCE OPEN OVEN PAGE PAIN PALE PATH PEAR PINE PLAN PLAY PONY RAIN RICE RIDE RING ROAD ROPE ROSE SAIL SALT SAND
SEAT SHIP SIGN SILK SNOW SOAP SOFT SONG SPIN STAR TAIL TALE TAPE TIDE TIME TONE TRAM TUNA TURN VASE VINE VOTE
WAIT WARM WAVE WIND WISE WOLF WORD YARN YEAR ZERO ANGLE BEACH BLAZE BREAD BRICK BRUSH CANDY CHAIR CLOUD CRANE
CROWN DANCE DREAM EARTH FIELD FLAME FROST FRUIT GIANT GRAPE HEART HORSE HOUSE JUICE LEMON LIGHT LUNCH MAGIC
MARCH MOUSE MUSIC NIGHT NORTH OCEAN PAINT PEARL PIANO PILOT PLANT POINT QUIET QUICK RANCH RIGHT ROUND SHARK
SHINE SMILE SNAIL SOLVE SOUND SPICE STONE STORM SUGAR TABLE TIGER TOWER TRAIL TRAIN UNDER VOICE WATER WHALE
WORLD YACHT ANSWER BRIDGE CASTLE DOCTOR FRIEND GARDEN ISLAND JUNGLE MARBLE NATURE ORANGE PLANET SILENT SPRING
STREAM WINTER
""".split()  # noqa: SIM905
"""Words for classes; words with a letter twice are left out, because the second one would have no effect."""


@cache
def common_words() -> dict[int, tuple[str, ...]]:
    """Return common English words, in capitals, by their length."""
    text = files(__package__).joinpath("words.txt").read_text(encoding="utf-8")
    words = [word for line in text.splitlines() if not line.startswith("#") for word in line.split()]
    return {n: tuple([word for word in words if len(word) == n]) for n in set(map(len, words))}


LONGEST_CLASS: Final = 6
"""Letters of the longest word that a class spells."""


@cache
def _words_by_letters() -> dict[frozenset[str], str]:
    """Return the words for classes by their letters; of several with the same letters, the first."""
    others = [word for n in range(3, LONGEST_CLASS + 1) for word in common_words()[n]]
    return {frozenset(word): word for word in [*reversed(others), *reversed(WORDS)] if len(set(word)) == len(word)}


@cache
def _words_with_letter() -> dict[str, list[tuple[frozenset[str], str]]]:
    by_letters = _words_by_letters()
    every: frozenset[str] = frozenset().union(*by_letters)
    return {letter: [pair for pair in by_letters.items() if letter in pair[0]] for letter in every}


@cache
def _known() -> frozenset[str]:
    return frozenset([*WORDS, *[word for words in common_words().values() for word in words]])


def is_word(text: str) -> bool:
    """Return whether `text`, in capitals, is a common word.

    >>> is_word("PLAY"), is_word("ALPY")
    (True, False)
    """
    return text in _known()


def is_near_word(text: str) -> bool:
    """Return whether `text` is a word of three or more letters and one letter behind it.

    >>> is_near_word("PLAYK"), is_near_word("PLKAY")
    (True, False)
    """
    return len(text) > 3 and text[:-1] in _known()


def spelled(letters: Iterable[str]) -> list[str]:
    """Return `letters`, each once, as a word if they spell one, or as a word and one more letter, or else in order.

    >>> spelled("YALP"), spelled("KYALP"), spelled("XBAA")
    (['P', 'L', 'A', 'Y'], ['P', 'L', 'A', 'Y', 'K'], ['A', 'B', 'X'])
    """
    members = frozenset(letters)
    by_letters = _words_by_letters()
    if members in by_letters:
        return list(by_letters[members])
    for letter in sorted(members) if 3 < len(members) <= LONGEST_CLASS + 1 else ():
        if members - {letter} in by_letters:
            return [*by_letters[members - {letter}], letter]
    return sorted(members)


def words_with(letters: Iterable[str], among: Iterable[str], most: int) -> list[str]:
    """Return the words whose letters are `letters` and up to `most` others, which are from `among`.

    >>> words_with("PA", "LYX", 2)
    ['LAP', 'PAY', 'PLAY']
    """
    own = frozenset(letters)
    allowed = own.union(among)
    longest = len(own) + most
    words: Iterable[tuple[frozenset[str], str]] = (
        _words_with_letter().get(min(own), ()) if own else _words_by_letters().items()
    )
    return sorted([word for members, word in words if len(members) <= longest and own < members <= allowed])


def words_like(word: str, among: str) -> tuple[str, ...]:
    """Return the words that differ from `word` in one letter or two, which are from `among`; () if it is not a word.

    >>> words_like("CAT", "BOU")
    ('BAT', 'CAB', 'CUT', 'ACT', 'BUT', 'OUT', 'TAB')
    """
    allowed = frozenset(among).union(word)
    return tuple([other for other in _neighbours(word) if allowed.issuperset(other)])


@cache
def _neighbours(word: str) -> tuple[str, ...]:
    """Return the words that differ from `word` in one letter, then in two letters; () if it is not a word."""
    if not is_word(word):
        return ()
    known = [other for other in sorted(_known()) if len(other) == len(word)]
    differing = [(sum(map(ne, word, other)), other) for other in known]
    return tuple([other for number, other in sorted(differing) if 1 <= number <= 2])
