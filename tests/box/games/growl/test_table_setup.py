"""Tests laying out the cards: every step, a step back, and skipping all steps."""

import pytest
from msgspec.structs import replace

from nightcrier.box.games.growl.cards import supplies_for
from nightcrier.box.games.growl.table_setup import sniff_show
from nightcrier.box.games.growl.village import GrowlRules
from nightcrier.box.show.answers import BACK, SKIP
from nightcrier.box.show.cues import SILENCE, Bed, Signal, Window
from nightcrier.box.show.facts import Number, PrintedName, Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Perform, Tell
from nightcrier.kernel.ids import SEAT, LineId
from nightcrier.words.catalogue import LAST_RESORT
from tests.box.games.facts import filling, key_of
from tests.box.games.growl.conftest import Table


def laid(step: str) -> Word:
    """Return one step of a page, whose sentence is spoken when the dial turns to it."""
    return Word(f"growl.setup.{step}", said=(LineId(f"growl.setup.{step}"),))


def steps(table) -> list[Tell]:
    """Return all pages that are told before the first question."""
    found = []
    while isinstance(table.stage, Tell):
        found.append(table.stage)
        table.answer("")
    return found


def test_four_players_are_led_step_by_step(laid_out):
    told = steps(laid_out(4))
    assert [step.facts for step in told] == [
        (Word("growl.aims"),),
        tuple(map(PrintedName, ("bite", "wound", "charm", "salve", "gold"))),
        (laid("aside"), laid("out-both")),
        (Word("growl.setup.starter", {"bites": Number(1), "gold": Number(3)}),),
        (Word("growl.setup.three"),),
        tuple(map(laid, ("pile", "pile-second", "pile-last", "turn-over"))),
    ]
    assert told[3].lines == (
        "growl.setup.starter", "role.bite", "number.1", "role.gold", "number.3", "growl.setup.one-each",
    )  # fmt: skip


def test_a_host_says_the_aims_the_nights_and_what_to_keep_secret(laid_out):
    said = [line for step in steps(laid_out(5)) for line in step.lines]
    told = ("growl.aims", "growl.nights", "growl.names", "growl.setup.expansions", "growl.setup.secret")
    assert [line for line in said if line in told] == list(told)


@pytest.mark.parametrize("heard", [False, True])
def test_more_cards_are_added_before_three_are_dealt_and_the_pile_has_them(laid_out, heard):
    table = laid_out(6, heard=heard, more_cards=19)
    assert table.play.rules.supplies.pile == 45
    told = steps(table)
    facts = [key_of(step.facts[0]) for step in told]
    added = facts.index("growl.setup.more")
    assert facts[added - 1] == "growl.setup.starter"
    assert told[added].facts == (Word("growl.setup.more", {"n": Number(19)}),)
    assert told[added].lines == ("growl.setup.more", "number.19")
    assert "growl.setup.expansions" not in {line for step in told for line in step.lines}
    assert filling(table.go(1).stage.question, "cards") == 48


def test_who_had_the_aim_explained_first_is_not_told_it_twice(game):
    told = steps(Table(game.begin(Setup("growl-classic", 5, told=True), 1)))
    assert told[0].facts[0] == laid("aside")
    assert told[0].lines[:2] == ("growl.setup.help", "growl.setup.expansions")
    assert not {"growl.open", "growl.aims", "growl.nights"} & {line for step in told for line in step.lines}


def test_how_deep_the_nights_lie_nobody_knows_not_even_who_builds_the_pile(laid_out, english):
    for seed in range(5):
        told = {key_of(step.facts[0]): step for step in steps(laid_out(8, seed=seed))}
        layers = [f"growl.setup.{each}" for each in ("pile", "pile-second", "pile-last", "turn-over")]
        assert told[layers[0]].facts == tuple(laid(each.removeprefix("growl.setup.")) for each in layers)
        assert told[layers[0]].lines == tuple(layers)
        assert not any(
            character.isdigit() for layer in layers for character in english.books[LAST_RESORT].screen[layer]
        )


KEPT = ["setup.out-nine", "setup.starter"]


def test_who_skips_the_rest_keeps_what_depends_on_the_number_of_players(laid_out):
    table = laid_out(8)
    table.answer(SKIP)
    assert [key_of(step.facts[0]) for step in steps(table)] == [f"growl.{key}" for key in ("setup.aside", *KEPT[1:])]


def test_a_second_game_of_the_evening_is_told_the_numbers_alone(laid_out):
    told = steps(laid_out(8, heard=True))
    assert [key_of(step.facts[0]) for step in told] == [f"growl.{key}" for key in KEPT]
    assert told[1].lines == ("growl.setup.starter", "role.bite", "number.2", "role.gold", "number.6")


def test_who_has_played_on_another_evening_lays_all_out_again_without_its_rules(laid_out):
    new, known = (steps(laid_out(8, known=known)) for known in (False, True))
    assert [step.facts for step in known] == [step.facts for step in new[2:]]
    assert known[0].lines == ("growl.open", *new[2].lines)


@pytest.mark.parametrize(("players", "key"), [(5, "out-both"), (6, "out-nine"), (8, "out-nine"), (9, "all-in")])
def test_the_marked_cards_are_named_that_stay_out(laid_out, players, key):
    told = steps(laid_out(players))
    assert key_of(told[2].facts[1]) == f"growl.setup.{key}"
    assert told[2].lines[-1] == f"growl.setup.{key}"


def test_more_than_ten_take_cards_of_a_second_game(laid_out):
    told = steps(laid_out(13))
    assert told[3].facts == (Word("growl.setup.extra", {"n": Number(9)}),)
    assert told[3].lines == ("growl.setup.extra", "number.9")


def test_fifteen_with_ten_gold_are_told_of_the_eleventh(laid_out):
    told = [step.lines for step in steps(laid_out(15, gold=10))]
    at = told.index(("growl.setup.extra", "number.15"))
    assert told[at + 1] == ("growl.setup.extra-gold",)
    assert told[at + 2][:5] == ("growl.setup.starter", "role.bite", "number.4", "role.gold", "number.11")
    assert ("growl.setup.extra-gold",) not in [step.lines for step in steps(laid_out(15, gold=12))]


def test_back_goes_back_a_step_and_from_the_first_nowhere(laid_out):
    table = laid_out(5)
    assert not table.stage.back
    first = table.play
    assert table.answer("").stage.back
    assert table.answer("").answer(BACK).answer(BACK).play == first
    assert not table.stage.back


def test_what_was_skipped_is_there_again_by_back(laid_out):
    table = laid_out(5)
    assert table.answer("").stage.skip
    assert table.answer(SKIP).stage.facts[0] == laid("aside")
    table.answer(BACK)
    assert table.stage.facts == (PrintedName("bite"), *map(PrintedName, ("wound", "charm", "salve", "gold")))


def test_where_the_box_draws_the_nights_the_cards_only_mark_them(laid_out):
    told = steps(laid_out(5, draws=True))
    assert told[2].facts[0] == laid("markers")
    assert "growl.setup.markers" in told[2].lines


@pytest.mark.parametrize(("players", "sniffs"), [(4, False), (7, False), (8, True), (15, True)])
def test_wolves_sniff_from_eight_players_on(laid_out, players, sniffs):
    table = laid_out(players)
    steps(table)
    assert (isinstance(table.stage, Perform) and table.stage.page == "sniff") == sniffs
    assert table.to_question().asked == "growl.start"


def test_the_sniff_is_masked_from_the_howl_to_the_dawn():
    show = sniff_show(GrowlRules(supplies_for(8, 12)))
    beds = [at for at, cue in enumerate(show) if isinstance(cue, Bed)]
    signals = [at for at, cue in enumerate(show) if isinstance(cue, Signal)]
    looks = next(at for at, cue in enumerate(show) if isinstance(cue, Window))
    assert beds[0] < signals[0] < looks < beds[1] < signals[1]
    assert show[beds[1]] == SILENCE
    assert 5 <= show[looks].seconds <= 12


TILES = ("growl.setup.tiles", "growl.setup.seats")


def test_the_first_game_starts_with_the_marked_tile(laid_out):
    table = laid_out(6, ledger=(0,) * 6)
    steps(table)
    assert isinstance(table.stage, Ask)
    assert table.stage.lines == (*TILES, "growl.start.tile")
    assert (table.values, table.first) == (("1", "2", "3", "4", "5", "6"), "1")


def test_later_games_start_with_the_most_gold(laid_out):
    table = laid_out(5, ledger=(2, 0, 5, 4, 4))
    steps(table)
    assert table.stage.lines == (*TILES, SEAT, "seat.3", "growl.start.gold")
    assert (table.first, len(table.values)) == ("3", 5)
    knows = laid_out(5, ledger=(2, 0, 5, 4, 4), heard=True)
    steps(knows)
    assert knows.stage.lines == (SEAT, "seat.3", "growl.start.gold")


def test_among_the_richest_the_lot_decides(laid_out):
    drawn = set()
    for seed in range(40):
        table = laid_out(5, seed=seed, ledger=(2, 5, 5, 0, 5))
        steps(table)
        drawn.add(table.first)
    assert drawn == {"2", "3", "5"}


def after(game, players: int, *before: int) -> list[Tell]:
    """Return what is told to a table that has already played with other numbers of players."""
    lying = tuple(Setup("growl-classic", each) for each in before)
    return steps(Table(game.begin(Setup("growl-classic", players, heard=True, before=lying), 1)))


def test_with_another_number_of_players_all_is_laid_out_anew_and_the_rules_are_not_told_again(game):
    told = after(game, 7, 6)
    assert told[0].facts == (Word("growl.setup.gather"),)
    assert told[0].lines == ("growl.setup.gather",)
    fresh = steps(Table(game.begin(Setup("growl-classic", 7), 1)))
    assert [step.facts[0] for step in fresh[:2]] == [Word("growl.aims"), PrintedName("bite")]
    assert told[1:] == [replace(step, back=True) for step in fresh[2:]]


def test_what_a_second_game_lent_goes_back_to_it(game):
    lent = "growl.setup.second-back"
    assert after(game, 10, 12)[0].lines == ("growl.setup.gather", lent)
    assert after(game, 13, 12)[0].lines == ("growl.setup.gather", lent)
    assert lent not in after(game, 12, 10)[0].lines
    assert after(game, 6, 6, 12)[0].lines == ("growl.setup.gather", lent)


def test_where_nobody_knows_what_lies_there_all_is_laid_out_anew(game):
    assert after(game, 7, 6, 7) == after(game, 7, 6)
    assert all(step.lays for step in after(game, 7, 6))
    assert [step.lays for step in steps(Table(game.begin(Setup("growl-classic", 7), 1)))][:3] == [False, False, True]


def test_the_same_number_again_has_new_night_cards_set_aside_and_is_told_the_numbers(game):
    told = after(game, 8, 8)
    assert [key_of(step.facts[0]) for step in told] == [f"growl.{key}" for key in ("setup.aside", *KEPT[1:])]
    new = ("again", "fresh", "aside")  # the cards of more players are out
    assert told[0].lines == tuple(f"growl.setup.{each}" for each in new)


def test_what_a_second_game_lent_is_not_lent_twice(game):
    assert "growl.setup.extra" in {line for step in after(game, 13, 12) for line in step.lines}
    assert "growl.setup.extra" not in {line for step in after(game, 13, 13) for line in step.lines}


def test_cards_that_only_mark_the_nights_stay_where_they_are_but_for_the_gathering(game):
    setup = Setup("growl-classic", 8, options={"draws": True}, heard=True, before=(Setup("growl-classic", 8),))
    first, *_ = steps(Table(game.begin(setup, 1)))
    assert first.lines == ("growl.setup.again", "growl.setup.markers")


def test_who_wants_all_of_it_again_is_told_to_gather_the_cards_first(game):
    setup = Setup("growl-classic", 8, options={"wording": "full"}, heard=True, before=(Setup("growl-classic", 8),))
    told = steps(Table(game.begin(setup, 1)))
    assert told[2].lines[:2] == ("growl.setup.again", "growl.setup.fresh")
    assert "growl.setup.expansions" not in {line for step in told for line in step.lines}
    assert len(told) == len(steps(Table(game.begin(Setup("growl-classic", 8), 1))))
