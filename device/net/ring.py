"""The ring of the seats, clockwise from above, as a picture: each a place that a finger can touch."""

import unicodedata
from collections.abc import Sequence
from math import cos, pi, sin

from device.kernel.markup import NO_MARKUP, Markup, tag
from device.kernel.public_question import PicturedSeat
from device.net.form_writer import FormWriter

SIDE = 320
"""Dots of the picture, which on a phone 360 wide is as wide as the page."""
_AROUND, LARGEST = 126, 30
"""From the middle to each seat, and half of a seat's width at most."""
_NAMED = 24
"""A seat of half this width has room for a name."""
_LETTERS = 7
_ARROW = tag("path", d="M0 0 6 3 0 6z")
_TIP = tag("marker", _ARROW, id="tip", viewBox="0 0 6 6", refX=5, refY=3, markerWidth=7, markerHeight=7, orient="auto")


def ring_picture(writer: FormWriter, seats: Sequence[PicturedSeat]) -> Markup:
    """For eyes and fingers alone: the fields below it say and set the same."""
    half = seat_half(len(seats))
    drawn = (_seat(writer, place, len(seats), half, each) for place, each in enumerate(seats))
    arrows = tag("defs", _TIP) + tag("g", id="arrows")
    return tag("svg", arrows, *drawn, viewBox=f"0 0 {SIDE} {SIDE}", aria_hidden="true")


def seat_half(seats: int) -> int:
    """Half the width of a seat: as wide as its neighbours leave it."""
    return min(LARGEST, int(_AROUND * sin(pi / max(2, seats))) - 1)


def _seat(writer: FormWriter, place: int, seats: int, half: int, seat: PicturedSeat) -> Markup:
    turn = 2 * pi * place / seats
    x, y = round(SIDE / 2 + _AROUND * sin(turn)), round(SIDE / 2 - _AROUND * cos(turn))
    name = tag("text", shortened(seat.name), class_="name", x=x, y=y + 4) if half >= _NAMED else NO_MARKUP
    number = tag("text", writer.figures(seat.number), x=x, y=y - 10 if name else y + 5)
    card = tag("text", class_="card-of", x=x, y=y + 17 if name else y + half)
    return tag("g", tag("circle", cx=x, cy=y, r=half), number, name, card, data_seat=place + 1)


def shortened(name: str) -> str:
    """A few letters, each with the marks that belong to it."""
    letters = list[str]()
    for sign in name:
        if letters and unicodedata.category(sign) in {"Mn", "Mc", "Me", "Cf"}:
            letters[-1] += sign
        else:
            letters.append(sign)
    return "".join(letters) if len(letters) <= _LETTERS else "".join(letters[: _LETTERS - 1]) + "\u2026"
