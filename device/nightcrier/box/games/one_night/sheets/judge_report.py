"""Report a judged game of One Night for `nightcrier judge`, and retell why the game ended like that."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET, Raw, Struct, UnsetType

from nightcrier.box.games.one_night.referee.card_state import CardState, role_called
from nightcrier.box.games.one_night.referee.deeds import CardLook, SeatNews, SeatsMet, do_action
from nightcrier.box.games.one_night.referee.night_choices import RoleAction
from nightcrier.box.games.one_night.referee.verdict import Judgement, PlayedRound, Reason, judge_round
from nightcrier.box.games.one_night.referee.whole_night import (
    actions_by_moment,
    meeting_time,
    meetings,
    meetings_of_files,
    met_by_copy,
)
from nightcrier.box.games.one_night.rules.deal import place_names
from nightcrier.box.games.one_night.rules.role_blocks import Deed
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.sheets.judge_sheet import read_sheet, stretches, to_round

DEED_SAID = {
    Deed.LOOK: "looks at {targets}",
    Deed.LOOK_AT_OWN: "looks at the own card",
    Deed.COPY: "looks at {targets}, and plays that role from now on",
    Deed.INVESTIGATE: "looks at {targets}",
    Deed.SHIELD: "lays the shield on {targets}",
    Deed.ROB: "exchanges cards with {targets} and looks at the new one",
    Deed.BEWITCH: "looks at the first of {targets} and puts it before the second",
    Deed.SWAP: "exchanges the cards of {targets}",
    Deed.DRAW: "exchanges cards with {targets}, unseen",
    Deed.GIVE_EXTRA: "gives the center Werewolf card to {targets}",
    Deed.SHIFT: "moves the cards of all others by one seat, {direction}",
    Deed.LAY_ARTIFACT: "lays the {artifact} on {targets}",
    Deed.TURN_OVER: "turns over {targets}",
}


def story_of_sheet(content: bytes | Raw, book: RoleBook = PRINTED) -> list[str]:
    """Return the story of a game that people wrote on a sheet. Raises RefusedGame."""
    played = to_round(read_sheet(content), book)
    return _story_of_round(played, judge_round(played))


def _story_of_round(played: PlayedRound, judgement: Judgement) -> list[str]:
    dealt = played.dealt
    place = place_names(dealt.seats)
    cards = [f"{place[at]} {role_called(card)}" for at, card in enumerate(dealt.printed)]
    lines = [f"One Night, {dealt.seats} players: {', '.join(cards)}."]
    lines += [*stretches(dealt.printed, dealt.seats, dealt.book), "Night"]
    lines += [f"  {line}." for line in _night(played)] or ["  Nobody does anything."]
    lines += [
        f"  {place[seat]}, the {role_called(role)}, must act and does not." for seat, role in judgement.night.idle
    ]
    lines += ["Morning", f"  {_cards_by_place(judgement.night.state)}."]
    return [*lines, *_vote(judgement, place)]


def _night(played: PlayedRound) -> Iterator[str]:
    """Yield a sentence for every action in wake order, and for the seats that wolves, Minion and Masons recognise."""
    state = played.dealt
    place = place_names(state.seats)
    met = False
    for moment, _, action in actions_by_moment(state, played.actions):
        if moment >= meeting_time(state) and not met:
            met = True
            yield from _meetings(state)
        if seen := met_by_copy(state, action):
            yield _recognises(action.seat, seen, place)
        after = do_action(state, action)
        deed, looks = _deed(state, action, place), _looks(after.told, place)
        yield f"{place[action.seat]}, as {role_called(action.role)}, {deed}{looks}"
        if after.skipped:
            yield f"{place[action.seat]} is stopped by a shield"
        state = after.state
    if not met:
        yield from _meetings(state)


def _meetings(state: CardState) -> Iterator[str]:
    place = place_names(state.seats)
    for seat, met in (*meetings(state).items(), *meetings_of_files(state)):
        yield _recognises(seat, met, place)


def _recognises(seat: int, met: SeatsMet, place: tuple[str, ...]) -> str:
    return f"{place[seat]} recognises {', '.join(place[other] for other in met.seats)}"


def _deed(state: CardState, action: RoleAction, place: tuple[str, ...]) -> str:
    deed = state.book.deed_of(action.role)
    if deed is None or action.does_nothing():
        return "does nothing"
    targets = " and ".join(place[target] for target in action.targets)
    artifact = (action.artifact or "artifact").replace("-", " ")
    return DEED_SAID[deed].format(targets=targets, direction=action.direction, artifact=artifact)


def _looks(looks: Sequence[object], place: tuple[str, ...]) -> str:
    seen = [f"{place[look.place]} is the {role_called(look.card)}" for look in looks if isinstance(look, CardLook)]
    return f": {', '.join(seen)}" if seen else ""


def _cards_by_place(state: CardState) -> str:
    place = place_names(state.seats)
    return ", ".join(f"{place[at]} {role_called(state.face(at))}" for at in range(len(state.lies)))


def _vote(judgement: Judgement, place: tuple[str, ...]) -> list[str]:
    lines = []
    if judgement.tally is not None:
        counts = [f"{place[seat]} {votes}" for seat, votes in enumerate(judgement.tally.counts)]
        lines += ["Vote", f"  {', '.join(counts)}."]
    if judgement.dead is not None:
        lines.append(f"  Dead: {', '.join(place[seat] for seat in sorted(judgement.dead)) or 'nobody'}.")
    if judgement.result is not None:
        lines += [reason_sentence(reason, judgement.night.state.seats) for reason in judgement.result.reasons]
    return lines


REASON_SENTENCES = {
    "village-wolf-died": "The village team ({seats}) wins: a Werewolf died ({dead}), and one is enough.",
    "village-no-wolf-no-death": "The village team ({seats}) wins: no player was a Werewolf, and nobody died.",
    "village-wolves-live": "The village team ({seats}) loses: a Werewolf was in play, and no Werewolf died.",
    "village-innocent-died": "The village team ({seats}) loses: no player was a Werewolf, yet {dead} died.",
    "village-outsider-died": (
        "The village team ({seats}) loses: no player was a Werewolf, yet {dead} died; "
        "by the other reading (house rule unharmed_village_wins) the village wins."
    ),
    "village-unharmed": (
        "The village team ({seats}) wins: no player was a Werewolf, and with the house rule unharmed_village_wins "
        "only a death of its own costs the win."
    ),
    "werewolf-none-died": "The werewolf team ({seats}) wins: a Werewolf was in play, and no Werewolf or Tanner died.",
    "werewolf-one-died": "The werewolf team ({seats}) loses: a Werewolf died ({dead}).",
    "werewolf-tanner-died": (
        "The werewolf team ({seats}) loses: no Werewolf died, but the death of a Tanner ({dead}) takes the win away."
    ),
    "minion-other-died": (
        "The werewolf team ({seats}) wins: no player was a Werewolf, and somebody who is not a Minion died ({dead})."
    ),
    "minion-nobody-died": (
        "The werewolf team ({seats}) loses: without a Werewolf in play a Minion needs another's death, and nobody died."
    ),
    "minion-only-died": (
        "The werewolf team ({seats}) loses: without a Werewolf in play a Minion needs another's death, "
        "and only {dead} died."
    ),
    "minion-must-live": (
        "The werewolf team loses for {seats}: with the house rule minion_must_live "
        "a dead Minion does not win without a Werewolf in play."
    ),
    "minion-cudgel-died": (
        "The werewolf team ({seats}) loses: with the house rule cudgel_stops_team "
        "the death of whoever held the Cudgel of the Tanner takes the win away."
    ),
    "tanner-died": "The Tanner ({seats}) wins: a Tanner wins by dying.",
    "tanner-lives": "The Tanner ({seats}) loses: a Tanner wins only by dying.",
}


def reason_sentence(reason: Reason, seats: int) -> str:
    """Return a reason as an English sentence. `seats` is the number of seats at the table."""
    return REASON_SENTENCES[reason.rule.id].format(seats=_places(reason.seats, seats), dead=_places(reason.dead, seats))


def _places(chosen: Sequence[int], seats: int) -> str:
    *first, last = [place_names(seats)[seat] for seat in chosen] or [""]
    return f"{', '.join(first)} and {last}" if first else last


class JudgedPlayer(Struct, frozen=True):
    """The report about a player's seat at the end of the game."""

    card: str
    plays_as: str
    team: str
    artifact: str | None
    shield: bool
    face_up: bool


class Sighting(Struct, frozen=True):
    """A card that a seat looked at."""

    place: str
    card: str


class Meeting(Struct, frozen=True):
    """The seats that a player recognised at night."""

    seats: list[str]


class OneNightReport(Struct, frozen=True):
    """The report of a game. A field is left out if the sheet did not ask for it."""

    players: dict[str, JudgedPlayer]
    center: dict[str, str]
    told: dict[str, list[Sighting | Meeting]]
    counts: dict[str, int] | UnsetType = UNSET
    protected: list[str] | UnsetType = UNSET
    dead: list[str] | UnsetType = UNSET
    winners: list[str] | UnsetType = UNSET
    reasons: list[str] | UnsetType = UNSET
    warnings: list[str] | UnsetType = UNSET


def judge_one_night(content: bytes | Raw, book: RoleBook = PRINTED) -> OneNightReport:
    """Return the report for a game that people wrote on a sheet. Raises RefusedGame."""
    return report_judgement(judge_round(to_round(read_sheet(content), book)))


def report_judgement(judgement: Judgement) -> OneNightReport:
    """Return a judgement in the format of the command `nightcrier judge`."""
    state, tally, result = judgement.night.state, judgement.tally, judgement.result
    place = place_names(state.seats)
    return OneNightReport(
        players={place[seat]: _player(judgement, seat) for seat in range(state.seats)},
        center={place[spot]: state.face(spot) for spot in range(state.seats, len(state.lies))},
        told={
            place[seat]: [_news(one, place) for one in told] for seat, told in enumerate(judgement.night.told) if told
        },
        counts=UNSET if tally is None else {place[seat]: votes for seat, votes in enumerate(tally.counts)},
        protected=UNSET if tally is None else [place[seat] for seat in sorted(tally.protected)],
        dead=UNSET if judgement.dead is None else [place[seat] for seat in sorted(judgement.dead)],
        winners=UNSET if result is None else [place[seat] for seat in result.winners],
        reasons=UNSET if result is None else [reason_sentence(reason, state.seats) for reason in result.reasons],
        warnings=_warnings(judgement) or UNSET,
    )


def _player(judgement: Judgement, seat: int) -> JudgedPlayer:
    state, role = judgement.night.state, judgement.roles[seat]
    return JudgedPlayer(
        card=state.face(seat),
        plays_as=role,
        team=state.book.rows[role].team,
        artifact=state.artifacts[seat],
        shield=seat in state.shields,
        face_up=seat in state.face_up,
    )


def _news(told: SeatNews, place: tuple[str, ...]) -> Sighting | Meeting:
    if isinstance(told, CardLook):
        return Sighting(place[told.place], told.card)
    return Meeting([place[seat] for seat in told.seats])


_AIMLESS: Mapping[Deed | None, str] = {
    Deed.SHIFT: "names no direction, left or right: judged as if no card was moved",
    Deed.LOOK_AT_OWN: "does not name its own place: judged as if it did not look",
}


def _warnings(judgement: Judgement) -> list[str]:
    night = judgement.night
    lines = stretches(night.state.printed, night.state.seats, night.state.book)
    lines += [
        f"Seat {seat + 1}, the {role_called(role)}, must act and did nothing: judged as if nothing was done."
        for seat, role in night.idle
    ]
    lines += [
        f"Seat {action.seat + 1}, the {role_called(action.role)}, {_AIMLESS[night.state.book.deed_of(action.role)]}."
        for action in night.aimless
    ]
    lines += [
        f"Seat {action.seat + 1}, the {role_called(action.role)}, was stopped by a shield:"
        " what it forbids was left out."
        for action in night.skipped
    ]
    return lines
