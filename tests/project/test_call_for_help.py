"""Tests what the screen says if the box stays down, with no part of the program running."""

import ast
import fcntl
import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from image.shipped_files import HELP_FILE, help_frame, help_text
from lab.guest.glass_model import GlassModel
from nightcrier.box.panel.oled import CONTROLLERS
from nightcrier.box.panel.pictures import frame_picture
from nightcrier.kernel.files import Disk
from nightcrier.kernel.screen import GLASS
from nightcrier.kernel.settings_files import load_settings
from nightcrier.words.catalogue import LANGUAGES

SCRIPT = Path("systemd/call_for_help.py")
SHIPPED = Path("config/device.toml").resolve()
PROGRAM = runpy.run_path(str(SCRIPT))
KNOWN = json.loads(HELP_FILE.read_text())


def settings(tmp_path: Path, text: str) -> tuple[Path, Path]:
    own = tmp_path / "device.toml"
    own.write_text(text)
    return SHIPPED, own


def shown(files: tuple[Path, ...], glass: GlassModel) -> None:
    for transfer in PROGRAM["transfers"](PROGRAM["screen_settings"](files), KNOWN):
        glass.transfer(transfer)


def test_what_it_sends_is_what_the_program_draws_and_knows_of_controllers():
    assert HELP_FILE.read_text() == help_text(), "./run -m image.shipped_files"


@pytest.mark.parametrize("kind", CONTROLLERS)
@pytest.mark.parametrize("upside_down", [False, True])
def test_every_glass_says_it_in_large_letters_whatever_it_showed_before(tmp_path, kind, upside_down):
    glass = GlassModel(kind, noise=5)
    shown(settings(tmp_path, f'[screen]\ncontroller = "{kind}"\nupside_down = {str(upside_down).lower()}'), glass)
    picture = frame_picture(glass.frame(), GLASS)
    expected = frame_picture(help_frame(kind), GLASS)
    assert (picture.rotate(180) if upside_down else picture).tobytes() == expected.tobytes()
    assert glass.contrast == 160


def test_a_byte_order_mark_before_the_settings_is_no_letter(tmp_path):
    files = settings(tmp_path, "\ufeff[screen]\ncolumn_offset = 3")
    assert PROGRAM["screen_settings"](files)["column_offset"] == 3


@pytest.mark.parametrize("broken", ["[screen", 'name = "x"', "screen = 3", "\0"])
def test_settings_of_the_owner_that_cannot_be_read_are_passed_over(tmp_path, broken):
    glass = GlassModel("ssd1306", noise=5)
    shown(settings(tmp_path, broken), glass)
    assert glass.frame() == help_frame("ssd1306")


@pytest.mark.parametrize(
    "values",
    [
        'controller = "SSD1306"\nupside_down = 1',
        'address = "0x3C"\nbus = 31',
        "address = 0x3C0\nbus = 1.0",
        "contrast = 300\ncolumn_offset = -1",
        "contrast = true\nbus = []",
        'controller = "sh1106"\ncolumn_offset = 5\nbus = 0\naddress = 0x77',
        'controller = "none"\nsleep_minutes = 0',
    ],
)
def test_a_value_that_cannot_be_used_is_replaced_as_the_program_replaces_it(tmp_path, values):
    files = settings(tmp_path, f"[screen]\n{values}")
    used = load_settings(Disk(), files, LANGUAGES)[0].screen
    expected = {key: getattr(used, key) for key in PROGRAM["USABLE"]}
    assert PROGRAM["screen_settings"](files) == expected


def test_settings_without_a_word_of_the_screen_are_no_fault(tmp_path, capsys):
    files = settings(tmp_path, "[table]\nplayers = 5")
    assert PROGRAM["screen_settings"](files) == PROGRAM["screen_settings"]((SHIPPED,))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("put", [os.mkfifo, lambda own: own.symlink_to("/dev/zero")])
def test_a_pipe_or_a_device_in_the_place_of_the_settings_is_passed_over(tmp_path, put, capsys):
    put(tmp_path / "device.toml")
    files = SHIPPED, tmp_path / "device.toml"
    assert PROGRAM["screen_settings"](files) == PROGRAM["screen_settings"]((SHIPPED,))
    assert "no plain file" in capsys.readouterr().err


def test_a_glass_that_the_program_drew_on_shows_nothing_else(tmp_path):
    glass = GlassModel("ssd1306")
    shown(settings(tmp_path, ""), glass)
    shown(settings(tmp_path, ""), glass)
    assert glass.frame() == help_frame("ssd1306")


def test_it_writes_to_the_bus_and_the_address_of_the_settings(tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(fcntl, "ioctl", lambda _bus, request, address: said.append((request, address)))
    (tmp_path / "i2c-7").touch()
    files = settings(tmp_path, "[screen]\nbus = 7\naddress = 0x3D")
    PROGRAM["call_for_help"](files, tmp_path)
    sent = b"".join(PROGRAM["transfers"](PROGRAM["screen_settings"](files), KNOWN))
    assert (tmp_path / "i2c-7").read_bytes() == sent
    assert said == [(0x0703, 0x3D)]


def test_a_glass_that_does_not_answer_at_first_is_asked_again(tmp_path, monkeypatch):
    refusals, pauses = [OSError(121, "Remote I/O error")] * 3, []
    (tmp_path / "i2c-1").touch()

    def answer(*_: object) -> None:
        if refusals:
            raise refusals.pop()

    monkeypatch.setattr(fcntl, "ioctl", answer)
    PROGRAM["call_for_help"](settings(tmp_path, ""), tmp_path, pauses.append)
    sent = b"".join(PROGRAM["transfers"](PROGRAM["screen_settings"]((SHIPPED,)), KNOWN))
    assert (tmp_path / "i2c-1").read_bytes() == sent
    assert len(pauses) == 3


def test_a_glass_that_never_answers_is_given_up_within_the_time_of_its_unit(tmp_path, monkeypatch):
    pauses: list[float] = []
    (tmp_path / "i2c-1").touch()

    def refuse(*_: object) -> None:
        raise OSError(121, "Remote I/O error")

    monkeypatch.setattr(fcntl, "ioctl", refuse)
    with pytest.raises(OSError, match="Remote"):
        PROGRAM["call_for_help"](settings(tmp_path, ""), tmp_path, pauses.append)
    limit = int(Path("systemd/nightcrier-help.service").read_text().partition("TimeoutStartSec=")[2].split()[0])
    assert pauses
    assert sum(pauses) < limit / 2


@pytest.mark.parametrize("kind", CONTROLLERS)
def test_it_darkens_a_glass_on_which_a_role_stands(tmp_path, kind):
    glass = GlassModel(kind, noise=5)
    files = settings(tmp_path, f'[screen]\ncontroller = "{kind}"')
    shown(files, glass)
    assert any(glass.frame())
    for transfer in PROGRAM["darkened"](PROGRAM["screen_settings"](files), KNOWN):
        glass.transfer(transfer)
    assert not any(glass.frame())


@pytest.mark.parametrize(
    ("word", "result", "was_ready", "sent"),
    [
        ("", "", False, "transfers"),
        ("dark", "success", True, "darkened"),
        ("dark", "signal", False, "darkened"),
        ("dark", "watchdog", True, "darkened"),
        ("dark", "timeout", False, "transfers"),
        ("dark", "timeout", True, "darkened"),
    ],
)
def test_only_after_a_start_that_hung_the_glass_calls_for_help_before_the_next(tmp_path, word, result, was_ready, sent):
    if was_ready:
        (tmp_path / "ready").touch()
    assert PROGRAM["chosen_transfers"](word, result, tmp_path / "ready") is PROGRAM[sent]


def test_the_unit_lays_the_mark_of_a_ready_box_where_it_is_looked_for():
    unit = Path("systemd/nightcrier.service").read_text()
    assert f"ExecStartPost=-+/bin/sh -c 'touch {PROGRAM['READY']};" in unit
    before_start = Path("systemd/before_start").read_text()
    assert "ExecStartPre=-+/bin/sh /opt/nightcrier/current/app/systemd/before_start\n" in unit
    assert f"rm -f {PROGRAM['READY']}\n" in before_start


@pytest.mark.parametrize("large", ["#" * (64 * 1024 + 1), "a." * 33 + "a = 1", "[[a.b]]\n" * 1100])
def test_settings_that_would_cost_much_are_passed_over(tmp_path, large, capsys):
    files = settings(tmp_path, f"[screen]\ncolumn_offset = 3\n{large}")
    assert PROGRAM["screen_settings"](files)["column_offset"] != 3
    assert "it is too large" in capsys.readouterr().err


def test_where_there_is_no_bus_none_is_made_of_a_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        PROGRAM["call_for_help"](settings(tmp_path, ""), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["device.toml"]


def test_a_box_without_a_screen_is_left_alone(tmp_path):
    pauses = []
    PROGRAM["call_for_help"](
        settings(tmp_path, '[screen]\ncontroller = "none"'), tmp_path / "no bus here", pauses.append
    )
    assert pauses == []
    assert [path.name for path in tmp_path.iterdir()] == ["device.toml"]


@pytest.mark.parametrize(("content", "why"), [(None, "No such file"), ("{", "Expecting property name")])
def test_without_what_it_sends_it_says_so_in_one_sentence(tmp_path, content, why):
    script = shutil.copy(SCRIPT, tmp_path)
    if content is not None:
        (tmp_path / "help.json").write_text(content)
    done = subprocess.run([sys.executable, "-I", script, "dark"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert why in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("sudo systemd/install\n")


def test_it_needs_nothing_but_the_standard_library():
    imported = {
        name
        for node in ast.walk(ast.parse(SCRIPT.read_text()))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
