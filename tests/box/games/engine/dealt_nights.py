"""Plays games of many nights that the box deals, stage by stage like the table: as planned, or at random."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from nightcrier.box.games.engine.dealt_course import begin_dealt
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.game import FileGame
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.narrated import NarratedRules
from nightcrier.box.games.engine.secret_turns import SecretRound
from nightcrier.box.games.engine.village import Village
from nightcrier.box.library import read_library
from nightcrier.box.show.answers import TALK_OVER, Picks
from nightcrier.box.show.cues import Call, Say
from nightcrier.box.show.stages import Ask, Count, Perform, Secret, Tell, Verdict
from nightcrier.box.table.core.names import fact_text
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language

MANY = """
format = 1
players = [3, 16]
nights = "many"
deal = "box"
[side.town]
[side.pack]
[role.hen]
side = "town"
fills = true
[role.wolf]
side = "pack"
max = 3
[role.fox]
side = "town"
[role.owl]
side = "town"
[role.cat]
side = "pack"
{rows}
[words.en]
name = "Hens"
roles = {{ hen = "Hen", wolf = "Wolf", fox = "Fox", owl = "Owl", cat = "Cat" }}
sides = {{ town = "Town" }}
{words}
"""
"""The base of a game of hens and other roles. Each test adds its own marks, calls, deaths, day and ends."""
BITE = """
[mark.bitten]
[[call]]
who = "wolf"
do = { verb = "mark", mark = "bitten", together = "all", count = [0, 1] }
[[dawn]]
dies = "bitten"
"""
WORDS = {
    "[mark.loved]": 'marks.loved = "Loved"\nlines."mark.loved" = "You are loved."',
    'id = "kill"': 'calls.kill = "Poison"',
    'id = "pair"': 'calls.pair = "Lovers"',
    'id = "town"': 'lines."end.town" = "The pack is gone."',
}
"""The words that a game file needs for each piece of text that its rows may contain."""
END = """
[[end]]
id = "town"
if = "alive(pack) == 0"
wins = ["town"]
[[end]]
id = "pack"
if = "alive(town) == 0"
wins = ["pack"]
"""


class DealtNights:
    """Plays a game with the given cards dealt. `pages` holds what each seat has read, `labels` the entries on its dial,
    and `said` the titles and lines for all."""

    def __init__(self, where: Path, rows: str, cards: str) -> None:
        words = "\n".join(text for row, text in WORDS.items() if row in rows)
        (where / "hens.game.toml").write_text(MANY.format(rows=rows, words=words), "utf-8")
        folders = replace(standard_folders({}, where), own=where / "own", tried_games=(where,))
        found = read_library(folders, list[Fault]().append)
        game = found.games["hens"]
        assert isinstance(game, FileGame)
        self.words, dealt = found.words, tuple(cards.split())
        deck = deck_of(game.file, len(dealt), [card for card in dealt if card != "hen"])
        rules = NarratedRules(game.file, len(dealt), deck, game.file.switches)
        plays = (begin_dealt(rules, seed) for seed in range(9999))
        self.play: Any = next(play for play in plays if play.state.dusk.table.roles == dealt)
        self.pages, self.said = dict[int, list[list[str]]](), list[str]()
        self.labels = dict[int, list[list[str]]]()

    @property
    def stage(self) -> Any:
        return self.play.stage()

    @property
    def has_last_words(self) -> bool:
        """Say whether somebody who died by day is called to speak, or is speaking."""
        floor = self.stage.floor if isinstance(self.stage, Perform | Count) else None
        return floor is not None and self.village.day_news is not None

    @property
    def village(self) -> Village:
        return self.play.state  # type: ignore[no-any-return]

    def answer(self, *values: str) -> "DealtNights":
        self.play = self.play.answer(values)
        return self

    def rounds(self, **chosen: str) -> "DealtNights":
        """Play all secret turns up to the next stage for all, after any last words. `P1="P03 P02"` lists what a seat
        presses; other seats press nobody if they may, and otherwise the first entry that counts."""
        if self.has_last_words:
            while self.has_last_words:
                self.answer(TALK_OVER)
            self.told()
        left = {seat: picks.split() for seat, picks in chosen.items()}
        while isinstance(stage := self.stage, Perform) and stage.page == "deal":
            turn = next(iter(stage.acts.values()), None)
            self.play = self.play.answer("" if turn is None else self._row(turn, left))
        assert not any(left.values()), left
        return self

    def _row(self, turn: Secret, left: Mapping[str, list[str]]) -> Picks:
        row: Picks = ()
        (seat,) = turn.seats
        while (prompt := turn.prompt(row)).options or prompt.confirm:
            if not row or prompt.confirm:
                self.pages.setdefault(seat, []).append(self.texts(prompt.seen))
            values, wanted = [option.value for option in prompt.options], left.get(f"P{seat}")
            self.labels.setdefault(seat, []).append(self.texts(option.label for option in prompt.options))
            counting = [value for value in values if value[:1] != "-"]
            idle = "N00" if "N00" in values else counting[0] if values else prompt.confirm
            row += (wanted.pop(0) if values and wanted else idle,)
            assert not values or row[-1] in values, f"seat {seat} cannot choose {row[-1]}"
        return row

    def told(self) -> list[str]:
        """Play the shows for all up to the next question, talk, secret turn or verdict. Return their titles."""
        titles = []
        while isinstance(stage := self.stage, Perform) and not (
            stage.acts or stage.page == "deal" or self.has_last_words
        ):
            titles += self.texts([cue.title for cue in stage.show if isinstance(cue, Call)])
            self.said += [line for cue in stage.show if isinstance(cue, Say) for line in cue.lines]
            self.play = self.play.answer("")
        return titles

    def vote(self, *values: str) -> list[str]:
        """End the talk, answer the questions of the vote, and return the titles announced afterward."""
        self.answer("over").told()
        for value in values:
            assert isinstance(self.stage, Ask), self.stage
            self.answer(*value.split())
        return self.told()

    def texts(self, facts: Any) -> list[str]:
        return [fact_text(self.words, Language("en"), fact) for fact in facts]

    def verdict(self) -> Verdict:
        assert isinstance(self.stage, Verdict), self.stage
        return self.stage

    def told_pages(self) -> list[str]:
        """Return the rows of the verdict after a game that only people judge and that scores nothing."""
        told = self.verdict()
        assert (told.points, self.texts(told.facts[:2])) == ((), ["It is over", "Tell the night"])
        return self.texts(told.facts[2:])


def course(rules: NarratedRules, seed: int, hands: int, nights: int) -> tuple[list[object], Village]:
    """Play a game with random hands that are the same in each deal. Return what others can see, hear and count, and the
    village at the end. A tuple beginning with `public` holds what all have been told so far."""
    play: Any = begin_dealt(rules, seed)
    rng, found, village = Random(hands), list[object](), play.state
    while (stage := play.stage()) is not None and play.state.number <= nights:
        village = play.state
        if isinstance(stage, Perform) and stage.page == "deal":
            found.append((stage.show, tuple(stage.acts)))
            row = tuple[str, ...]()
            for turn in stage.acts.values():
                row, seen = _turned(turn, rng)
                found += seen
            play = play.answer(row)
            continue
        if isinstance(stage, Verdict | Tell):
            break
        accused = isinstance(stage, Perform) and "house.accused" in str(stage.show[0])
        chooses = any(isinstance(step, SecretRound) for step in play.steps)
        found += [("public", *public_of(village, chooses=chooses)), ("public", stage) if accused else stage]
        play = play.answer(_answered(stage, rng))
    return found, village


def _turned(turn: Secret, rng: Random) -> tuple[Picks, list[object]]:
    row, found = tuple[str, ...](), list[object]()
    while True:
        prompt = turn.prompt(row)
        hints = [(str(turn.hint(row, looked)), turn.may_pass(row, looked)) for looked in (False, True)]
        lengths = {len(option.value) for option in prompt.options}
        found.append(
            (
                turn.seats,
                len(prompt.options),
                lengths,
                prompt.confirm,
                bool(prompt.seen),
                prompt.final,
                prompt.look,
                hints,
            )
        )
        if not (prompt.options or prompt.confirm) or rng.random() < 0.02:
            return row, found
        turned = prompt.start + rng.randrange(99)
        row += (prompt.options[turned % len(prompt.options)].value if prompt.options else prompt.confirm,)


def _answered(stage: Any, rng: Random) -> Picks:
    turned = rng.randrange(99)
    if not isinstance(stage, Ask):
        return ()
    values = [choice.value for choice in stage.choices]
    if stage.marks:
        return tuple(value for value in values if value and rng.random() < 0.2)
    return (values[turned % len(values)],)


def public_of(village: Village, *, chooses: bool) -> tuple[object, ...]:
    """Return what all know: who is in play, what was shown and announced, who was spared, and the end, unless one of
    the dead still `chooses`."""
    news = [(each.night, each.day) for each in village.judged]
    nights = [(night.shown, night.announced) for night, _ in news]
    days = [(day.shown, day.announced, day.saved, day.pyre.out) for _, day in news if day]
    return village.state.in_play, nights, days, None if chooses else village.state.end


def rules_of(file: GameFile, players: int, added: tuple[str, ...] = ()) -> NarratedRules:
    return NarratedRules(file, players, deck_of(file, players, added), file.switches)
