"""Tests a small part of `python -m bench.attacked`: boxes under attack lose nothing and end at home."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control
from nightcrier.box.face import Display
from nightcrier.box.memory import seal
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.kernel.ids import LineId
from tests.box.people_at_box import GAMES
from tests.faults.mad_life import MadLife
from tests.faults.mad_twins import TWINS, compare_deals
from tests.sampling import sampled

GESTURES, OF_TWINS = 150, 400


@pytest.mark.untraced
@pytest.mark.parametrize("game", GAMES)
def test_whatever_happens_it_ends_at_home_with_nothing_lost(game, tmp_path):
    for seed in sampled((2, 3)):
        folder = tmp_path / str(seed)
        folder.mkdir()
        life = MadLife(folder, seed, game)
        life.live(GESTURES)
        life.ends()
        assert life.done["cuts"]
        assert life.played, "no game"


@pytest.mark.untraced
@pytest.mark.parametrize("game", TWINS)
def test_two_deals_under_the_same_attack_cannot_be_told_apart(game, tmp_path):
    cuts = 0
    for seed in sampled(range(2, 5)):
        compared = compare_deals(tmp_path / str(seed), seed, OF_TWINS, game)
        assert not compared.different, seed
        cuts += compared.cuts
    assert cuts


def test_this_comparison_would_notice_entries_of_different_length(tmp_path, monkeypatch):
    monkeypatch.setattr(seal, "BLOCK", 1)
    found = (compare_deals(tmp_path / str(seed), seed, OF_TWINS).different for seed in (7, 8))
    assert any(different.startswith("noted") for different in found)


@pytest.mark.parametrize("game", TWINS)
def test_this_comparison_would_notice_a_private_page_that_a_witness_is_told(game, tmp_path, monkeypatch):
    tell = Display._tell_public
    monkeypatch.setattr(Display, "_tell_secret", lambda display, view, _before: tell(display, view))
    monkeypatch.setattr(Display, "_tell_public", lambda _display, _view: None)
    assert compare_deals(tmp_path, 3, OF_TWINS, game).different.startswith("rows")


def test_start_begins_no_other_game_with_the_value_that_is_in_hand(tmp_path):
    life = MadLife(tmp_path, 1, "one night, dealt")
    life.sits_down()
    daemon = life.box.box.daemon
    lines = [item.line for item in MENUS["main"].items(daemon.house, daemon.table)]
    page = ListingPage(MENUS["main"], None, lines.index(LineId("screen.deal")), draft=0)
    daemon.adopt((replace(daemon.table, page=page), ()))
    life.sits_down()
    life.hand(Control.START)
    session = daemon.table.session
    assert life.is_its_game(session.game, session.setup)
