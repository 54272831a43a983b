"""Tests how the cards are laid out for each kind of deck."""

import pytest
from msgspec.structs import replace

from nightcrier.box.games.one_night.game import OneNight
from nightcrier.box.show.answers import BACK, SKIP
from nightcrier.box.show.facts import Number, RoleName, Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Checklist, Perform, Tell
from nightcrier.kernel.ids import Language, LineId


@pytest.mark.parametrize(
    ("scenario", "players", "beside", "minutes"),
    [
        ("first-game", 3, [], 1),
        ("trust-no-one", 3, ["one-night.lay-center-wolf"], 2),
        ("total-chaos", 5, ["one-night.lay-center-wolf", "one-night.lay-artifacts"], 3),
        ("whole-village", 7, ["one-night.lay-shield", "one-night.lay-artifacts"], 2),
        ("sleeping-wolf", 5, ["one-night.lay-shield"], 2),
    ],
)
def test_what_lies_beside_the_cards_is_laid_out_between_deal_and_look(game, scenario, players, beside, minutes):
    told = [line for topic in game.layout_topics(Setup(scenario, players)) for line in topic.lines]
    assert told == ["one-night.lay.deal", *beside, "one-night.lay.look"]
    cards, dealing = told_anew(game, Setup(scenario, players, named=True))
    assert cards.lines == ("one-night.lay.cards",)
    assert dealing.lines == (*told, "one-night.lay.next", f"one-night.minutes.{minutes}")


@pytest.mark.parametrize("wording", ["full", "short"])
@pytest.mark.parametrize(
    ("again", "line", "title"), [(False, "one-night.deal", "lay.dealt"), (True, "one-night.again", "lay.anew")]
)
def test_no_night_with_cards_begins_before_they_are_dealt(game, wording, *, again, line, title):
    """First games tell people to deal, and later ones to deal again. START confirms that they have."""
    before = (Setup("first-game", 3),) if again else ()
    setup = Setup("first-game", 3, options={"wording": wording}, before=before)
    play = game.begin(setup, 1)
    told = play.stage()
    assert isinstance(told, Tell)
    minutes = () if again else (LineId("one-night.minutes.1"),)
    assert (told.lines, told.facts) == ((line, *minutes), (Word(title),))
    assert game.opening(setup) == told.lines
    assert isinstance(play.answer("").stage(), Perform)
    assert isinstance(game.begin(replace(setup, options={"deal": True}), 1).stage(), Perform)


def test_one_shield_is_for_the_sentinel_alone(game):
    deck = ("sentinel", "werewolf", "werewolf", "seer", "robber", "villager")
    told = [line for topic in game.layout_topics(Setup("first-game", 3, deck)) for line in topic.lines]
    assert "one-night.lay-shield" in told


def test_every_step_is_written(game, english, english_lines):
    for scenario in game.scenarios():
        for topic in game.layout_topics(Setup(scenario.id, scenario.players[0])):
            assert set(topic.lines) <= english_lines


def told_anew(game: OneNight, now: Setup, *before: Setup) -> list[Tell]:
    play, told = game.begin(replace(now, before=before), 1), []
    assert game.opening(replace(now, before=before)) == getattr(play.stage(), "lines", None)
    while isinstance(stage := play.stage(), Tell):
        told.append(stage)
        play = play.answer("")
    assert isinstance(play.stage(), Perform)
    assert all(each.checklist == Checklist(("one-night.lay.next",)) for each in told[:-1])
    return told


def test_one_more_player_adds_a_card_and_all_is_dealt_by_the_same_steps(game):
    come, dealing = told_anew(game, Setup("first-game", 4), Setup("first-game", 3))
    assert (come.title, come.facts) == (Word("lay.come"), (RoleName("villager"),))
    assert come.lines == ("one-night.lay.gather", "one-night.lay.come")
    assert dealing.lines == ("one-night.lay.deal", "one-night.deal", "one-night.minutes.1")


def test_of_other_cards_those_are_named_that_go_and_come_and_what_lies_beside(game):
    deck = ("werewolf", "werewolf", "seer", "robber", "villager", "villager")
    other = ("alpha-wolf", "werewolf", "seer", "robber", "mason", "mason")
    gone, come, dealing = told_anew(game, Setup("first-game", 3, other), Setup("first-game", 3, deck))
    assert gone.lines == ("one-night.lay.gather", "one-night.lay.away")
    assert gone.facts == (RoleName("werewolf"), Word("lay.card", {"role": RoleName("villager"), "n": Number(2)}))
    assert come.lines == ("one-night.lay.come",)
    assert come.facts == (RoleName("alpha-wolf"), Word("lay.card", {"role": RoleName("mason"), "n": Number(2)}))
    assert dealing.lines == ("one-night.lay.deal", "one-night.lay-center-wolf", "one-night.deal", "one-night.minutes.1")


def test_where_more_would_change_than_there_are_cards_all_are_named(game):
    deck = ("werewolf", "minion", "seer", "robber", "villager", "drunk")
    other = ("alpha-wolf", "mystic-wolf", "hunter", "tanner", "insomniac", "drunk")
    cards, _ = told_anew(game, Setup("first-game", 3, other), Setup("first-game", 3, deck))
    assert cards.lines == ("one-night.lay.gather", "one-night.lay.cards")
    assert sorted(fact.id for fact in cards.facts if isinstance(fact, RoleName)) == sorted(other)


def test_the_same_cards_in_another_order_are_the_same(game):
    deck = ("werewolf", "werewolf", "seer", "robber", "villager", "villager")
    now, before = Setup("first-game", 3, deck), Setup("trust-no-one", 3, deck[::-1])
    assert [step.lines for step in told_anew(game, now, before)] == [("one-night.again",)]


def test_after_a_game_without_cards_they_are_laid_out_for_the_first_time(game):
    dealt = Setup("first-game", 3, options={"deal": True})
    cards, *_ = told_anew(game, Setup("first-game", 3), dealt)
    assert cards.lines[0] == "one-night.lay.cards"


def test_laying_out_anew_goes_back_and_past_all_of_it(game):
    play = game.begin(Setup("first-game", 4, before=(Setup("first-game", 3),)), 1)
    first, second = play.stage(), play.answer("")
    assert (first.back, first.skip) == (False, True)
    shown = second.stage()
    assert (shown.back, shown.skip) == (True, False)
    assert second.answer(BACK).stage() == first
    assert play.answer(SKIP).stage() == shown
    assert isinstance(second.answer("").stage(), Perform)


def test_gathering_says_nothing_of_other_cards_for_they_may_be_the_same(english):
    line = english.line(Language("en"), LineId("one-night.lay.gather"))
    assert "other" not in line.text


def test_where_nobody_knows_what_lies_there_all_is_gathered_and_every_card_named(game):
    now, other = Setup("first-game", 4), Setup("first-game", 3)
    cards, last = told_anew(game, now, other, now)
    assert cards.lines == ("one-night.lay.gather", "one-night.lay.cards")
    assert [step.lays for step in (cards, last)] == [True, True]


@pytest.mark.parametrize(
    ("setup", "minutes", "line"),
    [
        (Setup("first-game", 3), 1, "1"),
        (Setup("first-game", 3, languages=3), 2, "2"),
        (Setup("evil-transformation", 10), 4, "4"),
        (Setup("evil-transformation", 10, languages=2), 5, "5"),
    ],
)
def test_how_long_the_night_is_stands_there_before_start(game, setup, minutes, line):
    """The minutes are also spoken. They grow with new roles, and with how fully these roles are explained."""
    told = game.begin(setup, 1).stage()
    assert told.title == Word("lay.minutes", {"n": Number(minutes)})
    assert told.lines[-1] == f"one-night.minutes.{line}"
    deck = game.deck(setup)
    new = game.begin(replace(setup, fresh=deck, taught=game.taught_in_calls(setup), languages=3), 1).stage()
    assert isinstance(new, Tell)
    assert new.lines[-1] == f"one-night.minutes.{'2' if minutes < 3 else 'more'}"
