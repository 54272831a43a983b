"""Asks the moderator which seat has which role."""

from msgspec import Struct

from nightcrier.box.games.engine.hosted.host_steps import (
    LOOKED,
    Led,
    LedRules,
    ask_host,
    house_word,
    seat_mark,
    take_time,
)
from nightcrier.box.show.agenda import SilentStep, StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.stages import Stage


class PlaceRole(Struct, frozen=True):
    """A question about which seat has a role."""

    role: str

    def stage(self, rules: LedRules[Led], village: Led) -> Stage:
        free = [Option(str(seat), seat_mark(rules.seats, seat)) for seat in rules.seats if seat not in village.placed]
        question = house_word("ask.seat", role=rules.role_fact(self.role))
        return ask_host(rules.seed, village, "seat", question, free)

    def result(self, rules: LedRules[Led], village: Led, picks: Picks) -> StepResult[Led]:
        taken, (seat,) = take_time(village, picks)
        return StepResult(rules.place(taken, {**taken.placed, int(seat): self.role}))


class PlaceSeat(Struct, frozen=True):
    """A question about the role of a seat. The question is left out if the role is known or only one role is left."""

    seat: int

    def stage(self, rules: LedRules[Led], village: Led) -> Stage | None:
        left = sorted(set(rules.unplaced(village)))
        if self.seat in village.placed or len(left) == 1:
            return None
        options = [Option(role, rules.role_fact(role)) for role in left]
        question = house_word("ask.role", n=seat_mark(rules.seats, self.seat))
        return ask_host(rules.seed, village, "role", question, options)

    def result(self, rules: LedRules[Led], village: Led, picks: Picks) -> StepResult[Led]:
        if self.seat in village.placed:
            return StepResult(village)
        taken, roles = take_time(village, picks, LOOKED) if picks else (village, picks)
        role = roles[0] if roles else rules.unplaced(village)[0]
        return StepResult(rules.place(taken, {**taken.placed, self.seat: role}))


class PlaceRest(SilentStep, frozen=True):
    """The step that asks, after the first night, for the role of each seat that is still unknown."""

    def result(self, rules: LedRules[Led], village: Led, picks: Picks) -> StepResult[Led]:
        return StepResult(village, tuple(PlaceSeat(seat) for seat in rules.seats if seat not in village.placed))
