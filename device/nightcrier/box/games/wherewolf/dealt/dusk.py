"""Call every player at dusk: what each seat reads, the lists it dials, and its actions.

All players dial an equal number of lists of equal length, even if a seat has no choice. If the time of a seat runs out,
a required choice is made at random, and an optional power is not used."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.secret_turns import DialList, SeatTurn, dial_list
from nightcrier.box.games.wherewolf.dealt.deal import answer_facts, own_facts, role_facts
from nightcrier.box.games.wherewolf.dealt.secret_round import WolfRound, players_called
from nightcrier.box.games.wherewolf.referee.attacks import PACK_POWERS
from nightcrier.box.games.wherewolf.referee.game_state import GameState, NightCourse, holder
from nightcrier.box.games.wherewolf.referee.night import play_night
from nightcrier.box.games.wherewolf.referee.night_choices import PowerChoice, night_choices
from nightcrier.box.games.wherewolf.referee.night_turns import ask_mage, ask_medium, ask_seer
from nightcrier.box.games.wherewolf.referee.records import NightAction
from nightcrier.box.games.wherewolf.rulebook import ITEMS, MYSTICS, ROLE_TABLE
from nightcrier.box.games.wherewolf.table.phrases import (
    NOBODY,
    role_word,
    seat_number,
    seat_options,
    wolf_line,
    wolf_word,
)
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.cues import CHOSEN, Bed, Call, Show, say_lines
from nightcrier.box.show.facts import Fact, Joined
from nightcrier.kernel.chance import SeededChance, derive_seed

_NOT_TONIGHT, KEEPS = "not-tonight", "keeps"
"""The values of two answers without a seat: a power is not used tonight, and an item is kept."""
FIRST, SECOND = "first", "second"
"""The names of two presses. FIRST chooses the target of a power. SECOND chooses the Mystic's turn or the second prey.
Items have presses with other names."""


class SeatPowers(Struct, frozen=True):
    """The powers that a seat may use tonight: the power of its role, and the powers of its items."""

    own: PowerChoice | None
    items: dict[str, PowerChoice]


def powers_of(state: GameState, seat: int) -> SeatPowers:
    """Return the powers of a seat at nightfall. A Progeny has no powers, and a used-up power is left out."""
    found = [choice for choice in night_choices(state) if choice.seat == seat]
    own = next((choice for choice in found if choice.power not in ITEMS), None)
    return SeatPowers(own, {choice.power: choice for choice in found if choice.power in ITEMS})


def dusk_picks(rules: WolfRules, village: WolfVillage) -> tuple[str, ...]:
    """Return the purpose of each press of tonight. The result depends only on what all players may know: the number of
    the night, the possible roles, the items, and whether somebody burned yesterday."""
    if village.number == 1:
        return (FIRST,)
    windows = any(ROLE_TABLE[role].window for role in rules.possible)
    burned = bool(village.rounds and village.rounds[-1].day and village.rounds[-1].day.burned is not None)
    second = windows or (burned and "young-wolf" in rules.possible)
    return (FIRST, *((SECOND,) if second else ()), *rules.items)


def dusk_lists(rules: WolfRules, village: WolfVillage, seat: int) -> tuple[DialList, ...]:
    """Return the lists that a seat dials, in the order of the presses."""
    state, powers = village.known, powers_of(village.known, seat)
    length = _length(rules, state)
    lot = derive_seed(rules.seed, f"dusk {village.number} {seat}")
    return tuple(
        dial_list(_options(state, powers, pick), length, derive_seed(lot, pick)) for pick in dusk_picks(rules, village)
    )


def _length(rules: WolfRules, state: GameState) -> int:
    """Return the length of every list. The list has space for all players in play and "nobody", and for all dead
    players. It also has space for the turns of all possible Mystics and "none"."""
    here = len(state.in_play)
    return max(here + 1, len(state.players) - here, len(MYSTICS.intersection(rules.possible)) + 1)


def _options(state: GameState, powers: SeatPowers, pick: str) -> Sequence[Option]:
    """Return the options of a seat for one press. A seat without a power for this press names a suspect."""
    own = powers.own
    if pick in powers.items:
        return (*_item_options(pick, powers.items[pick].targets), Option(KEEPS, wolf_word("keeps")))
    if pick == SECOND and own and own.windows:
        turns = [Option(role, wolf_word("in-turn", role=role_word(role))) for role in own.windows]
        return (*turns, Option(_NOT_TONIGHT, wolf_word("not-tonight")))
    if own and own.targets and (pick == FIRST or (pick == SECOND and own.number > 1)):
        return seat_options(own.targets) if own.duty else (*seat_options(own.targets), _NOBODY)
    return suspects(state)


def suspects(state: GameState) -> Sequence[Option]:
    """Return an option for each player in play, and one option for nobody."""
    return (*seat_options(state.in_play), _NOBODY)


_NOBODY = Option(NOBODY, wolf_word(NOBODY))


def _item_options(item: str, targets: Sequence[int]) -> Sequence[Option]:
    name = role_word(item)
    return tuple(Option(str(seat), Joined((name, seat_number(seat)), " → ")) for seat in targets)


class DuskActs(Struct, frozen=True):
    """The actions of one seat at dusk. `suspects` are the seats that the player named at presses without a power."""

    actions: tuple[NightAction, ...]
    suspects: tuple[int, ...]


def dusk_acts(rules: WolfRules, village: WolfVillage, seat: int, row: Picks) -> DuskActs:
    """Return the actions of a seat. They depend only on the state at nightfall, so the order of the turns does not
    matter."""
    state, powers = village.known, powers_of(village.known, seat)
    chosen = dict(zip(dusk_picks(rules, village), row, strict=False))
    lot = derive_seed(rules.seed, f"duty {village.number} {seat}")
    own = () if powers.own is None else _own(state, powers.own, chosen, lot)
    named = [_seat(value) for pick, value in chosen.items() if not _uses(powers, pick, chosen)]
    suspects = dict.fromkeys(other for other in named if other is not None)
    return DuskActs((*own, *_hand_over(powers, chosen)), tuple(suspects))


def round_acts(rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> Mapping[int, DuskActs]:
    """Return the actions of all seats whose turn has ended, in the order of the seats in play."""
    return {seat: dusk_acts(rules, village, seat, row) for seat, row in zip(village.known.in_play, rows, strict=False)}


def _own(state: GameState, choice: PowerChoice, chosen: Mapping[str, str], lot: int) -> tuple[NightAction, ...]:
    """Return the actions of a seat with the power of its role: one action, or none."""
    if choice.windows:
        return _in_window(state, choice, chosen)
    targets = [_seat(chosen.get(pick, "")) for pick in (FIRST, SECOND)[: choice.number]]
    if choice.duty and targets == [None]:
        targets = [SeededChance(lot).pick(choice.targets)]
    pointed = tuple([target for target in targets if target is not None])
    return (NightAction(choice.seat, choice.power, pointed),) if pointed else ()


def _in_window(state: GameState, choice: PowerChoice, chosen: Mapping[str, str]) -> tuple[NightAction, ...]:
    """Return the action of a seat in a Mystic's turn. The action has a target only if the Mystic is not in play."""
    during = chosen.get(SECOND, "")
    if during not in choice.windows:
        return ()
    target = _seat(chosen[FIRST]) if choice.targets and holder(state, during) is None else None
    return (NightAction(choice.seat, choice.power, () if target is None else (target,), during),)


def _hand_over(powers: SeatPowers, chosen: Mapping[str, str]) -> tuple[NightAction, ...]:
    """Return the actions that give items to their next owners. If the time of a seat ran out, the seat keeps its
    item."""
    found = [(choice, _seat(chosen.get(item, ""))) for item, choice in powers.items.items()]
    return tuple([NightAction(choice.seat, choice.power, (other,)) for choice, other in found if other is not None])


def _uses(powers: SeatPowers, pick: str, chosen: Mapping[str, str]) -> bool:
    """Say whether a seat uses a power with this press."""
    own = powers.own
    if own is None or pick in powers.items:
        return pick in powers.items
    if own.windows:
        return pick == FIRST and bool(own.targets) and chosen.get(SECOND, "") in own.windows
    return pick == FIRST or (pick == SECOND and own.number > 1)


def _seat(value: str) -> int | None:
    return int(value) if value.isdecimal() else None


def still_possible(state: GameState, actions: Sequence[NightAction]) -> tuple[NightAction, ...]:
    """Return the actions without those that have become impossible. For example, a new Progeny has lost the power to
    act in the Healer's turn."""
    turned = play_night(state, actions).night.turned
    lost = {seat for seat, how in turned.items() if how == "progeny"}
    return tuple([action for action in actions if action.during != "healer" or action.seat not in lost])


_LEAST, _FIRST_PICK, _FURTHER_PICK = 6.0, 22.0, 8.0
_ASKS = {"seer": ask_seer, "mage": ask_mage, "medium": ask_medium}


class DuskRound(WolfRound, frozen=True):
    """The secret round in which every player reads and chooses. The answers depend only on the state at nightfall."""

    page: str = "night"

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        time = _FIRST_PICK + _FURTHER_PICK * (len(dusk_picks(rules, village)) - 1)
        return (
            Call(wolf_word("moment.dusk")),
            *say_lines(wolf_line("nightfall")),
            Bed(CHOSEN),
            *say_lines(wolf_line("box.dusk")),
            *players_called(rules, village, time, _LEAST),
        )

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        seen = own_facts(village, seat, _proposals(rules, village, seat, rows))
        return SeatTurn(seat, dusk_lists(rules, village, seat), seen, _answers(village.known, seat), final=True)

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        acts = round_acts(rules, village, rows)
        night = still_possible(village.known, [action for done in acts.values() for action in done.actions])
        suspects = {seat: done.suspects for seat, done in acts.items()}
        return StepResult(replace(village, night=night, suspects=(*village.suspects, suspects)))


def _proposals(rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> tuple[Fact, ...]:
    """Return the facts that show a wolf the choices of the earlier wolves. The referee counts only the choice of the
    strongest wolf."""
    if not village.known.players[seat].strength:
        return ()
    actions = [action for done in round_acts(rules, village, rows).values() for action in done.actions]
    wanted = tuple([_prey_fact(action) for action in actions if action.power in PACK_POWERS])
    return (wolf_word("pack-wants", seats=Joined(wanted)),) if wanted else ()


def _prey_fact(action: NightAction) -> Fact:
    prey = Joined(tuple(map(seat_number, action.targets)), "+")
    return Joined((seat_number(action.seat), prey), "→")


def _answers(state: GameState, seat: int) -> Mapping[str, tuple[Fact, ...]]:
    """Return the possible answers to a seat whose power asks about a seat, by the seat asked about."""
    own = powers_of(state, seat).own
    if own is None or own.power not in _ASKS:
        return {}
    role = role_facts(own.power)[:1]
    return {str(target): (*role, *_answer(state, NightAction(seat, own.power, (target,)))) for target in own.targets}


def _answer(state: GameState, action: NightAction) -> tuple[Fact, ...]:
    course = NightCourse(state)
    course.chosen[action.power] = action
    _ASKS[action.power](course)
    return answer_facts(course.told)
