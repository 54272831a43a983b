"""Tests the player of the box with a simulated pygame: what it opens, and what it asks of pygame."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from nightcrier.box.sound.players.mixer import MixerPlayer, room_tone
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import SILENCE_DB, BadClip, Fader, NoSound, Ramp, steady_ramp
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.settings import SHIPPED


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
    player = MixerPlayer(VirtualClock(), Output(SHIPPED.sound), asound=tmp_path, environ={}, load_mixer=load)
    with pytest.raises(NoSound, match=remedy):
        player.open()


@pytest.fixture
def opened(box):
    it = box(driver="")
    it.player.open()
    return it


def test_a_voice_plays_at_the_loudness_of_its_fader(opened):
    opened.player.turn(Fader.VOICE, steady_ramp(-6.0))
    opened.player.play(Path("a"), 0.0)
    voice = opened.mixer.channels[0]
    assert voice.playing == "a"
    assert voice.volume == pytest.approx(0.5, abs=0.01)


def heard(it, *, ends):
    """Return the clips of the voice channel while SDL reaches this many ends, each before the next poll."""
    voice, clips = it.mixer.channels[0], []
    for _ in range(ends):
        clips.append(voice.playing)
        voice.end()
        due = it.player.due()
        if due is not None:
            it.clock.move_to(due)
            it.player.poll(due)
    return [*clips, voice.playing]


def test_a_clip_is_not_lost_where_the_next_is_queued_before_sdl_has_come_to_its_beginning(opened):
    opened.player.turn(Fader.VOICE, steady_ramp(0.0))
    opened.player.poll(0.0)
    opened.player.play(Path("a"), 0.0)
    for at, clip in enumerate("bcd", 1):
        opened.player.queue(Path(clip), at)
    assert heard(opened, ends=4) == ["a", "b", "c", "d", None]
    assert opened.player.due() is None


def test_a_voice_that_follows_lets_the_last_buffer_of_the_one_before_be_heard(opened):
    opened.player.play(Path("a"), 0.0)
    opened.player.play(Path("b"), 1.0)
    opened.player.queue(Path("c"), 1.0)
    assert heard(opened, ends=2) == ["a", "b", "c"]


def test_what_is_stopped_fades_and_what_was_queued_becomes_nothing(opened):
    opened.player.play(Path("a"), 0.0)
    opened.player.queue(Path("b"), 1.0)
    opened.player.queue(Path("c"), 2.0)
    opened.player.stop(0.5)
    voice, signal, _ = opened.mixer.channels
    assert voice.faded == signal.faded
    assert 5 < voice.faded < 30
    assert heard(opened, ends=2) == ["a", bytes(4), None]


def test_what_is_said_after_a_cut_follows_the_fade_whole(opened):
    opened.player.play(Path("a"), 0.0)
    for at, clip in enumerate("bc", 1):
        opened.player.queue(Path(clip), at)
    opened.player.stop(0.5)
    opened.player.play(Path("d"), 0.5)
    opened.player.queue(Path("e"), 1.5)
    assert heard(opened, ends=3) == ["a", "d", "e", None]


def test_signals_have_their_own_channel(opened):
    opened.player.load(Path("gong"))
    opened.player.signal(Path("gong"), 0.0)
    assert [channel.playing for channel in opened.mixer.channels] == [None, "gong", None]


def test_a_drone_loops_beside_the_bed_as_loud_as_its_own_fader_and_that_of_the_bed(opened):
    opened.player.turn(Fader.BED, steady_ramp(-6.0))
    opened.player.turn(Fader.DRONE, steady_ramp(-6.0))
    opened.player.drone(Path("drone"), 0.0)
    channel = opened.mixer.channels[2]
    assert (channel.playing, channel.loops) == ("drone", -1)
    assert channel.volume == pytest.approx(0.25, abs=0.01)
    opened.player.turn(Fader.DRONE, steady_ramp(SILENCE_DB))
    opened.player.poll(0.0)
    assert int(channel.volume * 128) == 0


def test_an_open_device_never_falls_into_digital_silence(opened):
    room = opened.mixer.room
    assert (room.playing, room.loops) == (room_tone(), -1)


def test_a_bed_loops_until_it_is_ended(opened):
    opened.player.turn(Fader.LEVEL, steady_ramp(SILENCE_DB))
    opened.player.bed(Path("tapping"), 0.0)
    music = opened.mixer.music
    assert (music.loop, music.loops) == ("tapping", -1)
    assert int(music.volume * 128) == 0
    opened.player.bed(None, 1.0)
    assert (music.loop, music.loops) == (None, None)


def test_a_bed_that_was_cued_waits_unheard_and_is_not_opened_again(opened):
    opened.player.turn(Fader.LEVEL, steady_ramp(0.0))
    opened.player.cue_bed(Path("tapping"))
    music = opened.mixer.music
    assert (music.loop, music.paused, music.at_play) == ("tapping", True, 0.0)
    opened.player.cue_bed(Path("tapping"))
    opened.player.bed(Path("tapping"), 1.0)
    assert (music.loop, music.loops, music.paused, music.loads) == ("tapping", -1, False, 1)
    assert music.volume == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize(("taken", "loads"), [([10], 2), ([21, 10], 3), ([10, 10, 10], 4)])
def test_a_bed_of_which_the_device_took_something_is_begun_anew(opened, taken, loads):
    """A bed is begun anew each time that the device took some of it before it was due, even the last time."""
    music = opened.mixer.music
    music.taken = taken
    opened.player.cue_bed(Path("tapping"))
    opened.player.bed(Path("tapping"), 1.0)
    assert (music.loop, music.loops, music.paused, music.loads) == ("tapping", -1, False, loads)


def test_another_bed_than_the_one_that_was_cued_begins_itself(opened):
    opened.player.cue_bed(Path("tapping"))
    opened.player.bed(Path("rain"), 1.0)
    music = opened.mixer.music
    assert (music.loop, music.loops, music.paused) == ("rain", -1, False)


def test_a_bed_that_ended_is_opened_anew(opened):
    opened.player.cue_bed(Path("tapping"))
    opened.player.bed(None, 1.0)
    opened.player.bed(Path("tapping"), 2.0)
    music = opened.mixer.music
    assert (music.loop, music.loops, music.paused, music.loads) == ("tapping", -1, False, 2)


def test_broken_files_are_named(opened):
    for ask in (opened.player.play, opened.player.queue, opened.player.signal, opened.player.bed):
        with pytest.raises(BadClip, match=r"broken\.ogg: not a sound"):
            ask(Path("broken.ogg"), 0.0)


def test_no_channel_is_given_a_sound_of_zero_length_for_that_ends_the_process(opened):
    for ask in (opened.player.play, opened.player.queue, opened.player.signal):
        with pytest.raises(BadClip, match=r"empty\.wav: not a sound"):
            ask(Path("empty.wav"), 0.0)
    assert [(channel.playing, channel.queued) for channel in opened.mixer.channels] == [(None, None)] * 3


def test_a_closed_device_plays_nothing_and_is_never_due(opened):
    opened.player.turn(Fader.VOICE, steady_ramp(0.0))
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


def test_opus_is_decoded_beside_sdl_and_the_rest_by_it(opened):
    """If SDL decoded Opus, everything that plays would stop in the meantime."""
    opened.player._clips._opus = Mock(decode_ahead=lambda clip, make: iter([make(b"sound")] * (clip.suffix == ".opus")))
    opened.player.play(Path("a.opus"), 0.0)
    opened.player.signal(Path("gong.ogg"), 0.0)
    assert [channel.playing for channel in opened.mixer.channels] == [b"sound", "gong.ogg", None]


def test_a_clip_in_a_container_that_sdl_has_to_decode_is_given_to_it_as_a_file(opened, workshop):
    workshop.pack("en-a", {"wake": 1.0})
    container = workshop.contain(workshop.folder / "voices/en-a")
    opened.player._clips._opus = Mock(decode_ahead=lambda *_: iter(()))
    opened.player.play(container / "wake.opus", 0.0)
    given = Path(opened.mixer.channels[0].playing.content)
    assert (given.name, given.exists()) == ("wake.opus", False)


def test_a_sound_server_is_asked_for_three_buffers_unless_somebody_knows_better(box):
    it = box(driver="pulseaudio")
    it.player.open()
    assert it.mixer.told["PULSE_LATENCY_MSEC"] == "64"
    assert "PULSE_LATENCY_MSEC" not in it.environ
    it = box(driver="")
    it.environ["PULSE_LATENCY_MSEC"] = "30"
    it.player.open()
    assert it.mixer.told["PULSE_LATENCY_MSEC"] == it.environ["PULSE_LATENCY_MSEC"] == "30"
