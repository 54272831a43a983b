"""End a game: the deaths, the ceremony of the Growl, the winners and their gold.

People enter each dead seat with the dial, and the box announces them. The game ends when only two players live. The box
offers only possible amounts of gold: no more than the game has (any card of an expansion may be Gold), and a possible
number of winners. Sometimes the last seats can only win, so people confirm the list of winners at the end."""

from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.growl.phrases import NOBODY_MORE, AskWhoseNeighbors, growl_line, growl_lines, seats_first
from nightcrier.box.games.growl.village import GrowlResult, GrowlRules, GrowlStep, GrowlVillage
from nightcrier.box.show.agenda import RowStep, SilentStep, StageStep, StepResult
from nightcrier.box.show.answers import Option, Picks, one_value, seats_to_choose
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import BREATH, Call, Gap, Say, Show, Signal
from nightcrier.box.show.facts import Fact, Joined, Number, RoleName, SeatMark, Word, seats_word
from nightcrier.box.show.stages import TABLE, VILLAGE_WON, WOLVES_WON, Ask, Perform, Stage, Tell, Verdict
from nightcrier.kernel.ids import LineId, number_line, role_line, seat_first, seats_say

LOST = "lost"
GoldFound: TypeAlias = tuple[int | None, ...]
"""The Gold that people have entered so far, player by player. None stands for a player of the losing team."""


def team_won(humans_won: bool) -> str:
    """Return the id of the word and the line that name the winning team."""
    return "humans-win" if humans_won else "wolves-win"


class Reward(RowStep[GrowlRules, GrowlVillage], frozen=True):
    """The step that asks for the gold of each player, which also tells who has won. It then asks whether the evening
    continues, and shows the verdict. The end of the evening decides who is king."""

    humans_won: bool

    def row(self, rules: GrowlRules, village: GrowlVillage) -> AskingRow[GrowlResult]:
        yield Tell(TABLE, (Word(f"growl.{team_won(self.humans_won)}"),), growl_lines("team", "reward"))
        found: GoldFound = ()
        told = False  # whether somebody could have lost before: no number stands there first
        for seat in range(1, village.seats + 1):
            may_lose = self.allows(None, found, rules, village)
            first = growl_lines("gold.first") if may_lose and not told else ()
            told = told or may_lose
            said = (*first, *seat_first(seat, growl_line("gold")))
            choices = tuple(self._choices(found, rules, village))
            asked = Ask(0, Word("growl.ask.gold", {"n": SeatMark(seat)}), choices, lines=said)
            answer = one_value((yield asked))
            found = (*found, None if answer == LOST else int(answer))
        winners = tuple(seat for seat, gold in enumerate(found, 1) if gold is not None)
        shown = seats_word("verdict.winners", winners, seats_say(winners, "verdict.winners"))
        yield Tell(TABLE, (shown,), shown.said)
        more = yield from _ask_yes("more", "more")
        yield self._verdict(rules, village, found, "richest" if more else "king")
        return StepResult(village)

    def _choices(self, found: GoldFound, rules: GrowlRules, village: GrowlVillage) -> Iterator[Option]:
        left = rules.supplies.gold + rules.options.more_cards - sum(gold or 0 for gold in found)
        if self.allows(None, found, rules, village):
            yield Option(LOST, Word("growl.lost"))
        if self.allows(0, found, rules, village):
            yield from map(_gold_option, range(left + 1))

    def allows(self, gold: int | None, before: GoldFound, rules: GrowlRules, village: GrowlVillage) -> bool:
        """Say whether a valid result remains possible for the other seats with this amount of gold. Every Wolf Zero
        stays a wolf. If humans won, at least one human lives."""
        found = (*before, gold)
        winners = sum(each is not None for each in found)
        alive = [each for seat, each in enumerate(found, 1) if seat in village.living]
        open_seats, open_living = village.seats - len(found), len(village.living) - len(alive)
        zeros = rules.supplies.bites
        if not self.humans_won:
            return None not in alive and winners + open_seats >= zeros
        lacks = not any(each is not None for each in alive)
        return open_living >= lacks and len(found) - winners + open_seats - lacks >= zeros

    def _verdict(self, rules: GrowlRules, village: GrowlVillage, found: GoldFound, most: str) -> Verdict:
        """Return the verdict with its facts in this order: the winners, who were announced on the page before, the
        seats with `most` gold, the new gold, the team, the dead."""
        points = tuple(0 if gold is None else 1 + gold for gold in found)
        winners = tuple(seat for seat, gold in enumerate(points, 1) if gold)
        totals = tuple(map(sum, zip_longest(rules.ledger, points, fillvalue=0)))  # also of people who don't play this
        kings = tuple(seat for seat, gold in enumerate(totals, 1) if gold == max(totals))
        won = seats_word("verdict.winners", winners, seats_say(winners, "verdict.winners"))
        most_gold = seats_word(f"growl.{most}", kings, seats_say(kings, f"growl.{most}"))
        dead = seats_word("verdict.dead", village.dead, ()) if village.dead else Word("verdict.alive")
        facts = (won, most_gold, *_gold_facts(points, totals), Word(f"growl.{team_won(self.humans_won)}"), dead)
        return Verdict(village.dead, points, facts, most_gold.said)


@cache
def _gold_option(gold: int) -> Option:
    return Option(str(gold), Joined((RoleName("gold"), Number(gold)), " "))


def _gold_facts(points: tuple[int, ...], totals: tuple[int, ...]) -> Iterator[Fact]:
    """Yield the gold of each winner, both from this game and in total."""
    for seat, (gold, total) in enumerate(zip(points, totals, strict=False), 1):
        if gold:
            said = *seat_first(seat), role_line("gold"), number_line(gold)
            yield Word("growl.earned", {"n": SeatMark(seat), "gold": Number(gold), "total": Number(total)}, said)


_FEWEST_LIVING = 2
"""The number of living players at which the game ends at once."""
_NONE, _NEIGHBORS = "none", "neighbors"


class DeathRoll(Struct, frozen=True):
    """The step that asks for one dead seat after another, until no other player has died. The box announces all dead
    together. A caged player passes no cards, and so is left out when the question is who cannot pass any."""

    about: Literal["dead", "cannot"]
    lines: tuple[LineId, ...] = ()
    fallen: tuple[int, ...] = ()

    def stage(self, rules: GrowlRules, village: GrowlVillage) -> Stage:
        asked = village.passing if self.about == "cannot" else village.living
        left = tuple(seat for seat in asked if seat not in self.fallen)
        nobody = Option(_NONE, Word("growl.last") if self.fallen else NOBODY_MORE)
        more = (Option(_NEIGHBORS, Word("growl.neighbors")),) if self.about == "cannot" and not self.fallen else ()
        question = Word(f"growl.ask.{self.about}.more" if self.fallen else f"growl.ask.{self.about}")
        return Ask(0, question, (nobody, *seats_to_choose(left), *more), lines=self._said(village))

    def _said(self, village: GrowlVillage) -> tuple[LineId, ...]:
        """Return the lines of the question. If people have passed cards and then press BACK, no line asks them to pass
        the cards again."""
        passed = self.about == "cannot" and village.nights <= village.passed
        return growl_lines("cannot.passed") if self.lines and passed else self.lines

    def result(self, rules: GrowlRules, village: GrowlVillage, picks: Picks) -> GrowlResult:
        silent = replace(self, lines=())
        match picks[0]:
            case "none":
                return StepResult(village, (Fallen(tuple(sorted(self.fallen))),))
            case "neighbors":
                return StepResult(village, (AskWhoseNeighbors(), silent))
        return StepResult(village, (replace(silent, fallen=(*self.fallen, int(picks[0]))),))


class Fallen(SilentStep, frozen=True):
    """The step that lets these seats die. Their team stays secret, unless the Séance lies at one of them."""

    seats: tuple[int, ...]

    def result(self, rules: GrowlRules, village: GrowlVillage, picks: Picks) -> GrowlResult:
        if not self.seats:
            return StepResult(village)
        after = village.without(self.seats)
        told: tuple[GrowlStep, ...] = (announce(rules, village, self.seats),)
        if len(after.living) <= _FEWEST_LIVING:
            return StepResult(after, (*told, Ending("end.two")), ends=True)
        return StepResult(after, told)


def announce(rules: GrowlRules, village: GrowlVillage, seats: tuple[int, ...]) -> StageStep:
    """Return the step that announces all dead seats together, in one sentence and on one page."""
    seance = growl_lines("seance.speaks") if village.seance in seats else ()
    short = (line for seat in seats for line in seat_first(seat, growl_line("gone")))
    said = short if rules.says_little else seats_first(seats, growl_line("dead"))
    return StageStep(Tell(TABLE, (seats_word("verdict.dead", seats, ()),), (*said, *seance)))


class Ending(RowStep[GrowlRules, GrowlVillage], frozen=True):
    """The step that leads from the last card until the sleepwalkers are back in their seats. `why` is the first spoken
    line. If nobody lives, the wolves have won and nothing is asked."""

    why: str

    def row(self, rules: GrowlRules, village: GrowlVillage) -> AskingRow[GrowlResult]:
        yield Perform(growl_show(self.why), "growl")
        humans_won = bool(village.living) and (yield from _ask_yes("humans", "stands"))
        cheer = Signal(VILLAGE_WON if humans_won else WOLVES_WON, alone=1.9)
        yield Perform((Call(RoleName("growl")), BREATH, cheer, Say(growl_line(team_won(humans_won)))), "cheer")
        if village.sleepwalkers:
            yield Tell(TABLE, (Word("growl.home-again"),), growl_lines("sleepwalkers.home"))
        return StepResult(village.at_home(), (Reward(humans_won),))


def _ask_yes(question: str, answers: str) -> AskingRow[bool]:
    """Ask a yes-or-no question: whether a living human is standing, or whether the evening goes on."""
    options = tuple(Option(value, Word(f"growl.{answers}.{value}")) for value in ("yes", "no"))
    answer = yield Ask(0, Word(f"growl.ask.{question}"), options, lines=growl_lines(f"ask.{question}"))
    return one_value(answer) == "yes"


_BEFORE, _ZERO, _PACK, _CHEER = map(Gap, (1.5, 3.0, 5.0, 4.0))


def growl_show(why: str) -> Show:
    """Return the show of the end: Wolf Zero growls, the other wolves join in, and all humans stand up. The box howls
    only once they are done."""
    wolves = ((why, _BEFORE), ("growl.zero", _ZERO), ("growl.pack", _PACK))
    growled = (cue for line, gap in wolves for cue in (Say(growl_line(line)), gap))
    return (Call(RoleName("growl")), *growled, Signal("pack-howl"), Say(growl_line("growl.humans")), _CHEER)
