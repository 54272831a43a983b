"""The end: who has won and why, the story of the game, and the sheet of its votes."""

from collections.abc import Iterator

from device.games.wherewolf.referee.victory import Victory, VictoryReason, victory
from device.games.wherewolf.rules.roles import ROLE_TABLE, Faction
from device.games.wherewolf.table.game_story import story_facts, story_lines
from device.games.wherewolf.table.phrases import role_said, role_word, seats_named, seats_said, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfRules, WolfVillage
from device.games.wherewolf.table.vote_columns import vote_columns
from device.kernel.ids import LineId, screen_line
from device.show.facts import Fact
from device.show.stages import LONE_WON, VILLAGE_WON, WOLVES_WON, Verdict

_ORDER = ("no-criminal", "guarded", "unguarded")
"""The reasons why Village or Criminals have won, which have words of their own."""


def game_verdict(rules: WolfRules, village: WolfVillage) -> Verdict:
    """The verdict of a game, with its whole story."""
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
    """The sting of a team that has won, or of one who wins alone where none has."""
    won = {reason.who for reason in _reasons_won(found)}
    if not won:
        return ""
    if not won.isdisjoint((Faction.VILLAGE, Faction.CITY)):
        return VILLAGE_WON
    hunters = (Faction.WOLVES, Faction.CRIMINALS, Faction.VAMPIRE)
    return LONE_WON if won.isdisjoint(hunters) else WOLVES_WON


def _how(village: WolfVillage) -> str:
    return village.known.end.how if village.known.end else ""


def _facts(village: WolfVillage, found: Victory) -> Iterator[Fact]:
    yield wolf_word(f"end.{_how(village)}")
    for reason in (*_reasons_won(found), *_reasons_lost(found)):
        yield wolf_word("won" if reason.won else "lost", role=_side(reason.who), seats=seats_named(reason.seats))
        if reason.won and reason.how in _ORDER:
            yield wolf_word(f"why.{reason.how}")


def _reasons_won(found: Victory) -> tuple[VictoryReason, ...]:
    return tuple(reason for reason in found.reasons if reason.won)


def _reasons_lost(found: Victory) -> tuple[VictoryReason, ...]:
    return tuple(reason for reason in found.reasons if not reason.won)


def _side(who: str) -> Fact:
    """A faction, or a role that wins alone."""
    return role_word(who) if who in ROLE_TABLE and who not in list(Faction) else wolf_word(f"team.{who}")


def _side_said(who: str) -> LineId:
    return role_said(who) if who in ROLE_TABLE and who not in list(Faction) else screen_line(f"wherewolf.team.{who}")


def _lines(village: WolfVillage, found: Victory) -> Iterator[LineId]:
    yield wolf_line("end")
    yield wolf_line(f"end.{_how(village)}")
    won = _reasons_won(found)
    for reason in won:
        if reason.how in _ORDER:
            yield wolf_line(f"why.{reason.how}")
    yield wolf_line("winners" if won else "no-winners")
    for reason in won:
        yield _side_said(reason.who)
        yield from seats_said(reason.seats)
