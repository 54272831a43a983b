"""Ends a game: who has won and why, and the story of its nights and days."""

from collections.abc import Iterator, Mapping

from nightcrier.box.games.engine.hosted.host_steps import house_line
from nightcrier.box.games.engine.story import changed, chosen, story_part, won_fact
from nightcrier.box.games.wherewolf.referee.attacks import in_call_order
from nightcrier.box.games.wherewolf.referee.records import NightAction
from nightcrier.box.games.wherewolf.referee.victory import Victory, victory
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE, Faction
from nightcrier.box.games.wherewolf.table.phrases import role_word, seats_said, wolf_line, wolf_word
from nightcrier.box.games.wherewolf.table.sheet_rows import vote_columns
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage
from nightcrier.box.show.facts import Fact, fact_lines, seats_joined
from nightcrier.box.show.stages import LONE_WON, VILLAGE_WON, WOLVES_WON, Verdict
from nightcrier.box.show.tale import TELL_NIGHT, Told, told_facts
from nightcrier.kernel.ids import LineId


def tale_of(village: WolfVillage) -> Iterator[Told]:
    """Yield everything that players did in each night and day, and what happened to them."""
    roles = [role_word(role) for role in village.known.table.roles]
    for number, played in enumerate(village.rounds, 1):
        night, day = played.night, played.day
        changes = (("turned", night.turned), ("saved", night.saved), ("killed", played.night.morning.eliminated))
        others = [changed(seat + 1, roles[seat], how) for how, seats in changes for seat in seats]
        yield from story_part("night", number, map(_act, in_call_order(played.acts.night)), others)
        if day is not None:
            burned = None if day.burned is None else changed(day.burned + 1, roles[day.burned], "burned")
            yield from story_part("day", number, (), (burned or Told(0, wolf_word("no-burned")),))


def _act(action: NightAction) -> Told:
    whom = [seat + 1 for seat in sorted(action.targets)]
    shown = seats_joined(whom) if whom else role_word(action.during or action.power)
    return chosen(role_word(action.power), action.seat + 1, whom, shown)


_WON: Mapping[str, str] = {Faction.VILLAGE: "verdict.village.plain", Faction.WOLVES: "verdict.wolves"}
_ORDER = ("no-criminal", "guarded", "unguarded")
"""The reasons for a victory of Village or Criminals that have their own words."""


def wolf_verdict(rules: WolfRules, village: WolfVillage) -> Verdict:
    found = victory(village.known)
    won = set(found.winners)
    tale = tuple(tale_of(village))
    return Verdict(
        dead=tuple(seat + 1 for seat, player in enumerate(village.known.players) if player.out is not None),
        points=tuple(int(seat in won) for seat in range(rules.players)),
        facts=(*_facts(village, found), TELL_NIGHT, *told_facts(tale)),
        lines=tuple(_lines(village, found)),
        tale=tale,
        sheet=vote_columns(village),
        sting=_sting(found),
    )


def _sting(found: Victory) -> str:
    """Return the name of the jingle for a team that has won, or the jingle for a lone winner if no team has won."""
    won = {reason.who for reason in found.reasons if reason.won}
    if not won:
        return ""
    if not won.isdisjoint((Faction.VILLAGE, Faction.CITY)):
        return VILLAGE_WON
    hunters = (Faction.WOLVES, Faction.CRIMINALS, Faction.VAMPIRE)
    return LONE_WON if won.isdisjoint(hunters) else WOLVES_WON


def _facts(village: WolfVillage, found: Victory) -> Iterator[Fact]:
    end = f"end.{village.known.end}"
    yield wolf_word(end, (wolf_line(end),))
    for reason in sorted(found.reasons, key=lambda reason: not reason.won):
        seats = [seat + 1 for seat in sorted(reason.seats)]
        yield won_fact(wolf_word(_side(reason.who)), seats, won=reason.won)
        if reason.won and reason.how in _ORDER:
            yield wolf_word(f"why.{reason.how}", (wolf_line(f"why.{reason.how}"),))


def _side(who: str) -> str:
    """Return the key of the word for a faction, or for a role that wins alone."""
    return who if who in ROLE_TABLE and who not in list(Faction) else f"team.{who}"


def _lines(village: WolfVillage, found: Victory) -> Iterator[LineId]:
    won = [reason for reason in found.reasons if reason.won]
    yield next((LineId(_WON[reason.who]) for reason in won if reason.who in _WON), house_line("end"))
    yield wolf_line(f"end.{village.known.end}")
    for reason in won:
        if reason.how in _ORDER:
            yield wolf_line(f"why.{reason.how}")
    yield house_line("winners") if won else wolf_line("no-winners")
    for reason in won:
        yield from fact_lines(wolf_word(_side(reason.who)))
        yield from seats_said(reason.seats)
