"""Tests what only one seat or the host is asked and told: with the same gestures, other cards leave no other traces."""

from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.answers import Option
from nightcrier.box.show.facts import Fact, Number, RoleName, Word
from nightcrier.box.show.stages import HOST, Ask, Count, Marks, Tell, Verdict
from nightcrier.box.table.core.effects import Answered, Began, Record
from tests.box.table.asking import public_view, rows, shown
from tests.box.table.evening import Evening
from tests.box.table.stage_games import answers_of, pass_time

CARDS = ("seer", "robber")
END = Verdict((), (0, 1, 0))
HOLD, RELEASE = Gesture.HOLD, Gesture.RELEASE


def asked(card: str, who: int) -> tuple[Any, ...]:
    other = "villager" if card == CARDS[0] else "seer"
    choices = (Option(card, RoleName(card)), Option(other, RoleName(other)))
    return Ask(who, Word("is", {"who": RoleName(card), "n": Number(2)}), choices), END


def told(card: str, who: int) -> tuple[Any, ...]:
    facts: tuple[Fact, ...] = (RoleName(card), Word("is", {"who": RoleName(card), "n": Number(1)}))
    return Tell(who, facts), END


def play(evening: Evening) -> list[Any]:
    """Handle the dial in one fixed way. Return all that others could see or hear, and all that is recorded."""
    found: list[Any] = [public_view(evening)]
    for gesture, steps in (
        (HOLD, 0), (Gesture.PRESS_TURN, 1), (RELEASE, 0), (Gesture.TURN, 1), (Gesture.TURN, 1), (HOLD, 0),
    ):  # fmt: skip
        found += _without_words(evening.hand(Control.DIAL, gesture, steps))
        found.append(public_view(evening))
        pass_time(evening, 0.5)
    pass_time(evening, 20.0)
    found += [public_view(evening), evening.at, evening.due()]
    found += _without_words(evening.start())
    return found


def _without_words(effects: Any) -> list[Any]:
    """Replace sealed answers by a word, since nobody can know more than that they are there."""
    sealed = (Record, Answered)
    return [
        "sealed" if isinstance(effect, sealed[0]) and effect.sealed and isinstance(effect.entry, sealed[1]) else effect
        for effect in effects
    ]


@pytest.mark.parametrize("who", [3, HOST])
@pytest.mark.parametrize("stages", [asked, told])
def test_other_cards_under_the_same_hands_leave_the_same_public_trace(start_stages, stages, who):
    traces = [play(start_stages(*stages(card, who))) for card in CARDS]
    assert traces[0] == traces[1]
    assert "sealed" in traces[0]


def test_a_seat_sees_what_it_is_told_while_it_holds_the_dial_and_no_longer_than_it_may(start_stages):
    evening = start_stages(*told("seer", 3))
    assert shown(evening) == ["Seat 3", "turn.hold"]
    assert shown(evening, "hold") == ["Seer"]
    evening.hand(Control.DIAL, Gesture.PRESS_TURN, 1)
    assert shown(evening) == ["Seer is number 1"]
    assert shown(pass_time(evening, 8.0)) == ["Seat 3", "turn.hold"]
    evening.after("hold").hand(Control.DIAL, RELEASE)
    assert shown(evening) == ["Seat 3", "turn.hold"]


def test_what_a_seat_is_asked_comes_up_when_it_turns_the_dial(start_stages):
    evening = start_stages(*asked("seer", 3))
    assert shown(evening) == ["Seat 3", "turn.choose"]
    assert answers_of(evening.after("press")) == ()
    assert shown(evening, "1") == ["Seer is number 2", "Seer"]
    assert answers_of(evening.after("press")) == ("seer",)


def test_of_several_answers_none_is_marked_before_one_is_seen(start_stages):
    question, end = asked("seer", 3)
    evening = start_stages(replace(question, marks=Marks(1, 2)), end)
    assert answers_of(evening.after("press start")) == ()
    assert answers_of(evening.after("1 press start")) == (("seer",),)


def test_the_host_reads_at_once_and_every_other_screen_stays_dark(start_stages):
    evening = start_stages(*told("seer", HOST))
    assert rows(evening) == ["Seer"]
    assert public_view(evening).rows == ()


def test_a_private_question_is_never_spoken(start_stages):
    evening = start_stages(*asked("seer", 3), spoken_menu=True)
    assert [effect for effect in evening.turn(1) if type(effect).__name__ == "Speak"] == []


def test_a_play_may_begin_to_keep_secrets_at_any_moment(start_stages):
    evening = start_stages(Count(60.0), Count(60.0), END, secret_from=1)
    written = [effect for effect in evening.after("start start").effects if isinstance(effect, Record)]
    began, *answers = [record.sealed for record in written if isinstance(record.entry, Began | Answered)]
    assert (began, answers) == (False, [False, True])
