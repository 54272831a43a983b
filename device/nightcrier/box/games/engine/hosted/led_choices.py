"""Asks the moderator whom somebody chooses in a call of a game in a file, and tells him the result.
The referee judges the night with the choice and without it. The moderator reads the difference: what to show to the
chooser, and whom to touch."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.dealt_choices import known_roles, place_fact
from nightcrier.box.games.engine.hosted.host_steps import (
    ASKED,
    BESIDE,
    FOLLOWS,
    TOLD,
    HostTell,
    ask_host,
    house_word,
    nothing_follows,
    take_time,
)
from nightcrier.box.games.engine.hosted.placing import PlaceSeat
from nightcrier.box.games.engine.model import CallRow, GameFile
from nightcrier.box.games.engine.narrated import NarratedRules, call_title
from nightcrier.box.games.engine.referee.deeds import Turn
from nightcrier.box.games.engine.referee.night import turn_of
from nightcrier.box.games.engine.referee.records import CallChoice, Learnt
from nightcrier.box.games.engine.seat_pages import learnt_fact, night_of
from nightcrier.box.games.engine.verbs import TELLING_EACH, TELLING_ONCE, VERBS
from nightcrier.box.games.engine.village import Village
from nightcrier.box.show.agenda import SilentStep, StepResult
from nightcrier.box.show.answers import NONE_OF_THEM, Option, Picks
from nightcrier.box.show.facts import Fact, Joined, Number, SeatMark, Word, seats_joined
from nightcrier.box.show.stages import Ask, Marks

_KNOWING = (*TELLING_EACH, *TELLING_ONCE, "convert")
"""The verbs that reveal something about the chosen seat, so that the box has to know its role."""
_WAYS = ("left", "right")


def work_of_choice(file: GameFile, call: CallRow) -> tuple[str, ...]:
    """Return the kinds of work that one choice gives the moderator, or nothing if nobody chooses."""
    if not VERBS[call.do.verb].chooses:
        return ()
    asked = (ASKED, ASKED) if call.do.verb == "guess" else (ASKED,)
    return (*asked, *filter(None, (_follows(file, call),)))


def _follows(file: GameFile, call: CallRow) -> str:
    """Return the kind of work after a choice, or an empty text if there is never any."""
    felt = call.do.verb in ("mark", "guess") and file.marks[call.do.mark].felt
    if call.do.verb not in _KNOWING and not felt:
        return ""
    is_sure = call.do.count[0] and call.do.together == "each" and not call.do.uses and call.do.verb != "convert"
    return TOLD if is_sure else FOLLOWS


class AskChoice(Struct, frozen=True):
    """A question about whom a seat chooses in a call. If several people choose together, the seat is the first of them.
    If nobody can be chosen, the question is asked anyway, so that nobody hears the difference."""

    call: CallRow
    seat: int

    def stage(self, rules: NarratedRules, village: Village) -> Ask:
        call, turn = self.call, turn_of(village.dusk, village.night, self.call.id)
        places = () if self._is_idle(rules, village, turn) else self._places(turn)
        free = not places or not call.do.count[0] or call.do.together != "each"
        nobody = (Option(NONE_OF_THEM, house_word("nobody")),) if free else ()
        asked = ask_host(rules.seed, village, call.id, self._question(rules, village, turn), (*nobody, *places))
        least, most = call.do.count
        return replace(asked, marks=Marks(0 if free else least, most)) if most > 1 else asked

    def _is_idle(self, rules: NarratedRules, village: Village, turn: Turn) -> bool:
        """Say whether the seat cannot choose anybody: its power is used up, or cannot find anybody with its mark."""
        in_vain = self.seat in turn.vain and self._mark(rules)
        return bool(in_vain) or turn.is_closed(village.dusk, self.seat)

    def _mark(self, rules: NarratedRules) -> str:
        """Return the mark that a seat must have to be chosen, or an empty text if it needs none."""
        return next((name for name in self.call.do.of.names if name in rules.file.marks), "")

    def _places(self, turn: Turn) -> tuple[Option, ...]:
        if self.call.do.verb == "shift":
            return tuple(Option(way, Word(f"deal.{way}")) for way in _WAYS)
        found = sorted(turn.may_choose(self.seat))
        return tuple(Option(str(place), place_fact(place)) for place in found) if len(found) >= self._least else ()

    @property
    def _least(self) -> int:
        least, most = self.call.do.count
        return most if VERBS[self.call.do.verb].pair else max(1, least)

    def _question(self, rules: NarratedRules, village: Village, turn: Turn) -> Fact:
        together = self.call.do.together != "each"
        who = [seat for seat in turn.called if seat not in village.left] if together else [self.seat]
        deck = rules.deck if together else ()
        asked = house_word("ask.whom", role=call_title(rules.file, self.call, deck), n=seats_joined(who))
        mark = self._mark(rules)
        if not mark or self._is_idle(rules, village, turn):
            return asked
        reach = sorted(turn.reach(self.seat))
        places = seats_joined(reach) if reach else house_word("nobody")
        return Joined((asked, Word("deal.trail", {"role": rules.named("mark", mark), "places": places})), BESIDE)

    def result(self, rules: NarratedRules, village: Village, picks: Picks) -> StepResult[Village]:
        taken, values = take_time(village, picks)
        chosen = tuple(filter(None, values))
        if not chosen:
            return StepResult(nothing_follows(taken) if _follows(rules.file, self.call) == FOLLOWS else taken)
        if self.call.do.verb == "shift":
            return StepResult(taken, (ChoiceMade(CallChoice(self.seat, self.call.id, direction=chosen[0]), self.call),))
        if len(chosen) < self._least:
            return StepResult(taken, (self,))
        choice = CallChoice(self.seat, self.call.id, tuple(map(int, chosen)))
        looked = choice.targets if self.call.do.verb in _KNOWING else ()
        then = AskGuess if self.call.do.verb == "guess" else ChoiceMade
        return StepResult(taken, (*(PlaceSeat(seat) for seat in looked if seat > 0), then(choice, self.call)))


class AskGuess(Struct, frozen=True):
    choice: CallChoice
    call: CallRow

    def stage(self, rules: NarratedRules, village: Village) -> Ask:
        options = [Option(role, rules.role_fact(role)) for role in known_roles(rules)]
        asked = house_word("ask.role", n=SeatMark(self.choice.targets[0]))
        question = Joined((call_title(rules.file, self.call), asked), BESIDE)
        return ask_host(rules.seed, village, "guess", question, options)

    def result(self, rules: NarratedRules, village: Village, picks: Picks) -> StepResult[Village]:
        taken, (role,) = take_time(village, picks)
        return StepResult(taken, (ChoiceMade(replace(self.choice, role=role), self.call),))


class ChoiceMade(SilentStep, frozen=True):
    """The step that records a complete choice, for all who choose together, and tells the moderator the result."""

    choice: CallChoice
    call: CallRow

    def result(self, rules: NarratedRules, village: Village, picks: Picks) -> StepResult[Village]:
        made, follows = tuple(self._choices(village)), _follows(rules.file, self.call)
        after = replace(village, night=(*village.night, *made))
        facts: list[Fact] = []
        for fact in _answers(rules, village, after, self.call):
            facts += [fact] if fact not in facts else []
        if follows and (facts or follows == TOLD):
            return StepResult(after, (HostTell(tuple(facts) or (house_word("nothing"),), follows),))
        return StepResult(nothing_follows(after) if follows else after)

    def _choices(self, village: Village) -> Iterator[CallChoice]:
        if self.call.do.together == "each":
            yield self.choice
            return
        turn = turn_of(village.dusk, village.night, self.call.id)
        for seat in turn.called:
            if turn.may_choose(seat).issuperset(self.choice.targets):
                yield replace(self.choice, seat=seat)


def _answers(rules: NarratedRules, before: Village, after: Village, call: CallRow) -> Iterator[Fact]:
    """Yield what the moderator shows after a choice, and whom he touches."""
    old, new = night_of(before), night_of(after)
    for each in _told_in(new.told, call)[len(_told_in(old.told, call)) :]:
        if call.do.verb == "convert":
            yield house_word("touch", seats=seats_joined([each.seat]))
        yield told_fact(rules, each)
    felt = [seat for seat, marks in new.notified.items() if len(marks) > len(old.notified.get(seat, ()))]
    if felt:
        yield house_word("touch", seats=seats_joined(sorted(felt)))


def _told_in(told: Sequence[Learnt], call: CallRow) -> list[Learnt]:
    return [each for each in told if each.call.id == call.id]


def told_fact(rules: NarratedRules, learnt: Learnt) -> Fact:
    """Return the answer that the moderator shows to the seat that learns it: a nod, a number of fingers, or a fact."""
    match learnt.answer:
        case None:
            return house_word("nothing")
        case bool(answer):
            return house_word("yes" if answer else "no")
        case int(answer):
            return house_word("fingers", n=Number(answer))
    return learnt_fact(rules, learnt)
