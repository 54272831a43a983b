"""Make the shows of the day: the talk with warnings before its end, and the vote. More players have a longer talk.
Players vote by pointing all at once, or with the dial."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from nightcrier.box.games.one_night.night_show import DEAL_OPTION, is_first_night
from nightcrier.box.games.one_night.rules.deal import ONE_NIGHT_FEWEST, Deck
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.role_blocks import CallPiece, both_forms, piece_lines
from nightcrier.box.show.cues import COUNT_OF_THREE, GONG, Call, Gap, Say, Show, point_and_count
from nightcrier.box.show.facts import RoleName
from nightcrier.box.show.stages import Count, half_way
from nightcrier.kernel.ids import LineId, Seconds

_BY_DIAL = "secret_vote"

ONE_MINUTE, THIRTY_SECONDS = LineId("day.one-minute"), LineId("day.thirty-seconds")

OVER, OPEN = CallPiece("day.over"), both_forms("vote.open")
POINT, HOLD, DIALED = LineId("vote.now"), LineId("vote.hold"), LineId("deal.votes")
HOW_TO_VOTE = (CallPiece("vote.rule.point", unless=_BY_DIAL), CallPiece("vote.rule.secret", option=_BY_DIAL))
WHO_DIES = (
    CallPiece("vote.rule.tie"),
    CallPiece("vote.rule.bodyguard", with_all=("bodyguard",), unless=_BY_DIAL),
    CallPiece("vote.rule.bodyguard.secret", with_all=("bodyguard",), option=_BY_DIAL),
    CallPiece("vote.rule.one"),
)
TOKEN = (CallPiece("vote.rule.token", with_all=("curator",), unless=DEAL_OPTION),)
HUNTER = (
    CallPiece("vote.rule.hunter", with_all=("hunter",), unless=_BY_DIAL),
    CallPiece("vote.rule.hunter.secret", with_all=("hunter",), option=_BY_DIAL),
)
AFTERMATH = (*TOKEN, *HUNTER)
"""The rules about the end of the vote. A rule is said only if its role is in the deck."""


def _for_learners(pieces: Iterable[CallPiece]) -> tuple[CallPiece, ...]:
    """Return pieces that are said only in full wording."""
    return tuple(replace(piece, short="") for piece in pieces)


DEAD_TURN = (
    # With a Bodyguard all cards are turned at once, for whom he points at decides who dies.
    CallPiece("one-night.reveal.all", with_all=("bodyguard",)),
    # Who dies was just said, where all of it is said.
    CallPiece("one-night.reveal.turn", "one-night.reveal.dead", without=("bodyguard",)),
    *_for_learners(TOKEN),
)
REST_TURN = (CallPiece("one-night.reveal.rest", without=("bodyguard",)),)
RING_VOTE = (CallPiece("vote.ring", unless=_BY_DIAL), CallPiece("vote.ring.secret", option=_BY_DIAL))
"""The rule about a vote in a ring. People hear the rule only on request."""

_SHORTEST_TALK = 180.0  # three players
_PER_PLAYER = 15.0


def timed_talk(deck: Deck, players: int, options: Options) -> Count:
    """Return the stage of the talk. The length `auto` is three minutes for three players, and nearly five for ten."""
    explain = _vote_lines((*RING_VOTE, *WHO_DIES, *AFTERMATH), deck, options)
    seconds = day_seconds(players, options)
    return Count(seconds, (*half_way(seconds), (60.0, ONE_MINUTE), (30.0, THIRTY_SECONDS)), explain)


def vote_rules(deck: Deck, options: Options) -> tuple[LineId, ...]:
    """Return the lines that explain how players vote, who dies, and when the cards are turned over."""
    return _vote_lines((*HOW_TO_VOTE, *WHO_DIES, *AFTERMATH), deck, options)


def _vote_lines(pieces: Iterable[CallPiece], deck: Deck, options: Options) -> tuple[LineId, ...]:
    """Return the lines that explain the vote, in their long form, from the pieces that fit this deck. The lines of the
    secret vote are left out when the box does not deal the cards, because a secret vote needs dealt cards."""
    secret = options.deal and options.secret_vote
    return piece_lines(pieces, deck, Options(deal=options.deal, secret_vote=secret))


def day_seconds(players: int, options: Options) -> Seconds:
    if options.day_minutes == "auto":
        return _SHORTEST_TALK + _PER_PLAYER * (players - ONE_NIGHT_FEWEST)
    return 60.0 * options.day_minutes


_CHOOSE_GAP = Gap(3.0)
_LOOK_GAP = Gap(1.5)
_TURN_GAP = Gap(4.0)
"""The pause in which the dead turn their cards over, and the table shouts."""
_TALK_GAP = Gap(6.0)
"""The pause for the table alone, before anybody is asked for the result."""


def vote_show(deck: Deck, players: int, options: Options, fresh: Collection[str] = ()) -> Show:
    """Return the show of the vote: from the end of the talk until players have turned over their cards. `fresh` are the
    roles that this table has never played. A rule is said if a role of the rule is new, or if the whole game is new."""
    first = is_first_night(deck, fresh)

    def worded(piece: CallPiece) -> Options:
        return options.worded(new=first or not set(piece.with_all).isdisjoint(fresh))

    def said(*pieces: CallPiece) -> Show:
        return tuple(Say(line) for piece in pieces for line in piece_lines((piece,), deck, worded(piece)))

    # Who dies is explained before anybody points. With cards, the Hunter's rule comes once the dead are known.
    rules = _for_learners((*WHO_DIES, *(HUNTER if options.deal else ())))
    called = Call(RoleName("vote")), GONG, *said(OVER, *rules, OPEN), _CHOOSE_GAP
    if options.deal:
        return *called, *COUNT_OF_THREE, Say(POINT), _LOOK_GAP, Say(DIALED), _LOOK_GAP
    hunter = said(*_for_learners(HUNTER))
    turned = *said(*DEAD_TURN), _TURN_GAP, *((*hunter, _TURN_GAP) if hunter else ())
    return *called, *point_and_count(players), *turned, *said(*REST_TURN), _TALK_GAP
