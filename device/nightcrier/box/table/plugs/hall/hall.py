"""Defines the plug of a table in a hall: people can call the organizer, who can send messages and find the box."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.stages import Count, Verdict
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import unshown_letter
from nightcrier.box.table.core.state import Feature, Page, Table, TableStep
from nightcrier.box.table.drawing.frame import measure
from nightcrier.box.table.drawing.ink import read_as
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.heard.talk import answer_aloud
from nightcrier.box.table.over.menu_items import Item
from nightcrier.box.table.over.open_to_wishes import WishNotDone, WishRow, is_open_by_day
from nightcrier.box.table.plugs.feature_plug import FeaturePlug
from nightcrier.kernel.ids import LineId, Seconds, name_line, screen_line
from nightcrier.kernel.refusal import Refusal
from nightcrier.kernel.screen import LampState
from nightcrier.wire.wishes import HelpedWish, IdentifyWish, MessageWish, tidy_message

if TYPE_CHECKING:
    from nightcrier.wire.public_record import TableShown


BLINKING: Seconds = 8.0
QUIET: Seconds = 10.0
"""The least seconds between two messages. Each must be closed by hand, so more of them could prevent a game from
beginning."""


class Hall(Feature, frozen=True):
    wants_help: bool = False  # the organiser is called
    found_until: float = 0.0  # the lamp blinks until then, for whoever looks for this box
    quiet_until: float = 0.0  # no other message before then

    def due(self, house: House, table: Table) -> float | None:
        """Return the time at which the lamp stops blinking. In a game it blinks only during discussions and verdicts,
        where it reveals nothing about a turn."""
        return self.found_until if self.lamp(table) else None

    def lamp(self, table: Table) -> LampState | None:
        is_open = table.stage is None or isinstance(table.stage, Count | Verdict)
        return LampState.HERE if is_open and table.now < self.found_until else None

    def tell(self, shown: "TableShown") -> "TableShown":
        return replace(shown, wants_help=self.wants_help)


def _hall(table: Table) -> Hall:
    return table.of(Hall) or Hall()


def call_organiser(house: House, table: Table, at: float) -> TableStep:
    """Call the organizer. If the organizer was already called, only show this again."""
    return replace(table.with_feature(replace(_hall(table), wants_help=True)), page=HelpPage(table.page)), ()


def answer_call(house: House, table: Table, wish: HelpedWish, at: Seconds) -> TableStep:
    hall = _hall(table)
    if not hall.wants_help:
        return table, ()
    coming = house.words.screen(table.choices.language, "hall.coming")
    answered = _with_message(house, table.with_feature(replace(hall, wants_help=False)), coming, at)
    return answer_aloud(house, answered, screen_line("hall.coming"))


def _may_answer(table: Table, wish: HelpedWish) -> bool:
    """Say whether the organizer may answer a call now. At home this also works on the call's page, over any menu."""
    return is_open_by_day(table, wish) or (table.session is None and isinstance(table.page, HelpPage))


def show_message(house: House, table: Table, wish: MessageWish, at: Seconds) -> TableStep:
    """Show a message from the organizer. Raises WishNotDone if it does not fit, or comes too soon after another."""
    hall = _hall(table)
    if at < hall.quiet_until:
        raise WishNotDone
    told = _with_message(house, table.with_feature(replace(hall, quiet_until=at + QUIET)), wish.text, at)
    return answer_aloud(house, told, *(told.page.lines(house, told) if told.page else ()))


def _with_message(house: House, table: Table, text: str, at: Seconds) -> Table:
    """Show a message over the page, instead of any older one. Raises WishNotDone if the glass cannot show all of it."""
    tidy = tidy_message(text)
    page = MessagePage(tidy, table.page and table.page.without_cover())
    told = replace(table, page=page, rest=replace(table.rest, touched=at, asleep=False))
    unshown = not tidy or unshown_letter(tidy, table.choices.language)
    if unshown or not measure(page.view(house, told), house.screen).whole:
        raise WishNotDone(Refusal.UNSHOWN)
    return told


class MessagePage(Page, frozen=True, tag="message"):
    """The page with a message from the organizer of a hall. Any press closes it."""

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
        """Show the message. If there is room, a row above it says that it comes from the organizer."""
        language = table.choices.language
        head = Text(house.words.screen(language, "hall.from"), Size.SMALL, inverse=True)
        text = Text(self.text, Size.LARGE, language=read_as(self.text, language))
        headed = View(
            "message", language, (head, text), foot=foot_of(house, language, "what the organiser says"), head=True
        )
        measured = measure(headed, house.screen)
        return headed if measured.whole and measured.still else replace(headed, rows=(text,), head=False)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return screen_line("hall.from"), name_line(self.text)


class HelpPage(Page, frozen=True, tag="help"):
    """The page that says that the organizer of the hall was called. START cancels the call."""

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
        foot = foot_of(house, language, "the organiser is called")
        return View("help", language, (Text(words(language, "hall.called"), Size.LARGE),), foot=foot)

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
        HelpedWish: WishRow(answer_call, _may_answer),
    },
    rows=(("main", _organiser),),
    start_held=lambda house, table, at: call_organiser(house, table, at) if _is_in_hall(house) else None,
)
