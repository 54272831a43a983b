"""Says whether work at the box tells roles: `./run -m bench.equal_work [GAMES]`.

The box deals so many games of Wherewolf without a moderator. Scripted people come to it, who read, turn, press and hold
only as much as the glass asks of them. A classifier guesses the role of each seat from the length of its turn and from
its presses, holds and detents: 0.5 is chance, and `MOST_AUC` is allowed, after one dusk and after two."""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory

from msgspec import Struct

from bench.dial_hands import Person, Worked
from nightcrier.box.folders import standard_folders
from nightcrier.box.games.engine.secret_turns import SeatTurn, SecretRound
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.library import Library, read_library
from nightcrier.box.show.answers import TALK_OVER
from nightcrier.box.show.conductor import NO_PACES, Score, begin_show, end_sound, end_window, pass_time
from nightcrier.box.show.cues import Say, Window
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Perform, Verdict
from nightcrier.kernel.ids import Language, LineId, Seconds
from nightcrier.tools.leaks_cpu import Guessed, guess

GAMES, PLAYERS, DUSKS, MOST_AUC = 400, 12, 2, 0.6
FEWEST = 30
"""The fewest seats with a role that are worth a guess."""
SIGNS, NUMBER, SOUND = 14.0, 1.0, 4.0
"""Signs that a voice says in a second, and the seconds of a number and of another sound."""
TABLES = {
    "First Moon": ("first-moon", {}),
    "with a Spy": ("first-moon", {"bard": "spy"}),
    "Two Moons": ("two-moons", {}),
}
"""The scenarios, each with roles that others are put in place of."""
DUSK, DAWN, BALLOT, SPIES = "DuskRound", "DawnRound", "BallotRound", "SpyRound"


class PlayedGame(Struct):
    """The roles of a game by seat, the turns of its rounds by kind, and the seconds that each night took."""

    roles: Sequence[str]
    rounds: dict[str, list[dict[int, Worked]]]
    nights: list[Seconds]


class _Evening:
    """A game under way, with its people and its clock."""

    def __init__(self, library: Library, play: WherewolfPlay, rng: Random) -> None:
        self._words, self._play, self._at = library.words, play, 0.0
        self._paces = NO_PACES
        roles = play.state.known.table.roles
        self._people = [Person(rng, library.words) for _ in roles]
        self.game = PlayedGame(roles, defaultdict(list), [])

    def play(self) -> PlayedGame:
        while (stage := self._play.stage()) and not isinstance(stage, Verdict) and self._play.state.number <= DUSKS:
            kind, began = self._round(), self._at
            if isinstance(stage, Perform):
                self._perform(kind, stage)
            self._play = self._play.answer("" if isinstance(stage, Perform) else TALK_OVER)
            if kind in (DUSK, DAWN):
                self.game.nights += [0.0] if kind == DUSK else []
                self.game.nights[-1] += self._at - began
        return self.game

    def _round(self) -> str:
        step = self._play.steps[0]
        return type(step.kind).__name__ if isinstance(step, SecretRound) else ""

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
        """Let the person of a seat act, and let the window end as the box ends it."""
        window, began = score.cue, self._at
        until_dark = score.until - began if self._round() == SPIES and score.until else 0.0
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


def play_games(table: str, games: int) -> Iterator[PlayedGame]:
    """Deal so many games to scripted people, and yield the work of each up to its second day."""
    scenario, swapped = TABLES[table]
    with TemporaryDirectory() as folder:
        library = read_library(standard_folders({}, Path(folder)), print)
    game = library.games["wherewolf"]
    deck = tuple(swapped.get(role, role) for role in game.deck(Setup(scenario, PLAYERS)))
    for seed in range(games):
        play = game.begin(Setup(scenario, PLAYERS, deck, {"host": "box"}), seed)
        if not isinstance(play, WherewolfPlay):
            raise TypeError(f"{scenario} is no game of Wherewolf")
        yield _Evening(library, play, Random(seed)).play()


def guess_roles(games: Sequence[PlayedGame], kind: str, rounds: int) -> Iterator[Guessed]:
    """Guess the role of each seat that took part in so many rounds of a kind."""
    seats = [
        (game.roles[seat], [figure for each in played[:rounds] for figure in each[seat].figures])
        for game in games
        if len(played := game.rounds[kind]) >= rounds
        for seat in played[rounds - 1]
    ]
    rows, names = [row for _, row in seats], [f"{what} {at + 1}" for at in range(rounds) for what in Worked.named]
    asked = {role: {role} for role in sorted({role for role, _ in seats})}
    asked |= {"any wolf": {role for role in asked if ROLE_TABLE[role].strength}, "Seer or Mage": {"seer", "mage"}}
    for question, roles in asked.items():
        held = [role in roles for role, _ in seats]
        if sum(held) >= FEWEST:
            yield guess(question, rows, held, names)


def tell_table(table: str, games: Sequence[PlayedGame]) -> float:
    """Print the answers and the seconds of a table, and return the highest AUC but for dawns, which are told beside."""
    most = 0.0
    for kind, rounds in ((DUSK, 1), (DUSK, 2), (DAWN, 1), (DAWN, 2), (SPIES, 1)):
        found = sorted(guess_roles(games, kind, rounds), key=lambda each: -each.auc)
        for each in found[: 6 if kind == DUSK else 2]:
            print(f"{table}, {kind} {rounds}: {each}")
        most = max([most, *(each.auc for each in found if kind != DAWN)])
    for number in range(DUSKS):
        nights = [game.nights[number] for game in games if len(game.nights) > number]
        print(f"{table}, night {number + 1}: {fmean(nights):.0f} s ({min(nights):.0f} to {max(nights):.0f})")
    for kind in (DUSK, DAWN):
        turns = [turn for game in games for each in game.rounds[kind] for turn in each.values()]
        print(f"{table}, {kind}: {fmean(not turn.done for turn in turns):.1%} of the turns were out of time")
    return most


def main() -> int:
    """Return 0 if no role is told by more than is allowed."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    return int(max(tell_table(table, list(play_games(table, games))) for table in TABLES) > MOST_AUC)


if __name__ == "__main__":
    sys.exit(main())
