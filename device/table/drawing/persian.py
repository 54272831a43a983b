"""Persian letters join: each takes the shape its neighbours ask for.

The shapes are Unicode's Arabic presentation forms, which the strikes hold as letters of their own; which form belongs
to which letter is what Unicode's character data says."""

import unicodedata
from functools import cache
from itertools import pairwise

ISOLATED_SHAPE, FINAL_SHAPE, INITIAL_SHAPE, MEDIAL_SHAPE = "<isolated>", "<final>", "<initial>", "<medial>"
SHAPES = {
    (False, False): ISOLATED_SHAPE,
    (True, False): FINAL_SHAPE,
    (False, True): INITIAL_SHAPE,
    (True, True): MEDIAL_SHAPE,
}
"""By whether it joins the letter before, and the letter after."""
LAM = "ل"
TATWEEL, JOINER = "ـ", "\u200d"


@cache
def forms() -> dict[tuple[str, str], str]:
    """The form of a letter (or of lam with an alef) in a place."""
    found: dict[tuple[str, str], str] = {}
    for code in (*range(0xFE70, 0xFEFD), *range(0xFB50, 0xFC00)):
        shape, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        plain = "".join(chr(int(letter, 16)) for letter in letters)
        if shape in SHAPES.values() and (len(plain) == 1 or plain.startswith(LAM)):
            found.setdefault((plain, shape), chr(code))
    return found


def join_persian(clusters: list[str]) -> list[str]:
    """The same clusters, letters in their joined forms, in the order they are read."""
    merged = _lam_alef(clusters)
    bases = [cluster[:2] if _ligature(cluster) else cluster[0] for cluster in merged]
    joined = [_joins(here, there) for here, there in pairwise(bases)]
    return [
        forms().get((base, SHAPES[before, after]), base) + cluster[len(base) :]
        for cluster, base, before, after in zip(merged, bases, [False, *joined], [*joined, False], strict=True)
    ]


def _lam_alef(clusters: list[str]) -> list[str]:
    """Lam and the alef after it are written as one."""
    found: list[str] = []
    for cluster in clusters:
        if found and found[-1][0] == LAM and _ligature(LAM + cluster) and not _ligature(found[-1]):
            found[-1] = LAM + cluster + found[-1][1:]
        else:
            found.append(cluster)
    return found


def _ligature(cluster: str) -> bool:
    return (cluster[:2], ISOLATED_SHAPE) in forms() and len(cluster) > 1


def _joins(here: str, there: str) -> bool:
    """Whether a letter reaches out to the next, and the next takes its hand."""
    reaches = (here, INITIAL_SHAPE) in forms() or here in {TATWEEL, JOINER}
    return reaches and ((there, FINAL_SHAPE) in forms() or there in {TATWEEL, JOINER})
