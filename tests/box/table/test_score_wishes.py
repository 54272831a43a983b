"""Tests wishes about the scores, which correct or strike only the last game, and what is told of the evening."""

import pytest
from msgspec.structs import replace

from nightcrier.box.show.stages import Ask, Count, Perform, Verdict
from nightcrier.box.table.core.effects import Amend, Effect
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.evening_menus import STRIKE_GAME
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.box.table.public_table import table_scores
from nightcrier.kernel.people import EveningKind, GameResult, Presence
from nightcrier.wire.wishes import MendWish, MoveWish, PresenceWish, StrikeWish
from tests.box.table.asking import wish
from tests.box.table.evening import Evening
from tests.box.table.known_people import known

GAMES = (
    GameResult(6, "toy", "first", {1: 1, 2: 0, 3: 0}),
    GameResult(7, "toy", "own-deck", {1: 0, 2: 3, 3: 1}),
)


@pytest.fixture
def scored(evening):
    """Return an evening of three. Seat 2 won the last game with three points; seat 3 with four, corrected to one."""
    last = {1: 0, 2: 3, 3: 1}
    evening.send(replace(known("Ann", "Bob", "Cay"), last=last, judged={1: 0, 2: 3, 3: 4}, game=7, games=GAMES))
    evening.effects.clear()
    return evening


def by_hand(evening: Evening, *rows: int) -> list[Effect]:
    """Press these rows of the list of who won, and return the corrections."""
    done: list[Effect] = []
    for row in rows:
        evening.table = replace(evening.table, page=ListingPage(MENUS["winners"], None, row))
        done += [effect for effect in evening.press() if isinstance(effect, Amend)]
    return done


@pytest.mark.parametrize(("row", "winners"), [(0, (1, 2, 3)), (1, (3,)), (2, (2,))])
def test_a_game_is_mended_as_by_hand(scored, row, winners):
    hand = Evening(scored.house, scored.table)
    assert wish(scored, MendWish(3, 7, winners)) == by_hand(hand, row) != []
    assert scored.table.at_home


def test_all_are_mended_at_once(scored):
    assert wish(scored, MendWish(3, 7, (1,))) == [Amend({1: 1, 2: 0, 3: 0}, 3, 7)]


def test_who_won_by_the_verdict_has_its_points_again(scored):
    assert scored.table.standings
    lost = replace(scored.table.standings, last={1: 0, 2: 0, 3: 0})
    scored.table = replace(scored.table, standings=lost)
    assert wish(scored, MendWish(3, 7, (1, 3))) == [Amend({1: 1, 2: 0, 3: 4}, 3, 7)]


def test_a_game_is_struck_as_by_hand(scored):
    hand = Evening(scored.house, replace(scored.table, page=QuestionPage(STRIKE_GAME, None)))
    struck = [effect for effect in hand.start() if isinstance(effect, Amend)]
    assert wish(scored, StrikeWish(3, 7)) == struck == [Amend(None, 3, 7)]


@pytest.mark.parametrize(
    "other",
    [
        MendWish(3, 6, (1,)),
        MendWish(2, 7, (1,)),
        MendWish(3, 7, (1, 4)),
        MendWish(3, 7, (2, 3)),
        StrikeWish(3, 6),
        StrikeWish(4, 7),
        StrikeWish(-1, 0),
    ],
)
def test_another_game_and_what_would_change_nothing_is_left(scored, other):
    before = scored.table
    assert wish(scored, other) == []
    assert scored.table == before


@pytest.mark.parametrize("last", [None, {}])
def test_where_no_game_was_counted_none_is_meant(scored, last):
    assert scored.table.standings
    scored.table = replace(scored.table, standings=replace(scored.table.standings, last=last))
    assert wish(scored, StrikeWish(3, 7)) == wish(scored, MendWish(3, 7, ())) == []


def test_where_nothing_is_known_nothing_is_mended(evening):
    assert wish(evening, StrikeWish(0, 0)) == wish(evening, MendWish(0, 0, (1,))) == []


@pytest.mark.parametrize("kind", [Perform, Count, Ask, Verdict])
@pytest.mark.parametrize("wished", [StrikeWish(3, 7), MendWish(3, 7, (1,))])
def test_in_a_game_nothing_is_mended_nor_told(play_through, scored, kind, wished):
    playing = play_through(kind)
    playing.table = before = replace(playing.table, standings=scored.table.standings)
    assert wish(playing, wished) == []
    assert playing.table is before
    assert table_scores(playing.house, before) is None


class TestTold:
    def test_the_evening_is_told_as_the_glass_shows_it(self, scored):
        scores = table_scores(scored.house, scored.table)
        assert (scores.evening, scores.kind, scores.champions) == (3, EveningKind.OPEN, ())
        assert [(each.name, each.points) for each in scores.people] == [("Ann", 1), ("Bob", 1), ("Cay", 1)]
        assert [(game.number, game.points) for game in scores.games] == [(6, GAMES[0].points), (7, GAMES[1].points)]

    def test_each_game_has_the_name_of_its_cards(self, real_house, real_table):
        games = (GameResult(1, "one-night", "first-game", {1: 1}), GameResult(2, "one-night", "own-deck", {1: 1}))
        told = table_scores(real_house, replace(real_table, standings=replace(known("Ann"), games=games)))
        assert [game.title for game in told.games] == ["First Game", "Own deck"]

    def test_nothing_before_it_is_known_nor_while_a_hand_is_at_the_menus(self, scored):
        unknown = replace(scored.table, standings=None)
        busy = replace(scored.table, page=ListingPage(MENUS["main"], None))
        assert table_scores(scored.house, unknown) is table_scores(scored.house, busy) is None

    def test_the_games_go_with_whoever_moves(self, scored):
        scored.table = replace(scored.table, rest=replace(scored.table.rest, looked_up=True))
        wish(scored, MoveWish(1, 3))
        standings = scored.table.standings
        assert standings.games[-1].points == {1: 3, 2: 1, 3: 0} == standings.last
        wish(scored, PresenceWish(1, Presence.LEFT))
        assert scored.table.standings.games == standings.games
