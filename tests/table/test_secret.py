"""Secret turns on the windows of a show, with a game of the test's own: what is seen, hidden, kept and answered."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from device.games.one_night.cards import ROLES
from device.games.one_night.dealt.own_card import OwnCard
from device.kernel.events import Control, Ended, Fault, Gesture, Part, Tick
from device.kernel.ids import Language, LineId
from device.show.cues import Call, Gap, Say, Show, Window
from device.show.effects import SetBed, Speak
from device.show.stages import Count, Fact, Option, Peek, Perform, Prompt, Row, Setup, Stage
from device.table.acting import MOST_PRESSES, open_turn
from device.table.drawing import measure
from device.table.effects import Answered, Chosen, Effect, Entry, Reached, Record
from device.table.house import House
from device.table.look import look
from device.table.pages import secret
from device.table.state import Acting, Table
from device.table.step import boot
from device.table.view import Bar, Hidden, Text, View, lines
from device.words.catalogue import LANGUAGES
from tests.table.evening import Evening
from tests.table.test_mad_hands import WORLD, Hands

SHOW: Show = (
    *(Call("seat-1"), Say(LineId("turn")), Window("seat-1", 12.0)),
    *(Call("seer"), Say(LineId("seer.wake")), Window("seer", 12.0), Gap(1.0)),
    *(Call("robber"), Window("robber", 12.0)),
)
CARD: tuple[Fact, ...] = (("role.seer", {}),)
PLACES = tuple(Option(place, ("seat", {"n": place})) for place in "123")


class Card(Struct, frozen=True):
    """Looks at one card, and must."""

    who: int = 1

    def prompt(self, row: Row) -> Prompt:
        return Prompt() if row else Prompt(seen=CARD, confirm="seen")

    def hint(self, row: Row, looked: bool) -> Fact:
        return ("deal.looked" if looked else "deal.hold", {})

    def settled(self, row: Row, looked: bool) -> bool:
        return looked


class Two(Struct, frozen=True):
    """Chooses two, and sees a card after the second. `nobody` cannot choose."""

    who: int = 2

    def prompt(self, row: Row) -> Prompt:
        if self.who == 0:
            return Prompt()
        left = tuple(option for option in PLACES if option.value not in row) if len(row) < 2 else ()
        return Prompt(left, CARD if len(row) == 2 else ())

    def hint(self, row: Row, looked: bool) -> Fact:
        return ("deal.act", {})

    def settled(self, row: Row, looked: bool) -> bool:
        return True


TURNS: tuple[tuple[str, Any], ...] = (("seat-1", Card()), ("seer", Two()), ("robber", Two(0)))
TALK = Count(90.0, facts=(("won", {}),), peeks=(Peek(3, ("seat", {"n": "3"}), CARD),))


class PlayedSecret(Struct, frozen=True):
    answers: tuple[str, ...] = ()

    def stage(self) -> Stage | None:
        done = len(self.answers)
        if done <= len(TURNS):
            return Perform(SHOW, PAGE["now"], dict(TURNS[done : done + 1]))
        return TALK if done == len(TURNS) + 1 else None

    def answer(self, value: str) -> "PlayedSecret":
        return PlayedSecret((*self.answers, value))

    def repeats(self, before: object) -> bool:
        return before == self and REPEATS["all"]


REPEATS = {"all": False}
PAGE = {"now": "deal"}


@pytest.fixture
def dealt(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """The evening, with the secret game instead of the toy's, in its first window."""
    monkeypatch.setattr(type(evening.house.games["toy"]), "begin", lambda _self, _setup, _seed: PlayedSecret())
    evening.start()
    said(evening)
    return evening


def said(evening: Evening) -> None:
    evening.send(Ended(evening.at, evening.table.token))


def wait(evening: Evening, seconds: float) -> None:
    evening.at += seconds
    evening.send(Tick(evening.at))


def to_the_seer(evening: Evening) -> None:
    hold(evening)
    wait(evening, 12.0)
    said(evening)


def hold(evening: Evening) -> None:
    evening.hand(Control.DIAL, Gesture.HOLD)


def release(evening: Evening) -> None:
    evening.hand(Control.DIAL, Gesture.RELEASE)


def shown(evening: Evening) -> list[str]:
    return lines(look(evening.house, evening.table))


def view(evening: Evening) -> View:
    return look(evening.house, evening.table)


def written(effects: Iterable[Effect]) -> list[Record]:
    return [effect for effect in effects if isinstance(effect, Record)]


def cut(evening: Evening) -> Evening:
    """Power off and on: all that is known is what was written."""
    entries = [record.entry for record in written(evening.effects)]
    again = Evening(evening.house, boot(evening.house, Table(evening.table.choices), entries)[0])
    again.at = evening.at
    return again


def entries(evening: Evening) -> list[tuple[Entry, bool]]:
    return [(effect.entry, effect.sealed) for effect in evening.effects if isinstance(effect, Record)]


class TestLooking:
    def test_it_stands_there_while_the_dial_is_held(self, dealt: Evening) -> None:
        assert shown(dealt) == ["Seat 1", "deal.hold"]
        hold(dealt)
        assert shown(dealt) == ["Seer"]
        release(dealt)
        assert shown(dealt) == ["Seat 1", "deal.press"]

    def test_what_others_may_know_goes_with_it(self, dealt: Evening) -> None:
        assert view(dealt).hidden is None
        hold(dealt)
        hidden = view(dealt).hidden
        assert hidden == Hidden(view(dealt).hidden.public, "tell", 1, CARD)
        assert lines(hidden.public) == ["Seat 1", "deal.looked"]
        assert view(dealt).dim
        assert hidden.public.dim

    def test_it_goes_after_eight_seconds_even_if_held(self, dealt: Evening) -> None:
        hold(dealt)
        wait(dealt, 7.9)
        assert shown(dealt) == ["Seer"]
        assert dealt.due() == pytest.approx(8.0)
        wait(dealt, 0.1)
        assert shown(dealt) == ["Seat 1", "deal.press"]

    def test_after_the_confirmation_the_next_to_lean_in_sees_nothing(self, dealt: Evening) -> None:
        hold(dealt)
        release(dealt)
        dealt.press()
        hold(dealt)
        assert shown(dealt) == ["Seat 1", "deal.done"]

    def test_a_press_before_looking_confirms_nothing(self, dealt: Evening) -> None:
        dealt.press()
        hold(dealt)
        assert shown(dealt) == ["Seer"]

    def test_who_has_not_looked_is_called_again(self, dealt: Evening) -> None:
        wait(dealt, 12.0)
        said(dealt)
        assert shown(dealt) == ["Seat 1", "deal.hold"]
        to_the_seer(dealt)
        assert shown(dealt)[0] == "Seer"

    def test_a_pause_hides_it(self, dealt: Evening) -> None:
        hold(dealt)
        dealt.start()
        dealt.start()
        assert shown(dealt) == ["Seat 1", "deal.press"]


class TestChoosing:
    def test_the_first_detent_brings_up_the_first_choice_and_backwards_the_last(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        dealt.turn(1)
        assert shown(dealt) == ["Seat 1"]
        dealt.turn(-1)
        assert shown(dealt) == ["Seat 3"]
        dealt.back()
        dealt.turn(-1)
        assert shown(dealt) == ["Seat 3"]

    def test_a_press_chooses_and_a_card_that_was_seen_cannot_be_taken_back(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        for _ in range(2):
            dealt.turn(1)
            dealt.press()
        assert shown(dealt) == ["Seat 2", "deal.see"]
        dealt.back()
        assert shown(dealt) == ["Seat 2", "deal.see"]
        hold(dealt)
        assert shown(dealt) == ["Seer"]

    def test_what_has_shown_nothing_yet_is_taken_back(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        dealt.turn(1)
        dealt.press()
        assert shown(dealt) == ["Seat 1", "deal.more"]
        hold(dealt)
        assert shown(dealt) == ["Seat 1", "deal.more"]
        dealt.back()
        assert shown(dealt) == ["Seer", "deal.act"]

    def test_a_press_with_nothing_before_it_chooses_nothing(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        dealt.press()
        assert shown(dealt) == ["Seer", "deal.act"]

    def test_volume_and_repeat_are_not_for_whoever_has_the_turn(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        heard = [effect for effect in (*dealt.turn(1), *dealt.back(), *dealt.press()) if not isinstance(effect, Record)]
        assert heard == []
        before = dealt.table.choices
        dealt.hand(Control.DIAL, Gesture.PRESS_TURN, 1)
        assert dealt.table.choices != before

    def test_presses_without_end_choose_nothing_more(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        for _ in range(MOST_PRESSES):
            dealt.press()
        dealt.turn(1)
        assert dealt.press() == ()
        assert shown(dealt) == ["Seat 1"]

    def test_where_nobody_holds_the_role_the_screen_waits_like_the_others(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        at_rest = shown(dealt)[1:]
        wait(dealt, 12.0)
        wait(dealt, 1.0)
        assert shown(dealt) == ["The Robber", *at_rest]
        assert view(dealt).hidden is None
        dealt.turn(1)
        assert shown(dealt) == ["The Robber", "deal.nothing"]
        hold(dealt)
        assert lines(view(dealt).hidden.public) == ["The Robber", *at_rest]


class TestAnswers:
    def test_each_turn_is_answered_once_and_under_seal(self, dealt: Evening) -> None:
        hold(dealt)
        dealt.press()
        wait(dealt, 12.0)
        said(dealt)
        dealt.turn(2)
        dealt.press()
        wait(dealt, 12.0)
        answers = [(entry.value, sealed) for entry, sealed in entries(dealt) if isinstance(entry, Answered)]
        assert answers == [("seen", True), ("2", True)]

    def test_a_turn_that_is_skipped_is_answered_too(self, dealt: Evening) -> None:
        dealt.hand(Control.START, Gesture.HOLD)
        dealt.hand(Control.START, Gesture.HOLD)
        answers = [entry.value for entry, _ in entries(dealt) if isinstance(entry, Answered)]
        assert answers == ["", ""]

    def test_a_call_that_is_repeated_after_its_turn_leaves_the_answer(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        wait(dealt, 12.0)
        dealt.back()
        said(dealt)
        assert open_turn(dealt.table.session) is None
        assert shown(dealt) == ["Seer"]
        dealt.turn(1)
        assert shown(dealt) == ["Seer"]

    def test_what_was_done_in_a_turn_is_kept_when_the_call_is_said_again(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        dealt.turn(1)
        dealt.press()
        session = dealt.table.session
        assert session
        again = replace(session, score=replace(session.score, cue=4))
        dealt.table = replace(dealt.table, session=again)
        assert shown(dealt)[0] == "Seer"
        dealt.table = replace(dealt.table, session=replace(session))
        assert shown(dealt) == ["Seat 1", "deal.more"]

    def test_after_a_power_cut_the_next_turn_comes(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        wait(dealt, 12.0)
        kept = [entry for entry, _ in entries(dealt)]
        last = max(n for n, entry in enumerate(kept) if isinstance(entry, Answered))
        for journal in (kept[: last + 1], kept[: last + 2]):
            asked, _ = boot(dealt.house, Table(dealt.table.choices), journal)
            again = Evening(dealt.house, asked)
            again.start()
            session = again.table.session
            assert session
            assert session.sealed
            assert isinstance(session.stage, Perform)
            assert list(session.stage.acts) == ["robber"]
        assert isinstance(kept[last + 1], Reached)


class TestWriting:
    def test_every_press_is_written_under_seal_with_what_is_chosen_then(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        deeds = (dealt.press, lambda: dealt.turn(2), dealt.press, dealt.back, lambda: dealt.turn(1), dealt.press)
        written = [deed() for deed in deeds]
        assert written[0] == (Record(Chosen("seer", ""), sealed=True),)
        assert [effects[0].entry.value for effects in written if effects] == ["", "2", "", "1"]
        assert [len(effects) for effects in written] == [1, 0, 1, 1, 0, 1]

    @pytest.mark.parametrize("presses", [0, 1, 5, MOST_PRESSES, 2 * MOST_PRESSES])
    def test_every_turn_has_the_same_number_of_entries(self, dealt: Evening, presses: int) -> None:
        to_the_seer(dealt)
        for _ in range(presses):
            dealt.turn(1)
            dealt.press()
        before = len(dealt.effects)
        wait(dealt, 12.0)
        (answered,) = [each for each in written(dealt.effects[before:]) if isinstance(each.entry, Answered)]
        chosen = [
            each for each in written(dealt.effects) if isinstance(each.entry, Chosen) and each.entry.turn == "seer"
        ]
        assert len(chosen) + answered.empty == MOST_PRESSES
        assert answered.sealed

    def test_a_turn_that_is_skipped_keeps_what_was_chosen_in_it(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        dealt.turn(1)
        dealt.press()
        dealt.hand(Control.START, Gesture.HOLD)
        assert [each.entry.value for each in written(dealt.effects) if isinstance(each.entry, Answered)] == ["", "1"]

    @pytest.mark.parametrize("presses", [1, 2])
    def test_after_a_power_cut_the_turn_stands_where_it_stood(self, dealt: Evening, presses: int) -> None:
        to_the_seer(dealt)
        for _ in range(presses):
            dealt.turn(1)
            dealt.press()
        again = cut(dealt)
        again.start()
        said(again)
        assert shown(again) == shown(dealt)
        hold(again)
        hold(dealt)
        assert shown(again) == shown(dealt)
        release(again)
        again.turn(1)
        again.back()
        again.back()
        assert again.table.session
        assert again.table.session.acting.row == (() if presses == 1 else ("1", "2"))

    def test_the_entries_of_a_turn_that_was_cut_are_as_many(self, dealt: Evening) -> None:
        to_the_seer(dealt)
        for _ in range(3):
            dealt.press()
        again = cut(dealt)
        again.start()
        said(again)
        again.press()
        wait(again, 12.0)
        (answered,) = [each for each in written(again.effects) if isinstance(each.entry, Answered)]
        assert answered.empty == MOST_PRESSES - 4

    def test_who_had_confirmed_the_own_card_cannot_see_it_after_a_power_cut(self, dealt: Evening) -> None:
        hold(dealt)
        dealt.press()
        again = cut(dealt)
        again.start()
        said(again)
        hold(again)
        assert "Seer" not in shown(again)


class TestOutOfTurn:
    @pytest.fixture
    def night(self, dealt: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
        """The same as a night, while the Seer is being called."""
        monkeypatch.setitem(PAGE, "now", "night")
        hold(dealt)
        wait(dealt, 12.0)
        return dealt

    @pytest.mark.parametrize(
        "gesture",
        [
            (Control.DIAL, Gesture.PRESS),
            (Control.DIAL, Gesture.HOLD),
            (Control.DIAL, Gesture.RELEASE),
            (Control.DIAL, Gesture.TURN),
            (Control.DIAL, Gesture.PRESS_TURN),
            (Control.BACK, Gesture.PRESS),
        ],
    )
    def test_a_hand_that_is_too_early_or_too_late_changes_nothing(
        self, night: Evening, gesture: tuple[Control, Gesture]
    ) -> None:
        for moment in ("before the window", "after it"):
            session, choices = night.table.session, night.table.choices
            assert open_turn(session) is None, moment
            assert night.hand(*gesture, 3) == (), moment
            assert (night.table.session, night.table.choices) == (session, choices), moment
            said(night)
            wait(night, 12.0)

    def test_in_the_turn_the_bed_keeps_its_loudness(self, night: Evening) -> None:
        said(night)
        assert open_turn(night.table.session)
        assert night.hand(Control.DIAL, Gesture.PRESS_TURN, 3) == ()

    def test_in_the_pause_the_controls_are_everybodys(self, night: Evening) -> None:
        night.start()
        before = night.table.choices.loudness
        night.turn(-1)
        assert night.table.choices.loudness == before - 1
        assert [effect for effect in night.back() if isinstance(effect, Speak)]
        assert not night.table.session.score.paused

    def test_start_and_the_end_are_always_everybodys(self, night: Evening) -> None:
        night.hand(Control.BACK, Gesture.HOLD)
        assert night.table.page.ask == "end-game"
        night.back()
        assert [effect for effect in night.hand(Control.START, Gesture.HOLD) if isinstance(effect, SetBed)]

    def test_in_the_deal_nobody_makes_the_next_turn_longer_and_the_call_can_be_said_again(self, dealt: Evening) -> None:
        hold(dealt)
        wait(dealt, 12.0)
        assert dealt.press() == ()
        assert [effect for effect in dealt.back() if isinstance(effect, Speak)]


class TestAgain:
    def test_a_game_that_repeats_the_one_before_is_begun_anew_with_another_seed(
        self, dealt: Evening, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seeds: list[int] = []

        def begin(_self: object, _setup: Setup, seed: int) -> PlayedSecret:
            seeds.append(seed)
            return PlayedSecret()

        monkeypatch.setattr(type(dealt.house.games["toy"]), "begin", begin)
        monkeypatch.setitem(REPEATS, "all", True)
        dealt.hand(Control.BACK, Gesture.HOLD)
        dealt.start()
        dealt.start()
        assert len(seeds) == len(set(seeds)) == 50


class TestTheTalk:
    @pytest.fixture
    def talk(self, dealt: Evening) -> Evening:
        for _ in range(3):
            dealt.hand(Control.START, Gesture.HOLD)
        assert dealt.table.session
        assert isinstance(dealt.table.session.stage, Count)
        dealt.press()
        return dealt

    def test_what_one_seat_may_look_at_shows_while_it_holds(self, talk: Evening) -> None:
        assert shown(talk) == ["Seat 3", "deal.see"]
        hold(talk)
        assert shown(talk) == ["Seat 3", "Seer"]
        assert view(talk).hidden == Hidden(view(talk).hidden.public, "tell", 3, CARD)
        release(talk)
        assert shown(talk) == ["Seat 3", "deal.see"]

    def test_it_goes_after_eight_seconds(self, talk: Evening) -> None:
        hold(talk)
        wait(talk, 8.0)
        assert shown(talk) == ["Seat 3", "deal.see"]

    def test_what_everybody_may_see_comes_next_and_cannot_be_held(self, talk: Evening) -> None:
        talk.turn(1)
        assert shown(talk) == ["deal.open-table", "Seat 2 wins"]
        hold(talk)
        assert view(talk).page == "day"


def test_the_end_of_a_deal_wakes_nobody(dealt: Evening) -> None:
    dealt.hand(Control.BACK, Gesture.HOLD)
    effects = dealt.start()
    assert not [effect for effect in effects if getattr(effect, "lines", ()) == (LineId("night.ended"),)]


@pytest.mark.parametrize("broken", [True, False])
def test_without_a_screen_nothing_is_dealt(evening: Evening, monkeypatch: pytest.MonkeyPatch, broken: bool) -> None:
    monkeypatch.setattr(type(evening.house.games["toy"]), "begin", lambda _self, _setup, _seed: PlayedSecret())
    if broken:
        evening.send(Fault(0.0, Part.SCREEN, "The screen does not answer."))
        evening.press()  # the notice is read
    else:
        evening.house = replace(evening.house, has_screen=False)
    effects = evening.start()
    assert next(effect.lines for effect in effects if isinstance(effect, Speak)) == (LineId("screen.fault.screen"),)
    assert evening.table.session is None
    assert entries(evening) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_own_card_can_be_read_whole_in_every_language(
    language: Language, real_house: House, real_table: Table
) -> None:
    table = replace(real_table, choices=replace(real_table.choices, languages=(language,)), now=1.0)
    public = View("deal", language, (Text("x"), Bar(0.5)))
    for role in ROLES:
        seen = secret.view(real_house, table, public, Acting("seat-1", held=1.0), OwnCard(1, role))
        assert seen.hidden
        assert measure(seen).whole, lines(seen)


DEAL: Mapping[str, Any] = {"deal": True, "secret_vote": True, "lone_wolf": True, "pace": "fast"}


@settings(max_examples=150, deadline=None)
@given(st.lists(WORLD, min_size=120, max_size=120), st.integers(0, 999))
def test_mad_hands_find_nothing_to_break_in_a_dealt_game(
    real_house: House, real_table: Table, doings: list[Any], seed: int
) -> None:
    setup = Setup("total-chaos", 5, options=DEAL)
    choices = replace(real_table.choices, setups={**real_table.choices.setups, "one-night": setup})
    hands = Hands(real_house, replace(real_table, choices=choices, seed=seed))
    for what in ((Control.START, Gesture.PRESS, 0), (Control.START, Gesture.PRESS, 0), *doings):
        hands.do(what)
        seen = look(real_house, hands.table)
        assert measure(seen).whole, seen
