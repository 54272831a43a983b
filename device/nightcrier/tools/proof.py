"""Run `sudo nightcrier proof`: ten minutes beside a real box, and one page to paste into an issue.

The service is stopped during the proof and started again, however the proof ends; a game under way continues then. If a
step is skipped, or something is missing for it, the page says so, and the next step begins."""

import os
import re
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from statistics import median
from time import sleep
from typing import Any

from nightcrier.box.events import Input
from nightcrier.box.panel.decode import Decoder
from nightcrier.box.panel.gpio import GpioControls
from nightcrier.box.panel.oled import OledScreen
from nightcrier.box.panel.port import Edge
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import SAMPLE_RATE, Fader, loudness_db, steady_ramp
from nightcrier.care.as_owner import as_owner
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import share
from nightcrier.kernel.machine_state import MachineFiles
from nightcrier.kernel.settings import Settings
from nightcrier.kernel.settings_files import load_settings
from nightcrier.tools.command_line import box_folders
from nightcrier.tools.doctor.host import Host, host_of, is_box, service_state
from nightcrier.tools.doctor.trial import play_beginning
from nightcrier.tools.report import as_chapters, machine_chapters
from nightcrier.words.catalogue import LANGUAGES

_CLICKS, _BEATS = 20, 16
_BEAT, _LISTENED, _HEATED = 0.75, 15.0, 300.0  # seconds
_WINDOW = SAMPLE_RATE // 500
_LASTS, _LATEST = 10, 250
"""The number of windows in which a sound is loud (the click of a switch fills three), and the number of windows after
which a sound is too late."""
_SKIP, _SIGNALS = "s", share("assets") / "audio" / "signals"
_ENDS = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT
START_LOG = ("journalctl", "--unit=nightcrier", "--boot", "--output=short-monotonic", "--no-pager")


def add_proof_arguments(parser: ArgumentParser) -> None:
    """Add no arguments, because the proof asks during its run which steps to skip."""


def do_proof(arguments: Namespace) -> int:
    host = host_of(box_folders())
    if not is_box(host) or os.geteuid() != 0:
        raise WrongUse("Only a real box can be measured, and only by root, who may stop it: sudo nightcrier proof.")
    for number in _ENDS:
        signal.signal(number, signal.default_int_handler)
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # Ctrl-Z would leave the box dark
    Proof(host, load_settings(Disk(), host.folders.settings, LANGUAGES)[0]).run()
    return 0


def _ask(question: str) -> str:
    """Ask a question on standard error, because the page on standard output may go into a file. A closed input skips
    everything."""
    print(question, end="", file=sys.stderr, flush=True)
    return (sys.stdin.readline() or _SKIP).strip()


def _microphone() -> Any:
    from nightcrier.takes.booth import AlsaMicrophone  # needs the libraries of recording

    return AlsaMicrophone()


class Proof:
    """Measures a box. All access to the outside world goes through fields."""

    def __init__(self, host: Host, settings: Settings) -> None:
        self.host, self.settings, self.clock = host, settings, RealClock()
        self.controls: Any = GpioControls(settings.panel, self.clock)
        self.screen: Callable[[], Any] = lambda: OledScreen(settings.screen)
        self.player: Any = MixerPlayer(self.clock, Output(settings.sound, "alsa"))
        self.microphone, self.ask, self.wait, self.play = _microphone, _ask, sleep, play_beginning

    def run(self) -> None:
        """Measure, and print the page, even if the proof was broken off."""
        with as_owner(self.host.folders.state, self.host.folders.cache):
            page = machine_chapters(self.host)
        try:
            page["Start"] = self._rows("", self._start)
            with self._stopped():
                page["Dial"] = self._rows("The dial.", self._turn)
                page["Press to sound"] = self._rows("START and the loudspeaker, at half its loudness.", self._sound)
                page["Glass at night"] = self._rows("The glass, in a dark room.", self._shine)
                page["Heat"] = self._rows(f"{_HEATED / 60:.0f} minutes of nights without a pause.", self._heat)
        finally:
            print(f"```\n{as_chapters(page, self.host.folders)}```")  # an issue shows it as it stands here

    @contextmanager
    def _stopped(self) -> Iterator[None]:
        was_running = service_state(self.host).get("ActiveState") in ("active", "activating")
        try:
            if was_running:
                self.host.ask(("systemctl", "stop", "nightcrier"))
            yield
        finally:
            for number in _ENDS:
                signal.signal(number, signal.SIG_IGN)  # whoever is impatient now would leave the box dark
            if was_running:
                self.host.ask(("systemctl", "--no-block", "start", "nightcrier"))

    def _rows(self, need: str, step: Callable[[], Iterator[str]]) -> list[str]:
        rows = list[str]()
        if need and self.ask(f"{need} Enter begins, {_SKIP} skips it: ") == _SKIP:
            return ["skipped"]
        try:
            rows.extend(step())
        except Exception as missing:  # noqa: BLE001 - whatever is missing, the next step may be there
            rows.append(f"not measured: {missing or type(missing).__name__}")
        return rows

    def _start(self) -> Iterator[str]:
        """Yield the figures of the first start since power-on. A Pi's firmware works for seconds before its kernel
        counts time."""
        log = self.host.ask(START_LOG)
        for name, mark in (("the first page", "Page "), ("READY", "Started nightcrier.service")):
            found = re.search(rf"^\[ *([\d.]+)\] .*\]: {mark}", log, re.MULTILINE)
            yield f"from kernel to {name}: {f'{float(found[1]):.1f} s' if found else 'is not in the log'}"
        yield f"from power to light, by a watch: {self.ask('Seconds from power to light, if timed: ') or 'not timed'}"

    def _turn(self) -> Iterator[str]:
        edges, each = list[Edge](), self.settings.panel.edges_per_detent
        with closing(self.controls):
            self.controls.open(edges.append)
            decoder = Decoder(self.settings.panel, self.controls.levels(), self.clock.now())
            self.ask(f"Turn the dial {_CLICKS} clicks one way, as in play, then Enter: ")
            events = [event for edge in edges for event in decoder.edge(edge)]
            while (due := decoder.due()) is not None:
                events += decoder.tick(due, self.controls.levels())
        counted = abs(sum(event.steps for event in events if isinstance(event, Input)))
        yield f"{_CLICKS} clicks turned, {counted} counted: {abs(_CLICKS - counted)} lost or too many"
        yield f"{sum(one.pin in ('dial-a', 'dial-b') for one in edges)} edges of {_CLICKS * each} due at {each} a click"

    def _sound(self) -> Iterator[str]:
        self.player.turn(Fader.VOICE, steady_ramp(loudness_db(self.settings.sound.max_volume / 200)))
        yield self.player.open() or "the loudspeaker opened as the settings say"
        for name in ("bell.ogg", "tick.ogg"):
            self.player.load(_SIGNALS / name)  # as a box has them at hand
        with closing(self.player):
            try:
                yield from self._by_microphone(self.microphone())
            except Exception as missing:  # noqa: BLE001 - no card that listens, no recorder, no library
                yield f"no microphone ({missing or type(missing).__name__}), so by hand"
                yield self._by_hand()

    def _by_microphone(self, microphone: Any) -> Iterator[str]:
        presses, sound, first = list[float](), list[float](), float("inf")

        def put(edge: Edge) -> None:
            if edge.pin == "start" and not edge.active and edge.at > max(presses, default=0.0) + 1:
                presses.append(edge.at)  # a press counts when the finger leaves
                self.player.signal(_SIGNALS / "bell.ogg", edge.at)

        with closing(self.controls), closing(microphone):
            microphone.open()
            self.ask(f"Microphone to the loudspeaker. Enter, and in {_LISTENED:.0f} seconds press START three times: ")
            self.controls.open(put)
            until = self.clock.now() + _LISTENED
            while self.clock.now() < until:
                sound += microphone.block(0.02)
                first = min(first, self.clock.now() - len(sound) / SAMPLE_RATE)  # no block comes before it was heard
        peaks = [max(map(abs, sound[at : at + _WINDOW])) for at in range(0, len(sound), _WINDOW)]
        quiet = median(peaks)  # of all that was heard: it is quiet but for the bells
        for press in presses or [until]:
            heard = peaks[round((press - first) * SAMPLE_RATE / _WINDOW) :]
            loud = (at for at in range(_LATEST) if min(heard[at : at + _LASTS], default=0) > 4 * quiet)
            late = next(loud, None)
            yield "no press was heard" if late is None else f"{late * 2} ms by the microphone"

    def _by_hand(self) -> str:
        edges, beats = list[Edge](), list[float]()
        self.ask(f"Tap START to the beat, {_BEATS} times; Enter begins: ")
        with closing(self.controls):
            self.controls.open(edges.append)
            for _ in range(_BEATS):
                beats.append(self.clock.now())
                self.player.signal(_SIGNALS / "tick.ogg", beats[-1])
                self.wait(_BEAT)
        taps = [edge.at for edge in edges if edge.pin == "start" and edge.active][4:]  # by then the beat is found
        late = [min((tap - beat for beat in beats), key=abs) for tap in taps]
        told = f"about {median(late) * 1000:.0f} ms" if late else "not measured"
        return f"{told}, from {len(late)} taps to a beat; people tap early, so add up to 50 ms"

    def _shine(self) -> Iterator[str]:
        level = self.settings.screen.night_contrast
        with closing(self.screen()) as screen:
            screen.open()
            screen.contrast(level)
            screen.show(self.play())
            said = self.ask("Make it dark. Who can read the glass, and does it light hands or faces? ")
        yield f"contrast {level}. Who can read it, what it lights: {said or 'nothing was said'}"

    def _heat(self) -> Iterator[str]:
        files, until = MachineFiles(self.host.root), self.clock.now() + _HEATED
        states = [files.state()]
        while self.clock.now() < until:
            self.play()
            states.append(files.state())
        degrees = [state.celsius for state in states if state.celsius is not None]
        yield f"{degrees[0]:.0f} degrees before, {max(degrees):.0f} at most" if degrees else "no thermometer"
        yield f"voltage too low: {'yes' if any(state.low_voltage for state in states) else 'no'}"
        yield self.host.ask(("vcgencmd", "get_throttled")).strip() or "throttled: vcgencmd is not here to say it"
