"""Reads the picture in which a result is entered: by its button it is whom all point at, who died, or the cards and all
that was entered before them."""

import re
from collections.abc import Iterator, Mapping

_FIELD = re.compile(r"(points|died|holds)-([1-9]\d?)", re.ASCII)
SENDS = ("points", "died", "cards")


def result_fields(at: str, send: str, fields: Mapping[str, str]) -> Mapping[str, object]:
    """Those of a `ResultWish`; what is none stays, and is refused with it."""
    points = _by_seat("points", fields)
    pointed = points if all(points) and send != "died" else []
    dead = [seat for seat, _ in _seats("died", fields)]
    told = dead if send == "died" or (send == "cards" and dead and not pointed) else None
    cards = _by_seat("holds", fields) if send == "cards" else []
    unknown = {name: value for name, value in fields.items() if not _FIELD.fullmatch(name)}
    sent = {} if send in SENDS else {"send": send}
    return {"type": "result", "at": at, "points": pointed, "dead": told, "cards": cards, **sent, **unknown}


def _by_seat(kind: str, fields: Mapping[str, str]) -> list[str]:
    return [value for _, value in sorted(_seats(kind, fields))]


def _seats(kind: str, fields: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    for name, value in fields.items():
        found = _FIELD.fullmatch(name)
        if found and found[1] == kind:
            yield int(found[2]), value
