"""Provides what tests of the table do and ask: ends of sounds, pages shown, words spoken, entries recorded."""

from collections.abc import Sequence

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Wished
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.stages import Stage
from nightcrier.box.table.core.effects import Effect, Entry, Record
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.box.table.ground.power_on import boot
from nightcrier.box.table.look import look
from nightcrier.box.table.public_table import table_shown
from nightcrier.wire.public_record import TableShown
from nightcrier.wire.wishes import Wish
from tests.box.table.evening import Evening

START, BACK, DIAL = Control.START, Control.BACK, Control.DIAL
HOLD = Gesture.HOLD


def shown(evening: Evening, gestures: str = "") -> list[str]:
    """Return the lines on the screen after these gestures."""
    evening.go(gestures)
    return view_lines(look(evening.house, evening.table))


def rows(evening: Evening, gestures: str = "") -> list[str]:
    """Return the lines on the screen above the keys, after these gestures."""
    evening.go(gestures)
    return row_texts(look(evening.house, evening.table))


def row_texts(view: View) -> list[str]:
    return view_lines(replace(view, foot=None))


def page(evening: Evening, gestures: str = "") -> str:
    evening.go(gestures)
    return look(evening.house, evening.table).page


def spoken(effects: object) -> list[str]:
    return [line for effect in effects if isinstance(effect, Speak) for line in effect.lines]


def recorded(evening: Evening) -> list[Entry]:
    return [effect.entry for effect in evening.effects if isinstance(effect, Record)]


def after_cut(evening: Evening, entries: Sequence[Entry] | None = None) -> Evening:
    """Cut the power and switch it on again. Only what was recorded is known afterward."""
    kept = recorded(evening) if entries is None else entries
    return Evening(evening.house, boot(evening.house, Table(evening.table.choices), kept)[0])


def sound_ends(evening: Evening, seconds: float = 1.0) -> Evening:
    evening.at += seconds
    return evening.after("ended")


def end_game(evening: Evening) -> Sequence[Effect]:
    """End the game like people do: hold BACK, and then hold START at the question."""
    return evening.go("hold-back hold-start")


def until_window(evening: Evening) -> Evening:
    return sound_ends(sound_ends(evening.after("start")))


def stage_of(evening: Evening) -> Stage:
    return evening.table.session.stage


def wish(evening: Evening, wished: Wish) -> list[Effect]:
    return list(evening.send(Wished(evening.at, wished)))


def public(evening: Evening, gestures: str = "") -> TableShown:
    evening.go(gestures)
    return table_shown(evening.house, evening.table, look(evening.house, evening.table))


def public_view(evening: Evening) -> View:
    view = look(evening.house, evening.table)
    return view.hidden.public if view.hidden else view
