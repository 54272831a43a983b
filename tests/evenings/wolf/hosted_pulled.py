"""Plans an evening with a moderator whose box loses power, speaker and screen."""

from nightcrier.box.show.stages import Count, Perform, Tell
from tests.evenings.wolf.moderator import Moderator
from tests.evenings.wolf.wolf_evening import question


def everything_pulled(led: Moderator) -> None:
    """Play a game in which power, speaker and screen fail at night and by day."""
    led.set_up("first-moon", 8)
    led.deals("seer", "pack-leader", "pack-wolf", "medium", "innkeeper", "bard", "sinner", "madman")
    led.falls(1)
    led.note("The power is cut in the words of a call, and while the Seer is asked for.").do("start press", 2)
    led.do("wait", 2)
    led.power_cut().forward(lambda stage: question(stage) == "ask.whom")
    led.power_cut().points("seer", "bard", "NO")
    led.note("The speaker is pulled while all eyes are shut.").do("wait", 1)
    led.do("unplug sound", 0)
    led.do("wait", 3)
    led.do("plug sound", 0)
    led.do("wait", 3)
    led.note("The screen is pulled while the moderator reads.").forward(lambda stage: isinstance(stage, Tell))
    led.do("unplug screen", 0)
    led.do("wait", 10)
    led.do("plug screen", 0)
    led.do("wait", 5)
    led.reads("wolves", led.awake("pack-leader", "pack-wolf"))
    led.talks()
    led.note("The power is cut between two seats of the accusation.")
    led.forward(lambda stage: question(stage) == "ask.hands")
    led.pick("3")
    led.settle().pick("0")
    led.settle()
    led.power_cut().hands({led.seat_counted() + 1: 5}).forward(lambda stage: isinstance(stage, Count))
    led.note("The power is cut in a defence; the clock goes on where it was.").do("wait", 20)
    led.power_cut().speaks(5).speaks(5).hands({1: 6}).burned(1)
    led.forward(lambda stage: isinstance(stage, Perform) and led.village.number == 2)
    led.power_cut()
    led.falls(2).sheet("out").do("unplug screen", 0)
    led.do("wait", 3)
    led.do("start hold", 1)
    led.do("plug screen", 5)
    led.do("wait", 5)
    led.ends_game()
