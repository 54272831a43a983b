"""The pages that can stand on the screen, and what each of them knows of where people are on it."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from device.kernel.chores import WifiFault
from device.kernel.events import Fault
from device.show.facts import Word
from device.show.teaching import Topic
from device.table.house import WelcomeStep


class HomePage(Struct, frozen=True, tag="home"):
    """Game and scenario by dial; START begins."""


class WelcomePage(Struct, frozen=True, tag="welcome"):
    """A step of the welcome; `turned`: the dial has been, so the question need not be said again. `praised`: the right
    control led here, and nothing but that is praised."""

    step: WelcomeStep
    turned: bool = False
    praised: bool = False


class NumberPage(Struct, frozen=True, tag="number"):
    """How many play? Before the first game of a box on which nobody has said so; `turned`: as in the welcome."""

    number: int
    turned: bool = False


class ListingPage(Struct, frozen=True, tag="listing"):
    """A list of things to set. While one is being set, `draft` is the place of the value shown."""

    menu: str
    under: "Page"
    index: int = 0
    draft: int | None = None


class DeckPage(Struct, frozen=True, tag="deck"):
    """What lies open on the table, all cards in play, the order in which they are called, and the rules. `index` is the
    place of the dial among all that. `held`: the dial, since when, by whoever may look at something alone."""

    under: "Page"
    index: int = 0
    held: float | None = None


class StagePage(Struct, frozen=True, tag="staged"):
    """What the game's stage asks for; `index` is the choice or the row shown (-1: none yet), `marked` are the choices
    that were marked. `held`: the dial, since when, by whoever alone may see it."""

    index: int = 0
    marked: tuple[int, ...] = ()
    held: float | None = None


class SheetPage(Struct, frozen=True, tag="sheet"):
    """The sheet of whoever leads the game, over a stage that goes on under it; `index` is the first row shown."""

    under: StagePage
    index: int = 0


class ScoresPage(Struct, frozen=True, tag="scores"):
    """How the evening stands, seat by seat."""

    under: "Page"
    index: int = 0


class WhoPage(Struct, frozen=True, tag="who"):
    """Not so many people are known as were chosen to play: who sits out, who comes, or is it a new evening? `picked`
    are the numbers of those who were named so far, 0 for somebody new; `starts`, where a game waits for the answer;
    `anew`, where a new evening of theirs was agreed to."""

    under: "Page"
    starts: bool = False
    picked: tuple[int, ...] = ()
    index: int = 0
    anew: bool = False


class SpellPage(Struct, frozen=True, tag="spell"):
    """A name letter by letter: what stands there so far, and the letter that the dial has come to."""

    under: "Page"
    person: int
    text: str = ""
    index: int = 0


class Question(StrEnum):
    """What a page asks over another; its words are `ask.<value>`, or those of the menu that led there."""

    END_GAME = "end-game"
    END_UNCOUNTED = "end-uncounted"
    GO_ON = "go-on"
    POWER_OFF = "power-off"
    GO_BACK = "go-back"
    RESTORE = "restore"
    UNDO_RESTORE = "undo-restore"
    EXPLAIN = "explain"
    FORGET = "forget"
    FORGET_ALL = "forget-all"
    DROP_RESULT = "drop-result"
    NEW_EVENING = "new-evening"
    STRIKE_GAME = "strike-game"


class QuestionPage(Struct, frozen=True, tag="question"):
    """START says yes, BACK says no."""

    ask: Question
    under: "Page"


class NoticePage(Struct, frozen=True, tag="notice"):
    """Something is broken: what it is, to read through by dial. Any press goes on."""

    fault: Fault
    under: "Page"
    index: int = 0


class AdvicePage(Struct, frozen=True, tag="advice"):
    """What to know before this deck is played, by dial; START begins, BACK thinks again."""

    facts: tuple[Word, ...]
    under: "Page"
    index: int = 0


class ExplainPage(Struct, frozen=True, tag="explain"):
    """Topics that are explained one after the other, aloud and to read by dial, `part` by part; START goes on. The last
    leads back to the page under it, or `begins` the game."""

    topics: tuple[Topic, ...]
    under: "Page"
    index: int = 0
    part: int = 0
    begins: bool = False


class BoothPage(Struct, frozen=True, tag="booth"):
    """Somebody records lines, one after the other."""

    under: "Page"


class PhonePage(Struct, frozen=True, tag="phone"):
    """How a phone comes to the page of this box: where it is, once the second program has said so, and the code that
    lets it in while it stands here. `alone`: the box is in no network, and may make one of its own; `fault` is why that
    came to nothing. `index` is the place of the dial among the pictures: a Wi-Fi to join, the address, the `print` of a
    certificate, and the end of that Wi-Fi."""

    under: "Page"
    code: str
    address: str = ""
    print: str = ""
    alone: bool = False
    fault: WifiFault | None = None
    index: int = 0


class DuskPage(Struct, frozen=True, tag="dusk"):
    """START was pressed, and the night waits for the dusk of all tables of a hall, since then."""

    since: float


class MessagePage(Struct, frozen=True, tag="message"):
    """What the organiser of a hall has to say. Any press goes on."""

    text: str
    under: "Page"


class HelpPage(Struct, frozen=True, tag="help"):
    """The organiser of the hall is called; START takes that back."""

    under: "Page"


HallPage: TypeAlias = MessagePage | HelpPage | DuskPage
"""Of a box among many, in a game too."""

EveningPage: TypeAlias = ScoresPage | WhoPage | SpellPage
"""Of the people and their points."""

OutsidePage: TypeAlias = (
    HomePage | WelcomePage | NumberPage | ListingPage | AdvicePage | ExplainPage | BoothPage | PhonePage
)
"""Of a box at which no game is under way; a talk may be explained too."""

Page: TypeAlias = OutsidePage | EveningPage | HallPage | DeckPage | StagePage | SheetPage | QuestionPage | NoticePage
