"""The report that `nightcrier judge` prints: the judgement under the names people use, and the English sentence for
each reason. The table says the same by id in its languages."""

from collections.abc import Sequence

from msgspec import UNSET, Raw, Struct, UnsetType

from nightcrier.box.games.one_night.referee.card_state import role_called
from nightcrier.box.games.one_night.referee.deeds import CardLook, SeatNews
from nightcrier.box.games.one_night.referee.verdict import Judgement, Reason, judge_round
from nightcrier.box.games.one_night.rules.decks import place_names
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.games.one_night.sheets.judge_sheet import read_sheet, stretches, to_round

REASON_SENTENCES = {
    "village-wolf-died": "The village team ({seats}) wins: a Werewolf died ({dead}), and one is enough.",
    "village-no-wolf-no-death": "The village team ({seats}) wins: no player was a Werewolf, and nobody died.",
    "village-wolves-live": "The village team ({seats}) loses: a Werewolf was in play, and no Werewolf died.",
    "village-innocent-died": "The village team ({seats}) loses: no player was a Werewolf, yet {dead} died.",
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
    """A reason in plain English, at a table of so many seats."""
    return REASON_SENTENCES[reason.rule.id].format(seats=_places(reason.seats, seats), dead=_places(reason.dead, seats))


def _places(chosen: Sequence[int], seats: int) -> str:
    *first, last = [place_names(seats)[seat] for seat in chosen] or [""]
    return f"{', '.join(first)} and {last}" if first else last


class JudgedPlayer(Struct, frozen=True):
    """A seat as it ended."""

    card: str
    plays_as: str
    team: str
    artifact: str | None
    shield: bool
    face_up: bool


class Sighting(Struct, frozen=True):
    """A card a seat looked at."""

    place: str
    card: str


class Meeting(Struct, frozen=True):
    """The seats a seat recognised."""

    seats: list[str]


class OneNightReport(Struct, frozen=True):
    """The report of a game. A part that was not asked for is not there."""

    players: dict[str, JudgedPlayer]
    center: dict[str, str]
    told: dict[str, list[Sighting | Meeting]]
    counts: dict[str, int] | UnsetType = UNSET
    protected: list[str] | UnsetType = UNSET
    dead: list[str] | UnsetType = UNSET
    winners: list[str] | UnsetType = UNSET
    reasons: list[str] | UnsetType = UNSET
    warnings: list[str] | UnsetType = UNSET


def judge_one_night(content: bytes | Raw) -> OneNightReport:
    """The report that the command prints for a game on paper. Raises BrokenRule."""
    return report_judgement(judge_round(to_round(read_sheet(content))))


def report_judgement(judgement: Judgement) -> OneNightReport:
    """The judgement as the contract of the command writes it."""
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
        team=ROLES[role].team,
        artifact=state.artifacts[seat],
        shield=seat in state.shields,
        face_up=seat in state.face_up,
    )


def _news(told: SeatNews, place: tuple[str, ...]) -> Sighting | Meeting:
    if isinstance(told, CardLook):
        return Sighting(place[told.place], told.card)
    return Meeting([place[seat] for seat in told.seats])


def _warnings(judgement: Judgement) -> list[str]:
    night = judgement.night
    lines = stretches(night.state.printed, night.state.seats)
    lines += [
        f"Seat {seat + 1}, the {role_called(role)}, must act and did nothing: judged as if nothing was done."
        for seat, role in night.idle
    ]
    lines += [
        f"Seat {action.seat + 1}, the {role_called(action.role)}, was stopped by a shield:"
        " what it forbids was left out."
        for action in night.skipped
    ]
    return lines
