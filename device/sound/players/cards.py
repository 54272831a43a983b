"""The sound cards of this box, from /proc/asound, and which of them to play through.

Cards are known by their id ("Device"), never by number: numbers change from one start to the next.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

ASOUND = Path("/proc/asound")
SND = Path("/dev/snd")

_CARD = re.compile(r"^\s*(\d+)\s+\[(\S+)\s*\]:\s*(\S+)\s+-\s+(.*)$")


class SoundCard(Struct, frozen=True):
    """One line of /proc/asound/cards."""

    index: int
    id: str
    driver: str
    name: str
    plugging: int = 0
    """Which plugging-in this is: a card that was out for a moment is another one, however quickly it came back."""

    @property
    def usb(self) -> bool:
        return self.driver.lower().startswith("usb")

    @property
    def hdmi(self) -> bool:
        """A screen's socket: it takes sound gladly and, with no screen, nobody hears it."""
        return "hdmi" in f"{self.driver} {self.id} {self.name}".lower()

    @property
    def waiting_device(self) -> str:
        """The card as alsa.conf has it, so that its thread can wait for it."""
        return f"waiting:CARD={self.id}"

    @property
    def device(self) -> str:
        """What ALSA opens elsewhere. `plughw` converts what the card itself cannot play."""
        return f"plughw:CARD={self.id},DEV=0"


def read_cards(asound: Path = ASOUND, snd: Path = SND) -> list[SoundCard]:
    """The cards there are now. None on a machine without ALSA."""
    try:
        text = (asound / "cards").read_text(errors="replace")
    except OSError:
        return []
    found = (_CARD.match(line) for line in text.splitlines())
    return [SoundCard(int(m[1]), m[2], m[3], m[4].strip(), _plugging(snd, m[1])) for m in found if m]


def _plugging(snd: Path, index: str) -> int:
    """The kernel makes the file of a card anew, under a number never used before, each time it is plugged in."""
    try:
        return (snd / f"controlC{index}").stat().st_ino
    except OSError:
        return 0


def rank_cards(there: Iterable[SoundCard], wish: str, current: str = "") -> list[SoundCard]:
    """The cards worth playing through, the best first: the one that was chosen, USB, any other but a screen's."""
    worth = [card for card in there if card.id == wish or not card.hdmi]
    return sorted(worth, key=lambda card: (card.id != wish, not card.usb, card.id != current, card.index))


def card_sentence(there: Iterable[SoundCard], wish: str) -> str:
    """What `check` says about the cards."""
    there = list(there)
    best = next(iter(rank_cards(there, wish)), None)
    names = ", ".join(card.id for card in there) or "none"
    if best is None:
        return f"No sound card to play through (found: {names}); plug in a USB speaker."
    if wish and best.id != wish:
        return (
            f"Sound card '{wish}' is not there (found: {names}); '{best.id}' is used. Set `sound.card` to one of these."
        )
    return f"Sound card '{best.id}' ({best.name})."
