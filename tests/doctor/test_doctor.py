"""The doctor, on machines of paper: each fault is named as people meet it, with the way out."""

import errno
import os
import re
import shutil
from argparse import ArgumentParser
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from device.box.folders import Folders
from device.commands.check import tell
from device.doctor import examine
from device.doctor.host import Finding, Health, Host, answers, ask, groups
from device.doctor.systemd import LOG, SHOW
from device.memory.files import Disk, NotKept, can_write
from device.memory.share import share
from device.words.catalogue import LANGUAGES
from tests.faults.hostile import line

CARDS = (
    " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n 1 [Device         ]: USB-Audio - USB Audio Device\n"
)
PACK = """language = "en"
name = "Ann"
licence = "CC0"
credit = "Ann"
quality = "human"
"""


class Machine:
    """A Raspberry Pi with everything right; a test breaks one thing and asks what the doctor finds."""

    def __init__(self, folder: Path) -> None:
        self.root, self.own, self.assets = folder / "root", folder / "own", folder / "share" / "assets"
        self.config = folder / "share" / "config"
        self.unusable: set[str] = set()
        self.modules, self.programs = {"gpiozero", "lgpio"}, set[str]()
        self.groups = {"gpio", "i2c", "audio"}
        self.on_bus = {(1, 0x3C)}
        self.systemd = {"LoadState": "loaded", "ActiveState": "active", "Result": "success", "NRestarts": "0"}
        self.systemd["MainPID"] = "500"
        self.log: list[str] = []
        self.refusal: NotKept | None = None
        self.folders = Folders(folder / "state", folder / "cache", folder / "run", self.own)
        for name, content in {
            "dev/gpiochip0": "",
            "dev/i2c-1": "",
            "dev/snd/pcmC1D0p": "",
            "proc/asound/cards": CARDS,
            "boot/firmware/config.txt": "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n",
        }.items():
            self.write(name, content)
        self._fill_shelves()

    def write(self, name: str, content: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)

    def settings(self, text: str) -> None:
        self.own.mkdir(exist_ok=True)
        (self.own / "device.toml").write_text(text)

    def findings(self) -> list[Finding]:
        return examine(
            Host(
                self.folders,
                self.root,
                may_use=lambda path: path.name not in self.unusable and path.exists(),
                has_module=self.modules.__contains__,
                has_program=self.programs.__contains__,
                answers=lambda bus, address: (bus, address) in self.on_bus,
                groups=lambda: frozenset(self.groups),
                ask=lambda command: "\n".join({SHOW: self.shown(), LOG: self.log}[tuple(command)]),
            )
        )

    def shown(self) -> list[str]:
        return [f"{name}={value}" for name, value in self.systemd.items()]

    def wrong(self) -> list[Finding]:
        return [finding for finding in self.findings() if finding.health is not Health.GOOD]

    def _fill_shelves(self) -> None:
        shutil.copytree(share("config"), self.config)
        shutil.copytree(share("assets") / "words", self.assets / "words")
        for language in LANGUAGES:
            if not (self.assets / "words" / f"{language}.toml").exists():
                shutil.copy(share("assets") / "words" / "en.toml", self.assets / "words" / f"{language}.toml")
        (self.assets / "fonts").mkdir()
        (self.assets / "fonts" / "latin-13.strike").touch()
        pack = self.assets / "audio" / "voices" / "en-ann"
        pack.mkdir(parents=True)
        (pack / "pack.toml").write_text(PACK)


@pytest.fixture
def machine(tmp_path, monkeypatch) -> Machine:
    found = Machine(tmp_path)
    monkeypatch.setattr("device.box.folders.share", lambda name: tmp_path / "share" / name)

    def can_write_here(files: Disk, folder: Path) -> NotKept | None:
        return found.refusal if found.refusal and folder == found.folders.state else can_write(files, folder)

    monkeypatch.setattr("device.doctor.kept.can_write", can_write_here)
    return found


def test_a_whole_box_has_no_complaint(machine):
    assert machine.wrong() == []
    parts = [finding.part for finding in machine.findings()]
    assert parts == [
        *(
            "settings",
            "service",
            "pins",
            "groups",
            "screen",
            "sound",
            "state",
            "cache",
            "voices",
            "words",
            "games",
            "letters",
        )
    ]


def remove(name: str) -> Callable[[Machine], None]:
    return lambda machine: (machine.root / name).unlink()


def lock(name: str) -> Callable[[Machine], None]:
    return lambda machine: machine.unusable.add(name)


def choose(text: str) -> Callable[[Machine], None]:
    return lambda machine: machine.settings(text)


def say(*log: str) -> Callable[[Machine], None]:
    return lambda machine: machine.log.extend(log)


def hang(machine: Machine) -> None:
    machine.systemd["NRestarts"] = "1"
    say("nightcrier.service: Watchdog timeout (limit 20s)!")(machine)


def use(program: str) -> Callable[[Machine], None]:
    """Somebody plays through the card."""

    def spoil(machine: Machine) -> None:
        machine.write("proc/asound/card1/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 77\n")
        machine.write("proc/77/comm", f"{program}\n")

    return spoil


def refuse(number: int) -> Callable[[Machine], None]:
    """A disk that takes nothing in one folder: tests may run as root, whom no rights stop."""

    def spoil(machine: Machine) -> None:
        machine.refusal = NotKept(machine.folders.state, OSError(number, os.strerror(number)))

    return spoil


def keep(name: str, content: bytes) -> Callable[[Machine], None]:
    def spoil(machine: Machine) -> None:
        machine.folders.state.mkdir(exist_ok=True)
        (machine.folders.state / name).write_bytes(content)

    return spoil


CANNOT_PLAY = {
    "no pins": (remove("dev/gpiochip0"), "pins", "This machine has no GPIO pins.", "nightcrier sim"),
    "pins locked": (lock("gpiochip0"), "pins", "may not be used by you", "sudo usermod -aG gpio $USER"),
    "no gpiozero": (
        lambda m: m.modules.remove("gpiozero"),
        "pins",
        "gpiozero is not installed",
        "sudo systemd/install",
    ),
    "no lgpio": (lambda m: m.modules.remove("lgpio"), "pins", "No library drives", "sudo apt install python3-lgpio"),
    "no card": (remove("proc/asound/cards"), "sound", "No sound card to play through", "cat /proc/asound/cards"),
    "fell too often": (
        lambda m: m.systemd.update(ActiveState="failed", Result="start-limit-hit"),
        *("service", "fell ten times in ten minutes, and stays down", "sudo systemctl reset-failed nightcrier"),
    ),
    "down": (
        lambda m: m.systemd.update(ActiveState="failed", Result="exit-code"),
        *("service", "The box is down (exit-code)", "sudo systemctl start nightcrier"),
    ),
    "card locked": (lock("pcmC1D0p"), "sound", "It may not be used by you", "sudo usermod -aG audio $USER"),
}

PLAYS_WITH_LESS = {
    "settings": (
        choose("[panel]\nbounce_ms = 0"),
        "settings",
        "panel.bounce_ms: 0 cannot be used",
        "systemctl restart",
    ),
    "groups": (lambda m: m.groups.discard("i2c"), "groups", "not in the group i2c;", "sudo usermod -aG i2c $USER"),
    "no bus": (remove("dev/i2c-1"), "screen", "no I2C bus 1", "sudo raspi-config nonint do_i2c 0"),
    "bus locked": (lock("i2c-1"), "screen", "I2C bus 1 may not be used by you", "sudo usermod -aG i2c $USER"),
    "no glass": (lambda m: m.on_bus.clear(), "screen", "Nothing answers at 0x3c", "SDA to pin 3, SCL to pin 5"),
    "slow bus": (
        lambda m: m.write("boot/firmware/config.txt", "dtparam=i2c_arm=on\n"),
        *("screen", "a quarter of its speed", "sudo systemd/install"),
    ),
    "other card": (choose('[sound]\ncard = "Gone"'), "sound", "'Gone' is not there", 'Write `card = "Device"`'),
    "broken pack": (
        lambda m: (m.assets / "audio/voices/en-ann/pack.toml").write_text(PACK + '[clips]\n"x" = 3\n'),
        *("voices", "en-ann/pack.toml", "nightcrier voices check"),
    ),
    "words": (
        lambda m: (m.assets / "words/it.toml").write_text("name = 3"),
        *("words", "it.toml: ", "sudo systemd/install"),
    ),
    "not installed": (
        lambda m: m.systemd.update(LoadState="not-found", ActiveState="inactive"),
        *("service", "The service is not installed", "sudo systemd/install"),
    ),
    "stopped": (
        lambda m: m.systemd.update(ActiveState="inactive"),
        *("service", "The service is not running", "sudo systemctl start nightcrier"),
    ),
    "no systemd": (lambda m: m.systemd.clear(), "service", "systemd does not answer", "nightcrier run"),
    "fell": (
        lambda m: m.systemd.update(NRestarts="3"),
        *("service", "fell and was started again 3 times; after the third", "sudo nightcrier report"),
    ),
    "hung": (hang, "service", "started again once, once because it hung;", "sudo nightcrier report"),
    "card busy": (use("vlc"), "sound", "'Device' is in use by vlc (process 77)", "End that program"),
    "full disk": (refuse(errno.ENOSPC), "state", "(No space left on device)", "Make room"),
    "read-only": (refuse(errno.EROFS), "state", "(Read-only file system)", "Switch the overlay off"),
    "set aside": (
        keep("scores.sqlite.broken", b"x"),
        *("state", "scores.sqlite.broken could not be used", "sudo rm "),
    ),
    "newer choices": (
        keep("choices.json", b'{"version":9,"choices":{}}'),
        "state",
        "choices.json: is from a newer",
        "",
    ),
    "newer journal": (keep("journal.jsonl", line(b'{"journal":9}')), "state", "journal.jsonl: is from a newer", ""),
    "broken choices": (keep("choices.json", b"{"), "state", "choices.json: is damaged", "Files"),
    "broken journal": (keep("journal.jsonl", b"x"), "state", "journal.jsonl: line 1: is damaged", "Files"),
    "broken scores": (keep("scores.sqlite", b"no database" * 99), "state", "scores.sqlite: is damaged", "Files"),
    "rate refused": (
        say("fault sound: Sound: plughw:CARD=Device,DEV=0 cannot be opened (ALSA: Couldn't set audio frequency)."),
        *("log", "sound: Sound: plughw:CARD=Device,DEV=0 cannot be opened", '"The sound"'),
    ),
    "stuck button": (
        say("fault panel: Down for too long: START; let go, or look at the wire. The others work."),
        *("log", "panel: Down for too long: START", '"Nothing happens"'),
    ),
    "crash loop": (
        say("fault config: The box fell three times in a row, so it starts without its settings."),
        *("log", "config: The box fell three times in a row", '"Files"'),
    ),
    "no letters": (
        lambda m: (m.assets / "fonts/latin-13.strike").unlink(),
        *("letters", "the screen stays empty", "sudo systemd/install"),
    ),
}


@pytest.mark.parametrize(("spoil", "part", "what", "mend"), CANNOT_PLAY.values(), ids=CANNOT_PLAY.keys())
def test_without_it_the_box_cannot_play(machine, capsys, spoil, part, what, mend):
    spoil(machine)
    (finding,) = machine.wrong()
    assert (finding.part, finding.health) == (part, Health.ILL)
    assert what in finding.what
    assert mend in finding.mend
    assert tell(machine.findings()) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"The box cannot play before this is mended: {part}."


@pytest.mark.parametrize(("spoil", "part", "what", "mend"), PLAYS_WITH_LESS.values(), ids=PLAYS_WITH_LESS.keys())
def test_without_it_the_box_plays_with_less(machine, capsys, spoil, part, what, mend):
    spoil(machine)
    (finding,) = machine.wrong()
    assert (finding.part, finding.health) == (part, Health.LESS)
    assert what in finding.what
    assert mend in finding.mend
    assert tell(machine.findings()) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "The box can play."


def test_what_was_mended_or_said_before_the_last_start_is_no_complaint(machine):
    gone = "fault sound: There is no speaker; plug it in."
    machine.log = [gone, "Starting nightcrier.service - Nightcrier.", "Page home, after ."]
    assert machine.wrong() == []
    machine.log += [gone, "mended sound: The speaker works.", "fault screen: It is dark.", "fault screen: It is dark."]
    assert [finding.what for finding in machine.wrong()] == ["screen: It is dark."]


def test_what_the_doctor_sees_by_itself_is_not_said_twice(machine):
    machine.settings("[panel]\nbounce_ms = 0")
    (finding,) = machine.wrong()
    machine.log = [f"fault config: {finding.what} The default is used."]
    assert machine.wrong() == [finding]


def test_the_box_itself_may_play_through_its_card(machine):
    use("python")(machine)
    machine.systemd["MainPID"] = "77"
    assert machine.wrong() == []
    machine.systemd["MainPID"] = "500"
    machine.write("proc/asound/card1/pcm0p/sub1/status", "closed\n")
    assert machine.wrong() == []


def test_the_doctor_leaves_what_is_broken_where_it_is(machine):
    for name in ("choices.json", "journal.jsonl", "scores.sqlite", "seal"):
        keep(name, b"rubbish" * 99)(machine)
    (machine.folders.state / "choices.json").unlink()
    os.mkfifo(machine.folders.state / "choices.json")
    before = {file.name: file.stat().st_mtime_ns for file in machine.folders.state.iterdir()}
    assert [
        next(words for words in ("cannot be read", "is damaged") if words in finding.what)
        for finding in machine.wrong()
    ] == ["cannot be read", "is damaged", "is damaged"]
    assert {file.name: file.stat().st_mtime_ns for file in machine.folders.state.iterdir()} == before


def test_programs_that_are_not_there_or_fail_say_nothing():
    assert ask(("/nowhere/systemctl",)) == ask(("false",)) == ""
    assert ask(("echo", "a line")) == "a line\n"


def test_a_screen_at_the_other_address_is_found(machine):
    machine.on_bus = {(1, 0x3D)}
    (finding,) = machine.wrong()
    assert "Nothing answers at 0x3c on I2C bus 1, but something does at 0x3d." in finding.what
    assert "address = 0x3d" in finding.mend


@pytest.mark.parametrize(("controller", "other"), [("ssd1306", "sh1106"), ("sh1106", "ssd1306")])
def test_a_screen_cannot_say_what_it_is_so_people_are_told_by_what_to_tell(machine, controller, other):
    machine.settings(f'[screen]\ncontroller = "{controller}"')
    (screen,) = [finding.what for finding in machine.findings() if finding.part == "screen"]
    assert screen.endswith(f"it is driven as an {controller}; with a stripe at its edge it is an {other}.")


def test_a_box_without_a_screen_wants_none(machine):
    machine.settings('[screen]\ncontroller = "none"')
    machine.on_bus = set()
    assert machine.wrong() == []


def test_an_older_system_keeps_its_boot_settings_elsewhere(machine):
    (machine.root / "boot/firmware/config.txt").rename(machine.root / "boot/config.txt")
    assert machine.wrong() == []


def test_an_unwritable_memory_is_named(machine):
    machine.folders.state.write_text("not a folder")
    (finding,) = machine.wrong()
    assert (finding.part, finding.health) == ("state", Health.LESS)
    assert "forgets when it is switched off" in finding.what


def test_a_broken_scenario_of_the_owner_is_named(machine):
    (machine.own / "scenarios").mkdir(parents=True)
    (machine.own / "scenarios" / "mine.toml").write_text("[broken")
    (finding,) = machine.wrong()
    assert (finding.part, finding.health) == ("games", Health.LESS)
    assert "mine.toml" in finding.what


def test_live_speech_is_less_than_a_recorded_voice(machine):
    shutil.rmtree(machine.assets / "audio/voices/en-ann")
    machine.programs.add("espeak-ng")
    (finding,) = machine.wrong()
    assert finding.what == "en: no recorded voice, only espeak-ng."


def test_a_box_on_which_nobody_speaks_cannot_play(machine):
    shutil.rmtree(machine.assets / "audio/voices/en-ann")
    machine.settings('[table]\nlanguages = ["en", "th"]')
    english, thai, none = machine.wrong()
    assert english.mend == "sudo apt install espeak-ng"
    assert "th: nothing can speak it" in thai.what
    assert none.health is Health.ILL


def test_a_checkout_without_voices_builds_them(machine):
    shutil.rmtree(machine.assets / "audio/voices/en-ann")
    (machine.config.parent / "run").touch()
    machine.programs.add("espeak-ng")
    assert [finding.mend for finding in machine.wrong()] == ["./run voices build en"]
    machine.programs.clear()
    assert machine.wrong()[-1].mend == "./run voices build en"


def test_settings_that_nobody_made_are_not_said_to_be_there(machine):
    assert machine.findings()[0].what == f"As shipped: there is no {machine.own / 'device.toml'}."
    machine.settings("[panel]\nreverse = true")
    assert machine.findings()[0].what == f"{machine.own / 'device.toml'} can be used as it is."


def test_what_belongs_to_the_service_is_looked_at_with_sudo(machine):
    machine.folders.state.mkdir()
    machine.unusable.add("state")
    (finding,) = machine.wrong()
    assert (finding.part, finding.mend) == ("state", "sudo nightcrier check")
    assert list(machine.folders.state.iterdir()) == []


def test_every_command_the_doctor_recommends_is_understood(machine):
    for spoil, *_ in (*CANNOT_PLAY.values(), *PLAYS_WITH_LESS.values()):
        spoil(machine)
    machine.systemd.update(LoadState="loaded", ActiveState="active", Result="success", NRestarts="3")
    machine.folders.state.mkdir(exist_ok=True)
    machine.unusable.add("state")
    recommended = [call for finding in machine.wrong() for call in re.findall(r"nightcrier ([a-z].*)$", finding.mend)]
    assert {call.split()[0] for call in recommended} == {"check", "report", "sim", "voices"}
    for call in recommended:
        command, *rest = call.split()
        parser = ArgumentParser()
        import_module(f"device.commands.{command}").add_arguments(parser)
        parser.parse_args(rest)


def test_one_voice_is_enough_to_play(machine):
    machine.settings('[table]\nlanguages = ["th", "en"]')
    assert [finding.health for finding in machine.wrong()] == [Health.LESS]


def test_a_bus_that_is_not_there_answers_nothing():
    assert not answers(29, 0x3C)


def test_everybody_is_in_some_group():
    assert groups()
