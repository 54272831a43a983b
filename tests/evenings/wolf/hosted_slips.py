"""Plans an evening of a moderator's slips: each is taken back, and costs nothing."""

from nightcrier.box.show.stages import Verdict
from tests.evenings.wolf.moderator import Moderator
from tests.evenings.wolf.wolf_evening import question


def slips(led: Moderator) -> None:
    """Take back a wrong seat at night, wrong hands by day, and, from the verdict, the last night's answer."""
    led.set_up("first-moon", 8)
    led.deals("seer", "pack-leader", "pack-wolf", "medium", "innkeeper", "bard", "sinner", "jester")
    led.reads_deal("Seer")
    led.falls(1).points("seer", "sinner", "YES").takes_back().points("seer", "bard", "NO")
    led.talks().forward(lambda stage: question(stage) == "ask.hands")
    led.note("A hand too many.").pick("3")
    led.takes_back().all_hands("pack-wolf").burned("pack-wolf")
    led.falls(2).points("pack-leader", "bard", "Touch")
    led.talks().all_hands("pack-leader").forward(lambda stage: isinstance(stage, Verdict))
    led.shows("Dead: 1, 4, 8").takes_back().points("medium", "pack-wolf", "YES")
    led.forward(lambda stage: isinstance(stage, Verdict))
    led.shows("Dead: 1, 4, 8").do("back hold", 5)
    led.shows("End this game?").do("start press", 2)
    led.shows("End this game?").do("back press", 2)
    led.shows("The Shadow is gone").do("start press")
