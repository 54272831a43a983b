"""Shows all players their own roles at the deal, and at nightfall who is on their side."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from nightcrier.box.games.engine.hosted.host_steps import house_word
from nightcrier.box.games.engine.secret_turns import COME, SeatTurn, seats_called, under_bed
from nightcrier.box.games.wherewolf.referee.game_state import ToldAnswer, deal_game, wolves_in_play
from nightcrier.box.games.wherewolf.referee.night import play_wolf_night
from nightcrier.box.games.wherewolf.referee.records import DealtTable, ToldEntry, seats_met
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE, Faction
from nightcrier.box.games.wherewolf.table.phrases import named_or_nobody, role_word, seat_number, wolf_line, wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage, wolf_seats_asked
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.cues import Call, Show, say_lines
from nightcrier.box.show.facts import Fact, Joined, Number
from nightcrier.kernel.ids import LineId, Seconds

_WORDS = {
    "seer": ("white-aura", "dark-aura"),
    "medium": ("white-aura", "dark-aura"),
    "mage": ("is-no-mystic", "is-mystic"),
}


def answer_facts(told: Iterable[ToldEntry]) -> tuple[Fact, ...]:
    """Return a fact for every answer that is about a named seat."""
    return tuple(
        trait_fact(entry.power, entry.target, has_trait=bool(entry.answer))
        for entry in told
        if entry.target is not None
    )


def trait_fact(power: str, target: int, *, has_trait: bool) -> Fact:
    return wolf_word(_WORDS[power][has_trait], n=seat_number(target))


def _told_first(table: DealtTable, seat: int) -> list[ToldAnswer]:
    """Return what a seat learned in the first night, with the meetings first."""
    return [entry.answer for entry in play_wolf_night(deal_game(table)).told if entry.seat == seat]


def with_seats(seats: Iterable[int]) -> Fact:
    """Return the fact that names the seats on the reader's side."""
    return wolf_word("with-you", seats=named_or_nobody(tuple(seats)))


def _in_words(role: str, number: int, answer: ToldAnswer) -> Fact:
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
        return with_seats(seats)
    if ROLE_TABLE[role].strength:
        return _one("traitor", seats)
    return wolf_word("guards-with-you", seats=named_or_nobody(seats))


def _one(role: str, seats: tuple[int, ...]) -> Fact:
    return wolf_word(f"{role}-is", n=seat_number(seats[0])) if seats else wolf_word(f"no-{role}")


ROWS, _BESIDE_HELP = 4, 1
"""The number of facts that fit on the glass, and the number of facts that fit beside the help text of a role."""
_JOINED = {"guild-master": "criminal", "vampire": "progeny", "ghoul": "progeny"}
"""The change that makes a player join each of these roles after the first night."""


def role_facts(role: str) -> tuple[Fact, ...]:
    """Return the name of a role and its explanation as facts."""
    return wolf_word("you-are", role=role_word(role)), wolf_word(f"help.{role}")


_WINS_ALONE = frozenset({"juliet", "guardian-angel", "jester", "madman", "traitor", "ghoul"})
"""The roles that win in their own way. All others win with their faction."""


def how_it_wins(role: str, possible: Collection[str]) -> tuple[Fact, ...]:
    """Return the name of a role, and how it wins, as facts."""
    return *role_facts(role)[:1], wolf_word(f"wins.{_way_to_win(role, possible)}")


def _way_to_win(role: str, possible: Collection[str]) -> str:
    """Return the name of the way in which a role wins. Criminals matter to the Village only if they are possible."""
    if role in _WINS_ALONE:
        return role
    faction = ROLE_TABLE[role].side
    robbed = faction == Faction.VILLAGE and any(ROLE_TABLE[card].side == Faction.CRIMINALS for card in possible)
    return "guarded" if robbed else faction


def deal_facts(table: DealtTable, seat: int) -> tuple[Fact, ...]:
    """Return what a seat reads at the deal: its role, and what it knows before anybody acts."""
    role, told = role_facts(table.roles[seat]), _told_first(table, seat)
    knows = [_in_words(table.roles[seat], number, answer) for number, answer in enumerate(told)]
    return (*role[: 1 + (len(knows) <= _BESIDE_HELP)], *knows)[:ROWS]


def dusk_facts(village: WolfVillage, seat: int, dial: Fact, proposals: Mapping[int, Sequence[int]]) -> tuple[Fact, ...]:
    """Return what a seat reads at dusk: who is on its side, and what it has to `dial`. Wolves also read what their pack
    wants. All pages are about equally long, because others hear how long somebody reads."""
    here = tuple(_proposal(other, proposals.get(other, ())) for other in _company(village, seat))
    return wolf_word("with-you", seats=Joined(here) if here else house_word("nobody")), dial


def _proposal(wolf: int, prey: Sequence[int]) -> Fact:
    wanted = Joined(tuple(map(seat_number, prey)), "+")
    return Joined((seat_number(wolf), wanted), "→") if prey else seat_number(wolf)


def _company(village: WolfVillage, seat: int) -> list[int]:
    """Return the players whom a seat knows to be on its side: those it met in the first night, those who joined them
    later, and any player who has won the seat over."""
    state = village.known
    if not state.players[seat].holds:
        return sorted(_seats_met_before(village, seat, ("vampire", "ghoul")))
    masters = _seats_met_before(village, seat, ("guild-master",))
    if state.players[seat].strength:
        return sorted({*wolves_in_play(state), *masters} - {seat})
    joined = _JOINED.get(state.table.roles[seat], "")
    turned = [became for record in village.rounds for became in record.night.turned.items()]
    return sorted({*_met_first(state.table, seat), *(other for other, how in turned if how == joined), *masters})


def _met_first(table: DealtTable, seat: int) -> list[int]:
    """Return the seats that a seat met in the first night. A Priest is told who the Sinner is, and meets nobody."""
    first = next(iter(_told_first(table, seat)), ())
    if not isinstance(first, tuple) or table.roles[seat] == "priest":
        return []
    return [other for other in first if isinstance(other, int)]


def _seats_met_before(village: WolfVillage, seat: int, powers: Collection[str]) -> list[int]:
    """Return the seats that a seat met in the turns of other roles with these powers."""
    if village.known.table.roles[seat] in powers:
        return []
    return seats_met((entry for record in village.rounds for entry in record.night.told), seat, powers)


class WolfRound(Struct, frozen=True):
    """A secret round of all players in play that does not change the village."""

    page: ClassVar[str] = "night"

    def seats(self, rules: WolfRules, village: WolfVillage) -> tuple[int, ...]:
        return wolf_seats_asked(village)

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        return StepResult(village)


def players_called(
    rules: WolfRules, village: WolfVillage, whole: Seconds, least: Seconds | None = None, line: LineId = COME
) -> Show:
    """Return the show that calls each player in play. Only the first player hears the `line`: for twelve players it
    would take 20 s of a night. Turns without `least` last the whole time. The table may choose this for all turns."""
    options = rules.options
    shortest = None if least is None or options.full_windows else options.seconds(least)
    seats, time = wolf_seats_asked(village), options.seconds(whole)
    return seats_called(seats[:1], time, shortest, line) + seats_called(seats[1:], time, shortest)


_READING = 16.0
"""The seconds for the two pages of a role, the same for all roles."""


class DealRound(WolfRound, frozen=True):
    """The secret round in which all players read their own roles, and on a second page how they win. No turn ends
    before the player has looked."""

    page: ClassVar[str] = "deal"

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        opening = (Call(wolf_word("moment.deal")), *say_lines(wolf_line("box.open")))
        night = (Call(wolf_word("moment.nightfall")), *say_lines(wolf_line("box.how")))
        return (*opening, *under_bed(players_called(rules, village, _READING)), *night)

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        table = village.known.table
        more = (how_it_wins(table.roles[seat], rules.possible),)
        return SeatTurn(seat, seen=deal_facts(table, seat), until_read=True, more=more)
