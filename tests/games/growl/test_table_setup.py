"""Laying out the cards: every step, a step back, and past all of them."""

import pytest

from device.games.growl.cards import supplies_for
from device.games.growl.table_setup import sniff_show
from device.games.growl.village import Rules
from device.show.cues import SILENCE, Bed, Signal, Window
from device.show.facts import Number, Word
from device.show.stages import BACK, SKIP, Ask, Perform, Tell
from tests.games.facts import key_of


def steps(table) -> list[Tell]:
    """All that is told before the first question."""
    found = []
    while isinstance(table.stage, Tell):
        found.append(table.stage)
        table.answer("")
    return found


def test_four_players_are_led_step_by_step(laid_out) -> None:
    told = steps(laid_out(4))
    assert [step.facts for step in told] == [
        (Word("growl.setup.nights"),),
        (Word("growl.setup.out-both"),),
        (Word("growl.setup.starter", {"bites": Number(1), "gold": Number(3)}),),
        (Word("growl.setup.three"),),
        (Word("growl.setup.pile", {"n": Number(8)}),),
        (Word("growl.setup.pile-second", {"n": Number(9)}),),
        (Word("growl.setup.pile-last"),),
        (Word("growl.setup.turn-over"),),
        (Word("growl.setup.tiles"),),
    ]
    assert told[2].lines == ("growl.setup.starter", "number.1", "number.3", "growl.setup.one-each")
    assert told[4].lines == ("growl.setup.pile", "number.8")


@pytest.mark.parametrize(("players", "key"), [(5, "out-both"), (6, "out-nine"), (8, "out-nine"), (9, "all-in")])
def test_the_marked_cards_are_named_that_stay_out(laid_out, players: int, key: str) -> None:
    told = steps(laid_out(players))
    assert key_of(told[1].facts[0]) == f"growl.setup.{key}"


def test_more_than_ten_take_cards_of_a_second_game(laid_out) -> None:
    told = steps(laid_out(13))
    assert told[2].facts == (Word("growl.setup.extra", {"n": Number(9)}),)
    assert told[2].lines == ("growl.setup.extra", "number.9")


def test_back_goes_back_a_step_and_from_the_first_nowhere(laid_out) -> None:
    table = laid_out(5)
    assert not table.stage.back
    first = table.play
    table.answer("")
    assert table.stage.back
    table.answer("")
    table.answer(BACK)
    table.answer(BACK)
    assert table.play == first
    assert not table.stage.back


def test_who_knows_the_game_skips_to_the_end(laid_out) -> None:
    table = laid_out(5)
    table.answer("")
    assert table.stage.skip
    table.answer(SKIP)
    assert table.asked == "growl.start"
    table.answer(BACK)
    assert table.stage.facts == (Word("growl.setup.out-both"),)


def test_where_the_box_draws_the_nights_the_cards_only_mark_them(laid_out) -> None:
    told = steps(laid_out(5, draws=True))
    assert told[0].facts == (Word("growl.setup.markers"),)
    assert "growl.setup.markers" in told[0].lines


@pytest.mark.parametrize(("players", "sniffs"), [(4, False), (7, False), (8, True), (15, True)])
def test_wolves_sniff_from_eight_players_on(laid_out, players: int, sniffs: bool) -> None:
    table = laid_out(players)
    steps(table)
    assert (isinstance(table.stage, Perform) and table.stage.page == "sniff") == sniffs
    table.to_question()
    assert table.asked == "growl.start"


def test_the_sniff_is_masked_from_the_howl_to_the_bell() -> None:
    show = sniff_show(Rules(supplies_for(8, 12)))
    beds = [at for at, cue in enumerate(show) if isinstance(cue, Bed)]
    signals = [at for at, cue in enumerate(show) if isinstance(cue, Signal)]
    looks = next(at for at, cue in enumerate(show) if isinstance(cue, Window))
    assert beds[0] < signals[0] < looks < beds[1] < signals[1]
    assert show[beds[1]] == SILENCE
    assert 5 <= show[looks].seconds <= 12


def test_the_first_game_starts_with_the_marked_tile(laid_out) -> None:
    table = laid_out(6, ledger=(0,) * 6)
    table.answer(SKIP)
    assert isinstance(table.stage, Ask)
    assert table.stage.lines == ("growl.start.tile",)
    assert table.values == ("1", "2", "3", "4", "5", "6")
    assert table.first == "1"


def test_later_games_start_with_the_most_gold(laid_out) -> None:
    table = laid_out(5, ledger=(2, 0, 5, 4, 4))
    table.answer(SKIP)
    assert table.stage.lines == ("growl.start.gold", "seat.3")
    assert table.first == "3"
    assert len(table.values) == 5


def test_among_the_richest_the_lot_decides(laid_out) -> None:
    drawn = set()
    for seed in range(40):
        table = laid_out(5, seed=seed, ledger=(2, 5, 5, 0, 5))
        table.answer(SKIP)
        drawn.add(table.first)
    assert drawn == {"2", "3", "5"}
