"""Hands, eyes and ears of a person before the box, inside the machine: simulated pins, the bus, the journal, /proc."""

import glob
import json
import os
import re
import struct
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from random import Random

sys.path.insert(0, "/opt/nightcrier/app")

now = time.monotonic
PINS = {"start": 17, "back": 27, "press": 22, "a": 23, "b": 24}
CLOCKWISE = (("a", 0), ("b", 0), ("a", 1), ("b", 1))
AGAINST = (("b", 0), ("a", 0), ("b", 1), ("a", 1))
TAP = "/sys/module/i2c_tap/parameters"
STATE = "/var/lib/private/nightcrier"


def row(what: str, measured: object, promised: str, holds: bool) -> None:
    """A row of the table: what was looked at, what was found, what was promised, and whether it holds."""
    print(json.dumps({"what": what, "measured": str(measured), "promised": promised, "holds": bool(holds)}), flush=True)


def say(*words: object) -> None:
    """Something for the log of the experiment."""
    print("#", f"{now():9.3f}", *words, flush=True)


def shell(command: str) -> str:
    """What a command prints."""
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    return (done.stdout + done.stderr).strip()


def longest_chatter(rate: float) -> float:
    """3 ms, and less where the dial is turned so fast that a contact has no such time."""
    return min(0.003, 0.2 / rate)


class Hands:
    """Presses buttons and turns the dial. The box closes a line by pulling it down."""

    def __init__(self) -> None:
        chip = glob.glob("/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio17")[0].rsplit("/", 1)[0]
        self._lines = {name: os.open(f"{chip}/sim_gpio{pin}/pull", os.O_WRONLY) for name, pin in PINS.items()}
        self._deaf = os.open("/sys/module/gpio_sim/parameters/deaf", os.O_WRONLY)

    def pull(self, name: str, up: int) -> None:
        os.pwrite(self._lines[name], b"pull-up" if up else b"pull-down", 0)

    def pull_unheard(self, name: str, up: int) -> None:
        """An edge that is lost: the level changes, and nobody is told."""
        os.pwrite(self._deaf, b"1", 0)
        self.pull(name, up)
        os.pwrite(self._deaf, b"0", 0)

    def press(self, name: str, seconds: float = 0.12) -> float:
        """Give the moment at which it was let go."""
        self.pull(name, 0)
        time.sleep(seconds)
        self.pull(name, 1)
        return now()

    def hold(self, name: str) -> float:
        return self.press(name, 1.1)

    def begin_night(self) -> float:
        """START at home is asked whether the cards are dealt, and START says yes. Give the moment at which it was let
        go."""
        self.press("start")
        time.sleep(1)
        return self.press("start")

    def end_game(self) -> float:
        """BACK held asks, START held says yes. Give the moment at which it was let go. Both cut short what is said."""
        say("act", now())
        self.hold("back")
        time.sleep(1)
        say("act", now())
        return self.hold("start")

    def turn(
        self, detents: int, rate: float = 20, lose: float = 0, chatter: float = 0, chance: Random | None = None
    ) -> None:
        """Turn by so many detents, `rate` of them a second; some edges lost, some contacts chattering."""
        at = now()
        for _ in range(abs(detents)):
            for name, up in CLOCKWISE if detents > 0 else AGAINST:
                if chance and chance.random() < lose:
                    self.pull_unheard(name, up)
                else:
                    if chance and chance.random() < chatter:
                        self._chatter(name, up, chance, longest_chatter(rate))
                    self.pull(name, up)
                at += 0.25 / rate
                time.sleep(max(0.0, at - now()))

    def _chatter(self, name: str, up: int, chance: Random, longest: float) -> None:
        end = now() + chance.uniform(0.0001, longest)
        while now() < end:
            self.pull(name, up)
            time.sleep(chance.uniform(0.00005, 0.0005))
            self.pull(name, 1 - up)


class Eyes(threading.Thread):
    """The picture on the glass, and the moments of its changes, read along the bus."""

    def __init__(self, controller: str = "ssd1306") -> None:
        super().__init__(daemon=True)
        self.controller = controller
        self.changes: list[float] = []
        self.wrong: list[str] = []
        self.bytes = 0
        self.pictures: deque[tuple[float, tuple[bool, bytes]]] = deque(maxlen=500)
        """The last ones: when each came, whether the glass shone, and its memory."""
        self._opened, self._lost = now(), self._lost_so_far()
        self._tap = os.open("/dev/i2c-tap", os.O_RDONLY)
        self.renew(7)
        self.start()

    def renew(self, noise: int) -> None:
        """A glass that has just got its power: noise in its memory, dark."""
        from device.panel.glass import GlassModel

        self.glass = GlassModel(self.controller, noise=noise)
        self._seen = self.glass.on, bytes(self.glass.memory)

    def run(self) -> None:
        rest = b""
        while True:
            rest += os.read(self._tap, 65536)
            while len(rest) >= 12:
                nanoseconds, _, length = struct.unpack_from("<QHH", rest)
                if len(rest) < 12 + length:
                    break
                self._take(nanoseconds / 1e9, rest[12 : 12 + length])
                rest = rest[12 + length :]

    def _take(self, at: float, message: bytes) -> None:
        if at < self._opened:
            return  # the bus keeps what nobody has read yet: it was for another screen
        try:
            self.glass.transfer(message)
        except Exception as error:
            self.wrong.append(f"{at:.3f}: {error!r}")
        self.bytes += len(message) + 1
        seen = self.glass.on, bytes(self.glass.memory)
        if seen != self._seen:
            self._seen = seen
            self.changes.append(at)
            self.pictures.append((at, seen))

    def lost(self) -> int:
        """Messages that came too fast to be read along."""
        return self._lost_so_far() - self._lost

    def _lost_so_far(self) -> int:
        with open(f"{TAP}/lost") as file:
            return int(file.read())

    def judge_bus(self, whose: str = "") -> None:
        """The row of every script that looks at the glass."""
        measured = f"{len(self.wrong)} wrong messages, {self.lost()} not seen"
        row(f"{whose}bus", measured, "none", not self.wrong and not self.lost())
        for wrong in self.wrong[:5]:
            say("wrong", wrong)

    def frame(self) -> bytes:
        return bytes(self.glass.frame())

    def dark(self) -> bool:
        """Switched off, or without a dot."""
        return not any(self.frame())

    def whole(self, moment: float) -> float | None:
        """How long after a moment all stood there that stands there now, to the last dot."""
        now_there = self._seen
        later = [(at, seen) for at, seen in self.pictures if at > moment]
        return next((at - moment for at, seen in later if seen == now_there), None)

    def after(self, moment: float) -> list[float]:
        """How long after a moment each change of the picture came."""
        return [at - moment for at in self.changes if at > moment]


class Log(threading.Thread):
    """What the service writes into the journal."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.lines: list[tuple[float, str]] = []
        self._new = threading.Condition()
        command = ["journalctl", "-f", "-n0", "-o", "short-monotonic", "-u", "nightcrier"]
        self._reader = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.start()
        time.sleep(0.5)

    def run(self) -> None:
        for line in self._reader.stdout or ():
            found = re.match(r"\[\s*([\d.]+)\] \S+ \S+?: (.*)", line)
            if found:
                with self._new:
                    self.lines.append((float(found[1]), found[2]))
                    self._new.notify_all()

    def wait(self, pattern: str, since: float, seconds: float = 60) -> tuple[float, str] | None:
        """The first such line since a moment; None where none comes in time."""
        end = now() + seconds
        with self._new:
            while True:
                for at, text in self.lines:
                    if at >= since and re.search(pattern, text):
                        return at, text
                if now() > end:
                    return None
                self._new.wait(0.2)

    def since(self, moment: float) -> list[str]:
        return [text for at, text in self.lines if at >= moment]

    def page(self) -> str:
        """The last that it tells of, by its name."""
        found = (re.match(r"Page (\w+)", text) for _, text in reversed(self.lines))
        return next((page[1] for page in found if page), "")


def until(true: Callable[[], object], seconds: float = 30, step: float = 0.02) -> float | None:
    """The moment at which something became true."""
    begun = now()
    while now() - begun < seconds:
        if true():
            return now()
        time.sleep(step)
    return None


def service(name: str) -> str:
    """A property of the service."""
    return shell(f"systemctl show nightcrier -p {name} --value")


def restart(*, forget: bool = True) -> None:
    """The box as if just switched on; without a game unless it is to remember one."""
    begin_at_once()
    wipe = f"rm -f {STATE}/journal.jsonl {STATE}/journal.pad;" if forget else ""
    shell(f"systemctl reset-failed nightcrier; systemctl stop nightcrier; {wipe} systemctl start nightcrier")
    time.sleep(3)


def configure(settings: str) -> None:
    """Write settings, and let the box begin as one that was never used."""
    add_settings(settings)
    restart_unused()


def add_settings(settings: str) -> None:
    """To the table that their first line names."""
    table = settings.partition("\n")[0] + "\n"
    with open("/etc/nightcrier/device.toml", "r+") as file:
        text = file.read()
        file.seek(0)
        file.write(text.replace(table, settings) if table in text else text + settings)


def begin_at_once() -> None:
    """START begins a game at once, on a new box too; what a first start has chosen before is forgotten."""
    if "explain =" not in shell("cat /etc/nightcrier/device.toml"):
        shell(f"systemctl stop nightcrier; rm -f {STATE}/choices.json")
        add_settings('[table]\nwelcome = "never"\nexplain = "never"\n')


def log_every_save() -> None:
    """From the next start on."""
    folder = "/etc/systemd/system/nightcrier.service.d"
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/verbose.conf", "w") as file:
        file.write("[Service]\nExecStart=\nExecStart=/opt/nightcrier/venv/bin/python -P -m device run --verbose\n")
    shell("systemctl daemon-reload")


def restart_unused() -> None:
    """The box with nothing of what it remembers."""
    begin_at_once()
    shell(f"systemctl reset-failed nightcrier; systemctl stop nightcrier; rm -rf {STATE}/*; systemctl start nightcrier")
    time.sleep(3)


def pid() -> int:
    return int(service("MainPID") or 0)


def sound_state() -> str:
    """What the first card's playback does: RUNNING while anything is played."""
    try:
        with open("/proc/asound/card0/pcm0p/sub0/status") as status:
            text = status.read()
    except OSError:
        return "no card"
    found = re.search(r"state: (\S+)", text)
    return found[1] if found else text.strip()


def plug_card(on: bool, port: str = "1-1") -> None:
    """Take a USB card from the bus, or put it back."""
    with open(f"/sys/bus/usb/devices/{port}/authorized", "w") as file:
        file.write("1" if on else "0")


def set_bus(parameter: str, value: object) -> None:
    """Play a fault of the bus or its screen."""
    with open(f"{TAP}/{parameter}", "w") as file:
        file.write(str(value))


def switches(process: int) -> dict[str, int]:
    """How often its threads went to sleep, and so had to be woken, so far: those of the sound library, all others."""
    total = {"sound": 0, "rest": 0}
    for task in glob.glob(f"/proc/{process}/task/*"):
        try:
            with open(f"{task}/comm") as name, open(f"{task}/status") as status:
                whose = "sound" if name.read().startswith("SDL") else "rest"
                total[whose] += sum(int(line.split()[1]) for line in status if line.startswith("voluntary"))
        except OSError:
            continue
    return total


def wake_ups(seconds: float) -> dict[str, float]:
    """Wake-ups a second of the box over so many seconds: the sound library's, and all others."""
    process = pid()
    if not process:
        raise ProcessLookupError("the box does not run")
    before, begun = switches(process), now()
    time.sleep(seconds)
    after, passed = switches(process), now() - begun
    return {whose: (after[whose] - before[whose]) / passed for whose in after}


def memory() -> float:
    """What the box holds, in MiB."""
    with open(f"/proc/{pid()}/smaps_rollup") as file:
        (line,) = [line for line in file if line.startswith("Rss:")]
    return int(line.split()[1]) / 1024
