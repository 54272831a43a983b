"""The bus of the glass on a Pi 5, as the card writes it into Debian's device tree."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.image.test_one_card import CARD, told

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
"""As much of Debian's bcm2712-rpi-5-b.dtb as the overlay changes; the build applies it to the whole one, or fails."""


@pytest.fixture
def pi5(tmp_path):
    """The tree with the overlay in it."""
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
