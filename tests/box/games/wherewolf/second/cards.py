"""Lists what is printed on the cards: the faction, and whether the aura is dark."""

CARDS: dict[str, tuple[str, bool]] = {
    "guardian-angel": ("lover", False),
    "assassin": ("criminals", True),
    "pettifogger": ("city", False),
    "bard": ("village", False),
    "courtesan": ("city", True),
    "mayor": ("city", False),
    "vampire-hunter": ("village", False),
    "pack-leader": ("wolves", True),
    "guild-master": ("criminals", False),
    "peasant": ("village", False),
    "hermit": ("village", False),
    "ghoul": ("none", False),
    "young-wolf": ("wolves", True),
    "juliet": ("lover", False),
    "jester": ("none", False),
    "guard": ("village", False),
    "other-guard": ("village", False),
    "corrupt-guard": ("criminals", True),
    "healer": ("village", False),
    "thief": ("criminals", False),
    "pack-wolf": ("wolves", True),
    "mage": ("village", False),
    "medium": ("village", False),
    "merchant": ("city", False),
    "monk": ("village", False),
    "orator": ("city", False),
    "innkeeper": ("village", False),
    "madman": ("none", False),
    "sinner": ("village", True),
    "priest": ("village", False),
    "spy": ("criminals", False),
    "witch": ("village", False),
    "traitor": ("none", False),
    "vampire": ("vampire", True),
    "seer": ("village", False),
}

MYSTICS = ("seer", "medium", "mage", "witch", "healer")
"""The Mystics, in the order in which they are called."""

WOLVES = ("pack-leader", "pack-wolf", "young-wolf")
CRIMINALS = ("assassin", "guild-master", "thief", "spy", "corrupt-guard")
GUARDS = ("guard", "other-guard")
CITY = ("courtesan", "mayor", "merchant", "orator", "pettifogger")

SWITCHES: dict[str, bool] = {
    "assassin_is_attack": False,
    "wolves_may_hit_wolves": True,
    "orator_passive_in_ties": True,
    "sword_every_pointer": False,
    "healer_may_save_self": False,
    "traitor_in_quarter": True,
    "self_choice": False,
    "pettifogger_once": False,
    "kept_item_destroyed": True,
    "protected_angel_lives": False,
    "tavern_first_morning": False,
    "healer_saves_named": False,
}
