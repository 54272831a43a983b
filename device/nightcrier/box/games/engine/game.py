"""Gives the table a game that is written in a file: its single scenario, its choices and cards, and how the box
narrates and times it."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.calls import why_with_cards
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.line_ids import file_line, word_of
from nightcrier.box.games.engine.model import DEALINGS, MOST_DEALT, GameFile, Name, TalkRound, count_at
from nightcrier.box.games.engine.narrated import (
    PACES,
    NarratedRules,
    begin_narrated,
    call_title,
    file_laying,
    narrated_night,
)
from nightcrier.box.games.engine.role_names import RoleNames, groups_to_name, with_role_names
from nightcrier.box.games.engine.sayings import languages_needed
from nightcrier.box.show.cues import show_length
from nightcrier.box.show.deck_checks import Mend, dealt_finding, deck_finding, refuse_deck, roles_to_draw
from nightcrier.box.show.facts import Fact, RoleName, Word
from nightcrier.box.show.plug import Game, LengthOf, Play, option_value
from nightcrier.box.show.setup import Choice, OptionValue, Scenario, Setup
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.ids import Language, LineId, Seconds

_PACE, _DEAL = Choice("pace", tuple(PACES), "normal", menu="main"), Choice("deal", (False, True), False, menu="main")
_LEADER = Choice("host", ("moderator", "box"), "moderator", menu="main")
_TALK = Choice("talk", ("free", "turns"), "free")
"""The option whether people talk freely by day, or one after the other, if the file leaves that open."""
_DEALING = Choice("dealing", DEALINGS, DEALINGS[0], menu="main")
"""The choice of who leads a game of many nights, and of how the box learns who has which card if it leads."""

_PIECES = ("public_story", "led_day", "day_course", "hosted.led_game")
"""The modules that a game of many nights needs in addition to those of one night."""


class ShelvedGame(Struct, frozen=True):
    """A game in a file, as far as the menus need it. It stores the file's bytes, which take less memory than its
    text."""

    id: str
    names: Mapping[Language, Name]
    players: tuple[int, int]
    level: int
    content: bytes
    extends: str = ""


class FileGame(Game):
    """A game in a file. The file is read when it is first needed, and not at power-on."""

    def __init__(
        self,
        shelved: ShelvedGame,
        read: Callable[[], GameFile],
        names: tuple[RoleNames, ...] = (),
        home: Collection[Language] = (),
    ) -> None:
        """Take a game from the shelf. `names` are names that people gave to its roles. `home` are the languages for
        which the game is meant; if empty, all languages."""
        self.id, self.shelved, self.read, self.names, self.home = shelved.id, shelved, read, names, home

    def is_at_home(self, languages: Collection[Language]) -> bool:
        return not self.home or any(language in self.home for language in languages)

    def shown_in(self, language: Language) -> Collection[Language]:
        return (language, *languages_needed(self.file, language))

    @cached_property
    def file(self) -> GameFile:
        return with_role_names(self.read(), self.names)

    def file_text(self, setup: Setup) -> str:
        return self.shelved.content.decode()

    def scenarios(self) -> tuple[Scenario, ...]:
        """Return the single scenario. If the scenario has no English name, commands use the first name in the file."""
        names = {str(language): name.name for language, name in self.shelved.names.items()}
        names = {"en": next(iter(names.values())), **names}
        least, most = self.shelved.players
        return (Scenario(self.id, names, tuple(range(least, most + 1)), self.shelved.level),)

    def choices(self) -> tuple[Choice, ...]:
        """Return the pace, who deals, and the switches of the file. A switch may have the name of one of the house's
        choices, which is then left out."""
        return (*(choice for choice in self._house() if choice.id not in self.file.switches), *self._switches())

    def _switches(self) -> Iterator[Choice]:
        for switch, default in self.file.switches.items():
            yield Choice(switch, (False, True), default, word_of(self.id, "switch", switch))

    def _house(self) -> Iterator[Choice]:
        if self.file.deal == "either" and self._can_be_dealt():
            yield _LEADER if can_be_led(self.file) else _DEAL
        if can_be_led(self.file):
            yield _DEALING
        yield _PACE
        if can_be_led(self.file) and not self.file.day.rounds:
            yield _TALK

    def cards(self) -> tuple[tuple[str, int], ...]:
        """Return the roles whose number people choose. The other roles fill the deck."""
        return tuple((role.id, role.max) for role in self.file.roles.values() if not role.fills)

    def card_fact(self, card: str) -> Fact:
        return RoleName(word_of(self.id, "role", card))

    def card_side(self, card: str) -> Fact | None:
        role = self.file.roles.get(card)
        named = role is not None and any(role.side in words.sides for words in self.file.words.values())
        return RoleName(word_of(self.id, "side", role.side)) if role and named else None

    def names_to_change(self) -> Mapping[str, Fact]:
        found = {f"roles.{role}": word_of(self.id, "role", role) for role in self.file.roles}
        for key in groups_to_name(self.file):
            call = key.removesuffix(".of")
            found[f"calls.{key}"] = word_of(self.id, "call" if key == call else "met", call)
        named = {side for words in self.file.words.values() for side in words.sides}
        found |= {f"sides.{side}": word_of(self.id, "side", side) for side in self.file.sides if side in named}
        return {key: RoleName(word) for key, word in found.items()}

    def deck(self, setup: Setup) -> tuple[str, ...]:
        """Return the deck with the roles that people added, or their own list if no deck can be made from it."""
        try:
            return deck_of(self.file, setup.players, self._added(setup))
        except WrongUse:
            return setup.deck

    def _added(self, setup: Setup) -> tuple[str, ...]:
        """Return the roles that people added to those that are always in the deck, without the roles that fill it."""
        chosen = Counter(setup.deck)
        roles = (role for role in self.file.roles.values() if not role.fills)
        more = {role.id: chosen[role.id] - count_at(role.count, setup.players) for role in roles}
        return tuple(Counter({role: count for role, count in more.items() if count > 0}).elements())

    def random_deck(self, setup: Setup, seed: int) -> tuple[str, ...]:
        """Draw a random deck. Each role that is not always in the deck joins with even odds if it fits with the others.
        Of the roles that are new to the table, one or two may join."""
        chance, added = SeededChance(seed), tuple[str, ...]()
        least, most = self.file.players
        players = max(least, min(most, setup.players))
        joining = [role.id for role in self.file.roles.values() if not role.fills and not role.count]
        known = roles_to_draw(joining, setup.fresh, chance)
        for role in chance.shuffle([role for role in joining if role in known]):
            more = (*added, role) if chance.below(2) else added
            with suppress(WrongUse):
                deck_of(self.file, players, more)
                added = more
        return deck_of(self.file, players, added) if added else ()

    def problems(self, setup: Setup) -> tuple[Word, ...]:
        """Return why the deck cannot be made, with the role to add or to leave out."""
        chosen = Counter(setup.deck)
        least = {role.id: count_at(role.count, setup.players) for role in self.file.roles.values() if not role.fills}
        gone = next((role for role, count in least.items() if setup.deck and chosen[role] < count), "")
        if gone:
            return (self._finding("problem.wherewolf-mandatory", gone),)
        try:
            deck_of(self.file, setup.players, self._added(setup))
        except WrongUse:
            return (self._finding(*_blamed(self.file, chosen)),)
        return ()

    def warnings(self, setup: Setup) -> tuple[Word, ...]:
        """Return a warning if the box was chosen to deal, but there are so many players that they need cards."""
        if self._is_dealt(replace(setup, players=0)) and setup.players > MOST_DEALT:
            return (dealt_finding(MOST_DEALT),)
        return ()

    def _finding(self, key: str, role: str) -> Word:
        most: int = self.file.roles[role].max
        mend: Mend = "missing" if key == "problem.wherewolf-mandatory" else "over"
        return deck_finding(key, self.card_fact(role), mend=mend, most=most)

    def opening(self, setup: Setup) -> tuple[LineId, ...]:
        return (file_line(self.id, "open"),)

    def usual_calls(self, setup: Setup) -> tuple[Fact, ...]:
        rules = self._rules(setup)
        return tuple(call_title(rules.file, call, rules.deck) for call in rules.calls(1))

    def eyes_shut(self, setup: Setup, length: LengthOf) -> Seconds | None:
        return None if self._is_dealt(setup) else show_length(narrated_night(self._rules(setup), 1), length)

    def dealt_night(self, setup: Setup) -> Seconds | None:
        from nightcrier.box.games.engine.dealt import usual_night

        return usual_night(self._rules(setup)) if self._is_dealt(setup) else None

    def pieces(self) -> tuple[str, ...]:
        pieces = _PIECES if self.file.many_nights else ("outcomes",) if self.file.outcomes else ()
        return tuple(f"{__package__}.{piece}" for piece in pieces)

    def begin(self, setup: Setup, seed: int) -> Play:
        """Begin a game. Raises WrongUse if its deck cannot be made."""
        refuse_deck(self.problems(setup))
        rules = self._rules(setup)
        if self._is_dealt(setup):
            from nightcrier.box.games.engine.dealt_course import begin_dealt

            return begin_dealt(rules, seed)
        dealing = self._option(_DEALING, setup)
        if not can_be_led(self.file) or dealing == "unknown":
            return begin_narrated(rules, file_laying(self.card_fact, self._lying).steps(rules.deck, setup))
        from nightcrier.box.games.engine.hosted.led_game import begin_led

        return begin_led(rules, str(dealing), seed)

    def _lying(self, before: Setup) -> tuple[str, ...]:
        return () if self._is_dealt(before) else self.deck(before)

    def setup_for_deal(self, setup: Setup) -> Setup | None:
        if self.file.deal == "box":
            return setup
        dealt = {_LEADER.id: "box"} if can_be_led(self.file) else {_DEAL.id: True}
        if not self._can_be_dealt() or not dealt.keys().isdisjoint(self.file.switches):
            return None
        return replace(setup, options={**setup.options, **dealt})

    def with_cards(self) -> "FileGame":
        """Return this game in a form to be played with cards, which the box only narrates."""
        return FileGame(self.shelved, lambda: replace(self.file, deal="cards", ends=()))

    def _can_be_dealt(self) -> bool:
        return not why_with_cards(self.file)

    def _is_dealt(self, setup: Setup) -> bool:
        if setup.players > MOST_DEALT or not self._can_be_dealt():
            return False
        if self.file.deal == "box":
            return True
        return self._option(_LEADER, setup) == "box" if can_be_led(self.file) else bool(self._option(_DEAL, setup))

    def is_led(self, setup: Setup) -> bool:
        return can_be_led(self.file) and not self._is_dealt(setup)

    def _option(self, choice: Choice, setup: Setup) -> OptionValue:
        return option_value(choice, {} if choice.id in self.file.switches else setup.options)

    def _rules(self, setup: Setup) -> NarratedRules:
        options = setup.options
        switches = {each.id: bool(option_value(each, options)) for each in self._switches()}
        known = self._is_dealt(setup) or (can_be_led(self.file) and self._option(_DEALING, setup) != "unknown")
        turns = known and self._option(_TALK, setup) == "turns" and not self.file.day.rounds
        file = in_turns(self.file, setup.players) if turns else self.file
        return NarratedRules(file, setup.players, self.deck(setup), switches, str(self._option(_PACE, setup)))


def can_be_led(file: GameFile) -> bool:
    """Say whether a moderator can be led through this game: the game needs many nights and an end."""
    return file.many_nights and bool(file.ends)


def in_turns(file: GameFile, players: int) -> GameFile:
    """Return the game with a talk in turns by day, for at most twelve minutes, instead of its clock."""
    each = TalkRound(seconds=min(TalkRound().seconds, 720 // players))
    return replace(file, day=replace(file.day, rounds=(each,), seconds=0, each_player=0, least=0))


def _blamed(file: GameFile, chosen: Counter[str]) -> tuple[str, str]:
    """Return the key of the word about a deck that cannot be made, and the role to blame: the first that is there too
    often or lacks a partner, or else the last that was added."""
    there = [role for role in file.roles.values() if chosen[role.id] and not role.fills]
    for role in there:
        if chosen[role.id] > role.max:
            return "problem.role-limit", role.id
        if missing := next((other for other in role.needs if not chosen[other]), ""):
            return "problem.wherewolf-mandatory", missing
    added = [role.id for role in there if not role.count] or list(file.roles)
    return "problem.unknown-role", added[-1]
