"""Shapes letters by their neighbours: Persian letters join, Thai marks find their place.

The Persian shapes are Unicode's Arabic presentation forms, which the strikes hold as letters of their own; which form
belongs to which letter is what Unicode's character data says.

Of Thai marks up to two stand over a consonant, one below it, none touching another. Where marks move, the strikes hold
them as letters of their own at the code points Thai fonts have long used for it (U+F700 to U+F71A); which of them is
asked for follows from the consonant and the marks below."""

import unicodedata
from functools import cache
from itertools import pairwise

ISOLATED_SHAPE, FINAL_SHAPE, INITIAL_SHAPE, _MEDIAL_SHAPE = "<isolated>", "<final>", "<initial>", "<medial>"
_SHAPES = {
    (False, False): ISOLATED_SHAPE,
    (True, False): FINAL_SHAPE,
    (False, True): INITIAL_SHAPE,
    (True, True): _MEDIAL_SHAPE,
}
"""By whether it joins the letter before, and the letter after."""
_LAM = "ل"
_TATWEEL, _JOINER = "ـ", "\u200d"


@cache
def forms() -> dict[tuple[str, str], str]:
    """The form of a letter (or of lam with an alef) in a place."""
    found: dict[tuple[str, str], str] = {}
    for code in (*range(0xFE70, 0xFEFD), *range(0xFB50, 0xFC00)):
        shape, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        plain = "".join(chr(int(letter, 16)) for letter in letters)
        if shape in _SHAPES.values() and (len(plain) == 1 or plain.startswith(_LAM)):
            found.setdefault((plain, shape), chr(code))
    return found


def join_persian(clusters: list[str]) -> list[str]:
    """Put letters into their joined forms, in the order they are read."""
    merged = _lam_alef(clusters)
    bases = [cluster[:2] if _ligature(cluster) else cluster[0] for cluster in merged]
    joined = [_joins(here, there) for here, there in pairwise(bases)]
    return [
        forms().get((base, _SHAPES[before, after]), base) + cluster[len(base) :]
        for cluster, base, before, after in zip(merged, bases, [False, *joined], [*joined, False], strict=True)
    ]


def _lam_alef(clusters: list[str]) -> list[str]:
    """Write lam and the alef after it as one."""
    found: list[str] = []
    for cluster in clusters:
        if found and found[-1][0] == _LAM and _ligature(_LAM + cluster) and not _ligature(found[-1]):
            found[-1] = _LAM + cluster + found[-1][1:]
        else:
            found.append(cluster)
    return found


def _ligature(cluster: str) -> bool:
    return (cluster[:2], ISOLATED_SHAPE) in forms() and len(cluster) > 1


def _joins(here: str, there: str) -> bool:
    """Whether a letter reaches out to the next, and the next takes its hand."""
    reaches = (here, INITIAL_SHAPE) in forms() or here in {_TATWEEL, _JOINER}
    return reaches and ((there, FINAL_SHAPE) in forms() or there in {_TATWEEL, _JOINER})


TALL = frozenset("ปฝฟฬ")
"""Their right stem rises where a mark would stand: marks move to the left."""
_DEEP = frozenset("ฎฏ")
"""They reach below the line: a vowel below them moves further down."""
_FOOTLESS = {"ฐ": "\uf700", "ญ": "\uf70f"}
"""With a vowel below, these lose their foot."""

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
    """Put Thai clusters into the letters the strikes hold."""
    return [_place(cluster) for cluster in _open_sara_am(clusters)]


def _open_sara_am(clusters: list[str]) -> list[str]:
    """Open the vowel am: a ring over the consonant before it, under its tone, and a long a."""
    found: list[str] = []
    for cluster in clusters:
        if cluster == _SARA_AM and found:
            base = found.pop()
            found += [base[0] + _RING + base[1:], _SARA_AA]
        else:
            found.append(cluster)
    return found


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
