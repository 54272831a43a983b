"""Tests a result entered in one picture of the table: question by question like a hand, up to the first one that it
does not fit."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, PersonStanding, Standings, Wished
from nightcrier.box.show.answers import BACK, Answer
from nightcrier.box.show.stages import Ask, Verdict
from nightcrier.box.table.core.effects import Answered, AnswerGuest, Began, Effect, Record
from nightcrier.box.table.evening.people import begin_evening_with, follow_standings, seat_anew
from nightcrier.box.table.game.next_stage import bags_after
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.game.tonight import tonight_setup
from nightcrier.box.table.ground.power_on import boot
from nightcrier.box.table.look import look
from nightcrier.box.table.over.yes_or_no import END_GAME, QuestionPage
from nightcrier.box.table.public_table import table_shown
from nightcrier.kernel.people import EveningKind, EveningPerson
from nightcrier.kernel.phrasings import Bags
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.public_record import PicturedSeat, PublicPicture, question_time
from nightcrier.wire.wishes import AnswerWish, ResultWish
from tests.box.table.asking import stage_of
from tests.box.table.evening import Evening

PEOPLE = (PersonStanding("", 0, 0, out=False),) * 3
FIRST, SECOND = (Standings(0.0, EveningKind.OPEN, 5, PEOPLE, evening=number) for number in (1, 2))
VOTES, CARDS = (2, 1, 1), (1, 0, 0)
"""Two seats point at seat 1, which has a Werewolf."""


@pytest.fixture
def after_vote(voted):
    """Return an evening at the question of who died."""
    assert picture_of(voted) is None
    voted.table, _ = advance(voted.table, "yes", voted.at)
    return voted


def picture_of(evening: Evening) -> PublicPicture | None:
    question = table_shown(evening.house, evening.table, look(evening.house, evening.table)).question
    return question.picture if question else None


def send(evening: Evening, wish: ResultWish, at: float | None = None) -> list[Effect]:
    session = evening.table.session
    assert session
    moment = question_time(session.since) if at is None else at
    return list(evening.send(Wished(evening.at, replace(wish, at=moment), 1, 7)))


def entered(effects: list[Effect]) -> list[Answer]:
    records = [each.entry for each in effects if isinstance(each, Record)]
    return [each.value for each in records if isinstance(each, Answered)]


def test_all_votes_are_entered_at_once(after_vote):
    assert entered(send(after_vote, ResultWish(0.0, VOTES))) == ["votes", "2", "1", "1"]
    picture = picture_of(after_vote)
    assert (picture.asked, picture.points) == ("holds", VOTES)


def told_the_dead(evening: Evening) -> Verdict:
    """Return the verdict after the dead were named."""
    evening.table, _ = advance(evening.table, "", evening.at)
    return stage_of(evening)


def test_the_whole_result_is_entered_at_once(after_vote):
    picture = picture_of(after_vote)
    assert picture.seats == tuple(PicturedSeat(seat, "") for seat in (1, 2, 3))
    assert (picture.cards, picture.asked) == (("Werewolf",), "died")
    effects = send(after_vote, ResultWish(0.0, VOTES, None, CARDS))
    assert entered(effects) == ["votes", "2", "1", "1", ("1",)]
    verdict = told_the_dead(after_vote)
    assert (verdict.dead, verdict.winners) == ((1,), (2, 3))


def test_it_is_what_hands_would_have_entered(after_vote):
    other = Evening(after_vote.house, after_vote.table)
    send(after_vote, ResultWish(0.0, VOTES, None, CARDS))
    for value in ("votes", "2", "1", "1"):
        other.send(Wished(other.at, AnswerWish(question_time(other.table.session.since), (value,))))
    send(other, ResultWish(0.0, (), None, CARDS))
    assert after_vote.table.session == other.table.session
    assert after_vote.table.page == other.table.page


@pytest.mark.parametrize(
    ("dead", "answers"),
    [((), ["0"]), ((3,), ["3"]), ((1, 3), ["several", ("1", "3")])],
)
def test_who_died_is_enough(after_vote, dead, answers):
    assert entered(send(after_vote, ResultWish(0.0, (), dead, CARDS))) == [*answers, ("1",)]
    assert told_the_dead(after_vote).dead == dead


def test_it_stops_where_it_does_not_fit_and_what_went_in_stands(after_vote):
    effects = send(after_vote, ResultWish(0.0, VOTES, None, (1, 1, 1)))
    assert entered(effects) == ["votes", "2", "1", "1"]
    assert effects[-1] == AnswerGuest(1, 7, Refusal.STOPPED)
    picture = picture_of(after_vote)
    assert (picture.asked, picture.points, picture.held) == ("holds", VOTES, (0, 0, 0))
    assert entered(send(after_vote, ResultWish(0.0, (), None, CARDS))) == [("1",)]
    told_the_dead(after_vote)
    after_vote.hand(Control.BACK, Gesture.PRESS)
    picture = picture_of(after_vote)
    assert picture.asked == "holds"


@pytest.mark.parametrize("dead", [(), (2,), (1, 3)])
def test_who_died_stands_in_the_picture_once_it_was_said(after_vote, dead):
    before = picture_of(after_vote)
    assert before.dead is None
    send(after_vote, ResultWish(0.0, (), dead))
    picture = picture_of(after_vote)
    assert (picture.asked, picture.dead, picture.points) == ("holds", dead, (None, None, None))


def test_nobody_points_at_himself(after_vote):
    assert entered(send(after_vote, ResultWish(0.0, (2, 2, 0)))) == ["votes", "2"]
    picture = picture_of(after_vote)
    assert (picture.asked, picture.points) == ("points", (2, None, None))


@pytest.mark.parametrize(
    "wish",
    [
        ResultWish(0.0),
        ResultWish(0.0, (2, 1)),
        ResultWish(0.0, (2, 1, 1, 1)),
        ResultWish(0.0, (2, 1, 4)),
        ResultWish(0.0, VOTES, None, (1, 0)),
        ResultWish(0.0, VOTES, None, (1, 0, 2)),
        ResultWish(0.0, (), (4,)),
        ResultWish(0.0, (), (1, 1)),
        ResultWish(0.0, (), (0,), CARDS),
        ResultWish(0.0, (), None, CARDS),
    ],
)
def test_what_is_not_whole_or_fits_no_question_changes_nothing(after_vote, wish):
    before = after_vote.table
    assert send(after_vote, wish) in ([AnswerGuest(1, 7, Refusal.STOPPED)], [AnswerGuest(1, 7, Refusal.ANEW)])
    assert after_vote.table is before


def test_an_old_picture_enters_nothing(after_vote):
    before = after_vote.table
    assert send(after_vote, ResultWish(0.0, VOTES), at=99.0) == [AnswerGuest(1, 7, Refusal.ANEW)]
    assert after_vote.table is before


def test_none_while_something_stands_over_it(after_vote):
    after_vote.table = before = replace(after_vote.table, page=QuestionPage(END_GAME, None))
    assert send(after_vote, ResultWish(0.0, VOTES)) == [AnswerGuest(1, 7, Refusal.ANEW)]
    assert after_vote.table is before


def test_who_has_won_has_no_picture(after_vote):
    """A result that only says who has won needs nothing entered seat by seat, and so no picture."""
    after_vote.hand(Control.BACK, Gesture.PRESS)
    assert picture_of(after_vote) is None
    after_vote.table, _ = advance(after_vote.table, "short", after_vote.at)
    assert isinstance(stage_of(after_vote), Ask)
    assert picture_of(after_vote) is None


@pytest.mark.parametrize(("answer", "wanted"), [("yes", "yes"), ("short", "short"), ("no", "no"), (BACK, "")])
@pytest.mark.parametrize("begun", [False, True])
def test_what_a_table_wants_of_results_holds_for_the_evening(voted, answer, wanted, begun):
    """What a table wants is known even if the evening gets its number only with its first result."""
    standings = FIRST if begun else None
    table, _ = advance(replace(voted.table, standings=standings), answer, voted.at)
    after, _ = follow_standings(voted.house, table, FIRST)
    assert tonight_setup(voted.house, after).result == wanted


@pytest.mark.parametrize(("tip", "result", "answer", "wanted"), [("", "no", "", "no"), ("tip", "", "short", "short")])
def test_a_power_cut_in_a_game_ends_no_evening(voted, tip, result, answer, wanted):
    """The journal of the game tells what the table wants of results, and whether it has had its tip."""
    setup = replace(voted.table.choices.setup, tip=tip, result=result)
    entries, play = [Began("one-night", setup, 1)], voted.house.games["one-night"].begin(setup, 1)
    while not isinstance(play.stage(), Ask):
        entries, play = [*entries, Answered("")], play.answer("")
    table, _ = boot(voted.house, replace(voted.table, session=None), [*entries, *[Answered(answer)] * bool(answer)])
    assert (table.before.result, table.before.tipped) == (wanted, not tip)


@pytest.mark.parametrize(
    "begin",
    [
        lambda _house, table: begin_evening_with(table, (EveningPerson(),) * 3),
        lambda house, table: follow_standings(house, table, SECOND),
        lambda house, table: seat_anew(house, replace(table, standings=None), (EveningPerson("Ann"),) * 3),
    ],
    ids=["here", "on a phone", "by a name"],
)
def test_a_new_evening_is_asked_anew_and_has_its_tip(voted, begin):
    before = replace(voted.table.before, result="yes", tipped=True, people=(1, 2, 3))
    begun, _ = begin(voted.house, replace(voted.table, standings=FIRST, before=before))
    assert (begun.before.result, begun.before.tipped, begun.before.people) == ("", False, ())


def test_back_from_the_verdict_counts_once_what_was_said_of_the_dead(after_vote):
    bags, table = Bags(5), after_vote.table
    for answer in ("0", ("1",), "", BACK, ("1",), "", ""):
        left = replace(table.session, bags=bags)
        table, _ = advance(replace(table, session=left), answer, after_vote.at)
        bags = bags_after(after_vote.house, left, table.session)
    assert (table.session, bags.drawn["verdict.alive"]) == (None, 1)
