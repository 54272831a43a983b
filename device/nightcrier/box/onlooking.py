"""Sends people outside the table what everybody may see and hear, as lines of JSON. The public state is sent again when
it changes."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.events import Event
from nightcrier.box.sound.port import Heard, Said, Signalled
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import View
from nightcrier.box.table.public_table import roles_shown, table_scores, table_shown
from nightcrier.box.table.wishes import table_offers
from nightcrier.box.witness import Witness
from nightcrier.kernel.clock import Beat
from nightcrier.kernel.faults import Part
from nightcrier.kernel.guard import FaultGuard
from nightcrier.wire.public_record import (
    LineSaid,
    PublicNews,
    RolesInPlay,
    SignalHeard,
    TableOffers,
    TableScores,
    TableShown,
    public_line,
)
from nightcrier.words.catalogue import UNHEARD

PublicState: TypeAlias = TableShown | TableOffers | TableScores | RolesInPlay
"""The types of news that stay valid until newer news of the same type is sent."""
Onlooker: TypeAlias = Callable[[float, PublicState], None]
TellLine: TypeAlias = Callable[[bytes, str], None]
"""A function that takes a line and the name of the state that the line describes, or an empty name if it describes
none."""


class OnlookingPane:
    """Sends the public view of each page. The daemon uses the pane like a screen."""

    def __init__(self, beat: Beat, onlooker: Onlooker) -> None:
        self._beat, self._onlooker = beat, onlooker
        self._guard = FaultGuard(beat, Part.SCREEN, "Telling who looks on", knows_cards=True)
        self._told: dict[type[PublicState], PublicState] = {RolesInPlay: RolesInPlay(())}
        self._offered_of: tuple[object, ...] = ()

    def show(self, house: House, table: Table, view: View) -> list[Event]:
        return list(self._guard.make(lambda: self._look(house, table, view))[1])

    def _look(self, house: House, table: Table, view: View) -> None:
        self._tell(roles_shown(house, table))  # before the table: a page that follows its phase finds them
        self._tell(table_shown(house, table, view.hidden.public if view.hidden else view))
        if table.session is None and self._may_offer_other(table):
            self._tell(table_scores(house, table))
            self._tell(table_offers(house, table))
        elif table.session is not None and TableOffers not in self._told:  # the box has come back inside a game
            self._tell(table_offers(house, replace(table, session=None, page=None)))

    def _may_offer_other(self, table: Table) -> bool:
        """Say whether the menus may now offer something different. Turning the dial does not count, because searching
        all menus takes long."""
        before, self._offered_of = self._offered_of, (table.choices, table.standings, table.ceiling, table.page)
        return any(one is not other for one, other in zip(before, self._offered_of, strict=False)) or not before

    def _tell(self, news: PublicState | None) -> None:
        if news is None or news == self._told.get(type(news)):
            return
        self._told[type(news)] = news
        self._onlooker(self._beat.now(), news)


class PublicRecordWitness(Witness):
    """Writes the public record. It contains nothing about hands, because what a seat does in its turn is secret."""

    def __init__(self, tell: TellLine) -> None:
        self._tell = tell

    def look(self, at: float, news: PublicState) -> None:
        self._tell(public_line(at, news), type(news).__name__)

    def hear(self, heard: Heard) -> None:
        if isinstance(heard, Said):
            said = heard.utterance
            self._pass_on(heard.at, LineSaid(said.text.translate(UNHEARD), said.language, round(said.seconds, 2)))
        elif isinstance(heard, Signalled):
            self._pass_on(heard.at, SignalHeard(heard.name))

    def _pass_on(self, at: float, news: PublicNews) -> None:
        self._tell(public_line(at, news), "")
