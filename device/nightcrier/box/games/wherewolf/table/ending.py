"""End a game: who has won and why, and the story of its nights and days."""

from collections.abc import Iterator, Sequence

from nightcrier.box.games.engine.fates import Fate, course_lines, fate_lines, round_lines
from nightcrier.box.games.wherewolf.referee.attacks import in_call_order
from nightcrier.box.games.wherewolf.referee.victory import Victory, victory
from nightcrier.box.games.wherewolf.referee.whole_game import RoundRecord
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE, Faction
from nightcrier.box.games.wherewolf.table.phrases import (
    role_said,
    role_word,
    seat_number,
    seats_named,
    seats_said,
    wolf_line,
    wolf_word,
)
from nightcrier.box.games.wherewolf.table.sheet_rows import vote_columns
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage
from nightcrier.box.show.facts import Fact, Number, Word
from nightcrier.box.show.stages import LONE_WON, VILLAGE_WON, WOLVES_WON, Verdict
from nightcrier.kernel.ids import LineId


def story_facts(village: WolfVillage) -> tuple[Fact, ...]:
    """Return everything that players did in a game, in order."""
    return tuple(fact for number in range(len(village.rounds)) for fact in _round_facts(village, number))


def _round_facts(village: WolfVillage, at: int) -> Iterator[Fact]:
    played, roles = village.rounds[at], village.known.table.roles
    yield _round_fact("night", at + 1)
    for action in in_call_order(played.acts.night):
        named: dict[str, Fact] = {"role": role_word(action.power), "n": seat_number(action.seat)}
        whom = seats_named(action.targets) if action.targets else role_word(action.during or action.power)
        yield wolf_word("story.asked", **named, seats=whom)
    for how, seats in _changes(played):
        for seat in seats:
            yield _fate_fact(how, seat, roles[seat])
    if played.day is not None:
        yield _round_fact("day", at + 1)
        burned = played.day.burned
        yield wolf_word("no-burned") if burned is None else _fate_fact("burned", burned, roles[burned])


def _round_fact(time: str, number: int) -> Fact:
    return Word(f"wherewolf.story.{time}", {"n": Number(number)}, round_lines(time, number))


def _fate_fact(how: str, seat: int, role: str) -> Fact:
    named: dict[str, Fact] = {"n": seat_number(seat), "role": role_word(role)}
    return Word(f"wherewolf.story.{how}", named, fate_lines(Fate(seat + 1, role_said(role), how)))


def _changes(played: RoundRecord) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return what a night did to players. Each entry has the name of a change and the seats."""
    night = played.night
    return (("turned", tuple(night.turned)), ("saved", night.saved), ("killed", played.morning.eliminated))


def story_lines(village: WolfVillage) -> tuple[LineId, ...]:
    """Return the spoken story of a game: which seats were changed, saved or killed, with their roles."""
    return tuple(course_lines(_fates(village)))


def _fates(village: WolfVillage) -> Iterator[tuple[Sequence[Fate], Sequence[Fate]]]:
    roles = [role_said(role) for role in village.known.table.roles]
    for played in village.rounds:
        night = [Fate(seat + 1, roles[seat], how) for how, seats in _changes(played) for seat in seats]
        burned = played.day.burned if played.day else None
        yield night, () if burned is None else [Fate(burned + 1, roles[burned], "burns")]


_ORDER = ("no-criminal", "guarded", "unguarded")
"""The reasons for a victory of Village or Criminals that have their own words."""


def game_verdict(rules: WolfRules, village: WolfVillage) -> Verdict:
    """Return the verdict of a game, with its whole story."""
    found = victory(village.known)
    won = set(found.winners)
    return Verdict(
        dead=tuple(seat + 1 for seat, player in enumerate(village.known.players) if player.out is not None),
        points=tuple(int(seat in won) for seat in range(rules.players)),
        facts=(*_facts(village, found), *story_facts(village)),
        lines=tuple(_lines(village, found)),
        story=story_lines(village),
        sheet=vote_columns(village),
        sting=_sting(found),
    )


def _sting(found: Victory) -> str:
    """Return the name of the sound for a team that has won. If no team has won, return the sound for a lone winner."""
    won = {reason.who for reason in found.reasons if reason.won}
    if not won:
        return ""
    if not won.isdisjoint((Faction.VILLAGE, Faction.CITY)):
        return VILLAGE_WON
    hunters = (Faction.WOLVES, Faction.CRIMINALS, Faction.VAMPIRE)
    return LONE_WON if won.isdisjoint(hunters) else WOLVES_WON


def _how(village: WolfVillage) -> str:
    return village.known.end or ""


def _facts(village: WolfVillage, found: Victory) -> Iterator[Fact]:
    end = f"end.{_how(village)}"
    yield wolf_word(end, (wolf_line(end),))
    for reason in sorted(found.reasons, key=lambda reason: not reason.won):
        side = wolf_word(_side(reason.who))
        whose = role_said(_side(reason.who)), *seats_said(reason.seats)
        said = wolf_line("winners" if reason.won else "losers"), *whose
        yield wolf_word("won" if reason.won else "lost", said, role=side, seats=seats_named(reason.seats))
        if reason.won and reason.how in _ORDER:
            yield wolf_word(f"why.{reason.how}", (wolf_line(f"why.{reason.how}"),))


def _side(who: str) -> str:
    """Return the key of the word for a faction, or for a role that wins alone."""
    return who if who in ROLE_TABLE and who not in list(Faction) else f"team.{who}"


def _lines(village: WolfVillage, found: Victory) -> Iterator[LineId]:
    yield wolf_line("end")
    yield wolf_line(f"end.{_how(village)}")
    won = [reason for reason in found.reasons if reason.won]
    for reason in won:
        if reason.how in _ORDER:
            yield wolf_line(f"why.{reason.how}")
    yield wolf_line("winners" if won else "no-winners")
    for reason in won:
        yield role_said(_side(reason.who))
        yield from seats_said(reason.seats)
