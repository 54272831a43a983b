"""Sets up a table: laying out the cards step by step, the Sniff of the wolves for eight or more players, and the first
player.

In the first game the owner of the marked tile starts. In a later game the seat with the most gold starts; a tie is
decided at random."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.growl.cards import HAND_CARDS, SNIFF_FROM
from nightcrier.box.games.growl.course import DayTurn
from nightcrier.box.games.growl.phrases import growl_line, growl_lines
from nightcrier.box.games.growl.village import GrowlResult, GrowlRules, GrowlStep, GrowlVillage
from nightcrier.box.show.agenda import StageStep, StepResult
from nightcrier.box.show.answers import Picks, seats_to_choose
from nightcrier.box.show.cues import CHOSEN, DAYBREAK, SILENCE, Bed, Call, Gap, Show, Signal, Window, say_lines
from nightcrier.box.show.facts import Fact, Number, PrintedName, RoleName, Word
from nightcrier.box.show.stages import TABLE, Ask, Perform, Stage, Tell
from nightcrier.kernel.ids import LineId, number_line, role_line, seat_first

EYES = 8.0
"""The seconds in which the wolves look at each other."""


_TAKEN_OUT = {16: "setup.out-both", 8: "setup.out-nine", 0: "setup.all-in"}
"""The id of the word and the line for the marked cards that a game does not use, by their number."""


def setup_steps(rules: GrowlRules) -> tuple[GrowlStep, ...]:
    """Return the steps before the first turn. A table that knows the game hears only the new nights and what depends on
    the number of players. If the number of players changed, the table hears the whole layout."""
    first = () if rules.says_little or rules.told else _rules_steps()
    laid = (step for step in _steps(rules) if step.kept or rules.lays_all)
    sniff = (StageStep(Perform(sniff_show(rules), "sniff")),) if rules.supplies.players >= SNIFF_FROM else ()
    return (*first, *laid, *sniff, StartPlayer())


def _tell(facts: tuple[Fact, ...], said: tuple[LineId, ...], *, kept: bool = False, lays: bool = True) -> StageStep:
    """Return a step that lays out cards, or only explains rules. Tables that know the game also see a `kept` step."""
    return StageStep(Tell(TABLE, facts, said, skip=True, lays=lays), kept)


def _rules_steps() -> tuple[StageStep, ...]:
    aims = growl_lines("open", "setup.help", "setup.skip", "aims", "nights")
    names = tuple(map(PrintedName, HAND_CARDS))
    return _tell((Word("growl.aims"),), aims, lays=False), _tell(names, growl_lines("names"), lays=False)


def _steps(rules: GrowlRules) -> Iterator[StageStep]:
    supplies = rules.supplies
    if rules.lying:
        lent = ("setup.second-back",) if any(each.extra for each in rules.lying) else ()
        yield _step("setup.gather", "setup.gather", *lent, kept=True)
    yield _aside(rules)
    if supplies.extra and not rules.again:
        yield _count("setup.extra", supplies.extra)
        if supplies.extra_gold:
            yield _step("setup.extra-gold", "setup.extra-gold", kept=True)
    yield _starter(rules)
    if rules.options.more_cards:
        yield _count("setup.more", rules.options.more_cards)
    yield _step("setup.three", "setup.three", "setup.wounds", "setup.bites", "setup.secret")
    layers = ("setup.pile", "setup.pile-second", "setup.pile-last", "setup.turn-over")
    yield _tell(tuple(map(_laid, layers)), growl_lines(*layers))


def _laid(shown: str) -> Word:
    """Return the word that a step shows on the screen. A voice says its sentence instead."""
    return Word(f"growl.{shown}", said=growl_lines(shown))


def _step(shown: str, *said: str, kept: bool = False) -> StageStep:
    return _tell((Word(f"growl.{shown}"),), growl_lines(*said), kept=kept)


def _aside(rules: GrowlRules) -> StageStep:
    """Return the step that lays the Night cards aside, with new nights in each game, and takes out the cards that only
    more players need. If the last game had the same number of players, those cards are already out, and all cards are
    first collected, including those of a second bought game."""
    nights: tuple[str, ...] = ("setup.markers",) if rules.options.draws else ("setup.aside",)
    out = () if rules.again else (_TAKEN_OUT[rules.supplies.removed],)
    before: tuple[str, ...] = ()
    if rules.again:
        before = ("setup.again",) if rules.options.draws else ("setup.again", "setup.fresh")
    elif rules.lays_all:
        help_ = ("setup.help",) if rules.told else ()  # else the first step said it, and welcomed people
        help_ = ("open",) if rules.says_little and not rules.lying else help_
        before = help_ if rules.options.more_cards else (*help_, "setup.expansions")
    else:
        nights = ()
    shown = tuple(map(_laid, (*nights, *out)))
    return _tell(shown, growl_lines(*before, *nights, *out), kept=True)


def _starter(rules: GrowlRules) -> StageStep:
    bites, gold = rules.supplies.bites, rules.supplies.starter_gold
    shown = Word("growl.setup.starter", {"bites": Number(bites), "gold": Number(gold)})
    after = growl_lines("setup.one-each") if rules.lays_all else ()
    counted = (role_line("bite"), number_line(bites), role_line("gold"), number_line(gold))
    return _tell((shown,), (growl_line("setup.starter"), *counted, *after), kept=True)


def _count(name: str, n: int) -> StageStep:
    return _tell((Word(f"growl.{name}", {"n": Number(n)}),), (growl_line(name), number_line(n)), kept=True)


def sniff_show(rules: GrowlRules) -> Show:
    """Return the show of the Sniff: everybody shuts their eyes, the wolves open theirs and look, everybody shuts them,
    and everybody opens them. The show is the same for every deal."""
    return (
        Call(RoleName("sniff")),
        *say_lines(growl_line("sniff.close")),
        Bed(CHOSEN),
        Signal("wolf-howl"),
        Gap(2.0),
        *say_lines(growl_line("sniff.open")),
        Window("sniff", rules.options.seconds(EYES, rules.supplies.players)),
        *say_lines(growl_line("sniff.shut")),
        Gap(2.0),
        SILENCE,
        DAYBREAK,
        *say_lines(growl_line("sniff.end")),
    )


def _first_day(rules: GrowlRules) -> tuple[LineId, ...]:
    """Return the lines that explain a turn, and how people report a turn to the box."""
    keys = "day.keys" if rules.options.turns == "start" else "day.keys.heartbeat"
    if rules.says_little:
        return growl_lines(keys)
    return growl_lines("day.turn", "day.say", "day.icons", "day.bites", "day.wounds", keys)


class StartPlayer(Struct, frozen=True):
    """The step that lays out the home tiles and asks who starts. The seat with the most gold from earlier games is
    first on the screen."""

    def stage(self, rules: GrowlRules, village: GrowlVillage) -> Stage:
        leader, tiles = richest(rules), growl_lines("setup.tiles", "setup.seats") if rules.lays_all else ()
        said = (*tiles, *(seat_first(leader, growl_line("start.gold")) if leader else growl_lines("start.tile")))
        return Ask(0, Word("growl.start"), seats_to_choose(village.all_seats), max(0, leader - 1), lines=said)

    def result(self, rules: GrowlRules, village: GrowlVillage, picks: Picks) -> GrowlResult:
        return StepResult(replace(village, active=int(picks[0])), (DayTurn(_first_day(rules)),))


def richest(rules: GrowlRules) -> int:
    """Return the seat with the most gold. A tie is decided at random. Return 0 if no seat of this game has gold."""
    playing = rules.ledger[: rules.supplies.players]
    most = max(playing, default=0)
    leaders = [seat for seat, gold in enumerate(playing, 1) if gold == most and gold]
    return leaders[rules.lot % len(leaders)] if leaders else 0
