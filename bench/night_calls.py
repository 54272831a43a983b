"""How often the order of calls and the show of the night are worked out in one night, with cards and without."""

import sys
from collections import Counter
from types import FrameType

from device.box.folders import share
from device.box.library import offer
from device.show.setup import Setup
from device.show.stages import Count

WATCHED = {"calls_of_cards": "order of calls", "night_show": "show of the night"}


def worked_out(**options: bool) -> Counter[str]:
    """How often each, from START to the day."""
    game = offer([share("config") / "scenarios"]).games["one-night"]
    counts: Counter[str] = Counter()

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_name in WATCHED:
            counts[WATCHED[frame.f_code.co_name]] += 1

    sys.setprofile(watch)
    play = game.begin(Setup("total-chaos", 5, options=options), 7)
    while not isinstance(play.stage(), Count):
        play = play.answer(())
    sys.setprofile(None)
    return counts


def main() -> None:
    """Print both kinds of night."""
    for name, counts in (("with cards", worked_out()), ("without cards", worked_out(deal=True))):
        print(f"{name:14}", ", ".join(f"{what}: {count}" for what, count in counts.items()) or "nothing anew")


if __name__ == "__main__":
    main()
