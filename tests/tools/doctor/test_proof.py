"""Tests the proof of a real box, on a simulated machine: what it measures, and the state it leaves the box in."""

import signal

import pytest
from msgspec.structs import replace

from nightcrier.box.panel.gpio import GpioControls
from nightcrier.box.panel.hand import Knob
from nightcrier.box.panel.port import PanelLost
from nightcrier.box.panel.simulated import SimulatedPins
from nightcrier.box.rehearsal import PictureScreen
from nightcrier.box.sound.port import SAMPLE_RATE, SilentPlayer
from nightcrier.cli import main
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.settings import SHIPPED
from nightcrier.tools.proof import START_LOG, Proof

LOG = """[    5.250000] box systemd[1]: Starting nightcrier.service - Nightcrier...
[    7.412345] box python[500]: Page home.
[    7.987654] box systemd[1]: Started nightcrier.service - Nightcrier.
[   99.000000] box python[900]: Page home."""
LATE, CLICK = 0.039, 0.004
PANEL = SHIPPED.panel


class Bystander(Proof):
    """Simulates a helper who turns, presses, taps and answers, and a microphone that hears switch and speaker."""

    def __init__(self, machine) -> None:
        self.ordered, self.played, self.skips, self.lost, self.nights = [], [], (), 0, 0
        super().__init__(replace(machine.host(), ask=self._asked(machine.host().ask)), SHIPPED)
        self.clock, self.machine, self.glass = VirtualClock(100.0), machine, PictureScreen()
        self.pins, self.player = SimulatedPins(self.clock), SilentPlayer()
        self.controls = GpioControls(PANEL, self.clock, self.pins)
        self.player.signal = lambda _, at: self.played.append(at)
        self.screen, self.microphone, self.ask, self.wait, self.play = lambda: self.glass, lambda: self, *self._acts()

    def _asked(self, ask):
        told = {START_LOG: LOG, ("vcgencmd", "get_throttled"): "throttled=0x0\n"}

        def asked(command):
            self.ordered += [command[-2]] if command[0] == "systemctl" and command[1] != "show" else []
            return told.get(command, "") if command[0] != "systemctl" or command[1] != "show" else ask(command)

        return asked

    def _acts(self):
        return self._answer, self._tap, self._play

    def _answer(self, question: str) -> str:
        if question.startswith("Turn"):
            for number, move in enumerate(Knob(PANEL).turn(-20, self.clock.now(), 0.002)):
                self.clock.move_to(move.at)
                if number >= self.lost:
                    self._move(move.pin.replace("-", "_"), move.active)
        return "s" if question.startswith(self.skips or ("-",)) else "all" if question.startswith("Make") else ""

    def _move(self, name: str, active: bool) -> None:
        pin = self.pins.pin(f"GPIO{getattr(PANEL, name)}")
        (pin.drive_low if active else pin.drive_high)()

    def _tap(self, seconds: float) -> None:
        begun = self.clock.now()
        for after, active in ((0.06, True), (0.2, False)):
            self.clock.move_to(begun + after)
            self._move("start", active)
        self.clock.move_to(begun + seconds)

    def _play(self) -> bytes:
        self.clock.move_to(self.clock.now() + 100)
        self.nights += 1
        self.machine.write("sys/class/thermal/thermal_zone0/temp", f"{50000 + 1000 * self.nights}")
        return b"night"

    def open(self) -> None:
        self.begun = self.clock.now()

    def close(self) -> None: ...

    def block(self, seconds: float) -> list[float]:
        at, since = self.clock.now(), self.clock.now() - self.begun
        for press in (1.0, 5.0):
            if press <= since < press + 0.1:
                self._move("start", since < press + 0.05)
        self.clock.move_to(at + seconds)
        return [
            loud for n in range(10) for loud in [self._loud(at + n * seconds / 10)] * round(seconds * SAMPLE_RATE / 10)
        ]

    def _loud(self, moment: float) -> float:
        after = [moment - at for at in self.played if at <= moment < at + 1]
        return 0.9 if any(each < CLICK for each in after) else 0.3 if any(each >= LATE for each in after) else 0.001


@pytest.fixture
def proof(machine, monkeypatch):
    handled = []
    monkeypatch.setattr("nightcrier.tools.proof.signal.signal", lambda *given: handled.append(given))
    for name, text in {"type": "cpu-thermal", "temp": "41000"}.items():
        machine.write(f"sys/class/thermal/thermal_zone0/{name}", text)
    return Bystander(machine)


def chapters(capsys) -> dict[str, list[str]]:
    parts = (part.strip().split("\n") for part in capsys.readouterr().out.strip("`\n").split("== ")[1:])
    return {title: rows for title, *rows in parts}


def test_the_page_has_what_was_measured_and_the_box_goes_on(proof, capsys):
    proof.run()
    page = chapters(capsys)
    assert "Raspberry Pi 4 Model B" in page["Versions"]
    assert [row for row in page["Check"] if "GPIO pins" in row or "0x3c" in row][1:]
    assert page["Start"] == [
        *("from kernel to the first page: 7.4 s", "from kernel to READY: 8.0 s"),
        "from power to light, by a watch: not timed",
    ]
    assert page["Dial"] == ["20 clicks turned, 20 counted: 0 lost or too many", "80 edges of 80 due at 4 a click"]
    assert page["Press to sound"][1:] == ["40 ms by the microphone"] * 2
    assert page["Glass at night"] == ["contrast 1. Who can read it, what it lights: all"]
    assert page["Heat"] == ["51 degrees before, 54 at most", "voltage too low: no", "throttled=0x0"]
    assert (proof.ordered, proof.glass.level) == (["stop", "start"], 1)


def test_clicks_that_get_lost_are_told(proof, capsys):
    proof.lost = 30
    proof.run()
    assert chapters(capsys)["Dial"][0] == "20 clicks turned, 12 counted: 8 lost or too many"


def test_without_a_microphone_a_hand_taps_to_the_beat(proof, capsys):
    proof.microphone = lambda: 1 / 0
    proof.run()
    assert chapters(capsys)["Press to sound"][1:] == [
        "no microphone (division by zero), so by hand",
        "about 60 ms, from 12 taps to a beat; people tap early, so add up to 50 ms",
    ]


def test_what_is_skipped_or_missing_says_so_and_the_rest_is_measured(proof, capsys):
    def lost(_put):
        raise PanelLost("No buttons.")

    proof.skips, proof.controls.open = ("START",), lost
    proof.run()
    page = chapters(capsys)
    assert (page["Dial"], page["Press to sound"]) == (["not measured: No buttons."], ["skipped"])
    assert page["Heat"][0].endswith("at most")


@pytest.mark.parametrize("state", ["active", "inactive"])
def test_a_proof_that_is_broken_off_prints_what_it_has_and_leaves_the_box_as_it_was(machine, proof, capsys, state):
    def ends():
        raise KeyboardInterrupt

    machine.systemd["ActiveState"], proof.screen = state, ends
    with pytest.raises(KeyboardInterrupt):
        proof.run()
    assert "Dial" in chapters(capsys)
    assert proof.ordered == (["stop", "start"] if state == "active" else [])


def test_no_key_of_a_terminal_leaves_the_box_dark(machine, monkeypatch):
    handled = {}
    monkeypatch.setattr("nightcrier.tools.proof.host_of", lambda _: machine.host())
    monkeypatch.setattr("nightcrier.tools.proof.os.geteuid", lambda: 0)
    monkeypatch.setattr("nightcrier.tools.proof.signal.signal", handled.__setitem__)
    monkeypatch.setattr(Proof, "run", lambda _: None)
    assert main(["proof"]) == 0
    ends, stays = signal.default_int_handler, signal.SIG_IGN
    assert (handled[signal.SIGINT], handled[signal.SIGQUIT], handled[signal.SIGTSTP]) == (ends, ends, stays)


def test_only_root_beside_a_real_box_measures(machine, monkeypatch, capsys):
    monkeypatch.setattr("nightcrier.tools.proof.host_of", lambda _: machine.host())
    monkeypatch.setattr("nightcrier.tools.proof.os.geteuid", lambda: 1000)
    assert main(["proof"]) == 2
    assert capsys.readouterr().err.endswith("sudo nightcrier proof.\n")
