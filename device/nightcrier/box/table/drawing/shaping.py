"""Splits a text into clusters, puts them into the order of the screen, and chooses the shapes of letters by their
neighbors.

A cluster is a letter with all its marks, which stay together. The order of the screen follows Unicode's bidirectional
algorithm (UAX #9) for one line without explicit embeddings, and without rule N0: brackets around words of the other
direction are not treated as a pair. Tests compare the order with an independent implementation.

The Persian shapes are Unicode's Arabic presentation forms; the strikes contain them as separate letters. Unicode's
character data says which form belongs to which letter.

A Thai consonant may have two marks above it and one below, and no mark touches another. The strikes have separate
letters for marks that move, at the code points of Thai fonts (U+F700 to U+F71A). The consonant and the marks below it
decide which of these letters is used."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import groupby, pairwise

PERSIAN_LETTERS = frozenset(map(chr, range(0x0600, 0x0700)))
THAI_LETTERS = frozenset(map(chr, range(0x0E00, 0x0E80)))
THAI_MARKS = frozenset(
    "\u0e31\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39\u0e3a\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e4d\u0e4e"
)
_THAI_LEADING = frozenset("เแโใไ")
"""The Thai vowels that are written before a consonant, but spoken after it."""
_THAI_TRAILING = frozenset("ะาำๅฯๆ")
SOFT_HYPHEN, BREAK_HERE = "\u00ad", "\u200b"
_ONE_SPACE = str.maketrans("\u2009\u202f\t\n", "\u00a0\u00a0  ")
"""Maps spaces to those drawn in their place: a narrow no-break space is drawn wide, and a tab as a plain space."""


def clusters(text: str) -> list[str]:
    plain = unicodedata.normalize("NFC", text.translate(_ONE_SPACE))
    if not any(map(is_mark, plain)):
        return list(plain)
    found: list[str] = []
    for character in plain:
        if found and is_mark(character):
            found[-1] += character
        else:
            found.append(character)
    return found


@lru_cache(maxsize=512)
def is_mark(character: str) -> bool:
    return character in THAI_MARKS or unicodedata.combining(character) != 0


def join_syllables(parts: list[str]) -> list[str]:
    """Join Thai clusters with the vowels on either side that belong to them. Other clusters stay unchanged."""
    found: list[str] = []
    for part in parts:
        if found and (part[0] in _THAI_TRAILING or found[-1][-1] in _THAI_LEADING):
            found[-1] += part
        else:
            found.append(part)
    return found


_MIRRORED = str.maketrans("()[]{}<>«»‹›（）「」", ")(][}{><»«›‹）（」「")
_FROM_THE_RIGHT, _FROM_THE_LEFT = frozenset({"R", "AL"}), frozenset({"L", "EN", "AN"})


@lru_cache(maxsize=512)
def runs_one_way(word: str, from_right: bool) -> bool:
    """Say whether a word can be shaped alone: it does not begin with a mark, and all of it is read in the direction of
    its line."""
    kinds = {unicodedata.bidirectional(character) or "L" for character in word}
    return not (is_mark(word[0]) or word[0] == _SARA_AM) and kinds.isdisjoint(
        _FROM_THE_LEFT if from_right else _FROM_THE_RIGHT
    )


def visual_order(parts: list[str], from_right: bool) -> list[str]:
    """Return the clusters from left to right. Brackets among letters that are read from the right are mirrored."""
    kinds = [unicodedata.bidirectional(cluster[0]) or "L" for cluster in parts]
    if not from_right and _FROM_THE_RIGHT.isdisjoint(kinds):
        return parts
    if from_right and _FROM_THE_LEFT.isdisjoint(kinds):
        return [cluster.translate(_MIRRORED) for cluster in reversed(parts)]
    base, level_of = ("R", _FROM_RIGHT) if from_right else ("L", _FROM_LEFT)
    levels = [level_of[kind] for kind in _resolved(kinds, base)]
    pairs = [
        (level, cluster.translate(_MIRRORED) if level % 2 else cluster)
        for level, cluster in zip(levels, parts, strict=True)
    ]
    for bottom in range(max(levels, default=0), 0, -1):
        pairs = _reverse_from(pairs, bottom)
    return [cluster for _, cluster in pairs]


_LETTERS = {"L": "L", "R": "R", "AL": "A", "EN": "E", "AN": "N", "ES": "s", "ET": "t", "CS": "c", "NSM": "m"}
"""A letter for each type of character that has rules. All other types count as neutral."""
_RULES: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    ("[^m]m+", lambda run: run[0][0] * len(run[0])),  # W1: a mark is of the type before it
    ("A[^LRA]*", lambda run: run[0].replace("E", "N")),  # W2: so are digits after Arabic letters
    ("A", lambda _: "R"),  # W3
    ("(?<=E)[sc](?=E)|(?<=N)c(?=N)", lambda sign: sign.string[sign.end()]),  # W4: the colon of a clock
    ("t+(?=E)|(?<=E)t+", lambda run: "E" * len(run[0])),  # W5: a sign such as % belongs to its number
    ("[stc]", lambda _: "o"),  # W6: all other signs are neutral
    ("L[^LR]*", lambda run: run[0].replace("E", "L")),  # W7: digits after letters read from the left
    ("(?<=L)o+(?=L)", lambda run: "L" * len(run[0])),  # N1: what stands between equal neighbours
    ("(?<=[REN])o+(?=[REN])", lambda run: "R" * len(run[0])),
)
_FROM_RIGHT, _FROM_LEFT = {"R": 1, "L": 2, "E": 2, "N": 2}, {"R": 1, "L": 0, "E": 2, "N": 2}
"""The level of each type by rules I1 and I2, in a line that is read from the right or from the left."""


def _resolved(kinds: list[str], base: str) -> str:
    """Return the types of characters after all rules of the algorithm, in a line of the direction `base`."""
    types = base + "".join([_LETTERS.get(kind, "o") for kind in kinds]) + base
    for pattern, of_match in _RULES:
        types = re.sub(pattern, of_match, types)
    return types.replace("o", base)[1:-1]  # N2: all that is neutral still


def _reverse_from(pairs: list[tuple[int, str]], bottom: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for high, run in groupby(pairs, key=lambda pair: pair[0] >= bottom):
        part = list(run)
        found += part[::-1] if high else part
    return found


ISOLATED_SHAPE, FINAL_SHAPE, INITIAL_SHAPE, _MEDIAL_SHAPE = "<isolated>", "<final>", "<initial>", "<medial>"
_SHAPES = {
    (False, False): ISOLATED_SHAPE,
    (True, False): FINAL_SHAPE,
    (False, True): INITIAL_SHAPE,
    (True, True): _MEDIAL_SHAPE,
}
"""The shape of a letter. The key says whether it joins the letter before it, and whether it joins the letter after
it."""
_LAM = "ل"
_TATWEEL, _JOINER = "ـ", "\u200d"


@cache
def forms() -> dict[tuple[str, str], str]:
    """Return the form of each letter in each of the four shapes. Lam with an alef counts as one letter."""
    found: dict[tuple[str, str], str] = {}
    for code in (*range(0xFE70, 0xFEFD), *range(0xFB50, 0xFC00)):
        shape, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        plain = "".join(chr(int(letter, 16)) for letter in letters)
        if shape in _SHAPES.values() and (len(plain) == 1 or plain.startswith(_LAM)):
            found.setdefault((plain, shape), chr(code))
    return found


def join_persian(clusters: list[str]) -> list[str]:
    """Replace letters by their joined forms. The clusters are in reading order."""
    merged, known = _lam_alef(clusters), forms()
    bases = [cluster[:2] if _ligature(cluster) else cluster[0] for cluster in merged]
    joined = [_joins(here, there) for here, there in pairwise(bases)]
    return [
        known.get((base, _SHAPES[before, after]), base) + cluster[len(base) :]
        for cluster, base, before, after in zip(merged, bases, [False, *joined], [*joined, False], strict=True)
    ]


def _lam_alef(clusters: list[str]) -> list[str]:
    found: list[str] = []
    for cluster in clusters:
        if found and found[-1][0] == _LAM and _ligature(_LAM + cluster) and not _ligature(found[-1]):
            found[-1] = _LAM + cluster + found[-1][1:]
        else:
            found.append(cluster)
    return found


def _ligature(cluster: str) -> bool:
    return len(cluster) > 1 and (cluster[:2], ISOLATED_SHAPE) in forms()


@lru_cache(maxsize=512)
def _joins(here: str, there: str) -> bool:
    reaches = (here, INITIAL_SHAPE) in forms() or here in {_TATWEEL, _JOINER}
    return reaches and ((there, FINAL_SHAPE) in forms() or there in {_TATWEEL, _JOINER})


TALL = frozenset("ปฝฟฬ")
"""The consonants whose right stem is so high that a mark above would touch it. Marks move left of the stem."""
_DEEP = frozenset("ฎฏ")
"""The consonants with a part below the line. A vowel below such a consonant moves further down."""
_FOOTLESS = {"ฐ": "\uf700", "ญ": "\uf70f"}
"""The consonants that lose their lower part above a vowel below them, each with the letter without that part."""

_UPPER_LEFT = dict(
    zip("\u0e31\u0e34\u0e35\u0e36\u0e37\u0e47\u0e4d", "\uf710\uf701\uf702\uf703\uf704\uf712\uf711", strict=True)
)
_LOWER_DOWN = dict(zip("\u0e38\u0e39\u0e3a", "\uf718\uf719\uf71a", strict=True))
TONES = "\u0e48\u0e49\u0e4a\u0e4b\u0e4c"
_TONE_LOW = dict(zip(TONES, "\uf70a\uf70b\uf70c\uf70d\uf70e", strict=True))
_TONE_LOW_LEFT = dict(zip(TONES, "\uf705\uf706\uf707\uf708\uf709", strict=True))
_TONE_HIGH_LEFT = dict(zip(TONES, "\uf713\uf714\uf715\uf716\uf717", strict=True))
_SARA_AM, _RING, _SARA_AA = "\u0e33", "\u0e4d", "\u0e32"


def place_thai_marks(clusters: list[str]) -> list[str]:
    """Replace the characters of Thai clusters by the letters of the strikes."""
    return [_place(cluster) for cluster in _open_sara_am(clusters)]


def _open_sara_am(clusters: list[str]) -> list[str]:
    """Write the vowel am as two signs: a ring over the consonant before it, below the tone mark, and a long a."""
    found: list[str] = []
    for cluster in clusters:
        if cluster == _SARA_AM and found:
            base = found.pop()
            found += [base[0] + _RING + base[1:], _SARA_AA]
        else:
            found.append(cluster)
    return found


@lru_cache(maxsize=256)
def _place(cluster: str) -> str:
    base, marks = cluster[0], cluster[1:]
    tall = base in TALL
    upper = any(mark in _UPPER_LEFT for mark in marks)
    foot = _FOOTLESS.get(base, base) if any(mark in _LOWER_DOWN for mark in marks) else base
    return foot + "".join(_mark(mark, tall, base in _DEEP, upper) for mark in marks)


def _mark(mark: str, tall: bool, deep: bool, upper: bool) -> str:
    if mark in _TONE_LOW:
        if upper:
            return _TONE_HIGH_LEFT[mark] if tall else mark
        return _TONE_LOW_LEFT[mark] if tall else _TONE_LOW[mark]
    if tall and mark in _UPPER_LEFT:
        return _UPPER_LEFT[mark]
    return _LOWER_DOWN[mark] if deep and mark in _LOWER_DOWN else mark
