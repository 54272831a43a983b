"""The box explains: whoever stands in the deck, the aim of the game, and all that is new before a game."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from device.kernel.events import Control, Gesture
from device.kernel.ids import Language, LineId
from device.kernel.settings import ExplainFirst
from device.show.cues import Hush, Speak
from device.show.stages import Count, Perform, Tell
from device.table.drawing import measure
from device.table.effects import Record, Remember
from device.table.explanations import card_topics, due_topics, explanation, game_topics, layout_topics
from device.table.house import Choices, House
from device.table.look import look
from device.table.page_kinds import DeckPage, ExplainPage, HomePage, Question, QuestionPage, StagePage
from device.table.pages.deck_screens import deck_stops
from device.table.pages.explain import LISTENING_KEYS, explain, explain_view
from device.table.power_on import boot
from device.table.state import Table
from device.table.tonight import tonight_setup
from device.table.view import Pair, view_lines
from device.words.catalogue import LANGUAGES, Book, Line, Words
from tests.table.asking import end_game, recorded
from tests.table.conftest import SCREEN
from tests.table.evening import Evening

EN = Language("en")
LINES = {
    "explain.game.toy.1": Line("You look for each other."),
    "explain.game.toy.2": Line("Who finds, wins."),
    "explain.role.seer": Line("The Seer sees."),
    "explain.role.robber": Line("The Robber robs."),
    "explain.role.robber.2": Line("Then the Robber runs."),
}
AIM = ("explain.game.toy.1", "explain.game.toy.2")
SEER = ("explain.role.seer",)
ROBBER = ("explain.role.robber", "explain.role.robber.2")


@pytest.fixture
def told(house: House, choices: Choices) -> Evening:
    """An evening of a game with something to explain: its aim, and two of its three cards."""
    words = Words({EN: Book({"seer": "Seer", "robber": "Robber"}, SCREEN, LINES)})
    return Evening(replace(house, words=words), Table(choices, seed=7))


def said(evening: Evening) -> list[tuple[str, ...]]:
    """Everything that was spoken, in order."""
    return [effect.lines for effect in evening.effects if isinstance(effect, Speak)]


def shown(evening: Evening) -> list[str]:
    return view_lines(look(evening.house, evening.table))


class TestWhoIsThat:
    def test_a_press_on_a_card_tells_it_and_shows_it(self, told: Evening) -> None:
        told.back()
        told.press()
        assert said(told)[-1] == SEER
        assert shown(told) == ["Seer ", "The Seer sees.", "day.next"]

    def test_a_card_of_two_lines_is_read_by_dial(self, told: Evening) -> None:
        told.back()
        told.turn(1)
        told.press()
        assert said(told)[-1] == ROBBER
        assert shown(told) == ["Robber 1/2", "The Robber robs.", "day.next"]
        told.turn(5)
        assert shown(told) == ["Robber 2/2", "Then the Robber runs.", "day.next"]

    def test_a_press_says_it_again_and_back_leads_to_the_card(self, told: Evening) -> None:
        told.back()
        told.turn(1)
        told.press()
        told.press()
        assert said(told)[-2:] == [ROBBER, ROBBER]
        effects = told.back()
        assert Hush() in effects
        assert told.table.page == DeckPage(HomePage(), 1)
        told.back()
        assert told.table.page == HomePage()

    def test_the_row_that_a_press_would_tell_stands_out(self, told: Evening) -> None:
        told.back()
        rows = look(told.house, told.table).rows
        assert [getattr(row, "inverse", False) for row in rows] == [True, False, False]
        told.turn(1)
        rows = look(told.house, told.table).rows
        assert [getattr(row, "inverse", False) for row in rows] == [False, True, False]

    def test_what_nobody_explained_is_passed_over(self, told: Evening) -> None:
        stops = deck_stops(told.house, told.table)
        assert [fact for stop in stops for fact in (stop.topic.lines if stop.topic else ())] == [
            *(*SEER, *ROBBER),
            *(*SEER, *ROBBER),
            *AIM,
        ]

    def test_the_aim_comes_last(self, told: Evening) -> None:
        told.back()
        told.turn(99)
        told.press()
        assert said(told)[-1] == AIM

    def test_in_the_day_the_clock_runs_on_and_the_talk_may_end_over_it(self, told: Evening) -> None:
        told.table = replace(told.table, choices=replace(told.table.choices, explain="never"))
        told.start()
        while told.table.session and not isinstance(told.table.session.stage, Count):
            told.start()
            told.hand(Control.START, Gesture.HOLD)
        clock = told.table.session.clock if told.table.session else None
        told.press()
        told.press()
        assert isinstance(told.table.page, ExplainPage)
        assert said(told)[-1] == SEER
        assert told.table.session
        assert told.table.session.clock == clock
        told.back()
        told.back()
        assert isinstance(told.table.page, StagePage)


class TestExplainFirst:
    def test_it_is_offered_aloud_before_a_game_nobody_here_has_played(self, told: Evening) -> None:
        told.start()
        assert told.table.page == QuestionPage(Question.EXPLAIN, HomePage())
        assert said(told)[-1] == ("screen.ask.explain", "screen.ask.answers")

    def test_no_begins_the_game(self, told: Evening) -> None:
        told.start()
        told.back()
        assert told.table.session

    def test_holding_back_leads_home_with_neither(self, told: Evening) -> None:
        told.start()
        told.hand(Control.BACK, Gesture.HOLD)
        assert told.table.page == HomePage()
        assert told.table.session is None
        told.start()
        assert told.table.page == QuestionPage(Question.EXPLAIN, HomePage())

    def test_yes_tells_one_after_the_other_and_then_the_game_begins(self, told: Evening) -> None:
        told.start()
        for lines in (AIM, SEER, ROBBER):
            told.start()
            assert said(told)[-1] == lines
            assert told.table.session is None
        told.start()
        assert told.table.session
        assert told.table.choices.played == {"toy": ("robber", "seer", "villager")}

    def test_back_goes_one_back_and_from_the_first_home(self, told: Evening) -> None:
        told.start()
        told.start()
        told.start()
        told.back()
        assert said(told)[-1] == AIM
        told.back()
        assert told.table.page == HomePage()
        assert told.table.session is None

    def test_who_was_told_once_is_not_told_again(self, told: Evening) -> None:
        told.start()
        told.start()
        told.back()
        assert [topic.lines for topic in due_topics(told.house, told.table)] == [SEER, ROBBER]

    def test_the_game_is_told_whether_its_aim_was_explained(self, told: Evening) -> None:
        assert not tonight_setup(told.house, told.table).told
        told.start()
        told.start()
        assert tonight_setup(told.house, told.table).told

    def test_holding_start_skips_the_rest(self, told: Evening) -> None:
        told.start()
        told.start()
        told.hand(Control.START, Gesture.HOLD)
        assert told.table.session

    @pytest.mark.parametrize(
        ("when", "played", "due"),
        [
            ("new", {}, [AIM, SEER, ROBBER]),
            ("new", {"toy": ("seer",)}, [ROBBER]),
            ("new", {"toy": ("robber", "seer", "villager")}, []),
            ("always", {"toy": ("robber", "seer", "villager")}, [AIM, SEER, ROBBER]),
            ("never", {}, []),
        ],
    )
    def test_when(
        self, told: Evening, when: ExplainFirst, played: dict[str, tuple[str, ...]], due: list[tuple[str, ...]]
    ) -> None:
        told.table = replace(told.table, choices=replace(told.table.choices, explain=when, played=played))
        assert [topic.lines for topic in due_topics(told.house, told.table)] == due
        told.start()
        assert bool(told.table.session) == (not due)

    def test_it_is_offered_again_until_a_night_has_begun(self, real_house: House, real_table: Table) -> None:
        newcomers = replace(real_table, choices=replace(real_table.choices, explain="new"))
        evening = Evening(real_house, newcomers)
        evening.start()
        evening.back()
        assert isinstance(evening.table.session.stage if evening.table.session else None, Tell)
        end_game(evening)
        assert evening.table.choices.played == {}
        evening.start()
        assert evening.table.page == QuestionPage(Question.EXPLAIN, HomePage())
        evening.back()
        while evening.table.session and not isinstance(evening.table.session.stage, Perform):
            evening.start()
        assert "seer" in evening.table.choices.played["one-night"]
        assert Remember(evening.table.choices) in evening.effects
        end_game(evening)
        assert due_topics(evening.house, evening.table) == ()

    def test_the_night_of_a_game_that_was_cut_off_before_it_counts(self, real_house: House, real_table: Table) -> None:
        evening = Evening(real_house, real_table)
        evening.start()
        entries = [effect.entry for effect in evening.effects if isinstance(effect, Record)]
        again = Evening(real_house, real_table)
        again.table, _ = boot(real_house, real_table, entries, crashed=True)
        assert again.table.choices.played == {}
        again.start()
        assert "seer" in again.table.choices.played["one-night"]

    def test_a_night_that_fell_counts_though_the_power_went_before_that_was_kept(
        self, real_house: House, real_table: Table
    ) -> None:
        evening = Evening(real_house, real_table)
        evening.start()
        evening.start()
        again, effects = boot(real_house, real_table, recorded(evening))
        assert "seer" in again.choices.played["one-night"]
        assert Remember(again.choices) in effects
        assert not any(isinstance(effect, Remember) for effect in boot(real_house, again, recorded(evening))[1])

    def test_what_somebody_looked_up_is_new_to_the_others(self, told: Evening) -> None:
        told.back()
        for steps in (0, 99):
            told.turn(steps)
            told.press()
            told.back()
        assert [each for each in said(told) if each] == [SEER, AIM]
        told.back()
        assert [topic.lines for topic in due_topics(told.house, told.table)] == [AIM, SEER, ROBBER]
        assert not tonight_setup(told.house, told.table).told

    def test_what_to_lay_out_comes_before_it(self, told: Evening) -> None:
        told.turn(1)
        told.start()
        assert shown(told)[0] == "advice.title 1/2"
        told.start()
        assert told.table.page == QuestionPage(Question.EXPLAIN, HomePage())

    def test_a_game_without_explanations_begins_at_once(self, evening: Evening) -> None:
        evening.start()
        assert evening.table.session


class TestLayingOut:
    STEPS = ("one-night.lay.cards", "one-night.lay.deal", "one-night.lay.look")

    def test_who_is_new_to_the_game_is_told_it_last(self, real_house: House, real_table: Table) -> None:
        table = replace(real_table, choices=replace(real_table.choices, explain="new"))
        told = [topic.lines[0] for topic in due_topics(real_house, table)]
        assert told[-6:-4] == ["vote.rule.point", "one-night.before.none"]
        assert told[-4:] == [*self.STEPS, "one-night.before.night"]

    def test_the_cards_to_take_out_are_named_on_the_screen_and_by_ear(
        self, real_house: House, real_table: Table
    ) -> None:
        first = layout_topics(real_house, "one-night", real_table.choices.setup)[0]
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
        assert layout_topics(real_house, "one-night", setup) == ()
        evening = Evening(real_house, real_table)
        evening.start()
        stops = deck_stops(real_house, evening.table)
        assert not [stop for stop in stops if stop.topic and stop.topic.lines[0] in self.STEPS]


class TestAllOfIt:
    @pytest.mark.untraced
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_part_of_every_explanation_fits(
        self, language: Language, real_house: House, real_table: Table
    ) -> None:
        table = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
        pages = _explained(real_house, table)
        assert len(pages) > 70
        for page in pages:
            for part in range(30):
                try:
                    view = explain_view(real_house, table, replace(page, part=part))
                except IndexError:
                    break
                measured = measure(view, real_house.screen)
                assert measured.whole, view_lines(view)
                assert measured.still, view_lines(view)

    def test_how_to_go_on_stands_below_its_title_and_place_in_one_row(
        self, real_house: House, real_table: Table
    ) -> None:
        for language in LANGUAGES:
            spoken = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
            view = explain_view(real_house, spoken, ExplainPage((LISTENING_KEYS,), HomePage(), begins=True))
            assert isinstance(view.rows[0], Pair), language
            assert measure(view, real_house.screen).boxes[0].lines == 1, language

    def test_which_lines_explain_it_is_known_by_what_is_written(self) -> None:
        words = Words({EN: Book({}, {}, {"a": Line("A."), "a.2": Line("B."), "b.1": Line("C."), "b.3": Line("D.")})})
        assert explanation(words, LineId("a")) == ("a", "a.2")
        assert explanation(words, LineId("b")) == ("b.1",)
        assert explanation(words, LineId("c")) == ()


def _explained(house: House, table: Table) -> Sequence[ExplainPage]:
    """Each topic of the smallest and the largest decks once, with as many people as can be."""
    found = []
    for game, plug in house.games.items():
        setup = table.choices.setups[game]
        for scenario in plug.scenarios()[:: max(1, len(plug.scenarios()) - 1)]:
            largest = replace(setup, scenario=scenario.id, players=scenario.players[-1])
            taught = (*game_topics(house, game, largest), *layout_topics(house, game, largest))
            found += [ExplainPage((topic,), HomePage()) for topic in (*card_topics(house, game, largest), *taught)]
    return [page for number, page in enumerate(found) if page not in found[:number]]
