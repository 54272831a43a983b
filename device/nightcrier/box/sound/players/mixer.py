"""Plays the sounds of the box with pygame.mixer: one channel each for voice, signals, drone and the tone of the room,
and a stream for the bed.

This file also prevents side effects of pygame. pygame.mixer is imported without the rest of pygame (7 ms and 16 MiB
instead of 78 and 32). pygame.mixer must not change signals, because SDL would make the program ignore SIGTERM. If the
card is unplugged, pygame plays on without an error, so the card is watched in /proc/asound."""

import os
from collections import deque
from collections.abc import Callable, MutableMapping
from math import prod
from pathlib import Path
from random import Random
from typing import Any

from nightcrier.box.sound.players.clips import CheckFile, MixerClips, OpusDecoder, check_sound_file
from nightcrier.box.sound.players.open_device import (
    ASOUND,
    SND,
    CardChoice,
    DeviceOpener,
    Output,
    Pygame,
    cards_for,
    import_mixer,
    read_cards,
)
from nightcrier.box.sound.port import SAMPLE_RATE, BadClip, Fader, Ramp, steady_ramp
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.ids import Seconds

CUT_MS = 15  # milliseconds in which a cut voice fades: it ends at once, but without a click


class VoiceChannel:
    """The channel for words, which plays clips one after another."""

    def __init__(self, mixer: Any, number: int) -> None:
        self._mixer, self._channel = mixer, mixer.Channel(number)
        self._waiting: deque[Any] = deque()

    @property
    def waits(self) -> bool:
        """True if a clip waits because the queue of pygame is full."""
        return bool(self._waiting)

    def play(self, sound: Any, gain: float) -> None:
        """Play this clip. The rest of the clip before it, less than one buffer, is still played."""
        self._waiting.clear()
        if self._channel.get_busy():
            self._channel.queue(sound)
        else:
            self._channel.set_volume(gain)
            self._channel.play(sound)

    def queue(self, sound: Any) -> None:
        self._waiting.append(sound)
        self.hand_on()

    def hand_on(self) -> None:
        """Give waiting clips to pygame until its queue is full."""
        while self._waiting and not self._channel.get_queue():
            self._channel.queue(self._waiting.popleft())

    def stop(self) -> None:
        self._waiting.clear()
        if self._channel.get_queue():  # it would begin when the fade is over
            self._channel.queue(self._mixer.Sound(buffer=bytes(4)))
        self._channel.fadeout(CUT_MS)


_LOW, _HIGH = (bytes((byte % 64 - 32) >> shift & 0xFF for byte in range(256)) for shift in (0, 8))


def room_tone() -> bytes:
    """Return half a second of noise below -60 dBFS. A speaker that silence switches off would swallow the next word."""
    noise, tone = Random(0).randbytes(SAMPLE_RATE), bytearray(2 * SAMPLE_RATE)
    tone[::2], tone[1::2] = noise.translate(_LOW), noise.translate(_HIGH)
    return bytes(tone)


_STEP: Seconds = 0.01
"""The time between two steps of a changing gain. A buffer takes 12 to 23 ms, so nobody would hear finer steps."""

_VOICE, _SIGNAL, _DRONE, _ROOM = 0, 1, 2, 3
_STEPS = 128
"""The number of volume steps of SDL. SDL rounds down, so adding half a step rounds the volume correctly."""


class MixerPlayer:
    """Plays sound on a real sound device."""

    def __init__(
        self,
        clock: Clock,
        output: Output,
        *,
        asound: Path = ASOUND,
        snd: Path = SND,
        environ: MutableMapping[str, str] = os.environ,
        load_mixer: Callable[[], Pygame] = import_mixer,
        check: CheckFile = check_sound_file,
    ) -> None:
        self._clock = clock
        wish = output.ear if output.is_ear else output.settings.card
        chooser = CardChoice(clock, lambda: cards_for(output, read_cards(asound, snd)), wish)
        self._opener = DeviceOpener(output, chooser, environ, load_mixer)
        self._check = check
        self._mixer: Any = None  # pygame.mixer, while the device is open
        self._clips: MixerClips | None = None
        self._voice: VoiceChannel | None = None
        self._faders = dict.fromkeys(Fader, steady_ramp(0.0))
        self._step_at: float | None = None

    def open(self) -> str:
        pygame, notice = self._opener.open()
        self._mixer = pygame.mixer
        self._mixer.set_num_channels(4)
        self._mixer.Channel(_ROOM).play(self._mixer.Sound(buffer=room_tone()), loops=-1)
        self._clips, self._voice = MixerClips(pygame, OpusDecoder(), self._check), VoiceChannel(self._mixer, _VOICE)
        return notice

    def close(self) -> None:
        if self._mixer:
            self._mixer.quit()
        self._mixer = self._clips = self._voice = self._step_at = None

    def alive(self) -> bool:
        return self._opener.is_best()

    def load(self, clip: Path) -> None:
        if self._clips:
            self._clips.load_ahead(clip)

    def is_ready(self, clip: Path) -> bool:
        return self._clips is None or self._clips.is_ready(clip)

    def play(self, clip: Path, at: float) -> None:
        self._need_voice(clip).play(self._sound(clip), self._gain(Fader.VOICE))

    def queue(self, clip: Path, at: float) -> None:
        voice = self._need_voice(clip)
        voice.queue(self._sound(clip))
        if voice.waits and self._step_at is None:
            self._step_at = self._clock.now() + _STEP

    def stop(self, at: float) -> None:
        if self._voice:
            self._voice.stop()
            self._mixer.Channel(_SIGNAL).fadeout(CUT_MS)

    def signal(self, sound: Path, at: float) -> None:
        channel = self._mixer.Channel(_SIGNAL)
        channel.set_volume(self._gain(Fader.VOICE))
        channel.play(self._sound(sound))

    def cue_bed(self, loop: Path) -> None:
        self._need_clips(loop).cue_stream(loop)

    def bed(self, loop: Path | None, at: float) -> None:
        if loop is not None:
            self._need_clips(loop).stream(loop, self._gain(Fader.BED, Fader.LEVEL))
        elif self._clips:
            self._clips.end_stream()

    def drone(self, loop: Path, at: float) -> None:
        channel = self._mixer.Channel(_DRONE)
        channel.set_volume(self._gain(Fader.BED, Fader.DRONE))
        channel.play(self._sound(loop), loops=-1)

    def turn(self, fader: Fader, ramp: Ramp) -> None:
        self._faders[fader] = ramp
        self._step_at = ramp.at

    def poll(self, now: float) -> None:
        """Move the gains one step along their ramps, and give a waiting clip to pygame, if it is time."""
        if self._step_at is None or now < self._step_at or not self._voice:
            return
        self._voice.hand_on()
        for number in (_VOICE, _SIGNAL):
            self._mixer.Channel(number).set_volume(self._gain(Fader.VOICE))
        self._mixer.Channel(_DRONE).set_volume(self._gain(Fader.BED, Fader.DRONE))
        self._mixer.music.set_volume(self._gain(Fader.BED, Fader.LEVEL))
        moving = now < max(ramp.end for ramp in self._faders.values())
        self._step_at = now + _STEP if moving or self._voice.waits else None

    def due(self) -> float | None:
        return self._step_at if self._mixer else None

    def _sound(self, clip: Path) -> Any:
        return self._need_clips(clip).get(clip)

    def _need_voice(self, clip: Path) -> VoiceChannel:
        if self._voice is None:
            raise BadClip(clip)
        return self._voice

    def _need_clips(self, clip: Path) -> MixerClips:
        """Return the clips of the open mixer. Raises `BadClip` if no device is open."""
        if self._clips is None:
            raise BadClip(clip)
        return self._clips

    def _gain(self, *faders: Fader) -> float:
        now = self._clock.now()
        return prod(self._faders[fader].gain(now) for fader in faders) + 0.5 / _STEPS
