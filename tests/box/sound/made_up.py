"""Simulates pygame and /proc/asound, with cards that are unplugged, refuse to open, and return."""

from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.players.open_device import Output, Pygame
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.settings import SoundSettings

ROW = " {index} [{id:15}]: {driver} - {id}\n"


class PygameError(Exception):
    """Replaces `pygame.error`."""


class FakeChannel:
    def __init__(self):
        self.playing, self.queued, self.volume, self.faded = None, None, 1.0, None

    def get_busy(self):
        return self.playing is not None

    def get_queue(self):
        return self.queued

    def play(self, sound, loops=0):
        self.playing, self.loops = sound, loops

    def queue(self, sound):
        """Queue a sound, replacing the one queued before, like pygame."""
        if self.playing is None:
            self.playing = sound
        else:
            self.queued = sound

    def end(self):
        """End the sound that plays and begin the queued one, like SDL."""
        self.playing, self.queued = self.queued, None

    def set_volume(self, volume):
        self.volume = volume

    def fadeout(self, milliseconds):
        self.faded = milliseconds


class FakeMusic:
    def __init__(self, error):
        self.error, self.loop, self.volume, self.loops = error, None, None, None
        self.paused, self.loads, self.taken = False, 0, []

    def load(self, file):
        if "broken" in file:
            raise self.error("not an audio file")
        self.loop = file
        self.loads += 1

    def play(self, loops):
        self.loops, self.paused, self.at_play = loops, False, self.volume

    def pause(self):
        self.paused = True

    def get_pos(self):
        """Return how many milliseconds the device has taken: a listed value for each attempt, or else 0."""
        return self.taken.pop(0) if self.taken else 0

    def unpause(self):
        self.paused = False

    def set_volume(self, volume):
        self.volume = volume

    def stop(self):
        self.loops = None

    def unload(self):
        self.loop = None


class FakeSound:
    """Simulates a sound of one second, or of no length if its name contains `empty`."""

    def __init__(self, content):
        self.content = content

    def __eq__(self, other):
        return self.content == other

    __hash__ = None

    def get_length(self):
        return 0.0 if "empty" in str(self.content) else 1.0


class FakeMixer:
    """Simulates a mixer that opens the device named in the environment, unless this device refuses."""

    def __init__(self, environ):
        self.environ, self.refusals, self.opened, self.settings, self.told = environ, {}, [], None, {}
        self.channels, self.room = [FakeChannel(), FakeChannel(), FakeChannel()], FakeChannel()
        self.music = FakeMusic(PygameError)
        self.is_open, self.unknown = False, set()

    def init(self, *settings, **more):
        device = self.environ.get("AUDIODEV", "default")
        if device in self.unknown:
            raise PygameError(f"ALSA: Unknown PCM {device}")
        refused = next((why for card, why in self.refusals.items() if device in (card, in_plain_alsa(card))), "")
        if refused:
            raise PygameError(refused)
        self.opened.append(device)
        self.told = dict(self.environ)
        self.settings, self.is_open = (settings, more), True

    def quit(self):
        self.is_open = False

    def set_num_channels(self, number):
        assert number == len(self.channels) + 1

    def Channel(self, number):  # noqa: N802 - pygame names it
        return [*self.channels, self.room][number]

    def Sound(self, file=None, buffer=None):  # noqa: N802 - pygame names it
        if file and "broken" in file:
            raise PygameError("unrecognised")
        return FakeSound(file or buffer)


class Box:
    """Holds a player with its simulated pygame and cards."""

    def __init__(self, folder, card="", driver="alsa", ear="", is_ear=False):
        self.asound, self.environ, self.clock = folder, {}, VirtualClock()
        self.mixer = FakeMixer(self.environ)
        self.output = Output(SoundSettings(card=card, ear=ear), driver, is_ear)
        self.player = MixerPlayer(
            self.clock,
            self.output,
            asound=folder,
            snd=folder,
            environ=self.environ,
            load_mixer=lambda: Pygame(self.mixer, PygameError, self.mixer.music.pause, self.mixer.music.unpause),
            check=lambda _, **__: None,
        )

    def cards(self, *ids):
        """Write a list of cards, whose ids begin with their kind: usb..., hdmi..., or anything else."""
        rows = (ROW.format(index=n, id=i, driver="USB-Audio" if i.startswith("usb") else i) for n, i in enumerate(ids))
        (self.asound / "cards").write_text("".join(rows))
        return self

    def plugging(self, index):
        """Make the file of a newly plugged card, like the kernel."""
        fresh = self.asound / "fresh"
        fresh.touch()
        fresh.rename(self.asound / f"controlC{index}")


def plug(card):
    """Return the name of the device that a box tries first for a card."""
    return f"waiting:CARD={card}"


def in_plain_alsa(device):
    """Return the name of the device that a box tries if the first one refuses: the same card."""
    return device.replace("waiting:", "plughw:") + ",DEV=0"
