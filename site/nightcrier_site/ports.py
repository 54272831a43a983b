"""Defines the ports of a box in a tab. `tell` sends one message to the page: its kind, and plain values."""

from collections.abc import Callable
from pathlib import Path

from nightcrier.box.panel.gpio import FLASH, LOOKS
from nightcrier.box.panel.hand import Fingers, Keyboard
from nightcrier.box.panel.port import Edge, Put
from nightcrier.box.rehearsal import PictureScreen
from nightcrier.box.sound.containers import is_container, sound_content
from nightcrier.box.sound.port import BadClip, Fader, Heard, Ramp, Said, SilentPlayer
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.screen import Frame, LampState
from nightcrier.kernel.settings import PanelSettings
from nightcrier.words.catalogue import UNHEARD

Tell = Callable[..., None]


class _Teller:
    def __init__(self, tell: Tell) -> None:
        super().__init__()
        self._tell = tell


class TabGlass(_Teller, PictureScreen):
    """Shows pictures on the page's canvas, as the port `Screen`."""

    def show(self, frame: Frame) -> None:
        super().show(frame)
        self._tell("glass", frame)

    def contrast(self, level: int) -> None:
        super().contrast(level)
        self._tell("light", level)


class TabLamp(_Teller):
    """Shows the lamp as a glow beside the screen, as the port `Lamp`."""

    def show(self, state: LampState, number: int = 0) -> None:
        look = LOOKS[state]
        self._tell("lamp", look.rgb, look.hertz, look.steps(number), FLASH)

    def close(self) -> None: ...


_CONTROLS = {"start": "start", "back": "back", "dial": "dial-press"}
_PINS = _CONTROLS | {"s": "start", "b": "back", "Backspace": "back"} | dict.fromkeys(("Enter", " ", "p"), "dial-press")
_TURNS = {"left": "h", "right": "l", "ArrowLeft": "h", "ArrowDown": "h", "ArrowRight": "l", "ArrowUp": "l"}
"""Maps the page's controls and keys for turning to the simulator's keys."""


class TabControls:
    """Reads fingers, mouse and keys, as the port `Controls`. Pressing something on the page moves a contact at once.
    A simulated hand makes gestures without an end of their own, such as a turn. With `one_switch` every key is
    START."""

    def __init__(self, settings: PanelSettings, clock: Clock) -> None:
        self._clock, self._fingers, self._keyboard = clock, Fingers(settings), Keyboard()
        self._levels = dict.fromkeys(("start", "back", "dial-press", "dial-a", "dial-b"), False)
        self._put: Put = lambda _: None
        self.due, self.levels = self._fingers.due, self._levels.copy
        self.one_switch = False

    def open(self, put: Put) -> None:
        self._put = put

    def close(self) -> None: ...

    def press(self, key: str, *, down: bool, repeated: bool = False) -> None:
        """Follow a key or a control that goes down or up. A held key repeats itself, so it keeps turning the dial."""
        on_page = key in (*_CONTROLS, "left", "right")
        if pin := "start" if self.one_switch and not on_page else _PINS.get(key):
            self._move(pin, down)
        elif down and (not repeated or key.lower() in "hl" or key in _TURNS):
            sign = _TURNS.get(key, key)
            for act in self._keyboard.read_keys(sign.encode() if len(sign) == 1 else b""):
                self._fingers.do(act, self._clock.now())

    def move(self) -> None:
        while move := self._fingers.take_move(self._clock.now()):
            self._move(move.pin, move.active)

    def _move(self, pin: str, active: bool) -> None:
        if self._levels[pin] != active:
            self._levels[pin] = active
            self._put(Edge(self._clock.now(), pin, active))


class TabPlayer(_Teller, SilentPlayer):
    """Plays sound with the page's Web Audio, as the port `SoundPlayer`. Each sound is sent there with its time."""

    def __init__(self, tell: Tell) -> None:
        super().__init__(tell)
        self.broken: set[str] = set()  # what the page could not decode

    def close(self) -> None:
        self._tell("silence")

    def load(self, clip: Path) -> None:
        self._tell("load", _address(clip))

    def play(self, clip: Path, at: float) -> None:
        self._tell("play", self._whole(clip), at)

    def queue(self, clip: Path, at: float) -> None:
        self._tell("queue", self._whole(clip), at)

    def stop(self, at: float) -> None:
        self._tell("stop", at)

    def signal(self, sound: Path, at: float) -> None:
        self._tell("signal", self._whole(sound), at)

    def cue_bed(self, loop: Path) -> None:
        self.load(loop)

    def bed(self, loop: Path | None, at: float) -> None:
        self._tell("bed", self._whole(loop) if loop else "", at)

    def drone(self, loop: Path, at: float) -> None:
        self._tell("drone", self._whole(loop), at)

    def turn(self, fader: Fader, ramp: Ramp) -> None:
        self._tell("turn", fader.value, ramp.at, ramp.seconds, ramp.start_db, ramp.end_db)

    def _whole(self, clip: Path) -> str:
        """Return the address of a sound. Raises BadClip if the page could not decode it."""
        name = _address(clip)
        if name in self.broken:
            raise BadClip(clip)
        return name


def _address(sound: Path) -> str:
    """Return a sound's address on the site. The file of a clip contains its place: a range of bytes of its voice."""
    place = sound.parent if is_container(sound.parent) else sound
    address = place.as_posix().partition("assets/audio/")[2]
    return address if place is sound else f"{address}#{sound_content(sound).decode()}"


class PageWitness(_Teller, LogWitness):
    """Tells the page what is said, and what the screen shows to everybody, for people who do not hear or see."""

    def hear(self, heard: Heard) -> None:
        super().hear(heard)
        if isinstance(heard, Said) and (said := heard.utterance):
            self._tell("said", said.text.translate(UNHEARD), said.language, said.seconds)

    def read(self, view: View) -> None:
        """Describe the screen's page in words, without what only one seat may see."""
        public = view.hidden.public if view.hidden else view
        self._tell("page", public.page, "; ".join(view_lines(public)).translate(UNHEARD), public.language)
