"""The doctor, on machines of paper: each fault is named as people meet it, with the way out."""

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
from device.doctor.host import Finding, Health, Host, answers, groups
from device.memory.share import share
from device.words.catalogue import LANGUAGES

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
            )
        )

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
    return found


def test_a_whole_box_has_no_complaint(machine):
    assert machine.wrong() == []
    parts = [finding.part for finding in machine.findings()]
    assert parts == [
        *("settings", "pins", "groups", "screen", "sound", "state", "cache", "voices", "words", "games", "letters")
    ]


def remove(name: str) -> Callable[[Machine], None]:
    return lambda machine: (machine.root / name).unlink()


def lock(name: str) -> Callable[[Machine], None]:
    return lambda machine: machine.unusable.add(name)


def choose(text: str) -> Callable[[Machine], None]:
    return lambda machine: machine.settings(text)


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


def test_a_screen_at_the_other_address_is_found(machine):
    machine.on_bus = {(1, 0x3D)}
    (finding,) = machine.wrong()
    assert "Nothing answers at 0x3c on I2C bus 1, but something does at 0x3d." in finding.what
    assert "address = 0x3d" in finding.mend


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
    machine.folders.state.mkdir()
    machine.unusable.add("state")
    recommended = [call for finding in machine.wrong() for call in re.findall(r"nightcrier ([a-z].*)$", finding.mend)]
    assert {call.split()[0] for call in recommended} == {"check", "sim", "voices"}
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
