"""How loud the box is: the pressed dial changes it wherever that gives nothing away, and so does the dial in a show.
A picture of it lies over the foot of the page for a moment, and where nothing is heard the voice says the number."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import Seconds, number_line
from device.show.stages import TABLE, Ask, Perform, Tell, night_bed
from device.table.effects import Effect, Remember, SampleVoice
from device.table.house import LOUDEST, House
from device.table.levels import heard_loudness, loudness_now, with_loudness
from device.table.page_kinds import DeckPage
from device.table.pages.names import number
from device.table.pages.sheet import SheetPage
from device.table.session_state import Session
from device.table.state import Table, TableStep
from device.table.turns import current_turn
from device.table.view import Gauge, View

SHOWN_FOR: Seconds = 1.5
"""How long the picture of it stays after the last detent."""


def is_for_loudness(table: Table, event: Input) -> bool:
    """The pressed dial, unless it belongs to whoever reads alone, or to nobody: then nothing may be heard of it."""
    if event.control is not Control.DIAL or event.gesture is not Gesture.PRESS_TURN:
        return False
    page = table.page
    alone = isinstance(page, SheetPage) or (isinstance(page, DeckPage) and page.held is not None)
    return not alone and (table.session is None or not _is_private(table.session))


def _is_private(session: Session) -> bool:
    """A turn of some seat, or eyes shut around one: in the pause, which everybody hears, it is public again."""
    stage, score = session.stage, session.score
    if isinstance(stage, Ask | Tell):
        return stage.who > TABLE or night_bed(stage) is not None
    if not isinstance(stage, Perform) or score is None or score.paused:
        return False
    dark = session.keeps_secrets and stage.page == "night"
    return stage.still or dark or current_turn(session) is not None


def turn_loudness(table: Table, event: Input) -> TableStep:
    """Voice and background together, never quite to silence: a night that cannot be heard is no night."""
    before = heard_loudness(table)
    after = max(1, min(table.ceiling, before + event.steps))
    shown = replace(table, gauge_until=event.at + SHOWN_FOR)
    if after == before:
        return shown, _sample(shown, after)
    chosen = replace(shown, choices=with_loudness(table, after))
    return chosen, (loudness_now(chosen), Remember(chosen.choices), *_sample(chosen, after))


def _sample(table: Table, loudness: int) -> tuple[Effect, ...]:
    """A show is heard itself."""
    score = table.session.score if table.session else None
    performing = score is not None and not score.over and not score.paused
    return () if performing else (SampleVoice(number_line(loudness)),)


def gauge_due(table: Table) -> float | None:
    """When the picture goes; None when there is none."""
    return table.gauge_until if table.gauge_until > table.now else None


def with_gauge(house: House, table: Table, view: View) -> View:
    """The page with the picture over it, for whoever sees which of its views."""
    if gauge_due(table) is None:
        return view
    loudness, language = heard_loudness(table), table.choices.language
    gauge = Gauge(number(house.words, language, str(loudness)), loudness / LOUDEST, table.ceiling / LOUDEST)
    hidden = view.hidden and replace(view.hidden, public=replace(view.hidden.public, over=gauge))
    return replace(view, over=gauge, hidden=hidden)
