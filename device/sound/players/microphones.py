"""The microphones of this box, from /proc/asound, and which of them to listen to."""

import re
from pathlib import Path

from device.sound.players.cards import ASOUND, SND, rank_cards, read_cards

_CAPTURES = re.compile(r"^(\d+)-(\d+):.*\bcapture \d+")


def microphone_device(asound: Path = ASOUND, snd: Path = SND) -> str:
    """What ALSA opens: the first that listens, of a USB card where there is one. Nothing where none does."""
    listening = _listening(asound)
    cards = [card for card in read_cards(asound, snd) if card.index in listening]
    best = next(iter(rank_cards(cards, "")), None)
    return f"plughw:CARD={best.id},DEV={listening[best.index]}" if best else ""


def _listening(asound: Path) -> dict[int, int]:
    """The first device of each card that takes sound in."""
    try:
        text = (asound / "pcm").read_text(errors="replace")
    except OSError:
        return {}
    found = [(int(m[1]), int(m[2])) for line in text.splitlines() if (m := _CAPTURES.match(line))]
    return dict(reversed(found))
