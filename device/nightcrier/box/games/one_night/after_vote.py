"""Ask after the vote who died and who has which card, and report who won."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.one_night.referee.verdict import Judgement, Result, WinRule
from nightcrier.box.games.one_night.rules.deal import Deck, center_wolf
from nightcrier.box.games.one_night.rules.role_blocks import Role, Team
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import ADOPTING, ARTIFACTS, DOPPELGANGER, INVESTIGATOR, WOLVES
from nightcrier.box.show.answers import (
    AskedDeaths,
    AskedHolder,
    AskedVote,
    Option,
    ResultPicture,
    one_value,
    seats_to_choose,
    seats_to_mark,
)
from nightcrier.box.show.asking_rows import AskingRow, ask_unless_known
from nightcrier.box.show.cues import BREATH, Call, say_lines, say_whole
from nightcrier.box.show.facts import RoleName, SeatMark, Word, seats_word
from nightcrier.box.show.stages import (
    LONE_WON,
    TABLE,
    VILLAGE_WON,
    WOLVES_WON,
    Ask,
    Marks,
    Perform,
    Verdict,
    winners_stage,
)
from nightcrier.kernel.ids import LineId, role_line, screen_line, seat_first, seats_say

NOBODY_VALUE, SEVERAL, VOTES = "0", "several", "votes"
_DEATHS = AskedDeaths(NOBODY_VALUE, SEVERAL, VOTES)
_NOBODY = Option(NOBODY_VALUE, Word("nobody"))


class DeathsTold(Struct, frozen=True):
    """The answer of the people about the deaths. Either `dead` has the dead seats, counted from 0, or `votes` has the
    vote of each seat."""

    dead: frozenset[int] | None = None
    votes: tuple[int | None, ...] | None = None


def who_died(players: int, lines: tuple[LineId, ...] = ()) -> AskingRow[DeathsTold]:
    """Ask who died. The `lines` are said in place of the question. One answer is enough if at most one player died. If
    people want the box to count the votes, ask for the vote of each seat."""
    seats = range(1, players + 1)
    more = (Option(SEVERAL, Word("ask.dead.several")), Option(VOTES, Word("ask.dead.votes")))
    choices = (_NOBODY, *seats_to_choose(seats), *more)
    told = one_value((yield Ask(TABLE, Word("ask.dead"), choices, lines=lines, part=_DEATHS)))
    if told == VOTES:
        return (yield from who_pointed(players))
    if told == SEVERAL:
        marked = yield Ask(TABLE, Word("ask.dead"), seats_to_choose(seats), marks=Marks(2, players), part=_DEATHS)
        return DeathsTold(frozenset(int(seat) - 1 for seat in marked))
    return DeathsTold(frozenset() if told == NOBODY_VALUE else frozenset({int(told) - 1}))


def who_pointed(players: int) -> AskingRow[DeathsTold]:
    votes: tuple[int | None, ...] = ()
    while len(votes) < players:
        told = yield vote_question(players, len(votes) + 1)
        votes = (*votes, target_of(one_value(told)))
    return DeathsTold(votes=votes)


def vote_question(players: int, seat: int) -> Ask:
    """Return the question of which seat the player at `seat` votes for. The answers are all other seats, and nobody."""
    others = seats_to_choose(other for other in range(1, players + 1) if other != seat)
    part = AskedVote(seat, NOBODY_VALUE)
    return Ask(TABLE, seat_question("ask.vote", seat), (*others, _NOBODY), part=part)


def target_of(value: str) -> int | None:
    """Return the seat that an answer names, counted from 0. Return None if the answer is nobody."""
    return None if value == NOBODY_VALUE else int(value) - 1


def seat_question(key: str, seat: int) -> Word:
    """Return a question about a seat, with its text for the screen and its spoken lines, which call the seat first."""
    return Word(key, {"n": SeatMark(seat)}, seat_first(seat, LineId(key)))


_WOLF, PLAIN = "werewolf", "villager"
VOTING_ROLES = frozenset({"hunter", "bodyguard"})
"""The roles whose vote changes who dies."""


def cards_held(deck: Deck, players: int, *, votes: bool, book: RoleBook = PRINTED) -> AskingRow[tuple[str, ...]]:
    """Ask which seat has each card that decides who wins. Every seat without such a card counts as a Villager."""
    extra = center_wolf(deck, book)
    counts = Counter(_kind(book.rows[role], votes=votes) for role in (*deck, extra) if role)
    aside = counts.total() - players
    held: dict[int, str] = {}
    for kind in [role for role in book.cards if counts[role] and role != PLAIN]:
        free = [seat for seat in range(1, players + 1) if seat not in held]
        found = yield from _holders(kind, counts[kind], aside, free)
        aside -= counts[kind] - len(found)
        held.update(dict.fromkeys(found, kind))
    return tuple(held.get(seat, PLAIN) for seat in range(1, players + 1))


def result_picture(deck: Deck, players: int, book: RoleBook = PRINTED) -> ResultPicture:
    """Return the picture of the result, with every card that may decide who wins. The picture does not depend on
    whether votes are counted."""
    kinds = {_kind(book.rows[role], votes=True) for role in (*deck, center_wolf(deck, book)) if role} - {PLAIN}
    return ResultPicture(players, tuple(Option(role, RoleName(role)) for role in book.cards if role in kinds))


def _kind(role: Role, *, votes: bool) -> str:
    """Return the kind of a card. The referee treats cards of one kind equally after the night."""
    if role.wolf:
        return _WOLF
    decides = role.team is not Team.VILLAGE or role.id in ADOPTING or (votes and role.id in VOTING_ROLES)
    return role.id if decides else PLAIN


def _holders(kind: str, count: int, aside: int, free: Sequence[int]) -> AskingRow[tuple[int, ...]]:
    """Ask which seats have the cards of a kind. At most `aside` of these cards lie in the center instead."""
    least, most = max(0, count - aside), min(count, len(free))
    if least == len(free):
        return tuple(free)
    part = AskedHolder(kind, NOBODY_VALUE)
    holds = Word("ask.holder", {"role": RoleName(kind)}, (LineId("ask.holder"), role_line(kind)))
    question = Word("ask.wolves") if kind == _WOLF else holds
    if count > 1:
        marked = yield Ask(TABLE, question, seats_to_mark(free, least), marks=Marks(least, most), part=part)
        return tuple(map(int, marked))
    nobody = () if least else (_NOBODY,)
    holder = int(one_value((yield Ask(TABLE, question, (*nobody, *seats_to_choose(free)), part=part))))
    return (holder,) if holder else ()


def roles_played(deck: Deck, cards: Sequence[str], book: RoleBook = PRINTED) -> AskingRow[dict[int, str]]:
    """Ask which roles the Doppelganger's and the P.I.'s card play as. Return the answers by seat, counted from 0."""
    plays: dict[int, str] = {}
    for place, card in enumerate(cards):
        if card in ADOPTING:
            question = seat_question("ask.plays", place + 1)
            options = tuple(Option(role, RoleName(role)) for role in _parts(deck, card, book))
            plays[place] = one_value((yield from ask_unless_known(Ask(TABLE, question, options))))
    return plays


def _parts(deck: Deck, card: str, book: RoleBook) -> tuple[str, ...]:
    if card == INVESTIGATOR:
        wolf = (_WOLF,) if not WOLVES.isdisjoint(deck) else ()
        return (INVESTIGATOR, *wolf, *(("tanner",) if "tanner" in deck else ()))
    return (*(role for role in book.cards if role in deck and role != DOPPELGANGER), DOPPELGANGER)


def artifacts_laid(deck: Deck, cards: Sequence[str], plays: Mapping[int, str]) -> AskingRow[dict[int, str]]:
    """Ask which artifact lies at which seat, counted from 0. The Curator lays one artifact. A Doppelganger who copied
    the Curator lays another artifact."""
    laid: dict[int, str] = {}
    for question in _artifact_questions(deck, cards, plays):
        free = [seat for seat in range(1, len(cards) + 1) if seat - 1 not in laid]
        holder = yield from ask_unless_known(Ask(TABLE, Word(question), (_NOBODY, *seats_to_choose(free))))
        seat = int(one_value(holder))
        if not seat:
            break
        left = tuple(Option(token, RoleName(token)) for token in ARTIFACTS if token not in laid.values())
        which = yield Ask(TABLE, seat_question("ask.artifact.which", seat), left)
        laid[seat - 1] = one_value(which)
    return laid


def _artifact_questions(deck: Deck, cards: Sequence[str], plays: Mapping[int, str]) -> tuple[str, ...]:
    """Return the questions about artifacts. The second is for a Doppelganger who may have copied the Curator."""
    if "curator" not in deck:
        return ()
    other = DOPPELGANGER in deck and ("curator" in plays.values() or DOPPELGANGER not in cards)
    return ("ask.artifact", "ask.artifact.other") if other else ("ask.artifact",)


_WON = {
    "village-wolf-died": ("village", ""),
    "village-no-wolf-no-death": ("village", ".spared"),
    "village-unharmed": ("village", ".plain"),
    "werewolf-none-died": ("wolves", ""),
    "minion-other-died": ("minion", ""),
    "tanner-died": ("tanner", ""),
}
"""The winners by each rule, and the end of the id of their line. If two teams win, it names both, without an end."""
_IMPLIED = frozenset({"village-wolves-live", "werewolf-one-died"})
"""The rules by which a team loses because the other team wins. They are said only if nobody wins."""


def verdict_stages(judgement: Judgement, players: int) -> tuple[Perform, Verdict]:
    """Return the stages that tell a judgment: who is dead and, after a pause, who wins and why. Seats count from 1."""
    dead = tuple(sorted(seat + 1 for seat in judgement.dead or ()))
    result = judgement.result
    winners = tuple(seat + 1 for seat in result.winners) if result else ()
    rules = dict.fromkeys(reason.rule for reason in result.reasons) if result else {}
    whys = {rule.id: f"reason.{rule.id}" for rule in sorted(rules, key=lambda rule: not rule.won)}
    told = [screen_line(key) for rule, key in whys.items() if not (winners and rule in _IMPLIED)]
    said = seats_say(dead, "verdict.dead", "verdict.alive")
    died = seats_word("verdict.dead", dead, said) if dead else Word("verdict.alive")
    counts = [judgement.tally.counts[seat] for seat in judgement.tally.dead] if judgement.tally else []
    tied = say_lines(LineId("verdict.tie")) if counts.count(max(counts, default=0)) > 1 else ()  # all of these die
    deaths = Perform((Call(died), *tied, say_whole(said), BREATH), "verdict")
    judged = winners_stage(winners, players)
    facts = (*judged.facts, died, *map(Word, whys.values()))
    lines = (_who_won(rules, dead), *told, *(judged.lines if winners else ()))
    return deaths, replace(judged, dead=dead, facts=facts, lines=lines, sting=_sting(result))


def _who_won(rules: Iterable[WinRule], dead: tuple[int, ...]) -> LineId:
    won = dict(_WON[rule.id] for rule in rules if rule.won)
    if won == {"wolves": ""} and not dead:
        return LineId("verdict.wolves.spared")
    endings = won.values() if len(won) == 1 else ()
    return LineId(f"verdict.{'-'.join(won)}{''.join(endings)}") if won else LineId("verdict.nobody")


def _sting(result: Result | None) -> str:
    """Return the sound of the winning team. If a Tanner wins, return the Tanner's sound, even if others win too."""
    won = {reason.team for reason in result.reasons if reason.rule.won} if result else set()
    return next((sting for team, sting in _STINGS if team in won), "")


_STINGS = ((Team.TANNER, LONE_WON), (Team.VILLAGE, VILLAGE_WON), (Team.WEREWOLF, WOLVES_WON))
