"""Give the table the game One Night: its scenarios, options and decks, and a game stage by stage."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nightcrier.box.games.one_night.day_and_vote import vote_rules
from nightcrier.box.games.one_night.night_show import (
    WHAT_COUNTS,
    eyes_shut_part,
    night_show,
    rough_length,
    taught_roles,
)
from nightcrier.box.games.one_night.practice import before_night, practice_night
from nightcrier.box.games.one_night.rules.calls import wake_order
from nightcrier.box.games.one_night.rules.deal import ONE_NIGHT_FEWEST, ONE_NIGHT_MOST, Deck, OneNightRules, in_order
from nightcrier.box.games.one_night.rules.deck_findings import (
    deck_problems,
    deck_warnings,
    problems_of_dealing,
    roles_not_dealt,
    shelf_findings,
)
from nightcrier.box.games.one_night.rules.options import BOXES_ASKED, CHOICES, Sets, options_from, options_in
from nightcrier.box.games.one_night.rules.random_deck import random_deck
from nightcrier.box.games.one_night.rules.role_blocks import BOXES, piece_lines
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook, book_of_text
from nightcrier.box.games.one_night.rules.roles import ARTIFACTS, CURATOR, DOPPELGANGER, ROLES
from nightcrier.box.games.one_night.rules.scenarios import NamedDeck
from nightcrier.box.show.cues import show_length
from nightcrier.box.show.deck_checks import deck_finding, refuse_deck
from nightcrier.box.show.facts import Fact, RoleName, Word
from nightcrier.box.show.plug import LengthOf, NameOf, PractisedGame
from nightcrier.box.show.setup import Choice, Scenario, Setup
from nightcrier.box.show.stages import Tell
from nightcrier.box.show.teaching import PracticePlay, Topic
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import Language, LineId, Seconds

if TYPE_CHECKING:
    from nightcrier.box.games.engine.model import GameFile
    from nightcrier.box.games.one_night.dealt.game import DealtGame
    from nightcrier.box.games.one_night.paper_game import PaperPlay

_FASTER = deck_finding("warning.faster")
"""The offer of the fast pace to a table that has played two games with one deck."""


class OneNight(PractisedGame):
    """One Night Ultimate Werewolf and Daybreak, with paper cards or without cards."""

    id = "one-night"

    def __init__(
        self, scenarios: Sequence[NamedDeck], book: RoleBook = PRINTED, files: "Sequence[GameFile]" = ()
    ) -> None:
        ladder = sorted(scenarios, key=lambda named: (named.scenario.level, named.scenario.players[0]))
        self._book, self._files = book, files
        self._named = {named.scenario.id: named for named in ladder}
        self._books = {named.scenario.id: named.book(book) for named in ladder}

    def shown_in(self, language: Language) -> Collection[Language]:
        if not self._files:
            return (language,)
        from nightcrier.box.games.engine.sayings import languages_needed

        return (language, *(each for file in self._files for each in languages_needed(file, language)))

    def scenarios(self) -> tuple[Scenario, ...]:
        """Return the scenarios, from the easiest to the hardest."""
        return tuple(named.scenario for named in self._named.values())

    def choices(self) -> tuple[Choice, ...]:
        return CHOICES

    def cards(self) -> tuple[tuple[str, int], ...]:
        return tuple((role.id, role.count) for role in self._book.cards.values())

    def on_shelf(self, setup: Setup) -> Collection[str]:
        sets = self._sets(setup)
        return [role.id for role in self._book.cards.values() if sets == "all" or role.box in BOXES[sets]]

    def _sets(self, setup: Setup) -> Sets:
        options = options_in(setup.options)
        return "both" if options.deal and BOXES_ASKED.id not in setup.options else options.sets

    def random_deck(self, setup: Setup, seed: int) -> Deck:
        """Draw a random deck. If the box deals, nobody needs paper cards, so the deck is drawn from both boxes unless
        people have chosen one."""
        players = max(ONE_NIGHT_FEWEST, min(ONE_NIGHT_MOST, setup.players))
        return random_deck(players, self._sets(setup), SeededChance(seed), self._book_of(setup), setup.fresh)

    def boxes_to_ask(self, setup: Setup, *, draws: bool) -> Choice | None:
        known = options_in(setup.options).deal or BOXES_ASKED.id in setup.options
        return BOXES_ASKED if not known and (draws or self._lacked(setup)) else None

    def _lacked(self, setup: Setup) -> tuple[Word, ...]:
        """Return a warning if people with paper cards lack a card of this deck, judged by the boxes they named."""
        options = options_in(setup.options)
        if options.deal:
            return ()
        return shelf_findings(self.deck(setup), BOXES[options.sets], setup.fresh, self._book_of(setup))

    def _book_of(self, setup: Setup) -> RoleBook:
        kept = book_of_text(setup.file) if setup.file else None
        return kept or self._books.get(setup.scenario, self._book)

    def file_text(self, setup: Setup) -> str:
        """Return the text of the book of roles if the deck has a role of a file, or if boxes, seconds or the order of
        calls differ from the usual ones."""
        deck, book = self.deck(setup), self._book_of(setup)
        return book.within(deck, setup.players).text() if book != self._book or not set(deck) <= ROLES.keys() else ""

    def deck(self, setup: Setup) -> Deck:
        """Return the chosen cards, or the scenario's cards if no cards are chosen. Return no cards if the scenario is
        for another number of players."""
        named = self._named.get(setup.scenario)
        if setup.deck or named is None:
            return in_order(setup.deck, self._book_of(setup))
        return named.deck(setup.players, self._book_of(setup))

    def usual_calls(self, setup: Setup) -> tuple[Fact, ...]:
        return tuple(map(RoleName, wake_order(self.deck(setup), options_in(setup.options), self._book_of(setup))))

    def problems(self, setup: Setup) -> tuple[Word, ...]:
        deck, book = self.deck(setup), self._book_of(setup)
        if not options_in(setup.options).deal:
            return deck_problems(deck, setup.players, book)
        refused = problems_of_dealing(setup.players)
        return refused or deck_problems(deck, setup.players, book) or tuple(roles_not_dealt(deck, book))

    def warnings(self, setup: Setup) -> tuple[Word, ...]:
        named = self._named.get(setup.scenario)
        printed = named is not None and named.printed and not setup.deck
        book = self._book_of(setup)
        options = options_in(setup.options)
        deck, fresh = self.deck(setup), setup.fresh
        warned = deck_warnings(deck, setup.players, fresh, trusted=printed, dealt=options.deal, book=book)
        found = (*self._lacked(setup), *warned)
        return (*found, _FASTER) if setup.repeats >= 2 and options.pace == "normal" else found

    def deal_odds(self, setup: Setup) -> Mapping[str, float]:
        """Return two exact odds: that no player is a Werewolf, and that exactly one player is a Werewolf."""
        from nightcrier.box.games.one_night.sheets.deck_sheet import no_wolf, one_wolf

        deck = self.deck(setup)
        return {"no-wolf": float(no_wolf(deck)), "one-wolf": float(one_wolf(deck))}

    def card_side(self, card: str) -> Fact | None:
        """Return the team of a role. The Doppelganger has none, because she takes over the team of another role."""
        row = self._book.rows.get(card)
        return Word(f"side.{row.team}") if row and card != DOPPELGANGER else None

    def topics(self, setup: Setup) -> tuple[Topic, ...]:
        """Return the deck's topics: what counts at the end, the vote, artifacts, and what to know before the night."""
        deck = self.deck(setup)
        options = options_in(setup.options)
        counts = Topic(Word("game.one-night"), piece_lines(WHAT_COUNTS, deck, options), later=True)
        vote = Topic(RoleName("vote"), vote_rules(deck, options), later=True)
        laid = ARTIFACTS if CURATOR in deck else ()
        artifacts = (Topic(RoleName(each), (LineId(f"explain.role.{each}"),), CURATOR) for each in laid)
        return (counts, vote, *artifacts, *before_night(dealt=options.deal))

    def layout_topics(self, setup: Setup) -> tuple[Topic, ...]:
        from nightcrier.box.games.one_night.paper_game import layout_topics

        return () if options_in(setup.options).deal else tuple(layout_topics(self.deck(setup), self._book_of(setup)))

    def taught_in_calls(self, setup: Setup) -> tuple[str, ...]:
        book, languages = self._book_of(setup), setup.languages
        return taught_roles(self.deck(setup), options_in(setup.options), book, languages=languages)

    def setup_for_deal(self, setup: Setup) -> Setup:
        return replace(setup, options={**setup.options, "deal": True})

    def deck_sheet(self, setup: Setup, name: NameOf, length: LengthOf) -> list[str]:
        from nightcrier.box.games.one_night.sheets.deck_sheet import deck_sheet

        options = options_from(setup.options)
        return deck_sheet(self._named[setup.scenario], setup.players, options, name, length, self._book)

    def eyes_shut(self, setup: Setup, length: LengthOf) -> Seconds:
        deck, options, book = self.deck(setup), options_in(setup.options), self._book_of(setup)
        night = night_show(deck, options, SeededChance(0), setup.fresh, book, setup.taught)
        return show_length(eyes_shut_part(night), length)

    def dealt_night(self, setup: Setup) -> Seconds | None:
        if not options_in(setup.options).deal:
            return None
        return self.eyes_shut(setup, lambda line: rough_length(line, setup.languages))

    def opening(self, setup: Setup) -> tuple[LineId, ...]:
        if options_in(setup.options).deal:
            from nightcrier.box.games.one_night.dealt.seat_turns import DEAL_OPEN

            return (DEAL_OPEN,)
        return self._layout_tells(setup)[0].lines

    def pieces(self) -> tuple[str, ...]:
        return tuple(f"{__package__}.{piece}" for piece in ("referee.verdict", "paper_game"))

    def begin(self, setup: Setup, seed: int) -> "PaperPlay | DealtGame":
        """Begin a game: the night, the talk and the vote. Raises WrongUse for a deck that is not allowed."""
        refuse_deck(self.problems(setup))
        options, book = options_in(setup.options), self._book_of(setup)
        deck, fresh, taught = self.deck(setup), setup.fresh, setup.taught
        rules = OneNightRules(deck, setup.players, options, fresh, taught, seed, book, setup.result)
        if rules.options.deal:
            from nightcrier.box.games.one_night.dealt.game import begin_dealt_night

            return begin_dealt_night(rules, counts_seats=not (setup.told or setup.heard))
        from nightcrier.box.games.one_night.paper_game import begin_paper

        # Where somebody sits out, how seats are counted was told before the game.
        told = any(each.person != seat for seat, each in enumerate(setup.seated, 1))
        named = bool(setup.seated) and all(each.name for each in setup.seated)
        return begin_paper(rules, self._layout_tells(setup), counts_seats=not (setup.heard or named or told))

    def practise(self, setup: Setup, seed: int) -> PracticePlay:
        """Begin a practice night with open eyes. Raises WrongUse for a deck that is not allowed."""
        refuse_deck(self.problems(setup))
        options = options_in(setup.options)
        laid = () if options.deal else self._layout_tells(setup)[:-1]  # it says itself how the cards lie
        return practice_night(self.deck(setup), options, SeededChance(seed), laid, self._book_of(setup))

    def _layout_tells(self, setup: Setup) -> tuple[Tell, ...]:
        """Return the steps of laying out the cards. The last one, which begins the night, says how long the night
        is."""
        from nightcrier.box.games.one_night.paper_game import laying_of, told_minutes

        first = not any(map(self._lying, setup.before))
        deck = self.deck(setup)
        *steps, last = laying_of(deck, self._lying, self._book_of(setup), first=first).steps(deck, setup)
        seconds = self.eyes_shut(setup, lambda line: rough_length(line, setup.languages))
        return (*steps, told_minutes(last, max(1, round(seconds / 60))))

    def _lying(self, before: Setup) -> Deck:
        return () if options_in(before.options).deal else self.deck(before)
