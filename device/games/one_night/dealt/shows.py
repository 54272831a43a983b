"""What is heard while the box deals, and while it takes a secret vote: seat after seat.

In the deal a turn ends once its card is known, but not before it could be read: how soon somebody presses, all can see.
In the vote everybody has the same time: a short one would tell that somebody was sure."""

from device.games.one_night.narration.windows import least_turn, turn
from device.games.one_night.rules.options import Options
from device.kernel.ids import LineId, Seconds, number_line
from device.show.cues import Call, Cue, Gap, Say, Show, Signal, Window
from device.show.facts import RoleName, SeatName

DEAL_OPEN, HOW = LineId("deal.open"), LineId("deal.how")
YOUR_TURN, YOUR_VOTE = LineId("deal.turn"), LineId("deal.vote.turn")
OVER, SECRET_VOTE_OPEN = LineId("day.over"), LineId("deal.vote.open")
SAID = (DEAL_OPEN, HOW, YOUR_TURN, YOUR_VOTE, SECRET_VOTE_OPEN)
AWAY = Gap(1.0)  # the one who has looked leans back


def deal_show(players: int, options: Options) -> Show:
    """Everybody looks at the own card, and is told how the night goes."""
    dealt = _round(players, options, YOUR_TURN, least_turn(options))
    return (Call(RoleName("deal")), Say(DEAL_OPEN), *dealt, Call(RoleName("night")), Say(HOW))


def secret_vote(players: int, options: Options) -> Show:
    """From the end of the talk to the last vote."""
    return (
        Call(RoleName("vote")),
        Signal("gong"),
        Say(OVER),
        Say(SECRET_VOTE_OPEN),
        *_round(players, options, YOUR_VOTE),
    )


def seat_window(seat: int) -> str:
    """The name of the window in which a seat has its turn."""
    return f"seat-{seat}"


def _round(players: int, options: Options, line: LineId, least: Seconds | None = None) -> tuple[Cue, ...]:
    cues: list[Cue] = []
    for seat in range(1, players + 1):
        cues += [
            Call(SeatName(seat)),
            Say(line),
            Say(number_line(seat)),
            Window(seat_window(seat), turn(options), least),
            AWAY,
        ]
    return tuple(cues)
