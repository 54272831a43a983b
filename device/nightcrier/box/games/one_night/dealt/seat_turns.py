"""Contains the turns of the seats before and after the night: the look at one's own card, and the secret vote.

After the deal, a turn ends when the player has seen the card, but never before a card can be read. Otherwise the others
could see who presses fast. In the vote every seat has equal time, because a short turn would show that its player was
sure."""

from msgspec import Struct

from nightcrier.box.games.one_night.after_vote import vote_question
from nightcrier.box.games.one_night.dealt.turn import first_shown
from nightcrier.box.games.one_night.night_show import least_turn_seconds, turn_seconds
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.cues import CHOSEN, GONG, SILENCE, Bed, Call, Cue, Gap, Say, Show, Window
from nightcrier.box.show.facts import Fact, RoleName, SeatName, Word
from nightcrier.box.show.stages import Prompt
from nightcrier.kernel.ids import LineId, Seconds, seat_line

SEEN = "seen"


class OwnTurn(Struct, frozen=True):
    """The turn of one seat, which ends when the player has chosen. If `enough` is true, a look at the card also ends
    the turn. `todo` and `over` are the hints before and after the choice."""

    seat: int
    offered: Prompt
    todo: str
    over: str
    enough: bool = False

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)

    def prompt(self, row: Picks) -> Prompt:
        return Prompt() if row else self.offered

    def hint(self, row: Picks, looked: bool) -> Fact:
        return Word(self.over if self.may_pass(row, looked) else self.todo)

    def may_pass(self, row: Picks, looked: bool) -> bool:
        return bool(row) or (looked and self.enough)


def card_turn(seat: int, role: str) -> OwnTurn:
    """Return the turn in which a player looks at the card dealt to the seat."""
    help_word = (Word(f"deal.help.{role}"),) if role in ROLES else ()
    seen = Prompt(seen=(RoleName(role), *help_word), confirm=SEEN)
    return OwnTurn(seat, seen, "turn.hold", "deal.looked", enough=True)


def ballot_turn(seat: int, players: int, lot: int) -> OwnTurn:
    """Return the secret vote of a seat. One option is nobody. `lot` is the random seed for the option shown first."""
    options = vote_question(players, seat).choices
    return OwnTurn(seat, Prompt(options, start=first_shown(lot, (), options)), "turn.choose", "deal.voted")


DEAL_OPEN, HOW, TURNED = LineId("deal.open"), LineId("deal.how"), LineId("deal.how.turned")
_SEATS = LineId("one-night.before.seats")
_YOUR_TURN, _YOUR_VOTE = LineId("deal.turn"), LineId("deal.vote.turn")
_OVER, _SECRET_VOTE_OPEN = LineId("day.over"), LineId("deal.vote.open")
AWAY = Gap(1.0)  # the one who has looked leans back


def deal_show(players: int, options: Options, *, counts_seats: bool = False) -> Show:
    """Return the show in which the players look at their cards, one after another. At the end the narrator explains the
    night. With `counts_seats` the narrator first says who has seat one."""
    seats = (Say(_SEATS),) if counts_seats else ()
    dealt = _round(players, options, _YOUR_TURN, least_turn_seconds(options))
    return (Call(RoleName("deal")), Say(DEAL_OPEN), *seats, *dealt, Call(RoleName("night")), Say(HOW), Say(TURNED))


def secret_vote(players: int, options: Options) -> Show:
    """Return the show of the secret vote: from the end of the talk to the last vote."""
    return (
        Call(RoleName("vote")),
        GONG,
        Say(_OVER),
        Say(_SECRET_VOTE_OPEN),
        *_round(players, options, _YOUR_VOTE),
    )


def seat_window(seat: int) -> str:
    return f"seat-{seat}"


def _round(players: int, options: Options, line: LineId, least: Seconds | None = None) -> tuple[Cue, ...]:
    """Return the turns of all seats, one after another, under a bed that hides the clicks of dial and switch."""
    cues: list[Cue] = [Bed(CHOSEN)]
    for seat in range(1, players + 1):
        cues += [
            Call(SeatName(seat)),
            Say(line, (seat_line(seat),)),
            Window(seat_window(seat), turn_seconds(options), least),
            AWAY,
        ]
    return (*cues, SILENCE)
