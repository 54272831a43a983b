"""Defines the plug of a table in a hall: people call the organiser, who sends messages and can find the box. If the
hall has announced one dusk for all tables, the first night of a game waits for that time. People press START before the
dusk, and the night begins by itself. No table waits for ever."""

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.answers import BACK
from nightcrier.box.show.cues import PlaySignal, Prepare, Say
from nightcrier.box.show.stages import Count, Perform, Verdict, in_the_dark
from nightcrier.box.table.core.effects import Effect
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import unshown_letter
from nightcrier.box.table.core.state import Feature, Page, Table, TableStep
from nightcrier.box.table.course.next_stage import begin_performing
from nightcrier.box.table.course.session import advance
from nightcrier.box.table.course.talk import answer_aloud, with_numbers
from nightcrier.box.table.drawing import measure
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.pages.loudness_dial import turn_loudness
from nightcrier.box.table.pages.menu_items import Item
from nightcrier.box.table.pages.open_to_wishes import WishNotDone, WishRow, is_open_by_day
from nightcrier.box.table.pages.yes_or_no import ask_to_end
from nightcrier.box.table.plugs.feature_plug import FeaturePlug
from nightcrier.kernel.ids import NOBODY_WAITS, LineId, Seconds, name_line, screen_line
from nightcrier.kernel.refusal import Refusal
from nightcrier.kernel.screen import LampState
from nightcrier.wire.wishes import LONGEST_DUSK, DuskWish, HelpedWish, IdentifyWish, MessageWish, tidy_message

if TYPE_CHECKING:
    from nightcrier.wire.public_record import TableShown


def may_await_dusk(table: Table, wish: DuskWish) -> bool:
    """Say whether an announced dusk is new, and this table can still use it, because no night of its game has begun."""
    dusk, session = table.of(AnnouncedDusk), table.session
    if wish.at == (dusk and dusk.moment):
        return False
    if session is None:
        return True
    return not session.had_night and not (in_the_dark(session.stage) and session.score is not None)


def follow_dusk(house: House, table: Table, wish: DuskWish, at: float) -> TableStep:
    """Remember the announced dusk; None cancels the dusk. Raises WishNotDone for a time that is past, or more than
    LONGEST_DUSK ahead."""
    if wish.at is None:
        return table.without(AnnouncedDusk), ()
    if not at < wish.at <= at + LONGEST_DUSK:
        raise WishNotDone
    return table.with_feature(AnnouncedDusk(wish.at)), ()


class AnnouncedDusk(Feature, frozen=True):
    """The time at which the nights of all tables of the hall begin."""

    moment: float

    def hold_show(self, table: Table, stage: Perform, at: float, cue: int) -> TableStep | None:
        """Let the first night of a game wait for the dusk, before its first cue. A practice night does not wait."""
        session = table.session
        if session is None or session.had_night or session.setup.practice or cue:
            return None
        return await_dusk(table, stage, at) if in_the_dark(stage) and self.moment > at else None


def await_dusk(table: Table, stage: Perform, at: float) -> TableStep:
    """Show the page that waits, play a tick, and prepare the first line. The night must begin exactly at the dusk."""
    first = next((cue.lines for cue in stage.show if isinstance(cue, Say)), ())
    ready: tuple[Effect, ...] = (with_numbers(table, Prepare(first, table.choices.bed)),) if first else ()
    return replace(table, page=DuskPage(at)), (PlaySignal(NOBODY_WAITS, "tick"), *ready)


def begin_night(table: Table, at: float) -> TableStep:
    session = table.session
    if session is None or not isinstance(session.stage, Perform):
        return table, ()
    ready = replace(table.without(AnnouncedDusk), page=None, session=replace(session, since=at))
    return begin_performing(ready, session.stage, at, 0)


class DuskPage(Page, frozen=True, tag="dusk"):
    """The page on which a night waits for the dusk of all tables of a hall. START begins the night at once, BACK goes
    back, and the dial sets the loudness."""

    since: float
    waits: ClassVar[bool] = True

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.START, Gesture.PRESS:
                return begin_night(table, event.at)
            case Control.BACK, Gesture.PRESS if isinstance(table.stage, Perform) and table.stage.back:
                return advance(replace(table, page=None), BACK, event.at)
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return ask_to_end(table)
            case Control.DIAL, Gesture.TURN:
                return turn_loudness(table, event)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language, words = table.choices.language, house.words.screen
        start = Text(words(language, "dusk.start"), Size.SMALL)
        return View("dusk", language, (Text(words(language, "dusk.waits"), Size.LARGE), start), kept=(start,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return screen_line("dusk.waits"), screen_line("dusk.start")

    def due(self, table: Table) -> float:
        """Return the time at which the night begins by itself. This is the dusk, but at the latest LONGEST_DUSK after
        START, even if the dusk is cancelled or delayed."""
        latest, dusk = self.since + LONGEST_DUSK, table.of(AnnouncedDusk)
        return min(dusk.moment, latest) if dusk else latest

    def pass_time(self, table: Table, at: float) -> TableStep:
        return begin_night(table, at) if self.due(table) <= at else (table, ())


BLINKING: Seconds = 8.0
QUIET: Seconds = 10.0
"""The seconds between two messages. People must press a control to close each message, so many messages would keep a
game from beginning."""


class Hall(Feature, frozen=True):
    wants_help: bool = False  # the organiser is called
    found_until: float = 0.0  # the lamp blinks until then, for whoever looks for this box
    quiet_until: float = 0.0  # no other message before then

    def due(self, house: House, table: Table) -> float | None:
        """Return the time at which the lamp stops blinking. In a game the lamp blinks only during discussions and
        verdicts, in which it reveals nothing about a turn."""
        return self.found_until if self.lamp(table) else None

    def lamp(self, table: Table) -> LampState | None:
        is_open = table.stage is None or isinstance(table.stage, Count | Verdict)
        return LampState.HERE if is_open and table.now < self.found_until else None

    def tell(self, shown: "TableShown") -> "TableShown":
        return replace(shown, wants_help=self.wants_help)


def _hall(table: Table) -> Hall:
    return table.of(Hall) or Hall()


def call_organiser(house: House, table: Table, at: float) -> TableStep:
    """Call the organiser. A second call changes nothing, and shows that the first call is still active."""
    return replace(table.with_feature(replace(_hall(table), wants_help=True)), page=HelpPage(table.page)), ()


def answer_call(house: House, table: Table, wish: HelpedWish, at: Seconds) -> TableStep:
    hall = _hall(table)
    if not hall.wants_help:
        return table, ()
    coming = house.words.screen(table.choices.language, "hall.coming")
    answered = _with_message(house, table.with_feature(replace(hall, wants_help=False)), coming, at)
    return answer_aloud(house, answered, screen_line("hall.coming"))


def show_message(house: House, table: Table, wish: MessageWish, at: Seconds) -> TableStep:
    """Show a message of the organiser. Raises WishNotDone if it does not fit, or too soon after another message."""
    hall = _hall(table)
    if at < hall.quiet_until:
        raise WishNotDone
    told = _with_message(house, table.with_feature(replace(hall, quiet_until=at + QUIET)), wish.text, at)
    return answer_aloud(house, told, *(told.page.lines(house, told) if told.page else ()))


def _with_message(house: House, table: Table, text: str, at: Seconds) -> Table:
    """Show a message over the page, and replace an older message. Raises WishNotDone if the glass cannot show all of
    it."""
    tidy = tidy_message(text)
    page = MessagePage(tidy, table.page and table.page.without_cover())
    told = replace(table, page=page, rest=replace(table.rest, touched=at, asleep=False))
    unshown = not tidy or unshown_letter(tidy, table.choices.language)
    if unshown or not measure(page.view(house, told), house.screen).whole:
        raise WishNotDone(Refusal.UNSHOWN)
    return told


class MessagePage(Page, frozen=True, tag="message"):
    """The page with a message of the organiser of a hall. Any press closes the message."""

    text: str
    under: Page | None

    def without_cover(self) -> Page | None:
        return self.under

    def tell(self, shown: "TableShown") -> "TableShown":
        return replace(shown, message=self.text)

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        leaves = event.gesture is Gesture.HOLD and event.control is not Control.DIAL
        return (replace(table, page=self.under) if leaves or event.gesture is Gesture.PRESS else table), ()

    def view(self, house: House, table: Table) -> View:
        """Show the message. If there is space, the row above it says that it comes from the organiser."""
        language = table.choices.language
        head = Text(house.words.screen(language, "hall.from"), Size.SMALL, inverse=True)
        text = Text(self.text, Size.LARGE)
        headed = View("message", language, (head, text), head=True)
        measured = measure(headed, house.screen)
        return headed if measured.whole and measured.still else View("message", language, (text,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return screen_line("hall.from"), name_line(self.text)


class HelpPage(Page, frozen=True, tag="help"):
    """The page which says that the organiser of the hall has been called. START cancels the call."""

    under: Page | None

    def without_cover(self) -> Page | None:
        return self.under

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.START, Gesture.PRESS:
                return replace(table.with_feature(replace(_hall(table), wants_help=False)), page=self.under), ()
            case (_, Gesture.PRESS) | (Control.BACK, Gesture.HOLD):
                return replace(table, page=self.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language, words = table.choices.language, house.words.screen
        foot = Text(words(language, "hall.take-back"), Size.SMALL)
        return View("help", language, (Text(words(language, "hall.called"), Size.LARGE), foot), kept=(foot,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return screen_line("hall.called"), screen_line("hall.take-back")


def _organiser(house: House, table: Table) -> tuple[Item, ...]:
    state = "hall.called" if _hall(table).wants_help else ""
    return (Item(LineId("screen.hall.call"), does=call_organiser, state=state),) if _is_in_hall(house) else ()


def _is_in_hall(house: House) -> bool:
    return bool(house.settings.net.hall.name)


HALL = FeaturePlug(
    wishes={
        MessageWish: WishRow(show_message, is_open_by_day),
        IdentifyWish: WishRow(
            lambda _, table, __, at: (table.with_feature(replace(_hall(table), found_until=at + BLINKING)), ()),
            is_open_by_day,
        ),
        HelpedWish: WishRow(answer_call, is_open_by_day),
        DuskWish: WishRow(follow_dusk, may_await_dusk),
    },
    rows=(("screen.device", _organiser),),
    start_held=lambda house, table, at: call_organiser(house, table, at) if _is_in_hall(house) else None,
)
