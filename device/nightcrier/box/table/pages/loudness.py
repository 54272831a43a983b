"""Changes the loudness by the pressed dial, wherever that gives nothing away, and by the dial in a show. A picture of
it lies over the foot of the page for a moment, and where nothing is heard the voice says the number."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.answers import BACK
from nightcrier.box.show.cues import Hush, Speak
from nightcrier.box.show.stages import TABLE, Ask, Perform, Tell, night_bed
from nightcrier.box.table.core.effects import Effect, Remember, SampleVoice, SetLoudness
from nightcrier.box.table.core.house import LOUDEST, Choices, House
from nightcrier.box.table.core.names import number
from nightcrier.box.table.core.page_kinds import Page
from nightcrier.box.table.core.state import HeldDial, Session, Table, TableStep, step_after
from nightcrier.box.table.course.conducting import current_turn
from nightcrier.box.table.course.secret import SheetPage
from nightcrier.box.table.course.session import advance
from nightcrier.box.table.drawing.view import Gauge, View
from nightcrier.box.table.pages.deck import DeckPage
from nightcrier.kernel.ids import Seconds, number_line


def voice_loudness(table: Table) -> int:
    """Return the loudness of the voice as it is heard. A choice above the ceiling stays chosen for the time without
    one; how far below its ceiling people want it is a choice of its own."""
    choices = table.choices
    return choices.loudness if choices.loudness <= table.ceiling else min(choices.low_loudness, table.ceiling)


def loudness_now(table: Table) -> SetLoudness:
    """Return the loudness of voice and bed: where the ceiling lowers the voice, the bed goes down with it."""
    voice = voice_loudness(table)
    bed = max(1, min(table.ceiling, table.choices.bed_loudness - (table.choices.loudness - voice)))
    return SetLoudness(voice / LOUDEST, bed / LOUDEST)


def with_loudness(table: Table, loudness: int) -> Choices:
    """Return the choices with the voice so loud, and the bed as far from it as before: it may lie beyond an end of the
    scale, to come back from there."""
    choices = table.choices
    if choices.loudness > table.ceiling:
        return replace(choices, low_loudness=loudness)
    moved = loudness - choices.loudness
    return replace(choices, loudness=loudness, bed_loudness=choices.bed_loudness + moved)


def bed_level(choices: Choices) -> int:
    """Return the loudness of the bed on the scale of the menu."""
    return max(1, min(LOUDEST, choices.bed_loudness))


SHOWN_FOR: Seconds = 1.5
"""How long the picture of it stays after the last detent."""


def is_for_loudness(table: Table, event: Input) -> bool:
    """Whether a hand changes the loudness: the pressed dial does, unless it belongs to whoever reads alone, or to
    nobody: then nothing may be heard of it."""
    if event.control is not Control.DIAL or event.gesture is not Gesture.PRESS_TURN:
        return False
    page = table.page
    alone = isinstance(page, SheetPage) or (isinstance(page, DeckPage) and page.held is not None)
    return not alone and (table.session is None or not _is_private(table.session))


def _is_private(session: Session) -> bool:
    """Whether some seat has its turn, or eyes are shut around one: in the pause, which everybody hears, it is public
    again."""
    stage, score = session.stage, session.score
    if isinstance(stage, Ask | Tell):
        return stage.who > TABLE or night_bed(stage) is not None
    if not isinstance(stage, Perform) or score is None or score.paused:
        return False
    dark = session.keeps_secrets and stage.page == "night"
    return stage.still or dark or current_turn(session) is not None


def turn_loudness(table: Table, event: Input) -> TableStep:
    """Turn voice and background together, never quite to silence: a night that cannot be heard is no night."""
    before = voice_loudness(table)
    after = max(1, min(table.ceiling, before + event.steps))
    shown = replace(table, gauge_until=event.at + SHOWN_FOR)
    if after == before:
        return shown, _sample(shown, after)
    chosen = replace(shown, choices=with_loudness(table, after))
    return chosen, (loudness_now(chosen), Remember(chosen.choices), *_sample(chosen, after))


def _sample(table: Table, loudness: int) -> tuple[Effect, ...]:
    """Say the number, unless a show is heard itself."""
    score = table.session.score if table.session else None
    performing = score is not None and not score.over and not score.paused
    return () if performing else (SampleVoice(number_line(loudness)),)


def gauge_due(table: Table) -> float | None:
    """Return when the picture goes; None if there is none."""
    return table.gauge_until if table.gauge_until > table.now else None


def with_gauge(house: House, table: Table, view: View) -> View:
    """Lay the picture over the page, for whoever sees which of its views."""
    if gauge_due(table) is None:
        return view
    loudness, language = voice_loudness(table), table.choices.language
    gauge = Gauge(number(house.words, language, str(loudness)), loudness / LOUDEST, table.ceiling / LOUDEST)
    hidden = view.hidden and replace(view.hidden, public=replace(view.hidden.public, over=gauge))
    return replace(view, over=gauge, hidden=hidden)


def with_held(event: Input, table: Table, moved: Table, effects: Sequence[Effect]) -> Table:
    """Remember what holding the dial has begun: slow hands press it for long before they turn it, and mean the
    loudness. What the hold has begun by then is taken back."""
    if (event.control, event.gesture) != (Control.DIAL, Gesture.HOLD):
        return moved
    if table.session and moved.session and moved.session.play is not table.session.play:
        return replace(moved, held_dial=HeldDial.ANSWER)
    if _under(table.page) == moved.page:
        return replace(moved, held_dial=table.page)
    spoken = any(isinstance(effect, Speak) for effect in effects)
    return replace(moved, held_dial=HeldDial.SPEECH) if spoken else moved


def _under(page: Page) -> Page | None:
    """Return the page that lies under this one, if there is one: a hold on the dial may lead there."""
    under: Page | None = getattr(page, "under", None)
    return under


def page_again(table: Table, event: Input) -> Table:
    """Return to the page that was left by holding the dial, if it turns yet, pressed as it is."""
    turned = (event.control, event.gesture) == (Control.DIAL, Gesture.PRESS_TURN)
    left = table.held_dial
    if not isinstance(left, Page) or not turned or _under(left) != table.page:
        return table
    return replace(table, page=left)


def turn_after_hold(held: HeldDial | Page, table: Table, event: Input) -> TableStep:
    """Turn the loudness with the pressed dial, and take back what it was held for."""
    undone: tuple[Effect, ...] = ()
    match held:
        case HeldDial.NOTHING | Page():
            taken = table
        case HeldDial.SPEECH:
            taken, undone = replace(table, caption=None), (Hush(),)
        case HeldDial.ANSWER:
            back = isinstance(table.stage, Ask | Tell) and table.stage.back
            taken, undone = advance(table, BACK, event.at) if back else (table, ())
        case _:
            assert_never(held)
    return step_after(undone, turn_loudness(taken, event))
