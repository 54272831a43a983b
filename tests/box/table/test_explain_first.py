"""Tests that the box offers to explain everything new before a game, including how to lay out its cards."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Caption, Control, Ended
from nightcrier.box.show.stages import Perform, Tell
from nightcrier.box.table.core.effects import Record, Remember
from nightcrier.box.table.game.tonight import tonight_setup
from nightcrier.box.table.ground.power_on import boot
from nightcrier.box.table.over.deck import deck_stops
from nightcrier.box.table.over.explain import EXPLAIN, all_topics, card_topics, due_topics
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.faults import Fault, Part
from tests.box.table.asking import end_game, recorded, shown
from tests.box.table.evening import Evening
from tests.box.table.explained import AIM, EN, ROBBER, SEER, said


class TestExplainFirst:
    def test_it_is_offered_aloud_before_a_game_nobody_here_has_played(self, told):
        assert told.after("start").table.page == QuestionPage(EXPLAIN, None)
        assert said(told)[-1] == ("screen.ask.explain", "screen.ask.explain.answers")

    def test_no_begins_the_game(self, told):
        assert told.after("start back").table.session

    def test_holding_back_leads_home_with_neither(self, told):
        assert told.after("start hold-back").table.at_home
        assert told.table.session is None
        assert told.after("start").table.page == QuestionPage(EXPLAIN, None)

    def test_yes_tells_one_after_the_other_and_then_the_game_begins(self, told):
        told.start()
        for lines in (AIM, SEER, ROBBER):
            assert said(told.after("start"))[-1] == lines
            assert told.table.session is None
        assert told.after("start").table.session
        assert told.table.choices.played == {"toy": ("robber", "seer", "villager")}

    def test_it_goes_on_by_itself_when_a_topic_has_been_said_until_the_game_begins(self, told):
        told.go("start start")
        for lines in (SEER, ROBBER):
            assert said(told.after(Ended(told.at, told.table.token - 1)))[-1] != lines, "that was another sound"
            assert said(told.after(Ended(told.at, told.table.token)))[-1] == lines
        assert told.after(Ended(told.at, told.table.token)).table.session

    @pytest.mark.parametrize("read", [False, True])
    def test_after_the_speaker_was_pulled_it_goes_on_by_itself(self, read, told):
        told.go("start start start")
        told.send(Fault(told.at, Part.SOUND, "There is no speaker."))
        assert isinstance(told.after(Ended(told.at, told.table.token)).table.page, NoticePage)
        if read:
            assert said(told.after("press"))[-1] == SEER
        assert said(told.after(Fault(told.at, Part.SOUND, "It is back.", mended=True)))[-1] == SEER
        for lines in (ROBBER, None):
            assert lines in (None, said(told.after(Ended(told.at, told.table.token)))[-1])
        assert told.table.session

    def test_what_else_is_mended_meanwhile_says_nothing_again(self, told):
        heard = len(said(told.after("start start")))
        assert len(said(told.after(Fault(told.at, Part.POWER, "It is back.", mended=True)))) == heard

    def test_the_glass_shows_what_is_being_said(self, told):
        told.go("start start")
        told.send(Caption(told.at, told.table.token, "Who finds", EN, 2.0, heard=True))
        assert "Who finds" in shown(told)

    def test_what_was_looked_up_stays_until_a_hand_goes_on(self, told):
        page = told.after("back press").table.page
        assert told.after(Ended(told.at, told.table.token)).table.page == page

    def test_what_the_game_tells_itself_is_told_before_only_if_everything_is_wanted(self, real_house, real_table):
        vote = "vote.rule.point"
        for wants, answer in ((False, Control.START), (True, Control.DIAL)):
            evening = Evening(real_house, replace(real_table, choices=replace(real_table.choices, explain="new")))
            evening.after("start start").hand(answer)
            assert (vote in [topic.lines[0] for topic in evening.table.page.topics]) == wants

    def test_who_wants_everything_is_told_each_role_before_and_not_again_in_its_call(self, real_house, real_table):
        for answer, before in ((Control.START, False), (Control.DIAL, True)):
            evening = Evening(real_house, replace(real_table, choices=replace(real_table.choices, explain="new")))
            evening.after("start start").hand(answer)
            assert ("seer" in {topic.of for topic in evening.table.page.topics}) is before
            for begins in ("the first time", "after the way home"):
                while evening.table.session is None:
                    evening.send(Ended(evening.at, evening.table.token))
                assert ("seer" in evening.table.session.setup.taught) is not before, begins
                end_game(evening)
                evening.start()

    def test_what_a_press_cut_off_is_offered_again_and_told_in_its_call(self, real_house, real_table):
        evening = Evening(real_house, replace(real_table, choices=replace(real_table.choices, explain="new")))
        evening.go("start start press")
        while evening.table.session is None:
            evening.start()
        assert "seer" in evening.table.session.setup.taught
        end_game(evening)
        assert evening.after("start").table.page == QuestionPage(EXPLAIN, None)

    def test_back_goes_one_back_and_from_the_first_home(self, told):
        assert said(told.after("start start start back"))[-1] == AIM
        assert told.after("back").table.at_home
        assert told.table.session is None

    def test_who_was_told_once_is_not_told_again(self, told):
        told.go("start start back")
        assert [topic.lines for topic in due_topics(told.house, told.table)] == [SEER, ROBBER]

    def test_the_game_is_told_whether_its_aim_was_explained(self, told):
        assert not tonight_setup(told.house, told.table).told
        told.go("start start")
        assert tonight_setup(told.house, told.table).told

    def test_holding_start_skips_the_rest(self, told):
        assert told.after("start start hold-start").table.session

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
    def test_when(self, told, when, played, due):
        told.table = replace(told.table, choices=replace(told.table.choices, explain=when, played=played))
        assert [topic.lines for topic in due_topics(told.house, told.table)] == due
        assert bool(told.after("start").table.session) == (not due)

    def test_it_is_offered_again_until_a_night_has_begun(self, real_house, real_table):
        evening = Evening(real_house, replace(real_table, choices=replace(real_table.choices, explain="new")))
        evening.go("start start back")
        assert isinstance(evening.table.session.stage if evening.table.session else None, Tell)
        end_game(evening)
        assert evening.table.choices.played == {}
        assert evening.after("start").table.page == QuestionPage(EXPLAIN, None)
        evening.back()
        while evening.table.session and not isinstance(evening.table.session.stage, Perform):
            evening.start()
        assert "seer" in evening.table.choices.played["one-night"]
        assert Remember(evening.table.choices) in evening.effects
        end_game(evening)
        assert due_topics(evening.house, evening.table) == ()

    def test_the_night_of_a_game_that_was_cut_off_before_it_counts(self, real_house, real_table):
        evening = Evening(real_house, real_table)
        entries = [effect.entry for effect in evening.after("start").effects if isinstance(effect, Record)]
        again = Evening(real_house, real_table)
        again.table, _ = boot(real_house, real_table, entries, crashed=True)
        assert again.table.choices.played == {}
        assert "seer" in again.after("start").table.choices.played["one-night"]

    def test_a_night_that_fell_counts_though_the_power_went_before_that_was_kept(self, real_house, real_table):
        evening = Evening(real_house, real_table)
        evening.go("start start")
        again, effects = boot(real_house, real_table, recorded(evening))
        assert "seer" in again.choices.played["one-night"]
        assert Remember(again.choices) in effects
        assert not any(isinstance(effect, Remember) for effect in boot(real_house, again, recorded(evening))[1])

    def test_what_somebody_looked_up_is_new_to_the_others(self, told):
        told.back()
        for steps in (0, 99):
            told.turn(steps)
            told.go("press back")
        assert [each for each in said(told) if each] == [SEER, AIM]
        told.back()
        assert [topic.lines for topic in due_topics(told.house, told.table)] == [AIM, SEER, ROBBER]
        assert not tonight_setup(told.house, told.table).told

    def test_what_to_lay_out_comes_before_it(self, told):
        assert shown(told, "1 start")[-2] == "◀1/2▶"
        assert told.after("start").table.page == QuestionPage(EXPLAIN, None)

    def test_a_game_without_explanations_begins_at_once(self, evening):
        assert evening.after("start").table.session


class TestLayingOut:
    STEPS = ("one-night.lay.deal", "one-night.lay.look")

    def test_before_the_game_it_is_not_explained_because_the_game_itself_goes_through_it(self, real_house, real_table):
        table = replace(real_table, choices=replace(real_table.choices, explain="new"))
        assert not {topic.lines[0] for topic in all_topics(real_house, table)} & set(self.STEPS)
        evening = Evening(real_house, replace(table, page=None))
        assert said(evening.after("start start start hold-start"))[-1][0] == "one-night.lay.cards"

    def test_it_stands_behind_the_cards_of_the_deck_and_a_press_tells_it(self, real_house, real_table):
        evening = Evening(real_house, real_table)
        evening.back()
        at = [stop.topic.lines[0] if stop.topic else "" for stop in deck_stops(real_house, evening.table)]
        cards = len(card_topics(real_house, "one-night", real_table.choices.setup))
        assert tuple(at[cards : cards + 2]) == self.STEPS
        evening.turn(cards)
        assert said(evening.after("press"))[-1] == ("one-night.lay.deal",)

    def test_where_the_box_deals_and_in_the_game_there_is_none(self, real_house, real_table):
        setup = replace(real_table.choices.setup, options={"deal": True})
        assert real_house.games["one-night"].layout_topics(setup) == ()
        stops = deck_stops(real_house, Evening(real_house, real_table).after("start").table)
        assert not [stop for stop in stops if stop.topic and stop.topic.lines[0] in self.STEPS]
