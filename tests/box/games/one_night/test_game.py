"""Tests One Night as the table meets it."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nightcrier.box.games.one_night.game import OneNight
from nightcrier.box.games.one_night.rules.options import CHOICES, Options, options_from, options_in
from nightcrier.box.games.one_night.rules.role_blocks import CardBox
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.cues import Say
from nightcrier.box.show.facts import Number, RoleName
from nightcrier.box.show.plug import Game, problems_of
from nightcrier.box.show.setup import DeckOrigin, OptionValue, Setup
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Tell
from nightcrier.kernel.errors import WrongUse
from nightcrier.words.catalogue import LAST_RESORT
from tests.box.games.facts import value_of


def test_it_is_a_game(game):
    plugged: Game = game
    assert plugged.id == "one-night"
    assert plugged.choices() == CHOICES


def test_the_scenarios_go_from_easy_to_hard(game):
    levels = [scenario.level for scenario in game.scenarios()]
    assert levels == sorted(levels)
    assert game.scenarios()[0].id == "first-game"


def test_an_evening_is_cards_that_lie_ready_a_night_a_day_and_a_vote(game):
    evening, stages = game.begin(Setup("first-game", 5), seed=1), []
    while (stage := evening.stage()) is not None:
        stages.append(stage)
        evening = evening.answer("no" if isinstance(stage, Ask) else "")
    assert [type(stage) for stage in stages] == [Tell, Perform, Count, Perform, Ask]
    assert [stage.page for stage in stages if isinstance(stage, Perform)] == ["night", "vote"]


def test_the_same_seed_plays_the_same_evening(game):
    setup = Setup("total-chaos", 7, options={"stretch": True, "name_place": True})
    assert game.begin(setup, 5) == game.begin(setup, 5)
    assert game.begin(setup, 5) != game.begin(setup, 6)


def test_the_deck_is_the_one_chosen_else_the_scenarios(game):
    own = ("villager", "werewolf", "seer", "robber", "drunk", "tanner")
    assert game.deck(Setup("first-game", 3, own)) == ("werewolf", "seer", "robber", "drunk", "villager", "tanner")
    assert game.deck(Setup("first-game", 3)) == ("werewolf", "werewolf", "seer", "robber", "troublemaker", "villager")


def test_the_wake_order_follows_deck_and_options(game):
    setup = Setup("total-chaos", 5)
    assert tuple(value_of(call) for call in game.usual_calls(setup)) == (
        *("doppelganger", "werewolf", "alpha-wolf", "robber", "witch", "troublemaker", "village-idiot"),
        *("curator", "doppelganger-curator"),
    )
    assert game.usual_calls(Setup("first-game", 4)) == tuple(
        map(RoleName, ("werewolf", "seer", "robber", "troublemaker"))
    )


def test_the_opening_comes_before_anything_else(game):
    setup = Setup("first-game", 3)
    told = game.begin(setup, 1).stage()
    assert isinstance(told, Tell)
    assert game.opening(setup) == told.lines == ("one-night.deal", "one-night.minutes.1")


def test_for_how_many_players_a_deck_is_can_be_heard(game):
    refused = Setup("first-game", 11), Setup("whole-village", 11, options={"deal": True})
    said = [problems_of(game, setup)[0].said for setup in refused]
    assert said == [("deck.players", "number.3", "number.5"), ("deck.take-cards", "number.10")]


@pytest.mark.parametrize(
    ("setup", "key"),
    [
        (Setup("no-such", 3), "problem.unknown-scenario"),
        (Setup("first-game", 6), "problem.scenario-players"),
        (Setup("first-game", 11), "problem.scenario-players"),
        (Setup("first-game", 24), "problem.scenario-players"),
        (Setup("whole-village", 11, options={"deal": True}), "problem.too-many-dealt"),
        (Setup("first-game", 2), "problem.scenario-players"),
        (Setup("first-game", 3, ("mason", "werewolf", "seer", "robber", "drunk", "tanner")), "problem.mason-alone"),
    ],
)
def test_what_may_not_be_played_is_named_and_refused(game, setup, key):
    assert problems_of(game, setup)[0].key == key
    with pytest.raises(WrongUse, match=r"\.$"):
        game.begin(setup, 0)


def test_every_shipped_scenario_can_be_begun(game):
    for scenario in game.scenarios():
        for players in scenario.players:
            assert game.problems(Setup(scenario.id, players)) == ()
            assert game.begin(Setup(scenario.id, players), 0).stage() is not None


def test_new_roles_are_warned_of_and_said_in_full(game):
    setup = Setup("restless-night", 4, fresh=("minion", "insomniac", "seer"))
    assert game.warnings(setup) == ()
    (many,) = game.warnings(Setup("restless-night", 7, fresh=("minion", "insomniac", "hunter")))
    assert (many.key, many.fillings) == ("warning.many-new", {"n": Number(3)})
    assert full_calls(game, setup) == {"minion", "insomniac", "seer"}
    assert full_calls(game, replace(setup, fresh=())) == set()


def full_calls(game: OneNight, setup: Setup) -> set[str]:
    night = game.begin(setup, 0).answer("").stage()
    return {cue.line.split(".")[1] for cue in night.show if isinstance(cue, Say) and cue.line.endswith(".wake")}


@pytest.mark.parametrize("options", [{}, {"deal": True}])
def test_roles_are_explained_before_the_night_or_after_it_where_people_want_that(game, options):
    plain = Setup("first-game", 3, options=options)
    setup = replace(plain, taught=game.taught_in_calls(plain))
    assert setup.taught == ("werewolf", "seer", "troublemaker", "villager")
    night, told = (
        str([each for each in _stages(game, chosen) if isinstance(each, Perform)]) for chosen in (plain, setup)
    )
    assert "explain.role.villager" in told
    assert "explain.role.robber" not in told
    assert "explain.role" not in night


def _stages(game: OneNight, setup: Setup) -> Iterator[Stage | None]:
    play = game.begin(setup, 0)
    for _ in range(setup.players + 2):
        yield play.stage()
        play = play.answer("")


PRACTICAL = {
    f"warning.{key}"
    for key in ("crowd", "helper", "lay-center-wolf", "lay-artifacts", "lay-shield", "lay-shields", "other-box")
}
"""Warnings about hands, room and card boxes, which say nothing about the balance of a deck."""


def said_of_cards(game: OneNight, setup: Setup) -> list[str]:
    """Return the warnings about these cards at a table to which every role is new."""
    words = game.warnings(replace(setup, fresh=tuple(set(game.deck(setup)))))
    return [word.key for word in words if word.key not in PRACTICAL]


def test_a_deck_that_the_box_has_drawn_is_warned_of_as_one_that_people_chose(game):
    setup, early = Setup("first-game", 3), ("doppelganger", "werewolf", "werewolf", "seer", "robber", "tanner")
    for origin in (DeckOrigin.DRAWN, DeckOrigin.CHOSEN):
        assert said_of_cards(game, setup.with_deck(early, origin)) == ["warning.doppelganger-early"]


def test_a_new_table_is_warned_of_a_drawn_deck_only_where_it_knows_too_few_cards(game):
    unmet = tuple(card for card, _ in game.cards())
    for players, seed in product((3, 5, 8, 9, 10), range(20)):
        setup = Setup("first-game", players)
        drawn = game.random_deck(replace(setup, fresh=unmet), seed)
        said = said_of_cards(game, setup.with_deck(drawn, DeckOrigin.DRAWN))
        assert said == ([] if players <= 8 else ["warning.many-new"])


def test_who_has_one_box_is_told_of_cards_of_the_other(game):
    deck = game.deck(Setup("cautionary-tale", 4))

    def told(**options: OptionValue) -> list[str]:
        return [word.key for word in game.warnings(Setup("cautionary-tale", 4, options=options, fresh=deck))]

    assert told(sets="base") == ["warning.other-box"]
    assert told(sets="both") == told(sets="base", deal=True) == []


def test_where_the_box_deals_a_random_deck_is_of_both_boxes_unless_people_chose(game):
    def boxes(**options: OptionValue) -> set[CardBox | None]:
        decks = [game.random_deck(Setup("first-game", 5, options=options), seed) for seed in range(10)]
        return {ROLES[role].box for deck in decks for role in deck}

    assert boxes(deal=True) == boxes(sets="both") == set(CardBox)
    assert boxes() == boxes(deal=True, sets="base") == {CardBox.BASE}


@pytest.mark.parametrize("scenario", ["total-chaos", "trust-no-one", "information-society"])
def test_a_new_table_is_not_warned_of_a_deck_that_a_rulebook_prints(game, scenario):
    for players in next(each for each in game.scenarios() if each.id == scenario).players:
        assert said_of_cards(game, Setup(scenario, players)) == []


def test_every_option_has_a_word_for_the_menu(english):
    assert [choice.id for choice in CHOICES if not english.has(choice.id)] == []
    named = [(c.id, value) for c in CHOICES for value in c.values if isinstance(value, str)]
    assert [pair for pair in named if not english.has(f"value.{pair[0]}.{pair[1]}")] == []


def test_every_card_has_a_name(game, english):
    assert sum(count for _, count in game.cards()) == 27
    assert all(english.role(LAST_RESORT, role) != role for role, _ in game.cards())


@given(seed=st.integers(0, 10**6), players=st.integers(1, 25), sets=st.sampled_from(["base", "daybreak", "both"]))
def test_a_random_deck_may_be_played(shipped, seed, players, sets):
    game = OneNight(tuple(shipped.values()))
    drawn = game.random_deck(Setup("first-game", players, options={"sets": sets}), seed)
    assert game.problems(Setup("first-game", len(drawn) - 3, drawn)) == ()


@given(st.dictionaries(st.sampled_from([c.id for c in CHOICES] + ["junk"]), st.booleans() | st.integers() | st.text()))
def test_what_a_box_remembers_never_stops_it(remembered):
    options_in(remembered)


@pytest.mark.parametrize(("choice", "value"), [(c.id, value) for c in CHOICES for value in c.values])
def test_every_choice_of_the_menu_is_an_option(choice, value):
    assert getattr(options_from({choice: value}), choice) == value
    assert options_in({choice: value}) == options_from({choice: value})


def test_the_defaults_of_the_menu_are_those_of_the_rules():
    assert options_from({choice.id: choice.default for choice in CHOICES}) == Options()


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"pace": "quick"}, "Option pace cannot be 'quick'; choose one of: slow, normal, fast."),
        ({"nudge": 1}, "Option nudge cannot be 1; choose one of: false, true."),
        ({"day_minutes": 30}, "Option day_minutes cannot be 30; choose one of: auto, 3, 4, 5, 6, 7, 8, 9, 10."),
        ({"speed": 1}, "One Night has no option speed; choose one of: pace, role_seconds, wording, lone_wolf,"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_allowed(chosen, sentence):
    with pytest.raises(WrongUse) as refused:
        options_from(chosen)
    assert str(refused.value).startswith(sentence)


def test_the_fast_pace_is_offered_after_the_second_game_with_one_deck(game):
    def offered(setup: Setup) -> bool:
        return "warning.faster" in [word.key for word in game.warnings(setup)]

    setup = Setup("first-game", 3)
    assert [offered(replace(setup, repeats=repeats)) for repeats in range(4)] == [False, False, True, True]
    assert not offered(replace(setup, repeats=2, options={"pace": "fast"}))
