"""Classes that spell words: people remember `[PLAY]` better than `[ALPY]`.

In: the letters of a class.  Out: the same letters, in the order of a word if there is one; or words with these letters
and a few others.
"""

from __future__ import annotations

from collections.abc import Iterable
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
"""Words for classes; those with a letter twice are left out, because the second one would have no effect."""

_BY_LETTERS: Final = {frozenset(word): word for word in reversed(WORDS) if len(set(word)) == len(word)}
_WITH_LETTER: Final = {
    letter: [(members, word) for members, word in _BY_LETTERS.items() if letter in members]
    for letter in frozenset().union(*_BY_LETTERS)
}


def spelled(letters: Iterable[str]) -> list[str]:
    """Return `letters`, each once, as a word if they spell one, and otherwise in code-point order.

    >>> spelled("YALP"), spelled("XBAA")
    (['P', 'L', 'A', 'Y'], ['A', 'B', 'X'])
    """
    members = frozenset(letters)
    return list(_BY_LETTERS.get(members) or sorted(members))


def words_with(letters: Iterable[str], among: Iterable[str], most: int) -> list[str]:
    """Return the words whose letters are `letters` and up to `most` others, which are from `among`.

    >>> words_with("PA", "LYX", 2)
    ['LAP', 'PLAY']
    """
    own = frozenset(letters)
    allowed = own.union(among)
    longest = len(own) + most
    words: Iterable[tuple[frozenset[str], str]] = _WITH_LETTER.get(min(own), ()) if own else _BY_LETTERS.items()
    return sorted([word for members, word in words if len(members) <= longest and own < members <= allowed])
