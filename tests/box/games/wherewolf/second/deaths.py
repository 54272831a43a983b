"""Turns marks into deaths, after Amulet, lovers and Healer."""

from tests.box.games.wherewolf.second.acts import choice, one_act
from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.town import Act, Town, acting, destroy, note, places_of, tell


def count_dead(town: Town) -> None:
    """Note who is dead when the Healer opens her eyes, and each cause."""
    night = town["night"]
    night["dead"] = {seat: set(causes) for seat, causes in night["marks"].items()}
    _amulet(town)
    _lovers(town)
    _follow_the_pyre(town)
    _amulet(town)
    night["notified"].update(night["dead"])


def _amulet(town: Town) -> None:
    owner = town["owner"]["amulet"]
    if owner is not None and owner in town["night"]["dead"]:
        del town["night"]["dead"][owner]
        destroy(town, "amulet")
        town["night"]["destroyed"].append("amulet")
        note(town, "amulet: saves at night")


def _couple(town: Town) -> tuple[int, int] | None:
    """Return Juliet and Romeo while the bond holds: both are in play, and she is not turned."""
    juliet, romeo = acting(town, "juliet"), town["romeo"]
    if juliet is None or romeo is None or romeo == juliet or not town["alive"][romeo]:
        return None
    return juliet, romeo


def _lovers(town: Town) -> None:
    couple, dead = _couple(town), town["night"]["dead"]
    if couple is None:
        return
    struck = [seat in dead for seat in couple]
    if struck[0]:
        dead.setdefault(couple[1], set()).add("lover")
    if struck[1]:
        dead.setdefault(couple[0], set()).add("lover")
    if any(struck):
        note(town, f"lovers: {'both killed' if all(struck) else 'one follows in the night'}")


def _follow_the_pyre(town: Town) -> None:
    """Kill a lover whose partner burned yesterday. No Amulet helps, since one that worked tonight is already gone."""
    follows = town["follows"]
    if follows is not None:
        town["night"]["dead"].setdefault(follows, set()).add("lover")
        note(town, "lovers: one follows the other's pyre")


def heal(town: Town, acts: list[Act]) -> None:
    """Show the dead to the Healer, who may save one of them once."""
    healer, act = acting(town, "healer"), one_act(town, acts, "healer")
    if healer is None:
        return
    dead = town["night"]["dead"]
    tell(town, healer, "healer", places_of([seat for seat in dead if seat != healer]))
    if act is None:
        return
    patient = choice(town, act, myself=town["switch"]["healer_may_save_self"])
    if patient not in dead:
        refuse(town["round"], act["seat"], "saves somebody who was not killed tonight")
    _save(town, patient)
    if patient in dead:
        note(town, "power: healer saves in vain")
    else:
        town["night"]["saved"].append(patient)
        note(town, f"power: healer saves {'herself' if patient == healer else 'somebody'}")


def _save(town: Town, patient: int) -> None:
    """Undo what struck the patient. A partner who only followed also lives, but if the partner was struck too, the
    patient follows. By the letter of the card, only the patient lives."""
    dead = town["night"]["dead"]
    causes = dead.pop(patient)
    if town["switch"]["healer_saves_named"]:
        note(town, "power: healer saves by the letter")
        return
    couple = _couple(town) or ()
    partner = next((seat for seat in couple if patient in couple and seat != patient), None)
    if partner in dead and causes != {"lover"}:
        dead[partner].discard("lover")
        if not dead[partner]:
            del dead[partner]
            note(town, "power: healer saves both lovers")
    if patient == town["follows"] or partner in dead:
        dead[patient] = {"lover"}
