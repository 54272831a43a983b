"""Tests the eight Night cards: what is asked, what is remembered, and how cards are passed after each of them."""

from functools import reduce

import pytest

from nightcrier.box.games.growl.cards import NIGHT_CARDS
from nightcrier.box.games.growl.course import pass_cards
from nightcrier.box.show.answers import BACK
from nightcrier.box.show.cues import SILENCE, Bed, Call, Say, Signal, Window
from nightcrier.box.show.facts import PrintedName, RoleName, SeatMark, Word
from nightcrier.box.show.stages import Ask, Perform, Tell
from tests.box.games.facts import key_of


def show_of_passing(table) -> tuple:
    """Return the show in which cards are passed, answering everything before it with nobody."""
    while not (isinstance(table.stage, Perform) and table.stage.page == "night"):
        table.answer("" if not table.asked else "none")
    return table.stage.show


def said(show) -> list[str]:
    return [line for cue in show if isinstance(cue, Say) for line in cue.lines]


def test_dusk_is_a_signal_for_silence(seated):
    table = seated(5).go("night")
    assert isinstance(table.answer("2").stage, Perform)
    assert table.stage.page == "dusk"
    assert any(isinstance(cue, Signal) for cue in table.stage.show)
    assert said(table.stage.show) == ["growl.night.first", "growl.silence"]


def test_the_table_says_which_card_has_come_up_and_none_comes_twice(seated):
    table = seated(5).night(1)
    assert table.values == (*NIGHT_CARDS, "another-night")
    assert "hypnosis" not in table.go("hypnosis").pass_night().night(2).values
    assert len(table.values) == 8


def test_cards_that_were_left_out_do_not_come_up(seated):
    assert seated(5, deck=("gift", "caged", "purge")).night(1).values == ("caged", "gift", "another-night")


def test_another_night_card_is_read_by_people_and_may_come_up_again_and_kill(seated):
    table = seated(5)
    for active in (1, 2, 3):
        assert isinstance(table.night(active).answer("another-night").stage, Tell)
        assert table.stage.title == RoleName("another-night")
        assert table.stage.lines == ("role.another-night", "growl.another-night", "growl.done")
        assert table.to_question().stage.lines == ("growl.who-died",)
        table.pass_night()
    assert table.asked == "growl.ask.humans"


@pytest.mark.parametrize("card", ["gift", "truth-serum", "blood-hound", "insomnia", "hypnosis"])
def test_what_the_box_need_not_know_is_only_told(seated, card):
    table = seated(5).night(1)
    assert isinstance(table.answer(card).stage, Tell)
    assert (table.stage.title, table.stage.facts) == (PrintedName(card), (Word(f"growl.{card}"),))
    assert table.stage.lines[:2] == (f"role.{card}", f"growl.{card}")
    assert ("growl.hush" in table.stage.lines) == (card in {"truth-serum", "blood-hound"})
    assert table.stage.lines[-1] == "growl.done"
    assert table.answer("").asked == "growl.ask.cannot"


@pytest.mark.parametrize("card", ["caged", "silver-bullet", "seance"])
def test_who_is_asked_for_a_seat_reads_what_the_card_does(seated, card):
    table = seated(5).night(1, card)
    assert isinstance(table.stage, Ask)
    assert table.stage.foot == Word(f"growl.{card}")


def test_caged_asks_for_a_living_seat_and_its_neighbors_pass_by(seated):
    table = seated(5).go("dead", 3, "none").night(1, "caged")
    assert table.values == ("1", "2", "4", "5")
    table.go(2).answer("neighbors").answer("1")
    assert table.stage.facts == (Word("growl.sides", {"left": SeatMark(4), "right": SeatMark(5)}),)
    assert "growl.caged.now" in said(show_of_passing(table))
    assert "growl.caged.now" not in said(show_of_passing(table.go("none").night(1, "hypnosis")))


def test_who_sits_in_the_cage_is_not_asked_whether_he_can_pass_two_cards(seated):
    table = seated(5).night(1, "caged").go(2)
    assert (table.asked, table.values[:-1]) == ("growl.ask.cannot", ("none", "1", "3", "4", "5"))
    table.go("none")
    assert (table.asked, table.values) == ("growl.ask.dead", ("none", "1", "2", "3", "4", "5"))


TOLD_ONCE = ("growl.no-bite.slip", "growl.shuffle.tip", "growl.day.talk")


def test_what_one_needs_to_know_of_passing_is_told_in_the_first_night_of_a_first_game(seated):
    table = seated(5).night(1, "insomnia").pass_night()
    assert [line for line in table.heard if line in TOLD_ONCE] == list(TOLD_ONCE)
    table.night(1, "hypnosis").pass_night()
    assert sum(line in TOLD_ONCE for line in table.heard) == len(TOLD_ONCE)
    again = seated(5, heard=True).night(1, "insomnia").pass_night()
    assert not set(TOLD_ONCE) & set(again.heard)


def test_the_silver_bullet_is_called_to_mind_every_night_while_its_bearer_lives(seated):
    table = seated(5).night(1, "silver-bullet").go(4)
    shown = said(show_of_passing(table))
    assert shown[shown.index("growl.bullet.now") - 1] == "seat.4"
    assert "growl.bullet.now" in said(show_of_passing(table.go("none").night(1, "hypnosis")))
    assert "growl.bullet.now" not in said(show_of_passing(table.go(4, "none").night(1, "tempest")))


def test_the_seance_speaks_when_its_bearer_dies(seated):
    table = seated(6).night(2, "seance").go(5).pass_night()
    assert "growl.seance.speaks" not in table.heard
    assert "growl.seance.speaks" not in table.go("dead", 1, "none").heard
    assert "growl.seance.speaks" in table.go("dead", 5, "none").heard


def test_a_dead_player_may_get_the_seance_and_speaks_at_once(seated):
    table = seated(6).go("dead", 5, "none").night(2, "seance")
    assert "5" in table.values
    assert table.answer("5").stage.lines == ("growl.seance.speaks",)
    assert table.to_question().asked == "growl.ask.cannot"


def test_only_the_sleepless_do_not_shuffle(seated):
    table = seated(5).night(1, "insomnia")
    assert "growl.insomnia.now" in said(show_of_passing(table))
    assert "growl.insomnia.now" not in said(show_of_passing(table.go("none").night(1, "hypnosis")))


def test_the_passing_masks_what_is_laid_down_and_gives_time_by_the_pace(seated):
    slow, fast = (seated(5, pace=pace).night(1, "hypnosis") for pace in ("slow", "fast"))
    windows = [[cue.seconds for cue in show_of_passing(table) if isinstance(cue, Window)] for table in (slow, fast)]
    assert all(longer > shorter for longer, shorter in zip(*windows, strict=True))
    show = show_of_passing(seated(4).night(1, "hypnosis"))
    assert next(cue.seconds for cue in show if isinstance(cue, Window)) == 30
    assert [cue for cue in show if isinstance(cue, Bed)][-1] == SILENCE
    assert "growl.no-bite" in said(show)


def test_the_passing_depends_only_on_what_lies_open(seated):
    table = seated(6).night(1, "hypnosis")
    assert show_of_passing(table) == pass_cards(table.play.rules, table.play.state)


def test_where_the_box_draws_it_names_the_card_when_the_night_comes(seated):
    table = seated(5, seed=3, draws=True)
    for card in table.play.rules.drawn:
        table.night(1)
        assert f"role.{card}" in table.heard
        while table.play.state.nights and table.asked not in {"growl.ask.cannot", "growl.turn", ""}:
            table.answer(table.first).to_question()
        assert table.play.state.used[-1] == card
        table.pass_night()
    assert table.asked == "growl.ask.humans"


def test_the_box_draws_two_nights_and_a_final_night_by_lot(game):
    from nightcrier.box.show.setup import Setup

    drawn = {game.begin(Setup("growl-classic", 5, (), {"draws": True}), seed).rules.drawn for seed in range(300)}
    assert {card for row in drawn for card in row[:2]} == set(NIGHT_CARDS)
    assert len({row[2] for row in drawn}) == 8
    assert all(row[0] != row[1] for row in drawn)


def test_each_step_of_the_passing_is_a_call_with_its_window_that_all_may_end(seated):
    table = seated(6).night(1, "silver-bullet").go(4)
    calls: list[list[object]] = []
    for cue in show_of_passing(table):
        calls += [[]] if isinstance(cue, Call) else []
        calls[-1].append(cue)
    assert [key_of(call[0].title) for call in calls] == [
        "growl.step.choose", "growl.step.shuffle", "growl.step.look", "role.dawn",
    ]  # fmt: skip
    for call in calls[:3]:
        (window,) = (cue for cue in call if isinstance(cue, Window))
        assert window.least < window.seconds
        assert call[-1] == window
    assert "growl.bullet.now" in said(tuple(calls[2]))
    assert said(tuple(calls[3])) == []


def test_cards_are_passed_once_a_night_wherever_back_leads(seated):
    """The cards have already changed hands, so BACK undoes what was entered about the dead, but no passing."""
    table = seated(6).night(1, "hypnosis").pass_night(dead=(2,))
    heard = len(table.heard)
    while table.asked != "growl.ask.card":
        table.answer(BACK)
    again = table.go("gift").pass_night(cannot=(3,), dead=(4,)).heard[heard:]
    assert "growl.announce" in again
    assert not {"growl.choose", "growl.choose.short", "growl.shuffle", "growl.look"} & set(again)
    assert table.play.state.living == (1, 2, 5, 6)
    assert reduce(lambda play, value: play.answer(value), table.given, table.first_play) == table.play, "after a cut"


def test_on_the_way_back_nobody_is_told_to_pass_cards_again(seated):
    """A table that was told again to pass cards would pass them twice."""
    table = seated(6).night(1, "hypnosis").pass_night()
    while table.asked != "growl.ask.cannot":
        table.answer(BACK)
    assert table.stage.lines == ("growl.cannot.passed",)
    assert table.go("none").heard[-1] in {"growl.announce", "growl.day.dial"}


def test_a_passing_that_was_skipped_is_called_again_after_back(seated):
    """Whoever skips the passing by mistake, or to look at another question, still holds the old cards."""
    table = seated(6).night(1, "hypnosis").go()
    assert isinstance(table.answer("none").stage, Perform)
    heard = len(table.answer(table.stage.skipped).heard)
    while table.asked != "growl.ask.card":
        table.answer(BACK)
    assert "growl.shuffle" in table.go("gift").pass_night().heard[heard:]
    assert reduce(lambda play, value: play.answer(value), table.given, table.first_play) == table.play, "after a cut"


def test_the_next_night_is_passed_though_back_led_over_the_one_before(seated):
    table = seated(6).night(1, "hypnosis").pass_night()
    for _ in range(3):
        table.answer(BACK)
    table.to_question()
    while table.asked != "growl.turn":
        table.go("none")
    assert "growl.shuffle" in said(show_of_passing(table.night(2, "gift")))


def test_a_night_that_is_taken_back_before_it_is_passed_comes_whole(seated):
    table = seated(6).night(1, "hypnosis").go()
    assert table.asked == "growl.ask.cannot"
    while table.asked != "growl.turn":
        table.answer(BACK)
    assert "growl.shuffle" in said(show_of_passing(table.night(2, "gift")))


@pytest.mark.parametrize("heard", [False, True])
def test_people_hear_once_a_game_what_ends_the_time_to_pass(seated, heard):
    """The sentence comes last in the first call, when the window is already open and START no longer pauses."""
    table = seated(5, heard=heard).night(1, "hypnosis")
    show = show_of_passing(table)
    first, *_ = (at for at, cue in enumerate(show) if isinstance(cue, Window))
    assert said(show[:first])[-1] == "growl.all-ready"
    assert table.go("none").night(1, "insomnia").pass_night().heard.count("growl.all-ready") == 1


@pytest.mark.parametrize(
    ("card", "answers"),
    [("silver-bullet", (4,)), ("tempest", ()), ("purge", (2,)), ("unwanted", (2,)), ("accused", (2,))],
)
def test_who_died_is_asked_once_of_each_death(seated, card, answers):
    """First only victims of the card are asked for, then who cannot pass, and in the morning who died by night."""
    table = seated(7)
    table = table.night(1, card) if card in NIGHT_CARDS else table.to_final(1, card)
    table.heard.clear()
    table.go(*answers)
    if table.asked == "growl.ask.dead":
        assert table.stage.lines == ("growl.who-died",)
        assert table.go(2).asked == "growl.ask.dead.more"
        table.go("none")
    assert (table.asked, table.stage.lines) == ("growl.ask.cannot", ("growl.need", "growl.cannot"))
    assert table.go(3).asked == "growl.ask.cannot.more"
    assert table.go("none").stage.lines == ("growl.announce",)


def test_the_time_to_pass_depends_on_how_many_play_and_on_nothing_else(seated):
    def windows(players: int, seed: int = 0, dead: tuple[int, ...] = ()) -> list[float]:
        table = seated(players, seed=seed)
        table = table.go("dead", *dead, "none") if dead else table
        show = show_of_passing(table.night(1 if 1 not in dead else 2, "hypnosis"))
        return [cue.seconds for cue in show if isinstance(cue, Window)]

    assert windows(8) == windows(8, seed=5) == windows(8, dead=(1, 3))
    assert all(more > less for more, less in zip(windows(15), windows(4), strict=True))


@pytest.mark.parametrize(
    ("wording", "heard", "whole"),
    [("evening", False, True), ("evening", True, False), ("full", True, True), ("short", False, False)],
)
def test_who_has_heard_it_this_evening_hears_it_short(seated, wording, heard, whole):
    table = seated(5, heard=heard, wording=wording).night(1, "hypnosis").pass_night(dead=(3,))
    assert ("growl.choose" in table.heard) == ("growl.look" in table.heard) == ("growl.dead" in table.heard) == whole
    assert ("growl.choose.short" in table.heard) == ("growl.gone" in table.heard) == (not whole)
    assert ("growl.no-bite" in table.heard) == whole


def test_who_has_played_on_another_evening_hears_no_rules(seated):
    table = seated(5, known=True).night(1, "hypnosis").pass_night()
    assert {"growl.choose.short", "growl.look.short", "growl.day.again"} <= set(table.heard)
    assert not {"growl.no-bite", "growl.need", "growl.day.dial", *TOLD_ONCE} & set(table.heard)
