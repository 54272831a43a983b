"""Tests which sound card the box plays through."""

import pytest

from nightcrier.box.sound.players.open_device import (
    Output,
    card_sentence,
    cards_for,
    cards_for_ear,
    rank_cards,
    read_cards,
)
from nightcrier.kernel.settings import SoundSettings

# The shape of /proc/asound/cards on a Pi 4 with a USB speaker (linux/sound/core/init.c prints it).
PI = """\
 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 2 [Device         ]: USB-Audio - USB Audio Device
                      C-Media Electronics Inc. USB Audio Device at usb-1.2, full speed
"""


@pytest.fixture
def asound(tmp_path):
    (tmp_path / "cards").write_text(PI)
    return tmp_path


def test_cards_are_read_with_their_ids(asound):
    assert [(card.index, card.id, card.driver) for card in read_cards(asound)] == [
        (0, "vc4hdmi0", "vc4-hdmi"),
        (1, "Headphones", "bcm2835_headpho"),
        (2, "Device", "USB-Audio"),
    ]
    card = read_cards(asound)[2]
    assert (card.device_that_waits, card.device) == ("waiting:CARD=Device", "plughw:CARD=Device,DEV=0")


def test_without_alsa_there_are_no_cards(tmp_path):
    assert read_cards(tmp_path) == []


def test_a_machine_without_cards_says_so_in_the_same_file(tmp_path):
    (tmp_path / "cards").write_text("--- no soundcards ---\n")
    assert read_cards(tmp_path) == []


@pytest.mark.parametrize(
    ("wish", "order"),
    [
        ("", ["Device", "Headphones"]),
        ("Headphones", ["Headphones", "Device"]),
        ("vc4hdmi0", ["vc4hdmi0", "Device", "Headphones"]),
        ("Gone", ["Device", "Headphones"]),
    ],
)
def test_the_wished_card_comes_first_then_usb_and_a_screen_only_when_wished(asound, wish, order):
    assert [card.id for card in rank_cards(read_cards(asound), wish)] == order


def test_of_two_equal_cards_the_one_that_plays_stays(asound):
    twin = " 3 [Device_1       ]: USB-Audio - USB Audio Device\n"
    (asound / "cards").write_text(PI + twin)
    assert next(iter(rank_cards(read_cards(asound), "", "Device_1"))).id == "Device_1"


def test_check_says_what_is_used_and_what_to_do(asound, tmp_path):
    there = read_cards(asound)
    assert card_sentence(there, "") == "Sound card 'Device' (USB Audio Device)."
    assert "'Gone' is not there (found: vc4hdmi0, Headphones, Device)" in card_sentence(there, "Gone")
    assert card_sentence(there[:1], "").startswith("No sound card to play through (found: vc4hdmi0)")
    assert "(found: none)" in card_sentence([], "Device")


EAR = " 3 [Ear            ]: USB-Audio - Little Earphone\n"
TWIN = " 3 [Device_1       ]: USB-Audio - USB Audio Device\n"


@pytest.mark.parametrize(
    ("cards", "speaker", "ear", "for_speaker", "for_ear"),
    [
        (PI + EAR, "", "Ear", ["vc4hdmi0", "Headphones", "Device"], ["Ear"]),
        (PI + EAR, "Device", "Ear", ["vc4hdmi0", "Headphones", "Device"], ["Ear"]),
        (PI, "", "Ear", ["vc4hdmi0", "Headphones", "Device"], []),  # it was pulled: nothing takes its place
        (PI + EAR, "Ear", "Ear", ["vc4hdmi0", "Headphones", "Device", "Ear"], []),  # a speaker is never the ear
        (EAR, "", "Ear", [], []),  # the only card might be the speaker
        (PI + TWIN, "", "Device_1", ["vc4hdmi0", "Headphones", "Device"], []),  # twins change their ids
        (PI + EAR, "", "", ["vc4hdmi0", "Headphones", "Device", "Ear"], []),
    ],
)
def test_the_ear_has_a_card_of_its_own_that_is_never_the_speaker(tmp_path, cards, speaker, ear, for_speaker, for_ear):
    (tmp_path / "cards").write_text(cards)
    settings, there = SoundSettings(card=speaker, ear=ear), read_cards(tmp_path)
    assert [card.id for card in cards_for(Output(settings), there)] == for_speaker
    assert [card.id for card in cards_for(Output(settings, is_ear=True), there)] == for_ear


@pytest.mark.parametrize(
    ("cards", "speaker", "offered"),
    [
        (PI, "", ("Headphones", "Device")),  # the other of the two is then the speaker
        (PI + EAR, "Device", ("Headphones", "Ear")),
        (PI + TWIN, "", ("Headphones",)),
        (EAR, "", ()),
    ],
)
def test_people_may_choose_any_card_that_can_be_the_ear_but_none_of_a_screen(tmp_path, cards, speaker, offered):
    (tmp_path / "cards").write_text(cards)
    assert cards_for_ear(SoundSettings(card=speaker, ear="Gone"), read_cards(tmp_path)) == offered
