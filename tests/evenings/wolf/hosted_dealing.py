"""Plans evenings in which a moderator deals by hand, and either dials the cards in or does not tell the box."""

from nightcrier.box.show.stages import Verdict
from tests.evenings.wolf.moderator import Moderator
from tests.evenings.wolf.wolf_evening import question


def dialled_in(led: Moderator) -> None:
    """Play a game with cards dealt by hand: each role's seat is dialed in when the role is called."""
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
    led.falls(1).points("seer", "courtesan", "YES").reads("criminals", "Awake: 2, 3")
    led.reads("guards", "Awake: 4", "Show 2 fingers").reads("wolves", "Awake: 6, 7, 8")
    led.talks()
    led.note("Half the hands for the Courtesan count; of those for the Merchant, three less.")
    led.hands({"courtesan": 5, "merchant": 3, "jester": 4}).accused("jester", "courtesan").speaks().speaks()
    led.hands({"courtesan": 7, "jester": 3}, cards={"mayor": "jester"}).burned("jester")
    led.falls(2).opens("guild-master", "witch", "merchant", "Touch 10 · Both open their eyes")
    led.points("pack-leader", "other-guard", "Touch 4")
    led.talks()
    led.note("The day after the Jester nobody burns, and nobody hears why.").all_hands("pack-wolf").burned(None)
    led.falls(3).points("seer", "pack-wolf", "YES").points("pack-leader", "spy", "Touch 3")
    led.talks()
    led.note("The Orator keeps another City role from the pyre.").all_hands("mayor").burned(None)
    led.falls(4).refrains("pack-leader")
    led.talks().hands({"young-wolf": 5, "seer": 4}).speaks().speaks()
    led.hands({"young-wolf": 4, "seer": 3}, cards={"orator": "seer"}).burned("young-wolf")
    led.falls(5).points("pack-leader", "seer").points("pack-leader", "guild-master", "Touch 1, 2")
    led.talks().sheet("1 Seer white, Mystic, out").ends_game()


def not_told(led: Moderator) -> None:
    """Play a game in which the box knows no card: it only leads through the script and keeps the time."""
    led.set_up("first-moon", 8, options={"dealing": "unknown"}).forward(lambda stage: question(stage) == "ask.died")
    led.note("The moderator says who has died.").mark("2", "5").forward(lambda stage: question(stage) == "ask.over")
    led.pick("on")
    led.forward(lambda stage: question(stage) == "ask.accused")
    led.mark("0", "1").speaks().speaks().forward(lambda stage: question(stage) == "ask.burns")
    led.pick("1")
    led.forward(lambda stage: question(stage) == "ask.died")
    led.do("start press")
    led.forward(lambda stage: question(stage) == "ask.over")
    led.pick("over")
    led.mark("0", "4").forward(lambda stage: isinstance(stage, Verdict))
    led.do("start press")
