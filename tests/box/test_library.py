"""Tests what the box offers, and which of its remembered choices it can still play."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from nightcrier.box.library import Library, build_house, first_choices, read_library, read_offer
from nightcrier.box.remembered import fit_choices, wrong_fields
from nightcrier.box.show.setup import NO_CARDS, DeckOrigin, Setup
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.game.next_stage import MOST_LYING
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language
from nightcrier.words.shelf import read_words

EN = Language("en")
BEDS = ("tapping", "rain")


@pytest.fixture(scope="module")
def shelf():
    faults: list[Fault] = []
    found = read_library(standard_folders({}, Path("/nowhere")), faults.append)
    assert faults == []
    return found


def test_all_games_are_there_with_their_scenarios(shelf):
    home = ["badge", "club-mafia", "full-moon-plea", "jinro", "mafia-defence", "village-captain"]
    in_files = ["full-moon", "mafia", "round-table", "spies", "two-tracks", *home]
    assert list(shelf.games) == ["one-night", "growl", "wherewolf", *in_files]
    assert all(game.scenarios() for game in shelf.games.values())


def test_a_box_that_was_never_used_offers_the_first_scenario_of_every_game(shelf):
    first = first_choices(shelf)
    assert first.game == "one-night"
    for game in shelf.games.values():
        assert not game.problems(first.setups[game.id])


def test_without_a_memory_it_is_the_first_choices(shelf):
    first = first_choices(shelf)
    assert fit_choices(None, shelf, first, BEDS) == first


@pytest.mark.parametrize(
    "setup",
    [
        Setup("gone", 3),
        Setup("first-game", 3, ("dragon",) * 6),
        Setup("first-game", 3, (), {"pace": "sideways"}),
        Setup("first-game", 3, (), {"nonsense": True}),
        Setup("first-game", 0),
        Setup("first-game", 10**9),
    ],
)
def test_a_remembered_setup_never_keeps_the_box_from_playing(shelf, setup):
    first = first_choices(shelf)
    kept = fit_choices(replace(first, setups={"one-night": setup}), shelf, first, BEDS)
    game = shelf.games[kept.game]
    game.opening(kept.setup)
    assert game.problems(kept.setup) or game.begin(kept.setup, 1).stage()


@pytest.mark.parametrize("origin", [DeckOrigin.DRAWN, DeckOrigin.CHOSEN])
def test_whose_a_deck_is_outlives_the_power(shelf, origin):
    first = first_choices(shelf)
    setup = Setup("first-game", 3, ("werewolf", "seer", "robber", "drunk", "villager", "tanner"), origin=origin)
    chosen = replace(first, setups={"one-night": setup})
    kept = fit_choices(msgspec.json.decode(msgspec.json.encode(chosen), type=Choices), shelf, first, BEDS).setup
    assert kept.origin is origin
    assert fit_choices(first, shelf, first, BEDS).setup.origin is DeckOrigin.SCENARIO


@pytest.mark.parametrize("unknown", [Setup("gone", 3), Setup("first-game", 3, ("chess-king",) * 6)])
def test_of_a_game_with_cards_that_are_gone_nobody_knows_what_lies_there(shelf, unknown):
    first, known = first_choices(shelf), Setup("first-game", 3)
    lying = {"one-night": (NO_CARDS, known), "growl": (Setup("growl-classic", 5),), "chess": (known,)}
    kept = fit_choices(replace(first, lying=lying), shelf, first, BEDS).lying
    assert kept == {game: lying[game] for game in ("one-night", "growl")}
    mixed = {**lying, "one-night": (known, unknown)}
    assert fit_choices(replace(first, lying=mixed), shelf, first, BEDS).lying == {"growl": lying["growl"]}


def test_of_what_may_lie_there_only_so_much_is_kept_as_a_table_keeps(shelf):
    first, known = first_choices(shelf), Setup("first-game", 3)
    kept = fit_choices(
        replace(first, lying={"one-night": (NO_CARDS,) * 9999 + (known,) * MOST_LYING}), shelf, first, BEDS
    )
    assert kept.lying == {"one-night": (known,) * MOST_LYING}


def test_a_game_that_is_gone_gives_way_and_the_rest_of_the_memory_stays(shelf):
    first = first_choices(shelf)
    kept = fit_choices(Choices("chess", {"chess": Setup("x", 2)}, (Language("xx"),), loudness=3), shelf, first, BEDS)
    assert (kept.game, kept.languages, kept.loudness) == ("one-night", (EN,), 3)


def test_of_many_languages_so_many_stay_as_a_table_speaks(shelf):
    first, languages = first_choices(shelf), (Language("it"), Language("xx"), EN, Language("de"))
    kept = fit_choices(replace(first, languages=languages), shelf, first, BEDS)
    assert kept.languages == (Language("it"), EN)


WRONG = {
    "loudness": (0, -5, 1000),
    "usual_loudness": (0, 21),
    "low_loudness": (0, 21),
    "bed_loudness": (-50, 99),
    "brightness": (0, 99),
    "tournament": ("bogus", "short-0", "short-1000", "open-5", ""),
    "players": (-3, 10**9),
    "bed": ("nobed", ""),
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in WRONG.items() for value in values])
def test_a_value_that_means_nothing_gives_way(shelf, field, value):
    first = first_choices(shelf)
    wrong = replace(first, **{field: value})
    assert wrong_fields(wrong, BEDS) == (field,)
    assert fit_choices(wrong, shelf, first, BEDS) == first
    assert wrong_fields(first, BEDS) == ()


def test_no_bed_and_one_of_the_owners_own_stay(shelf):
    first = first_choices(shelf)
    for bed in ("none", "rain"):
        assert wrong_fields(replace(first, bed=bed), BEDS) == ()
    assert wrong_fields(replace(first, bed="rain"), ()) == ()


@pytest.mark.parametrize(
    "changed",
    [
        {"languages": ()},
        {"languages": ("xx",)},
        {"languages": ("en", "en")},
        {"voices": {"en": "bogus"}},
        {"welcome": "dance"},
        {"game": "chess"},
        {"setups": {}},
        {"played": {"one-night": ("x" * 1000,)}},
        *({field: value} for field, values in WRONG.items() for value in values),
    ],
)
def test_with_no_choice_a_page_falls(shelf, changed):
    """Each page and menu is drawn on a box that remembers an impossible choice."""
    first = first_choices(shelf)
    at_home = Table(fit_choices(replace(first, **changed), shelf, first, BEDS))
    here = build_house(shelf, (Path("/nowhere"),), ("tapping",))
    for page in (None, *(ListingPage(menu, None) for menu in MENUS.values())):
        assert look(here, replace(at_home, page=page)).rows


def test_a_broken_scenario_is_told_and_costs_only_itself(tmp_path):
    own = tmp_path / "own" / "scenarios"
    own.mkdir(parents=True)
    (own / "mine.toml").write_text("nonsense", "utf-8")
    (own / "first-game.toml").write_text("nonsense", "utf-8")
    faults: list[Fault] = []
    found = read_library(replace(standard_folders({}, tmp_path), own=tmp_path / "own"), faults.append)
    assert [fault.part for fault in faults] == [Part.GAME, Part.GAME]
    assert all(name in " ".join(fault.what for fault in faults) for name in ("mine.toml", "first-game.toml"))
    assert len(found.games["one-night"].scenarios()) > 10


def test_a_deck_that_was_found_right_is_not_vetted_again_and_a_wrong_one_is_said_again(tmp_path, monkeypatch):
    own = tmp_path / "own" / "scenarios"
    own.mkdir(parents=True)
    (own / "mine.toml").write_text("nonsense", "utf-8")
    where, told = replace(standard_folders({}, tmp_path), own=tmp_path / "own"), list[Fault]()
    first = read_library(where, told.append, tmp_path / "read")
    monkeypatch.setattr(
        "nightcrier.box.games.one_night.rules.scenarios.deck_problems", lambda *_: pytest.fail("vetted again")
    )
    again = read_library(where, told.append, tmp_path / "read")
    assert again.games["one-night"].scenarios() == first.games["one-night"].scenarios()
    assert ["mine.toml" in fault.what for fault in told] == [True, True]


def test_the_words_for_wrong_decks_are_read_once_at_a_start(tmp_path, monkeypatch):
    own = tmp_path / "own" / "scenarios"
    own.mkdir(parents=True)
    for number in range(9):
        (own / f"wrong-{number}.toml").write_text(
            'game = "one-night"\nlevel = 1\ncards = ["werewolf", "seer", "seer", "seer", "mason", "minion"]\n'
            '[names]\nen = "Wrong"\n',
            "utf-8",
        )
    reads, read_one = list[Language](), read_words
    monkeypatch.setattr("nightcrier.box.library.read_words", lambda *asked: reads.append(asked[1]) or read_one(*asked))
    told = read_offer([own]).complaints
    assert [str(each).partition("cards: ")[2] for each in told] == ["for 3 players: Only 1: Seer."] * 9
    assert reads == ["en"]


def test_a_box_without_any_scenario_says_so_in_one_sentence(shelf):
    with pytest.raises(
        WrongUse, match=r"^No game can be played: no scenario was found in .*/scenarios; install again\.$"
    ):
        first_choices(Library({}, shelf.words))
