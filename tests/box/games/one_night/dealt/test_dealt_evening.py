"""Tests an evening that the box deals, as the table meets it: its stages, and everything it can say and show."""

from random import Random

import pytest
from msgspec.structs import replace

from nightcrier.box.games.one_night.dealt.game import DealtGame
from nightcrier.box.games.one_night.dealt.seat_turns import SEEN, card_turn, deal_show, secret_vote
from nightcrier.box.games.one_night.game import OneNight
from nightcrier.box.games.one_night.rules.calls import wake_order
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.answers import all_values
from nightcrier.box.show.cues import Gap, Say, Window
from nightcrier.box.show.plug import Recalling
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Verdict, stage_lines
from nightcrier.kernel.ids import LineId
from nightcrier.words.catalogue import LAST_RESORT
from tests.box.games.facts import filling, key_of, keys_of
from tests.box.games.one_night.dealt.playing import random_game
from tests.sampling import so_many


@pytest.fixture
def game(shipped):
    return OneNight(tuple(shipped.values()))


def begun(game: OneNight, seed: int = 1, **options: bool) -> DealtGame:
    evening = game.begin(Setup("first-game", 3, options={"deal": True, **options}), seed)
    assert isinstance(evening, DealtGame)
    return evening


def stages(evening: DealtGame) -> list[Stage]:
    """Return all stages of an evening in which nobody does anything."""
    found: list[Stage] = []
    while (stage := evening.stage()) is not None:
        found.append(stage)
        evening = evening.answer(stage.choices[0].value if isinstance(stage, Ask) else "")
    return found


def test_deal_night_talk_vote_verdict(game):
    found = stages(begun(game))
    assert [type(stage) for stage in found] == [Perform] * 9 + [Count, Perform, Ask, Perform, Verdict]
    assert [stage.page for stage in found if isinstance(stage, Perform)] == ["deal"] * 4 + ["night"] * 5 + [
        "vote",
        "verdict",
    ]
    secret = stages(begun(game, secret_vote=True))
    assert [type(stage) for stage in secret] == [Perform] * 9 + [Count] + [Perform] * 5 + [Verdict]


def test_every_act_hangs_on_a_window_of_its_show_in_their_order(game):
    for stage in stages(begun(game, secret_vote=True)):
        if isinstance(stage, Perform) and stage.acts:
            windows = [cue.name for cue in stage.show if isinstance(cue, Window)]
            assert len(windows) == len(set(windows))
            assert [name for name in stage.acts if name in windows] == list(stage.acts)


def test_a_show_stays_the_same_while_its_turns_are_answered(game):
    shows = [stage.show for stage in stages(begun(game)) if isinstance(stage, Perform)]
    assert len([show for place, show in enumerate(shows) if show not in shows[:place]]) == 4


def test_the_same_seed_deals_the_same_cards(game):
    assert begun(game, 5).state.played.dealt == begun(game, 5).state.played.dealt
    assert len({begun(game, seed).state.played.dealt.printed for seed in range(50)}) > 30


@pytest.mark.parametrize("known", ["", "told", "heard"])
def test_who_seat_one_is_is_said_once_an_evening_before_the_first_is_called(game, known):
    """The explanation before the game names seat 1, or else the first deal does."""
    setup = replace(Setup("first-game", 3, options={"deal": True}), **({known: True} if known else {}))
    stage = game.begin(setup, 1).stage()
    assert isinstance(stage, Perform)
    lines = [say.line for say in _says(stage)]
    assert ("one-night.before.seats" in lines[: lines.index("deal.turn")]) == (not known)
    assert lines[-2:] == ["deal.how", "deal.how.turned"]


def test_every_seat_has_the_same_time(game):
    for stage in stages(begun(game, secret_vote=True)):
        if isinstance(stage, Perform) and stage.page != "night":
            assert len({cue.seconds for cue in stage.show if isinstance(cue, Window)}) <= 1


def test_there_is_nothing_to_lay_out_and_nothing_to_nudge(game):
    setup = Setup("total-chaos", 5, options={"deal": True, "name_place": True})
    assert not [key for key in keys_of(game.warnings(setup)) if key.startswith("warning.lay")]
    assert [key for key in keys_of(game.warnings(Setup("total-chaos", 5))) if key.startswith("warning.lay")]
    assert game.opening(setup) == ("deal.open",)
    evening = game.begin(setup, 1)
    lines = {
        line for stage in stages(evening) if isinstance(stage, Perform) for cue in _says(stage) for line in cue.lines
    }
    assert not {line for line in lines if "nudge" in line or "place" in line}


def test_a_window_on_the_screen_is_longer_than_one_with_cards(game):
    paper = game.begin(Setup("first-game", 3), 1).answer("").stage()
    screen = next(stage for stage in stages(begun(game)) if isinstance(stage, Perform) and stage.page == "night")
    times = [{cue.name: cue.seconds for cue in show if isinstance(cue, Window)} for show in (paper.show, screen.show)]
    assert all(times[1][call] == 9.0 + times[0][call] for call in times[1])


def test_a_turn_of_the_deal_may_end_early_and_that_of_a_secret_vote_may_not(game):
    """Everybody learns a card equally fast, but the time somebody takes to vote would tell how sure they were."""
    found = stages(begun(game, secret_vote=True))
    shows = {stage.page: stage.show for stage in found if isinstance(stage, Perform) and stage.acts}
    least = {page: {cue.least for cue in show if isinstance(cue, Window)} for page, show in shows.items()}
    assert least == {"deal": {8.0}, "night": {None}, "vote": {None}}


def test_a_deal_may_be_asked_not_to_repeat_a_role(game):
    before, plain = begun(game, 1, anti_streak=True), begun(game, 1)
    assert isinstance(before, Recalling)
    assert before.repeats(before)
    assert not plain.repeats(plain)
    assert not before.repeats(game.begin(Setup("first-game", 3), 1))
    fresh = [seed for seed in range(100) if not begun(game, seed, anti_streak=True).repeats(before)]
    assert fresh
    for seed in fresh:
        now = begun(game, seed).state.played.dealt
        assert not set(enumerate(before.state.played.dealt.nights)) & set(enumerate(now.nights))


def test_whoever_has_confirmed_the_own_card_need_not_look_again_after_a_power_cut():
    card = card_turn(1, "seer")
    assert not card.may_pass((), looked=False)
    assert card.may_pass((SEEN,), looked=False)
    assert card.hint((SEEN,), looked=False) == card.hint((), looked=True) != card.hint((), looked=False)


@pytest.mark.untraced
def test_no_turn_needs_more_than_four_presses():
    """A table of any game allows up to twelve presses in a turn."""
    rng, longest = Random(9), 0
    for _ in range(so_many(2000, 800)):
        longest = max(longest, *(len(all_values(answer)) for answer in random_game(rng).answers))
    assert longest == 3


def test_a_seat_that_was_skipped_pointed_at_nobody(game):
    evening = begun(game, secret_vote=True)
    while not isinstance(evening.stage(), Verdict):
        evening = evening.answer("")
    assert evening.state.played.votes == (None, None, None)


def test_everything_said_and_shown_has_its_words(english):
    rounds = (*deal_show(4, Options()), *secret_vote(4, Options()))
    said, shown = {line for cue in rounds if isinstance(cue, Say) for line in cue.lines}, set()
    rng = Random(5)
    for _ in range(300):
        verdict = random_game(rng).evening.stage()
        said |= {*stage_lines(verdict)}
        shown |= set(keys_of(verdict.facts))
    assert [line for line in said if english.line(LAST_RESORT, LineId(line)) is None] == []
    assert [key for key in shown if not english.has(key)] == []
    story = {line for line in said if line.startswith("deal.story.")}
    written = {key for key in english.books[LAST_RESORT].lines if "deal.story." in key}
    assert story == {key for key in written if not key.endswith(".named")}
    assert [role for role in ROLES if not english.has(f"deal.help.{role}")] == []


def test_of_a_night_in_which_nobody_did_anything_it_is_told_how_the_cards_lie(game):
    verdict = stages(begun(game))[-1]
    assert {(told.weight, told.head.said) for told in verdict.tale} == {(0, ("deal.story.dawn",))}


def test_the_trail_starts_where_each_card_was_dealt():
    rng = Random(1)
    for _ in range(100):
        evening = random_game(rng).evening
        verdict, cards = evening.stage(), evening.state.played.dealt
        assert isinstance(verdict, Verdict)
        ways = [fact for fact in verdict.facts if key_of(fact) == "deal.trail"]
        assert [filling(way, "role") for way in ways] == list(cards.printed)
        starts = [filling(way, "places")[0] for way in ways]
        assert starts[: cards.seats] == [seat + 1 for seat in range(cards.seats)]
        assert set(starts[cards.seats :]) == {"place.middle"}


def test_a_game_has_a_call_for_each_answer_of_the_night():
    game = random_game(Random(3))
    evening, rules = game.evening, game.evening.rules
    calls = wake_order(rules.deck, rules.options)
    assert len(game.answers) == 2 * (rules.players + 1) + len(calls) + 1 + 1
    assert evening.answer("").stage() is None
    assert Options().deal is False


def _says(stage: Perform) -> list[Say]:
    assert any(isinstance(cue, Gap) for cue in stage.show)
    return [cue for cue in stage.show if isinstance(cue, Say)]
