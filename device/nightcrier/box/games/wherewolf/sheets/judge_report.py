"""Judge a game on paper, and report the game with the names that people use."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Raw

from nightcrier.box.games.engine.sheets.judge_sheet import read_sheet
from nightcrier.box.games.wherewolf.decks.role_checks import deal_warnings
from nightcrier.box.games.wherewolf.referee.game_state import NightCourse
from nightcrier.box.games.wherewolf.referee.records import ToldEntry
from nightcrier.box.games.wherewolf.referee.whole_game import GameRecord, RoundRecord, judge_game
from nightcrier.box.games.wherewolf.sheets.judge_sheet import SEAT_PLACES, GameSheet, rounds_of, table_of
from nightcrier.box.games.wherewolf.sheets.sentences import reason_said
from nightcrier.kernel.errors import RefusedGame, quote_word

Row = dict[str, Any]


def report_game(record: GameRecord) -> Row:
    """Return a record as a report in the documented format of the command."""
    end, table = record.state.end, record.state.table
    return {
        "nights": [_night(played.night) for played in record.rounds],
        "days": [_day(played) for played in record.rounds],
        "players": {SEAT_PLACES[seat]: _player(record, seat) for seat in range(len(record.state.players))},
        "end": {"how": end, "round": record.state.number if end else None},
        "winners": _places(record.victory.winners),
        "reasons": [reason_said(reason) for reason in record.victory.reasons],
        "warnings": [*deal_warnings(table.roles, table.switches), *(said for _, said in record.state.warnings)],
    }


def _places(seats: Iterable[int]) -> list[str]:
    return [SEAT_PLACES[seat] for seat in seats]


def _by_place(found: Mapping[int, Any]) -> Row:
    return {SEAT_PLACES[seat]: found[seat] for seat in sorted(found)}


def _night(night: NightCourse) -> Row:
    told: dict[int, list[Row]] = {}
    for entry in night.told:
        told.setdefault(entry.seat, []).append(_told(entry))
    return {
        "told": _by_place(told),
        "notified": _places(sorted(night.notified)),
        "killed": _places(night.killed),
        "causes": _by_place({seat: list(causes) for seat, causes in night.causes.items()}),
        "saved": _places(night.saved),
        "turned": _by_place(night.turned),
        "refused": {"wolves": _places(night.refused), "vampire": _places(night.refused_vampire)},
        "destroyed": night.destroyed,
    }


def _told(entry: ToldEntry) -> Row:
    answer: object = entry.answer
    if isinstance(entry.answer, tuple):
        answer = [part if isinstance(part, str) else SEAT_PLACES[part] for part in entry.answer]
    asked = {} if entry.target is None else {"target": SEAT_PLACES[entry.target]}
    return {"as": entry.power, "answer": answer, **asked}


def _day(played: RoundRecord) -> Row:
    morning, day = played.morning, played.day
    return {
        "eliminated": _places(morning.eliminated),
        "tavern": morning.tavern,
        "accusation": _by_place(day.accusation) if day else {},
        "accused": _places(day.accused) if day else [],
        "run_off": _by_place(day.run_off) if day else {},
        "burned": SEAT_PLACES[day.burned] if day and day.burned is not None else None,
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
    if sheet.game != "wherewolf":
        raise RefusedGame(f"this referee judges wherewolf, not {quote_word(sheet.game)}")
    return judge_game(table_of(sheet), rounds_of(sheet))


def report_sheet(content: bytes | Raw) -> Row:
    """Return the report that the command prints for a sheet. Raises RefusedGame."""
    return report_game(judge_content(content))
