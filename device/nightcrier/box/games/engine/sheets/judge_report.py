"""Judges a written game of a file, and reports the result with the names that people use."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Raw, Struct, UnsetType

from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.referee.outcomes import end_by_outcome
from nightcrier.box.games.engine.referee.records import CallChoice, Learnt, News, place_name
from nightcrier.box.games.engine.referee.standing import Standing, Winning
from nightcrier.box.games.engine.referee.whole_game import JudgedGame, judge_rounds
from nightcrier.box.games.engine.sheets.judge_sheet import WrittenGame, read_sheet, rounds_of, table_of
from nightcrier.box.games.engine.sheets.judge_story import Row, Teller, join_names

_WORDS = {"again": "", "left": "{who} goes without a vote"}


class FileReferee(Struct, frozen=True):
    game: GameFile

    def judge_game(self, content: bytes | Raw) -> Row:
        sheet = read_sheet(content, WrittenGame)
        judged = judge_rounds(table_of(self.game, sheet), rounds_of(self.game, sheet))
        if not sheet.outcome and sheet.guess is UNSET:
            return _report(judged)
        guess = False if isinstance(sheet.guess, UnsetType) else sheet.guess
        guessed = end_by_outcome(judged.state, sheet.outcome, guess)
        return _report(judged) | {"guessed": guessed}

    def tell_game(self, content: bytes | Raw) -> list[str]:
        """Return the story of a game that was written down, line by line. Raises RefusedGame."""
        sheet, report = read_sheet(content, WrittenGame), self.judge_game(content)
        names = {place: f"{place} ({role})" for place, role in zip(report["players"], sheet.players, strict=True)}
        words = {} if self.game.ends or self.game.outcomes else {"open": "No end is written."}
        teller = Teller({**_WORDS, **words}, names)
        lines = [f"{self.game.id}, {len(names)} players: {', '.join(names.values())}."]
        for number, (played, night) in enumerate(zip(sheet.rounds, report["nights"], strict=True), 1):
            told = [{"seat": place, **entry} for place, entries in night["told"].items() for entry in entries]
            acts = {"night": [*map(_choice, played.night)], "told": (), "dawn": [*map(_choice, played.dawn)]}
            lines += teller.tell(f"Night {number}", {**acts, **night, "told": told})
            if played.day:
                dusk = [*map(_choice, played.day.dusk)]
                lines += teller.tell(f"Day {number}", {"dusk": dusk, **report["days"][number - 1]})
        return [*lines, *(f"Note: {line}" for line in report["warnings"]), *teller.tell_end(report)]


def _choice(chosen: CallChoice) -> Row:
    more = filter(None, (chosen.role, chosen.direction))
    return {"seat": place_name(chosen.seat), "as": chosen.call, "targets": [*_places(chosen.targets), *more]}


def _report(judged: JudgedGame) -> Row:
    state, led = judged.state, judged.state.table.game.form > 1
    winners = sorted({seat for each in state.won for seat in each.seats})
    return {
        "nights": [_night(each.night) | (_elected(each.night) if led else {}) for each in judged.rounds],
        "days": [_day(each.day) | (_led(each.day) if led else {}) for each in judged.rounds if each.day],
        "players": {place_name(seat): _player(state, seat) for seat in sorted(state.marks)},
        "end": {"how": state.end or None, "round": (state.number or 1) if state.end else None},
        "winners": _places(winners),
        "reasons": list(_reasons(state, winners)),
        "warnings": [said for _, said in state.warnings],
    }


def _places(seats: Iterable[int]) -> list[str]:
    return [place_name(seat) for seat in seats]


def _by_place(found: Mapping[int, Any]) -> Row:
    return {place_name(seat): found[seat] for seat in sorted(found)}


def _night(night: News) -> Row:
    told: dict[int, list[Row]] = {}
    for entry in night.told:
        told.setdefault(entry.seat, []).append(_learnt(entry))
    return {
        "told": _by_place(told),
        "notified": _places(night.notified),
        "killed": _places(sorted(night.causes)),
        "causes": _by_place(night.causes),
        "saved": _places(night.saved),
        "turned": _by_place(night.turned),
        "announced": {mark: _places(seats) for mark, seats in night.announced.items()},
        "shown": _by_place(night.shown),
    }


def _elected(night: News) -> Row:
    return {"elected": {key: place_name(seat) if seat else None for key, seat in night.elected.items()}}


def _learnt(entry: Learnt) -> Row:
    answer, target = entry.answer, entry.target
    shown = answer if answer is None or isinstance(answer, int | str) else _places(answer)
    if target is None:
        return {"as": entry.call.id, "answer": shown}
    asked = place_name(target) if isinstance(target, int) else _places(target)
    return {"as": entry.call.id, "target": asked, "answer": shown}


def _day(day: News) -> Row:
    return {
        "counts": _by_place(day.pyre.counts),
        "accused": _places(day.pyre.accused),
        "run_off": _by_place(day.pyre.run_off),
        "pyre": day.pyre.how,
        "burned": _places(day.pyre.out),
        "spared": _places(day.saved),
        "out": _places(sorted(day.causes)),
        "causes": _by_place(day.causes),
        "turned": _by_place(day.turned),
        "shown": _by_place(day.shown),
    }


def _led(day: News) -> Row:
    """Return the parts of a day that only the second format has."""
    again = [_by_place(counts) for counts in day.pyre.again]
    return {"again": again, "list": _places(day.pyre.listed), "left": _places(day.left)}


def _player(state: Standing, seat: int) -> Row:
    role, out = state.cards[seat], state.out.get(seat)
    left = {"round": out.number, "when": out.when, "cause": list(out.causes)} if out else None
    marks = sorted(state.marks[seat])
    return {"role": role, "side": state.table.game.roles[role].side, "in_play": not out, "out": left, "marks": marks}


def _reasons(state: Standing, winners: Sequence[int]) -> Iterator[str]:
    """Yield a sentence for each end by which somebody wins, and for each side that does not win as a whole."""
    for won in state.won:
        yield _end_said(state, won)
    roles = state.table.game.roles
    for side in state.table.game.sides if state.end else ():
        lost = [seat for seat in state.marks if roles[state.cards[seat]].side == side and seat not in winners]
        if lost:
            yield f"{join_names(_places(lost))} of {side} {_verb(lost, 'lose')}: no end that came is for them."


def _end_said(state: Standing, won: Winning) -> str:
    how = "ended the game" if won.end.id == state.end else "was remembered"
    wins = won.end.wins
    whom = " without ".join(filter(None, (" or ".join(wins.names), " and ".join(wins.taken)))) or "nobody"
    who = f"{join_names(_places(won.seats))} {_verb(won.seats, 'win')}" if won.seats else "Nobody wins"
    return f"{who}: {won.end.id} {how}, and it is for {whom}{' in play' if won.end.living else ''}."


def _verb(seats: Sequence[int], verb: str) -> str:
    return verb if len(seats) > 1 else f"{verb}s"
