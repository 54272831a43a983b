"""Leads a night with a moderator: nightfall, every call, and a credible wait for a role that nobody has.

In a call, the awake players are asked and answered, and then everybody closes their eyes. If nobody has the role, the
box says the usual words and waits as long as the moderator could have needed."""

from collections.abc import Iterator

from msgspec import Struct

from nightcrier.box.games.engine.hosted.host_steps import (
    ASKED,
    BESIDE,
    FOLLOWS,
    LOOKED,
    MEETS,
    NIGHT_BED,
    TOLD,
    HostTell,
    draw_led,
    draw_wait,
    draw_waits,
    host_show,
    house_word,
    take_time,
)
from nightcrier.box.games.engine.hosted.placing import PlaceRest
from nightcrier.box.games.wherewolf.hosted.call_shows import EYES_OPENED, close_cues, wait_cues, wake_cues
from nightcrier.box.games.wherewolf.hosted.host_facts import first_night_facts, later_night_facts, so_far
from nightcrier.box.games.wherewolf.hosted.placing import (
    PlaceLatent,
    place_steps,
    roles_first_awake,
    roles_first_shown,
)
from nightcrier.box.games.wherewolf.hosted.pointing import Point, WhoOpened, call_choice, value_of_hold
from nightcrier.box.games.wherewolf.referee.game_state import holder, user_of, wolf_that_decides, wolves_in_play
from nightcrier.box.games.wherewolf.rulebook import FREE_CALLS, ITEMS
from nightcrier.box.games.wherewolf.table.phrases import seats_named, wolf_line, wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage, asked_state
from nightcrier.box.show.agenda import SilentStep, StepResult
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.cues import NIGHTFALL, Call, Show, say_lines
from nightcrier.box.show.facts import Joined, Number
from nightcrier.box.show.stages import HOST, Perform, Stage, Tell
from nightcrier.kernel.chance import Chance


def _first_parts(rules: WolfRules, call: str, chance: Chance) -> Iterator[str]:
    """Yield the kinds of work that the moderator has in a call of the first night. He may also enter who woke, and the
    role of the seat that Seer or Mage asks about."""
    looking = call in ("seer", "mage")
    if rules.options.dealing == "entered":
        shown = roles_first_shown(call) & set(rules.possible)
        there = sum(chance.below(len(rules.possible)) < rules.players for _ in shown)
        yield from [ASKED] * max(1, there) + [LOOKED] * looking
    if looking or call in ("juliet", "guardian-angel"):
        yield from (ASKED, TOLD)
    else:
        yield MEETS


def _later_parts(village: WolfVillage, call: str) -> tuple[str, ...]:
    """Return the kinds of work that the moderator has in a call of a later night. Healer and Medium choose only if a
    seat can be chosen."""
    if call == "witch":
        return (ASKED,)
    if call == "healer":
        saves = so_far(village).killed and "healer" not in village.known.spent
        return (ASKED,) if saves else (TOLD,)
    if call == "medium" and len(village.known.in_play) == len(village.known.players):
        return (TOLD,)
    return (ASKED, FOLLOWS if call in FREE_CALLS else TOLD)


class HostedCall(SilentStep, frozen=True):
    """The step for one call of the night, which is made whether or not anybody has its role."""

    call: str

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        there = _is_answered(village, self.call)
        placing = place_steps(rules, village, self.call) if village.number == 1 else ()
        asked = (*placing, Answering(self.call)) if there else (AbsentWait(self.call),)
        wake, close = (host_show(cues(rules, self.call, village.number)) for cues in (wake_cues, close_cues))
        return StepResult(village, (wake, *asked, close))


def _is_answered(village: WolfVillage, call: str) -> bool:
    """Say whether anybody opens their eyes in a call."""
    state = asked_state(village)
    if village.number == 1:
        left = {role for seat, role in village.placed.items() if seat in village.left}
        return call in ITEMS or not (roles_first_awake(call) - left).isdisjoint(village.actual)
    if call == "wolves":
        return bool(wolves_in_play(state))
    ghoul = call == "vampire" and holder(state, "ghoul") is not None
    return ghoul or user_of(state, call) is not None


class Answering(SilentStep, frozen=True):
    """The step in which the awake players point or learn something."""

    call: str

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        seat = _who_points(village, self.call)
        if seat is not None and call_choice(village, self.call, seat) is not None:
            return StepResult(village, (Point(self.call, seat),))
        if village.number == 1:
            return StepResult(village, (HostTell(first_night_facts(village, self.call), MEETS),))
        if self.call in ("wolves", "vampire"):
            # Young Wolves or a Ghoul alone may not choose: a wait replaces the time of the choice.
            seconds = draw_wait(village.times, ASKED, draw_led(rules.seed, village, f"unasked {self.call}"))
            wait = host_show(wait_cues(self.call, seconds), still=True)
            return StepResult(village, (HostTell(later_night_facts(village, self.call), FOLLOWS), wait))
        return StepResult(village, (AwakeTold(self.call),))


class AwakeTold(Struct, frozen=True):
    """The step in which a Mystic learns something without a choice. Another player may open their eyes during this
    step, which may change what the Mystic learns."""

    call: str

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        facts = Joined(later_night_facts(village, self.call), BESIDE)
        return Tell(HOST, (facts,), night=NIGHT_BED, timed=True, held=value_of_hold(village, self.call))

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if EYES_OPENED in picks:
            return StepResult(village, (WhoOpened(self.call), self))
        return StepResult(take_time(village, picks, TOLD)[0])


def _who_points(village: WolfVillage, call: str) -> int | None:
    state = asked_state(village)
    if call in ITEMS and village.number == 1:
        return None
    return wolf_that_decides(state) if call == "wolves" else user_of(state, call)


class AbsentWait(Struct, frozen=True):
    """The wait for a role that nobody has, with a length that the moderator could have needed. If somebody opens their
    eyes during the wait, the moderator is asked who, and the wait begins again."""

    call: str

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        chance = draw_led(rules.seed, village, f"wait {self.call}")
        first = village.number == 1
        parts = _first_parts(rules, self.call, chance) if first else _later_parts(village, self.call)
        cues = wait_cues(self.call, draw_waits(village.times, parts, chance))
        return Perform(cues, back=True, held=value_of_hold(village, self.call), still=True)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return StepResult(village, (WhoOpened(self.call), self) if EYES_OPENED in picks else ())


def night_steps(rules: WolfRules, village: WolfVillage) -> tuple[WolfStep, ...]:
    """Return the steps of a night, from closed eyes to the last call."""
    calls = tuple(HostedCall(call) for call in rules.calls(village.number))
    rest = (PlaceRest(), Latents()) if village.number == 1 and rules.options.dealing == "entered" else ()
    return (host_show(nightfall_cues(rules, village.number)), _all_shut(village), *calls, *rest)


def nightfall_cues(rules: WolfRules, number: int) -> Show:
    """Return the words of nightfall. In full wording, the first night has one more line, about the moderator's taps."""
    tap = (wolf_line("tap"),) if number == 1 and not rules.says_little(1) else ()
    return (Call(wolf_word("moment.nightfall")), *NIGHTFALL, *say_lines(wolf_line("nightfall", number), *tap))


def _all_shut(village: WolfVillage) -> HostTell:
    """Return the step that asks the moderator every night whether all eyes are shut. During this step he touches
    players who die of love."""
    touched = so_far(village).killed
    touch = (house_word("touch", seats=seats_named(touched)),) if touched else ()
    return HostTell((house_word("night", n=Number(village.number)), *touch))


class Latents(SilentStep, frozen=True):
    """The step that asks for each Peasant's secret identity, if the moderator chooses these identities."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return StepResult(village, latent_steps(rules, village))


def latent_steps(rules: WolfRules, village: WolfVillage) -> tuple[WolfStep, ...]:
    peasants = [seat for seat, role in village.placed.items() if role == "peasant"]
    return tuple(map(PlaceLatent, sorted(peasants))) if rules.options.latent == "chosen" else ()
