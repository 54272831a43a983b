"""Find the voices of a box, the words that they speak, and the lines that a person wants to speak. The verbs of
`nightcrier voices` use this.

A person speaks all lines, the lines of a game or of a deck, or single lines by name."""

import os
from argparse import Namespace
from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nightcrier.box.game_lines import lines_to_record
from nightcrier.box.library import Library, read_library
from nightcrier.box.plugs import screen_only_words
from nightcrier.box.show.answers import NONE_OF_THEM, Answer
from nightcrier.box.show.plug import Game
from nightcrier.box.show.setup import Scenario, Setup
from nightcrier.box.show.stages import TABLE, Ask, Stage, answer_with_time, stage_lines
from nightcrier.box.sound.voices.packs import Pack, ShelvedPack, quality_rank, read_shelf, text_hash
from nightcrier.care.as_owner import is_locked
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import Language, LineId, number_line
from nightcrier.kernel.phrasings import other_phrasings
from nightcrier.takes.script import chapter_of, chapters_of, person_script, texts_to_read, voice_script
from nightcrier.tools.auto_play import MOST_STAGES, auto_answer
from nightcrier.tools.command_line import find_name
from nightcrier.words.catalogue import LANGUAGES

if TYPE_CHECKING:
    from nightcrier.box.games.engine.game import FileGame

_NOWHERE = Path(os.devnull)
"""A path without scenarios. People's own scenarios need no clips, because live speech says their names."""


class VoiceFiles:
    """The words and voices of a box. Their faults are collected in `faults`."""

    def __init__(self, places: Folders, audio: Path | None) -> None:
        self.faults: list[str] = []
        self.audio, self.state, self.recordings = audio or places.audio, places.state, places.recordings
        self.locked = is_locked(self.state)
        if self.locked:
            self.faults.append(f"Recordings in {self.recordings} cannot be seen by you: put sudo before the command.")
        self._places, shipped = places, replace(places, own=_NOWHERE)
        found = read_library(shipped, lambda fault: self.faults.append(fault.what))
        self.words, self.games = found.words, found.recorded_games

    @cached_property
    def _library(self) -> Library:
        return read_library(self._places, lambda _: None)

    @property
    def decks(self) -> Mapping[str, Game]:
        return self._library.recorded_games

    @property
    def in_files(self) -> "Mapping[str, FileGame]":
        return self._library.in_files

    def texts_of_game(self, language: Language, game: str) -> dict[LineId, str]:
        return texts_to_read(self._library.words, language, lines_to_record(self.in_files[game], language))

    @property
    def voices(self) -> Path:
        return self.audio / "voices"

    def script(self, language: Language) -> dict[LineId, str]:
        return voice_script(self.words, language, screen_only_words())

    def texts(self, language: Language) -> dict[LineId, str]:
        """Return the text of each line as people read it."""
        return person_script(self.words, language, screen_only_words())

    def all_texts(self, language: Language) -> dict[LineId, str]:
        """Return the text of each line as people read it, including the lines of games in files."""
        of_games = (self.texts_of_game(language, game).items() for game in self.in_files)
        return {**self.texts(language), **dict(chain.from_iterable(of_games))}

    def script_of(self, pack: Pack) -> dict[LineId, str]:
        """Return the text that each clip of a voice must say. A person reads the plain text, and a machine its own
        spelling."""
        return self.texts(pack.language) if pack.person else self.script(pack.language)

    def packs(self, language: Language) -> list[ShelvedPack]:
        """Return all voices of a language. The best voice comes first."""
        return self._best_first(language, [self.voices] if self.locked else [self.recordings, self.voices])

    def machine_packs(self, language: Language) -> list[ShelvedPack]:
        """Return the voices that machines made, the best first. Everybody may see the texts of these voices."""
        return [pack for pack in self._best_first(language, [self.voices]) if not pack.pack.person]

    def machine(self, language: Language) -> ShelvedPack | None:
        """Return the best machine voice for comparing a person's takes, or None. Clips that do not say the current text
        are left out."""
        script = self.script(language)
        for shelved in self.machine_packs(language):
            clips = shelved.pack.clips.items()
            fresh = {line: clip for line, clip in clips if line in script and clip.hash == text_hash(script[line])}
            return replace(shelved, pack=replace(shelved.pack, clips=fresh))
        return None

    def _best_first(self, language: Language, roots: Sequence[Path]) -> list[ShelvedPack]:
        found = [pack for root in roots for pack in read_shelf(root, language, self.faults.append)]
        return sorted(found, key=quality_rank)


def find_language(name: str) -> Language:
    if name not in LANGUAGES:
        raise WrongUse(f"The box does not speak '{name}'; choose from {', '.join(LANGUAGES)}.")
    return Language(name)


def choose_lines(house: VoiceFiles, language: Language, arguments: Namespace) -> dict[LineId, str]:
    """Return the lines that the arguments choose, as people read them. Raises WrongUse when no line is chosen."""
    if arguments.cards and not arguments.deck:
        raise WrongUse("--cards changes the cards of a deck: say which with --deck, such as --deck first-game.")
    texts = house.texts(language)
    lines: Collection[LineId] = texts
    if arguments.game in house.in_files:
        lines = texts = house.texts_of_game(language, arguments.game)
    elif arguments.game:
        chapters = chapters_of(texts)
        wanted = find_name(arguments.game, (*chapters, *house.in_files), "game")
        lines = [line for line in lines if chapter_of(line, chapters) == wanted]
    if arguments.deck:
        of_deck = _lines_of_deck(house, texts, arguments.deck, arguments.cards)
        lines = [line for line in lines if line in of_deck]
    if arguments.only:
        lines = [line for line in lines if any(fnmatchcase(line, each) for each in arguments.only)]
    if not lines:
        raise WrongUse("No line is meant by that; `./run voices table en` lists the ids.")
    return {line: texts[line] for line in lines}


def _lines_of_deck(
    house: VoiceFiles, lines: Collection[LineId], name: str, cards: Collection[str] | None
) -> set[LineId]:
    """Return the lines of a deck's game, all lines that are heard when the deck is played, and the names of its cards.
    Lines of cards outside the deck are left out. If `cards` are given, all decks of the game are played, because the
    number of each card is not known."""
    shelf = {each.id: (game, each) for game in house.decks.values() for each in game.scenarios()}
    game, scenario = shelf[find_name(name, tuple(shelf), "scenario")]
    every = {card for each in house.games.values() for card, _ in each.cards()}
    known = [card for card, _ in game.cards()]
    dealt = (card for players in scenario.players for card in game.deck(Setup(scenario.id, players)))
    deck = {find_name(card, known, f"card of {game.id}") for card in cards} if cards else set(dealt)
    played, chapters = lines_played(game, game.scenarios() if cards else [scenario]), chapters_of(lines)
    names = {LineId(f"role.{card}") for card in deck}
    own = {line for line in lines if chapter_of(line, chapters) == game.id or line in played | names}
    title = f"scenario.{game.id}.{scenario.id}"
    others = {line for line in own if _of_others(line, every, deck) or (line.startswith("scenario.") and line != title)}
    return own - others


def _of_others(line: LineId, cards: Collection[str], deck: Collection[str]) -> bool:
    """Say whether a line belongs to a card outside the deck. A call such as `doppelganger-minion` belongs to its first
    card."""
    for part in line.split("."):
        first = max((card for card in cards if f"{part}-".startswith(f"{card}-")), key=len, default=None)
        if first and first not in deck:
            return True
    return False


_COURSES = 8
"""The number of times a deck is played. The answers differ each time: nobody dies, a Werewolf dies, or somebody else
dies."""
_WORDINGS = ("", ".short")
"""The endings of line ids: plain, and the short wording. Each has its own phrasings."""


def lines_played(game: Game, scenarios: Collection[Scenario]) -> set[LineId]:
    """Return all lines that are heard when the decks are played. Each deck is played with the fewest and with the most
    people."""
    setups = [Setup(each.id, players) for each in scenarios for players in {min(each.players), max(each.players)}]
    heard = {line for setup in setups for course in range(_COURSES) for line in _play(game, setup, course)}
    worded = {LineId(f"{_with_number(line)}{wording}") for line in heard for wording in _WORDINGS}
    return worded.union(*map(other_phrasings, worded))


def _with_number(line: LineId) -> LineId:
    kind, _, seat = line.partition(".")
    return number_line(int(seat)) if kind == "seat" else line


def _play(game: Game, setup: Setup, course: int) -> Iterator[LineId]:
    play = game.begin(setup, 0)
    for number in range(MOST_STAGES):
        stage = play.stage()
        if stage is None:
            return
        yield from stage_lines(stage)
        play = play.answer(answer_with_time(stage, _answer(stage, number, course), 1.0))


def _answer(stage: Stage, number: int, course: int) -> Answer:
    if not isinstance(stage, Ask) or stage.who != TABLE or (stage.marks and stage.marks.least > 1):
        return auto_answer(stage, number)
    value = stage.choices[(stage.start + course * number) % len(stage.choices)].value
    if stage.marks:
        return () if value == NONE_OF_THEM else (value,)
    return value
