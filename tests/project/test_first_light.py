"""Tests the picture on the screen before the program starts: its name and moon, and what happens without a screen."""

import shutil
from pathlib import Path

import pytest

from image.shipped_files import LIGHT_FILE, PHASES, light_frame, light_text
from lab.guest.glass_model import GlassBus, GlassModel
from nightcrier.box.panel.oled import CONTROLLERS, OledScreen
from nightcrier.box.panel.pictures import frame_picture
from nightcrier.kernel.screen import GLASS
from nightcrier.kernel.settings import ScreenSettings
from tests.box.panel.glasses import connect_through, noise
from tests.hands import lay_tools, ran
from tests.project.pi import Pi, would

SCRIPT, HOOK = Path("systemd/first_light").resolve(), Path("systemd/light_hook")
BUSYBOX = '[ ! -e "$NOBODY" ] || exit 1\necho "$*" >>"$SENT"'


class Machine:
    """Simulates a folder with the box installed in it, a bus, and a screen that takes what busybox sends."""

    def __init__(self, folder: Path, kind: str = "ssd1306", settings: str = "") -> None:
        self.folder, self.glass, self.seen = folder, GlassModel(kind, noise=5), []
        app = folder / "opt/nightcrier/current/app"
        for name in ("config/device.toml", "systemd/first_light.txt"):
            (app / name).parent.mkdir(parents=True)
            shutil.copy(name, app / name)
        for name in ("etc/nightcrier", "dev", "run"):
            (folder / name).mkdir(parents=True)
        (folder / "etc/nightcrier/device.toml").write_text(settings)
        (folder / "dev/i2c-1").touch()
        lay_tools(folder / "bin", {"busybox": BUSYBOX}, "")

    def light(self, phase: int) -> str:
        sent, places = self.folder / "sent", [self.folder / name for name in ("run", "dev")]
        sent.write_text("")
        tools = {"PATH": f"{self.folder / 'bin'}:/usr/bin:/bin", "SENT": str(sent), "NOBODY": str(self.folder / "gone")}
        done = ran(SCRIPT, str(phase), self.folder, *places, env=tools)
        assert done.returncode == 0
        for line in sent.read_text().splitlines():
            _, _, bus, to, *words = line.split()
            assert (bus, to) == ("1", f"w{len(words)}@0x3C")
            self.glass.transfer(bytes(int(word, 16) if "x" in word else int(word) for word in words))
            self.seen.append(self.glass.frame())
        return done.stdout


def test_what_it_sends_is_what_the_program_draws_and_knows_of_controllers():
    assert LIGHT_FILE.read_text() == light_text(), "./run -m image.shipped_files"


@pytest.mark.parametrize("upside_down", [False, True])
@pytest.mark.parametrize("kind", CONTROLLERS)
def test_the_name_stays_and_the_moon_fills_phase_by_phase(tmp_path, kind, upside_down):
    machine = Machine(tmp_path, kind, f'[screen]\ncontroller = "{kind}"\nupside_down = {str(upside_down).lower()}\n')
    lit = []
    for phase in range(PHASES):
        machine.light(phase)
        picture = frame_picture(machine.glass.frame(), GLASS)
        upright = picture.rotate(180) if upside_down else picture
        assert frame_picture(light_frame(phase), GLASS).tobytes() == upright.tobytes()
        lit.append(sum(byte.bit_count() for byte in light_frame(phase)))
    assert lit == sorted(set(lit))
    assert machine.glass.contrast == 160


@pytest.mark.parametrize("kind", CONTROLLERS)
def test_a_glass_that_was_lit_never_goes_dark_until_the_first_page_of_the_box(tmp_path, kind):
    machine = Machine(tmp_path, kind, f'[screen]\ncontroller = "{kind}"\n')
    machine.light(0)
    machine.seen.clear()
    machine.light(1)
    machine.light(PHASES - 1)
    moon, transfer = machine.glass.frame(), machine.glass.transfer
    machine.glass.transfer = lambda payload: (transfer(payload), machine.seen.append(machine.glass.frame()))
    screen = OledScreen(ScreenSettings(controller=kind), connect_through(GlassBus(machine.glass)), greets=True)
    screen.open()
    assert machine.glass.frame() == moon
    screen.show(noise(1))
    assert machine.glass.frame() == noise(1)
    assert all(any(frame) for frame in machine.seen)


def test_the_owners_screen_counts_and_not_the_one_that_was_shipped(tmp_path):
    machine = Machine(tmp_path)
    machine.light(0)
    (tmp_path / "etc/nightcrier/device.toml").write_text('[screen]\r\ncontroller = "sh1106"\r\n[table]\r\nbus = 7\r\n')
    machine.glass = GlassModel("sh1106", noise=5)
    machine.light(1)
    shown = machine.glass.frame()
    fresh = Machine(tmp_path / "fresh")
    fresh.light(1)
    assert shown == fresh.glass.frame()


@pytest.mark.parametrize("lacks", ["glass", "bus", "settings", "box"])
def test_without_a_glass_it_costs_nothing_and_the_log_says_so_once(tmp_path, lacks):
    machine = Machine(tmp_path)
    match lacks:
        case "glass":
            (tmp_path / "gone").touch()
        case "bus":
            (tmp_path / "dev/i2c-1").unlink()
        case "settings":
            (tmp_path / "etc/nightcrier/device.toml").write_text('[screen]\ncontroller = "none"\n')
        case _:
            shutil.rmtree(tmp_path / "opt")
    said = [machine.light(phase) for phase in range(PHASES)]
    silent = lacks in {"settings", "box"}
    assert "".join(said).count("No screen at 0x3C on bus 1") == (0 if silent else 1)
    assert not machine.seen


def test_a_bus_that_comes_late_lights_the_glass_whole(tmp_path):
    machine = Machine(tmp_path)
    (tmp_path / "dev/i2c-1").unlink()
    machine.light(0)
    (tmp_path / "dev/i2c-1").touch()
    machine.light(1)
    assert machine.glass.frame() == light_frame(1)


def test_a_glass_that_does_not_take_it_is_asked_once(tmp_path):
    """On a bus that hangs, each attempt takes a second, for which people would wait."""
    machine = Machine(tmp_path)
    (tmp_path / "gone").touch()
    machine.light(0)
    (tmp_path / "gone").unlink()
    assert machine.light(PHASES - 1).startswith("No screen at 0x3C on bus 1")
    assert not machine.glass.on


def test_settings_of_the_owner_are_words_and_never_a_program(tmp_path):
    machine = Machine(
        tmp_path, settings='[screen]\nbus = 1; touch hacked\naddress = $(touch hacked)\ncontroller = "`x`"\n'
    )
    machine.light(0)
    assert not Path("hacked").exists()
    assert machine.glass.on


def test_the_installer_lays_it_into_the_initramfs_once_and_takes_it_off(tmp_path):
    pi = Pi(tmp_path)
    for folder in ("hooks", "scripts/local-bottom"):
        (pi.root / "etc/initramfs-tools" / folder).mkdir(parents=True)
    (pi.root / "boot/initrd.img-6.12.0").touch()
    assert [would(pi.rehearse()).count("update-initramfs -u") for _ in range(2)] == [1, 0]
    laid = [path for path in pi.root.rglob("nightcrier-light") if path.read_text() == HOOK.read_text()]
    assert [path.stat().st_mode & 0o777 for path in laid] == [0o755, 0o755]
    pi.rehearse("--uninstall")
    assert not [path for path in laid if path.exists()]


@pytest.mark.parametrize("destination", [{}, {"DESTDIR": "/made"}])
def test_the_hook_and_the_script_end_well_whatever_fails(tmp_path, destination):
    """A hook or script that failed would stop an initramfs from being made, or a start."""
    lay_tools(tmp_path, dict.fromkeys(("modprobe", "timeout"), "exit 1"))
    environ = {"PATH": f"{tmp_path}:/usr/bin:/bin", "rootmnt": str(tmp_path), **destination}
    copy = tmp_path / "hook"
    copy.write_text(HOOK.read_text().replace("/usr/share/initramfs-tools/hook-functions", str(tmp_path / "none")))
    functions = tmp_path / "none"
    functions.write_text("manual_add_modules() { return 1; }\n")
    assert ran("sh", copy, env=environ).returncode == 0
    assert ran("sh", copy, "prereqs", env=environ).stdout == "nightcrier\n"
