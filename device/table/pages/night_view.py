"""The view of a show under way: who is called, the bar of the time left, the pause, a caption for a voice that is hard
to understand, the secret turn."""

import math

from msgspec.structs import replace

from device.kernel.events import Part
from device.show.cues import Window
from device.show.facts import RoleName
from device.show.score import Score, current_call
from device.show.secret_turn import Secret
from device.show.stages import Perform
from device.table.captions import caption_now, caption_part
from device.table.house import House
from device.table.pages import secret
from device.table.pages.names import fact_text
from device.table.roster import seating
from device.table.session_state import Session, TurnState
from device.table.state import Table
from device.table.turns import current_turn, look_due, turn_state
from device.table.view import Bar, Row, Size, Text, View

_STEPS_OF_BAR = 12


def show_due(table: Table, session: Session) -> float | None:
    """Return the next moment at which the show, or the bar of its window, changes."""
    score = session.score
    if score is None or score.paused or score.until is None:
        return None
    look = look_due(session.acting.held, table.now) if session.acting else None
    change = _next_slice(score.until, _slice(score), table.now)
    return change if look is None else min(change, look)


def _next_slice(until: float, bar: float | None, now: float) -> float:
    """Return when the bar next becomes shorter, or the wait ends. A wait that is over as it begins has no bar."""
    if not bar:
        return until
    ahead = math.ceil((until - now) / bar - 1e-6) - 1
    return min(until, until - ahead * bar) if ahead > 0 else until


def show_view(house: House, table: Table, session: Session, stage: Perform) -> View:
    page = stage.page
    if session.score is None:
        return View(page, table.choices.language)
    if session.held:
        return _held(house, table)
    called = current_call(session.score) or RoleName(page)
    name = Text(fact_text(house.words, table.choices.language, called, seating(table)), Size.LARGE)
    if session.score.paused:
        return _paused(house, table, name)
    if caption := caption_now(table):
        text = caption_part(caption, table.now, house.screen)
        return View(page, caption.language, (Text(text, Size.LARGE),))
    rows: tuple[Row, ...] = (name, *_bar(session.score, table.now))
    turn = current_turn(session)
    if turn is None:
        return View(page, table.choices.language, (*rows, *_ready(house, table, session.score)), dim=page == "night")
    return _acting(
        house, table, turn_state(session, turn[0]), turn[1], View(page, table.choices.language, rows, dim=True)
    )


def _ready(house: House, table: Table, score: Score) -> tuple[Text, ...]:
    """Tell of a window that all may end, or have ended: it goes on to its least time."""
    hint = "window.ready" if score.spare else "window.kept" if score.ending else ""
    return (Text(house.words.screen(table.choices.language, hint), Size.SMALL),) if hint else ()


def _held(house: House, table: Table) -> View:
    """Show that the box waits for a loudspeaker, or for a screen: others may have one of their own."""
    language, screen = table.choices.language, house.words.screen
    if Part.SOUND not in table.faults:
        return View("fault", language, (Text(screen(language, "fault.screen"), Size.LARGE),))
    rows = Text(screen(language, "fault.sound"), Size.LARGE), Text(screen(language, "fault.sound.help"), Size.SMALL)
    return View("fault", language, rows)


def _paused(house: House, table: Table, name: Text) -> View:
    language, screen = table.choices.language, house.words.screen
    paused = Text(screen(language, "paused"), Size.SMALL, inverse=True)
    return View("pause", language, (paused, name, Text(screen(language, "pause.hint"), Size.SMALL)))


def _acting(house: House, table: Table, acting: TurnState, turn: Secret, page: View) -> View:
    """Show everybody what the turn is for, and the rest to whoever has the dial."""
    name, *bar = page.rows
    hint = Text(fact_text(house.words, page.language, turn.hint(acting.row, acting.looked), seating(table)), Size.SMALL)
    return secret.turn_view(house, table, replace(page, rows=(name, hint, *bar)), acting, turn)


def _slice(score: Score) -> float | None:
    if score.over:
        return None
    cue = score.show[score.cue]
    return cue.seconds / _STEPS_OF_BAR if isinstance(cue, Window) else None


def _bar(score: Score, now: float) -> tuple[Bar, ...]:
    bar = _slice(score)
    if not bar or score.until is None:
        return ()
    return (Bar(min(1.0, math.ceil((score.until - now) / bar - 1e-6) / _STEPS_OF_BAR)),)
