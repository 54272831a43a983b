"""Rows of questions after the vote: who holds the cards that decide, what a card plays as, where an artifact lies."""

from collections import Counter
from collections.abc import Mapping, Sequence

from device.games.one_night.rules.decks import Deck, center_wolf
from device.games.one_night.rules.roles import ARTIFACTS, DOPPELGANGER, INVESTIGATOR, ROLES, Team
from device.games.one_night.who_died import NOBODY_VALUE, seat_choices, seat_question, seats_to_mark
from device.kernel.ids import LineId, role_line
from device.show.answers import Option, one_value
from device.show.asking_rows import AskingRow, ask_unless_known
from device.show.facts import RoleName, Word
from device.show.result_picture import AskedHolder, ResultPicture
from device.show.stages import TABLE, Ask, Marks

_WOLF, PLAIN = "werewolf", "villager"
VOTING_ROLES = frozenset({"hunter", "bodyguard"})
"""The roles whose pointing decides who dies."""
_AT_WORK = frozenset({DOPPELGANGER, INVESTIGATOR})
"""The cards that play as something else."""


def cards_held(deck: Deck, players: int, *, votes: bool) -> AskingRow[tuple[str, ...]]:
    """The cards before the seats, as far as they decide anything: every other one is a plain card of the village."""
    extra = center_wolf(deck)
    counts = Counter(_kind(role, votes=votes) for role in (*deck, extra) if role)
    aside = counts.total() - players
    held: dict[int, str] = {}
    for kind in [role for role in ROLES if counts[role] and role != PLAIN]:
        free = [seat for seat in range(1, players + 1) if seat not in held]
        found = yield from _holders(kind, counts[kind], aside, free)
        aside -= counts[kind] - len(found)
        held.update(dict.fromkeys(found, kind))
    return tuple(held.get(seat, PLAIN) for seat in range(1, players + 1))


def result_picture(deck: Deck, players: int) -> ResultPicture:
    """The picture of the result, with every card that may decide something. It stays the same whether or not votes are
    counted, and so do the questions that stand beside it."""
    kinds = {_kind(role, votes=True) for role in (*deck, center_wolf(deck)) if role} - {PLAIN}
    return ResultPicture(players, tuple(Option(role, RoleName(role)) for role in ROLES if role in kinds))


def _kind(role: str, *, votes: bool) -> str:
    """The kind of a card: cards of one kind mean the same to the referee, once the night is over."""
    if ROLES[role].wolf:
        return _WOLF
    decides = ROLES[role].team is not Team.VILLAGE or role in _AT_WORK or (votes and role in VOTING_ROLES)
    return role if decides else PLAIN


def _holders(kind: str, count: int, aside: int, free: Sequence[int]) -> AskingRow[tuple[int, ...]]:
    """The seats with these cards. At most so many as there is room for `aside` lie before nobody."""
    least, most = max(0, count - aside), min(count, len(free))
    if least == len(free):
        return tuple(free)
    part = AskedHolder(kind, NOBODY_VALUE)
    question = Word("ask.wolves") if kind == _WOLF else _holder_question(kind)
    if count > 1:
        marked = yield Ask(TABLE, question, seats_to_mark(free, least), marks=Marks(least, most), part=part)
        return tuple(map(int, marked))
    nobody = () if least else (Option(NOBODY_VALUE, Word("nobody")),)
    holder = int(one_value((yield Ask(TABLE, question, (*nobody, *seat_choices(free)), part=part))))
    return (holder,) if holder else ()


def _holder_question(role: str) -> Word:
    return Word("ask.holder", {"role": RoleName(role)}, (LineId("ask.holder"), role_line(role)))


def roles_played(deck: Deck, cards: Sequence[str]) -> AskingRow[dict[int, str]]:
    """Ask what a card plays as, for each that can be something else; by seat counted from 0."""
    plays: dict[int, str] = {}
    for place, card in enumerate(cards):
        if card in _AT_WORK:
            question = seat_question("ask.plays", place + 1)
            options = tuple(Option(role, RoleName(role)) for role in _parts(deck, card))
            plays[place] = one_value((yield from ask_unless_known(Ask(TABLE, question, options))))
    return plays


def _parts(deck: Deck, card: str) -> tuple[str, ...]:
    if card == INVESTIGATOR:
        wolf = (_WOLF,) if any(ROLES[role].wolf for role in deck) else ()
        return (INVESTIGATOR, *wolf, *(("tanner",) if "tanner" in deck else ()))
    return (*(role for role in ROLES if role in deck and role != DOPPELGANGER), DOPPELGANGER)


def artifacts_laid(deck: Deck, cards: Sequence[str], plays: Mapping[int, str]) -> AskingRow[dict[int, str]]:
    """Ask for the artifacts, by seat counted from 0. The Curator lays one; so does a Doppelganger who copied him."""
    laid: dict[int, str] = {}
    for question in _artifact_questions(deck, cards, plays):
        free = [seat for seat in range(1, len(cards) + 1) if seat - 1 not in laid]
        nobody = Option(NOBODY_VALUE, Word("nobody"))
        holder = yield from ask_unless_known(Ask(TABLE, Word(question), (nobody, *seat_choices(free))))
        seat = int(one_value(holder))
        if not seat:
            break
        left = tuple(Option(token, RoleName(token)) for token in ARTIFACTS if token not in laid.values())
        which = yield Ask(TABLE, seat_question("ask.artifact.which", seat), left)
        laid[seat - 1] = one_value(which)
    return laid


def _artifact_questions(deck: Deck, cards: Sequence[str], plays: Mapping[int, str]) -> tuple[str, ...]:
    """The questions for artifacts. Nobody knows what the Doppelganger copied, once her card lies before no seat."""
    if "curator" not in deck:
        return ()
    other = DOPPELGANGER in deck and ("curator" in plays.values() or DOPPELGANGER not in cards)
    return ("ask.artifact", "ask.artifact.other") if other else ("ask.artifact",)
