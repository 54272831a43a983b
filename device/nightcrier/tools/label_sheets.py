"""Draws labels for paper cards and a key for the labels: pages of A4 as SVG, and pages of 40 by 25 cells for an
embosser as BRF.

All labels of a game have one size. A label has its code in braille at the top left, its sign at the top right, the name
in large print, and notches in its lower edge. Dots have the size and distance of printed braille. All lengths are in
millimeters."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain, product
from math import ceil
from typing import TypeVar
from unicodedata import category, east_asian_width

from nightcrier.box.table.drawing.signs import SIGN_GRID
from nightcrier.kernel.ids import Language
from nightcrier.tools.paper_cards import EMPTY_CELL, PLACES, LabelledCard

_T = TypeVar("_T")

_PAGE_WIDTH, _PAGE_HEIGHT, _MARGIN = 210, 297, 10
_DOT_PITCH, _CELL_PITCH, _LINE_PITCH = 2.5, 6.0, 10.0
_POINT = 25.4 / 72
_LEAST_PRINT, _MOST_PRINT = 18 * _POINT, 36 * _POINT
_ROW, _BELOW = 1.15, 0.25  # the height of a row of print, and what of it is below the line, for letters of size 1
_WIDE, _NARROW = 1.0, 0.65  # the widths of letters in a bold typeface without serifs, about
_EDGE, _CODE_HEIGHT, _NOTCH = 4.0, 12.0, 3.0
_SIGN = 11.0  # the side of the square of a sign
_AROUND = _CODE_HEIGHT + _EDGE + _NOTCH  # the height of a label without its print
_PITCHES = 5.5  # so many times the distance of two notches is a place wide
_KEY_ENTRY = 22  # the height of an entry of the key
_KEY_EDGE, _KEY_EDGE_WIDTH = 30, 40  # where the notches of an entry begin, and how wide their label is
_KEY_NAME, _KEY_NAME_WIDTH = 135, 120  # the middle of the name of an entry, and how wide it may be
_RULER, _RULER_NAME = 100, 120  # the length of the line at the end of a page, and the middle of what stands beside it
_CELLS, _LINES = 40, 25
_BAR, _STROKE = "\u2807", "\u2824"
_ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
"""The sign for each cell in a file for embossers, in the order of the dots."""


def _print_height(cards: Sequence[LabelledCard], width: float) -> float:
    """Return the height that the print needs on each label, so that all names have large letters."""
    rows = [len(print_rows(card.name, width - 2 * _EDGE)) for card in cards]
    return max([2, *rows]) * _LEAST_PRINT * _ROW


def print_rows(name: str, most: float) -> list[str]:
    """Split a name, at places where a row may break, into rows of large print that are no wider than `most`."""
    rows = [""]
    for piece in re.split("(?<=[ \u200b\u00ad-])", name):
        if rows[-1] and _em(rows[-1] + piece.rstrip()) * _LEAST_PRINT > most:
            rows.append("")
        rows[-1] += piece
    return [re.sub("\u00ad$", "-", row.strip()).replace("\u00ad", "").replace("\u200b", "") for row in rows]


def _em(text: str) -> float:
    """Return the approximate width of a text in letters of size 1."""
    seen = (sign for sign in text if category(sign) not in {"Mn", "Cf"})
    return sum(_WIDE if east_asian_width(sign) in "WF" else _NARROW for sign in seen)


def label_pages(cards: Sequence[LabelledCard], width: float, language: Language) -> list[str]:
    room = _print_height(cards, width)
    steps = ((_PAGE_HEIGHT, _AROUND + room), (_PAGE_WIDTH, width))
    tops, lefts = ([_MARGIN + at * step for at in range(int((page - 2 * _MARGIN) // step))] for page, step in steps)
    places = [*product(tops, lefts)]
    return [
        _page(_label(card, width, room, language, *place) for card, place in zip(page, places, strict=False))
        for page in _parts(_copies(cards), len(places))
    ]


def key_pages(title: LabelledCard, cards: Sequence[LabelledCard], language: Language) -> list[str]:
    """Return the pages of the key: for each code its notches and the name, in print and in braille."""
    tops = range(_MARGIN, _PAGE_HEIGHT - _MARGIN - _KEY_ENTRY, _KEY_ENTRY)
    return [
        _page(_key_entry(card, language, top) for card, top in zip(page, tops, strict=False))
        for page in _parts([title, *cards], len(tops))
    ]


def _page(drawn: Iterable[Iterable[str]]) -> str:
    """Return a page. A line at its end shows whether a printer has kept the size."""
    end = _PAGE_HEIGHT - _MARGIN / 2
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_PAGE_WIDTH}mm" height="{_PAGE_HEIGHT}mm" '
        f'viewBox="0 0 {_PAGE_WIDTH} {_PAGE_HEIGHT}">\n<style>path{{fill:none;stroke:#000;stroke-width:.2}}'
        ".sign{fill:#000;fill-rule:evenodd;stroke:none}"
        "text{font-family:Arial,Liberation Sans,sans-serif;font-weight:bold;text-anchor:middle}</style>"
    )
    return "\n".join(
        [
            head,
            *chain.from_iterable(drawn),
            f'<path d="M{_MARGIN} {end}h{_RULER}"/>',
            _text(f"{_RULER} mm", _RULER_NAME, end + 1, 3),
            "</svg>\n",
        ]
    )


def _label(card: LabelledCard, width: float, room: float, language: Language, top: float, left: float) -> Iterator[str]:
    yield f'<path d="M{left:g} {top:g}h{width:g}v{_AROUND + room:g}{_edge(card.notches, width)}z"/>'
    yield _dots(card.code, left + _EDGE + 1, top + _EDGE)
    if card.sign:
        place = f"translate({left + width - _EDGE - _SIGN:g} {top + 2:g}) scale({_SIGN / SIGN_GRID:.4f})"
        yield f'<path class="sign" transform="{place}" d="{card.sign}"/>'
    inner = width - 2 * _EDGE
    rows = print_rows(card.name, inner)
    fitting = min(_MOST_PRINT, room / len(rows) / _ROW, inner / max(map(_em, rows)))
    letters = max(_LEAST_PRINT, fitting)
    first = top + _CODE_HEIGHT + (room - len(rows) * letters * _ROW) / 2
    for at, row in enumerate(rows, 1):
        yield _text(row, left + width / 2, first + (at * _ROW - _BELOW) * letters, letters, language, inner)


def _key_entry(card: LabelledCard, language: Language, top: float) -> Iterator[str]:
    (text,) = print_rows(card.name, len(card.name) * _PAGE_WIDTH)
    yield _dots(card.code, _MARGIN, top + 2)
    yield _dots(card.braille, _MARGIN, top + 2 + _LINE_PITCH)
    yield _text(text, _KEY_NAME, top + _LEAST_PRINT, _LEAST_PRINT, language, _KEY_NAME_WIDTH)
    if card.notches:
        yield f'<path d="M{_KEY_EDGE} {top + 1:g}h{_KEY_EDGE_WIDTH}v8{_edge(card.notches, _KEY_EDGE_WIDTH)}z"/>'


def _edge(notches: Sequence[int], width: float) -> str:
    """Return the lower edge from right to left. It has three places, and notches are in the middle of each."""
    place = width / PLACES
    pitch = place / _PITCHES
    cut = f"h{-pitch / 2:.2f}v{-_NOTCH:g}h{-pitch / 2:.2f}v{_NOTCH:g}"
    sides = ((count, (count * pitch - place) / 2) for count in notches[::-1])
    return "".join(f"h{side:.2f}{cut * count}h{side:.2f}" for count, side in sides)


def _dots(cells: str, left: float, top: float) -> str:
    """Return the dots of these cells. The middle of the first dot is at `left` and `top`."""
    return "".join(
        f'<circle cx="{left + at * _CELL_PITCH + column * _DOT_PITCH:g}" cy="{top + row * _DOT_PITCH:g}" r="0.75"/>'
        for at, cell in enumerate(cells)
        for dot, (column, row) in enumerate(product(range(2), range(3)))
        if (ord(cell) - ord(EMPTY_CELL)) >> dot & 1
    )


def _text(text: str, middle: float, line: float, letters: float, language: str = "", most: float = 0.0) -> str:
    """Return a row of print. A row that is wider than `most` is squeezed from its left end, because not every program
    that draws SVG finds the middle of squeezed letters."""
    left, pressed = middle, ""
    if 0 < most < (wide := _em(text) * letters):
        left, pressed = middle - most / 2, f' scale({most / wide:.2f} 1)" style="text-anchor:start'
    place = f'transform="translate({left:g} {line:.2f}){pressed}" font-size="{letters:.2f}" xml:lang="{language}"'
    return f"<text {place}>{escape(text)}</text>"


def label_cells(cards: Sequence[LabelledCard], width: float) -> str:
    """Return the labels of a game for an embosser: the code, and below it the notches as upright bars."""
    wide, high = ceil(width / _CELL_PITCH), ceil((_AROUND + _print_height(cards, width)) / _LINE_PITCH)
    lines = list[str]()
    for row in _parts(_copies(cards), _CELLS // wide):
        for shown in ([card.code for card in row], [_bars(card.notches) for card in row]):
            lines.append("".join(f"{EMPTY_CELL}{cells}".ljust(wide, EMPTY_CELL) for cells in shown))
        lines += [""] * (high - 2)
    return _embossed(lines, _LINES // high * high)


def key_cells(title: LabelledCard, cards: Sequence[LabelledCard]) -> str:
    """Return the key for an embosser: in each line a code, its notches, and the name."""
    rows = [f"{card.code}{EMPTY_CELL}{_bars(card.notches)}{EMPTY_CELL}{card.braille}" for card in cards]
    return _embossed([title.braille, "", *rows], _LINES)


def _copies(cards: Sequence[LabelledCard]) -> list[LabelledCard]:
    return [card for card in cards for _ in range(card.copies)]


def _bars(notches: Sequence[int]) -> str:
    """Return the notches as upright bars. A dash separates the left, the middle and the right of the edge."""
    return _STROKE.join(_BAR * count for count in notches)


def _embossed(lines: Sequence[str], of_a_page: int) -> str:
    """Return lines of cells as an embosser reads them, each page with its end."""
    rows = ["".join(_ASCII[ord(cell) - ord(EMPTY_CELL)] for cell in line).rstrip() + "\r\n" for line in lines]
    return "".join("".join(page) + "\f" for page in _parts(rows, of_a_page))


def _parts(items: Sequence[_T], size: int) -> list[Sequence[_T]]:
    return [items[start : start + size] for start in range(0, len(items), size)]
