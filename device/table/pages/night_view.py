"""What is seen while a show is under way: who is called, the bar of the time left, the pause, a caption for a voice
that is hard to understand, the secret turn."""

import math

from msgspec.structs import replace

from device.show import conductor
from device.show.cues import Window
from device.show.stages import Perform, Secret
from device.table.acting import doing, open_turn
from device.table.caption import shown
from device.table.house import House
from device.table.pages import secret
from device.table.pages.names import call_name, fact
from device.table.state import Acting, Table
from device.table.view import Bar, Row, Size, Text, View

STEPS_OF_BAR = 12


def due(table: Table) -> float | None:
    """The next moment at which the show, or the bar of its window, changes."""
    session = table.session
    score = session.score if session else None
    if session is None or score is None or score.paused or score.until is None:
        return None
    look = secret.due(session, table.now)
    change = _next_slice(score.until, _slice(score), table.now)
    return change if look is None else min(change, look)


def _next_slice(until: float, bar: float | None, now: float) -> float:
    """When the bar next becomes shorter, or the wait ends."""
    if bar is None:
        return until
    ahead = math.ceil((until - now) / bar - 1e-6) - 1
    return min(until, until - ahead * bar) if ahead > 0 else until


def view(house: House, table: Table) -> View:
    session = table.session
    if session is None or session.score is None:
        return View("night", table.choices.language)
    if session.held:
        return _held(house, table)
    page = session.stage.page if isinstance(session.stage, Perform) else "night"
    name = Text(call_name(house.words, table.choices.language, conductor.called(session.score) or page), Size.LARGE)
    if session.score.paused:
        return _paused(house, table, name)
    if table.caption:
        return View(page, table.caption.language, (Text(shown(table.caption, table.now), Size.LARGE),))
    rows: tuple[Row, ...] = (name, *_bar(session.score, table.now))
    turn = open_turn(session)
    if turn is None:
        return View(page, table.choices.language, rows, dim=page == "night")
    return _acting(house, table, doing(session, turn[0]), turn[1], View(page, table.choices.language, rows, dim=True))


def _held(house: House, table: Table) -> View:
    """It waits for a loudspeaker."""
    language, screen = table.choices.language, house.words.screen
    rows = Text(screen(language, "fault.sound"), Size.LARGE), Text(screen(language, "fault.sound.wait"), Size.SMALL)
    return View("fault", language, rows)


def _paused(house: House, table: Table, name: Text) -> View:
    language, screen = table.choices.language, house.words.screen
    paused = Text(screen(language, "paused"), Size.SMALL, inverse=True)
    return View("pause", language, (paused, name, Text(screen(language, "pause.hint"), Size.SMALL)))


def _acting(house: House, table: Table, acting: Acting, turn: Secret, page: View) -> View:
    """Everybody may know what the turn is for; the rest is for whoever has the dial."""
    name, *bar = page.rows
    hint = Text(fact(house.words, page.language, turn.hint(acting.row, acting.looked)), Size.SMALL)
    return secret.view(house, table, replace(page, rows=(name, hint, *bar)), acting, turn)


def _slice(score: conductor.Score) -> float | None:
    cue = score.show[score.cue]
    return cue.seconds / STEPS_OF_BAR if isinstance(cue, Window) else None


def _bar(score: conductor.Score, now: float) -> tuple[Bar, ...]:
    bar = _slice(score)
    if bar is None or score.until is None:
        return ()
    return (Bar(min(1.0, math.ceil((score.until - now) / bar - 1e-6) / STEPS_OF_BAR)),)
