"""Tests which card the mixer opens: the best one available, with a report if it disappears, refuses or returns."""

from pathlib import Path

import pytest

from nightcrier.box.sound.port import NoSound
from nightcrier.kernel.faults import Part
from tests.box.sound.made_up import in_plain_alsa, plug


@pytest.fixture
def it(box):
    return box()


def test_the_usb_card_is_opened_by_its_id(it):
    assert it.cards("hdmi0", "Headphones", "usb1").player.open() == ""
    assert it.environ["SDL_AUDIODRIVER"] == "alsa"
    assert it.mixer.opened == [plug("usb1")]
    assert it.mixer.settings == ((48000, -16, 2, 1024), {"allowedchanges": 0})


def test_the_card_that_was_set_wins(box):
    it = box(card="Headphones")
    assert it.cards("Headphones", "usb1").player.open() == ""
    assert it.mixer.opened == [plug("Headphones")]


def test_a_wrong_id_is_one_sentence_and_the_next_best_card(box):
    it = box(card="usb9")
    it.cards("usb1")
    assert it.player.open() == "Speaker 'usb9' is not there; 'usb1' plays. Plug it in, or set another card."


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        ("ALSA: Couldn't open audio device: Device or resource busy", "is in use by another program; end that one."),
        ("ALSA: Couldn't set audio frequency: Invalid argument", "cannot be opened (ALSA: Couldn't set audio freq"),
    ],
)
def test_a_card_that_refuses_is_one_sentence_and_the_next_best_card(it, refusal, sentence):
    it.cards("usb1", "Headphones")
    it.mixer.refusals = {plug("usb1"): refusal}
    notice = it.player.open()
    assert sentence in notice
    assert notice.endswith("It is 'Headphones' that plays.")
    assert it.player.alive()


def test_when_every_card_refuses_the_first_reason_is_given(it):
    it.cards("usb1")
    it.mixer.refusals = {plug("usb1"): "Device or resource busy"}
    with pytest.raises(NoSound, match="in use by another program"):
        it.player.open()


def test_a_card_that_refused_is_tried_again_after_a_pause_that_doubles(it):
    it.cards("usb1", "Headphones")
    it.mixer.refusals = {plug("usb1"): "Permission denied"}
    tries = []
    it.player.open()
    for second in range(1, 60):
        it.clock.move_to(second)
        if not it.player.alive():
            tries.append(second)
            it.player.close()
            assert "that plays" in it.player.open()
    assert tries == [2, 6, 14, 30]
    it.mixer.refusals = {}
    it.clock.move_to(62)
    assert not it.player.alive()
    it.player.close()
    assert it.player.open() == ""
    assert it.mixer.opened[-1] == plug("usb1")


def test_a_card_that_refused_and_was_pulled_is_tried_at_once(it):
    it.cards("usb1", "Headphones")
    it.mixer.refusals = {plug("usb1"): "busy"}
    it.player.open()
    it.player.close()
    it.mixer.refusals = {}
    assert it.cards("Headphones").player.open() == ""
    assert not it.cards("usb1", "Headphones").player.alive()


def test_a_worse_card_that_refused_is_no_fault(it):
    it.cards("Headphones")
    it.mixer.refusals = {plug("Headphones"): "busy"}
    with pytest.raises(NoSound):
        it.player.open()
    assert it.cards("Headphones", "usb1").player.open() == ""


def test_the_only_card_is_tried_every_time(it):
    it.cards("usb1")
    it.mixer.refusals = {plug("usb1"): "Permission denied"}
    with pytest.raises(NoSound):
        it.player.open()
    it.mixer.refusals = {}
    assert it.player.open() == ""


def test_a_pulled_speaker_is_told_of_and_heard_again_within_two_seconds(box, workshop, staged):
    it = box(card="usb1")
    it.cards("usb1")
    stage = staged(it.player, workshop.sounds({"tapping": 1.0}), it.clock)
    stage.desk.bed("tapping", 0.0, 0.5)
    stage.desk.speak(1, [workshop.utterance("wake", 30.0)])
    stage.run(5.3)
    it.cards("hdmi0")
    (lost,) = stage.run(7.3)
    assert (lost.part, lost.what) == (Part.SOUND, "Speaker 'usb1' is not there; plug it in.")
    assert not it.mixer.is_open
    stage.desk.hush()
    stage.run(20.4)
    it.cards("hdmi0", "Headphones", "usb1")
    (back,) = stage.run(22.4)
    assert back.mended
    assert it.mixer.music.loops == -1
    stage.desk.speak(2, [workshop.utterance("wake", 1.0)])
    stage.run(24.0)
    assert it.mixer.channels[0].playing.content.endswith("wake.wav")


@pytest.mark.parametrize(("card", "sentence"), [("", "There is no speaker;"), ("usb9", "Speaker 'usb9' is not")])
def test_without_a_card_it_says_so(box, card, sentence):
    it = box(card=card)
    it.cards("hdmi0")
    with pytest.raises(NoSound, match=sentence):
        it.player.open()


def test_a_pulled_card_is_noticed_and_its_return_at_another_index_too(it):
    it.cards("usb1").player.open()
    assert it.player.alive()
    assert not it.cards().player.alive()
    it.player.close()
    assert it.cards("hdmi0", "Headphones", "usb1").player.open() == ""
    assert it.mixer.opened == [plug("usb1"), plug("usb1")]
    assert it.player.alive()


@pytest.mark.parametrize("index", [0, 1])
def test_a_card_that_was_out_for_a_moment_is_opened_anew(it, index):
    it.cards("usb1").plugging(0)
    it.player.open()
    assert it.player.alive()
    it.cards(*["Headphones"] * index, "usb1").plugging(index)
    assert not it.player.alive()
    it.player.close()
    it.player.open()
    assert it.player.alive()


def test_a_pulled_speaker_is_missed_where_only_the_socket_of_the_board_is_left(it):
    assert it.cards("Headphones", "usb1").player.open() == ""
    assert not it.cards("Headphones").player.alive()
    missed = "Speaker 'usb1' is not there; 'Headphones' plays. Plug it in, or set another card."
    assert it.player.open() == it.player.open() == missed
    assert it.cards("Headphones", "usb2").player.open() == ""
    assert "'usb2' is not there" in it.cards("Headphones").player.open()


def test_the_socket_of_the_board_is_no_fault_where_no_speaker_ever_played(it):
    it.cards("Headphones")
    assert it.player.open() == it.player.open() == ""


def test_alsa_is_told_of_the_way_on_which_the_sound_thread_can_wait(it):
    it.cards("usb1").player.open()
    told = Path(it.mixer.told["ALSA_CONFIG_PATH"]).read_text()
    assert "pcm.waiting" in told
    assert "</usr/share/alsa/alsa.conf>" in told


def test_a_box_with_alsa_settings_of_its_own_opens_the_card_as_they_know_it(it):
    it.cards("usb1")
    it.environ["ALSA_CONFIG_PATH"] = "/etc/their.conf"
    it.mixer.unknown = {plug("usb1")}
    assert it.player.open() == ""
    assert it.mixer.opened == [in_plain_alsa(plug("usb1"))]
    assert it.mixer.told["ALSA_CONFIG_PATH"] == "/etc/their.conf"


def test_the_ear_opens_its_own_card_and_no_other_when_that_is_pulled(box):
    it = box(ear="usb2", is_ear=True)
    assert it.cards("usb1", "usb2").player.open() == ""
    assert it.mixer.opened == [plug("usb2")]
    assert not it.cards("usb1").player.alive()
    it.player.close()
    with pytest.raises(NoSound):
        it.player.open()
    assert it.mixer.opened == [plug("usb2")]


def test_the_speaker_never_plays_through_the_card_of_the_ear(box):
    it = box(ear="usb2")
    it.cards("usb2")
    with pytest.raises(NoSound):
        it.player.open()
    assert it.cards("usb2", "Headphones").player.open() == ""
    assert it.mixer.opened == [plug("Headphones")]


def test_the_speaker_leaves_a_card_that_people_choose_for_the_ear(it):
    it.cards("usb1", "usb2").player.open()
    assert it.player.alive()
    it.output.chosen_ear = "usb1"
    assert not it.player.alive()
    it.player.close()
    it.player.open()
    assert it.mixer.opened == [plug("usb1"), plug("usb2")]
