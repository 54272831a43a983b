"""Reads pages aloud for people who cannot see them: what is new after a gesture, and the whole page while the dial is
held. No gesture is answered by silence: if there are no words, as at the end of a list, a tick answers.

None of this is heard while eyes are shut, or while one seat or the host alone is asked."""

from collections.abc import Sequence

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.cues import Hush, PlaySignal, Speak
from nightcrier.box.show.stages import TABLE, Ask, Perform, Tell, Verdict, in_the_dark
from nightcrier.box.table.core.effects import Amend, Effect, SampleVoice
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table, TableStep, step_after
from nightcrier.box.table.evening.scores import ScoresPage
from nightcrier.box.table.game.secret import SheetPage
from nightcrier.box.table.ground.before_game import NumberPage
from nightcrier.box.table.ground.stage import surface
from nightcrier.box.table.heard.talk import is_paused, is_performing, reads_aloud, speak, with_numbers
from nightcrier.box.table.over.welcome import WelcomePage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.ids import NOBODY_WAITS, LineId

_SILENT = frozenset({Gesture.RELEASE, Gesture.PRESS_TURN})
"""The gestures that mean nothing by themselves on a page."""
_TICK = PlaySignal(NOBODY_WAITS, "tick")
"""The signal for the end of a list, and for anything without words."""


def speaks_menus(house: House, table: Table) -> bool:
    return isinstance(table.page, WelcomePage | NumberPage) or reads_aloud(house, table)


def speak_page(house: House, table: Table, moved: Table, effects: Sequence[Effect]) -> TableStep:
    """Say what is new on the page, after the lines of the step itself. A stage that tells something speaks by itself as
    it begins. During a game, a page does not interrupt other lines of the step, and no question is said twice.
    Corrected scores are said once the scorebook has answered. Nothing is said while a show continues under a page,
    because the show would lose its line."""
    if any(isinstance(effect, Amend) for effect in effects) or is_performing(moved):
        return moved, tuple(effects)
    if moved.stage is not table.stage and isinstance(moved.stage, Tell | Verdict):
        return moved, tuple(effects)
    lines = _news(house, replace(table, now=moved.now), moved)
    told = tuple(line for effect in effects if isinstance(effect, Speak) for line in effect.lines)
    if moved.session is None and lines:
        lines = (*told, *_not_told(lines, told))
    numbered = with_numbers(moved, Speak(NOBODY_WAITS, lines)).lines
    if not lines or numbered == told:
        return moved, tuple(effects)
    within = told[:1] == numbered[:1] and set(told) <= set(numbered)
    if told and not within and moved.session is not None:
        return moved, tuple(effects)
    moved = replace(moved, advised=moved.advised | set(lines) & set(surface(moved).controls(house, moved)))
    kept = (effect for effect in effects if not (within and isinstance(effect, Hush | Speak)))
    return step_after(kept, speak(moved, *lines, menu=True))


def teach_controls(house: House, table: Table, effects: Sequence[Effect]) -> TableStep:
    """Say once what the controls do, after the lines of a verdict, or of a text for everybody."""
    controls = tuple(line for line in surface(table).controls(house, table) if line not in table.advised)
    spoken = next((effect for effect in reversed(effects) if isinstance(effect, Speak)), None)
    if not (controls and spoken and table.page is None and isinstance(table.stage, Tell | Verdict)):
        return table, tuple(effects)
    taught = replace(spoken, lines=(*spoken.lines, *controls))
    advised = table.advised.union(controls)
    return replace(table, advised=advised), tuple(taught if each is spoken else each for each in effects)


def _not_told(lines: tuple[LineId, ...], told: tuple[LineId, ...]) -> tuple[LineId, ...]:
    """Return the lines without their beginning, if it repeats the end of what was just said."""
    said = next((n for n in range(len(lines), 0, -1) if lines[:n] == told[-n:]), 0)
    return lines[said:]


def _news(house: House, table: Table, moved: Table) -> tuple[LineId, ...]:
    """Return the lines of the page that differ from those before the step. The lines about where people are are
    included only if they change, or with new scores; those about the controls only once after power-on."""
    before, page = surface(table), surface(moved)
    title, lines = page.title(house, moved), page.lines(house, moved)
    differs = lines != before.lines(house, table)
    came = differs and page is before and isinstance(page, ScoresPage)
    opened = title if came or title != before.title(house, table) else ()
    chosen = lines if opened or differs else ()
    controls = page.controls(house, moved) if opened or chosen else ()
    return *opened, *chosen, *(line for line in controls if line not in moved.advised)


def say_all(house: House, table: Table, event: Input, step: TableStep) -> TableStep:
    """Read the whole page if the dial is held and that has no other meaning. In a pause, do so only if pages are read
    aloud."""
    moved, effects = step
    pauses = table.page is None and is_paused(table)
    held = (event.control, event.gesture) == (Control.DIAL, Gesture.HOLD)
    if not held or effects or moved.turned_now != table.turned_now or pauses or not _is_open(table):
        return step
    lines = surface(table).all_lines(house, table)
    return speak(table, *lines, menu=True) if lines else step


def answer_silence(house: House, table: Table, moved: Table, event: Input, effects: Sequence[Effect]) -> TableStep:
    """Answer a gesture that nothing has answered yet: read the whole page if the gesture has no meaning, and play a
    tick at the end of a list, or if there are no words."""
    heard = any(isinstance(effect, Speak | PlaySignal | SampleVoice) for effect in effects)
    if event.gesture in _SILENT or not _is_open(table):
        return moved, tuple(effects)
    if heard:
        return moved, (*effects, *((_TICK,) if _goes_round(table, moved, event) else ()))
    if event.gesture is not Gesture.TURN and not reads_aloud(house, moved):
        return moved, tuple(effects)  # the page is only read because it teaches
    idle = moved.turned_now == table.turned_now and event.gesture is not Gesture.TURN
    lines = surface(moved).all_lines(house, moved) if idle and not effects else ()
    return step_after(effects, speak(moved, *lines, menu=True) if lines else (moved, (_TICK,)))


def _goes_round(table: Table, moved: Table, event: Input) -> bool:
    """Say whether the dial was turned past one end of a list, to its other end."""
    before, after = (getattr(each.turned_now, "index", 0) for each in (table, moved))
    turned = event.gesture is Gesture.TURN and type(table.turned_now) is type(moved.turned_now)
    return turned and (after - before) * event.steps < 0


def _is_open(table: Table) -> bool:
    """Say whether everybody at the table may hear what the box answers: no show is performed, no eyes are shut, and
    nobody is asked alone. Everybody may also hear answers in a pause, and those of a question or a page over a show."""
    if isinstance(table.page, QuestionPage):
        return True
    match stage := table.stage:
        case Perform():
            return is_paused(table) and not isinstance(table.page, SheetPage)
        case Ask() | Tell():
            return stage.who == TABLE and not in_the_dark(stage)
        case _:
            return True
