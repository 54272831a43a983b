"""Tests how long the windows are."""

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.games.one_night.night_show import (
    STRETCH,
    eyes_shut_part,
    least_turn_seconds,
    night_show,
    pause_between_calls,
    turn_seconds,
    window_seconds,
)
from nightcrier.box.games.one_night.rules.calls import calls_of_cards, wake_order
from nightcrier.box.games.one_night.rules.deal import Deck
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.role_blocks import SIMPLE
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.library import shipped_words
from nightcrier.box.show.cues import DAYBREAK, Call, Say, Signal, Window, show_length
from nightcrier.box.show.plug import LengthOf
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import LineId
from nightcrier.tools.decks import line_lengths
from tests.box.games.facts import value_of

CALLS = ("werewolf", "minion", "doppelganger", "doppelganger-minion", "doppelganger-curator", "witch", "village-idiot")
FIVE: Deck = ("werewolf", "werewolf", "minion", "seer", "villager", "villager", "villager", "hunter")
"""A deck for five in which no role lets a Doppelganger act at once."""


def name_length(call: str) -> float:
    """Return how long a name takes to say, estimated if it has no clip yet."""
    name = "doppelganger" if call.startswith("doppelganger") else call
    return line_length()(LineId(f"role.{name}"))


@cache
def line_length() -> LengthOf:
    return line_lengths(shipped_words())


def eyes_shut(deck: Deck, options: Options) -> float:
    return show_length(eyes_shut_part(night_show(deck, options, SeededChance(0))), line_length())


def seconds(call: str, options: Options | None = None, deck: Deck = FIVE[:3]) -> float:
    return window_seconds(call, deck, options or Options(), SeededChance(0))


def test_every_role_that_is_called_says_what_hands_do_and_for_how_long():
    called = {call.role for call in calls_of_cards(tuple(ROLES))}
    assert all(role.hands.does != "nothing" for role in ROLES.values() if role.id in called)
    assert all(5 <= ROLES[role].hands.seconds <= 2 * SIMPLE for role in called - {"village-idiot"})
    assert all(role.hands.seconds == 0 for role in ROLES.values() if role.id not in called)


def test_who_only_looks_has_six_seconds_and_who_has_more_to_do_longer():
    looking = ("werewolf", "minion", "mason", "mystic-wolf", "apprentice-seer", "doppelganger-minion")
    assert [seconds(call) for call in looking] == [6.0] * 6
    exchanging = ("seer", "robber", "troublemaker", "alpha-wolf", "curator", "revealer", "doppelganger-revealer")
    assert [seconds(call) for call in exchanging] == [8.0] * 7
    assert [seconds(call) for call in ("insomniac", "drunk", "paranormal-investigator", "witch")] == [5, 7, 10, 12]


@pytest.mark.parametrize(("players", "moved"), [(3, 2), (5, 4), (10, 9)])
@pytest.mark.parametrize(("pace", "thought"), [("slow", 6), ("normal", 4), ("fast", 2)])
def test_the_village_idiot_has_time_for_every_card_he_moves_at_any_pace(players, moved, pace, thought):
    deck = ("village-idiot", *["villager"] * (players + 2))
    options = Options(pace=pace)  # type: ignore[arg-type]
    assert seconds("village-idiot", options, deck=deck) == thought + 2 * moved


def test_a_doppelganger_has_time_for_what_takes_longest_to_copy():
    assert seconds("doppelganger", deck=("doppelganger", "werewolf", "mason", "mason", "insomniac", "curator")) == 6
    assert seconds("doppelganger", deck=("doppelganger", "werewolf", "drunk", "robber", "villager", "hunter")) == 6 + 8
    assert seconds("doppelganger", deck=("doppelganger", "werewolf", "witch", "robber", "villager", "hunter")) == 6 + 12


@pytest.mark.parametrize(("pace", "thought"), [("normal", 6 + 4), ("fast", 6)])
def test_a_doppelganger_may_have_to_move_all_cards(pace, thought):
    deck = ("doppelganger", "village-idiot", "witch", *["villager"] * 10)
    assert seconds("doppelganger", Options(pace=pace), deck=deck) == thought + 2 * 9  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "expected"),
    [(Options(pace="slow"), 27), (Options(pace="fast"), 6 + 8), (Options(deal=True), 6 + 12 + 9)],
)
def test_a_doppelganger_has_time_for_what_takes_longest_at_the_pace_however_the_deck_lies(options, expected):
    deck = ("doppelganger", "village-idiot", "witch", *["villager"] * 5)
    assert [seconds("doppelganger", options, deck=cards) for cards in (deck, deck[::-1])] == [expected] * 2


def test_a_wolf_that_may_be_alone_has_time_to_look():
    assert seconds("werewolf", Options(lone_wolf=True)) == 12.0
    assert seconds("seer", Options(lone_wolf=True)) == 8.0


def test_there_are_three_paces():
    assert [seconds("mason", Options(pace=pace)) for pace in ("slow", "normal", "fast")] == [9.0, 6.0, 4.0]
    assert [turn_seconds(Options(pace=pace)) for pace in ("slow", "normal", "fast")] == [22.0, 15.0, 12.0]
    assert [least_turn_seconds(Options(pace=pace)) for pace in ("slow", "normal", "fast")] == [12.0, 8.0, 6.0]


def test_where_the_box_deals_fast_is_a_fifth_less_for_reading_takes_its_time():
    assert seconds("mason", Options(pace="fast", deal=True)) == round((6 + 9) * 0.8)
    assert pause_between_calls(Options(pace="fast", deal=True)) == pause_between_calls(Options(deal=True)) == 1.5
    assert [pause_between_calls(Options(pace=pace)) for pace in ("slow", "normal", "fast")] == [0.75, 0.75, 0.4]


def test_a_fast_night_is_a_fifth_shorter(shipped):
    """The night is a fifth shorter at tables where everybody reaches the cards. A helper keeps his own pace, and so
    does a hand that carries all cards around."""
    for named in shipped.values():
        for players in (named.scenario.players[0], min(10, named.scenario.players[-1])):
            deck = named.deck(players)
            carrying = ROLES["village-idiot"].hands.each * (players - 1) if "village-idiot" in deck else 0
            normal, fast = (eyes_shut(deck, Options(pace=p, wording="short")) - carrying for p in ("normal", "fast"))
            assert fast <= 0.8 * normal, (named.scenario.id, players)


@pytest.mark.parametrize("wording", ["full", "short"])
def test_fast_leaves_each_role_its_seconds_with_the_words_around(wording):
    """The time runs from the end of the name that opens the eyes to the name that closes them. In short wording, a
    quick voice may cost an eighth of it."""
    share = 7 / 8 if wording == "short" else 1
    deck = tuple(role.id for role in ROLES.values() if role.wakes)
    show = night_show(deck, Options(pace="fast", wording=wording), SeededChance(0))
    for start, end in pairwise([n for n, cue in enumerate(show) if isinstance(cue, Call)]):
        call = value_of(show[start].title)
        if call in wake_order(deck, Options()):
            open_eyed = (
                show_length(show[start:end], line_length())
                - 2 * name_length(call)
                - pause_between_calls(Options(pace="fast"))
            )
            assert open_eyed >= share * window_seconds(call, deck, Options(), SeededChance(0)), call


def test_a_table_may_say_how_many_seconds_a_plain_role_has():
    for chosen in range(5, 21):
        options = Options(role_seconds=chosen, pace="slow")  # type: ignore[arg-type]
        assert seconds("mason", options) == chosen
        assert seconds("witch", options) == 2 * chosen
        assert turn_seconds(options) == turn_seconds(Options(pace="slow"))
    deck = ("village-idiot", *["villager"] * 7)
    assert seconds("village-idiot", Options(role_seconds=12), deck=deck) == 8 + 2 * 4


def test_without_cards_there_is_time_to_dial_and_none_for_moving_cards():
    assert seconds("seer", Options(deal=True)) == 8 + 9
    assert seconds("seer", Options(deal=True, pace="slow")) == round(17 * 1.5)
    assert seconds("village-idiot", Options(deal=True), deck=("village-idiot", *["villager"] * 12)) == 4 + 9


@given(st.sampled_from(CALLS), st.integers(0, 10**6))
def test_the_stretch_is_whole_seconds_of_one_range_for_all(call, seed):
    longer = window_seconds(call, FIVE, Options(stretch=True), SeededChance(seed)) - seconds(call, deck=FIVE)
    assert longer in range(STRETCH + 1)


def test_every_role_is_stretched_by_the_same_lot():
    """The same seed stretches every call equally, whichever it is."""
    for seed in range(200):
        chance = (SeededChance(seed) for _ in CALLS)
        longer = {
            window_seconds(c, FIVE, Options(stretch=True), lot) - seconds(c, deck=FIVE)
            for c, lot in zip(CALLS, chance, strict=True)
        }
        assert len(longer) == 1


def test_every_stretch_comes_as_often():
    chance = SeededChance(3)
    drawn = [window_seconds("mason", FIVE, Options(stretch=True), chance) for _ in range(5000)]
    assert all(900 < drawn.count(6.0 + more) < 1100 for more in range(STRETCH + 1))


def test_eyes_are_shut_from_the_howl_to_the_words_that_open_them(shipped):
    show = night_show(shipped["first-game"].deck(5), Options(), SeededChance(0))
    shut = eyes_shut_part(show)
    assert shut[0] == Signal("wolf-howl")
    assert [value_of(cue.title) for cue in shut if isinstance(cue, Call)][-2:] == ["nudge", "dawn"]
    assert [cue for cue in shut if isinstance(cue, Window)] == [cue for cue in show if isinstance(cue, Window)]
    opens = next(n for n, cue in enumerate(show) if cue == DAYBREAK)  # the birds sing to open eyes
    assert shut[-1] == show[opens - 1] == Say(LineId("one-night.dawn.short"))
