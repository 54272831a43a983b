"""A moderator deals by hand: cards dialled in, or not told."""

from nightcrier.box.show.stages import Verdict
from tests.evenings.wolf.moderator import Moderator
from tests.evenings.wolf.wolf_evening import question


def dialled_in(led: Moderator) -> None:
    """The cards are dealt by hand: each role shows its seat when it is called."""
    led.set_up("city-of-thieves", 12, options={"dealing": "entered"})
    led.cards = {
        "seer": 1,
        "guild-master": 2,
        "spy": 3,
        "other-guard": 4,
        "courtesan": 5,
        "pack-leader": 6,
        "pack-wolf": 7,
        "young-wolf": 8,
        "mayor": 9,
        "merchant": 10,
        "orator": 11,
        "jester": 12,
    }
    led.deals(*led.cards)
    led.falls(1)
    led.points("seer", "courtesan", "YES")
    led.reads("criminals", "Awake: 2, 3")
    led.reads("guards", "Awake: 4", "Show 2 fingers")
    led.reads("wolves", "Awake: 6, 7, 8")
    led.talks()
    led.note("Half the hands for the Courtesan count; of those for the Merchant, three less.")
    led.hands({"courtesan": 5, "merchant": 3, "jester": 4})
    led.accused("jester", "courtesan")
    led.speaks()
    led.speaks()
    led.hands({"courtesan": 7, "jester": 3}, cards={"mayor": "jester"})
    led.burned("jester")
    led.falls(2)
    led.opens("guild-master", "witch", "merchant", "Touch 10 · Both open their eyes")
    led.points("pack-leader", "other-guard", "Touch 4")
    led.talks()
    led.note("The day after the Jester nobody burns, and nobody hears why.")
    led.all_hands("pack-wolf")
    led.burned(None)
    led.falls(3)
    led.points("seer", "pack-wolf", "YES")
    led.points("pack-leader", "spy", "Touch 3")
    led.talks()
    led.note("The Orator keeps another City role from the pyre.")
    led.all_hands("mayor")
    led.burned(None)
    led.falls(4)
    led.refrains("pack-leader")
    led.talks()
    led.hands({"young-wolf": 5, "seer": 4})
    led.speaks()
    led.speaks()
    led.hands({"young-wolf": 4, "seer": 3}, cards={"orator": "seer"})
    led.burned("young-wolf")
    led.falls(5)
    led.points("pack-leader", "seer")
    led.points("pack-leader", "guild-master", "Touch 1, 2")
    led.talks()
    led.sheet("1 Seer white, Mystic, out")
    led.ends_game()


def not_told(led: Moderator) -> None:
    """The box knows nothing: script and clock."""
    led.set_up("first-moon", 8, options={"dealing": "unknown"})
    led.forward(lambda stage: question(stage) == "ask.died")
    led.note("The moderator says who has died.")
    led.mark("2", "5")
    led.forward(lambda stage: question(stage) == "ask.over")
    led.pick("on")
    led.forward(lambda stage: question(stage) == "ask.accused")
    led.mark("0", "1")
    led.speaks()
    led.speaks()
    led.forward(lambda stage: question(stage) == "ask.burns")
    led.pick("1")
    led.forward(lambda stage: question(stage) == "ask.died")
    led.do("start press")
    led.forward(lambda stage: question(stage) == "ask.over")
    led.pick("over")
    led.mark("0", "4")
    led.forward(lambda stage: isinstance(stage, Verdict))
    led.do("start press")
