"""Tests questions, facts and verdicts of any game, and what a power cut leaves of them."""

import pytest
from msgspec import Struct

from nightcrier.box.events import Ended
from nightcrier.box.show.answers import Option
from nightcrier.box.show.cues import Bed, Call, Hush, Prepare, Say, SetBed, Signal, Window
from nightcrier.box.show.facts import Number, RoleName, Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import HOST, TABLE, Ask, Count, Perform, Pulse, Stage, Tell, Verdict
from nightcrier.box.table.core.effects import Answered, Began, Closed, CountGame, Reached, Record, WithdrawGame
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.ground.power_on import boot
from nightcrier.box.table.look import lamp
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import (
    HOLD,
    START,
    after_cut,
    end_game,
    page,
    recorded,
    rows,
    shown,
    spoken,
    until_window,
)
from tests.box.table.conftest import NIGHT
from tests.hands import is_at_stage

CHOICES = (Option("1", Number(1)), Option("2", Number(2)))


class TwoShows(Struct, frozen=True):
    """Simulates a game of two shows with nothing between them."""

    over: int = 0
    keeps_secrets: bool = False

    def stage(self) -> Stage | None:
        shows = (NIGHT, (Say(LineId("again")), *NIGHT))
        return Perform(shows[self.over]) if self.over < len(shows) else None

    def answer(self, value: str) -> "TwoShows":
        return TwoShows(self.over + 1)


class TestReadingOut:
    def test_a_question_without_lines_is_read_out(self, start_stages):
        evening = start_stages(Ask(TABLE, Word("who"), CHOICES))
        assert spoken(evening.effects)[-1] == "screen.who"
        assert spoken(evening.go("hold")) == ["screen.who"]

    @pytest.mark.parametrize(
        "silent",
        [
            Ask(1, Word("who"), CHOICES),
            Ask(HOST, Word("who"), CHOICES),
            Ask(TABLE, Word("who"), CHOICES, night=Bed("rain")),
            Ask(TABLE, Word("who"), CHOICES, signal="tick"),
            Ask(TABLE, Word("who"), CHOICES, pulse=Pulse("tick", 2.0, 1.0, 60.0)),
        ],
    )
    def test_not_where_one_alone_is_asked_or_eyes_are_shut_or_something_else_sounds(self, silent, start_stages):
        assert spoken(start_stages(silent).effects) == []

    def test_the_next_game_of_an_evening_knows_that_its_cards_lie_there(self, evening):
        for again in (False, True):
            assert evening.after("start").table.session
            before = evening.table.session.setup.before
            assert before == ((Setup("first", 3, evening.table.session.setup.deck),) if again else ())
            end_game(evening)


class TestAskingAndTelling:
    def test_an_answer_is_chosen_by_dial_and_given(self, play_through):
        evening = play_through(Ask)
        assert shown(evening) == ["who", "Seat 2", "◀▶", "key.done"]
        assert shown(evening, "1") == ["who", "Seat 1", "◀▶", "key.done"]
        assert evening.press()[0] == Record(Answered("1"), beside=True)
        assert isinstance(evening.table.session.stage, Tell)

    def test_facts_are_read_one_by_one(self, play_through):
        evening = play_through(Tell)
        assert rows(evening) == ["Seer"]
        assert rows(evening, "1") == ["Robber is number 2"]
        assert isinstance(evening.after("start").table.session.stage, Verdict)

    def test_after_the_verdict_comes_home(self, play_through):
        evening = play_through(Verdict)
        assert (page(evening), rows(evening)) == ("verdict", ["Seat 2 wins"])
        assert evening.after("start").table.at_home

    @pytest.mark.parametrize(("who", "ready"), [(TABLE, (LineId("open"),)), (HOST, ()), (1, ())])
    def test_while_all_read_the_first_sounds_of_the_show_that_follows_are_made_ready(self, start_stages, who, ready):
        evening = start_stages(Tell(who, (Word("lay"),), (LineId("lay"),)), Perform(NIGHT))
        effects = evening.send(Ended(evening.at, evening.table.token))
        assert [effect.lines for effect in effects if isinstance(effect, Prepare)] == ([ready] if ready else [])

    def test_while_all_talk_so_is_the_gong_at_its_end(self, start_stages):
        evening = start_stages(Count(90.0), Perform((Signal("gong"), Say(LineId("over")))))
        assert Prepare((LineId("over"),), signal="gong") in evening.effects

    def test_a_step_can_be_taken_back_where_the_game_allows_it(self, play_through):
        assert play_through(Tell).back()[0] == Record(Answered("back"), beside=True)

    def test_a_verdict_is_taken_back_where_the_game_allows_it_and_falls_silent(self, start_stages):
        evening = start_stages(
            Verdict((), (1, 0), (Word("won"),), (LineId("won"),), back=True), Tell(0, (Word("won"),))
        )
        effects = evening.back()
        assert effects[:2] == (WithdrawGame(), Record(Answered("back"), beside=True))
        assert Hush() in effects

    def test_an_end_that_only_people_judge_counts_nothing_and_takes_back_nothing(self, start_stages):
        evening = start_stages(Verdict((), (), (Word("over"),), back=True), Tell(TABLE, (Word("won"),)))
        effects = (*evening.effects, *evening.back())
        assert not any(isinstance(effect, CountGame | WithdrawGame) for effect in effects)
        assert evening.table.session is not None
        assert not evening.table.session.judged

    @pytest.mark.parametrize(
        "stage",
        [
            Perform(NIGHT),
            Count(90.0),
            Ask(TABLE, Word("who"), (Option("1", Word("won")),), back=True),
            Tell(TABLE, (Word("won"),), back=True),
            Verdict((), (1, 0), (Word("won"),), back=True),
        ],
        ids=lambda stage: type(stage).__name__,
    )
    def test_back_held_asks_for_the_end_at_every_stage(self, start_stages, stage):
        evening = start_stages(stage, stage)
        assert "screen.ask.end-game" in spoken(evening.go("hold-back"))
        assert is_at_stage(evening.after("back").table)
        end_game(evening)
        assert evening.table.at_home

    def test_who_knows_it_all_skips(self, play_through):
        assert play_through(Tell).hand(START, HOLD)[0] == Record(Answered("skip"), beside=True)

    @pytest.mark.parametrize("kind", [Ask, Verdict])
    def test_back_asks_for_the_end(self, play_through, kind):
        evening = play_through(kind)
        assert page(evening, "back") == "question"
        assert is_at_stage(evening.after("back").table)


class TestPowerCut:
    def test_a_night_goes_on_at_the_call_that_was_cut(self, evening):
        entries = recorded(until_window(evening))
        evening.table, effects = boot(evening.house, Table(evening.table.choices), entries)
        assert page(evening) == "question"
        assert spoken(effects) == ["screen.ask.go-on", "screen.ask.answers"]
        effects = evening.start()
        assert spoken(effects) == ["seer.wake"]
        assert any(isinstance(effect, SetBed) and effect.name == "tapping" for effect in effects)

    @pytest.mark.parametrize(
        ("reached", "said"),
        [(0, ["open"]), (3, ["shut", "wake"]), (6, ["dawn"])],
        ids=["nightfall", "a call", "morning"],
    )
    def test_open_eyes_shut_before_a_call_goes_on(self, start_stages, reached, said):
        called = Call(RoleName("seer")), Say(LineId("wake")), Window("seer", 6.0)
        dawn = Call(RoleName("dawn")), Bed(""), Say(LineId("dawn"))
        show = Call(RoleName("night")), Say(LineId("open")), Bed("tapping"), *called, *dawn
        evening = start_stages(Perform(show, shut=(LineId("shut"),)))
        entries = *recorded(evening), Reached(reached)
        assert spoken(after_cut(evening, entries).start()) == said
        _, effects = boot(evening.house, Table(evening.table.choices), entries, crashed=True)
        assert spoken(effects) == said[-1:]

    def test_a_slip_at_power_on_costs_no_game(self, evening):
        evening = after_cut(until_window(evening))
        assert spoken(evening.back()) == ["screen.ask.end-game", "screen.ask.answers.held"]
        assert spoken(evening.start()) == ["screen.ask.answers.held"]
        assert spoken(evening.back()) == ["screen.ask.go-on", "screen.ask.answers"]
        assert spoken(evening.start()) == ["seer.wake"]

    def test_at_power_on_a_held_start_ends_the_game_after_back(self, evening):
        evening = after_cut(until_window(evening))
        evening.back()
        assert Record(Closed(), beside=True) in evening.go("hold-start")
        assert (evening.table.page, evening.table.session) == (None, None)

    def test_a_box_that_fell_goes_on_at_once_for_eyes_are_shut(self, evening):
        entries = recorded(until_window(evening))
        evening.table, effects = boot(evening.house, Table(evening.table.choices), entries, crashed=True)
        assert page(evening) == "night"
        assert spoken(effects) == ["seer.wake"]

    def test_a_night_that_goes_on_without_a_speaker_waits_for_it(self, evening):
        evening = after_cut(until_window(evening))
        assert page(evening.after(Fault(0.0, Part.SOUND, "There is no speaker."))) == "question"
        assert shown(evening, "start") == ["fault.sound", "fault.sound.help"]
        assert lamp(evening.house, evening.table) == "fault"
        assert spoken(evening.send(Fault(9.0, Part.SOUND, "It works.", mended=True))) == ["seer.wake"]
        assert page(evening) == "night"

    def test_a_show_right_after_another_begins_at_its_first_line(self, evening, monkeypatch):
        monkeypatch.setattr(type(evening.house.games["toy"]), "begin", lambda _self, _setup, _seed: TwoShows())
        entries = [Began("toy", Setup("first", 3), 7), Reached(5), Answered("")]
        assert spoken(after_cut(evening, entries).start()) == ["again"]

    def test_a_day_goes_on_with_what_was_left(self, play_through):
        entries = [Began("toy", Setup("first", 3), 7), Answered(""), Reached(left=45.0)]
        assert shown(after_cut(play_through(Count), entries), "start")[0] == "0:45"

    @pytest.mark.parametrize(
        "entries",
        [
            [],
            [Reached(5)],
            [Began("toy", Setup("first", 3), 7), Closed()],
            [Began("unknown", Setup("first", 3), 7)],
            [Began("toy", Setup("first", 3), 7), *[Answered("")] * 5],
        ],
    )
    def test_nothing_to_go_on_with_is_home(self, evening, entries):
        assert after_cut(evening, entries).table.at_home


def test_who_skips_what_is_told_need_not_hear_the_rest_of_it(start_stages):
    told = Tell(TABLE, (Word("is"),), lines=(LineId("long"),), skip=True)
    evening = start_stages(told, Ask(TABLE, Word("is"), (Option("1", Word("is")),)))
    assert Hush() in evening.go("hold-start")
