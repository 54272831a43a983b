"""The switches of the house: where the rulebook leaves a choice, the default is our ruling."""

from msgspec import Struct


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    """The switches of the house. `True` departs from the ruling where the default is `False`, and the other way
    round."""

    assassin_is_attack: bool = False
    wolves_may_hit_wolves: bool = True
    orator_passive_in_ties: bool = True
    sword_every_pointer: bool = False
    healer_may_save_self: bool = False
    traitor_in_quarter: bool = True
    self_choice: bool = False
    pettifogger_once: bool = False
    kept_item_destroyed: bool = True
    protected_angel_lives: bool = False
