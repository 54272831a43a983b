"""Show every player the player's own role at the deal, and make the facts that a seat reads about itself at
nightfall."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from nightcrier.box.games.engine.hosted.host_steps import BESIDE
from nightcrier.box.games.engine.secret_turns import SeatTurn, under_bed
from nightcrier.box.games.wherewolf.dealt.secret_round import WolfRound, players_called
from nightcrier.box.games.wherewolf.referee.game_state import GameState, ToldAnswer, deal_game, owner_of, wolves_in_play
from nightcrier.box.games.wherewolf.referee.night import play_night
from nightcrier.box.games.wherewolf.referee.records import DealtTable, ToldEntry, seats_met
from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE, Faction
from nightcrier.box.games.wherewolf.table.phrases import (
    NOBODY,
    named_or_nobody,
    role_word,
    seat_number,
    seats_named,
    wolf_line,
    wolf_word,
)
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.cues import Call, Show, say_lines
from nightcrier.box.show.facts import Fact, Joined, Number

_WORDS = {
    "seer": ("white-aura", "dark-aura"),
    "medium": ("white-aura", "dark-aura"),
    "mage": ("is-no-mystic", "is-mystic"),
}


def answer_facts(told: Iterable[ToldEntry]) -> tuple[Fact, ...]:
    """Return a fact for every answer that is about a named seat."""
    return tuple(
        wolf_word(_WORDS[entry.power][bool(entry.answer)], n=seat_number(entry.target))
        for entry in told
        if entry.target is not None
    )


def first_sights(table: DealtTable, seat: int, later: Iterable[int] = ()) -> tuple[Fact, ...]:
    """Return what a seat learned in the first night, with the meetings first. `later` are the seats that joined its
    side after that night."""
    told = [entry.answer for entry in play_night(deal_game(table)).night.told if entry.seat == seat]
    return tuple(_in_words(table.roles[seat], number, answer, later) for number, answer in enumerate(told))


def with_seats(seats: Iterable[int]) -> Fact:
    """Return the fact that names the seats on the reader's side."""
    return wolf_word("with-you", seats=named_or_nobody(tuple(seats)))


def _in_words(role: str, number: int, answer: ToldAnswer, later: Iterable[int]) -> Fact:
    """Return an answer of the first night as a fact. `number` counts the answers of the seat from 0."""
    if isinstance(answer, bool):
        asked = "vampire" if role == "vampire-hunter" else "courtesan"
        return wolf_word(f"{asked}-{'yes' if answer else 'no'}")
    if isinstance(answer, int):
        return wolf_word("criminals-are", n=Number(answer))
    if role == "monk":
        return wolf_word("not-in-play", roles=Joined(tuple(role_word(str(absent)) for absent in answer)))
    seats = tuple(seat for seat in answer if isinstance(seat, int))
    if role == "priest":
        return _one("sinner", seats)
    if number == 0:
        return with_seats((*seats, *later))
    if ROLE_TABLE[role].strength:
        return _one("traitor", seats)
    return wolf_word("guards-with-you", seats=named_or_nobody(seats))


def _one(role: str, seats: tuple[int, ...]) -> Fact:
    return wolf_word(f"{role}-is", n=seat_number(seats[0])) if seats else wolf_word(f"no-{role}")


ROWS = 4
"""The number of facts that fit on the glass."""
_JOINED = {"guild-master": "criminal", "vampire": "progeny", "ghoul": "progeny"}
"""The change that makes a player join each of these roles after the first night."""


def role_facts(role: str) -> tuple[Fact, ...]:
    """Return the facts with the name of a role and its explanation."""
    return wolf_word("you-are", role=role_word(role)), wolf_word(f"help.{role}")


_WINS_ALONE = frozenset({"juliet", "guardian-angel", "jester", "madman", "traitor", "ghoul"})
"""The roles that win in a way of their own. All others win with their faction."""


def how_it_wins(role: str, possible: Collection[str]) -> tuple[Fact, ...]:
    """Return the facts with the name of a role, and with how it wins."""
    return *role_facts(role)[:1], wolf_word(f"wins.{_way_to_win(role, possible)}")


def _way_to_win(role: str, possible: Collection[str]) -> str:
    """Return the name of the way in which a role wins. Criminals matter to the Village only if they are possible."""
    if role in _WINS_ALONE:
        return role
    faction = ROLE_TABLE[role].faction
    robbed = faction is Faction.VILLAGE and any(ROLE_TABLE[card].faction is Faction.CRIMINALS for card in possible)
    return "guarded" if robbed else faction


def dusk_facts(village: WolfVillage, seat: int, dial: Fact, proposals: Mapping[int, Sequence[int]]) -> tuple[Fact, ...]:
    """Return what a seat reads at dusk: who it is, what it knows, and what it has to `dial`. Wolves read what their
    pack proposes. Who knows nothing reads that nobody is with them: everybody has about equally much to read. If the
    glass has no space, the role is left out."""
    holds = village.known.players[seat].holds
    knows = (*_company(village, seat, proposals), *_beside_each_other(village, seat))
    if not holds:
        return (_progeny(village, seat), *knows, dial)
    facts = (role_facts(holds)[0], *(knows or (with_seats(()),)), dial)
    return facts[-ROWS:]


def _company(village: WolfVillage, seat: int, proposals: Mapping[int, Sequence[int]]) -> tuple[Fact, ...]:
    """Return the players whom a role knows, and the players who have joined them later."""
    state = village.known
    if not state.players[seat].holds:
        return ()
    masters = _seats_met_before(village, seat, ("guild-master",))
    won_over = tuple(wolf_word("read.criminal", n=seat_number(master)) for master in masters)
    if state.players[seat].strength:
        return (*_pack(state, seat, proposals), *won_over)
    joined = _JOINED.get(state.table.roles[seat], "")
    turned = [became for record in village.rounds for became in record.night.turned.items()]
    later = [other for other, how in turned if how == joined]
    return (*first_sights(state.table, seat, later), *won_over)


def _pack(state: GameState, seat: int, proposals: Mapping[int, Sequence[int]]) -> tuple[Fact, ...]:
    """Return the other wolves, whom a wolf sees every night, each with the prey that it has proposed tonight. A wolf
    that turned later does not learn who the Traitor is."""
    others = tuple(_wolf(wolf, proposals.get(wolf, ())) for wolf in sorted(wolves_in_play(state)) if wolf != seat)
    if state.turned_wolf == seat:
        return (wolf_word("read.werewolf", seats=Joined(others)),)
    return (
        wolf_word("with-you", seats=Joined(others) if others else wolf_word(NOBODY)),
        *first_sights(state.table, seat)[1:],
    )


def _wolf(wolf: int, prey: Sequence[int]) -> Fact:
    wanted = Joined(tuple(map(seat_number, prey)), "+")
    return Joined((seat_number(wolf), wanted), "→") if prey else seat_number(wolf)


def _progeny(village: WolfVillage, seat: int) -> Fact:
    return wolf_word("read.progeny", seats=seats_named(_seats_met_before(village, seat, ("vampire", "ghoul"))))


def _seats_met_before(village: WolfVillage, seat: int, powers: Collection[str]) -> list[int]:
    """Return the seats that a seat met in the turn of another role."""
    if village.known.table.roles[seat] in powers:
        return []
    return seats_met((entry for record in village.rounds for entry in record.night.told), seat, powers)


def _beside_each_other(village: WolfVillage, seat: int) -> tuple[Fact, ...]:
    """Return one row of text with the people whom the player at this seat loves, and the items that the player has."""
    bonds = _bonds(village.known, seat)
    items = tuple(role_word(item) for item in ITEMS if owner_of(village.known, item) == seat and village.rounds)
    if items and not bonds:
        return (wolf_word("you-have", role=Joined(items)),)
    return (Joined((*bonds, *items), BESIDE),) if bonds else ()


def _bonds(state: GameState, seat: int) -> tuple[Fact, ...]:
    """Return the bonds of a seat. Juliet and Romeo know each other; only the Guardian Angel knows who the Beloved
    is."""
    found: list[Fact] = []
    holds = state.players[seat].holds
    if state.romeo == seat:
        found.append(wolf_word("your-juliet", n=seat_number(state.seats["juliet"])))
    elif state.romeo is not None and holds == "juliet":
        found.append(wolf_word("your-romeo", n=seat_number(state.romeo)))
    if state.beloved is not None and holds == "guardian-angel":
        found.append(wolf_word("your-beloved", n=seat_number(state.beloved)))
    return tuple(found)


_READING = 16.0
"""The seconds for the two pages of a role, equal for all."""


class DealRound(WolfRound, frozen=True):
    """The secret round in which every player reads the player's own role, and on a second page how the role wins. No
    turn ends before the player has looked."""

    page: str = "deal"

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        opening = (Call(wolf_word("moment.deal")), *say_lines(wolf_line("box.open")))
        night = (Call(wolf_word("moment.nightfall")), *say_lines(wolf_line("box.how")))
        return (*opening, *under_bed(players_called(rules, village, _READING)), *night)

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        role = village.known.table.roles[seat]
        more = (how_it_wins(role, rules.possible),)
        return SeatTurn(seat, seen=role_facts(role), until_read=True, more=more)

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        return StepResult(village)
