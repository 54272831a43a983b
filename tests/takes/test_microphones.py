"""Which microphone the box listens to."""

from pathlib import Path

from nightcrier.takes.booth import microphone_device

CARDS = """ 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
 1 [PCH            ]: HDA-Intel - HDA Intel PCH
 3 [Headset        ]: USB-Audio - USB Headset
"""
OUT = "00-00: bcm2835 Headphones : bcm2835 Headphones : playback 8\n"
BOARD = "01-00: ALC255 Analog : ALC255 Analog : playback 1 : capture 1\n01-02: Alt : Alt : capture 1\n"
USB = "03-01: USB Audio : USB Audio : playback 1 : capture 1\n"


def asound(folder: Path, pcm: str) -> Path:
    (folder / "cards").write_text(CARDS)
    (folder / "pcm").write_text(pcm)
    return folder


def test_a_usb_card_that_listens_comes_first(tmp_path: Path) -> None:
    assert microphone_device(asound(tmp_path, OUT + BOARD + USB), tmp_path) == "plughw:CARD=Headset,DEV=1"
    assert microphone_device(asound(tmp_path, OUT + BOARD), tmp_path) == "plughw:CARD=PCH,DEV=0"


def test_what_only_plays_is_no_microphone(tmp_path: Path) -> None:
    assert microphone_device(asound(tmp_path, OUT), tmp_path) == ""
    assert microphone_device(tmp_path / "no", tmp_path) == ""
