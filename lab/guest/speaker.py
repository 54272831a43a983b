"""The first sound card: what it does, and being pulled."""

import re


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
