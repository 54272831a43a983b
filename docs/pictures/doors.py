"""The three doors in README: a Pi and its card, a computer with the simulated box, a box that was given to somebody."""

from collections.abc import Callable, Mapping
from functools import partial

_NIGHT, _GLASS = "#10131d", "#05070c"
_PI = """<rect x="70" y="34" width="120" height="82" rx="8" fill="#3c8a56"/>
<path d="M82 45H178" stroke="#16171c" stroke-width="10"/>
<path d="M84 45H178" stroke="#e2c36a" stroke-width="5" stroke-dasharray="3 3"/>
<rect x="112" y="66" width="34" height="32" rx="3" fill="#1c2a22"/>
<path d="M176 66h20v14h-20zM176 90h20v14h-20z" fill="#c9ccd4"/>
<path d="M12 62h30l8 8v30H12z" fill="#2f62b0"/><path d="M18 68v8M25 68v8M32 68v8" stroke="#e2c36a" stroke-width="4"/>
<path d="M54 84H64M60 78L66 84L60 90" stroke="#fff" stroke-width="3" fill="none"/>"""
_COMPUTER = f"""<rect x="50" y="28" width="140" height="84" rx="8" fill="#3a3f4f"/>
<rect x="58" y="36" width="124" height="68" fill="{_GLASS}"/>
<path d="M30 116H210L200 128H40Z" fill="#9aa0b2"/>
<rect x="84" y="48" width="72" height="34" fill="none" stroke="#6d7388" stroke-width="2"/>
<path d="M122 53a7 7 0 1 0 5 10a6 6 0 0 1 -5 -10zM92 74h38v4h-38z" fill="#cfe9ff"/>
<path d="M66 94H94M102 94H118M126 94H150" stroke="#6d7388" stroke-width="3"/>"""
_GIVEN = f"""<path d="M62 50H178L190 120H50Z" fill="#d9ccb0"/>
<rect x="88" y="58" width="64" height="24" fill="{_GLASS}"/>
<path d="M96 70H144" stroke="#cfe9ff" stroke-width="4"/>
<circle cx="78" cy="102" r="9" fill="#4a74c9"/><circle cx="120" cy="102" r="11" fill="#33333a"/>
<circle cx="162" cy="102" r="11" fill="#d0483c"/><path d="M156 102h12" stroke="#fff" stroke-width="3"/>
<path d="M113 50H127V128H113Z" fill="#a8324a" opacity=".85"/>
<path d="M120 50C96 20 72 34 90 48ZM120 50C144 20 168 34 150 48Z" fill="none" stroke="#a8324a" stroke-width="8"/>"""


def _door(shape: str) -> str:
    """Return this door as SVG."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 16 240 120" width="240" height="120">\n'
        f'<rect y="16" width="240" height="120" rx="16" fill="{_NIGHT}"/>\n{shape}\n</svg>\n'
    )


DOORS: Mapping[str, Callable[[], str]] = {
    "door-pi": partial(_door, _PI),
    "door-computer": partial(_door, _COMPUTER),
    "door-given": partial(_door, _GIVEN),
}
