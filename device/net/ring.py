"""The ring of the seats, clockwise from above, as a picture: each a place that a finger can touch."""

import unicodedata
from collections.abc import Sequence
from html import escape
from math import cos, pi, sin

from device.kernel.public_question import PicturedSeat
from device.net.form_writer import FormWriter

SIDE = 320
"""Dots of the picture, which on a phone 360 wide is as wide as the page."""
_AROUND, LARGEST = 126, 30
"""From the middle to each seat, and half of a seat's width at most."""
_NAMED = 24
"""A seat of half this width has room for a name."""
_LETTERS = 7


def ring_picture(writer: FormWriter, seats: Sequence[PicturedSeat]) -> str:
    """For eyes and fingers alone: the fields below it say and set the same."""
    half = seat_half(len(seats))
    drawn = "".join(_seat(writer, place, len(seats), half, each) for place, each in enumerate(seats))
    tip = '<marker id="tip" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="7" markerHeight="7" orient="auto">'
    arrows = f'<defs>{tip}<path d="M0 0 6 3 0 6z"/></marker></defs><g id="arrows"></g>'
    return f'<svg viewBox="0 0 {SIDE} {SIDE}" aria-hidden="true">{arrows}{drawn}</svg>'


def seat_half(seats: int) -> int:
    """Half the width of a seat: as wide as its neighbours leave it."""
    return min(LARGEST, int(_AROUND * sin(pi / max(2, seats))) - 1)


def _seat(writer: FormWriter, place: int, seats: int, half: int, seat: PicturedSeat) -> str:
    turn = 2 * pi * place / seats
    x, y = round(SIDE / 2 + _AROUND * sin(turn)), round(SIDE / 2 - _AROUND * cos(turn))
    name = f'<text class="name" x="{x}" y="{y + 4}">{escape(shortened(seat.name))}</text>' if half >= _NAMED else ""
    number = f'<text x="{x}" y="{y - 10 if name else y + 5}">{writer.figures(seat.number)}</text>'
    card = f'<text class="card-of" x="{x}" y="{y + 17 if name else y + half}"></text>'
    return f'<g data-seat="{place + 1}"><circle cx="{x}" cy="{y}" r="{half}"/>{number}{name}{card}</g>'


def shortened(name: str) -> str:
    """A few letters, each with the marks that belong to it."""
    letters = list[str]()
    for sign in name:
        if letters and unicodedata.category(sign) in {"Mn", "Mc", "Me", "Cf"}:
            letters[-1] += sign
        else:
            letters.append(sign)
    return "".join(letters) if len(letters) <= _LETTERS else "".join(letters[: _LETTERS - 1]) + "\u2026"
