"""Tests how this box rules, by number, on what the rulebooks leave open."""

import pytest

from nightcrier.box.games.growl.cards import supplies_for
from nightcrier.box.games.growl.effects import BY_SEAT
from nightcrier.box.games.growl.options import GrowlOptions, growl_options
from nightcrier.box.show.facts import SeatMark, Word
from nightcrier.box.show.stages import Perform
from nightcrier.kernel.ids import SEAT
from nightcrier.words.catalogue import LAST_RESORT, Words
from tests.box.games.facts import filling


def english_text(english: Words, line: str) -> str:
    return english.books[LAST_RESORT].lines[line].text


def test_1_the_gold_of_the_box_is_twelve_unless_set_to_ten():
    assert GrowlOptions().gold == 12
    assert growl_options({"gold": 10}).gold == 10
    assert supplies_for(4, 10).pile == supplies_for(4, 12).pile - 2


def test_2_the_gift_is_for_players_of_five_cards_or_more_and_may_come_to_nothing(seated, english):
    assert "five cards or more" in english_text(english, "growl.gift")
    assert seated(5).night(1).answer("gift").answer("").asked == "growl.ask.cannot"


def test_3_caged_among_the_last_three_leaves_two_who_pass_to_each_other(seated):
    table = seated(4).go("dead", 4, "none").night(1, "caged").go(2)
    table.answer("neighbors").answer("1")
    assert table.stage.facts == (Word("growl.sides", {"left": SeatMark(3), "right": SeatMark(3)}),)
    assert table.pass_night().asked == "growl.turn"


@pytest.mark.parametrize("players", range(4, 16))
def test_4_the_unwanted_need_so_few_rounds_that_nobody_has_to_end_them(seated, players):
    """In every round, as many seats as possible are pointed at from both sides."""
    table, rounds = seated(players).to_final(1, "unwanted"), 1
    while table.asked == "growl.ask.dies":
        before, index = table.go(BY_SEAT).heard.count("growl.unwanted.again"), 0
        while table.asked == "growl.ask.side" and table.heard.count("growl.unwanted.again") == before:
            table.go("left" if index % 4 < 2 else "right")
            index += 1
        rounds += table.heard.count("growl.unwanted.again") - before
    assert rounds <= 3


@pytest.mark.parametrize("card", ["accused", "purge"])
def test_5_nobody_points_at_himself_to_die(seated, card):
    table = seated(5).to_final(1, card).go(BY_SEAT)
    for _ in range(5):
        assert str(filling(table.stage.question, "n")) not in table.values
        table.go(table.values[0])


def test_5_whom_one_trusts_may_be_oneself_and_the_trusted_may_choose_himself(seated):
    table = seated(4).to_final(1, "trusted").go(BY_SEAT)
    for _ in range(4):
        assert str(filling(table.stage.question, "n")) in table.values
        table.go(2)
    assert "2" in table.values


def test_6_an_active_player_who_dies_of_his_own_card_finishes_it_and_the_turn_passes_on(seated):
    table = seated(5).night(2, "silver-bullet").go(2, 2, "none", "none")
    assert table.play.state.bullet == 2
    assert table.go("none").turn == 3


def test_6_he_breaks_the_tie_even_if_he_dies_of_it(seated):
    table = seated(4).to_final(1, "purge").go(BY_SEAT, 2, 1, 2, 1)
    assert table.stage.question == Word("growl.ask.tie", {"n": SeatMark(1)})
    table.go(1)
    assert (table.asked, table.play.state.living) == ("growl.ask.cannot", (2, 3, 4))


def test_7_who_cannot_pass_dies_after_the_card_and_before_the_passing(seated):
    table = seated(6).to_final(1, "accused").go(BY_SEAT, 1, 1, 1, 1, 1, 2)
    assert table.play.state.living == (2, 3, 4, 5, 6)
    assert table.go(3).values == ("none", "2", "4", "5", "6")
    assert table.answer("none").stage.lines == (SEAT, "seat.3", "growl.dead")
    assert isinstance(table.answer("").stage, Perform)
    assert table.stage.page == "night"
    assert table.to_question().asked == "growl.ask.dead"


def test_8_the_game_ends_with_two_living_after_every_batch_of_deaths(seated):
    by_day = seated(4).go("dead", 1, 2, "none")
    assert by_day.asked == "growl.ask.humans"
    assert "growl.end.two" in by_day.heard


def test_8_the_game_ends_inside_a_night_before_the_passing(seated):
    table = seated(4).night(1, "hypnosis").go(1, 2, "none")
    assert table.asked == "growl.ask.humans"
    assert "growl.choose" not in table.heard
    voted = seated(4).go("dead", 4, "none").to_final(1, "purge").go(BY_SEAT, 2, 1, 2)
    assert (voted.asked, voted.heard.count("growl.choose")) == ("growl.ask.humans", 2)


def test_8_who_dies_of_the_card_may_end_the_game_before_anybody_lacks_two_cards(seated):
    table = seated(4).go("dead", 4, "none").night(1, "silver-bullet").go(2)
    assert table.asked == "growl.ask.dead"
    assert table.go(2, "none").asked == "growl.ask.humans"
    assert "growl.need" not in table.heard


def test_8_three_living_play_on(seated):
    assert seated(4).go("dead", 1, "none").asked == "growl.turn"


def test_9_the_silver_bullet_counts_twice_from_the_moment_of_turning(seated, english):
    assert "two for a wolf" in english_text(english, "growl.bullet.now")
    table = seated(5).night(1, "silver-bullet").go(4).pass_night(dead=(4,))
    assert table.play.state.living == (1, 2, 3, 5)
    assert table.heard.index("growl.bullet.now") > table.heard.index("growl.look")


def test_10_a_dead_player_with_one_card_gives_it_to_the_left(seated, english):
    assert "to the left" in english_text(english, "growl.all-hallows-eve.more")


def test_11_where_nobody_lives_the_wolves_have_won(seated):
    table = seated(4).go("dead", 1, 2, 3, 4, "none")
    assert table.asked == "growl.ask.gold"
    assert "growl.wolves-win" in table.heard
    assert table.gold("lost", "lost", "lost", 2).winners == (4,)


def test_12_the_seance_on_a_living_player_speaks_at_the_moment_of_death(seated):
    table = seated(5).night(1, "seance").go(4).pass_night(dead=(4,))
    assert table.heard.index("growl.seance.speaks") == table.heard.index("growl.dead") + 1


def test_13_three_bites_among_the_dealt_cards_leave_no_room_for_a_charm(english):
    assert "all three are Bites" in english_text(english, "growl.setup.bites")


def test_14_the_nights_lie_at_about_a_third_that_nobody_has_counted(english):
    assert english_text(english, "growl.setup.pile").startswith("Now the pile, face down. Don't count. First, about")
    assert "about" in english_text(english, "growl.setup.pile-second")


def test_15_the_pile_cannot_run_out_without_the_final_night(seated):
    table = seated(5)
    for quiet in ("insomnia", "hypnosis"):
        table.night(1, quiet).pass_night()
    while "next" in table.values:
        table.go("next")
    assert table.first == "night"


def test_16_who_turns_and_dies_at_once_dies_as_a_wolf(english):
    assert "With both at once, you die as a wolf" in english_text(english, "growl.look")


def test_17_who_passed_a_bite_by_mistake_dies_as_a_human(seated, english):
    assert "by mistake" in english_text(english, "growl.no-bite.slip")
    assert "You die as a human" in english_text(english, "growl.no-bite.slip")
    assert "growl.no-bite.slip" in seated(5).night(1, "insomnia").pass_night().heard
