"""The lists that everybody dials in a secret vote, the same for all. A list that only some powers can use, all dial
too."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from device.games.wherewolf.dealt.seat_turn import DialList, dial_list
from device.games.wherewolf.table.phrases import seat_options, wolf_word
from device.games.wherewolf.table.village import WolfRules, WolfVillage
from device.kernel.chance import SeededChance, derived
from device.show.answers import Option, Picks

NO_MORE, HAND, CARD = "no-more", "hand", "card"
_VOTE, SHOWN = "vote", "shown"
_MORE = ("more-1", "more-2")
"""Nobody marks more than three: the Merchant votes for them. The Orator's card protects two."""
MOST_PICKS = 3
"""The most presses of everybody: with more, a ballot of twelve takes longer than 75 seconds."""


class BallotPaper(Struct, frozen=True):
    """The players between whom a vote is: all in play, or the Accused of a run-off."""

    open_to: tuple[int, ...]
    run_off: bool


class MarkedBallot(Struct, frozen=True):
    """A ballot as a seat has dialled it: its vote, whom else it marks, and whether it raises its card."""

    vote: int
    further: tuple[int, ...]
    card: bool

    @property
    def all(self) -> tuple[int, ...]:
        """The seats it names, each once."""
        return tuple(dict.fromkeys((self.vote, *self.further)))


def paper_of(village: WolfVillage, accused: Sequence[int] | None) -> BallotPaper:
    if accused is None:
        return BallotPaper(tuple(village.known.in_play), run_off=False)
    return BallotPaper(tuple(accused), run_off=True)


def ballot_picks(rules: WolfRules, paper: BallotPaper) -> tuple[str, ...]:
    """The presses of everybody in a vote, and what each is for, by the possible roles alone."""
    cards = {"mayor", "orator"} if paper.run_off else {"pettifogger"}
    several = {"merchant", "orator"} if paper.run_off else {"merchant"}
    shown = (SHOWN,) if cards.intersection(rules.possible) else ()
    more = _MORE[: len(paper.open_to) - 1] if several.intersection(rules.possible) else ()
    return (_VOTE, *more[: MOST_PICKS - 1 - len(shown)], *shown)


def ballot_lists(rules: WolfRules, village: WolfVillage, paper: BallotPaper, seat: int) -> tuple[DialList, ...]:
    lot, seats = _lot(rules, village, paper, seat), seat_options(paper.open_to)
    more = (*seats, Option(NO_MORE, wolf_word("one-is-enough")))
    shown = (Option(HAND, wolf_word("hand")), Option(CARD, wolf_word("card")))
    lists = {_VOTE: seats, SHOWN: shown}
    picks = ballot_picks(rules, paper)
    return tuple(_list(lists.get(pick, more), derived(lot, pick)) for pick in picks)


def mark_ballot(rules: WolfRules, village: WolfVillage, paper: BallotPaper, seat: int, row: Picks) -> MarkedBallot:
    """The ballot of a seat; its vote is drawn by lot where it was out of time."""
    chosen: Mapping[str, str] = dict(zip(ballot_picks(rules, paper), row, strict=False))
    drawn = SeededChance(derived(_lot(rules, village, paper, seat), "drawn")).pick(paper.open_to)
    further = [chosen[pick] for pick in _MORE if chosen.get(pick, NO_MORE) != NO_MORE]
    return MarkedBallot(int(chosen.get(_VOTE, drawn)), tuple(map(int, further)), chosen.get(SHOWN) == CARD)


def _list(options: Sequence[Option], lot: int) -> DialList:
    return dial_list(options, len(options), lot)


def _lot(rules: WolfRules, village: WolfVillage, paper: BallotPaper, seat: int) -> int:
    return derived(rules.seed, f"{'run-off' if paper.run_off else 'accusation'} {village.number} {seat}")
