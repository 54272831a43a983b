"""The drawing at the head of README: the box from above, in the middle of a table, among hands that tap on the wood.

The box has the measures of case/measures.toml, and its glass shows a page as the box has drawn it."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from PIL import Image

from case.measures import shipped_measures
from case.plate import face, up_plate
from case.shapes import Hole

WIDE, HIGH = 1200, 600
_CUT = 48
"""How much of it is left out above and below, so that README's first screen has room for more."""
SCALE = 1.62
"""Units of the drawing in a millimetre of the box."""
_SHOWN = Path(__file__).parent / "night.png"
_FINGERS = ((-19, -46, -28, -82), (-6, -50, -9, -97), (8, -50, 9, -94), (20, -44, 26, -74))
"""Each finger of a right hand that points upwards, from its knuckle to its tip; the wrist is at 0, 0."""


class Arm(Struct, frozen=True):
    """A hand of somebody: where its wrist is, where it points to (0 is upwards), and whose it is."""

    x: float
    y: float
    turn: float
    skin: str
    sleeve: str
    is_left: bool = False


_PEOPLE = (
    ((235, 472, 12, 432, 530, 46), "#8d5a3b", "#3f6f6b"),
    ((790, 478, 8, 940, 466, -14), "#e3b08f", "#8a4b52"),
    ((905, 125, 190, 760, 118, 172), "#c68a62", "#5a6a9c"),
    ((428, 122, 187, 283, 132, 168), "#5c3a28", "#b08a3c"),
    ((1062, 352, -82, 1052, 240, -100), "#f0c9ad", "#4d7a4d"),
    ((140, 246, 98, 146, 358, 80), "#d9a27c", "#6b4a7d"),
)
"""Each with a left and a right hand, a skin and a sleeve. The first one reaches for a card in the middle."""
_CARDS = ((310, 400, 2), (866, 404, -3), (832, 190, 4), (356, 194, -2), (962, 296, 90), (240, 302, 88))
_CENTER = ((532, 486, -3), (602, 490, 2), (670, 484, -2))


def hands() -> str:
    """Return the drawing as SVG."""
    high = HIGH - 2 * _CUT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {_CUT} {WIDE} {high}" width="{WIDE}" height="{high}">',
            "<title>A drawing: the box among hands</title>",
            _DEFINED,
            f'<rect width="{WIDE}" height="{HIGH}" fill="#10131d"/>',
            '<rect x="30" y="40" width="1140" height="520" rx="150" fill="url(#wood)"/>',
            *_grain(),
            '<ellipse cx="600" cy="300" rx="420" ry="250" fill="url(#glow)"/>',
            *(f'<use href="#card" transform="translate({x} {y}) rotate({turn})"/>' for x, y, turn in _CARDS + _CENTER),
            *_box(),
            *(drawn for arm in _arms() for drawn in _arm(arm)),
            f'<rect width="{WIDE}" height="{HIGH}" fill="url(#night)"/>',
            "</svg>\n",
        ]
    )


_DEFINED = f"""<defs>
<radialGradient id="wood"><stop offset="0" stop-color="#7a5236"/>\
<stop offset="1" stop-color="#3a2619"/></radialGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#bfe0ff" stop-opacity=".42"/>\
<stop offset="1" stop-color="#bfe0ff" stop-opacity="0"/></radialGradient>
<radialGradient id="night" r=".62"><stop offset=".45" stop-color="#0b1022" stop-opacity="0"/>\
<stop offset="1" stop-color="#0b1022" stop-opacity=".72"/></radialGradient>
<g id="card"><rect x="-25" y="-35" width="50" height="70" rx="6" fill="#1f2c50" stroke="#e8e2d0" stroke-width="3"/>\
<circle r="13" fill="none" stroke="#e8e2d0" stroke-width="2"/><circle cx="5" cy="-3" r="11" fill="#1f2c50"/></g>
<g id="hand" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" fill="currentColor">\
<path d="M-17 2L-20 -44L20 -42L16 2Z" stroke-width="14"/>\
{"".join(f'<path d="M{ax} {ay}L{bx} {by}" stroke-width="15"/>' for ax, ay, bx, by in _FINGERS)}\
<path d="M-18 -8L-38 -34L-40 -50" fill="none" stroke-width="15"/></g>
<path id="sleeve" d="M-30 4L30 4L52 330L-52 330Z" stroke-linejoin="round" stroke-width="12"/>
</defs>"""


def _grain() -> Iterator[str]:
    for y in range(75, 540, 58):
        drawn = f"M70 {y}C400 {y - 12} 760 {y + 14} 1130 {y - 2}"
        yield f'<path d="{drawn}" fill="none" stroke="#2a1a10" stroke-opacity=".35"/>'


def _box() -> Iterator[str]:
    """Yield a speaker, and the plate with its controls, as case/measures.toml has them."""
    measures = shipped_measures()
    yield '<path d="M650 95C690 110 660 170 640 196" fill="none" stroke="#15151a" stroke-width="6"/>'
    yield '<rect x="535" y="56" width="130" height="72" rx="16" fill="#2b2d35"/>'
    yield '<circle cx="600" cy="92" r="27" fill="#17181d"/>'
    laid, edge = face(measures), measures.printed.wall + measures.printed.overhang
    wide, high = measures.room.width + 2 * edge, up_plate(measures, measures.room.depth) + 2 * edge
    left, top = (WIDE - wide * SCALE) / 2, (HIGH - high * SCALE) / 2
    yield f'<rect x="{left + 8:.1f}" y="{top + 12:.1f}" {_size(wide, high)} rx="12" fill="#000" opacity=".4"/>'
    yield f'<g transform="translate({left:.1f} {top + high * SCALE:.1f}) scale({SCALE} {-SCALE})">'
    yield f'<rect width="{wide:.1f}" height="{high:.1f}" rx="6" fill="#d9ccb0"/>'
    yield f'<g transform="translate({edge:.1f} {edge:.1f})">'
    glass = laid.window
    yield f'<path d="M{glass.x:.1f} {glass.y:.1f}h{glass.width:.1f}v{glass.height:.1f}h-{glass.width:.1f}z"/>'
    yield _dots(glass.x + glass.width / 2, glass.y + glass.height / 2, measures.glass.picture_width)
    back, dial, start = laid.rims
    yield _ring(back, "#2f4f96") + _ring(Hole(back.x, back.y, measures.back.cap), "#4a74c9")
    yield f'<circle cx="{back.x:.1f}" cy="{back.y:.1f}" r="4.5" fill="none" stroke="#dfe8ff" stroke-width="1.6"/>'
    yield _ring(Hole(dial.x, dial.y, measures.dial.knob), "#26262b")
    yield _ring(Hole(dial.x, dial.y, measures.dial.knob - 6), "#44444d")
    yield _ring(start, "#8e2a22") + _ring(Hole(start.x, start.y, measures.start.cap), "#d0483c")
    yield f'<rect x="{start.x - 8:.1f}" y="{start.y - 2:.1f}" width="16" height="4" rx="1" fill="#ffe3de"/>'
    yield from (_ring(Hole(lamp.x, lamp.y, lamp.across), "#f2efe2") for lamp in laid.small)
    yield from (_ring(Hole(screw.x, screw.y, 3.4), "#8d8066") for screw in laid.screws)
    yield "</g></g>"


def _size(wide: float, high: float) -> str:
    return f'width="{wide * SCALE:.1f}" height="{high * SCALE:.1f}"'


def _ring(hole: Hole, fill: str) -> str:
    return f'<circle cx="{hole.x:.1f}" cy="{hole.y:.1f}" r="{hole.across / 2:.1f}" fill="{fill}"/>'


def _dots(x: float, y: float, wide: float) -> str:
    """Return what the glass shows, row by row, each run of lit dots as one stroke."""
    shown = Image.open(_SHOWN).convert("1").resize((128, 64), Image.Resampling.NEAREST)
    runs = []
    for row in range(shown.height):
        lit = [bool(shown.getpixel((column, row))) for column in range(shown.width)] + [False]
        starts = [column for column in range(shown.width) if lit[column] and not (column and lit[column - 1])]
        runs += [f"M{column} {row + 0.5}h{lit.index(False, column) - column}" for column in starts]
    dot = wide / shown.width
    moved = f"translate({x - wide / 2:.2f} {y + dot * shown.height / 2:.2f}) scale({dot:.4f} {-dot:.4f})"
    return f'<path transform="{moved}" d="{"".join(runs)}" stroke="#cfe9ff" fill="none"/>'


def _arms() -> Iterator[Arm]:
    for (lx, ly, lturn, rx, ry, rturn), skin, sleeve in _PEOPLE:
        yield Arm(lx, ly, lturn, skin, sleeve, is_left=True)
        yield Arm(rx, ry, rturn, skin, sleeve)


def _arm(arm: Arm) -> Iterator[str]:
    moved = f"translate({arm.x} {arm.y}) rotate({arm.turn})" + (" scale(-1 1)" if arm.is_left else "")
    yield f'<use href="#hand" transform="translate(5 9) {moved}" color="#000" opacity=".35"/>'
    yield f'<g transform="{moved}"><use href="#hand" color="{arm.skin}"/>'
    yield f'<use href="#sleeve" fill="{arm.sleeve}" stroke="{arm.sleeve}"/></g>'
