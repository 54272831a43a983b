"""Tests which files SDL is given at all: formats that survived a fuzzer, and clips that fit into memory."""

import os
import random
import struct
import zipfile
from contextlib import nullcontext

import pytest

from nightcrier.box.sound.players.clips import check_sound_file
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import BadClip
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.settings import SHIPPED


@pytest.mark.parametrize("name", ["a.wav", "a.ogg", "a.opus", "a.mp3"])
def test_what_the_box_plays_is_let_through(workshop, name):
    clip = workshop.tone(workshop.folder / name, 0.2)
    check_sound_file(clip, streamed=False)
    check_sound_file(clip, streamed=True)


def test_flac_is_refused_under_any_name_for_a_damaged_one_ends_the_process(workshop):
    for name in ("a.flac", "b.ogg"):
        clip = workshop.tone(workshop.folder / "a.flac", 0.2)
        clip = clip.rename(workshop.folder / name)
        with pytest.raises(BadClip):
            check_sound_file(clip, streamed=False)


@pytest.mark.parametrize(
    "content", [b"", b"MThd", b"RIFF\0\0\0\0AVI ", b"OggS" + bytes(24) + b"\x7fFLAC", b"\xff", b"Extended Module: "]
)
def test_music_files_and_rubbish_are_refused(workshop, content):
    clip = workshop.folder / "a.ogg"
    clip.write_bytes(content)
    for streamed in (False, True):
        with pytest.raises(BadClip):
            check_sound_file(clip, streamed=streamed)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda clip: clip.symlink_to("/dev/zero")])
def test_what_is_no_file_is_refused_and_not_waited_for(workshop, make):
    clip = workshop.folder / "a.opus"
    make(clip)
    with pytest.raises(BadClip):
        check_sound_file(clip, streamed=False)


def test_of_a_voice_in_one_file_opus_alone_is_played(workshop):
    """A Vorbis file of 100 kB may need half a gigabyte of memory, whatever its pages claim."""
    for name in ("a.opus", "a.ogg", "a.wav", "a.mp3"):
        content = workshop.tone(workshop.folder / name, 0.2).read_bytes()
        with zipfile.ZipFile(workshop.folder / "en-x.zip", "w") as voice:
            voice.writestr("x.opus", content)
        with nullcontext() if name == "a.opus" else pytest.raises(BadClip):
            check_sound_file(workshop.folder / "en-x.zip" / "x.opus", streamed=False)


def test_a_clip_of_a_voice_in_a_folder_is_opus_too_as_a_saved_box_brings_it(workshop):
    """An MP3 of 3 MB can last 50 minutes, and once took 1.1 GiB of memory when its first line was spoken."""
    for name in ("a.ogg", "a.wav", "a.mp3"):
        clip = workshop.tone(workshop.folder / name, 0.2).rename(workshop.folder / "x.opus")
        with pytest.raises(BadClip):
            check_sound_file(clip, streamed=False)
        check_sound_file(clip, streamed=True)


def test_a_clip_longer_than_memory_is_refused_and_as_a_bed_it_plays(workshop, monkeypatch):
    monkeypatch.setattr("nightcrier.box.sound.players.clips.LONGEST_CLIP", 0.5)
    for name in ("a.opus", "a.wav"):
        clip = workshop.tone(workshop.folder / name, 1.2, rate=48000)
        with pytest.raises(BadClip):
            check_sound_file(clip, streamed=False)
        check_sound_file(clip, streamed=True)


def wave(claimed, held, before=b""):
    form = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 2, 48000, 192000, 4, 16)
    return b"RIFF" + bytes(4) + b"WAVE" + form + before + b"data" + struct.pack("<I", claimed) + held


@pytest.mark.parametrize(
    "content", [wave(0, b""), wave(400, b""), wave(3, b"abc"), wave(400, b"abc"), wave(0, b"")[:36], wave(0, b"")[:12]]
)
def test_a_wav_without_a_moment_in_it_is_refused(workshop, content):
    clip = workshop.folder / "a.wav"
    clip.write_bytes(content)
    for streamed in (False, True):
        with pytest.raises(BadClip):
            check_sound_file(clip, streamed=streamed)


def test_a_wav_that_lacks_its_end_plays_as_a_clip_and_is_no_bed_for_it_would_fall_silent(workshop):
    clip = workshop.folder / "a.wav"
    clip.write_bytes(wave(400, bytes(200)))
    check_sound_file(clip, streamed=False)
    with pytest.raises(BadClip):
        check_sound_file(clip, streamed=True)


def test_what_stands_before_the_sound_in_a_wav_is_passed_over(workshop):
    clip = workshop.folder / "a.wav"
    clip.write_bytes(wave(4, bytes(4), before=b"LIST" + struct.pack("<I", 3) + b"abc\0"))
    check_sound_file(clip, streamed=True)
    clip.write_bytes(wave(4, bytes(4), before=bytes(8) * 1000))
    with pytest.raises(BadClip):
        check_sound_file(clip, streamed=True)


def test_a_damaged_file_of_any_kind_is_named_and_the_next_one_plays(workshop, monkeypatch):
    """Each sound is damaged in two hundred ways, like by a fuzzer. SDL's FLAC crashed on a tenth of such files."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    player = MixerPlayer(RealClock(), Output(SHIPPED.sound, "dummy"))
    player.open()
    chance, refused = random.Random(4), 0
    for name in ("a.wav", "a.ogg", "a.opus", "a.mp3", "a.flac"):
        whole = workshop.tone(workshop.folder / name, 0.2).read_bytes()
        for number in range(40):
            damaged = bytearray(whole[: chance.randrange(len(whole)) if number % 4 == 0 else len(whole)])
            for _ in range(chance.choice((1, 8, 64)) if damaged else 0):
                damaged[chance.randrange(len(damaged))] = chance.randrange(256)
            clip = workshop.folder / f"{number}-{name}"
            clip.write_bytes(damaged)
            for ask in (player.play, player.bed):
                try:
                    ask(clip, 0.0)
                except BadClip:
                    refused += 1
    player.play(workshop.tone(workshop.folder / "good.wav", 0.1), 0.0)
    player.close()
    assert refused > 80
