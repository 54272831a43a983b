"""Tests the Growl, the winners by team, the gold, and who is king."""

import pytest

from nightcrier.box.games.growl.ending import growl_show
from nightcrier.box.show.cues import Gap, Signal
from nightcrier.box.show.facts import Number, SeatMark, Word, fact_lines, seats_joined
from nightcrier.box.show.stages import Ask, Perform, Tell
from nightcrier.kernel.ids import SEAT, LineId, seats_say
from tests.box.games.facts import keys_of


def of_seats(key: str, *seats: int) -> Word:
    """Return a row about seats that the voice says as one sentence."""
    return Word(key, {"seats": seats_joined(seats)}, seats_say(seats, key))


def ended(seated, players: int = 5, dead: tuple[int, ...] = (), ledger: tuple[int, ...] = (), **options):
    """Return a game at the question of whether a human stands."""
    table = seated(players, ledger=ledger, **options)
    if dead:
        table.go("dead", *dead, "none")
    return table.to_final(table.play.state.turn, "tempest").pass_night()


def test_the_growl_is_a_ceremony_of_wolf_zero_the_pack_and_the_humans():
    order = [line for cue in growl_show("end") if hasattr(cue, "line") for line in cue.lines]
    assert order == ["growl.end", "growl.growl.zero", "growl.growl.pack", "growl.growl.humans"]
    assert [cue.seconds for cue in growl_show("end") if isinstance(cue, Gap)] == [1.5, 3.0, 5.0, 4.0]


@pytest.mark.parametrize(("stands", "signal"), [("yes", "village-won"), ("no", "wolves-won")])
def test_the_winners_are_cheered(seated, stands, signal):
    table = ended(seated)
    assert isinstance(table.answer(stands).stage, Perform)
    assert table.stage.page == "cheer"
    assert signal in [cue.name for cue in table.stage.show if isinstance(cue, Signal)]


def test_a_living_human_makes_all_humans_win_the_dead_as_well(seated):
    verdict = ended(seated, 5, dead=(2,)).go("yes").gold("0", "3", "lost", "1", "0")
    assert (verdict.winners, verdict.points, verdict.dead) == ((1, 2, 4, 5), (1, 4, 0, 2, 1), (2,))
    assert len(verdict.points) == 5
    assert Word("growl.humans-win") in verdict.facts


def test_without_a_living_human_all_who_live_are_wolves(seated):
    table = ended(seated, 5, dead=(2, 5)).go("no")
    assert table.values[0] == "0"
    assert table.go(0).values[0] == "lost"
    verdict = table.gold("lost", "0", "2", "1")
    assert verdict.winners == (1, 3, 4, 5)
    assert Word("growl.wolves-win") in verdict.facts


def test_somebody_alive_must_be_the_human_who_stands(seated):
    table = ended(seated, 4, dead=(3,)).go("yes", "lost", "lost")
    assert table.values[:2] == ("lost", "0")
    assert table.go(0).values == ("0", *map(str, range(1, 13)))


def test_who_has_won_is_summed_up_before_it_is_kept(seated):
    """Pressing START at every question makes the last seat the winner. People hear and read that, and can undo it."""
    table = ended(seated, 4).go("yes")
    while isinstance(table.stage, Ask):
        table.answer(table.first)
    told = table.stage
    assert isinstance(told, Tell)
    assert told.facts == (of_seats("verdict.winners", 4),)
    assert told.lines == told.facts[0].said
    assert table.answer("").asked == "growl.ask.more"


def test_the_first_question_that_offers_it_says_for_whom_the_first_answer_is(seated):
    """The first answer, `lost`, is in no question's words, so the first question that offers it says whom it means."""
    table = ended(seated, 4).go("yes")
    assert table.stage.lines == ("growl.gold.first", SEAT, "seat.1", "growl.gold")
    assert table.answer("lost").stage.lines == (SEAT, "seat.2", "growl.gold")
    wolves = ended(seated, 4, dead=(3,)).go("no")
    assert (wolves.values[0], wolves.stage.lines[0]) == ("0", SEAT)
    assert wolves.go("0", "0").stage.lines[0] == "growl.gold.first"


def test_every_wolf_zero_belongs_to_the_wolves(seated):
    assert ended(seated, 9).go("yes", *[0] * 6).values == ("lost",)
    wolves = ended(seated, 9, dead=(1, 2, 3, 4, 5)).go("no")
    assert wolves.gold(*["lost"] * 5, 0, 0, 0, 0).winners == (6, 7, 8, 9)


def test_where_all_die_every_wolf_zero_has_won(seated):
    assert seated(6).go("dead", *range(1, 7), "none", *["lost"] * 4).values[0] == "0"


def test_there_is_no_more_gold_than_the_box_holds(seated):
    assert ended(seated, 5, gold=10).go("yes", 7, 2).values == ("lost", "0", "1")


def test_any_card_of_an_expansion_may_be_gold(seated):
    assert ended(seated, 5, gold=10, more_cards=4).go("yes").values == ("lost", *map(str, range(15)))


def test_each_question_for_gold_says_whose_and_of_what_and_each_value_its_unit(seated):
    """By ear alone, nobody could tell from a bare number what is counted."""
    table = ended(seated, 5).go("yes", 7)
    assert table.stage.lines == (SEAT, "seat.2", "growl.gold")
    assert fact_lines(table.stage.choices[-1].label) == ("role.gold", "number.5")


def test_the_ledger_goes_on_and_the_richest_are_named(seated):
    verdict = ended(seated, 4, ledger=(0, 6, 3, 0)).go("yes").gold("lost", "lost", "2", "0")
    assert verdict.points == (0, 0, 3, 1)
    gold = tuple(map(LineId, (SEAT, "seat.3", "role.gold", "number.3")))
    assert Word("growl.earned", {"n": SeatMark(3), "gold": Number(3), "total": Number(6)}, gold) in verdict.facts
    assert of_seats("growl.richest", 2, 3) in verdict.facts
    assert verdict.lines == of_seats("growl.richest", 2, 3).said


def test_the_king_is_crowned_where_the_evening_ends(seated):
    verdict = ended(seated, 4, ledger=(0, 6, 3, 0)).go("yes", "lost", "lost", "2", "0", "no").verdict
    assert of_seats("growl.king", 2, 3) in verdict.facts
    assert verdict.lines[-5:] == ("seats-first", "seat.2", "seats-and", "seat.3", "growl.king.many")


@pytest.mark.parametrize(
    ("beside", "kings"),
    [
        ((7, 2), (5,)),  # of the two who sit out, one owns more than anybody who plays
        ((6, 6), (2, 3, 5, 6)),
        ((2, 0), (2, 3)),
    ],
)
def test_who_is_here_and_does_not_play_the_last_game_may_be_king(seated, beside, kings):
    verdict = ended(seated, 4, ledger=(0, 6, 3, 0, *beside)).go("yes", "lost", "lost", "2", "0", "no").verdict
    assert verdict.points == (0, 0, 3, 1)
    assert of_seats("growl.king", *kings) in verdict.facts
    assert verdict.lines[-len(of_seats("growl.king", *kings).said) :] == of_seats("growl.king", *kings).said
    assert [fact.fillings["n"] for fact in verdict.facts if fact.key == "growl.earned"] == [SeatMark(3), SeatMark(4)]


def test_who_does_not_play_begins_no_game(laid_out):
    table = laid_out(4, ledger=(0, 1, 3, 0, 9), heard=True)
    table.to_question()
    assert (table.first, table.stage.lines) == ("3", (SEAT, "seat.3", "growl.start.gold"))


@pytest.mark.parametrize("more", ["yes", "no"])
def test_the_verdict_says_no_second_time_who_has_won(seated, more):
    verdict = ended(seated, 4, dead=(2,), ledger=(0, 6, 3, 0)).go("yes", "lost", "lost", "2", "0", more).verdict
    assert verdict.lines == verdict.facts[1].said


def test_whether_a_human_stands_is_answered_yes_or_no(seated):
    table = ended(seated, 4)
    assert keys_of(choice.label for choice in table.stage.choices) == ["growl.stands.yes", "growl.stands.no"]


def test_nobody_dead_is_said_so(seated):
    verdict = ended(seated, 4).go("yes").gold("lost", "0", "0", "0")
    assert Word("verdict.alive") in verdict.facts


def test_the_verdict_ends_the_game(seated):
    assert ended(seated, 4).go("yes", "lost", "0", "0", "0", "yes").answer("").stage is None
