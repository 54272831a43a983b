"""Holds the state of a game of Wherewolf in progress, as the box knows it, from a random deal to the last vote.

Seats count from 0 in this file, and from 1 in everything that people read and hear."""

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.host_steps import LedState
from nightcrier.box.games.engine.referee.records import Leaving
from nightcrier.box.games.wherewolf.decks.role_draw import MONK_LEARNS, dark_possible, draw_roles
from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.referee.game_state import GameState, NightRecord, deal_game, eliminate
from nightcrier.box.games.wherewolf.referee.night import play_wolf_night
from nightcrier.box.games.wherewolf.referee.records import DayActs, DealtTable, NightAction, RoundActs, VoteSheet
from nightcrier.box.games.wherewolf.referee.victory import game_end
from nightcrier.box.games.wherewolf.referee.whole_game import RoundRecord, play_wolf_day
from nightcrier.box.games.wherewolf.rulebook import CALLED, ITEMS, ROLE_TABLE, calls_made
from nightcrier.box.games.wherewolf.table.phrases import role_word, wolf_line
from nightcrier.box.show.agenda import AgendaStep, StepResult
from nightcrier.box.show.facts import Fact
from nightcrier.kernel.chance import Chance, SeededChance, derive_seed
from nightcrier.kernel.ids import LineId


class WolfRules(Struct, frozen=True):
    """The rules of a game, which stay unchanged during the game. The seed is the source of all random values."""

    possible: tuple[str, ...]
    players: int
    options: WherewolfOptions = WherewolfOptions()
    seed: int = 0
    fresh: tuple[str, ...] = ()  # roles that this table has never played, or that their calls explain

    @property
    def items(self) -> tuple[str, ...]:
        return ITEMS if self.options.amulet_sword else ()

    @property
    def has_windows(self) -> bool:
        """Say whether any possible role may open its eyes in a Mystic's turn."""
        return any(ROLE_TABLE[role].window for role in self.possible)

    def calls(self, number: int) -> tuple[str, ...]:
        """Return the calls of a night. `number` counts nights from 1."""
        return calls_made(number, (*self.possible, *self.items))

    @property
    def seats(self) -> range:
        return range(self.players)

    def role_fact(self, role: str) -> Fact:
        return role_word(role)

    def says_little(self, number: int, call: str = "") -> bool:
        """Say whether a night leaves out the rules in a call. Without a `call`, say whether it leaves out the rules for
        everybody, which are new only while all roles are new. With the wording of an evening, rules are said once. The
        rules of attacks are said in the second night."""
        if self.options.wording != "evening":
            return self.options.wording == "short"
        owners, fresh = CALLED.get(call, frozenset()).intersection(self.possible), {*self.fresh}
        new = fresh & owners if owners else fresh.issuperset(self.possible)
        return not new or number > (1 if call in ("", "seer", "mage") else FIRST_ATTACKS)

    def unplaced(self, village: "WolfVillage") -> tuple[str, ...]:
        return tuple((Counter(village.actual) - Counter(village.placed.values())).elements())

    def place(self, village: "WolfVillage", placed: Mapping[int, str]) -> "WolfVillage":
        """Return the village with the roles of known seats. The other roles are assigned to any seats for now, so
        nothing may be told about an unknown seat."""
        left = Counter(village.actual) - Counter(placed.values())
        spare = iter(sorted(left.elements()))
        roles = tuple(placed[seat] if seat in placed else next(spare) for seat in self.seats)
        latent = _draw_latent(self, roles) if self.options.latent == "drawn" else {}
        shown = village.shown or roles_for_monk(self, roles)
        table = DealtTable(roles, self.possible, latent, _owners(self), self.options.switches, shown)
        return with_table(replace(village, placed=placed), table)

    def said_of_healing(self, number: int) -> tuple[LineId, ...]:
        """Return the line that says whom of two lovers the Healer may save. It is said once, in the first night in
        which she may save anybody."""
        matters = number == FIRST_ATTACKS and {"healer", "juliet"}.issubset(self.possible)
        which = "named" if self.options.healer_saves_named else "lovers"
        return (wolf_line(f"healer.{which}"),) if matters else ()


FIRST_ATTACKS = 2
"""The number of the first night in which somebody may be attacked."""


class WolfVillage(LedState, frozen=True, kw_only=True):
    """The state of a game in progress. With `led`, a moderator has the glass. `actual` are the roles in play. `game` is
    the state at nightfall or in the morning, or None if the box does not know the roles.

    `night` are the actions of tonight so far. `accusation` and `run_off` are the votes of today. With `offered`,
    somebody was already asked to lead. `gone` are the dead seats of a game without known roles. `left` are the seats
    that have left the game. `shown` are the roles that the moderator has chosen for the Monk. `unread` are the seats
    that ran out of time at dusk before they could read the result of their choice. `began` is the seat, counted from 1,
    that began the last talk in turns."""

    led: bool
    actual: tuple[str, ...] = ()
    game: GameState | None = None
    rounds: tuple[RoundRecord, ...] = ()
    night: tuple[NightAction, ...] = ()
    outcome: NightRecord | None = None
    accusation: VoteSheet | None = None
    run_off: VoteSheet | None = None
    unread: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    offered: bool = False
    shown: tuple[str, ...] = ()
    began: int = 0

    @property
    def known(self) -> GameState:
        """The state of a game whose roles the box knows. Raises LookupError for any other game."""
        if self.game is None:
            raise LookupError("nobody told the box who is who")
        return self.game


WolfStep: TypeAlias = AgendaStep[WolfRules, WolfVillage]
WolfResult: TypeAlias = StepResult[WolfVillage]


def with_table(village: WolfVillage, table: DealtTable) -> WolfVillage:
    """Return the village with its deal, which the box now knows. Seats that are already out stay out."""
    before = village.game
    out = tuple(seat for seat in village.left if before and before.players[seat].out)
    return replace(village, game=starve(deal_game(table), out, village.number, "night"))


def starve(state: GameState, seats: tuple[int, ...], number: int, when: str) -> GameState:
    """Return the state after hunger has eaten these seats in this night or on this day."""
    hungry = state.twin()
    for seat in seats:
        if hungry.players[seat].out is None:
            eliminate(hungry, seat, Leaving(number, when, ("hunger",)))
    return hungry


def wolf_seats_asked(village: WolfVillage) -> tuple[int, ...]:
    """Return the seats in play that have not left."""
    return tuple(seat for seat in village.known.in_play if seat not in village.left)


def asked_state(village: WolfVillage) -> GameState:
    """Return the state without the seats that have left, because nobody asks them any more."""
    return starve(village.known, village.left, village.number, "night") if village.left else village.known


def at_nightfall(village: WolfVillage) -> WolfVillage:
    """Return the village at the beginning of the next night, before anybody has acted."""
    return replace(village, number=village.number + 1, night=(), outcome=None, accusation=None, run_off=None)


def in_the_morning(village: WolfVillage) -> WolfVillage:
    """Return the village after the referee has judged the night."""
    outcome = play_wolf_night(village.known, village.night)
    state = starve(outcome.state, village.left, village.number, "night")
    if state.end is None and state.number > 1:
        state.end = game_end(state)
    return replace(village, outcome=replace(outcome, state=state), game=state)


def after_votes(village: WolfVillage, acts: DayActs | None) -> WolfVillage:
    """Return the village after the votes of the day, or without a day if the game has ended. Raises RefusedGame."""
    if village.outcome is None:
        raise LookupError("there was no night before this day")
    state, day = play_wolf_day(village.known, acts) if acts else (village.known, None)
    record = RoundRecord(RoundActs(village.night, acts), village.outcome, day)
    return replace(village, rounds=(*village.rounds, record), game=state, night=(), outcome=None)


_LATENT = ("hero", "descendant", "")
"""The secret identities that two Peasants get at random. Two Peasants never have equal secret identities."""


def propose_roles(rules: WolfRules) -> tuple[str, ...]:
    """Return random actual roles as a proposal of the box. If the table allows several numbers of dark cards, each is
    equally likely."""
    dark = _lot(rules, "shadow").pick(dark_possible(rules.possible, rules.players, rules.options.shadow))
    return draw_roles(rules.possible, rules.players, dark, _lot(rules, "roles"))


def deal_by_box(rules: WolfRules, village: WolfVillage) -> WolfVillage:
    """Return the village after the actual roles are dealt. Every order of the roles is equally likely."""
    shuffled = _lot(rules, "deal").shuffle(village.actual)
    return rules.place(village, dict(enumerate(shuffled)))


def _draw_latent(rules: WolfRules, roles: tuple[str, ...]) -> Mapping[int, str]:
    peasants = [seat for seat, role in enumerate(roles) if role == "peasant"]
    drawn = zip(peasants, _lot(rules, "latent").shuffle(_LATENT), strict=False)
    return {seat: identity for seat, identity in drawn if identity}


def roles_for_monk(rules: WolfRules, roles: tuple[str, ...]) -> tuple[str, ...]:
    """Return random roles for the Monk to learn. The first ones in the alphabet would let him exclude other roles."""
    absent = sorted(set(rules.possible) - set(roles))
    return tuple(sorted(_lot(rules, "monk").shuffle(absent)[:MONK_LEARNS]))


def _owners(rules: WolfRules) -> Mapping[str, int]:
    """Return the first owners of the items, two different random seats."""
    seats = _lot(rules, "items").shuffle(range(rules.players))
    return dict(zip(rules.items, seats, strict=False))


def _lot(rules: WolfRules, what: str) -> Chance:
    return SeededChance(derive_seed(rules.seed, what))
