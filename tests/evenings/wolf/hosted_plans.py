"""The evenings with a moderator: two moons, cards dialled in, roles not told, and everything pulled."""

from device.show.stages import Count, Perform, Tell, Verdict
from tests.evenings.wolf.moderator import Moderator
from tests.evenings.wolf.wolf_evening import question


def sample_night(led: Moderator) -> None:
    """The sentences of the rulebook, in its language."""
    led.set_up("first-moon", 8, language="it")
    led.deals("seer", "pack-leader", "pack-wolf", "medium", "innkeeper", "bard", "sinner", "jester")
    led.reads_deal("Veggente", "Medium", "Oste", "Bardo", "Peccatore", "Giullare")
    led.falls(1)
    led.hears("È notte e vi ritirate nelle vostre abitazioni. Tutti i giocatori chiudano gli occhi.")
    led.points("seer", "sinner", "SÌ")
    led.reads("wolves", "Svegli")
    led.hears(
        "La Veggente apra gli occhi e indichi un giocatore. "
        "Io le dirò se questo giocatore possiede o meno un'Aura Oscura.",
        "La Veggente chiuda gli occhi.",
        "I Lupi Mannari aprano gli occhi e si riconoscano.",
        "I Lupi Mannari chiudano gli occhi.",
        "È giorno. Aprite gli occhi.",
        "In questa prima notte non è successo niente.",
        "Il villaggio si riunisce.",
    )
    led.talks()
    led.hands({"jester": 4, "pack-wolf": 4})
    led.accused("jester", "pack-wolf")
    led.speaks()
    led.speaks()
    led.hands({"jester": 2, "pack-wolf": 4})
    led.burned("pack-wolf")
    led.hears(
        "Silenzio. Tutti chiudano gli occhi.",
        "Gli Accusati siedono ai posti:",
        "Ora gli Accusati possono difendersi.",
        "Silenzio. Tutti chiudano gli occhi. Chi non è Accusato alzi la mano per uno degli Accusati.",
        "Il villaggio ha deciso. Al rogo va il posto",
    )
    led.falls(2)
    led.points("seer", "pack-leader", "SÌ")
    led.points("medium", "pack-wolf", "SÌ")
    led.points("pack-leader", "bard", "Tocca")
    led.talks()
    led.hears(
        "La Veggente apra gli occhi.",
        "Indichi un giocatore. Io le dirò se questo giocatore possiede o meno un'Aura Oscura.",
        "La Medium apra gli occhi.",
        "I Lupi Mannari aprano gli occhi. Il più forte può indicare una preda.",
        "Questa notte si è portata via uno di noi.",
        "Alla taverna si dice che stanotte la Veggente abbia trovato un'Aura Oscura.",
    )
    led.all_hands("pack-leader")
    led.burned("pack-leader")
    led.ends("humans", "Vittoria: Villaggio")


def twelve(led: Moderator) -> None:
    """Eighteen possible roles for twelve: the box draws, several nights, to the verdict."""
    led.set_up("two-moons", 12)
    criminals = ("assassin", "thief", "guild-master")
    others = ("witch", "healer", "juliet", "guardian-angel", "guard")
    led.deals("seer", "pack-leader", "pack-wolf", "vampire", *criminals, *others)
    led.reads_deal("Assassin", "Guild Master", "Thief", "Juliet", "Guardian Angel", "Guard")
    led.falls(1)
    led.points("seer", "pack-leader", "YES")
    led.reads("criminals", led.awake(*criminals))
    led.reads("guards", led.awake("guard"), "Show 3 fingers")
    led.points("juliet", "guard", led.touch("guard"), "Both open their eyes")
    led.points("guardian-angel", "seer", led.touch("seer"))
    led.reads("wolves", led.awake("pack-leader", "pack-wolf"))
    led.reads("vampire", led.awake("vampire"))
    led.talks()
    led.sheet("Seer")
    led.hands({"pack-wolf": 5, "guard": 4, "witch": 3})
    led.accused("pack-wolf", "guard")
    led.speaks()
    led.speaks()
    led.hands({"pack-wolf": 6, "guard": 4})
    led.burned("pack-wolf")
    led.falls(2)
    led.opens("thief", "seer")
    led.points("seer", "vampire", "YES")
    led.opens("assassin", "witch", None, led.touch("witch"))
    led.points("witch", "seer")
    led.points("pack-leader", "healer", led.touch("healer"))
    led.takes_back()
    led.points("pack-leader", "seer", "NO")
    led.points("vampire", "healer", led.touch("healer"))
    led.points("healer", "witch")
    led.talks()
    led.all_hands("vampire")
    led.burned("vampire")
    led.falls(3)
    led.points("seer", "healer", "NO")
    led.points("witch", "healer")
    led.points("pack-leader", "seer", led.touch("guardian-angel"))
    led.reads("healer", led.dead("guardian-angel"))
    led.talks()
    led.hands({"witch": 4, "healer": 5})
    led.accused("witch", "healer")
    led.speaks()
    led.speaks()
    led.hands({"witch": 4, "healer": 3})
    led.burned("witch")
    led.falls(4)
    led.points("seer", "thief", "NO")
    led.opens("guild-master", "witch", "pack-leader", led.touch("guild-master"))
    led.points("pack-leader", "juliet", led.touch("guard", "juliet"))
    led.reads("healer", led.dead("guild-master", "guard", "juliet"))
    led.talks()
    led.all_hands("pack-leader")
    led.burned("pack-leader")
    led.ends("humans", "Won: Criminals", "No Guard holds the Criminals", "saved")


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


def everything_pulled(led: Moderator) -> None:
    """Power, speaker and screen, in the night and by day."""
    led.set_up("first-moon", 8)
    led.deals("seer", "pack-leader", "pack-wolf", "medium", "innkeeper", "bard", "sinner", "madman")
    led.falls(1)
    led.note("The power is cut in the words of a call, and while the Seer is asked for.")
    led.do("start press", 2)
    led.do("wait", 2)
    led.power_cut()
    led.forward(lambda stage: question(stage) == "ask.whom")
    led.power_cut()
    led.points("seer", "bard", "NO")
    led.note("The speaker is pulled while all eyes are shut.")
    led.do("wait", 1)
    led.do("unplug sound", 0)
    led.do("wait", 3)
    led.do("plug sound", 0)
    led.do("wait", 3)
    led.note("The screen is pulled while the moderator reads.")
    led.forward(lambda stage: isinstance(stage, Tell))
    led.do("unplug screen", 0)
    led.do("wait", 10)
    led.do("plug screen", 0)
    led.do("wait", 5)
    led.reads("wolves", led.awake("pack-leader", "pack-wolf"))
    led.talks()
    led.note("The power is cut between two seats of the accusation.")
    led.forward(lambda stage: question(stage) == "ask.hands")
    led.pick("3")
    led.settle()
    led.pick("0")
    led.settle()
    led.power_cut()
    led.hands({led.counting().seat + 1: 5})
    led.forward(lambda stage: isinstance(stage, Count))
    led.note("The power is cut in a defence; the clock goes on where it was.")
    led.do("wait", 20)
    led.power_cut()
    led.speaks(5)
    led.speaks(5)
    led.hands({1: 6})
    led.burned(1)
    led.forward(lambda stage: isinstance(stage, Perform) and led.village.number == 2)
    led.power_cut()
    led.falls(2)
    led.sheet("out")
    led.do("unplug screen", 0)
    led.do("wait", 3)
    led.do("start hold", 1)
    led.do("plug screen", 5)
    led.do("wait", 5)
    led.ends_game()


def sixteen(led: Moderator) -> None:
    """Hunter, Ghoul, Traitor, Jester and Madman among sixteen, to the verdict."""
    led.set_up("two-moons", 16)
    shadow = ("pack-leader", "young-wolf", "vampire", "traitor")
    village = ("seer", "mage", "healer", "vampire-hunter", "guard", "other-guard")
    led.deals(*shadow, *village, "ghoul", "madman", "jester", "mayor", "courtesan", "assassin")
    led.reads_deal("Vampire Hunter", "Ghoul", "Traitor", "Mage", "Madman", "Other Guard", "Young Wolf")
    led.falls(1)
    led.points("seer", "traitor", "NO")
    led.points("mage", "healer", "YES")
    led.reads("criminals", led.awake("assassin"))
    led.reads("guards", led.awake("guard", "other-guard"), "Show 1 fingers")
    led.reads("vampire-hunter", led.awake("vampire-hunter"), "YES")
    led.reads("wolves", led.awake("pack-leader", "young-wolf"), f"Traitor: {led.seat('traitor') + 1}")
    led.reads("vampire", led.awake("vampire", "ghoul"))
    led.talks()
    led.all_hands("jester")
    led.burned("jester")
    led.falls(2)
    led.points("seer", "young-wolf", "YES")
    led.points("mage", "mayor", "NO")
    led.points("pack-leader", "traitor", f"{led.seat('traitor') + 1} opens the eyes", "NO")
    led.points("vampire", "vampire-hunter", led.touch("ghoul", "vampire-hunter"))
    led.points("healer", "ghoul")
    led.talks()
    led.all_hands("pack-leader")
    led.burned(None)
    led.falls(3)
    led.points("pack-leader", "madman", led.touch("madman"))
    led.points("vampire", "courtesan", led.touch("courtesan"), "Both open their eyes")
    led.talks()
    led.all_hands("young-wolf")
    led.burned("young-wolf")
    led.falls(4)
    led.note("The Madman was killed by wolves: tonight no attack of theirs counts.")
    led.points("pack-leader", "seer")
    led.points("pack-leader", "mage", "Protected: 2, 13")
    led.points("vampire", "pack-leader", led.touch("ghoul", "pack-leader"))
    led.talks()
    led.all_hands("pack-leader")
    led.burned("pack-leader")
    led.falls(5)
    led.opens("assassin", "witch", "vampire", led.touch("vampire"))
    led.talks()
    led.note("A Progeny has lost every trait: the hands for the Courtesan are not halved any more.")
    led.all_hands("courtesan")
    led.burned("courtesan")
    led.ends("humans", "Won")


def variants(led: Moderator) -> None:
    """A timed day, an open vote, cards shown, Amulet and Sword, Peasants whom the moderator makes something."""
    options = dict.fromkeys(("timed_day", "role_reveal", "open_vote", "amulet_sword"), True)
    led.set_up("false-faces", 11, options={**options, "assembly": 5, "latent": "chosen"})
    village = ("seer", "peasant", "peasant 2", "sinner", "priest", "monk", "witch", "jester")
    led.deals("pack-leader", "pack-wolf", "young-wolf", *village)
    led.reads_deal("Monk", "Priest", "Sinner", "Witch")
    led.answers("ask.latent", "hero")
    led.answers("ask.latent", "descendant")
    led.falls(1)
    led.points("seer", "peasant", "NO")
    led.reads("monk", led.awake("monk"), "Not in play: Madman, Mage")
    led.reads("priest", led.awake("priest"), f"Sinner: {led.seat('sinner') + 1}")
    led.reads("amulet", f"Touch {led.owner('amulet')}")
    led.reads("sword", f"Touch {led.owner('sword')}")
    led.reads("wolves", led.awake("pack-leader", "pack-wolf", "young-wolf"))
    led.note("The sun goes down in the talk: nobody burns.")
    led.forward(lambda stage: isinstance(stage, Count))
    led.do("wait", 301)
    led.settle()
    led.falls(2)
    led.points("seer", "witch", "NO")
    led.points("witch", "priest")
    led.points("amulet", "seer", led.touch("seer"))
    led.points("sword", "monk", led.touch("monk"))
    led.points("pack-leader", "peasant 2", "opens the eyes", "NO")
    led.talks()
    led.note("With open eyes everybody counts.")
    led.hands({"pack-leader": 6, "sinner": 5})
    led.speaks()
    led.speaks()
    led.hands({"pack-leader": 5, "sinner": 4})
    led.burned("pack-leader")
    led.falls(3)
    led.points("seer", "peasant 2", "YES")
    led.points("witch", "sinner")
    led.points("amulet", "witch", led.touch("witch"))
    led.points("sword", "jester", led.touch("jester"))
    led.points("pack-wolf", "jester", led.touch("pack-wolf", "jester"))
    led.talks()
    led.all_hands("witch")
    led.burned(None)
    led.falls(4)
    led.points("seer", "young-wolf", "YES")
    led.points("peasant", "peasant", led.touch("peasant", "peasant 2"))
    led.talks()
    led.all_hands("young-wolf")
    led.burned("young-wolf")
    led.ends("humans", "Won: Village")


def all_cards(led: Moderator) -> None:
    """All thirty-six cards, to the verdict."""
    led.set_up("great-assembly", 36, options={"latent": "chosen"})
    led.deals()
    cards = led.evening.rehearsal.box.daemon.house.games["wherewolf"].cards()
    led.reads_deal(
        *(led.evening.rehearsal.box.daemon.house.words.screen("en", f"wherewolf.{card}") for card, _ in cards)
    )
    led.answers("ask.latent", "hero")
    led.answers("ask.latent", "plain")
    criminals = ("assassin", "guild-master", "thief", "spy", "corrupt-guard")
    led.falls(1)
    led.points("seer", "courtesan", "YES")
    led.points("mage", "medium", "YES")
    led.reads("criminals", led.awake(*criminals))
    led.reads("guards", led.awake("guard", "other-guard", "corrupt-guard"), "Show 5 fingers")
    led.reads("monk", led.awake("monk"))
    led.reads("vampire-hunter", led.awake("vampire-hunter"), "YES")
    led.reads("priest", led.awake("priest"), f"Sinner: {led.seat('sinner') + 1} · Courtesan: YES")
    led.points("juliet", "young-wolf", led.touch("young-wolf"), "Both open their eyes")
    led.points("guardian-angel", "healer", led.touch("healer"))
    led.reads("wolves", led.awake("pack-leader", "pack-wolf", "young-wolf"), f"Traitor: {led.seat('traitor') + 1}")
    led.reads("vampire", led.awake("vampire", "ghoul"))
    led.talks()
    led.note("The Pettifogger raises the card for the Jester: he is Accused as well.")
    led.hands({"vampire": 20, "orator": 10, "innkeeper": 5}, cards={"pettifogger": "jester"})
    led.accused("vampire", "orator", "jester")
    for _ in range(3):
        led.speaks()
    led.hands({"vampire": 20, "jester": 9, "orator": 4})
    led.burned("vampire")
    led.falls(2)
    led.opens("thief", "seer")
    led.points("seer", "hermit", "NO")
    led.points("medium", "vampire", "YES")
    led.points("mage", "bard", "NO")
    led.opens("assassin", "witch", None, led.touch("witch"))
    led.points("witch", "innkeeper")
    led.points("pack-leader", "peasant", led.touch("peasant", "pack-leader"))
    led.reads("vampire", led.awake("ghoul"), "Nothing happens")
    led.points("healer", "witch")
    led.talks()
    led.note("Romeo burns: Juliet follows in the night.")
    led.all_hands("young-wolf")
    led.burned("young-wolf")
    led.falls(3)
    led.points("pack-wolf", "hermit")
    led.points("pack-wolf", "merchant", led.touch("merchant"), "Protected")
    led.talks()
    led.all_hands("pack-wolf")
    led.burned("pack-wolf")
    led.ends("humans", "Won: Village", "A Guard holds the Criminals")


HOSTED = {
    "sample-night": ("Eight players, one moon, in Italian: the night and the day of the rulebook.", sample_night),
    "twelve": ("Twelve players, eighteen possible roles: the box draws, and it goes on to the verdict.", twelve),
    "dialled-in": ("Twelve players, cards dealt by hand and dialled in; the City's powers in the votes.", dialled_in),
    "not-told": ("Eight players, and nobody tells the box who is who.", not_told),
    "everything-pulled": ("Eight players; power, speaker and screen are pulled.", everything_pulled),
    "sixteen": ("Sixteen players, to the verdict: Ghoul, Traitor, Jester, Madman, Progeny.", sixteen),
    "variants": ("Eleven players: timed day, open vote, cards shown, Amulet and Sword, latent Peasants.", variants),
    "all-cards": ("Thirty-six players and all the cards, to the verdict.", all_cards),
}
