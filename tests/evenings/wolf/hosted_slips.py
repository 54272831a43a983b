"""Slips of a moderator: each is taken back, and costs nothing."""

from nightcrier.box.show.stages import Verdict
from tests.evenings.wolf.moderator import Moderator
from tests.evenings.wolf.wolf_evening import question


def slips(led: Moderator) -> None:
    """A wrong seat in the night, wrong hands by day, and the last night's answer from the verdict."""
    led.set_up("first-moon", 8)
    led.deals("seer", "pack-leader", "pack-wolf", "medium", "innkeeper", "bard", "sinner", "jester")
    led.reads_deal("Seer")
    led.falls(1)
    led.points("seer", "sinner", "YES")
    led.takes_back()
    led.points("seer", "bard", "NO")
    led.talks()
    led.forward(lambda stage: question(stage) == "ask.hands")
    led.note("A hand too many.")
    led.pick("3")
    led.takes_back()
    led.all_hands("pack-wolf")
    led.burned("pack-wolf")
    led.falls(2)
    led.points("pack-leader", "bard", "Touch")
    led.talks()
    led.all_hands("pack-leader")
    led.forward(lambda stage: isinstance(stage, Verdict))
    led.shows("The Shadow is gone")
    led.takes_back()
    led.points("medium", "pack-wolf", "YES")
    led.forward(lambda stage: isinstance(stage, Verdict))
    led.shows("The Shadow is gone")
    led.do("back hold", 5)
    led.shows("End this game?")
    led.do("start press", 2)
    led.shows("End this game?")
    led.do("back press", 2)
    led.shows("The Shadow is gone")
    led.do("start press")
