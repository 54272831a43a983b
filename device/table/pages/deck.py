"""The page of the deck: all cards in play with their counts, the order in which they are called, the rules. By dial; a
press tells what stands there, and leaves if that says all; BACK leaves, and START.

During the day, what lies open on the table comes first; what one seat may look at shows while it holds the dial."""

from collections import Counter

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId, number_line
from device.show.plug import card_name, deck_of
from device.table.house import House
from device.table.page_kinds import Page, StagePage
from device.table.pages.deck_screens import DeckStop, deck_stops
from device.table.pages.explain import explain
from device.table.pages.names import fact_lines, fact_text
from device.table.roster import seating
from device.table.state import Table, TableStep
from device.table.turns import look_due
from device.table.view import Hidden, Size, Text, View


class DeckPage(Page, frozen=True, tag="deck"):
    """The page of what lies open on the table, all cards in play, the order in which they are called, and the rules.
    `index` is the place of the dial among all that; `held` is since when the dial is held by whoever may look at
    something alone."""

    under: Page
    index: int = 0
    held: float | None = None

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        stops = deck_stops(house, table)
        stop = _stop(stops, self)
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                index = max(0, min(len(stops) - 1, self.index + event.steps))
                return replace(table, page=DeckPage(self.under, index)), ()
            case Control.DIAL, Gesture.HOLD if stop.peek:
                return replace(table, page=replace(self, held=event.at)), ()
            case Control.DIAL, Gesture.PRESS if stop.topic:
                return explain(table, (stop.topic,), self)
            case _, Gesture.RELEASE:
                return replace(table, page=replace(self, held=None)), ()
            case _, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=self.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language, stop = table.choices.language, _stop(deck_stops(house, table), self)
        public = View(
            "deck",
            language,
            tuple(replace(row, inverse=True) if at == stop.row else row for at, row in enumerate(stop.rows)),
        )
        if stop.peek is None or look_due(self.held, table.now) is None:
            return public
        seen = stop.peek.seen
        shown = tuple(Text(fact_text(house.words, language, fact, seating(table)), Size.LARGE) for fact in seen)
        hidden = Hidden(public, "tell", (stop.peek.who,), seen)
        return replace(public, rows=(public.rows[0], *shown), even=True, hidden=hidden)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Say every card with its count, all at once; any touch cuts it. Then whatever the dial comes to."""
        if self.index:
            return tuple(line for fact in _stop(deck_stops(house, table), self).facts for line in fact_lines(fact))
        if isinstance(self.under, StagePage):
            return ()
        game = house.games[table.choices.game]
        counts = Counter(deck_of(game, table.choices.setup))
        return tuple(
            line for card, n in counts.items() for line in (*fact_lines(card_name(game, card)), number_line(n))
        )

    def due(self, table: Table) -> float | None:
        return look_due(self.held, table.now)


def _stop(stops: tuple[DeckStop, ...], page: DeckPage) -> DeckStop:
    return stops[min(page.index, len(stops) - 1)] if stops else DeckStop(())
