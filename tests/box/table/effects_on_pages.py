"""Checks whether a gesture did what it should on the table's own pages, such as home, menus, deck and welcome."""

from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.table.core.effects import AskRoot, Closed, SeatPeople
from nightcrier.box.table.evening.scores import ScoresPage
from nightcrier.box.table.ground.before_game import NumberPage
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.explain import ExplainPage
from nightcrier.box.table.over.listing import OF_PEOPLE, ListingPage
from nightcrier.box.table.over.spell import SpellPage
from nightcrier.box.table.over.welcome import STEPS, WelcomePage
from nightcrier.box.table.over.who_plays import WhoPage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.box.table.plugs.hall.hall import Hall
from nightcrier.kernel.chores import WifiChore
from nightcrier.kernel.ids import LineId
from tests.box.table.handled import Handled, Meaning, begins, leaves, told_again
from tests.hands import is_at_stage


def reads_aloud_or_not(hand: Handled) -> bool:
    before, after = hand.before.choices.spoken_menu, hand.after.choices.spoken_menu
    return before != after and bool(hand.said)


def shows_deck(hand: Handled) -> bool:
    return isinstance(hand.after.page, DeckPage) and hand.after.page.under == hand.before.page


def to_other_deck(hand: Handled) -> bool:
    return hand.before.choices.setup.scenario != hand.after.choices.setup.scenario


def opens_menu(hand: Handled) -> bool:
    return hand.after.page == ListingPage(MENUS["main"], hand.before.page)


def goes_home(hand: Handled) -> bool:
    return hand.after.at_home


def menu_back(hand: Handled) -> bool:
    kept = hand.before.choices == hand.after.choices
    return kept and (leaves(hand) if hand.page.draft is None else hand.after.page.draft is None)


def menu_turned(hand: Handled) -> bool:
    now = hand.after.page
    moved = (now.index != hand.page.index, now.draft != hand.page.draft)
    return moved == ((True, False) if hand.page.draft is None else (False, True))


def menu_started(hand: Handled) -> bool:
    return goes_home(hand) if hand.page.menu.name in OF_PEOPLE else begins(hand)


def opens_names(hand: Handled) -> bool:
    now = hand.after.page
    return isinstance(now, ListingPage) and now.menu is MENUS["names"]


def menu_pressed(hand: Handled) -> bool:
    """Return whether the row was opened, its value was picked up for a change, or the change was confirmed."""
    now = hand.after.page
    if hand.page.draft is not None:
        return now.draft is None and hand.before.choices != hand.after.choices
    return now.draft is not None or now.under == hand.page


def changes_deck(hand: Handled) -> bool:
    return hand.after.page == hand.page and hand.before.choices != hand.after.choices


def tells_topic(hand: Handled) -> bool:
    """Return whether the topic is told, or the page is left if there is nothing to tell."""
    return bool(hand.said) if isinstance(hand.after.page, ExplainPage) else leaves(hand)


def explained_on(hand: Handled) -> bool:
    if hand.page.index < len(hand.page.topics) - 1:
        return bool(hand.after.page.index == hand.page.index + 1) and bool(hand.said)
    return begins(hand) if hand.page.begins else leaves(hand)


def explained_back(hand: Handled) -> bool:
    return bool(hand.after.page.index == hand.page.index - 1) if hand.page.index else leaves(hand)


def part_turned(hand: Handled) -> bool:
    return bool(hand.after.page.part != hand.page.part)


def topic_again(hand: Handled) -> bool:
    return hand.said[: len(hand.page.topics[hand.page.index].lines)] == hand.page.topics[hand.page.index].lines


def explained_to_the_end(hand: Handled) -> bool:
    return begins(hand) if hand.page.begins else leaves(hand)


def welcome_step(steps: int) -> Meaning:

    def moved(hand: Handled) -> bool:
        now = hand.after.page
        return isinstance(now, WelcomePage) and STEPS.index(now.step) == STEPS.index(hand.page.step) + steps

    return moved


def welcome_back(hand: Handled) -> bool:
    return told_again(hand) if hand.page.step == STEPS[0] else welcome_step(-1)(hand)


def welcomed_on(hand: Handled) -> bool:
    """Return whether the welcome moves one step on, or leads home after the last step."""
    return goes_home(hand) if hand.page.step == "read" else welcome_step(1)(hand)


def asked_to_read_on(hand: Handled) -> bool:
    now = hand.after.page
    return isinstance(now, WelcomePage) and now.step == "read" and hand.said == (LineId("welcome.read"),)


def one_switch_does_all(hand: Handled) -> bool:
    hands = hand.after.choices.hands
    told = LineId("screen.value.scanning.one") in hand.said and hand.said[-1] == LineId("welcome.read")
    return told and (hands.scanning, hands.latch) == ("one", True)


def tried(hand: Handled) -> bool:
    """Return whether the tour moves one step on, or says the same step again."""
    return welcome_step(1)(hand) or told_again(hand)


def tried_back(hand: Handled) -> bool:
    """Return whether the step that tries BACK moves on, and any other goes back: past that step, or home."""
    if hand.page.step == "start":
        return goes_home(hand)
    back = welcome_step(-2 if hand.page.step == "press" else -1)
    return welcome_step(1)(hand) if hand.page.step == "back" else back(hand)


def welcome_turned(hand: Handled) -> bool:
    before, after = hand.before.choices, hand.after.choices
    return before.languages != after.languages if hand.page.step == "language" else before.players != after.players


def counts_players(hand: Handled) -> bool:
    now = hand.after.page
    return isinstance(now, NumberPage) and now.number != hand.page.number


def asks_to_end(hand: Handled) -> bool:
    now = hand.after.page
    return isinstance(now, QuestionPage) and now.ask.held and hand.after.session is not None


def to_home_or_standings(hand: Handled) -> bool:
    if hand.before.has_music:
        return told_again(hand)
    return hand.after.session is None and isinstance(hand.after.page, ScoresPage | None)


def gives_who(hand: Handled) -> bool:
    now = hand.after.page
    return len(now.picked) == len(hand.page.picked) + 1 if isinstance(now, WhoPage) else now != hand.page


def who_back(hand: Handled) -> bool:
    now = hand.after.page
    return len(now.picked) == len(hand.page.picked) - 1 if hand.page.picked else leaves(hand)


def takes_name(hand: Handled) -> bool:
    return keeps_name(hand) or isinstance(hand.after.page, SpellPage)


def keeps_name(hand: Handled) -> bool:
    return any(isinstance(effect, SeatPeople) for effect in hand.effects)


def letter_taken(hand: Handled) -> bool:
    return len(hand.after.page.text) == len(hand.page.text) + 1


def letter_taken_away(hand: Handled) -> bool:
    return bool(hand.after.page.text == hand.page.text[:-1]) if hand.page.text else leaves(hand)


def does_it(hand: Handled) -> bool:
    """Return whether the box does what was confirmed: it says goodbye, and then switches off."""
    return any(isinstance(effect, PlaySignal) and effect.signal == "goodbye" for effect in hand.effects)


def goes_on_where_cut(hand: Handled) -> bool:
    return is_at_stage(hand.after)


def says_what_to_do(hand: Handled) -> bool:
    return hand.after.turned_now == hand.page and bool(hand.said)


def ends_game(hand: Handled) -> bool:
    return hand.after.session is None and any(isinstance(entry, Closed) for entry in hand.entries)


def asks_for_wifi(hand: Handled) -> bool:
    return AskRoot(WifiChore.ON) in hand.effects


def ends_wifi_or_leaves(hand: Handled) -> bool:
    return AskRoot(WifiChore.OFF) in hand.effects if hand.page.index == 2 else leaves(hand)


def takes_call_back(hand: Handled) -> bool:
    return leaves(hand) and not (hand.after.of(Hall) or Hall()).wants_help
