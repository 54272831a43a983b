"""The sheet for hosts, a page in each language: the gestures as pictures, and what the box itself says of them.

It fits within the margins that browsers leave on A4 and on Letter."""

import re
import unicodedata
from collections.abc import Iterator
from functools import partial
from html import escape
from unicodedata import east_asian_width

from docs.pictures.moments import opened
from nightcrier.kernel.ids import Language, LineId
from nightcrier.words.catalogue import LANGUAGES, Words

_WIDE, _HIGH, _LEFT, _RIGHT = 188, 252, 86, 184
_SIZE, _ROW = 5.0, 29
_PRESS = '<path d="M-2.6 -16L0 -12L2.6 -16M0 -12V-19"/>'
_HOLD = f'{_PRESS}<path d="M5 -13H15M5 -15V-11M15 -15V-11"/><text x="7.5" y="-15" font-size="4" {{}}>1 s</text>'
_TURN = '<path d="M-9 -10A13.5 13.5 0 0 1 9 -10M9 -10L4.5 -10.6M9 -10L9.2 -14.5"/>'
_CONTROLS = {
    "S": ('<circle r="9" fill="#d0483c"/><rect x="-5" y="-1.2" width="10" height="2.4" fill="#fff"/>', "START"),
    "B": ('<circle r="7.5" fill="#3f67b5"/><circle r="3" fill="none" stroke="#fff" stroke-width="1.2"/>', "BACK"),
    "D": ('<circle r="8.5" fill="#33333a"/><path d="M0 -7.5V-3.5" stroke="#fff" stroke-width="1.4"/>', ""),
}
_GESTURES = {"press": _PRESS, "hold": _HOLD.format('stroke="none" fill="#222"'), "turn": _TURN, "both": _PRESS + _TURN}
_HOUSE = '<path d="M-6 0L0 -6L6 0M-4.5 -1V6H4.5V-1"/>'
_MOON = '<path d="M3 -6.5A7 7 0 1 0 6.5 3A5.6 5.6 0 0 1 3 -6.5Z"/>'
_SUN = '<circle r="3.5"/><path d="M0 -7V-5M0 7V5M-7 0H-5M7 0H5M-5 -5L-4 -4M5 5L4 4M-5 5L-4 4M5 -5L4 -4"/>'
_LOUD = '<path d="M-6 -2H-3L1 -5.5V5.5L-3 2H-6ZM3.5 -3A4.5 4.5 0 0 1 3.5 3M5.5 -5A7.5 7.5 0 0 1 5.5 5"/>'
_DOOR = '<path d="M-5 6V-6H3V6ZM-7 6H7"/><circle cx="1" r=".5"/>'
_PLUG = '<path d="M-3.5 -2.5H3.5V1A3.5 3.5 0 0 1 -3.5 1ZM-1.8 -2.5V-6.5M1.8 -2.5V-6.5M0 4.5V7"/>'
_ROWS = (
    (_PLUG, ("D turn", "S press"), ("screen.language", "screen.welcome.choose")),
    (_HOUSE, ("S press", "D turn", "D press", "B press"), ("home.keys",)),
    (_MOON, ("S press", "B press"), ("one-night.before.night",)),
    (_MOON, ("D press",), ("+10 s",)),
    (_SUN, ("S press", "B press", "D turn", "D press"), ("day.keys",)),
    (_LOUD, ("D both",), ("screen.welcome.louder",)),
    (_HOUSE, ("D hold",), ("home.read",)),
    (_DOOR, ("B hold", "S hold"), ("screen.ask.end-game", "screen.ask.answers.held")),
)
"""When, by which gestures, and the lines of the box that tell it."""


def host_sheet(language: Language) -> str:
    """Return the sheet in this language."""
    words = opened()[0].words
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE}mm" height="{_HIGH}mm"',
            f'viewBox="0 0 {_WIDE} {_HIGH}" font-family="Helvetica, Arial, sans-serif" fill="#111">',
            f'<rect width="{_WIDE}" height="{_HIGH}" fill="#fff"/>',
            '<text x="6" y="14" font-size="12" font-weight="bold">Nightcrier</text>',
            *(drawn for place, row in enumerate(_ROWS) for drawn in _row(words, language, 20 + _ROW * place, *row)),
            "</svg>\n",
        ]
    )


def _row(
    words: Words, language: Language, top: float, moment: str, gestures: tuple[str, ...], lines: tuple[str, ...]
) -> Iterator[str]:
    yield f'<path d="M6 {top}H{_RIGHT}" stroke="#999" stroke-width=".3"/>'
    drawn = 'fill="none" stroke="#222" stroke-width="1" stroke-linecap="round" stroke-linejoin="round"'
    yield f'<g transform="translate(13 {top + 14})" {drawn}>{moment}</g>'
    for place, gesture in enumerate(gestures):
        control, how = gesture.split()
        shape, name = _CONTROLS[control]
        x = 32 + (14.5 if len(gestures) > 2 else 24) * place
        yield f'<g transform="translate({x} {top + 16}) scale(.78)">{shape}'
        yield f'<g {drawn}>{_GESTURES[how]}</g><text x="0" y="14" font-size="4" text-anchor="middle">{name}</text></g>'
    told = [text for line in lines for text in _wrapped(_text(words, language, line))]
    way = f'direction="rtl" x="{_RIGHT}"' if language == "fa" else f'x="{_LEFT}"'
    for place, text in enumerate(told):
        y = top + _ROW / 2 + 2 + 1.35 * _SIZE * (place - (len(told) - 1) / 2)
        yield f'<text {way} y="{y:.2f}" font-size="{_SIZE}">{escape(text)}</text>'


def _text(words: Words, language: Language, line: str) -> str:
    return f"\u200e{line}" if line.startswith("+") else words.title(language, LineId(line))


def _wrapped(text: str) -> Iterator[str]:
    """Yield rows that fit; a row ends at a space, or at a mark between words that have none."""
    row = ""
    for piece in re.split("(?<=[ \u200b])", text):
        if row and _width(row + piece) > (_RIGHT - _LEFT) / _SIZE:
            yield row.strip()
            row = ""
        row += piece.replace("\u200b", "")
    yield row.strip()


def _width(text: str) -> float:
    """Return about how wide a text is, in heights of its letters."""
    return sum(
        0.0 if unicodedata.category(letter) in {"Mn", "Cf"} else 1.0 if east_asian_width(letter) in "WF" else 0.51
        for letter in text
    )


SHEETS = {f"host-sheet-{language}": partial(host_sheet, language) for language in LANGUAGES}
