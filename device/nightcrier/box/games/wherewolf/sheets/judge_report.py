"""Judges a written game of Wherewolf, and reports the result with the names that people use."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Raw

from nightcrier.box.games.engine.referee.records import place_name
from nightcrier.box.games.engine.sheets.judge_sheet import read_sheet
from nightcrier.box.games.engine.sheets.judge_story import Row, join_names
from nightcrier.box.games.wherewolf.decks.role_checks import deal_warnings
from nightcrier.box.games.wherewolf.referee.game_state import NightRecord
from nightcrier.box.games.wherewolf.referee.records import ToldEntry
from nightcrier.box.games.wherewolf.referee.victory import VictoryReason
from nightcrier.box.games.wherewolf.referee.whole_game import GameRecord, RoundRecord, judge_game
from nightcrier.box.games.wherewolf.rulebook import role_title
from nightcrier.box.games.wherewolf.sheets.judge_sheet import GameSheet, wolf_rounds, wolf_table

_GONE = "no creature of the Shadow is in play"
_REASONS = {
    "village.no-criminal": f"{_GONE}, and no Criminal",
    "village.guarded": f"{_GONE}, and a Guard is there to hold the Criminals",
    "village.unguarded": f"{_GONE}, but Criminals are, and no Guard",
    "criminals.no-criminal": f"{_GONE}, but no Criminal is either",
    "criminals.guarded": f"{_GONE}, but a Guard is",
    "criminals.unguarded": f"{_GONE}, Criminals are, and no Guard",
    "humans": _GONE,
    "only": "they are the only faction left",
    "lover.won": "the player chosen, or by whom one was chosen, is in play at the end",
    "lover.lost": "nobody chosen, or by whom one was chosen, is in play at the end",
    "jester.won": "was burned",
    "jester.lost": "was never burned",
    "madman.won": "was eliminated by the wolves' attack",
    "madman.lost": "was not eliminated by the wolves' attack",
    "traitor.won": "the wolves win",
    "traitor.lost": "the wolves do not win",
    "ghoul.won": "the Vampire's faction wins",
    "ghoul.lost": "the Vampire's faction does not win",
    "shadow": "a creature of the Shadow is in play, and another faction alone is left",
    "extermination": "nobody is in play",
    "together": "the two who are left are stuck, and only their factions win together",
    "together.won": "the two who are left are stuck, and their factions win together",
}


def _reason_said(reason: VictoryReason) -> str:
    who, how, won = reason.who, reason.how, reason.won
    why = next(_REASONS[key] for key in (f"{who}.{how}", f"{how}.won" if won else how, how) if key in _REASONS)
    verb = f"{'win' if won else 'lose'}{'' if who in ('criminals', 'wolves') else 's'}"
    return (
        f"{'Love' if who == 'lover' else f'The {role_title(who)}'} ({join_names(places(reason.seats))}) {verb}: {why}."
    )


def report_game(record: GameRecord) -> Row:
    """Return a record as a report, in the documented format of `nightcrier judge`."""
    end, table = record.state.end, record.state.table
    return {
        "nights": [_night(played.night) for played in record.rounds],
        "days": [_day(played) for played in record.rounds],
        "players": {place_name(seat + 1): _player(record, seat) for seat in range(len(record.state.players))},
        "end": {"how": end, "round": record.state.number if end else None},
        "winners": places(record.victory.winners),
        "reasons": [_reason_said(reason) for reason in record.victory.reasons],
        "warnings": [*deal_warnings(table.roles, table.switches), *(said for _, said in record.state.warnings)],
    }


def places(seats: Iterable[int]) -> list[str]:
    return [place_name(seat + 1) for seat in seats]


def by_place(found: Mapping[int, Any]) -> Row:
    return {place_name(seat + 1): found[seat] for seat in sorted(found)}


def _night(night: NightRecord) -> Row:
    told: dict[int, list[Row]] = {}
    for entry in night.told:
        told.setdefault(entry.seat, []).append(learnt_row(entry))
    return {
        "told": by_place(told),
        "notified": places(sorted(night.notified)),
        "killed": places(night.killed),
        "causes": by_place({seat: list(causes) for seat, causes in night.causes.items()}),
        "saved": places(night.saved),
        "turned": by_place(night.turned),
        "refused": {"wolves": places(night.refused), "vampire": places(night.refused_vampire)},
        "destroyed": night.destroyed,
    }


def learnt_row(entry: ToldEntry) -> Row:
    answer: object = entry.answer
    if isinstance(entry.answer, tuple):
        answer = [part if isinstance(part, str) else place_name(part + 1) for part in entry.answer]
    asked = {} if entry.target is None else {"target": place_name(entry.target + 1)}
    return {"as": entry.power, "answer": answer, **asked}


def _day(played: RoundRecord) -> Row:
    morning, day = played.night.morning, played.day
    return {
        "eliminated": places(morning.eliminated),
        "tavern": morning.tavern,
        "accusation": by_place(day.accusation) if day else {},
        "accused": places(day.accused) if day else [],
        "run_off": by_place(day.run_off) if day else {},
        "burned": place_name(day.burned + 1) if day and day.burned is not None else None,
        "pyre": day.pyre if day else None,
        "destroyed": [*morning.lost, *(day.destroyed if day else ())],
    }


def _player(record: GameRecord, seat: int) -> Row:
    player = record.state.players[seat]
    out = player.out
    return {
        "role": record.state.table.roles[seat],
        "faction": player.faction.value,
        "aura": "dark" if player.dark else "white",
        "in_play": out is None,
        "out": {"round": out.number, "when": out.when, "cause": list(out.causes)} if out else None,
    }


def judge_content(content: bytes | Raw) -> GameRecord:
    """Return the record of a game that people wrote on a sheet. Raises RefusedGame."""
    sheet = read_sheet(content, GameSheet)
    return judge_game(wolf_table(sheet), wolf_rounds(sheet))


def report_sheet(content: bytes | Raw) -> Row:
    """Return the report that `nightcrier judge` prints for a sheet. Raises RefusedGame."""
    return report_game(judge_content(content))
