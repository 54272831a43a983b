"""Changes the loudness with the pressed dial if this reveals no secret, and during a show also with the dial alone. A
gauge of the loudness is shown at the bottom of the page for a moment. If nothing else is heard, the voice says the
number."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.answers import BACK
from nightcrier.box.show.cues import Hush, Speak
from nightcrier.box.show.stages import TABLE, Ask, Count, Perform, Tell, night_bed
from nightcrier.box.table.core.effects import Effect, Remember, SampleVoice, SetLoudness
from nightcrier.box.table.core.house import LOUDEST, Choices, House
from nightcrier.box.table.core.names import number
from nightcrier.box.table.core.state import HeldDial, Page, Session, Table, TableStep, step_after
from nightcrier.box.table.drawing.view import Gauge, View
from nightcrier.box.table.game.conducting import current_turn
from nightcrier.box.table.game.secret import SheetPage
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.kernel.ids import Seconds, number_line


def voice_loudness(table: Table) -> int:
    """Return the loudness at which the voice is heard. Under a ceiling, this is a separate choice, and the higher
    loudness is remembered for later, when the ceiling is gone."""
    choices = table.choices
    return choices.loudness if choices.loudness <= table.ceiling else min(choices.low_loudness, table.ceiling)


def loudness_now(table: Table) -> SetLoudness:
    """Return the effect that sets voice and bed. If the ceiling lowers the voice, it lowers the bed by as much."""
    voice = voice_loudness(table)
    bed = max(1, min(table.ceiling, table.choices.bed_loudness - (table.choices.loudness - voice)))
    return SetLoudness(voice / LOUDEST, bed / LOUDEST)


def choices_with_loudness(table: Table, loudness: int) -> Choices:
    """Return the choices with the voice at this loudness, and with the same distance between bed and voice as before.
    The bed may go beyond the ends of the scale, so that turning back restores it."""
    choices = table.choices
    if choices.loudness > table.ceiling:
        return replace(choices, low_loudness=loudness)
    moved = loudness - choices.loudness
    return replace(choices, loudness=loudness, bed_loudness=choices.bed_loudness + moved)


def bed_level(choices: Choices) -> int:
    """Return the loudness of the bed on the scale of the menu."""
    return max(1, min(LOUDEST, choices.bed_loudness))


SHOWN_FOR: Seconds = 1.5
"""The seconds for which the gauge is shown after the last detent."""


def is_for_loudness(table: Table, event: Input) -> bool:
    """Say whether the pressed dial changes the loudness. It does not while a seat or the host reads alone, nor in a
    private turn, because nobody may hear the dial then."""
    if event.control is not Control.DIAL or event.gesture is not Gesture.PRESS_TURN:
        return False
    page = table.page
    alone = isinstance(page, SheetPage) or (isinstance(page, DeckPage) and page.held is not None)
    return not alone and (table.session is None or not is_private(table.session))


def is_private(session: Session) -> bool:
    """Say whether a seat has its turn, or people's eyes are shut before or after such a turn. A pause is not private,
    because everybody can hear it."""
    stage, score = session.stage, session.score
    if isinstance(stage, Ask | Tell):
        return stage.who > TABLE or night_bed(stage) is not None
    if not isinstance(stage, Perform) or score is None or score.paused:
        return False
    dark = session.keeps_secrets and stage.page == "night"
    return stage.still or dark or current_turn(session) is not None


def turn_loudness(table: Table, event: Input) -> TableStep:
    """Change the loudness of voice and bed together. The lowest step is not silent; otherwise people could not play
    on."""
    return _set_loudness(table, voice_loudness(table) + event.steps, event.at)


def switch_party(table: Table, at: float) -> TableStep:
    """Make the box as loud as possible, for a party. If it already is, restore the loudness from before."""
    now = voice_loudness(table)
    if now == table.ceiling:
        return _set_loudness(table, table.choices.usual_loudness, at)
    return _set_loudness(replace(table, choices=replace(table.choices, usual_loudness=now)), table.ceiling, at)


def _set_loudness(table: Table, wanted: int, at: float) -> TableStep:
    after = max(1, min(table.ceiling, wanted))
    shown = replace(table, gauge_until=at + SHOWN_FOR)
    if after == voice_loudness(table):
        return shown, _sample(shown, after)
    chosen = replace(shown, choices=choices_with_loudness(table, after))
    return chosen, (loudness_now(chosen), Remember(chosen.choices), *_sample(chosen, after))


def _sample(table: Table, loudness: int) -> tuple[Effect, ...]:
    """Return the effect that says the loudness as a number, or nothing during a show."""
    score = table.session.score if table.session else None
    performing = score is not None and not score.over and not score.paused
    by_day = isinstance(table.stage, Count)  # over the bed
    return () if performing else (SampleVoice(number_line(loudness), over_page=by_day),)


def gauge_due(table: Table) -> float | None:
    return table.gauge_until if table.gauge_until > table.now else None


def with_gauge(house: House, table: Table, view: View) -> View:
    """Add the gauge to the page, both to the public view and to the view of one seat."""
    if gauge_due(table) is None:
        return view
    loudness, language = voice_loudness(table), table.choices.language
    gauge = Gauge(number(house.words, language, str(loudness)), loudness / LOUDEST, table.ceiling / LOUDEST)
    hidden = view.hidden and replace(view.hidden, public=replace(view.hidden.public, over=gauge))
    return replace(view, over=gauge, hidden=hidden)


def remember_hold(event: Input, table: Table, moved: Table, effects: Sequence[Effect]) -> Table:
    """Remember what holding the dial has started. Some people hold the pressed dial for a long time before they turn it
    to change the loudness, and the box then undoes this."""
    if (event.control, event.gesture) != (Control.DIAL, Gesture.HOLD):
        return moved
    if table.session and moved.session and moved.session.play is not table.session.play:
        return replace(moved, held_dial=HeldDial.ANSWER)
    if table.page != moved.page and _are_on_each_other(table.page, moved.page):
        return replace(moved, held_dial=table.page)
    if moved.choices.spoken_menu != table.choices.spoken_menu:
        return replace(moved, held_dial=HeldDial.READING)
    spoken = any(isinstance(effect, Speak) for effect in effects)
    return replace(moved, held_dial=HeldDial.SPEECH) if spoken else moved


def _are_on_each_other(page: Page | None, other: Page | None) -> bool:
    """Say whether one of two pages is directly under the other, so that a hold of the dial has opened or closed one."""
    return any(getattr(upper, "under", None) == lower for upper, lower in ((page, other), (other, page)))


def return_to_held_page(table: Table, event: Input) -> Table:
    turned = (event.control, event.gesture) == (Control.DIAL, Gesture.PRESS_TURN)
    left = table.held_dial
    if isinstance(left, HeldDial) or not turned or not _are_on_each_other(left, table.page):
        return table
    return replace(table, page=left)


def turn_after_hold(held: HeldDial | Page | None, table: Table, event: Input) -> TableStep:
    """Change the loudness with the pressed dial, and undo what holding the dial has started."""
    undone: tuple[Effect, ...] = ()
    match held:
        case HeldDial.NOTHING | Page() | None:
            taken = table
        case HeldDial.SPEECH:
            taken, undone = replace(table, caption=None), (Hush(),)
        case HeldDial.READING:
            choices = replace(table.choices, spoken_menu=not table.choices.spoken_menu)
            taken, undone = replace(table, choices=choices, caption=None), (Hush(), Remember(choices))
        case HeldDial.ANSWER:
            back = isinstance(table.stage, Ask | Tell) and table.stage.back
            taken, undone = advance(table, BACK, event.at) if back else (table, ())
        case _:
            assert_never(held)
    return step_after(undone, turn_loudness(taken, event))
