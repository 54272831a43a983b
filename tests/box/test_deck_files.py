"""Tests that a game under way names its cards in its first entry, so that changes of its deck's file do not matter."""

import json
from io import StringIO
from pathlib import Path
from typing import Self

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.games.growl.options import growl_scenario
from nightcrier.box.games.one_night.dealt.game import DealtGame
from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.library import read_offer
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.plug import Play
from nightcrier.box.show.setup import Setup
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.folders import Folders, share
from tests.box.dealt import ADVISED

OWN_DECK = {
    "one-night": (
        'game = "one-night"\nlevel = 1\ncards = ["werewolf", "werewolf", "seer", "robber", "troublemaker",'
        ' "insomniac"]\n[names]\nen = "Ours"\n'
    ),
    "wherewolf": (
        'level = 1\nfewest = 8\npossible = ["witch", "seer", "pack-leader", "pack-wolf", "mage", "medium",'
        ' "healer", "hermit", "peasant", "sinner"]\n[names]\nen = "Ours"\n'
    ),
}
SETUPS = {
    "one-night on paper": ("one-night", Setup("ours", 3)),
    "one-night": ("one-night", Setup("ours", 3, options={"deal": True})),
    "wherewolf": ("wherewolf", Setup("ours", 8, options={"host": "box"})),
}
FOLDERS = {"one-night": "", "wherewolf": "wherewolf"}
EDITED = {
    "one-night": ('"insomniac"]', '"drunk"]'),
    "wherewolf": ('"witch", "seer"', '"seer", "assassin"'),
}


class OwnDeck:
    """Runs a box whose table plays a deck from a file of its own."""

    def __init__(self, where: Path, game: str, setup: Setup) -> None:
        self.file = where / "scenarios" / FOLDERS[game] / "ours.toml"
        self.file.parent.mkdir(parents=True)
        self.file.write_text(OWN_DECK[game])
        folders = Folders(where, where / "cache", where, where)
        self.box = Rehearsal(folders, VirtualClock(), SilentPlayer(), 3, RecordWitness(StringIO()))
        daemon = self.box.box.daemon
        choices = replace(daemon.table.choices, game=game, setups={**daemon.table.choices.setups, game: setup})
        daemon.adopt((replace(daemon.table, choices=choices, advised=ADVISED), ()))
        self.hand(Control.START)

    def hand(self, control: Control, gesture: Gesture = Gesture.PRESS) -> Self:
        self.box.take(Input(self.box.now, control, gesture))
        self.box.advance(5.0)
        return self

    @property
    def play(self) -> Play:
        session = self.box.box.daemon.table.session
        return session.play


@pytest.mark.parametrize("fate", ["edited", "broken", "gone"])
@pytest.mark.parametrize("case", SETUPS)
def test_whatever_becomes_of_the_deck_file_the_game_goes_on_with_its_own_cards(tmp_path, case, fate):
    game, setup = SETUPS[case]
    box = OwnDeck(tmp_path, game, setup)
    before = box.play
    assert case == "one-night on paper" or isinstance(before, DealtGame | WherewolfPlay)
    assert replace_text(box.file, *EDITED[game]) if fate == "edited" else True
    if fate == "broken":
        box.file.write_text("level = ")
    if fate == "gone":
        box.file.unlink()
    box.box.cut()
    assert box.hand(Control.START).play == before


def replace_text(file: Path, old: str, new: str) -> bool:
    """Replace text in a file, and return whether it was there."""
    text = file.read_text()
    file.write_text(text.replace(old, new))
    return old in text


def test_a_deck_written_out_is_the_deck_of_its_scenario():
    for game in read_offer((share("config") / "scenarios",)).games.values():
        for scenario in game.scenarios():
            for players in scenario.players:
                deck = game.deck(setup := Setup(scenario.id, players))
                assert game.deck(replace(setup, deck=deck)) == deck, (game.id, scenario.id, players)


@pytest.mark.parametrize("kind", ["names", "say"])
@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200f", "\ufeff", "\n", "\u2060"])
def test_a_title_that_hides_a_sign_or_turns_the_text_is_refused(sign, kind):
    titles = {"names": "Small", "say": "Small"} | {kind: f"Sm{sign}all"}
    file = "level = 1\nfewest = 4\nmost = 6\n" + "".join(
        f"[{key}]\nen = {json.dumps(t)}\n" for key, t in titles.items()
    )
    with pytest.raises(BadFile, match=f"{kind}.en: has a sign that nobody sees"):
        growl_scenario(file.encode(), "small")


@pytest.mark.parametrize("title", ["na\u00adme", "\u0e40\u200b\u0e40", "\u0645\u06cc\u200c\u0631", "Ma\u0301s"])
def test_a_title_keeps_joiners_marks_for_breaks_and_accents(title):
    file = f"level = 1\nfewest = 4\nmost = 6\n[names]\nen = {json.dumps(title)}\n"
    assert growl_scenario(file.encode(), "small").names["en"] == title
