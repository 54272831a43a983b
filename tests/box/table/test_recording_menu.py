"""Tests the menu for recording at the box: whose voice, which lines, under which license."""

from collections.abc import Sequence

from msgspec.structs import replace

from nightcrier.box.events import PersonStanding, Standings
from nightcrier.box.show.cues import Speak
from nightcrier.box.table.core.effects import Effect, OpenBooth, Remember
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.plugs.recording.booth import booth_wish
from nightcrier.box.table.plugs.recording.booth_view import BoothMood
from nightcrier.box.table.plugs.recording.menu import call_speaker, recording_items, speakers_items
from nightcrier.kernel.booth_messages import BoothClosed, LinesWaiting, NoBooth
from nightcrier.kernel.ids import Language
from tests.box.table.asking import rows, shown
from tests.box.table.evening import Evening
from tests.box.table.recording import LONG, ONE, mood, news


def chosen(evening: Evening, index: int, steps: int) -> None:
    evening.table = replace(evening.table, page=ListingPage(MENUS["recording"], None, index))
    evening.after("press").turn(steps)
    evening.press()


def test_the_menu_asks_for_what_was_chosen(evening):
    evening.table = replace(evening.table, page=ListingPage(MENUS["recording"], None, 2))
    (opened,) = (effect for effect in evening.press() if isinstance(effect, OpenBooth))
    assert opened == OpenBooth(Language("en"), "", "own", deck="first")
    assert shown(evening)[0] == "take.keys"
    assert shown(evening, "start") == ["take.opening"]


def said_of(effects: Sequence[Effect]) -> list[tuple[str, ...]]:
    return [effect.lines for effect in effects if isinstance(effect, Speak)]


def test_how_it_goes_is_said_once_the_box_can_record_and_not_before(evening):
    evening.table = replace(evening.table, page=ListingPage(MENUS["recording"], None, 2))
    assert said_of(evening.press()) == []
    ready, before = LinesWaiting(((ONE, LONG),), "own"), evening.table
    assert said_of(news(evening, ready)) == [("recording.open",)]
    evening.table = before
    assert said_of(news(evening, BoothClosed(NoBooth.LIBRARIES))) == []
    evening.table = before
    assert said_of(news(evening.after("start"), ready)) == []


def test_lines_licence_and_what_was_kept_are_chosen_in_the_menu(evening):
    for index, steps in ((1, 1), (3, 1), (4, 2)):
        chosen(evening, index, steps)
    evening.table = replace(evening.table, page=ListingPage(MENUS["recording"], None, 2))
    wish = next(effect for effect in evening.press() if isinstance(effect, OpenBooth))
    assert (wish.game, wish.deck, wish.again, wish.licence) == ("toy", "", True, "CC-BY-4.0")
    for steps, game in ((1, "house"), (2, "")):
        chosen(evening, 1, steps)
        evening.table = replace(evening.table, page=ListingPage(MENUS["recording"], None, 2))
        wish = next(effect for effect in evening.press() if isinstance(effect, OpenBooth))
        assert (wish.game, wish.deck) == (game, "")


def test_a_licence_is_of_who_has_chosen_it_and_of_nobody_else(evening):
    evening.table = call_speaker("Ada", evening.house, evening.table)[0]
    chosen(evening, 4, 1)
    licences = []
    for name in ("Ada", "Ben", "", "Ada"):
        evening.table = call_speaker(name, evening.house, evening.table)[0]
        licences.append(booth_wish(evening.house, evening.table).licence)
    assert licences == ["CC0-1.0", "own", "own", "CC0-1.0"]


def test_the_licence_of_a_voice_that_is_there_is_read_first_and_stands_in_the_menu(evening):
    evening.table = replace(
        call_speaker("Ben", evening.house, evening.table)[0], page=ListingPage(MENUS["recording"], None, 2)
    )
    evening.press()
    _, kept = news(evening, LinesWaiting(((ONE, LONG),), "CC-BY-4.0"))
    assert kept.choices.own_voice.licences == {"Ben": "CC-BY-4.0"}
    assert rows(evening) == ["recording.licence", "CC BY 4.0"]
    assert rows(evening, "start")[0] == "take.keys"
    assert rows(evening, "start")[0].startswith("A line of wh")
    assert recording_items(evening.house, evening.table)[4].index == 2
    assert news(evening, LinesWaiting(((ONE, LONG),), "CC-BY-4.0")) == []
    assert mood(evening) is BoothMood.READING


def test_a_licence_that_no_menu_has_is_read_as_it_stands(evening):
    evening.table = replace(evening.table, page=ListingPage(MENUS["recording"], None, 2))
    news(evening.after("press"), LinesWaiting(((ONE, LONG),), "as Ben likes"))
    assert rows(evening) == ["recording.licence", "as Ben likes"]
    assert recording_items(evening.house, evening.table)[4].index == 0


def test_a_deck_that_was_changed_is_recorded_as_it_is_now(evening):
    choices = evening.table.choices
    choices = replace(choices, setups={"toy": replace(choices.setup, deck=("seer", "villager", "villager"))})
    evening.table = replace(evening.table, choices=choices, page=ListingPage(MENUS["recording"], None, 2))
    wish = next(effect for effect in evening.press() if isinstance(effect, OpenBooth))
    assert (wish.deck, wish.cards) == ("first", ("seer", "villager"))


def test_a_game_that_is_gone_is_none_to_record(evening):
    own = replace(evening.table.choices.own_voice, lines="chess")
    table = replace(evening.table, choices=replace(evening.table.choices, own_voice=own))
    assert recording_items(evening.house, table)[1].index == 0


def test_whose_voice_it_is_comes_from_the_evening_or_is_spelt(evening):
    people = (PersonStanding("Ann", 0, 0, out=False), PersonStanding("", 0, 0, out=False))
    standings = Standings(0.0, "open", 5, people, (), {}, known=("Bob",))
    evening.table = replace(evening.table, page=ListingPage(MENUS["recording"], None), standings=standings)
    assert evening.after("press 1 press").table.choices.own_voice.person == "Bob"
    assert evening.table.page == ListingPage(MENUS["recording"], None)
    assert any(isinstance(effect, Remember) for effect in evening.effects)


def test_a_name_is_spelt_for_whoever_speaks(real_house, real_table):
    evening = Evening(
        real_house, replace(real_table, page=ListingPage(MENUS["speakers"], ListingPage(MENUS["recording"], None)))
    )
    assert evening.after("press press start").table.choices.own_voice.person == "A"
    assert evening.table.page == ListingPage(MENUS["recording"], None)


def test_whoever_is_to_speak_stands_in_the_list_at_once(real_house, real_table):
    table = replace(real_table, page=ListingPage(MENUS["speakers"], ListingPage(MENUS["recording"], None)))
    for name, offered in (("Zoe", ["Zoe"]), ("", [])):
        table = call_speaker(name, real_house, table)[0]
        assert [item.named for item in speakers_items(real_house, table) if item.named] == offered
