"""The film in README: a rehearsed night with its glass, what is said, the lamp and the hands. Part of make.py.

It is shorter than the night: the times to act pass faster, and a sentence stands as long as it takes to read it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageDraw, ImageFont

_WIDE, _HIGH, _SCALE = 600, 420, 4
_LEFT, _TOP = (_WIDE - 128 * _SCALE) // 2, 28
_NIGHT, _BOX, _GLASS, _INK, _SAID, _FAINT = "#10131d", "#232634", "#05070c", "#cfe9ff", "#f4efe2", "#9298ac"
_CONTROLS = {"back": ("BACK", "#4a74c9"), "dial": ("dial", "#a9adba"), "start": ("START", "#e0574a")}
_HEARD = {"wolf-howl": "(a wolf howls)", "dawn": "(the birds of the morning)", "gong": "(a gong)"}
_FASTER, _READ, _LETTERS, _LAST = 5, 0.8, 40, 3.0
_LIT = frozenset({"home", "day", "window"})


class Moment(Struct, frozen=True):
    """What is seen and heard from `at` on."""

    at: float = 0.0
    frame: str = ""
    said: str = ""
    lamp: str = ""
    pressed: str = ""

    @property
    def is_window(self) -> bool:
        """Whether people act, and the box waits."""
        return self.lamp == "window"


def moments(record: Iterable[Mapping[str, Any]]) -> list[Moment]:
    """Return each change of what is seen and heard in a rehearsal."""
    now, found = Moment(), dict[float, Moment]()
    for event in record:
        if event["t"] != now.at:
            now = replace(now, at=event["t"], pressed="")
        match event:
            case {"kind": "screen", "frame": frame}:
                now = replace(now, frame=frame)
            case {"kind": "say", "text": text}:
                now = replace(now, said=text)
            case {"kind": "signal", "name": name} if name in _HEARD:
                now = replace(now, said=_HEARD[name])
            case {"kind": "lamp", "state": lamp}:
                now = replace(now, lamp=lamp, said="(fingers tap on wood)" if lamp == "window" else now.said)
            case {"kind": "state", "page": "day"}:
                now = replace(now, said="(everybody talks)")
            case {"kind": "input", "control": control}:
                now = replace(now, pressed=control)
            case _:
                continue
        found[now.at] = now
    return list(found.values())


def seconds(shown: Sequence[Moment]) -> Iterator[float]:
    """Yield how long each of them stands."""
    for each, behind in pairwise(shown):
        lasted = behind.at - each.at
        yield lasted / _FASTER if each.is_window else min(lasted, _READ + len(each.said) / _LETTERS)
    yield _LAST


def film(record: Iterable[Mapping[str, Any]], folder: Path, out: Path) -> None:
    """Write the film of a rehearsal as a GIF."""
    shown = moments(record)
    first, *others = [drawn_moment(each, folder) for each in shown]
    first.save(
        out, save_all=True, append_images=others, duration=[round(100 * each) * 10 for each in seconds(shown)], loop=0
    )


def drawn_moment(shown: Moment, folder: Path) -> Image.Image:
    picture = Image.new("RGB", (_WIDE, _HIGH), _NIGHT)
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((16, 8, _WIDE - 16, 352), 18, fill=_BOX)
    draw.rectangle((_LEFT - 6, _TOP - 6, _WIDE - _LEFT + 5, _TOP + 64 * _SCALE + 5), fill=_GLASS)
    dots = Image.open(folder / shown.frame).convert("1")
    dots = dots.resize((dots.width * _SCALE, dots.height * _SCALE), Image.Resampling.NEAREST)
    draw.bitmap((_LEFT, _TOP), dots, fill=_INK)
    draw.ellipse((_LEFT + 20, 312, _LEFT + 36, 328), fill=_SAID if shown.lamp in _LIT else _GLASS)
    for place, (control, (name, colour)) in enumerate(_CONTROLS.items()):
        x, is_pressed = _WIDE // 2 + 130 * (place - 1), control == shown.pressed
        draw.rounded_rectangle((x - 45, 304, x + 45, 336), 16, fill=colour if is_pressed else _BOX, outline=_FAINT)
        draw.text((x, 320), name, _NIGHT if is_pressed else _FAINT, ImageFont.load_default(18), "mm")
    rows, faint = wrap(shown.said, 56), shown.said.startswith("(")
    for row, text in enumerate(rows):
        middle = 386 + 26 * row - 13 * (len(rows) - 1)
        draw.text((_WIDE // 2, middle), text, _FAINT if faint else _SAID, ImageFont.load_default(20), "mm")
    return picture.quantize(16, dither=Image.Dither.NONE)
