"""Tests that files agree on what they say about the card, including the screen's bus on a Pi 5, and that the card is
tried as one image."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from image import machine
from nightcrier.care.given_files import FOLDER
from nightcrier.care.stick import STICK
from nightcrier.tools.doctor.wires import _BUS_SPEED
from tests.image.card import START

IMAGE = Path("image")
CARD = (IMAGE / "card.sh").read_text()
FIRST_START = (IMAGE / "first-start.sh").read_text()


def told(pattern: str, text: str) -> str:
    (found,) = re.findall(pattern, text, re.MULTILINE)
    return str(found)


def test_the_first_partition_is_mounted_by_the_number_that_the_table_gets():
    label = told(r"^label_id=([0-9a-f]{8}) ", CARD)
    assert told(r"^PARTUUID=(\S+) ", (IMAGE / "overlay/etc/fstab").read_text()) == f"{label}-01"
    assert f"PARTUUID={label}-02;" in START


def test_the_proof_looks_for_the_first_partition_where_it_lies():
    assert told(r"^grain=\$\(\((\d+ \* 1024 \* 1024)\)\)", CARD) == "4 * 1024 * 1024"
    assert machine._FAT_BEGINS == 4 * 1024 * 1024


def test_the_proof_s_device_tree_is_among_those_of_the_card():
    chips = told(r"/broadcom/bcm\{([0-9,]+)\}-\*\.dtb", CARD).split(",")
    assert machine.TREE.startswith(tuple(f"bcm{chip}-" for chip in chips))
    assert f"/broadcom/{machine.TREE}" in (IMAGE / "bare").read_text()


def test_the_bus_of_the_screen_is_as_fast_as_the_installer_asks_for():
    hertz = told(r"^i2c_hertz=(\d+) ", CARD)
    assert f"i2c_arm_baudrate={hertz}" == _BUS_SPEED
    assert _BUS_SPEED in Path("systemd/install").read_text()


def test_what_may_change_is_looked_at_in_the_lab():
    kept = told(r'^kept="(.+)" ', FIRST_START).split()
    assert f"KEPT = {tuple(f'/{part}' for part in kept)!r}".replace("'", '"') in Path("lab/guest/card.py").read_text()


def test_people_s_folder_and_the_stick_have_one_name():
    assert f'mkdir -p "$1/{FOLDER}"' in CARD
    stick = Path("systemd/stick").read_text()
    assert told(r"^place=\$\{3:-(\S+)\}", stick) == str(STICK)
    assert f"-iname {FOLDER} " in stick


def test_the_proof_waits_for_words_that_the_first_start_says():
    assert f'say "{machine.KEPT}"' in FIRST_START


def tried(folder: Path, *images: str) -> "subprocess.CompletedProcess[str]":
    """Run the card's test without QEMU on its path, so that nothing is started."""
    tools = folder / "tools"
    tools.mkdir()
    (tools / "dirname").symlink_to("/usr/bin/dirname")
    for image in images:
        (folder / image).touch()
    command = ["/bin/sh", "image/test", str(folder)]
    return subprocess.run(command, env={"PATH": str(tools)}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("images", "told"),
    [
        ((), "no image in {folder}; make one: sudo image/build"),
        (("nightcrier-1.0-arm64.img", "nightcrier-1.1-arm64.img"), "several images in {folder}; leave one there"),
        (("nightcrier-1.1-arm64.img", "nightcrier-1.1-arm64.img.xz"), "qemu-system-aarch64 is missing"),
    ],
)
def test_one_image_is_tried(tmp_path, images, told):
    done = tried(tmp_path, *images)
    assert done.returncode == 1
    assert done.stderr.startswith(f"image: {told.format(folder=tmp_path)}")
    assert done.stderr.count("\n") == 1


OVERLAY = Path("image/pi5.dtso")
BUS = "/axi/pcie@1000120000/pci@0,0/dev@0,0/pci-ep-bus@1/i2c@40074000"
PINS = "/axi/pcie@1000120000/pci@0,0/dev@0,0/pci-ep-bus@1/pinctrl@400d0000"
TREE = """/dts-v1/;
/ {
	aliases { };
	axi { pcie@1000120000 { pci@0,0 { dev@0,0 { pci-ep-bus@1 {
		rp1_gpio: pinctrl@400d0000 { };
		rp1_i2c1: i2c@40074000 { status = "disabled"; };
	}; }; }; }; };
};
"""
"""The part of Debian's bcm2712-rpi-5-b.dtb that the overlay changes. The build applies it to all, or fails."""


@pytest.fixture
def pi5(tmp_path):
    """Return the device tree with the overlay applied."""
    (tmp_path / "base.dts").write_text(TREE)
    for source, made in ((tmp_path / "base.dts", "base.dtb"), (OVERLAY, "pi5.dtbo")):
        subprocess.run(["dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-o", tmp_path / made, source], check=True)
    words = ["-i", tmp_path / "base.dtb", "-o", tmp_path / "whole.dtb", tmp_path / "pi5.dtbo"]
    subprocess.run(["fdtoverlay", *words], check=True)
    return tmp_path / "whole.dtb"


def read(tree: Path, *words: str) -> str:
    return subprocess.check_output(["fdtget", *words[:-2], tree, *words[-2:]], text=True).strip()


@pytest.mark.skipif(not shutil.which("fdtoverlay"), reason="device-tree-compiler, which makes the card, is not there")
def test_it_is_on_with_its_pins_and_its_number(pi5):
    assert read(pi5, BUS, "status") == "okay"
    assert read(pi5, "/aliases", "i2c1") == BUS
    state = f"{PINS}/rp1-i2c1-default-state"
    assert (read(pi5, state, "function"), read(pi5, state, "groups")) == ("i2c1", "i2c1_0")
    assert read(pi5, BUS, "pinctrl-0") == read(pi5, state, "phandle")
    assert read(pi5, BUS, "clock-frequency") == told(r"^i2c_hertz=(\d+) ", CARD)


def test_it_is_as_fast_as_that_of_the_other_models():
    assert re.findall(r"clock-frequency = <(\d+)>", OVERLAY.read_text()) == [told(r"^i2c_hertz=(\d+) ", CARD)]
