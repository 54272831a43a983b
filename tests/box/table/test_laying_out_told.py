"""How the cards are laid out is explained to whom it is new, and in the deck."""

from msgspec.structs import replace

from nightcrier.box.show.cues import Speak
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.page_kinds import HomePage
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.look import look
from nightcrier.box.table.pages.deck import deck_stops
from nightcrier.box.table.pages.explain import card_topics, due_topics, explain
from tests.box.table.evening import Evening
from tests.box.table.explained import said


class TestLayingOut:
    STEPS = ("one-night.lay.cards", "one-night.lay.deal", "one-night.lay.look")

    def test_who_is_new_to_the_game_is_told_it_last(self, real_house: House, real_table: Table) -> None:
        table = replace(real_table, choices=replace(real_table.choices, explain="new"))
        told = [topic.lines[0] for topic in due_topics(real_house, table)]
        assert told[-6:-4] == ["vote.rule.point", "one-night.before.none"]
        assert told[-4:] == [*self.STEPS, "one-night.before.still"]

    def test_the_cards_to_take_out_are_named_on_the_screen_and_by_ear(
        self, real_house: House, real_table: Table
    ) -> None:
        first = real_house.games["one-night"].layout_topics(real_table.choices.setup)[0]
        evening = Evening(real_house, real_table)
        evening.table, effects = explain(real_table, [first], HomePage())
        heard = next(effect.lines for effect in effects if isinstance(effect, Speak))
        assert heard[:3] == ("one-night.lay.cards", "role.werewolf", "number.2")
        assert "role.seer" in heard
        rows = list[str]()
        for _ in range(9):
            rows += view_lines(look(real_house, evening.table))[1:]
            evening.turn(1)
        assert {"Werewolf 2", "Seer", "Robber", "Troublemaker"} <= set(rows)

    def test_who_knows_the_game_is_not_told_it(self, real_house: House, real_table: Table) -> None:
        played = {"one-night": ("villager",)}
        table = replace(real_table, choices=replace(real_table.choices, explain="new", played=played))
        told = [topic.lines[0] for topic in due_topics(real_house, table)]
        assert "explain.role.seer" in told
        assert not set(self.STEPS) & set(told)

    def test_it_stands_behind_the_cards_of_the_deck_and_a_press_tells_it(
        self, real_house: House, real_table: Table
    ) -> None:
        evening = Evening(real_house, real_table)
        evening.back()
        at = [stop.topic.lines[0] if stop.topic else "" for stop in deck_stops(real_house, evening.table)]
        cards = len(card_topics(real_house, "one-night", real_table.choices.setup))
        assert tuple(at[cards : cards + 3]) == self.STEPS
        evening.turn(cards + 1)
        evening.press()
        assert said(evening)[-1] == ("one-night.lay.deal", "one-night.places")

    def test_where_the_box_deals_and_in_the_game_there_is_none(self, real_house: House, real_table: Table) -> None:
        setup = replace(real_table.choices.setup, options={"deal": True})
        assert real_house.games["one-night"].layout_topics(setup) == ()
        evening = Evening(real_house, real_table)
        evening.start()
        stops = deck_stops(real_house, evening.table)
        assert not [stop for stop in stops if stop.topic and stop.topic.lines[0] in self.STEPS]
