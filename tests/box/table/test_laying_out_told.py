"""How the cards are laid out is explained to whom it is new, and in the deck."""

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.over.deck import deck_stops
from nightcrier.box.table.over.explain import all_topics, card_topics
from tests.box.table.evening import Evening
from tests.box.table.explained import said


class TestLayingOut:
    STEPS = ("one-night.lay.deal", "one-night.lay.look")

    def test_before_the_game_it_is_not_explained_because_the_game_itself_goes_through_it(
        self, real_house: House, real_table: Table
    ) -> None:
        table = replace(real_table, choices=replace(real_table.choices, explain="new"))
        assert not {topic.lines[0] for topic in all_topics(real_house, table)} & set(self.STEPS)
        evening = Evening(real_house, replace(table, page=None))
        evening.start()
        evening.start()  # the cards are here
        evening.start()  # what is new
        evening.hand(Control.START, Gesture.HOLD)
        assert said(evening)[-1][0] == "one-night.lay.cards"

    def test_it_stands_behind_the_cards_of_the_deck_and_a_press_tells_it(
        self, real_house: House, real_table: Table
    ) -> None:
        evening = Evening(real_house, real_table)
        evening.back()
        at = [stop.topic.lines[0] if stop.topic else "" for stop in deck_stops(real_house, evening.table)]
        cards = len(card_topics(real_house, "one-night", real_table.choices.setup))
        assert tuple(at[cards : cards + 2]) == self.STEPS
        evening.turn(cards)
        evening.press()
        assert said(evening)[-1] == ("one-night.lay.deal",)

    def test_where_the_box_deals_and_in_the_game_there_is_none(self, real_house: House, real_table: Table) -> None:
        setup = replace(real_table.choices.setup, options={"deal": True})
        assert real_house.games["one-night"].layout_topics(setup) == ()
        evening = Evening(real_house, real_table)
        evening.start()
        stops = deck_stops(real_house, evening.table)
        assert not [stop for stop in stops if stop.topic and stop.topic.lines[0] in self.STEPS]
