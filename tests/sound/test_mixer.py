"""The player of the box over a pygame that is made up, on a made-up /proc/asound: cards that go, refuse and return."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from device.kernel.clock import VirtualClock
from device.kernel.events import Part
from device.sound.mixer import MixerPlayer, Output
from device.sound.player import BadClip, Fader, NoSound
from device.sound.pygame_mixer import Pygame
from device.sound.ramps import NOTHING, Ramp, steady

ROW = " {index} [{id:15}]: {driver} - {id}\n"


class PygameError(Exception):
    """As pygame.error."""


class FakeChannel:
    def __init__(self):
        self.playing, self.queued, self.volume, self.faded = None, None, 1.0, None

    def get_busy(self):
        return self.playing is not None

    def get_queue(self):
        return self.queued

    def play(self, sound):
        self.playing = sound

    def queue(self, sound):
        self.queued = sound

    def set_volume(self, volume):
        self.volume = volume

    def fadeout(self, milliseconds):
        self.faded = milliseconds


class FakeMusic:
    def __init__(self, error):
        self.error, self.loop, self.volume, self.loops = error, None, None, None

    def load(self, file):
        if "broken" in file:
            raise self.error("not an audio file")
        self.loop = file

    def play(self, loops):
        self.loops = loops

    def set_volume(self, volume):
        self.volume = volume

    def stop(self):
        self.loops = None

    def unload(self):
        self.loop = None


class FakeMixer:
    """Opens the device the environment names, unless it refuses."""

    def __init__(self, environ):
        self.environ, self.refusals, self.opened, self.settings = environ, {}, [], None
        self.channels = [FakeChannel(), FakeChannel()]
        self.music = FakeMusic(PygameError)
        self.is_open = False

    def init(self, *settings, **more):
        device = self.environ.get("AUDIODEV", "default")
        if device in self.refusals:
            raise PygameError(self.refusals[device])
        self.opened.append(device)
        self.settings, self.is_open = (settings, more), True

    def quit(self):
        self.is_open = False

    def set_num_channels(self, number):
        assert number == len(self.channels)

    def Channel(self, number):  # noqa: N802 - pygame names it
        return self.channels[number]

    def Sound(self, file=None, buffer=None):  # noqa: N802 - pygame names it
        if file and "broken" in file:
            raise PygameError("unrecognised")
        return file or buffer


class Box:
    """A player, its pygame and its cards."""

    def __init__(self, folder, card="", driver="alsa"):
        self.asound, self.environ, self.clock = folder, {}, VirtualClock()
        self.mixer = FakeMixer(self.environ)
        self.player = MixerPlayer(
            self.clock,
            Output(driver, card, 1024),
            asound=folder,
            snd=folder,
            environ=self.environ,
            load_mixer=lambda: Pygame(self.mixer, PygameError),
            check=lambda _, **__: None,
        )

    def cards(self, *ids):
        """Each is named as its kind is: usb..., hdmi..., anything else."""
        rows = (ROW.format(index=n, id=i, driver="USB-Audio" if i.startswith("usb") else i) for n, i in enumerate(ids))
        (self.asound / "cards").write_text("".join(rows))

    def plugging(self, index):
        """The kernel makes the file of a card that comes."""
        fresh = self.asound / "fresh"
        fresh.touch()
        fresh.rename(self.asound / f"controlC{index}")


@pytest.fixture
def box(tmp_path):
    return lambda **settings: Box(tmp_path, **settings)


def plug(card):
    return f"plughw:CARD={card},DEV=0"


def test_the_usb_card_is_opened_by_its_id(box):
    it = box()
    it.cards("hdmi0", "Headphones", "usb1")
    assert it.player.open() == ""
    assert it.environ["SDL_AUDIODRIVER"] == "alsa"
    assert it.mixer.opened == [plug("usb1")]
    assert it.mixer.settings == ((48000, -16, 2, 1024), {"allowedchanges": 0})


def test_the_card_that_was_set_wins(box):
    it = box(card="Headphones")
    it.cards("Headphones", "usb1")
    assert it.player.open() == ""
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
def test_a_card_that_refuses_is_one_sentence_and_the_next_best_card(box, refusal, sentence):
    it = box()
    it.cards("usb1", "Headphones")
    it.mixer.refusals = {plug("usb1"): refusal}
    notice = it.player.open()
    assert sentence in notice
    assert notice.endswith("It is 'Headphones' that plays.")
    assert it.player.alive()


def test_when_every_card_refuses_the_first_reason_is_given(box):
    it = box()
    it.cards("usb1")
    it.mixer.refusals = {plug("usb1"): "Device or resource busy"}
    with pytest.raises(NoSound, match="in use by another program"):
        it.player.open()


def test_a_card_that_refused_is_tried_again_after_a_pause_that_doubles(box):
    it = box()
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


def test_a_card_that_refused_and_was_pulled_is_tried_at_once(box):
    it = box()
    it.cards("usb1", "Headphones")
    it.mixer.refusals = {plug("usb1"): "busy"}
    it.player.open()
    it.player.close()
    it.mixer.refusals = {}
    it.cards("Headphones")
    assert it.player.open() == ""
    it.cards("usb1", "Headphones")
    assert not it.player.alive()


def test_a_worse_card_that_refused_is_no_fault(box):
    it = box()
    it.cards("Headphones")
    it.mixer.refusals = {plug("Headphones"): "busy"}
    with pytest.raises(NoSound):
        it.player.open()
    it.cards("Headphones", "usb1")
    assert it.player.open() == ""


def test_the_only_card_is_tried_every_time(box):
    it = box()
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
    assert it.mixer.channels[0].playing.endswith("wake.wav")


@pytest.mark.parametrize(("card", "sentence"), [("", "There is no speaker;"), ("usb9", "Speaker 'usb9' is not")])
def test_without_a_card_it_says_so(box, card, sentence):
    it = box(card=card)
    it.cards("hdmi0")
    with pytest.raises(NoSound, match=sentence):
        it.player.open()


def test_a_pulled_card_is_noticed_and_its_return_at_another_index_too(box):
    it = box()
    it.cards("usb1")
    it.player.open()
    assert it.player.alive()
    it.cards()
    assert not it.player.alive()
    it.player.close()
    it.cards("hdmi0", "Headphones", "usb1")
    assert it.player.open() == ""
    assert it.mixer.opened == [plug("usb1"), plug("usb1")]
    assert it.player.alive()


@pytest.mark.parametrize("index", [0, 1])
def test_a_card_that_was_out_for_a_moment_is_opened_anew(box, index):
    it = box()
    it.cards("usb1")
    it.plugging(0)
    it.player.open()
    assert it.player.alive()
    it.cards(*["Headphones"] * index, "usb1")
    it.plugging(index)
    assert not it.player.alive()
    it.player.close()
    it.player.open()
    assert it.player.alive()


def test_a_pulled_speaker_is_missed_where_only_the_socket_of_the_board_is_left(box):
    it = box()
    it.cards("Headphones", "usb1")
    assert it.player.open() == ""
    it.cards("Headphones")
    assert not it.player.alive()
    missed = "Speaker 'usb1' is not there; 'Headphones' plays. Plug it in, or set another card."
    assert it.player.open() == it.player.open() == missed
    it.cards("Headphones", "usb2")
    assert it.player.open() == ""
    it.cards("Headphones")
    assert "'usb2' is not there" in it.player.open()


def test_the_socket_of_the_board_is_no_fault_where_no_speaker_ever_played(box):
    it = box()
    it.cards("Headphones")
    assert it.player.open() == it.player.open() == ""


def test_a_laptop_leaves_the_choice_to_sdl(box):
    it = box(driver="")
    it.player.open()
    assert it.environ == {}
    assert it.player.alive()


def test_a_driver_that_was_set_is_used(box):
    it = box(driver="pulseaudio")
    it.player.open()
    assert it.environ == {"SDL_AUDIODRIVER": "pulseaudio"}


def test_a_laptop_without_a_device_says_so(box):
    it = box(driver="")
    it.mixer.refusals = {"default": "No available audio device"}
    with pytest.raises(NoSound, match="the sound device of this computer cannot be opened"):
        it.player.open()


@pytest.mark.parametrize(
    ("missing", "remedy"),
    [
        (ModuleNotFoundError("No module named 'pygame'"), "pip install pygame"),
        (ImportError("libgthread-2.0.so.0: cannot open shared object file"), "apt install libglib2.0-0"),
    ],
)
def test_without_pygame_or_a_library_of_it_it_says_how_to_get_it(tmp_path, missing, remedy):
    load = Mock(side_effect=missing)
    player = MixerPlayer(VirtualClock(), Output(), asound=tmp_path, environ={}, load_mixer=load)
    with pytest.raises(NoSound, match=remedy):
        player.open()


@pytest.fixture
def opened(box):
    it = box(driver="")
    it.player.open()
    return it


def test_a_voice_plays_at_the_volume_of_its_fader(opened):
    opened.player.turn(Fader.VOICE, steady(-6.0))
    opened.player.play(Path("a"), 0.0)
    voice = opened.mixer.channels[0]
    assert voice.playing == "a"
    assert voice.volume == pytest.approx(0.5, abs=0.01)


def test_a_voice_that_follows_lets_the_last_buffer_of_the_one_before_be_heard(opened):
    opened.player.play(Path("a"), 0.0)
    opened.player.play(Path("b"), 1.0)
    opened.player.queue(Path("c"), 1.0)
    voice = opened.mixer.channels[0]
    assert (voice.playing, voice.queued) == ("a", "c")


def test_what_is_stopped_fades_and_what_was_queued_becomes_nothing(opened):
    opened.player.play(Path("a"), 0.0)
    opened.player.queue(Path("b"), 1.0)
    opened.player.stop(0.5)
    voice, signal = opened.mixer.channels
    assert voice.queued == bytes(4)
    assert voice.faded == signal.faded
    assert 5 < voice.faded < 30


def test_signals_have_their_own_channel(opened):
    opened.player.load(Path("gong"))
    opened.player.signal(Path("gong"), 0.0)
    assert [channel.playing for channel in opened.mixer.channels] == [None, "gong"]


def test_a_bed_loops_until_it_is_ended(opened):
    opened.player.turn(Fader.LEVEL, steady(NOTHING))
    opened.player.bed(Path("tapping"), 0.0)
    music = opened.mixer.music
    assert (music.loop, music.loops) == ("tapping", -1)
    assert int(music.volume * 128) == 0
    opened.player.bed(None, 1.0)
    assert (music.loop, music.loops) == (None, None)


def test_broken_files_are_named(opened):
    for ask in (opened.player.play, opened.player.queue, opened.player.signal, opened.player.bed):
        with pytest.raises(BadClip, match=r"broken\.ogg: not a sound"):
            ask(Path("broken.ogg"), 0.0)


def test_a_closed_device_plays_nothing_and_is_never_due(opened):
    opened.player.turn(Fader.VOICE, steady(0.0))
    opened.player.close()
    opened.player.close()
    opened.player.poll(0.0)
    opened.player.load(Path("a"))
    assert opened.player.due() is None
    assert not opened.mixer.is_open
    with pytest.raises(BadClip):
        opened.player.play(Path("a"), 0.0)


def test_gains_move_in_small_steps_and_then_rest(opened):
    opened.player.turn(Fader.LEVEL, Ramp(0.0, 0.12, 0.0, -20.0))
    levels = []
    while (due := opened.player.due()) is not None:
        opened.clock.move_to(due)
        opened.player.poll(due)
        levels.append(opened.mixer.music.volume)
    assert 12 <= len(levels) <= 14
    assert levels == sorted(levels, reverse=True)
    assert levels[0] == pytest.approx(1.0, abs=0.01)
    assert levels[-1] == pytest.approx(0.1, abs=0.01)
    opened.player.poll(99.0)
    assert opened.mixer.music.volume == levels[-1]


def test_polling_early_moves_nothing(opened):
    opened.player.turn(Fader.LEVEL, Ramp(1.0, 0.1, 0.0, -20.0))
    opened.player.poll(0.5)
    assert opened.mixer.music.volume is None
