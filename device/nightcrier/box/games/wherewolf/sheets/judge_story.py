"""Retell a judged game with the reasons, for `nightcrier judge --explain`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from nightcrier.box.games.wherewolf.decks.role_checks import deal_warnings
from nightcrier.box.games.wherewolf.referee.records import DayActs, DayRecord
from nightcrier.box.games.wherewolf.referee.whole_game import GameRecord, RoundRecord
from nightcrier.box.games.wherewolf.rulebook import role_title
from nightcrier.box.games.wherewolf.sheets.sentences import (
    choice_said,
    in_call_order,
    places_said,
    reason_said,
    sight_said,
    table_said,
    votes_said,
)

CAUSES = {
    "wolves": "the wolves attacked",
    "vampire-hunter": "the Vampire pointed at his Hunter",
    "vampire-turned-on": "the Vampire pointed at a Werewolf",
    "sword": "he pointed at the owner of the Sword",
    "ghoul": "he dies in the Vampire's stead",
    "angel": "the Guardian Angel dies in the Beloved's stead",
    "hero": "the Hero takes the strongest wolf along",
    "assassin": "the Assassin struck",
    "guild-failed": "the Guild Master pointed at a Guard or Werewolf",
    "lover": "of love, for the other lover is dead",
}
TURNED = {
    "progeny": "becomes a Progeny of the Vampire",
    "werewolf": "turns out a Wolf Descendant and becomes a Werewolf",
    "criminal": "is won over and becomes a Criminal",
}
_PYRES = {
    "none": "Nobody is Accused: nobody burns",
    "tie": "A tie: nobody burns",
}
_CANCELLED = {
    "orator": "Somebody would have burned, but the Orator prevents it",
    "jester": "Somebody would have burned, but it is the day after the Jester's pyre",
    "amulet": "Somebody would have burned, but the Amulet saves its owner",
}
_TAVERN = {
    "dark": "The tavern says: a dark aura was found",
    "white": "The tavern says: a white aura was found",
    "none": "The tavern has heard nothing",
}
GAME_ENDS = {
    "humans": "no creature of the Shadow is left",
    "shadow": "the Shadow and one faction are left",
    "extermination": "nobody is left",
    "together": "the two who are left are stuck",
}


def story_of(record: GameRecord) -> list[str]:
    table = record.state.table
    names = {seat: f"P{seat + 1} ({role_title(role)})" for seat, role in enumerate(table.roles)}
    lines = [f"Wherewolf, {len(names)} players: {', '.join(names.values())}.", *table_said(table, names)]
    lines += [f"Note: {line}" for line in deal_warnings(table.roles, table.switches)]
    for number, played in enumerate(record.rounds, 1):
        lines += [f"Night {number}", *_indent(_night(played, number, names, table.roles))]
        lines += [f"Morning {number}", *_indent(_tell_morning(played, names))]
        lines += _day(played, number, names)
        lines += [f"  Note: {said}" for when, said in record.state.warnings if when == number]
    return [*lines, *_end(record)]


def _indent(lines: Iterable[str]) -> list[str]:
    return [f"  {line}." for line in lines] or ["  Nothing happens."]


def _night(played: RoundRecord, number: int, names: Mapping[int, str], roles: Sequence[str]) -> Iterator[str]:
    night = played.night
    for action in in_call_order(played.acts.night):
        yield choice_said(action, names)
    before = Counter[tuple[int, str]]()
    for entry in night.told:
        own, nth = roles[entry.seat] == entry.power, before[entry.seat, entry.power]
        yield f"{names[entry.seat]} {sight_said(entry, nth, own=own, first=number == 1)}"
        before[entry.seat, entry.power] += 1
    for seat in (*night.refused, *night.refused_vampire):
        yield f"{names[seat]} is pointed at in vain: the attack is cancelled"
    for seat, how in night.turned.items():
        yield f"{names[seat]} {TURNED[how]}"
    yield from _deaths(played, names)
    for item in night.destroyed:
        yield f"The {role_title(item)} is destroyed"


def _deaths(played: RoundRecord, names: Mapping[int, str]) -> Iterator[str]:
    night = played.night
    for action in played.acts.night:
        if action.power == "healer" and action.targets and action.targets[0] not in night.saved:
            yield f"{names[action.seat]} saves nobody, and the power is spent"
    for seat in night.saved:
        yield f"{names[seat]} would have died, and is saved by the Healer"
    for seat, causes in night.causes.items():
        yield f"{names[seat]} is killed: {' and '.join(CAUSES[cause] for cause in causes)}"


def _tell_morning(played: RoundRecord, names: Mapping[int, str]) -> Iterator[str]:
    morning = played.morning
    gone = [names[seat] for seat in morning.eliminated]
    if morning.eliminated != played.night.killed:
        yield "Two are left and nobody was killed, so the lower one is out"
    yield f"Out of play: {', '.join(gone)}" if gone else "Nobody is missing"
    for item in morning.lost:
        yield (
            f"The {role_title(item)} is lost" if gone else f"The {role_title(item)} saves the lower of two, and is gone"
        )
    if morning.tavern is not None:
        yield _TAVERN[morning.tavern]


def _day(played: RoundRecord, number: int, names: Mapping[int, str]) -> list[str]:
    if played.day is None or played.acts.day is None:
        return []
    return [f"Day {number}", *_indent(_votes_and_pyre(played.acts.day, played.day, names))]


def _votes_and_pyre(acts: DayActs, day: DayRecord, names: Mapping[int, str]) -> Iterator[str]:
    yield from votes_said("accusation", acts.accusation)
    if day.accusation:
        yield f"Votes after every power: {_counts_in_words(day.accusation)}"
    if day.accused:
        yield f"Accused: {places_said(day.accused)}"
    if acts.run_off is not None:
        yield from votes_said("run-off", acts.run_off)
    if day.run_off:
        yield f"Run-off after every power: {_counts_in_words(day.run_off)}"
    if day.burned is not None:
        yield f"{names[day.burned]} burns"
    else:
        yield _CANCELLED[day.cancelled_by] if day.cancelled_by else _PYRES[day.pyre]
    for item in day.destroyed:
        yield f"The {role_title(item)} is gone"


def _counts_in_words(counts: Mapping[int, int]) -> str:
    return ", ".join(f"P{seat + 1} {counts[seat]}" for seat in sorted(counts))


def _end(record: GameRecord) -> list[str]:
    state = record.state
    if state.end is None:
        return ["The game goes on."]
    reasons = [reason_said(reason) for reason in record.victory.reasons]
    return [f"The game ends on morning {state.number}: {GAME_ENDS[state.end]}.", *reasons]
