"""Which lines are said at which call: by the rows of the roles, and by the rows below for what is no call of a role.
And what is heard by day: the talk, longer with more people and with warnings before its end; then the vote: three,
two, one, and all point; and the referee's judgement as the table tells it."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from device.games.one_night.referee.verdict import Judgement
from device.games.one_night.referee.winners import Result
from device.games.one_night.rules.blocks import CallPiece, Deed, both_forms, spoken_lines, wake_piece
from device.games.one_night.rules.decks import ONE_NIGHT_FEWEST, Deck
from device.games.one_night.rules.night_calls import NightCall
from device.games.one_night.rules.options import Options
from device.games.one_night.rules.roles import ROLES, Copied, Role, Team
from device.kernel.ids import LineId, Seconds, screen_line, seat_line
from device.show.cues import Call, Cue, Gap, Say, Show, Signal
from device.show.facts import Fact, RoleName, Word, seats_joined
from device.show.stages import LONE_WON, VILLAGE_WON, WOLVES_WON, Count, Verdict

_DEAL, _SECRET = "deal", "secret_vote"


def _wake(role: Role) -> tuple[CallPiece, ...]:
    first, *others = role.wake or (wake_piece(role.id),)
    return (first, *_shield(role), *others)


def _copied_wake(call: str, role: Role) -> tuple[CallPiece, ...]:
    return role.copied_wake or (wake_piece(call), *_shield(role))


def _shield(role: Role) -> tuple[CallPiece, ...]:
    """What a shield forbids, said to whom it forbids it, in every wording. Where the box deals, it allows no more."""
    power = role.power
    if power is None or power.deed is Deed.SHIELD:
        return ()
    others = ("one-night.shielded",) if power.touches_others else ()
    own = ("one-night.shielded.own",) if power.touches_own else ()
    return tuple(CallPiece(line, with_all=("sentinel",), unless=_DEAL) for line in (*others, *own))


def _close(role: Role) -> tuple[CallPiece, ...]:
    return role.close or (CallPiece(f"one-night.{role.id}.close"),)


_STEPS = (Copied.NEXT, Copied.LATER)
_CALLED = tuple(role for role in ROLES.values() if role.wakes)
_COPIES = {NightCall("", role.id, copied=True).name: role for role in ROLES.values() if role.copied in _STEPS}

WAKE: Mapping[str, tuple[CallPiece, ...]] = {
    **{role.id: _wake(role) for role in _CALLED},
    **{call: _copied_wake(call, role) for call, role in _COPIES.items()},
}
CLOSE: Mapping[str, tuple[CallPiece, ...]] = {
    **{role.id: _close(role) for role in _CALLED},
    **{call: role.copied_close for call, role in _COPIES.items()},
}
"""What is said at each call, by its name; the rows of the roles say it."""

PLACES = tuple(CallPiece(f"one-night.place.{place}") for place in ("left", "middle", "right"))
WHOSE_LEFT = (CallPiece("one-night.places"),)
HELPER = both_forms("one-night.helper")
"""Who moves the cards of those who cannot reach them."""

NIGHT_OPEN = (both_forms("one-night.open"),)
NUDGE_LINES = (both_forms("one-night.nudge"),)
DAWN = (
    both_forms("one-night.dawn"),
    CallPiece("one-night.dawn.curator", with_all=("curator",), unless=_DEAL),
    CallPiece("one-night.dawn.revealer", with_all=("revealer",), unless=_DEAL),
    CallPiece("deal.turn-back", option=_DEAL),
    CallPiece("deal.dawn", with_any=("sentinel", "curator", "revealer"), option=_DEAL),
    CallPiece("deal.dawn.curator", with_all=("curator",), option=_DEAL),
    CallPiece("day.open", "day.open.short", unless=_DEAL),
    CallPiece("deal.day", "day.open.short", option=_DEAL),
)

ONE_MINUTE, THIRTY_SECONDS = LineId("day.one-minute"), LineId("day.thirty-seconds")

VOTE_OPEN = (CallPiece("day.over"), both_forms("vote.open"))
VOTE_COUNTDOWN = (CallPiece("vote.three"), CallPiece("vote.two"), CallPiece("vote.one"))
POINT = (CallPiece("vote.now"),)
HOW_TO_VOTE = (CallPiece("vote.rule.point", unless=_SECRET), CallPiece("vote.rule.secret", option=_SECRET))
WHO_DIES = (
    CallPiece("vote.rule.tie"),
    CallPiece("vote.rule.bodyguard", with_all=("bodyguard",), unless=_SECRET),
    CallPiece("vote.rule.bodyguard.secret", with_all=("bodyguard",), option=_SECRET),
    CallPiece("vote.rule.one"),
)
AFTERMATH = (
    CallPiece("vote.rule.token", with_all=("curator",), unless=_DEAL),
    CallPiece("vote.rule.hunter", with_all=("hunter",), unless=_SECRET),
    CallPiece("vote.rule.hunter.secret", with_all=("hunter",), option=_SECRET),
)
"""The rules of the vote, as this deck needs them: how it goes, before cards are turned, and after."""


def _for_learners(pieces: Iterable[CallPiece]) -> tuple[CallPiece, ...]:
    """Said to tables that want all of it."""
    return tuple(replace(piece, short="") for piece in pieces)


AFTER_VOTE = (
    CallPiece("vote.hold", unless=_DEAL),
    *_for_learners(WHO_DIES),
    # With a Bodyguard all cards are turned at once, for whom he points at decides who dies.
    CallPiece("one-night.reveal.all", with_all=("bodyguard",), unless=_DEAL),
    CallPiece("one-night.reveal.dead", without=("bodyguard",), unless=_DEAL),
    *_for_learners(AFTERMATH),
    CallPiece("deal.votes", option=_DEAL),
)
RING_VOTE = (CallPiece("vote.ring", unless=_SECRET), CallPiece("vote.ring.secret", option=_SECRET))
"""Explained on request."""


SHORTEST_TALK = 180.0  # three players
PER_PLAYER = 15.0


def day_talk(deck: Deck, players: int, options: Options) -> Count:
    """The talk. `auto` gives three players three minutes, and ten nearly five."""
    explain = _voted((*RING_VOTE, *WHO_DIES, *AFTERMATH), deck, options)
    return Count(day_seconds(players, options), ((60.0, ONE_MINUTE), (30.0, THIRTY_SECONDS)), explain)


def vote_rules(deck: Deck, options: Options) -> tuple[LineId, ...]:
    """How all vote at this table, who dies, and what becomes of cards then, where there are any: with this deck."""
    return _voted((*HOW_TO_VOTE, *WHO_DIES, *AFTERMATH), deck, options)


def _voted(pieces: Iterable[CallPiece], deck: Deck, options: Options) -> tuple[LineId, ...]:
    """In every wording; and nobody votes in secret where nobody deals."""
    secret = options.deal and options.secret_vote
    return spoken_lines(pieces, deck, Options(deal=options.deal, secret_vote=secret))


def day_seconds(players: int, options: Options) -> Seconds:
    """How long people may talk."""
    if options.day_minutes == "auto":
        return SHORTEST_TALK + PER_PLAYER * (players - ONE_NIGHT_FEWEST)
    return 60.0 * options.day_minutes


CHOOSE_GAP = Gap(3.0)
VOTE_BEAT = Gap(0.7)  # the same after each number: the last word falls where everybody expects it
LOOK_GAP = Gap(1.5)


def vote_show(deck: Deck, options: Options) -> Show:
    """From the end of the talk to the cards that are turned."""
    ask = [Say(line) for line in spoken_lines(VOTE_OPEN, deck, options)]
    count: list[Cue] = [cue for line in spoken_lines(VOTE_COUNTDOWN, deck, options) for cue in (Say(line), VOTE_BEAT)]
    point = [Say(line) for line in spoken_lines(POINT, deck, options)]
    after = [Say(line) for line in spoken_lines(AFTER_VOTE, deck, options)]
    return (Call(RoleName("vote")), Signal("gong"), *ask, CHOOSE_GAP, *count, *point, LOOK_GAP, *after)


def winners_stage(winners: tuple[int, ...], players: int) -> Verdict:
    """What the people say of the end, who need no referee."""
    points = tuple(int(seat in winners) for seat in range(1, players + 1))
    facts = (_listed("verdict.winners", winners, "verdict.nobody"),)
    return Verdict((), points, facts, tuple(_counted("verdict.winners", winners, "verdict.nobody")))


def verdict_stage(judgement: Judgement, players: int) -> Verdict:
    """The stage that shows and says it. Seats count from 1."""
    dead = tuple(sorted(seat + 1 for seat in judgement.dead or ()))
    result = judgement.result
    winners = tuple(seat + 1 for seat in result.winners) if result else ()
    reasons = tuple(dict.fromkeys(f"reason.{reason.rule.id}" for reason in result.reasons)) if result else ()
    facts: list[Fact] = [_listed("verdict.dead", dead, "verdict.alive")]
    facts += map(Word, reasons)
    facts.append(_listed("verdict.winners", winners, "verdict.nobody"))
    lines = [*_counted("verdict.dead", dead, "verdict.alive")]
    lines += map(screen_line, reasons)
    lines += _counted("verdict.winners", winners, "verdict.nobody")
    points = tuple(int(seat in winners) for seat in range(1, players + 1))
    return Verdict(dead, points, tuple(facts), tuple(lines), sting=_sting(result))


def _sting(result: Result | None) -> str:
    """Of who has won: a Tanner who has stands alone, whoever wins beside."""
    won = {reason.team for reason in result.reasons if reason.rule.won} if result else set()
    return next((sting for team, sting in _STINGS if team in won), "")


_STINGS = ((Team.TANNER, LONE_WON), (Team.VILLAGE, VILLAGE_WON), (Team.WEREWOLF, WOLVES_WON))


def _listed(key: str, seats: tuple[int, ...], none: str) -> Fact:
    return Word(key, {"seats": seats_joined(seats)}) if seats else Word(none)


def _counted(line: str, seats: tuple[int, ...], none: str) -> list[LineId]:
    """A line and the numbers of the seats after it; or the line that there are none."""
    if not seats:
        return [LineId(none)]
    return [LineId(line), *map(seat_line, seats)]
