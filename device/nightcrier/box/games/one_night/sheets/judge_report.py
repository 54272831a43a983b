"""Report a judged game of One Night for `nightcrier judge`, or tell the game as a story."""

from collections.abc import Mapping, Sequence

from msgspec import Raw

from nightcrier.box.games.engine.sheets.judge_story import Row, Teller, join_names
from nightcrier.box.games.one_night.referee.card_state import role_called
from nightcrier.box.games.one_night.referee.deeds import CardLook, SeatNews
from nightcrier.box.games.one_night.referee.verdict import Judgement, Reason, judge_round
from nightcrier.box.games.one_night.referee.whole_night import NightTurn
from nightcrier.box.games.one_night.rules.deal import place_names
from nightcrier.box.games.one_night.rules.role_blocks import Deed, Team
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.sheets.judge_sheet import read_one_night_sheet, stretches, to_round

REASON_SENTENCES = {
    "village-wolf-died": "a Werewolf died ({dead}), and one is enough",
    "village-no-wolf-no-death": "no player was a Werewolf, and nobody died",
    "village-wolves-live": "a Werewolf was in play, and no Werewolf died",
    "village-innocent-died": "no player was a Werewolf, yet {dead} died",
    "village-outsider-died": "no player was a Werewolf, yet {dead} died; "
    "by the other reading (house rule unharmed_village_wins) the village wins",
    "village-unharmed": "no player was a Werewolf, and with the house rule unharmed_village_wins "
    "only a death of its own costs the win",
    "werewolf-none-died": "a Werewolf was in play, and no Werewolf or Tanner died",
    "werewolf-one-died": "a Werewolf died ({dead})",
    "werewolf-tanner-died": "no Werewolf died, but the death of a Tanner ({dead}) takes the win away",
    "minion-other-died": "no player was a Werewolf, and somebody who is not a Minion died ({dead})",
    "minion-nobody-died": "without a Werewolf in play a Minion needs another's death, and nobody died",
    "minion-only-died": "without a Werewolf in play a Minion needs another's death, and only {dead} died",
    "minion-must-live": "with the house rule minion_must_live a dead Minion does not win without a Werewolf in play",
    "minion-cudgel-died": "with the house rule cudgel_stops_team "
    "the death of whoever held the Cudgel of the Tanner takes the win away",
    "tanner-died": "a Tanner wins by dying",
    "tanner-lives": "a Tanner wins only by dying",
}


def reason_sentence(reason: Reason, place: Sequence[str]) -> str:
    """Return a reason as an English sentence. `place` has the names of the places."""
    verb = "wins" if reason.rule.won else "loses"
    whose = "The Tanner" if reason.team is Team.TANNER else f"The {reason.team} team"
    seats, dead = (join_names([place[seat] for seat in chosen]) for chosen in (reason.seats, reason.dead))
    why = REASON_SENTENCES[reason.rule.id].format(dead=dead)
    return f"{whose} ({seats}) {verb}: {why}."


def judge_one_night(content: bytes | Raw, book: RoleBook = PRINTED) -> Row:
    """Return the report for a game that people wrote on a sheet. Raises RefusedGame."""
    return report_judgement(judge_round(to_round(read_one_night_sheet(content), book)))


def report_judgement(judgement: Judgement) -> Row:
    """Return a judgment in the format of `nightcrier judge`, without anything that the sheet did not ask for."""
    state, tally, result = judgement.night.state, judgement.tally, judgement.result
    place = place_names(state.seats)
    told: dict[str, list[Row]] = {seat: [] for seat in place[: state.seats]}
    for turn in judgement.night.turns:
        told[place[turn.seat]] += [_news(one, place) for one in turn.told]
    report = {
        "players": {place[seat]: _player(judgement, seat) for seat in range(state.seats)},
        "center": {place[spot]: state.face(spot) for spot in range(state.seats, len(state.lies))},
        "told": {seat: news for seat, news in told.items() if news},
        "counts": None if tally is None else {place[seat]: votes for seat, votes in enumerate(tally.counts)},
        "protected": None if tally is None else [place[seat] for seat in sorted(tally.protected)],
        "dead": None if judgement.dead is None else [place[seat] for seat in sorted(judgement.dead)],
        "winners": None if result is None else [place[seat] for seat in result.winners],
        "reasons": None if result is None else [reason_sentence(reason, place) for reason in result.reasons],
        "warnings": _warnings(judgement) or None,
    }
    return {key: value for key, value in report.items() if value is not None}


def _player(judgement: Judgement, seat: int) -> Row:
    state, role = judgement.night.state, judgement.roles[seat]
    return {
        "card": state.face(seat),
        "plays_as": role,
        "team": state.book.rows[role].team,
        "artifact": state.artifacts[seat],
        "shield": seat in state.shields,
        "face_up": seat in state.face_up,
    }


def _news(told: SeatNews, place: Sequence[str]) -> Row:
    if isinstance(told, CardLook):
        return {"place": place[told.place], "card": told.card}
    return {"seats": [place[seat] for seat in told.seats]}


_AIMLESS: Mapping[Deed | None, str] = {
    Deed.SHIFT: "names no direction, left or right: judged as if no card was moved",
    Deed.LOOK_AT_OWN: "does not name its own place: judged as if it did not look",
}


def _warnings(judgement: Judgement) -> list[str]:
    night = judgement.night
    found = [(seat, role, "must act and did nothing: judged as if nothing was done") for seat, role in night.idle]
    found += [(each.seat, each.role, _AIMLESS[night.state.book.deed_of(each.role)]) for each in night.aimless]
    stopped = (turn.action for turn in night.turns if turn.action and turn.skipped)
    found += [(each.seat, each.role, "was stopped by a shield: what it forbids was left out") for each in stopped]
    lines = stretches(night.state.printed, night.state.seats, night.state.book)
    return [*lines, *(f"Seat {seat + 1}, the {role_called(role)}, {what}." for seat, role, what in found)]


def story_of_one_night(content: bytes | Raw, book: RoleBook = PRINTED) -> list[str]:
    """Return the story of a game that people wrote on a sheet. Raises RefusedGame."""
    judgement = judge_round(to_round(read_one_night_sheet(content), book))
    state, report = judgement.night.state, report_judgement(judgement)
    place, teller = place_names(state.seats), Teller({"told": "recognises {answer}"})
    cards = ", ".join(f"{place[at]} {role_called(card)}" for at, card in enumerate(state.printed))
    dawn = {place[at]: role_called(state.face(at)) for at in range(len(state.lies))}
    lines = [f"One Night, {state.seats} players: {cards}."]
    lines += teller.tell("Night", {"turns": [_turn(turn, book, place) for turn in judgement.night.turns]})
    lines += [f"  Note: {warning}" for warning in report.get("warnings", ())]
    lines += teller.tell("Morning", {"Cards": dawn})
    if "dead" in report:
        lines += teller.tell("Vote", {"Votes": report.get("counts"), "Dead": report["dead"] or "nobody"})
    return [*lines, *report.get("reasons", ())]


def _turn(turn: NightTurn, book: RoleBook, place: Sequence[str]) -> Row:
    seat, action, news = place[turn.seat], turn.action, [_news(one, place) for one in turn.told]
    if action is None:
        return {"seat": seat, "as": "", "answer": news[0]["seats"]}
    deed, targets = book.deed_of(action.role), [place[target] for target in action.targets]
    does = "does nothing" if deed is None or action.does_nothing() else deed.does
    looks = ", ".join(f"{look['place']} is the {role_called(look['card'])}" for look in news)
    does += f"{looks and ': '}{looks}{'; a shield stops it' if turn.skipped else ''}"
    named = {"direction": action.direction, "artifact": (action.artifact or "artifact").replace("-", " ")}
    return {"seat": seat, "as": role_called(action.role), "targets": targets, "does": does, **named}
