"""Tests that each fault is described as people notice it, with a remedy: one row for each fault."""

import errno
import re
from argparse import ArgumentParser
from importlib import import_module

import pytest

from nightcrier.box.panel.port import NO_HANDS
from nightcrier.cli import module_of
from nightcrier.kernel.clock import NEVER_SET
from nightcrier.kernel.ids import Language
from nightcrier.tools.doctor.host import Health
from nightcrier.tools.report import headings_in, tell_findings
from tests.faults.hostile import line
from tests.tools.doctor.machine import PACK, Machine, bar, choose, hang, keep, lock, refuse, remove, say, use

_ZONE = "sys/class/thermal/thermal_zone0"
_LOW = {"type": "Battery", "capacity": "9", "status": "Discharging", "time_to_empty_now": "450"}


def sink(machine: Machine, alarm: str) -> None:
    machine.write("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    machine.write("sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{alarm}\n")


CANNOT_PLAY = {
    "no pins": (remove("dev/gpiochip0"), "pins", "This machine has no GPIO pins.", "./run sim"),
    "pins barred": (bar("gpiochip0"), "pins", "may not be used by the service", "sudo systemd/install && sudo reboot"),
    "no buttons": (
        say("fault panel: No buttons: this machine gives no GPIO pins (busy); look. " + NO_HANDS),
        *("log", "No buttons", '"Nothing happens"'),
    ),
    "no gpiozero": (
        choose('[panel]\nlibrary = "lgpio"'),
        *("pins", "The library gpiozero is not installed", "sudo apt install python3-lgpio"),
    ),
    "no gpiod": (lambda m: m.modules.remove("gpiod"), "pins", "gpiod is not installed", "sudo systemd/install"),
    "no lgpio": (
        lambda m: (choose('[panel]\nlibrary = "lgpio"')(m), m.modules.add("gpiozero")),
        *("pins", "The library lgpio is not installed", "sudo apt install python3-lgpio"),
    ),
    "no card": (remove("proc/asound/cards"), "sound", "No sound card to play through", "cat /proc/asound/cards"),
    "crashed too often": (
        lambda m: m.systemd.update(ActiveState="failed", Result="start-limit-hit"),
        *("service", "crashed 10 times in twenty minutes, and stays down", "sudo systemctl reset-failed nightcrier"),
    ),
    "crashed too often, as systemd tells it": (
        lambda m: m.systemd.update(ActiveState="failed", Result="signal", NRestarts="9"),
        *("service", "(the last time: signal), and stays down", "sudo systemctl reset-failed nightcrier"),
    ),
    "down": (
        lambda m: m.systemd.update(ActiveState="failed", Result="exit-code"),
        *("service", "The box is down (exit-code)", "sudo systemctl start nightcrier"),
    ),
    "card barred": (bar("pcmC1D0p"), "sound", "It may not be used by the service", "sudo systemd/install"),
}

PLAYS_WITH_LESS = {
    "settings": (
        choose("[panel]\nbounce_ms = 0"),
        "settings",
        "panel.bounce_ms: 0 cannot be used",
        "systemctl restart",
    ),
    "plain Debian": (
        lambda m: (m.groups.clear(), m.all_groups.discard("gpio")),
        *("groups", "This system has no group gpio, so the service cannot start", "sudo systemd/install"),
    ),
    "groups": (lambda m: m.groups.discard("i2c"), "groups", "not in the group i2c;", "sudo usermod -aG i2c $USER"),
    "no bus": (remove("dev/i2c-1"), "screen", "no I2C bus 1", "sudo systemd/install && sudo reboot"),
    "bus barred": (bar("i2c-1"), "screen", "I2C bus 1 may not be used by the service", "sudo systemd/install"),
    "no glass": (lambda m: m.on_bus.clear(), "screen", "Nothing answers at 0x3c", "SDA to pin 3, SCL to pin 5"),
    "other address": (
        lambda m: (m.on_bus.clear(), m.on_bus.add((1, 0x3D))),
        *("screen", "Nothing answers at 0x3c on I2C bus 1, but something does at 0x3d.", "address = 0x3d"),
    ),
    "low voltage": (
        lambda m: sink(m, "1"),
        *("power", "The voltage is too low just now", "power supply made for this Pi"),
    ),
    "low voltage before": (
        lambda m: (sink(m, "0"), m.kernel_log.extend(["hwmon hwmon1: Undervoltage detected!"] * 2)),
        *("power", "too low 2 times since power-on", "power supply made for this Pi"),
    ),
    "heat": (
        lambda m: (m.write(f"{_ZONE}/type", "cpu-thermal\n"), m.write(f"{_ZONE}/temp", "81234\n")),
        *("heat", "The processor has 81 degrees.", "Let air reach it"),
    ),
    "battery": (
        lambda m: [m.write(f"sys/class/power_supply/ups/{name}", f"{text}\n") for name, text in _LOW.items()],
        *("battery", "9 percent, 7 minutes; the box draws from it", "Plug in the power supply"),
    ),
    "slow bus": (
        lambda m: m.write("boot/firmware/config.txt", "dtparam=i2c_arm=on\n"),
        *("screen", "a quarter of its speed", "sudo systemd/install"),
    ),
    "quiet hours": (
        choose('[sound]\nquiet_hours = "22:00-07:00"'),
        "sound",
        "Quiet hours 22:00-07:00 do not count",
        "timedatectl",
    ),
    "a time that nobody sees to be right": (
        lambda m: (choose('[sound]\nquiet_hours = "22:00-07:00"')(m), setattr(m, "keeps_time", True)),
        *("sound", "do not count: the time is right, but the service cannot see that"),
        "sudo apt install systemd-timesyncd",
    ),
    "other card": (choose('[sound]\ncard = "Gone"'), "sound", "'Gone' is not there", 'Write `card = "Device"`'),
    "no ear": (
        choose('[sound]\near = "Gone"'),
        "sound",
        "cannot be the private ear (found: Head",
        "a card of another kind",
    ),
    "broken pack": (
        lambda m: (m.assets / "audio/voices/en-ann/pack.toml").write_text(PACK + '[clips]\n"x" = 3\n'),
        *("voices", "en-ann/pack.toml", "./run voices check"),
    ),
    "words": (
        lambda m: (m.own_words() / "it.toml").write_text("name = 3"),
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
    "no systemd": (lambda m: m.systemd.clear(), "service", "systemd does not answer", "./run run"),
    "crashed": (
        lambda m: m.systemd.update(NRestarts="3"),
        *("service", "crashed and was started again 3 times; after the third", "sudo nightcrier report"),
    ),
    "hung": (hang, "service", "started again once, once because it hung;", "sudo nightcrier report"),
    "card busy": (use("vlc"), "sound", "'Device' is in use by vlc (process 77)", "End that program"),
    "full disk": (refuse(errno.ENOSPC), "state", "(No space left on device)", "Make room"),
    "read-only": (refuse(errno.EROFS), "state", "(Read-only file system)", "Switch the overlay off"),
    "read-only for root, too": (
        lambda m: (refuse(errno.EROFS)(m), m.unusable.add("state")),
        *("state", "(Read-only file system)", "Switch the overlay off"),
    ),
    "own scenario": (
        lambda m: (m.own / "scenarios").mkdir(parents=True) or (m.own / "scenarios/mine.toml").write_text("[broken"),
        *("games", "mine.toml", ""),
    ),
    "set aside": (
        keep("choices.json.broken", b"x"),
        *("state", "choices.json.broken could not be used", "sudo rm "),
    ),
    "evening set aside": (
        keep("evenings/000007.json.broken", b"x"),
        *("state", "000007.json.broken could not be used", "sudo rm "),
    ),
    "newer choices": (
        keep("choices.json", b'{"version":101,"choices":{}}'),
        "state",
        "choices.json: is from a newer",
        "",
    ),
    "newer journal": (keep("journal.jsonl", line(b'{"journal":101}')), "state", "journal.jsonl: is from a newer", ""),
    "broken choices": (keep("choices.json", b"{"), "state", "choices.json: is damaged", "Files"),
    "broken journal": (keep("journal.jsonl", b"x"), "state", "journal.jsonl: line 1: is damaged", "Files"),
    "broken evening": (keep("evenings/000001.json", b"{"), "state", "000001.json: is damaged", "Files"),
    "newer evening": (
        keep("evenings/000001.json", b'{"version":101,"evening":{}}'),
        *("state", "000001.json: is from a newer", "Files"),
    ),
    "broken old scores": (keep("scores.sqlite", b"no database" * 99), "state", "scores.sqlite: is damaged", "Files"),
    "rate refused": (
        say("fault sound: Sound: plughw:CARD=Device,DEV=0 cannot be opened (ALSA: Couldn't set audio frequency)."),
        *("log", "sound: Sound: plughw:CARD=Device,DEV=0 cannot be opened", '"The sound"'),
    ),
    "stuck button": (
        say("fault panel: Down for too long: START; let go, or look at the wire. The others work."),
        *("log", "panel: Down for too long: START", '"Nothing happens"'),
    ),
    "crash loop": (
        say("fault aside: The box crashed three times in a row, so it starts without its settings."),
        *("log", "aside: The box crashed three times in a row", '"Files"'),
    ),
    "no letters": (
        lambda m: (m.own_words().parent / "fonts/latin-13.strike").unlink(),
        *("letters", "the screen stays empty", "sudo systemd/install"),
    ),
}


@pytest.mark.parametrize(("spoil", "part", "what", "mend"), CANNOT_PLAY.values(), ids=CANNOT_PLAY.keys())
def test_without_it_the_box_cannot_play(machine, capsys, spoil, part, what, mend):
    spoil(machine)
    (finding,) = machine.wrong()
    assert (finding.part, finding.health) == (part, Health.WRONG)
    assert what in finding.what
    assert mend in finding.mend
    assert tell_findings(machine.findings()) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"The box cannot play before this is mended: {part}."


@pytest.mark.parametrize(("spoil", "part", "what", "mend"), PLAYS_WITH_LESS.values(), ids=PLAYS_WITH_LESS.keys())
def test_without_it_the_box_plays_with_less(machine, capsys, spoil, part, what, mend):
    spoil(machine)
    (finding,) = machine.wrong()
    assert (finding.part, finding.health) == (part, Health.ADVICE)
    assert what in finding.what
    assert mend in finding.mend
    assert tell_findings(machine.findings()) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "The box can play."


def test_a_file_that_will_be_set_aside_is_named_as_the_box_will_name_it(machine):
    for name in ("choices.json", "choices.json.broken"):
        keep(name, b"{")(machine)
    assert any(" keeps it as choices.json.broken-2." in finding.what for finding in machine.wrong())


def test_what_the_table_is_told_heads_it_in_its_language_and_the_sentence_stays(machine, capsys):
    remove("dev/i2c-1")(machine)
    (finding,) = machine.wrong()
    tell_findings([finding], told=headings_in(machine.folders, Language("de")))
    assert capsys.readouterr().out.splitlines()[:3] == [
        "advice  screen    Kein Bildschirm. Prüft das Kabel der Anzeige",
        f"{'':18}{finding.what}",
        f"{'':18}-> {finding.mend}",
    ]


def test_english_heads_nothing_twice(machine, capsys):
    remove("dev/i2c-1")(machine)
    tell_findings(machine.wrong(), told=headings_in(machine.folders, Language("en")))
    assert capsys.readouterr().out.splitlines()[0] == machine.wrong()[0].row


def test_whatever_the_doctor_says_of_the_table_has_its_words(machine):
    """The findings are asked for in German, since the simulated machine has the words of all languages."""
    told = headings_in(machine.folders, Language("de"))
    for spoil, part, *_ in PLAYS_WITH_LESS.values():
        spoil(machine)
        assert all("fault." not in told(finding) for finding in machine.wrong()), part


HIDDEN = {
    "pins": (lock("gpiochip0"), "pins", "The GPIO pins may not be used by you; the service may."),
    "bus": (lock("i2c-1"), "screen", "I2C bus 1 may not be used by you; the service may."),
    "card": (lock("pcmC1D0p"), "sound", "It may not be used by you; the service may."),
    "state": (refuse(errno.EACCES), "state", "state may not be used by you; the service may."),
}


@pytest.mark.parametrize(("spoil", "part", "what"), HIDDEN.values(), ids=HIDDEN.keys())
def test_what_only_root_may_look_at_is_no_verdict_but_a_call_with_sudo(machine, capsys, spoil, part, what):
    spoil(machine)
    (finding,) = machine.wrong()
    assert (finding.part, finding.health, finding.mend) == (part, Health.HIDDEN, "sudo ./run check")
    assert what in finding.what
    assert tell_findings(machine.findings()) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"Whether the box can play, only root sees ({part}): sudo ./run check"


def test_pins_are_tried_as_the_service_tries_them_unless_it_has_them_itself(machine):
    machine.pins_refused = "No buttons: the kernel says no."
    assert not machine.wrong()
    machine.systemd.update(ActiveState="inactive")
    faults = [finding for finding in machine.wrong() if finding.health is Health.WRONG]
    assert [(finding.part, finding.what) for finding in faults] == [("pins", "No buttons: the kernel says no.")]
    machine.pins_refused = ""
    assert [finding.part for finding in machine.wrong()] == ["service"]


def test_a_library_that_a_new_kernel_does_not_answer_is_not_looked_for_in_the_wires(machine):
    machine.systemd.update(ActiveState="inactive")
    machine.pins_refused = "No buttons: GPIO busy."
    machine.modules |= {"gpiozero", "lgpio"}
    machine.settings('[panel]\nlibrary = "lgpio"')
    (finding,) = [finding for finding in machine.wrong() if finding.part == "pins"]
    assert finding.mend.startswith('Write `library = "gpiod"` under [panel]: Linux 7')


def test_a_pi_5_is_named_with_its_pins_and_the_bus_of_its_glass(machine):
    machine.write("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    machine.write("dev/gpiochip13", "")
    said = {finding.part: finding.what for finding in machine.findings()}
    assert said["machine"] == "This is a Raspberry Pi 5 Model B Rev 1.0."
    assert said["pins"] == "The GPIO pins are there (gpiochip0, gpiochip13)."
    assert "on I2C bus 1;" in said["screen"]


def test_every_command_the_doctor_recommends_is_understood(machine):
    for spoil, *_ in (*CANNOT_PLAY.values(), *PLAYS_WITH_LESS.values()):
        spoil(machine)
    machine.systemd.update(LoadState="loaded", ActiveState="active", Result="success", NRestarts="3")
    machine.folders.state.mkdir(exist_ok=True)
    refuse(errno.EACCES)(machine)
    recommended = [
        call for finding in machine.wrong() for call in re.findall(r"(?:nightcrier|\./run) ([a-z].*)$", finding.mend)
    ]
    assert {call.split()[0] for call in recommended} == {"check", "report", "sim", "voices"}
    for call in recommended:
        command, *rest = call.split()
        parser = ArgumentParser()
        getattr(import_module(module_of(command)), f"add_{command}_arguments")(parser)
        parser.parse_args(rest)


FINE = {
    "no screen is wanted": (lambda m: (choose('[screen]\ncontroller = "none"')(m), m.on_bus.clear()), ""),
    "boot settings of an older system": (
        lambda m: (m.root / "boot/firmware/config.txt").rename(m.root / "boot/config.txt"),
        "",
    ),
    "the box itself plays through its card": (lambda m: (use("python")(m), m.systemd.update(MainPID="77")), ""),
    "another device of the card is closed": (
        lambda m: (use("python")(m), m.write("proc/asound/card1/pcm0p/sub1/status", "closed\n")),
        "",
    ),
    "the network has told the time": (
        lambda m: (
            choose('[sound]\nquiet_hours = "22:00-07:00"\nquiet_volume = 25')(m),
            m.write("run/systemd/timesync/synchronized", ""),
        ),
        "The box knows the time. Quiet hours 22:00-07:00: 25 percent at most.",
    ),
    "a clock has a battery": (
        lambda m: (
            choose('[sound]\nquiet_hours = "22:00-07:00"')(m),
            m.write("sys/class/rtc/rtc0/hctosys", "1\n"),
            m.write("sys/class/rtc/rtc0/since_epoch", f"{NEVER_SET}\n"),
        ),
        "The box knows the time. Quiet hours 22:00-07:00",
    ),
}


@pytest.mark.parametrize(("set_up", "told"), FINE.values(), ids=FINE.keys())
def test_this_is_no_complaint(machine, set_up, told):
    set_up(machine)
    assert machine.wrong() == []
    assert any(told in finding.what for finding in machine.findings())
