"""Provides ways to reach each row of the table of controls."""

from collections.abc import Mapping

from msgspec.structs import replace

from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import Count, Floor, Marks
from nightcrier.box.table.core.house import WelcomeStep
from nightcrier.box.table.evening.scores import ScoresPage
from nightcrier.box.table.ground.before_game import BOXES, AdvicePage, NumberPage
from nightcrier.box.table.ground.menus import MENUS, SWITCH_OFF
from nightcrier.box.table.ground.power_on import GO_ON
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.explain import EXPLAIN, ExplainPage
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.spell import SpellPage
from nightcrier.box.table.over.welcome import PROMPTS, WelcomePage
from nightcrier.box.table.over.who_plays import WhoPage
from nightcrier.box.table.over.yes_or_no import END_GAME, END_UNCOUNTED, QuestionPage
from nightcrier.box.table.plugs.hall.hall import HelpPage, MessagePage
from nightcrier.box.table.plugs.keys.keys import KeysPage
from nightcrier.box.table.plugs.phone.phone_page import PhonePage
from nightcrier.box.table.plugs.recording.booth_view import BoothMood
from nightcrier.kernel.chores import WifiDown, WifiFault
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import LineId
from tests.box.table.effects_in_shows import LEAST_OF_PASSING
from tests.box.table.reached import (
    JUDGED,
    LISTED,
    OF_TWO_GAMES,
    OWN_WIFI,
    QUESTION,
    TOLD,
    TOPIC,
    VOTE,
    Reach,
    asked_for_own,
    asked_over,
    at_page,
    called,
    in_net,
    judged_by,
    led_wait,
    paused,
    peeked,
    recorded_mood,
    sheet_open,
    staged,
    stopped,
    timed_window,
    told_later,
)

REACH: Mapping[str, Reach] = {
    "home": at_page(None, None),
    "menu": at_page(ListingPage(MENUS["main"], None, 1), None),
    "the list of names": at_page(
        ListingPage(MENUS["names"], ListingPage(MENUS["person"], ListingPage(MENUS["people"], None)))
    ),
    "the cards of the deck": at_page(ListingPage(MENUS["roles"], ListingPage(MENUS["main"], None), 2), None),
    "the people": at_page(ListingPage(MENUS["people"], ListingPage(MENUS["main"], None))),
    "deck": at_page(DeckPage(None)),
    "what the box explains": at_page(ExplainPage((TOPIC, TOPIC, TOPIC), None, index=1)),
    "first power-on": at_page(WelcomePage(WelcomeStep.PLAYERS)),
    "first power-on, the speaker": at_page(WelcomePage(WelcomeStep.SOUND)),
    "first power-on, read on aloud?": at_page(WelcomePage(WelcomeStep.READ)),
    "first power-on, one switch only?": at_page(WelcomePage(WelcomeStep.HANDS)),
    "first steps, a control to try": at_page(WelcomePage(WelcomeStep.PRESS)),
    "how many play?": at_page(NumberPage(3), None),
    "who plays": at_page(WhoPage(None)),
    "before you start": at_page(AdvicePage((Word("one"), Word("two")), None), None),
    "night": called,
    "practice night": timed_window("practice", 0.0),
    "passing cards in GROWL": timed_window("night", LEAST_OF_PASSING),
    "night that a moderator leads": staged(replace(VOTE, page="night", back=True), sheet=(Word("row"),)),
    "the moderator's wait": led_wait,
    "day": stopped,
    "one who has the floor": staged(Count(90.0, floor=Floor((2, 3)))),
    "vote": staged(VOTE),
    "what the game tells": staged(TOLD),
    "cards to lay out": staged(LISTED),
    "a question of the game": staged(QUESTION),
    "a question that takes several answers": staged(replace(QUESTION, marks=Marks(0, 2))),
    "the host's sheet": sheet_open,
    "verdict": judged_by(JUDGED),
    "a name, letter by letter": at_page(SpellPage(None, 1, "AN")),
    "recording": recorded_mood(BoothMood.READING),
    "a take": recorded_mood(BoothMood.SPEAKING),
    "a take that was made": recorded_mood(BoothMood.HEARING),
    "phone": at_page(PhonePage(None, "123456")),
    "phone that no network reaches": in_net(WifiDown(WifiFault.NO_CHIP), ""),
    "phone in the box's own Wi-Fi": in_net(OWN_WIFI),
    "the organiser is called": at_page(HelpPage(None)),
    "what the organiser says": at_page(MessagePage("12:30", None)),
    "own switches": at_page(KeysPage(None)),
    "standings": at_page(ScoresPage(None), OF_TWO_GAMES),
    "yes or no": asked_over(SWITCH_OFF),
    "which boxes?": at_page(QuestionPage(BOXES, None), None),
    "explain first?": at_page(QuestionPage(EXPLAIN, None), None),
    "go on with the game?": asked_over(GO_ON),
    "end this game?": asked_over(END_GAME),
    "a fault": at_page(NoticePage(Fault(0.0, Part.SOUND, "There is no speaker."), None)),
}


ALSO: Mapping[str, tuple[Reach, ...]] = {
    "menu": (at_page(ListingPage(MENUS["main"], None, 1, 1), None),),
    "deck": (peeked,),
    "what the box explains": (
        at_page(ExplainPage((TOPIC, TOPIC), None)),
        at_page(ExplainPage((TOPIC, TOPIC), None, index=1, begins=True)),
    ),
    "first power-on": (at_page(WelcomePage(WelcomeStep.LANGUAGE)),),
    "first steps, a control to try": tuple(at_page(WelcomePage(step)) for step in PROMPTS),
    "night": (paused,),
    "day": (staged(Count(90.0, (), (LineId("explain"),))),),
    "what the game tells": (staged(replace(TOLD, back=False, skip=False)), told_later),
    "a question of the game": (asked_for_own,),
    "verdict": (judged_by(replace(JUDGED, back=True)),),
    "end this game?": (asked_over(END_UNCOUNTED),),
    "who plays": (at_page(WhoPage(None, picked=(1,))),),
    "a name, letter by letter": (at_page(SpellPage(None, 1)),),
    "phone in the box's own Wi-Fi": (in_net(OWN_WIFI, index=1), in_net(OWN_WIFI, index=2)),
}
"""Ways to further moments of a page, for rows that describe several."""
STATES = [(name, reach) for name in REACH for reach in (REACH[name], *ALSO.get(name, ()))]
