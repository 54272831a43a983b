"""Parts a text into clusters: each a letter with all its marks, which nothing may pull apart. Also puts them in the
order they stand in on the screen, from left to right, if a text or a part of it is read from the right.

That order is Unicode's bidirectional algorithm (UAX #9) for one line without explicit embeddings; a pair of brackets
around words of the other direction is not resolved as a pair (rule N0), the rest is. Tests compare it with an
independent one."""

import unicodedata
from itertools import groupby

THAI_MARKS = frozenset(
    "\u0e31\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39\u0e3a\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e4d\u0e4e"
)
_THAI_LEADING = frozenset("เแโใไ")
"""Vowels written before the consonant after which they are spoken."""
_THAI_TRAILING = frozenset("ะาำๅฯๆ")
SOFT_HYPHEN, BREAK_HERE = "\u00ad", "\u200b"
_ONE_SPACE = str.maketrans("\u2009\u202f\t\n", "\u00a0\u00a0  ")
"""Narrow spaces that hold words together are as wide as any other here, and a row has no lines of its own."""


def clusters(text: str) -> list[str]:
    found: list[str] = []
    for character in unicodedata.normalize("NFC", text.translate(_ONE_SPACE)):
        if found and is_mark(character):
            found[-1] += character
        else:
            found.append(character)
    return found


def is_mark(character: str) -> bool:
    return character in THAI_MARKS or unicodedata.combining(character) != 0


def join_syllables(parts: list[str]) -> list[str]:
    """Join Thai clusters with the vowels that belong to them on either side; others stay as they are."""
    found: list[str] = []
    for part in parts:
        if found and (part[0] in _THAI_TRAILING or found[-1][-1] in _THAI_LEADING):
            found[-1] += part
        else:
            found.append(part)
    return found


_MIRRORED = str.maketrans("()[]{}<>«»‹›（）「」", ")(][}{><»«›‹）（」「")
_JOINED_BY = {"CS": ("EN", "AN"), "ES": ("EN",)}
_FROM_THE_RIGHT = frozenset({"R", "AL"})


def visual_order(parts: list[str], from_right: bool) -> list[str]:
    """Put clusters in their order from left to right; brackets between letters read from the right are mirrored."""
    kinds = [unicodedata.bidirectional(cluster[0]) or "L" for cluster in parts]
    if not from_right and not _FROM_THE_RIGHT & set(kinds):
        return parts
    base = "R" if from_right else "L"
    levels = _levels(_neutral(_weak(kinds, base), base), from_right)
    pairs = [
        (level, cluster.translate(_MIRRORED) if level % 2 else cluster)
        for level, cluster in zip(levels, parts, strict=True)
    ]
    for bottom in range(max(levels, default=0), 0, -1):
        pairs = _reversed_from(pairs, bottom)
    return [cluster for _, cluster in pairs]


def _weak(kinds: list[str], base: str) -> list[str]:
    """Rules W1 to W7: what digits, and signs between them, count as."""
    found: list[str] = []
    strong = base
    for kind in kinds:
        now = (found[-1] if found else base) if kind == "NSM" else kind
        if now in {"L", "R", "AL"}:
            strong = now
        found.append("AN" if now == "EN" and strong == "AL" else now)
    found = ["R" if kind == "AL" else kind for kind in found]
    found = _separators(found)
    found = _terminators(found)
    return _numbers_after_latin(["ON" if kind in {"ES", "ET", "CS"} else kind for kind in found], base)


def _separators(kinds: list[str]) -> list[str]:
    """Rule W4: one sign between two numbers of a kind joins them, as the colon of a clock does."""
    found = list(kinds)
    for at in range(1, len(kinds) - 1):
        before, after = found[at - 1], kinds[at + 1]
        if before == after and before in _JOINED_BY.get(kinds[at], ()):
            found[at] = before
    return found


def _terminators(kinds: list[str]) -> list[str]:
    """Rule W5: signs such as % beside a number belong to it."""
    found: list[str] = []
    runs = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    for at, (kind, length) in enumerate(runs):
        beside = {runs[near][0] for near in (at - 1, at + 1) if 0 <= near < len(runs)}
        found += ["EN" if kind == "ET" and "EN" in beside else kind] * length
    return found


def _numbers_after_latin(kinds: list[str], base: str) -> list[str]:
    """Rule W7: a number after letters read from the left is one of them."""
    found = []
    strong = base
    for kind in kinds:
        strong = kind if kind in {"L", "R"} else strong
        found.append("L" if kind == "EN" and strong == "L" else kind)
    return found


def _neutral(kinds: list[str], base: str) -> list[str]:
    """Rules N1 and N2: spaces and signs go with both neighbours if these agree, else with the line."""
    sides = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
    runs = [(side, list(run)) for side, run in groupby(kinds, key=lambda kind: sides.get(kind, ""))]
    found: list[str] = []
    for at, (side, run) in enumerate(runs):
        before = runs[at - 1][0] if at else base
        after = runs[at + 1][0] if at + 1 < len(runs) else base
        found += run if side else [before if before == after else base] * len(run)
    return found


def _levels(kinds: list[str], from_right: bool) -> list[int]:
    """Apply rules I1 and I2: give each character its level."""
    steps = {"R": 1, "L": 2, "EN": 2, "AN": 2} if from_right else {"R": 1, "L": 0, "EN": 2, "AN": 2}
    return [steps[kind] for kind in kinds]


def _reversed_from(pairs: list[tuple[int, str]], bottom: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for high, run in groupby(pairs, key=lambda pair: pair[0] >= bottom):
        part = list(run)
        found += part[::-1] if high else part
    return found
