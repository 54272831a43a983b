"""Judge a game on paper, and report the game with the names that people use."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, Raw, Struct, UnsetType, field

from nightcrier.box.games.wherewolf.referee.records import NightRecord, ToldEntry
from nightcrier.box.games.wherewolf.referee.whole_game import GameRecord, RoundRecord, judge_game
from nightcrier.box.games.wherewolf.rulebook import RuleBroken
from nightcrier.box.games.wherewolf.sheets.judge_sheet import SEAT_PLACES, read_game, rounds_of, table_of
from nightcrier.box.games.wherewolf.sheets.sentences import reason_said, warnings_said
from nightcrier.kernel.errors import quote_word


class ToldLine(Struct, frozen=True):
    """One fact that a seat learned, in the report."""

    power: str = field(name="as")
    answer: bool | int | list[str]
    target: str | UnsetType = UNSET


class NightReport(Struct, frozen=True):
    told: dict[str, list[ToldLine]]
    notified: list[str]
    killed: list[str]
    causes: dict[str, list[str]]
    saved: list[str]
    turned: dict[str, str]
    refused: dict[str, list[str]]
    destroyed: list[str]


class DayReport(Struct, frozen=True):
    eliminated: list[str]
    tavern: str | None
    accusation: dict[str, int]
    accused: list[str]
    run_off: dict[str, int]
    burned: str | None
    pyre: str | None
    destroyed: list[str]


class OutReport(Struct, frozen=True):
    """The moment at which a player left the game, and the causes, in the report."""

    number: int = field(name="round")
    when: str
    cause: list[str]


class PlayerReport(Struct, frozen=True):
    role: str
    faction: str
    aura: str
    in_play: bool
    out: OutReport | None


class EndReport(Struct, frozen=True):
    """The end of a game in the report: the way in which the game ended, and the number of the round whose morning ended
    the game."""

    how: str | None
    number: int | None = field(name="round")


class GameReport(Struct, frozen=True):
    nights: list[NightReport]
    days: list[DayReport]
    players: dict[str, PlayerReport]
    end: EndReport
    winners: list[str]
    reasons: list[str]
    warnings: list[str]


def report_game(record: GameRecord) -> GameReport:
    """Return a record as a report in the documented format of the command."""
    end = record.state.end
    return GameReport(
        nights=[_night(played.night) for played in record.rounds],
        days=[_day_report(played) for played in record.rounds],
        players={SEAT_PLACES[seat]: _player(record, seat) for seat in range(len(record.state.players))},
        end=EndReport(None, None) if end is None else EndReport(end.how, end.number),
        winners=_places(record.victory.winners),
        reasons=[reason_said(reason) for reason in record.victory.reasons],
        warnings=warnings_said(record),
    )


def _places(seats: Sequence[int]) -> list[str]:
    return [SEAT_PLACES[seat] for seat in seats]


def _counts(counts: Mapping[int, int]) -> dict[str, int]:
    return {SEAT_PLACES[seat]: counts[seat] for seat in sorted(counts)}


def _night(night: NightRecord) -> NightReport:
    told: dict[str, list[ToldLine]] = {}
    for entry in sorted(night.told, key=lambda entry: entry.seat):
        told.setdefault(SEAT_PLACES[entry.seat], []).append(_report_entry(entry))
    return NightReport(
        told=told,
        notified=_places(night.notified),
        killed=_places(night.killed),
        causes={SEAT_PLACES[seat]: list(causes) for seat, causes in night.causes.items()},
        saved=_places(night.saved),
        turned={SEAT_PLACES[seat]: night.turned[seat] for seat in sorted(night.turned)},
        refused={"wolves": _places(night.refused), "vampire": _places(night.refused_vampire)},
        destroyed=list(night.destroyed),
    )


def _report_entry(entry: ToldEntry) -> ToldLine:
    answer = entry.answer
    shown = (
        answer if isinstance(answer, int) else [part if isinstance(part, str) else SEAT_PLACES[part] for part in answer]
    )
    return ToldLine(entry.power, shown, UNSET if entry.target is None else SEAT_PLACES[entry.target])


def _day_report(played: RoundRecord) -> DayReport:
    morning, day = played.morning, played.day
    return DayReport(
        eliminated=_places(morning.eliminated),
        tavern=morning.tavern,
        accusation={} if day is None else _counts(day.accusation),
        accused=[] if day is None else _places(day.accused),
        run_off={} if day is None else _counts(day.run_off),
        burned=None if day is None or day.burned is None else SEAT_PLACES[day.burned],
        pyre=None if day is None else day.pyre,
        destroyed=[*morning.lost, *(() if day is None else day.destroyed)],
    )


def _player(record: GameRecord, seat: int) -> PlayerReport:
    player = record.state.players[seat]
    out = player.out
    return PlayerReport(
        role=record.state.table.roles[seat],
        faction=player.faction.value,
        aura="dark" if player.dark else "white",
        in_play=out is None,
        out=None if out is None else OutReport(out.number, out.when, list(out.causes)),
    )


def judge_content(content: bytes | Raw) -> GameRecord:
    """Return the record of a game that people wrote on a sheet. Raises `RuleBroken`."""
    sheet = read_game(content)
    if sheet.game != "wherewolf":
        raise RuleBroken(f"this referee judges wherewolf, not {quote_word(sheet.game)}")
    return judge_game(table_of(sheet), rounds_of(sheet))


def report_sheet(content: bytes | Raw) -> GameReport:
    """Return the report that the command prints for a sheet. Raises `RuleBroken`."""
    return report_game(judge_content(content))
