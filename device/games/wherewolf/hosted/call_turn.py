"""One call of a night that a moderator leads: who wakes is asked and told, and all close their eyes. Where nobody has
the role the same is said, and the box waits as long as he would have taken."""

from msgspec import Struct

from device.games.wherewolf.hosted.asking import EYES_OPENED, HostTell, host_show, take_time
from device.games.wherewolf.hosted.call_shows import NIGHT_BED, close_cues, wait_cues, wake_cues
from device.games.wherewolf.hosted.meeting import first_night_facts, later_night_facts
from device.games.wherewolf.hosted.placing import place_steps, roles_first_awake
from device.games.wherewolf.hosted.pointing import Point, call_choice
from device.games.wherewolf.hosted.waits import wait_for_call, wait_unasked
from device.games.wherewolf.hosted.windows import WhoOpened, window_powers
from device.games.wherewolf.referee.game_state import holder, owner_of, wolf_that_decides, wolves_in_play
from device.games.wherewolf.rules.roles import ITEMS, MYSTICS
from device.games.wherewolf.table.phrases import BESIDE
from device.games.wherewolf.table.village import FOLLOWS, MEETS, TOLD, WolfResult, WolfRules, WolfStep, WolfVillage
from device.kernel.chance import SeededChance, derived
from device.show.agenda import PlainStep, SilentStep, StepResult
from device.show.answers import Picks
from device.show.facts import Joined
from device.show.stages import HOST, Perform, Stage, Tell


class HostedCall(SilentStep, frozen=True):
    """A call, whoever has its role."""

    call: str

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        there = _is_answered(village, self.call)
        asked = (*_place_steps(village, self.call), Answering(self.call)) if there else (AbsentWait(self.call),)
        return StepResult(village, (Wake(self.call), *asked, host_show(close_cues(rules, self.call, village.number))))


def _place_steps(village: WolfVillage, call: str) -> tuple[WolfStep, ...]:
    return place_steps(village, call) if village.number == 1 else ()


def _is_answered(village: WolfVillage, call: str) -> bool:
    """Whether anybody opens the eyes when this is called."""
    state = village.known
    if village.number == 1:
        return call in ITEMS or not roles_first_awake(call).isdisjoint(village.actual)
    if call in ITEMS:
        return owner_of(state, call) is not None
    if call == "wolves":
        return bool(wolves_in_play(state))
    ghoul = call == "vampire" and holder(state, "ghoul") is not None
    return ghoul or holder(state, call) is not None


class Wake(PlainStep, frozen=True):
    """The words of a call. They sound to their end whatever happens meanwhile: a silence that is longer or shorter than
    that of another night would tell."""

    call: str

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        return Perform(wake_cues(rules, self.call, village.number), back=True)


class Answering(SilentStep, frozen=True):
    """Let those who are awake point, or be told something."""

    call: str

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        seat = _who_points(village, self.call)
        if seat is not None and call_choice(village, self.call, seat) is not None:
            return StepResult(village, (Point(self.call, seat),))
        if village.number == 1:
            return StepResult(village, (HostTell(first_night_facts(village, self.call), MEETS),))
        if self.call in ("wolves", "vampire"):
            wait = host_show(wait_cues(self.call, wait_unasked(rules, village, self.call)), still=True)
            return StepResult(village, (HostTell(later_night_facts(village, self.call), FOLLOWS), wait))
        return StepResult(village, (AwakeTold(self.call),))


class AwakeTold(Struct, frozen=True):
    """A Mystic is told something and chooses nobody; somebody else may open the eyes meanwhile, and change it."""

    call: str

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        facts = Joined(later_night_facts(village, self.call), BESIDE)
        return Tell(HOST, (facts,), night=NIGHT_BED, timed=True, held=_value_of_hold(village, self.call))

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if EYES_OPENED in picks:
            return StepResult(village, (WhoOpened(self.call), self))
        return StepResult(take_time(village, picks, TOLD)[0])


def _who_points(village: WolfVillage, call: str) -> int | None:
    if call in ITEMS:
        return owner_of(village.known, call) if village.number > 1 else None
    return wolf_that_decides(village.known) if call == "wolves" else holder(village.known, call)


class AbsentWait(Struct, frozen=True):
    """A wait where nobody has the role, as long as this moderator could have taken. Somebody who opens the eyes
    meanwhile is asked for, and the wait begins anew as a question would."""

    call: str

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        chance = SeededChance(derived(rules.seed, f"wait {village.number} {self.call} {len(village.night)}"))
        seconds = wait_for_call(rules, village, self.call, chance)
        return Perform(wait_cues(self.call, seconds), back=True, held=_value_of_hold(village, self.call), still=True)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return StepResult(village, (WhoOpened(self.call), self) if EYES_OPENED in picks else ())


def _value_of_hold(village: WolfVillage, call: str) -> str:
    return EYES_OPENED if call in MYSTICS and village.number > 1 and window_powers(village) else ""
