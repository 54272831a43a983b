"""The call to try, the last step of the welcome: all shut their eyes, one role opens them, all open them. Its end, or
whoever skips what is left, ends the welcome."""

from msgspec.structs import replace

from device.kernel.events import Ended, Tick
from device.kernel.ids import LineId
from device.show import conductor
from device.show.cues import CHOSEN, SILENCE, Bed, Call, Hush, Say, Show, Window
from device.show.facts import Word
from device.show.score import current_call
from device.table.conducted import chosen_sounds
from device.table.effects import Remember
from device.table.house import WelcomeStep
from device.table.page_kinds import HomePage, Page
from device.table.pages.notice import NoticePage
from device.table.state import Table, TableStep

_MORNING = Word("welcome.morning")
_CALL_TO_TRY: Show = (
    Call(Word("welcome.eyes")),
    Bed(CHOSEN),
    Say(LineId("welcome.call")),
    Call(Word("welcome.awake")),
    Window("welcome", 8.0),
    Call(_MORNING),
    Say(LineId("welcome.open")),
    SILENCE,
)


def begin_trying(table: Table, at: float) -> TableStep:
    """From its first word."""
    return _conducted(table, conductor.begin_show(_CALL_TO_TRY, at, token=table.token), at)


def run_trying(table: Table, event: Tick | Ended) -> TableStep:
    """Time went by in the call to try, or a line of it was heard."""
    if table.trying is None:
        return table, ()
    if isinstance(event, Ended):
        return _conducted(table, conductor.end_sound(table.trying, event.token, event.at), event.at)
    return _conducted(table, conductor.pass_time(table.trying, event.at), event.at)


def trying_due(table: Table) -> float | None:
    return table.trying.until if table.trying else None


def eyes_shut(table: Table) -> bool:
    """Whether it goes on, and has not yet come to where all open their eyes."""
    return table.trying is not None and current_call(table.trying) != _MORNING


def leave_welcome(table: Table) -> TableStep:
    """Done, or skipped: it never comes again by itself."""
    choices = replace(table.choices, welcome=WelcomeStep.DONE)
    home = _at_home(table.page)
    return silenced((replace(table, page=home, trying=None, caption=None, choices=choices), (Remember(choices),)))


def _at_home(page: Page) -> Page:
    """A notice stays until somebody has read it."""
    return replace(page, under=HomePage()) if isinstance(page, NoticePage) else HomePage()


def silenced(turn: TableStep) -> TableStep:
    """What was said of the step before is cut."""
    table, effects = turn
    return table, (Hush(), conductor.set_bed(SILENCE), *effects)


def _conducted(table: Table, step: conductor.ScoreStep, at: float) -> TableStep:
    score, asked = step
    effects = list(chosen_sounds(table, asked))
    performed = replace(table, trying=score, token=score.token, rest=replace(table.rest, touched=at))
    if not score.over:
        return performed, tuple(effects)
    left, silence = leave_welcome(performed)
    return left, (*effects, *silence)
