"""Enters a result by finger and keyboard in the ring of seats. A touch must show in the fields below, and a change
of a field in the ring. Faults are sentences."""

from collections.abc import Iterator

from bench.browser_page import UP, BrowserPage

_SEATS = "document.querySelectorAll('#ring [data-seat]').length"
_ARROWS = "document.querySelectorAll('#arrows path').length"
_SENT = "document.querySelector('#ring [name=send]')"


def ring_faults(page: BrowserPage) -> list[str]:
    """Return the faults of the ring while all point at the first seat, and that one at the second. Nothing is sent."""
    return [what for what, holds in _tried(page) if not holds]


def send_result(page: BrowserPage) -> None:
    """Send the result until no question is left. A page that is still loading has no ring either."""
    page.touch_until(_SENT, "document.readyState === 'complete' && document.getElementById('ring') === null")


def _tried(page: BrowserPage) -> Iterator[tuple[str, bool]]:
    seats = page.ask(_SEATS)
    page.run("document.getElementById('fields').open = true")
    _brush(page, "points")
    _tap(page, 1, 2)
    for seat in range(2, seats + 1):
        _tap(page, seat, 1)
    pointed = ["2", *("1" for _ in range(2, seats + 1))]
    yield "whom a finger points out is not in the fields", _set(page, "points", seats) == pointed
    yield "not every seat has its arrow", page.ask(_ARROWS) == seats
    _tap(page, 1, 1)
    yield "a seat that is touched twice does not point at nobody", _set(page, "points", seats)[0] == "0"
    page.ask(f"({_field('points', 1)}.focus(), 0)")
    page.type(*(UP,) * (seats - 1))  # from nobody, the last one, to the second seat, the first
    kept = _set(page, "points", seats) == pointed and page.ask(_ARROWS) == seats
    yield "what a keyboard sets is not drawn", kept
    yield from _cards_and_dead(page, seats)


def _cards_and_dead(page: BrowserPage, seats: int) -> Iterator[tuple[str, bool]]:
    _brush(page, "1")
    _tap(page, 1)
    yield "the card that a finger gives is not in the fields", _set(page, "holds", seats)[0] == "1"
    drawn = page.ask("document.querySelector('#ring [data-seat=\"1\"] .card-of').textContent")
    yield "the card is not drawn at its seat", bool(drawn)
    _brush(page, "died")
    for ticked in (True, False):
        _tap(page, 1)
        shown = page.ask(f"[{_field('died', 1)}.checked, document.querySelectorAll('#ring .dead').length]")
        yield "who died is not the same in ring and fields", shown == [ticked, int(ticked)]


def _brush(page: BrowserPage, kind: str) -> None:
    page.touch(f"document.querySelector('#ring [name=brush][value=\"{kind}\"]')")


def _tap(page: BrowserPage, *seats: int) -> None:
    for seat in seats:
        page.touch(f"document.querySelector('#ring [data-seat=\"{seat}\"] circle')")


def _field(kind: str, seat: int) -> str:
    return f"document.getElementById('result').elements['{kind}-{seat}']"


def _set(page: BrowserPage, kind: str, seats: int) -> list[str]:
    return [page.ask(f"{_field(kind, seat)}.value") for seat in range(1, seats + 1)]
