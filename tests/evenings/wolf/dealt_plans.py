"""Plans the evenings without a moderator. Each has as many possible roles as players, so all are dealt."""

from nightcrier.box.show.stages import Count, Verdict
from tests.evenings.wolf.dealt_table import DealtTable
from tests.evenings.wolf.wolf_evening import question

BOX = {"host": "box"}


def eight(table: DealtTable) -> None:
    """Play a game with the Mystics, a Young Wolf who burns, and a run-off, to the verdict."""
    deck = ("seer", "pack-leader", "young-wolf", "mage", "medium", "witch", "healer", "bard")
    table.set_up("first-moon", 8, deck=deck, options=BOX)
    table.deals(who_they_are(deck))
    table.dusk(
        {"seer": ("young-wolf",), "mage": ("healer",)},
        {
            "seer": ("dark aura",),
            "mage": ("a Mystic",),
            "pack-leader": (table.with_you("young-wolf"),),
            "young-wolf": (table.with_you("pack-leader"),),
        },
    )
    table.dawn({"bard": ("Nothing happened",)})
    table.talks().ballot({}, "young-wolf").settle().burned("young-wolf")
    table.dusk(
        {
            "seer": ("pack-leader",),
            "mage": ("bard",),
            "medium": ("young-wolf",),
            "witch": ("bard",),
            "pack-leader": ("bard", "mage"),
        },
        {"seer": ("dark aura",), "mage": ("no Mystic",), "medium": ("dark aura",)},
    )
    table.dawn(
        {
            "mage": ("You were killed tonight",),
            "healer": (f"Killed tonight: {table.seat('mage') + 1}",),
            "pack-leader": (f"Protected: {table.seat('bard') + 1}",),
        },
        {"healer": ("mage",)},
    )
    table.talks().ballot({"pack-leader": ("bard",), "seer": ("bard",)}, "pack-leader")
    table.run_off({"pack-leader": ("bard",)}, "pack-leader").settle().burned("pack-leader")
    table.ends("humans")


def twelve(table: DealtTable) -> None:
    """Play one moon for twelve with Amulet and Sword, to the verdict."""
    deck = ("seer", "pack-leader", "pack-wolf", "traitor", "madman", "innkeeper", "sinner", "priest", "courtesan")
    deck = (*deck, "peasant", "peasant 2", "hermit")
    table.set_up("two-moons", 12, deck=deck, options={**BOX, "amulet_sword": True})
    traitor = f"Traitor: {table.seat('traitor') + 1}"
    priest = f"Sinner: {table.seat('sinner') + 1}", "Courtesan: in play"
    table.deals(who_they_are(deck) | {"priest": priest, "pack-leader": (traitor,), "pack-wolf": (traitor,)})
    pack = {"pack-leader": (table.with_you("pack-wolf"),), "pack-wolf": (table.with_you("pack-leader"),)}
    table.dusk({"seer": ("sinner",)}, {"seer": ("dark aura",), **pack})
    first = table.owner("amulet")
    has, attacked = "You have the Amulet: it saves you once", "You have the Sword: the Shadow that attacks you dies"
    table.dawn({first: (has,), table.owner("sword"): (attacked,)})
    table.talks().ballot({}, "pack-wolf").settle().burned("pack-wolf")
    handed = {first: ("seer", "madman", "keeps")} if first == table.seat("seer") + 1 else {}
    table.dusk({"pack-leader": ("madman",), **handed})
    table.dawn({"madman": ("You were killed tonight",), "hermit": ("Nothing happened",)})
    table.talks()
    table.ballot({"innkeeper": ("hermit",), "traitor": ("hermit",), "courtesan": ("hermit",)}, "pack-leader")
    table.run_off({}, "pack-leader").settle().burned("pack-leader")
    table.ends("humans")


def two_moons(table: DealtTable) -> None:
    """Play a game with lovers, Vampire, Criminals and Guards."""
    deck = ("seer", "pack-leader", "pack-wolf", "vampire", "ghoul", "vampire-hunter", "assassin", "thief")
    deck = (*deck, "guild-master", "guard", "juliet", "guardian-angel")
    table.set_up("two-moons", 12, deck=deck, options=BOX)
    table.deals(who_they_are(deck) | {"vampire-hunter": ("Vampire: in play",), "guard": ("Criminals: 3",)})
    table.dusk(
        {"seer": ("guard",), "juliet": ("pack-wolf",), "guardian-angel": ("guard",)},
        {
            "seer": ("white aura",),
            "vampire": (table.with_you("ghoul"),),
            "ghoul": (table.with_you("vampire"),),
            "assassin": (table.with_you("thief", "guild-master"),),
            "thief": (table.with_you("assassin", "guild-master"),),
            "guild-master": (table.with_you("assassin", "thief"),),
        },
    )
    juliet = f"{table.seat('juliet') + 1}"
    table.dawn({"pack-wolf": ("You are Romeo", juliet), "guard": ("In the turn: Guardian Angel",)})
    table.talks()
    table.note("The Beloved would be Accused: the Angel is, and all votes are on that one.").ballot({}, "guard")
    table.settle().burned("guardian-angel")
    table.dusk(
        {
            "seer": ("vampire",),
            "thief": ("seer", "seer"),
            "assassin": ("seer", "seer"),
            "pack-wolf": ("ghoul",),
            "pack-leader": ("thief",),
            "vampire": ("guard",),
        },
        {"seer": ("dark aura",)},
    )
    table.dawn(
        {
            "seer": ("You were killed tonight",),
            "thief": ("Seer",),
            "pack-leader": (f"Protected: {table.seat('thief') + 1}",),
            "guard": ("You are a Progeny",),
            "vampire": (table.with_you("guard"),),
        }
    )
    table.talks().ballot({}, "pack-leader").settle().burned("pack-leader")
    hunter = table.seat("vampire-hunter") + 1
    table.dusk({"guild-master": (hunter, "seer"), "vampire": (hunter,)})
    table.dawn({"vampire-hunter": ("Criminal now",), "ghoul": ("killed",), "guild-master": (table.with_you(hunter),)})
    table.talks().ends_game()


def city(table: DealtTable) -> None:
    """Play a game with powers in the votes, the Spy, the Jester and the corrupt Guard."""
    deck = ("seer", "pack-leader", "pack-wolf", "young-wolf", "mayor", "merchant", "orator", "pettifogger", "spy")
    deck = (*deck, "corrupt-guard", "other-guard", "jester")
    table.set_up("two-moons", 12, deck=deck, options=BOX)
    criminals = ("Criminals: 2",)
    table.deals(who_they_are(deck) | {"corrupt-guard": criminals, "other-guard": criminals})
    table.dusk(
        {},
        {
            "spy": (table.with_you("corrupt-guard"),),
            "corrupt-guard": (table.with_you("spy"),),
            "other-guard": (table.with_you("corrupt-guard"),),
        },
    )
    table.talks()
    table.note("The Pettifogger takes the Orator's votes; the Merchant votes for two.")
    table.ballot(
        {
            "spy": ("spy",),
            "pettifogger": ("orator", "no-more", "card"),
            "merchant": ("jester", "seer", "hand"),
            "seer": ("jester",),
            "pack-leader": ("jester",),
            "young-wolf": ("mayor",),
            "pack-wolf": ("mayor",),
        },
        "orator",
    )
    votes = f"{table.seat('merchant') + 1}→{table.seat('jester') + 1}+{table.seat('seer') + 1}"
    table.spies({"spy": (votes,), "mayor": (f"{table.seat('mayor') + 1}→{table.seat('orator') + 1}",)})
    table.note("The Mayor's card is worth the City and one more.")
    jesters = dict.fromkeys(("seer", "spy", "pack-leader", "pack-wolf", "young-wolf"), ("jester",))
    table.run_off({"mayor": ("jester", "no-more", "card"), **jesters}, "mayor").settle().burned("jester")
    table.dusk({"pack-leader": ("seer",)}).dawn({"seer": ("You were killed tonight",)})
    table.talks().ends_game()


def first_dead_leads(table: DealtTable) -> None:
    """Play a game in which no press ends a turn, power cuts come between and in turns, and the first dead leads on."""
    deck = ("seer", "pack-leader", "young-wolf", "pack-wolf", "monk", "peasant", "peasant 2", "hermit", "witch", "bard")
    table.set_up(
        "first-moon", 8, deck=deck, options={**BOX, "full_windows": True, "dead_lead": True, "latent": "drawn"}
    )
    table.deals({"monk": ("You are: Monk", "Not in play: ")}).comes_to("DuskRound")
    table.note("The power is cut while a seat has the dial, and between two seats.").called(0).do("dial down", 1)
    table.do("dial up", 2)
    table.power_cut().called(0).turn_of(0, (), ())
    table.called(1).turn_of(1, (), ())
    table.do("wait", 21)
    table.power_cut().everybody({}, {}, first=2).dawn()
    table.talks().ballot({}, "pack-leader").settle().burned("pack-leader")
    table.forward(lambda stage: question(stage) == "ask.lead")
    table.pick("yes", 2)
    table.forward(lambda stage: isinstance(stage, Count | Verdict))
    table.ends_game()


def who_they_are(deck: tuple[str, ...]) -> dict[str | int, tuple[str, ...]]:
    """Return the first text that each role reads."""
    return {card: (f"You are: {card.partition(' ')[0].replace('-', ' ').title()}",) for card in deck}


DEALT = {
    "box-eight": ("Eight players without a moderator, to the verdict: the Mystics and a Young Wolf.", eight),
    "box-twelve": ("Twelve without a moderator, with Amulet and Sword, to the verdict.", twelve),
    "box-two-moons": ("Twelve without a moderator: lovers, Vampire, Criminals and Guards.", two_moons),
    "box-city": ("Twelve without a moderator: powers in the votes, the Spy, the Jester.", city),
    "box-leads": (
        "Eight without a moderator: full time for all, power cuts, and the first dead leads.",
        first_dead_leads,
    ),
}
