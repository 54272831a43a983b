"""Tests what the page is told, and how its controls move the contacts of the box."""

from pathlib import Path

import pytest

from nightcrier.box.panel.gpio import FLASH
from nightcrier.box.panel.port import Edge
from nightcrier.box.sound.containers import read_stored
from nightcrier.box.sound.port import BadClip, Fader, Ramp
from nightcrier.box.table.drawing.view import Hidden, Text, View
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.screen import GLASS, LampState
from nightcrier.kernel.settings import SHIPPED
from nightcrier_site.folder import without_sound
from nightcrier_site.ports import PageWitness, TabControls, TabGlass, TabLamp, TabPlayer
from tests.shipped import shipped_clip

VOICE = Path("assets/audio/voices/en-female.zip")
HELD = {"s": "start", "start": "start", "b": "back", "Backspace": "back", "Enter": "dial-press", "dial": "dial-press"}


class Hand:
    """Operates the controls of a page, and records the edges that they report."""

    def __init__(self):
        self.clock, self.edges = VirtualClock(), []
        self.controls = TabControls(SHIPPED.panel, self.clock)
        self.controls.open(self.edges.append)

    def moves(self):
        """Return every edge up to the moment when the simulated hand has come to rest."""
        while (due := self.controls.due()) is not None:
            self.clock.move_to(due)
            self.controls.move()
        return [(edge.pin, edge.active) for edge in self.edges]


@pytest.fixture
def hand():
    return Hand()


@pytest.mark.parametrize(("key", "pin"), HELD.items())
def test_a_key_is_held_as_long_as_the_finger_holds_it(hand, key, pin):
    hand.controls.press(key, down=True)
    hand.controls.press(key, down=True, repeated=True)
    hand.clock.move_to(2.0)
    hand.controls.press(key, down=False)
    assert hand.edges == [Edge(0.0, pin, True), Edge(2.0, pin, False)]
    assert hand.controls.levels()[pin] is False


@pytest.mark.parametrize("key", ["ArrowRight", "right", "l", "ArrowUp"])
def test_a_turn_is_one_detent_and_goes_on_while_its_key_repeats_itself(hand, key):
    hand.controls.press(key, down=True)
    hand.controls.press(key, down=True, repeated=True)
    hand.controls.press(key, down=False)
    assert len(hand.moves()) == 2 * SHIPPED.panel.edges_per_detent


def test_a_dial_that_a_finger_holds_down_is_turned_without_a_second_press(hand):
    hand.controls.press("dial", down=True)
    hand.controls.press("right", down=True)
    assert [pin for pin, _ in hand.moves()].count("dial-press") == 1


@pytest.mark.parametrize("key", ["x", "F", "ß", "ArrowDown"])
def test_with_one_switch_every_key_is_that_switch(hand, key):
    hand.controls.one_switch = True
    hand.controls.press(key, down=True)
    hand.controls.press(key, down=False)
    assert hand.moves() == [("start", True), ("start", False)]


@pytest.mark.parametrize(("key", "pin"), [("back", "back"), ("dial", "dial-press"), ("left", "dial-a")])
def test_with_one_switch_the_controls_on_the_page_stay_what_they_are(hand, key, pin):
    hand.controls.one_switch = True
    hand.controls.press(key, down=True)
    assert pin in dict(hand.moves())


@pytest.mark.parametrize("key", ["x", "Home", "ß"])
def test_other_keys_do_nothing(hand, key):
    hand.controls.press(key, down=True)
    assert hand.moves() == []


def test_the_glass_is_told_what_it_shows():
    told = []
    glass = TabGlass(lambda *words: told.append(words))
    glass.show(b"\1" * len(GLASS.blank))
    glass.contrast(7)
    assert told == [("glass", b"\1" * len(GLASS.blank)), ("light", 7)]


def test_a_lamp_is_told_its_colours_and_how_it_flashes():
    told = []
    lamp = TabLamp(lambda *words: told.append(words))
    lamp.show(LampState.FAULT)
    lamp.show(LampState.CALL, 6)
    assert told == [
        ("lamp", (True, False, False), 2, (), FLASH),
        ("lamp", (False, True, True), 0, (False, True, True, True, False, True, False), FLASH),
    ]


def test_sounds_go_out_with_their_moments_and_a_broken_one_is_refused(tmp_path):
    told = []
    player = TabPlayer(lambda *words: told.append(words))
    silent = tmp_path / "assets" / "audio" / "voices" / VOICE.name
    silent.parent.mkdir(parents=True)
    silent.write_bytes(without_sound(VOICE))
    clip = silent / shipped_clip(VOICE.stem, "day.one-minute").name
    player.play(clip, 1.5)
    name = told[0][1]
    player.bed(None, 2.0)
    player.turn(Fader.LEVEL, Ramp(2.0, 0.5, -10.0, -20.0))
    assert told == [("play", name, 1.5), ("bed", "", 2.0), ("turn", "level", 2.0, 0.5, -10.0, -20.0)]
    first, last = map(int, name.partition("#")[2].split("-"))
    assert VOICE.read_bytes()[first : last + 1] == read_stored(VOICE, clip.name)
    player.broken.add(name)
    with pytest.raises(BadClip):
        player.queue(clip, 3.0)


def test_who_hears_the_page_hears_nothing_that_one_seat_alone_may_see():
    told = []
    witness = PageWitness(lambda *words: told.append(words))
    public = View("night", "en", (Text("Seer"),))
    witness.read(View("night", "en", (Text("You are the Seer"),), hidden=Hidden(public, "tell", (3,), ())))
    assert told == [("page", "night", "Seer", "en")]
