"""Tests the first START after power-on: how soon there is a picture, that nothing tears the bed, and what the
journal says. People are first asked whether the cards are dealt; from the second game on they are told to deal
again, and before the third they hear about the faster pace. START goes on to the night."""

import time

from eyes import Eyes
from hands import Hands
from moments import now, until
from rows import row, say
from service import log_every_save, restart, shell
from service_log import Log
from speaker import sound_state

hands, eyes, log = Hands(), Eyes(), Log()


def press_start(which: str, page: str, most: float = 0.150) -> None:
    """Press START, and check that the whole picture comes within `most` seconds."""
    say("act", now())
    pressed = hands.press("start")
    running = until(lambda: sound_state() == "RUNNING", 10, 0.002)
    time.sleep(1.5)
    came, first, whole = log.page(), next(iter(eyes.after(pressed)), None), eyes.whole(pressed)
    row(
        f"START, {which}: let go to the whole picture",
        f"{whole * 1000:.0f} ms (page {came}, first dot after {(first or 0) * 1000:.0f} ms)" if whole else "none",
        f"at most {most * 1000:.0f} ms",
        bool(whole and whole <= most and came == page),
    )
    say("sound runs", running and running - pressed)


log_every_save()
begun = now()
restart()
ready = log.wait("Started", begun)
say("ready", ready)
time.sleep(5)
for game in ("first", "second", "third"):
    if game == "third":
        # Its words are decoded before it is drawn: nothing has prepared them, since it is told once in the box's life.
        press_start("third game, told of the faster pace", "advice", most=0.250)
    press_start(f"{game} game", "tell")
    press_start(f"{game} night", "night")
    time.sleep(12)
    hands.end_game()
    time.sleep(25)
written = [text for text in log.since(begun) if text.endswith("after .")]
row("journal", written[0] if written else "every page names the one before", "no empty names", not written)
saved = shell("journalctl -u nightcrier -o cat --no-pager | grep -c 'Saved choices' || true")
promised = "once a game, for their number is kept, and once for the roles that are new here"
row("Saved choices, in three games with nothing chosen", saved, promised, saved == "4")
