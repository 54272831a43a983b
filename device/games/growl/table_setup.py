"""Laying out the cards, step by step; the Sniff of the wolves where eight or more play; and who starts: in the first
game whoever owns the marked tile, later who has most gold, by lot among equals."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.cards import SNIFF_FROM, Supplies
from device.games.growl.day import DayTurn
from device.games.growl.phrases import growl_line, growl_lines, number_lines, say_cues, seat_lines, seats_to_choose
from device.games.growl.village import GrowlResult, GrowlStep, Rules, Village
from device.kernel.ids import LineId
from device.show.agenda import ShowStep, StepResult, TellStep
from device.show.cues import CHOSEN, SILENCE, Bed, Call, Gap, Show, Signal, Window
from device.show.facts import Fact, Number, RoleName, Word
from device.show.stages import Ask, Picks, Stage

EYES = 8.0
"""Seconds in which wolves look round the table."""


def laying_out(rules: Rules) -> tuple[GrowlStep, ...]:
    """Everything before the first turn."""
    told = tuple(TellStep((fact,), said, skip=True) for fact, said in _steps(rules))
    sniff = (ShowStep(sniff_show(rules), "sniff"),) if rules.supplies.players >= SNIFF_FROM else ()
    return (*told, *sniff, StartPlayer())


def _steps(rules: Rules) -> Iterator[tuple[Fact, tuple[LineId, ...]]]:
    supplies = rules.supplies
    nights = ("setup.markers",) if rules.options.draws else ("setup.nights", "setup.aside")
    yield Word(f"growl.{nights[0]}"), growl_lines("open", "setup.help", *nights)
    yield Word(f"growl.setup.{_out(supplies)}"), growl_lines(f"setup.{_out(supplies)}")
    if supplies.extra:
        yield _count("setup.extra", supplies.extra)
    starter = {"bites": Number(supplies.bites), "gold": Number(supplies.starter_gold)}
    dealt = (*number_lines((supplies.bites, supplies.starter_gold)), growl_line("setup.one-each"))
    yield Word("growl.setup.starter", starter), (growl_line("setup.starter"), *dealt)
    yield Word("growl.setup.three"), growl_lines("setup.three", "setup.wounds", "setup.bites")
    yield from _pile(supplies)
    yield Word("growl.setup.tiles"), growl_lines("setup.tiles", "setup.seats")


def _out(supplies: Supplies) -> str:
    """Which marked cards stay out."""
    return {16: "out-both", 8: "out-nine", 0: "all-in"}[supplies.removed]


def _pile(supplies: Supplies) -> Iterator[tuple[Fact, tuple[LineId, ...]]]:
    """Built from below: turned over, it is played in the order in which it was laid."""
    first, second, _ = supplies.depths
    yield _count("setup.pile", first)
    yield _count("setup.pile-second", second - first)
    for last in ("setup.pile-last", "setup.turn-over"):
        yield Word(f"growl.{last}"), growl_lines(last)


def _count(name: str, n: int) -> tuple[Fact, tuple[LineId, ...]]:
    return Word(f"growl.{name}", {"n": Number(n)}), (growl_line(name), *number_lines((n,)))


def sniff_show(rules: Rules) -> Show:
    """All shut, the wolves look, all shut, all open: the same for the table whoever looks."""
    return (
        Call(RoleName("sniff")),
        *say_cues(growl_line("sniff.close")),
        Bed(CHOSEN),
        Signal("wolf-howl"),
        Gap(2.0),
        *say_cues(growl_line("sniff.open")),
        Window("sniff", rules.options.seconds(EYES)),
        *say_cues(growl_line("sniff.shut")),
        Gap(2.0),
        SILENCE,
        Signal("bell"),
        *say_cues(growl_line("sniff.end")),
    )


FIRST_DAY = growl_lines("day.turn", "day.icons", "day.bites", "day.wounds", "day.keys")


class StartPlayer(Struct, frozen=True):
    """The table has the last word: the ledger only says which seat stands first on the screen."""

    def stage(self, rules: Rules, village: Village) -> Stage:
        leader = richest(rules)
        said = (growl_line("start.gold"), *seat_lines((leader,))) if leader else growl_lines("start.tile")
        return Ask(0, Word("growl.start"), seats_to_choose(village.all_seats), max(0, leader - 1), lines=said)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        return StepResult(replace(village, active=int(picks[0])), (DayTurn(FIRST_DAY),))


def richest(rules: Rules) -> int:
    """The seat with the most gold, drawn by lot where several have it; 0 where nobody has any."""
    most = max(rules.ledger, default=0)
    leaders = [seat for seat, gold in enumerate(rules.ledger, 1) if gold == most and gold]
    return leaders[rules.lot % len(leaders)] if leaders else 0
