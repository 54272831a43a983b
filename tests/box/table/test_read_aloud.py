"""Tests what is said of a page with speech on: where, what, which of how many, picked up or not, and the controls."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Gesture, PersonStanding, Standings, Touched
from nightcrier.box.games.one_night.rules.deck_findings import deck_problems, deck_warnings
from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.show.facts import Number, RoleName, Word
from nightcrier.box.show.stages import Count, Tell
from nightcrier.box.show.teaching import Topic
from nightcrier.box.table.core.effects import Amend
from nightcrier.box.table.core.state import Rest
from nightcrier.box.table.evening.scores import ScoresPage
from nightcrier.box.table.ground.before_game import AdvicePage, NumberPage
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.ground.power_on import boot
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.evening_menus import STRIKE_GAME
from nightcrier.box.table.over.explain import ExplainPage, explain
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.yes_or_no import END_GAME, QuestionPage
from nightcrier.kernel.ids import NOBODY_WAITS, Language, LineId
from nightcrier.kernel.people import EveningKind
from tests.box.table.asking import DIAL, spoken
from tests.box.table.evening import Evening
from tests.box.table.reached import OF_TWO_GAMES, QUESTION, TOLD

TICK = PlaySignal(NOBODY_WAITS, "tick")


@pytest.fixture
def aloud(real_house, real_table):
    """Return an evening with all games, at home, with speech on."""
    return Evening(real_house, replace(real_table, choices=replace(real_table.choices, spoken_menu=True)))


def open_menu(evening: Evening, menu: str, index: int = 0) -> Evening:
    evening.table = replace(evening.table, page=ListingPage(MENUS[menu], None, index))
    return evening


def placed(place: int, count: int) -> list[str]:
    return ["place", f"number.{place}", "place.of", f"number.{count}"]


class TestMenus:
    def test_a_menu_says_its_name_the_item_its_value_its_place_and_once_the_controls(self, aloud):
        said = spoken(aloud.press())
        assert said[:3] == ["screen.menu.main", "screen.scenario", "scenario.one-night.first-game"]
        assert said[3:7] == placed(1, int(said[6].removeprefix("number.")))
        assert said[-1] == "keys.menu"
        assert spoken(aloud.turn(1))[0] == "screen.players"
        assert "keys.menu" not in spoken(aloud.go("back press"))

    def test_a_value_in_hand_sounds_otherwise_than_the_list(self, aloud):
        open_menu(aloud, "main", 1)
        assert spoken(aloud.press()) == ["in-hand", "number.3", "keys.in-hand"]
        assert spoken(aloud.turn(1)) == ["number.4"]
        assert spoken(aloud.press())[:3] == ["screen.menu.main", "screen.players", "number.4"]

    def test_a_list_that_goes_round_ticks_there(self, aloud):
        assert TICK in aloud.go("press -1")
        assert TICK not in aloud.turn(-1)
        assert TICK in aloud.turn(2)

    def test_the_end_of_the_values_ticks(self, aloud):
        assert aloud.go("press 1 press -9 -1") == (TICK,)

    def test_a_voice_is_said_as_a_number_and_who_has_no_name_hears_it(self, aloud):
        voices = {Language("en"): ("en-male", "en-female")}
        aloud.house = replace(aloud.house, voices=voices)
        open_menu(aloud, "sound")
        said = [spoken(aloud.turn(1)) for _ in range(3)]
        assert [row[1] for row in said if row[0] == "screen.voice"] == ["number.1"]
        aloud.table = replace(aloud.table, standings=OF_TWO_GAMES)
        open_menu(aloud, "people").table = replace(aloud.table, page=ListingPage(MENUS["people"], None))
        assert spoken(aloud.press())[:4] == ["seat-first", "person.1", "screen.people.name", "screen.people.no-name"]


class TestDeck:
    """Tests that what is wrong with a deck is said where it is changed, and where START refuses it."""

    def test_cards_that_are_missing_or_too_many_are_counted_after_each_change(self, aloud):
        aloud.at_row("screen.deck")
        assert spoken(aloud.press())[:2] == ["screen.menu.roles", "deck.ready"]
        assert spoken(aloud.go("4 press"))[:3] == ["screen.menu.roles", "deck.over", "number.1"]
        assert "deck.over" not in spoken(aloud.turn(1))
        assert spoken(aloud.start()) == ["deck.wrong", "deck.over", "number.1"]

    def test_start_at_home_says_it_once_and_before_the_cards(self, aloud):
        choices = aloud.table.choices
        aloud.table = replace(
            aloud.table, choices=choices.with_setup(replace(choices.setup, deck=("werewolf", "seer") * 4))
        )
        said = spoken(aloud.start())
        assert said[:4] == ["deck.wrong", "screen.menu.roles", "deck.over", "number.2"]
        assert said.count("deck.over") == 1

    def test_a_card_that_cannot_stay_is_named(self):
        found = [problem.said for problem in deck_problems(("seer", "seer", "werewolf"), 3)]
        assert found == [("deck.missing", "number.3"), ("deck.over", "role.seer")]

    def test_what_is_new_is_said_without_gaps(self):
        deck = ("werewolf", "minion", "mason", "mason", "drunk", "villager")
        (found,) = deck_warnings(deck, 3, fresh=deck)
        assert found.said == ("deck.many-new",)

    def test_advice_is_not_said_by_its_number_alone(self, aloud):
        new, crowd = (Word(f"warning.{name}", {"n": Number(7)}) for name in ("many-new", "crowd"))
        page = AdvicePage((new, crowd), None, 1)
        assert page.lines(aloud.house, aloud.table)[0] == "screen.warning.crowd"
        assert page.__class__((new,), None).lines(aloud.house, aloud.table) == ()


class TestPeople:
    STANDS = Standings(0.0, EveningKind.OPEN, 5, OF_TWO_GAMES.people, (), {1: 1, 2: 0}, evening=2, game=7)

    def test_a_name_that_is_taken_is_confirmed_before_the_next_person(self, aloud):
        aloud.table = replace(aloud.table, standings=self.STANDS)
        aloud.table = replace(aloud.table, page=ListingPage(MENUS["names"], ListingPage(MENUS["people"], None), 1))
        name = ListingPage(MENUS["names"], ListingPage(MENUS["people"], None), 1).lines(aloud.house, aloud.table)[0]
        said = spoken(aloud.press())
        assert said[:3] == ["seat-first", "number.1", name]
        assert said[3:6] == ["screen.menu.people", "seat-first", "number.2"]

    def test_a_winner_that_is_mended_is_said_once_the_scorebook_has_answered(self, aloud):
        aloud.table = replace(aloud.table, standings=self.STANDS, page=ListingPage(MENUS["winners"], None))
        assert aloud.press() == (Amend({1: 0, 2: 0}, 2, 7), TICK)
        assert "screen.score.lost" in spoken(aloud.send(replace(self.STANDS, last={1: 0, 2: 0})))
        assert spoken(aloud.send(replace(self.STANDS, last={1: 0, 2: 0}))) == []

    def test_the_standings_without_a_struck_game_are_those_of_the_answer(self, aloud):
        people = [PersonStanding("", points, 0, out=False) for points in (1, 0)]
        stands = replace(self.STANDS, people=tuple(people))
        aloud.table = replace(aloud.table, standings=stands, page=QuestionPage(STRIKE_GAME, None))
        assert spoken(aloud.start()) == []
        people[0] = replace(people[0], points=0)
        said = spoken(aloud.send(replace(stands, people=tuple(people), last=None)))
        assert said == [
            "screen.score.show",
            "seat-first",
            "person.1",
            "points.0",
            "seat-first",
            "person.2",
            "points.0",
            "keys.begin",
        ]


class TestHoldingTheDial:
    def test_all_of_a_page_is_said_again_with_speech_on_or_off(self, aloud):
        aloud.at_row("screen.brightness")
        for wanted in (True, False):
            aloud.table = replace(aloud.table, choices=replace(aloud.table.choices, spoken_menu=wanted))
            said = spoken(aloud.go("hold"))
            assert (said[:2], said[-1]) == (["screen.menu.glass", "screen.brightness"], "keys.menu")

    def test_a_gesture_without_a_meaning_has_all_of_it_said(self, aloud):
        aloud.table = replace(aloud.table, page=NumberPage(3))
        assert spoken(aloud.press()) == ["welcome.players", "number.3"]

    def test_a_question_says_itself_again_also_over_a_game(self, start_stages):
        evening = start_stages(QUESTION, spoken_menu=True)
        evening.table = replace(evening.table, page=QuestionPage(END_GAME, None))
        assert spoken(evening.go("hold")) == list(END_GAME.lines)


def test_a_box_that_reads_aloud_says_at_power_on_where_it_is(aloud):
    said = spoken(boot(aloud.house, aloud.table, ())[1])
    assert (said[0], said[-1]) == ("screen.game.one-night", "home.hold")
    silent = replace(aloud.table, choices=replace(aloud.table.choices, spoken_menu=False))
    assert spoken(boot(aloud.house, silent, ())[1]) == []


def test_the_touch_that_wakes_a_box_is_answered(aloud):
    aloud.table = replace(aloud.table, rest=Rest(asleep=True))
    assert spoken(aloud.go(Touched(1.0, DIAL), "press"))[0] == "screen.game.one-night"
    assert aloud.table.at_home


class TestTexts:
    def test_a_turn_goes_to_another_sentence_and_reads_on_from_there(self, aloud):
        lines = tuple(LineId(f"explain.game.one-night.{n}") for n in (1, 2, 3))
        aloud.table, effects = explain(aloud.house, aloud.table, [Topic(RoleName("seer"), lines)], None)
        assert spoken(effects) == ["role.seer", *lines, "keys.explain"]
        assert spoken(aloud.turn(1)) == list(lines[1:])
        assert spoken(aloud.turn(1)) == list(lines[2:])
        assert TICK in aloud.turn(1)
        assert spoken(aloud.turn(-2)) == list(lines)
        assert isinstance(aloud.table.page, ExplainPage)
        assert spoken(aloud.go("hold"))[0] == "role.seer"

    def test_without_a_screen_a_topic_is_named_and_the_controls_are_said_too(self, aloud):
        choices = replace(aloud.table.choices, spoken_menu=False)
        house, table = replace(aloud.house, has_screen=False), replace(aloud.table, choices=choices)
        line = LineId("explain.game.one-night.1")
        _, effects = explain(house, table, [Topic(RoleName("seer"), (line,))], None)
        assert spoken(effects) == ["role.seer", line, "keys.explain"]

    def test_what_is_told_is_heard_where_the_dial_turns_to_it(self, start_stages):
        evening = start_stages(TOLD, QUESTION, spoken_menu=True)
        assert spoken(evening.effects)[-2:] == ["tell", "tell.keys"]
        assert spoken(evening.turn(1)) == ["screen.two"]
        assert evening.turn(1) == (TICK,)
        assert spoken(evening.turn(-1)) == ["screen.one"]

    def test_how_to_read_a_text_is_said_once(self, aloud):
        aloud.table, effects = explain(aloud.house, aloud.table, [Topic(RoleName("seer"), (LineId("one"),))], None)
        assert spoken(effects)[-1] == "keys.explain"
        assert spoken(aloud.press()) == ["role.seer", "one"]

    def test_nothing_is_said_of_it_to_one_seat_alone(self, start_stages):
        evening = start_stages(Tell(3, TOLD.facts), QUESTION, spoken_menu=True)
        before = len(evening.effects)
        for gesture in (Gesture.TURN, Gesture.HOLD, Gesture.RELEASE):
            evening.hand(DIAL, gesture, 1 if gesture is Gesture.TURN else 0)
        assert evening.effects[before:] == []


def test_by_day_the_deck_says_what_it_is(start_stages):
    evening = start_stages(Count(90.0), QUESTION, spoken_menu=True)
    assert spoken(evening.press())[0] == "screen.deck"
    assert isinstance(evening.table.page, DeckPage)


def test_a_turn_says_the_next_rows_of_the_standings(aloud):
    people = tuple(PersonStanding("", n, 0, out=False) for n in range(5))
    aloud.table = replace(aloud.table, page=ScoresPage(None), standings=Standings(0.0, EveningKind.OPEN, 5, people))
    rows = [["seat-first", f"person.{n + 1}", f"points.{n}"] for n in range(5)]
    assert spoken(aloud.turn(1)) == [*rows[2], *rows[3], "keys.begin"]
    assert (spoken(aloud.turn(1)), aloud.turn(1)) == ([*rows[4]], (TICK,))
    assert spoken(aloud.turn(-2)) == [line for row in rows for line in row]
