"""What a page is; and those that are opened, or asked for, where nothing is shown yet."""

from abc import abstractmethod
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from device.kernel.events import Caption, Input
from device.kernel.ids import LineId
from device.show.facts import Word
from device.table.house import House
from device.table.view import View

if TYPE_CHECKING:
    from device.kernel.public_record import TableShown
    from device.table.state import Table, TableStep


class ShownPage(Struct, frozen=True):
    """What stands on the screen, for hands, eyes and ears."""

    @abstractmethod
    def handle(self, house: House, table: "Table", event: Input) -> "TableStep":
        """Do what a gesture means there. One that has no meaning passes."""

    @abstractmethod
    def view(self, house: House, table: "Table") -> View:
        """What is seen."""

    @abstractmethod
    def lines(self, house: House, table: "Table") -> tuple[LineId, ...]:
        """What the spoken menu says of it: nothing, where it says itself, or is said by nobody."""

    def due(self, table: "Table") -> float | None:
        """The next moment at which it changes by itself. That of a game goes on whatever stands before it."""
        return None


class Page(ShownPage, frozen=True):
    """Where people are. A value: equal to another that stands at the same place."""

    is_open: ClassVar[bool] = False
    """Whether wishes may change what the next game is while it stands there."""

    waits: ClassVar[bool] = False
    """Whether the show of a game has not begun yet behind it."""

    def pass_time(self, table: "Table", at: float) -> "TableStep":
        """Begin the show that waits behind this page, once its moment has come."""
        return table, ()

    def uncovered(self) -> "Page":
        """Return the page that lies under a message or a call for help; this page where none lies over it."""
        return self

    def tell(self, shown: "TableShown") -> "TableShown":
        """Add what a second program may know of it beside its lines."""
        return shown

    def is_in_hand(self, caption: Caption) -> bool:
        """Whether nothing is read over it: whoever turns it, or reads it alone, sees what it shows."""
        return caption.menu


class NamedPage(Page, frozen=True):
    """Hold the place of a page that the code it stands on must name. `shown()` imports the part that draws it and reads
    hands."""

    @abstractmethod
    def shown(self) -> ShownPage:
        """Itself on the screen."""

    def handle(self, house: House, table: "Table", event: Input) -> "TableStep":
        return self.shown().handle(house, table, event)

    def view(self, house: House, table: "Table") -> View:
        return self.shown().view(house, table)

    def lines(self, house: House, table: "Table") -> tuple[LineId, ...]:
        return self.shown().lines(house, table)

    def due(self, table: "Table") -> float | None:
        return self.shown().due(table)


class HomePage(NamedPage, frozen=True, tag="home"):
    """Game and scenario by dial; START begins."""

    is_open: ClassVar[bool] = True

    def shown(self) -> ShownPage:
        from device.table.pages.home import ShownHome

        return ShownHome(self)


class NumberPage(NamedPage, frozen=True, tag="number"):
    """How many play? Before the first game of a box on which nobody has said so; `turned`: as in the welcome."""

    number: int
    turned: bool = False

    def shown(self) -> ShownPage:
        from device.table.pages.number_page import ShownNumber

        return ShownNumber(self)

    def is_in_hand(self, caption: Caption) -> bool:
        return self.turned


class ListingPage(NamedPage, frozen=True, tag="listing"):
    """A list of things to set. While one is being set, `draft` is the place of the value shown."""

    menu: str
    under: Page
    index: int = 0
    draft: int | None = None

    def shown(self) -> ShownPage:
        from device.table.pages.listing import ShownListing

        return ShownListing(self)


class DeckPage(NamedPage, frozen=True, tag="deck"):
    """What lies open on the table, all cards in play, the order in which they are called, and the rules. `index` is the
    place of the dial among all that. `held`: the dial, since when, by whoever may look at something alone."""

    under: Page
    index: int = 0
    held: float | None = None

    def shown(self) -> ShownPage:
        from device.table.pages.deck import ShownDeck

        return ShownDeck(self)


class StagePage(NamedPage, frozen=True, tag="staged"):
    """What the game's stage asks for; `index` is the choice or the row shown (-1: none yet), `marked` are the choices
    that were marked. `held`: the dial, since when, by whoever alone may see it."""

    index: int = 0
    marked: tuple[int, ...] = ()
    held: float | None = None

    def shown(self) -> ShownPage:
        from device.table.pages.stage import ShownStage

        return ShownStage(self)


class WhoPage(NamedPage, frozen=True, tag="who"):
    """Not so many people are known as were chosen to play: who sits out, who comes, or is it a new evening? `picked`
    are the numbers of those who were named so far, 0 for somebody new; `starts`, where a game waits for the answer;
    `anew`, where a new evening of theirs was agreed to."""

    under: Page
    starts: bool = False
    picked: tuple[int, ...] = ()
    index: int = 0
    anew: bool = False

    def shown(self) -> ShownPage:
        from device.table.pages.who_plays_page import ShownWho

        return ShownWho(self)


class SpellPage(NamedPage, frozen=True, tag="spell"):
    """A name letter by letter: what stands there so far, and the letter that the dial has come to."""

    under: Page
    person: int
    text: str = ""
    index: int = 0

    def shown(self) -> ShownPage:
        from device.table.pages.spell import ShownSpell

        return ShownSpell(self)


class Question(StrEnum):
    """What a page asks over another; its words are `ask.<value>`, or those of the menu that led there."""

    END_GAME = "end-game"
    END_UNCOUNTED = "end-uncounted"
    GO_ON = "go-on"
    POWER_OFF = "power-off"
    EXPLAIN = "explain"
    FORGET = "forget"
    DROP_RESULT = "drop-result"
    NEW_EVENING = "new-evening"
    STRIKE_GAME = "strike-game"


class FeatureQuestion(Struct, frozen=True):
    """Ask before a feature acts; the words of the question are `ask.<word>`."""

    word: str
    held: bool = False

    def __str__(self) -> str:
        return self.word

    @abstractmethod
    def agree(self, house: House, table: "Table", at: float) -> "TableStep":
        """Do it."""


class QuestionPage(NamedPage, frozen=True, tag="question"):
    """START says yes, BACK says no."""

    ask: Question | FeatureQuestion
    under: Page

    def shown(self) -> ShownPage:
        from device.table.pages.question_answers import ShownQuestion

        return ShownQuestion(self)


class AdvicePage(NamedPage, frozen=True, tag="advice"):
    """What to know before this deck is played, by dial; START begins, BACK thinks again."""

    facts: tuple[Word, ...]
    under: Page
    index: int = 0

    def shown(self) -> ShownPage:
        from device.table.pages.advice import ShownAdvice

        return ShownAdvice(self)
