"""Says whether work at the box reveals roles.

The box deals many games of each table without a moderator. Scripted people come to it and read, turn, press and hold
only as much as the screen asks for. A classifier guesses the role of each seat from the length of its turn and its
presses, holds and detents: 0.5 is chance, and `MOST_AUC` is allowed after two nights. The classifier would miss what
reveals a role in only a few cases, so the ends of each figure and each of its values are checked, too."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from bench.dial_hands import Person, Worked
from bench.rows import Row
from lab.leaks.guesses import guess
from nightcrier.box.games.engine.game import FileGame
from nightcrier.box.games.engine.secret_turns import SeatTurn, SecretRound
from nightcrier.box.games.engine.village import VillageGame
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.library import Library, read_library
from nightcrier.box.show.answers import TALK_OVER
from nightcrier.box.show.conductor import NO_PACES, Score, begin_show, end_sound, end_window, pass_time
from nightcrier.box.show.cues import Say, Window
from nightcrier.box.show.plug import Game
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Perform, Verdict
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language, LineId, Seconds

SIZE, SMALLEST = 400, 24
"""The numbers of games of each table: for a release, and the fewest."""
PLAYERS, DUSKS, MOST_AUC = 12, 2, 0.6
FEWEST = 30
"""The fewest seats with a role for which guessing the role makes sense."""
MOST_ODDS, DOUBT, TAIL = 3.0, 1e-6, 4
"""The highest factor by which a single case may make a role more likely; the probability that only chance makes it so;
and the part of all cases that counts as an end of a figure, as a divisor."""
SIGNS, NUMBER, SOUND = 14.0, 1.0, 4.0
"""The characters that a voice says in a second, and the seconds of a number and of another sound."""
_Play: TypeAlias = WherewolfPlay | VillageGame[Any]


class Table(Struct, frozen=True):
    """Describes a table: a game with its scenario and kinds of work. Some roles replace others, or are added."""

    game: str
    scenario: str
    work: tuple[str, ...] = ("dusk", "dawn")
    swapped: Mapping[str, str] = {}
    added: tuple[str, ...] = ()


SEEN = ("choosing", "reading")
TABLES = {
    "First Moon": Table("wherewolf", "first-moon"),
    "with a Spy": Table("wherewolf", "first-moon", ("spying",), {"bard": "spy"}),
    "Two Moons": Table("wherewolf", "two-moons"),
    "Mafia": Table("mafia", "mafia", SEEN, added=("godfather",)),
    "all of Full Moon": Table("full-moon", "full-moon", SEEN, added=("cupid", "guard", "elder", "little-one")),
}
DUSK, DAWN, BALLOT, SPIES = "DuskRound", "DawnRound", "BallotRound", "SpyRound"
CHOOSING, READING = ("ChoosingRound 1", "ChoosingRound 2"), "ReadingRound"
UNTIL_DARK = (SPIES, READING, *CHOOSING)
"""The rounds in which everybody is asked to hold the dial until the screen goes dark."""
WORK = {"dusk": (DUSK,), "dawn": (DAWN,), "choosing": CHOOSING, "reading": (READING,), "spying": (SPIES,)}
"""The kinds of rounds that are judged together, by name. A round that is played several times is numbered."""


class PlayedGame(Struct):
    """Holds the roles of a game by seat, the turns of its rounds by kind, and the seconds of each night."""

    roles: Sequence[str]
    rounds: dict[str, list[dict[int, Worked]]]
    nights: dict[int, Seconds]


class _Evening:
    """Plays a game, with its people and its clock."""

    def __init__(self, library: Library, play: _Play, rng: Random) -> None:
        self._words, self._play, self._at = library.words, play, 0.0
        self._paces = NO_PACES
        roles = (play.state.known if isinstance(play, WherewolfPlay) else play.state.dusk).table.roles
        self._people = [Person(rng, library.words) for _ in roles]
        self.game = PlayedGame(roles, defaultdict(list), defaultdict(float))

    def play(self) -> PlayedGame:
        while (stage := self._play.stage()) and not isinstance(stage, Verdict) and self._play.state.number <= DUSKS:
            kind, number, began = self._round(), self._play.state.number, self._at
            if isinstance(stage, Perform):
                self._perform(kind, stage)
            over = stage.choices[0].value if isinstance(stage, Ask) else TALK_OVER
            self._play = self._play.answer("" if isinstance(stage, Perform) else (over,))
            if kind in (DUSK, DAWN, READING, *CHOOSING):
                self.game.nights[number] += self._at - began
        return self.game

    def _round(self) -> str:
        step = self._play.steps[0]
        if not isinstance(step, SecretRound):
            return ""
        name, its = type(step.kind).__name__.strip("_"), getattr(step.kind, "its", None)
        return f"{name} {its.number}" if its else name

    def _perform(self, kind: str, stage: Perform) -> None:
        score, _ = begin_show(stage.show, self._at, paces=self._paces)
        turns = dict[int, Worked]()
        while not score.over:
            cue = score.show[score.cue]
            if isinstance(cue, Window) and (turn := self._turn(cue.name)):
                score, turns[turn.seat] = self._act(score, turn)
            elif score.sounding:
                self._at += sum(map(self._length, cue.lines)) if isinstance(cue, Say) else SOUND
                score, _ = end_sound(score, score.token, self._at)
            else:
                self._at = score.until or self._at
                score, _ = pass_time(score, self._at)
        self._paces = score.paces
        if turns:
            self.game.rounds[kind].append(turns)

    def _turn(self, window: str) -> SeatTurn | None:
        stage = self._play.stage()
        turn = stage.acts.get(window) if isinstance(stage, Perform) else None
        return turn if isinstance(turn, SeatTurn) else None

    def _act(self, score: Score, turn: SeatTurn) -> tuple[Score, Worked]:
        """Let the person of a seat act, and end the window like the box."""
        window, began = score.cue, self._at
        asked = self._round() in UNTIL_DARK
        until_dark = score.until - began if asked and score.until else 0.0
        wants = str(turn.seat) if self.game.roles[turn.seat] == "spy" and self._round() == BALLOT else ""
        row, worked = self._people[turn.seat].act(self._play, turn, wants, until_dark)
        self._play = self._play.answer(row)
        if worked.done and score.until and self._at + worked.seconds < score.until:
            self._at += worked.seconds
            score, _ = end_window(score, self._at)
        if score.cue == window:
            self._at = score.until or self._at
            score, _ = pass_time(score, self._at)
        return score, worked.heard_for(self._at - began)

    def _length(self, line: LineId) -> Seconds:
        if line.startswith(("number.", "seat.")):
            return NUMBER
        said = self._words.line(Language("en"), line)
        return len(said.spoken if said else "") / SIGNS


def play_games(name: str, games: int) -> Iterator[PlayedGame]:
    """Deal this many games to scripted people, and yield the work of each game up to its second day."""
    table = TABLES[name]
    library, game = _read_game(table)
    deck = (*game.deck(Setup(table.scenario, PLAYERS)), *table.added)
    setup = Setup(table.scenario, PLAYERS, tuple(table.swapped.get(role, role) for role in deck), {"host": "box"})
    for seed in range(games):
        play = game.begin(setup, seed)
        if not isinstance(play, WherewolfPlay | VillageGame):
            raise TypeError(f"the box does not deal {name}")
        yield _Evening(library, play, Random(seed)).play()


def _read_game(table: Table) -> tuple[Library, Game]:
    with TemporaryDirectory() as folder:
        library = read_library(standard_folders({}, Path(folder)), print)
    return library, library.games[table.game]


def groups_of(table: Table) -> Mapping[str, Collection[str]]:
    """Return the groups of roles that are guessed, in addition to each role alone."""
    _, game = _read_game(table)
    if not isinstance(game, FileGame):
        return {
            "any wolf": {role for role in ROLE_TABLE if ROLE_TABLE[role].strength},
            "Seer or Mage": {"seer", "mage"},
        }
    roles = game.file.roles.values()
    return {f"all of {side}": {role.id for role in roles if role.side == side} for side in game.file.sides}


Question: TypeAlias = tuple[str, list[list[float]], list[bool], list[str]]


def role_questions(
    games: Sequence[PlayedGame], kinds: Collection[str], rounds: int, groups: Mapping[str, Collection[str]]
) -> Iterator[Question]:
    """Ask for the role of each seat that took part in this many rounds of each of these kinds. Yield the question, the
    figures of each seat, the true answers, and the names of the figures."""
    seats = list[tuple[str, list[float]]]()
    for game in games:
        if all(len(game.rounds[kind]) >= rounds for kind in kinds):
            played = [each for kind in kinds for each in game.rounds[kind][:rounds]]
            for seat in played[-1]:
                seats.append((game.roles[seat], [figure for each in played for figure in each[seat].figures]))
    rows = [row for _, row in seats]
    names = [f"{what} {kind} {at + 1}" for kind in kinds for at in range(rounds) for what in Worked.named]
    asked = {**{role: {role} for role in sorted({role for role, _ in seats})}, **groups}
    for question, roles in asked.items():
        held = [role in roles for role, _ in seats]
        if FEWEST <= sum(held) < len(held):
            yield question, rows, held, names


def surest_case(question: Question) -> tuple[float, str]:
    """Return the factor by which the most revealing value, or end, of a figure makes a role more or less likely, and
    the name of the figure."""
    asked, rows, held, names = question
    sides = np.array(held), ~np.array(held)
    columns = zip(names, np.array(rows).T, strict=True)
    most, name = max((max(_odds(column, side) for side in sides), name) for name, column in columns)
    return most, f"{asked} by {name}"


def _odds(figures: npt.NDArray[Any], held: npt.NDArray[np.bool_]) -> float:
    """Return the odds of the role at the most revealing value or end of a figure, divided by its odds overall."""
    _, at = np.unique(figures, return_inverse=True)
    of, its = np.bincount(at), np.bincount(at, held)
    for all_, part in ((of, its), (of[::-1], its[::-1])):
        end = np.cumsum(all_) <= len(held) / TAIL
        of, its = np.append(of, np.cumsum(all_)[end]), np.append(its, np.cumsum(part)[end])
    least, share = _least_share(its, of), held.mean()
    return float((least / (1 - least)).max() * (1 - share) / share)


def _least_share(its: npt.NDArray[Any], of: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the fraction that is certain except for a doubt of `DOUBT` (Chernoff), if `its` were found among `of`."""
    found = np.clip(its / of, 1e-12, 1 - 1e-12)
    low, high = np.zeros(len(of)), found
    for _ in range(30):
        middle = (low + high) / 2
        apart = found * np.log(found / middle) + (1 - found) * np.log((1 - found) / (1 - middle))
        too_low = of * apart > -np.log(DOUBT)
        low, high = np.where(too_low, middle, low), np.where(too_low, high, middle)
    return low


def table_rows(name: str, games: Sequence[PlayedGame]) -> Iterator[Row]:
    """Yield, for each kind of work in two nights, the role that it reveals most."""
    groups = groups_of(TABLES[name])
    lengths = ", ".join(f"{fmean(game.nights[number] for game in games):.0f} s" for number in range(1, DUSKS + 1))
    for what in TABLES[name].work:
        kinds = [kind for kind in WORK[what] if games[0].rounds[kind]]
        turns = [turn for game in games for kind in kinds for each in game.rounds[kind] for turn in each.values()]
        late = f"{fmean(not turn.done for turn in turns):.1%} out of time" if turns and SPIES not in kinds else ""
        asked = list(role_questions(games, kinds, DUSKS, groups)) if kinds else []
        if not asked:
            yield Row(f"{name}, {what}", None, MOST_AUC, "AUC", note="nobody did it")
            continue
        best = max((guess(*question) for question in asked), key=lambda each: each.auc)
        note = f"{best}; nights of {lengths}{late and '; '}{late}"
        yield Row(f"{name}, {what}, after two nights", best.auc, MOST_AUC, "AUC", note=note)
        odds, told = max(map(surest_case, asked))
        yield Row(f"{name}, {what}, a single case", odds, MOST_ODDS, "times as likely", note=told)


def rows(size: int) -> Iterator[Row]:
    for name in TABLES if size > SMALLEST else ("First Moon",):
        yield from table_rows(name, list(play_games(name, size)))
