"""Find the show that `nightcrier render` must write. The game is begun, and played up to the show as if people pressed
only START."""

import re
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.game_files import find_game
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.answers import Answer
from nightcrier.box.show.plug import Game, Play, problems_of
from nightcrier.box.show.setup import Choice, OptionValue, Scenario, Setup
from nightcrier.box.show.stages import TABLE, Count, Perform, Stage, Tell, Verdict
from nightcrier.box.sound.voices.packs import pack_id, pack_places
from nightcrier.box.table.core.house import LOUDEST, NO_BED, Casting, Choices, House
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.game.session import advance, start_game
from nightcrier.box.table.over.loudness_dial import loudness_now
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.ids import NOBODY_WAITS, Language
from nightcrier.tools.auto_play import MOST_STAGES, auto_answer
from nightcrier.tools.command_line import box_folders, find_name, with_tried
from nightcrier.tools.decks import refuse_setup
from nightcrier.words.catalogue import LANGUAGES

_LONGEST, _NIGHT = 7200.0, "night"


def find_show(rehearsal: Rehearsal, recordings: Path, arguments: Namespace, kept: Choices | None) -> TableStep:
    """Return the wanted show, with the choices and recordings of the box. Raises WrongUse when there is no such
    show."""
    daemon = rehearsal.box.daemon
    chosen = as_on_the_box(daemon.table.choices, kept, daemon.house.beds)
    house = _with_people(daemon.house, recordings)
    table, effects = _game_at_show(
        _with_cards(house) if arguments.show == _NIGHT else house,
        replace(daemon.table, seed=arguments.seed, choices=chosen),
        arguments,
    )
    return _without_questions(table), (loudness_now(table), *effects)


def _with_people(house: House, recordings: Path) -> House:
    """Add the voices that people recorded to the voices of each language. Menus do not offer these voices, but the user
    of `render` may name one."""
    people = {language: tuple(map(pack_id, pack_places(recordings, language))) for language in house.voices}
    return replace(house, voices={language: (*house.voices[language], *people[language]) for language in people})


def _with_cards(house: House) -> House:
    """Give every game a night, even if the box would deal the cards and nobody would shut their eyes."""
    return replace(house, games={name: game.with_cards() for name, game in house.games.items()})


def perform_show(rehearsal: Rehearsal, shown: TableStep, refused: Callable[[], bool]) -> None:
    """Play the show to its end, or stop when `refused` returns True because the sound player cannot play."""
    rehearsal.box.desk.greeting = ""
    daemon, stage = rehearsal.box.daemon, _stage(shown[0])
    shown_name = _name(stage) if stage else ""
    daemon.adopt(shown)

    def over() -> bool:
        now = _stage(daemon.table)
        goes_on = now is stage or (isinstance(now, Verdict) and shown_name == "verdict")  # who died comes first
        return refused() or not goes_on or _is_told(rehearsal, daemon.table)

    rehearsal.until(over, _LONGEST)


_NOTHING_SAID = Tell(TABLE, ())


class _ShowsAlone(Struct, frozen=True):
    """A game that plays only its shows. Questions and answers after a show do not belong to the show, so they are
    silent."""

    play: Play

    def stage(self) -> Stage | None:
        stage = self.play.stage()
        return stage if stage is None or isinstance(stage, Perform | Count | Verdict) else _NOTHING_SAID

    def answer(self, value: Answer) -> Play:
        return _ShowsAlone(self.play.answer(value))

    @property
    def keeps_secrets(self) -> bool:
        return self.play.keeps_secrets


def _without_questions(table: Table) -> Table:
    session = table.session
    return replace(table, session=replace(session, play=_ShowsAlone(session.play))) if session else table


def _is_told(rehearsal: Rehearsal, table: Table) -> bool:
    """Say whether the verdict and the short music after it have been played. The page of the verdict stays until
    somebody presses a button."""
    session = table.session
    if session is None or not isinstance(session.stage, Verdict):
        return False
    return session.sting == NOBODY_WAITS and not rehearsal.box.desk.speaks


def _name(stage: Stage) -> str:
    """Return the name of a stage for `--show`, or "" when the stage has no sound of its own."""
    if isinstance(stage, Perform):
        return stage.page
    return "day" if isinstance(stage, Count) else "verdict" if isinstance(stage, Verdict) else ""


def _game_at_show(house: House, table: Table, arguments: Namespace) -> TableStep:
    """Return the table at the stage that `--show` names, and the effects of that stage. Raises WrongUse when the game
    has no such show."""
    shows: dict[str, None] = {}
    for choices in choices_for(house, table.choices, arguments):
        refuse_setup(house.words, house.games[choices.game], choices.setup)
        turn = start_game(house, replace(table, choices=choices), 0.0)
        for number in range(MOST_STAGES):
            if (stage := _stage(turn[0])) is None:
                break
            name = _name(stage)
            if name and name == arguments.show:
                return turn
            shows |= {name: None} if name else {}
            turn = advance(turn[0], auto_answer(stage, number), 0.0)
    raise WrongUse(f"There is no show '{arguments.show}' in this game; choose one of: {', '.join(shows)}.")


def _stage(table: Table) -> Stage | None:
    return table.session.stage if table.session else None


_CARD = re.compile(r"[a-z-]+(=[1-9][0-9]?)?")
_MANY = range(1, 21)
"""The numbers of players to try with a deck that is given by its cards. The right number follows from the deck."""


def choices_for(house: House, choices: Choices, arguments: Namespace) -> Iterator[Choices]:
    """Yield the choices that the arguments ask for. If no number of players is given, yield choices for more and more
    players."""
    languages = _languages(arguments)
    wanted = next(iter(house.games)) if arguments.game is None else arguments.game
    if wanted not in house.games:
        find_game(with_tried(box_folders(arguments.state), arguments).games, wanted)  # its file may be refused
    game = house.games[find_name(wanted, tuple(house.games), "game")]
    sounds = sounds_for(choices, arguments, house.beds)
    for setup in _setups(game, arguments):
        yield replace(
            choices,
            game=game.id,
            setups={game.id: setup},
            languages=languages,
            voices=_voices(house, choices.voices, languages, arguments.voice),
            loudness=LOUDEST,
            bed_loudness=LOUDEST,
            played={game.id: game.deck(setup)},
            **sounds,
        )


def _setups(game: Game, arguments: Namespace) -> list[Setup]:
    scenario, deck = _scenario(game, arguments.scenario), _deck(arguments.deck, [card for card, _ in game.cards()])
    options = _options(game, arguments)
    counts = (arguments.players,) if arguments.players is not None else _MANY if deck else scenario.players
    setups = [Setup(scenario.id, players, deck, options) for players in counts]
    fewest = min(len(problems_of(game, setup)) for setup in setups)
    return [setup for setup in setups if len(problems_of(game, setup)) == fewest]


def _options(game: Game, arguments: Namespace) -> Mapping[str, OptionValue]:
    """Return the options that the arguments name: `--pace`, `--wording`, and those of `--option`."""
    short = {name: value for name in ("pace", "wording") if (value := getattr(arguments, name)) is not None}
    asked = values_by_name("--option", arguments.option, short)
    choices = {choice.id: choice for choice in game.choices()}
    return {
        name: _value(choices[find_name(name, tuple(choices), f"option of {game.id}")], value)
        for name, value in asked.items()
    }


def _value(choice: Choice, wanted: str) -> OptionValue:
    """Return the value of the choice that a word stands for. The values of a switch are on and off."""
    named = {("on" if value else "off") if isinstance(value, bool) else str(value): value for value in choice.values}
    return named[find_name(wanted, tuple(named), choice.id)]


def _voices(
    house: House, remembered: Mapping[Language, str], languages: Sequence[Language], wanted: Sequence[str]
) -> Mapping[Language, str]:
    """Return the voice of each language. A voice in `wanted` replaces the remembered voice of its language."""
    speaks = {voice: language for language in languages for voice in house.voices[language]}
    return {**remembered, **{speaks[find_name(name, tuple(speaks), "voice")]: name for name in wanted}}


def _scenario(game: Game, wanted: str | None) -> Scenario:
    scenarios = {scenario.id: scenario for scenario in game.scenarios()}
    return scenarios[next(iter(scenarios)) if wanted is None else find_name(wanted, tuple(scenarios), "scenario")]


def _deck(words: str | None, known: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that a text lists. For example, `werewolf=2,seer` means two Werewolves and the Seer."""
    cards: list[str] = []
    for word in [] if words is None else map(str.strip, words.split(",")):
        if not _CARD.fullmatch(word):
            raise WrongUse(f"--deck: '{word}' is no card; write a role, or role=how many.")
        role, _, count = word.partition("=")
        cards += [find_name(role, known, "role")] * int(count or 1)
    return tuple(cards)


def _languages(arguments: Namespace) -> tuple[Language, ...]:
    named = [code for code in (arguments.language, arguments.then) if code is not None]
    first, *then = (Language(find_name(code, LANGUAGES, "language")) for code in named)
    if first in then:
        raise WrongUse(f"--then: every line is said in {first} already; name another language.")
    return first, *then


_SWITCHES = {"foley": "foley", "drone": "drone", "day-bed": "day_bed"}
_ON_OR_OFF = {"on": True, "off": False}


def as_on_the_box(first: Choices, kept: Choices | None, beds: Collection[str]) -> Choices:
    """Return the choices of a new box, with the sounds that people chose on this box. A chosen bed that no longer
    exists is left out."""
    if kept is None:
        return first
    bed = kept.bed if kept.bed in (*beds, NO_BED) else first.bed
    switches = {field: getattr(kept, field) for field in _SWITCHES.values()}
    return replace(first, voices=kept.voices, cast=kept.cast, bed=bed, **switches)


def sounds_for(choices: Choices, arguments: Namespace, beds: Collection[str]) -> Mapping[str, Any]:
    """Return the fields of the choices that concern sound: the bed, and the items of the menu More sounds."""
    bed = choices.bed if arguments.bed is None else find_name(arguments.bed, (*beds, NO_BED), "bed")
    fields: dict[str, Any] = {"bed": bed}
    for name, value in values_by_name("--sound", arguments.sound).items():
        if find_name(name, ("cast", *_SWITCHES), "sound") == "cast":
            fields["cast"] = find_name(value, get_args(Casting), "cast")
        else:
            fields[_SWITCHES[name]] = _ON_OR_OFF[find_name(value, tuple(_ON_OR_OFF), name)]
    return fields


def values_by_name(flag: str, given: Iterable[str], more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the values by their names. `more` holds values that have their own flags. Raises WrongUse."""
    parts = [(words, *words.partition("=")) for words in given]
    if valueless := [words for words, _, equals, _ in parts if not equals]:
        raise WrongUse(f"{flag}: '{valueless[0]}' has no value; write NAME=VALUE.")
    named = [*((name, value) for _, name, _, value in parts), *(more or {}).items()]
    twice = next((name for name, times in Counter(name for name, _ in named).items() if times > 1), None)
    if twice is not None:
        raise WrongUse(f"The {flag.strip('-')} {twice} is given twice; give it once.")
    return dict(named)
