"""Plans what the rulebook describes for a moderator: its sample night, and its variants."""

from nightcrier.box.show.stages import Count
from tests.evenings.wolf.moderator import Moderator


def sample_night(led: Moderator) -> None:
    """Play the sample night of the rulebook, with its sentences in Italian."""
    led.set_up("first-moon", 8, language="it")
    led.deals("seer", "pack-leader", "pack-wolf", "medium", "innkeeper", "bard", "sinner", "jester")
    led.reads_deal("Veggente", "Medium", "Oste", "Bardo", "Peccatore", "Giullare")
    led.falls(1).hears("È notte, e ognuno torna a casa sua. Chiudete gli occhi, tutti.")
    led.points("seer", "sinner", "SÌ").reads("wolves", "Svegli")
    led.hears(
        "Veggente, apri gli occhi. Indica un giocatore. Ti dirò se ha un'Aura Oscura.",
        "Veggente, chiudi gli occhi.",
        "Lupi Mannari, aprite gli occhi e riconoscetevi.",
        "Lupi Mannari, chiudete gli occhi.",
        "È giorno. Aprite gli occhi.",
        "In questa prima notte non è successo niente.",
        "Il villaggio si riunisce.",
    )
    led.talks().hands({"jester": 4, "pack-wolf": 4}).accused("jester", "pack-wolf").speaks().speaks()
    led.hands({"jester": 2, "pack-wolf": 4}).burned("pack-wolf")
    led.hears(
        "Silenzio. Chiudete gli occhi, tutti.",
        "accusano voi.",
        "Ora gli Accusati possono difendersi.",
        "Chiamo gli Accusati: la Città e tutti gli altri alzino la mano contro uno.",
        "il villaggio ha scelto te.",
    )
    led.falls(2).points("seer", "pack-leader", "SÌ").points("medium", "pack-wolf", "SÌ")
    led.points("pack-leader", "bard", "Tocca")
    led.talks()
    led.hears(
        "Veggente, apri gli occhi.",
        "Indica un giocatore.",
        "Medium, apri gli occhi.",
        "Lupi Mannari, aprite gli occhi. Il più forte può indicare una preda.",
        "non ti svegli più.",
        "All'osteria si dice che stanotte la Veggente abbia trovato un'Aura Oscura.",
    )
    led.all_hands("pack-leader").burned("pack-leader")
    led.ends("humans", "Vittoria: Villaggio")


def variants(led: Moderator) -> None:
    """Play with a timed day, an open vote, cards shown, Amulet and Sword, and Peasants who get other roles."""
    options = dict.fromkeys(("timed_day", "role_reveal", "open_vote", "amulet_sword"), True)
    led.set_up("false-faces", 11, options={**options, "assembly": 5, "latent": "chosen"})
    village = ("seer", "peasant", "peasant 2", "sinner", "priest", "monk", "witch", "jester")
    led.deals("pack-leader", "pack-wolf", "young-wolf", *village).reads_deal("Monk", "Priest", "Sinner", "Witch")
    led.answers("ask.latent", "hero").answers("ask.latent", "descendant")
    led.falls(1).points("seer", "peasant", "NO").reads("monk", led.awake("monk"), "Not in play: Madman, Mage")
    led.reads("priest", led.awake("priest"), f"Sinner: {led.seat('sinner') + 1}")
    led.reads("amulet", f"Touch {led.owner('amulet')}").reads("sword", f"Touch {led.owner('sword')}")
    led.reads("wolves", led.awake("pack-leader", "pack-wolf", "young-wolf"))
    led.note("The sun goes down in the talk: nobody burns.").forward(lambda stage: isinstance(stage, Count))
    led.do("wait", 301)
    led.settle()
    led.falls(2).points("seer", "witch", "NO").points("witch", "priest").points("amulet", "seer", led.touch("seer"))
    led.points("sword", "monk", led.touch("monk")).points("pack-leader", "peasant 2", "opens their eyes", "NO")
    led.talks()
    led.note("With open eyes everybody counts.").hands({"pack-leader": 6, "sinner": 5}).speaks().speaks()
    led.hands({"pack-leader": 5, "sinner": 4}).burned("pack-leader")
    led.falls(3).points("seer", "peasant 2", "YES").points("witch", "sinner")
    led.points("amulet", "witch", led.touch("witch")).points("sword", "jester", led.touch("jester"))
    led.points("pack-wolf", "jester", led.touch("pack-wolf", "jester"))
    led.talks().all_hands("witch").burned(None)
    led.falls(4).points("seer", "young-wolf", "YES").points("peasant", "peasant", led.touch("peasant", "peasant 2"))
    led.talks().all_hands("young-wolf").burned("young-wolf")
    led.ends("humans", "Won: Village")
