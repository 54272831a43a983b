"""Tests wishes of a second program at home: they can do what a hand could do, and are checked the same way."""

from typing import get_args

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Wished
from nightcrier.box.show.stages import Count
from nightcrier.box.table.core.effects import AnswerGuest, LookUp, Remember, SeatPeople, SetLoudness
from nightcrier.box.table.drawing.view import Text
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.spell import SpellPage
from nightcrier.box.table.over.who_plays import WhoPage
from nightcrier.box.table.plugs.chores.root_work import RootWork
from nightcrier.box.table.wishes import _ROWS, table_offers
from nightcrier.kernel.chores import Chore
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import LineId, help_line
from nightcrier.kernel.people import EveningPerson, Presence
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.wishes import (
    LONGEST_ID,
    AnswerWish,
    CardWish,
    ChoreWish,
    HelpedWish,
    IdentifyWish,
    LookWish,
    LoudnessWish,
    MendWish,
    MessageWish,
    MinuteWish,
    MoveWish,
    NameWish,
    NewcomerWish,
    PauseWish,
    PresenceWish,
    ReachedAt,
    ResultWish,
    ScenarioWish,
    SettingWish,
    StrikeWish,
    Wish,
    is_heard,
)
from nightcrier.words.catalogue import LAST_RESORT, UNHEARD
from tests.box.table.asking import wish
from tests.box.table.evening import Evening
from tests.box.table.known_people import known
from tests.sampling import sampled_languages

ALL: tuple[Wish, ...] = (
    LookWish(),
    LoudnessWish(3),
    PauseWish(True),
    MinuteWish(),
    ScenarioWish("toy", "second"),
    CardWish("toy", "first", 3, "robber", 0),
    SettingWish("main", "screen.pace", "Slow"),
    NameWish(1, "Zoe"),
    PresenceWish(1, Presence.SITS_OUT),
    NewcomerWish(),
    MoveWish(1, 2),
    MendWish(0, 0, (1,)),
    StrikeWish(0, 0),
    AnswerWish(0.0, ("1",)),
    MessageWish("Lunch"),
    IdentifyWish(),
    HelpedWish(),
    ResultWish(0.0, (2, 1, 1), None, (1, 0, 0)),
    ReachedAt("10.0.0.7:8080"),
    ChoreWish(Chore.SAVE_OUT),
    ChoreWish(Chore.BACK),
)


def test_every_wish_has_its_row():
    assert set(_ROWS) == set(get_args(Wish)) == {type(wished) for wished in ALL}


def with_people(evening: Evening, *names: str) -> Evening:
    evening.house = replace(evening.house, has_root=True)
    evening.send(known(*names))
    evening.table = replace(evening.table, rest=replace(evening.table.rest, looked_up=True))
    evening.effects.clear()
    return evening


def kept_people(evening: Evening) -> tuple[EveningPerson, ...]:
    return [effect for effect in evening.effects if isinstance(effect, SeatPeople)][-1].people


def answered(evening: Evening, wished: Wish) -> str:
    """Return the word for the reason of a refusal, or an empty string if the wish was granted."""
    told = [each for each in evening.send(Wished(evening.at, wished, 1, 7)) if isinstance(each, AnswerGuest)]
    assert [(each.guest, each.number) for each in told] == [(1, 7)]
    return told[0].word or ""


class TestAnswers:
    @pytest.mark.parametrize(
        ("name", "word"),
        [
            ("Cy", ""),
            ("Bob", ""),
            ("", ""),
            ("Ann", "people.taken"),
            ("\u0391nn", "people.taken"),
            ("7", "people.reserved"),
            ("Seat 2", "people.reserved"),
            ("Werewolf", "people.reserved"),
            ("Ann\u2603", "net.untaken.sign"),
            ("x" * 25, "net.untaken.long"),
        ],
    )
    def test_a_name_that_cannot_be_is_refused_with_the_word_of_the_glass(self, evening, real_house, name, word):
        with_people(evening, "Ann", "Bob")
        evening.house = replace(evening.house, words=real_house.words, answers=real_house.answers)
        assert answered(evening, NameWish(2, name)) == word
        if not word.startswith("net."):  # no dial spells such a name
            glass = SpellPage(None, 2, text=name).view(evening.house, evening.table).rows[-1]
            assert isinstance(glass, Text)
            assert glass.text == (evening.house.words.screen(LAST_RESORT, word) if word else f"{name}|")

    @pytest.mark.parametrize(
        ("wished", "word"),
        [
            (ScenarioWish("toy", "second"), ""),
            (ScenarioWish("toy", "first"), ""),
            (ScenarioWish("toy", "third"), Refusal.ABSENT),
            (SettingWish("main", "screen.pace", "Slow"), ""),
            (SettingWish("main", "screen.pace", "Sloth"), Refusal.ABSENT),
            (PresenceWish(1, Presence.PLAYS), ""),
            (PresenceWish(9, Presence.PLAYS), Refusal.ANEW),
            (MoveWish(1, 9), Refusal.ANEW),
            (StrikeWish(9, 9), Refusal.ANEW),
            (MessageWish("\u2603"), "net.hall.unshown"),
            (ChoreWish(Chore.SAVE_OUT), ""),
            (ReachedAt("10.0.0.7:8080"), Refusal.ANEW),
        ],
    )
    def test_what_is_so_is_done_and_what_is_not_there_is_refused(self, evening, wished, word):
        assert answered(with_people(evening, "Ann", "Bob"), wished) == word

    def test_a_box_that_is_busy_says_with_what(self, evening):
        with_people(evening, "Ann", "Bob")
        evening.table = replace(evening.table, page=ListingPage(MENUS["main"], None))
        assert answered(evening, LoudnessWish(3)) == Refusal.AWAY
        evening.table = replace(evening.table.with_feature(RootWork(chore=Chore.SAVE)), page=None)
        assert answered(evening, ChoreWish(Chore.SAVE_OUT)) == Refusal.BUSY

    def test_a_box_that_does_not_know_the_people_yet_looks_them_up_first(self, evening):
        evening.table = replace(evening.table, rest=replace(evening.table.rest, looked_up=False))
        effects = evening.send(Wished(evening.at, NameWish(1, "Ann"), 1, 7))
        assert effects == (LookUp(), AnswerGuest(1, 7, Refusal.ANEW))

    @pytest.mark.parametrize("wished", ALL)
    def test_a_hand_in_the_menus_is_not_disturbed(self, evening, wished):
        evening.table = replace(evening.table, page=ListingPage(MENUS["main"], None))
        before = evening.table
        assert wish(evening, wished) == []
        assert evening.table is before


class TestAtHome:
    def test_a_deck_is_chosen_as_by_the_dial(self, evening):
        by_hand = Evening(evening.house, evening.table)
        turned = by_hand.turn(1)
        assert wish(evening, ScenarioWish("toy", "second")) == list(turned)
        assert evening.table.choices == by_hand.table.choices

    @pytest.mark.parametrize(("game", "scenario"), [("toy", "first"), ("toy", "third"), ("none", "first")])
    def test_a_deck_that_is_none_or_lies_there_is_not_chosen(self, evening, game, scenario):
        assert wish(evening, ScenarioWish(game, scenario)) == []
        assert evening.table.choices.setup.scenario == "first"

    def test_a_value_of_a_menu_is_set_as_by_a_press(self, evening):
        effects = wish(evening, SettingWish("main", "screen.pace", "Slow"))
        assert evening.table.choices.setup.options == {"pace": "slow"}
        assert isinstance(effects[0], Remember)
        assert evening.table.at_home

    @pytest.mark.parametrize(
        ("menu", "item", "value"),
        [
            ("main", "screen.pace", "Fast"),
            ("main", "screen.other", "Slow"),
            ("roles", "role.seer", "2"),
            ("names", "screen.people.no-name", ""),
            ("nothing", "screen.pace", "Slow"),
            ("main", "screen.random-deck", ""),
            ("box", "screen.power-off", ""),
        ],
    )
    def test_what_the_dial_would_not_find_is_not_set(self, evening, menu, item, value):
        before = evening.table
        assert wish(evening, SettingWish(menu, item, value)) == []
        assert (evening.table.choices, evening.table.page) == (before.choices, before.page)

    @pytest.mark.parametrize("menu", ["games", "hands"])
    def test_what_is_for_hands_alone_is_not_set_from_afar(self, real_house, real_table, menu):
        """Menus that a hand alone may change say how the controls behave and which games are at home."""
        evening = Evening(real_house, real_table)
        values = [(item.line, value) for item in MENUS[menu].items(real_house, real_table) for value in item.values]
        others = [(line, value.text) for line, value in values if value.choices != real_table.choices]
        assert others
        for line, text in others:
            assert answered(evening, SettingWish(menu, line, text)) == Refusal.ABSENT
        assert evening.table.choices == real_table.choices

    def test_another_number_than_there_are_people_asks_who_plays(self, evening):
        wish(with_people(evening, "Ann", "Bob", "Cay"), SettingWish("main", "screen.players", "4"))
        assert evening.table.choices.setup.players == 4
        assert isinstance(evening.table.page, WhoPage)

    def test_loudness_is_that_of_the_pressed_dial(self, evening):
        effects = wish(evening, LoudnessWish(12))
        assert evening.table.choices.loudness == 12
        assert any(isinstance(effect, SetLoudness) for effect in effects)
        assert wish(evening, LoudnessWish(12)) == []

    def test_no_wish_is_louder_than_the_ceiling(self, evening):
        evening.table = replace(evening.table, ceiling=5, choices=replace(evening.table.choices, loudness=3))
        assert answered(evening, LoudnessWish(20)) == ""
        assert evening.table.choices.loudness == 5


class TestPeople:
    def test_somebody_is_named(self, evening):
        wish(with_people(evening, "Ann", "Bob", "Cay"), NameWish(2, "  Zoe "))
        assert [person.name for person in kept_people(evening)] == ["Ann", "Zoe", "Cay"]

    def test_a_name_can_be_taken_away(self, evening):
        wish(with_people(evening, "Ann", "Bob", "Cay"), NameWish(2, ""))
        assert [person.name for person in kept_people(evening)] == ["Ann", "", "Cay"]

    @pytest.mark.parametrize("name", ["ann", "7", "x" * 25, "a\u202eb", "🐺"])
    def test_a_name_that_the_dial_could_not_keep_is_refused(self, evening, name):
        wish(with_people(evening, "Ann", "Bob", "Cay"), NameWish(2, name))
        assert evening.effects == []
        assert [person.name for person in evening.table.standings.people] == ["Ann", "Bob", "Cay"]

    @pytest.mark.parametrize("name", ["Seer", "seat 3", "BACK", "Nobody"])
    def test_nobody_is_called_what_means_something_else(self, real_house, real_table, name):
        evening = with_people(Evening(real_house, real_table), "Ann", "Bob", "Cay")
        assert wish(evening, NameWish(2, name)) == []
        assert wish(evening, NameWish(2, "Zoe"))

    def test_people_come_go_and_move(self, evening):
        wish(with_people(evening, "Ann", "Bob", "Cay"), NewcomerWish())
        assert len(kept_people(evening)) == 4
        wish(evening, PresenceWish(1, Presence.SITS_OUT))
        assert kept_people(evening)[0] == EveningPerson("Ann", Presence.SITS_OUT)
        wish(evening, MoveWish(1, 3))
        assert [person.name for person in kept_people(evening)] == ["Bob", "Cay", "Ann", ""]

    @pytest.mark.parametrize(
        "nobody", [NameWish(9, "Zoe"), PresenceWish(9, Presence.LEFT), MoveWish(9, 1), MoveWish(1, 9)]
    )
    def test_nobody_is_changed_who_is_not_there(self, evening, nobody):
        assert wish(with_people(evening, "Ann", "Bob", "Cay"), nobody) == []

    def test_before_it_is_known_how_the_evening_stands_it_is_looked_up(self, evening):
        assert wish(evening, NameWish(1, "Zoe")) == [LookUp()]
        assert wish(evening, LookWish()) == []
        assert evening.table.standings is None

    def test_where_scores_cannot_be_read_nobody_begins_another_evening(self, evening):
        evening.table = replace(
            evening.table,
            rest=replace(evening.table.rest, looked_up=True),
            faults={Part.STATE: Fault(0.0, Part.STATE, "broken")},
        )
        assert wish(evening, NameWish(1, "Zoe")) == []


class TestOffers:
    def test_what_may_be_wished_for_is_told_with_what_it_is_now(self, evening):
        with_people(evening, "Ann", "Bob", "Cay")
        offers = table_offers(evening.house, evening.table)
        assert [person.name for person in offers.people] == ["Ann", "Bob", "Cay"]
        assert [(each.game, each.id) for each in offers.scenarios] == [("toy", "first"), ("toy", "second")]
        pace = next(each for each in offers.settings if each.item == "screen.pace")
        assert (pace.menu, pace.values, pace.now) == ("main", ("Slow", "Normal"), 1)

    def test_a_deck_that_no_wish_can_name_is_not_offered(self, evening, monkeypatch):
        monkeypatch.setattr("nightcrier.box.table.wishes.LONGEST_ID", len("first"))
        offers = table_offers(evening.house, evening.table)
        assert [each.id for each in offers.scenarios] == ["first"]
        assert is_heard(ScenarioWish("toy", "x" * LONGEST_ID))
        assert not is_heard(ScenarioWish("toy", "x" * (LONGEST_ID + 1)))

    def test_every_value_that_is_offered_can_be_had(self, real_house, real_table):
        offers = table_offers(real_house, real_table)
        assert len(offers.settings) > 8
        for each in offers.settings:
            evening = Evening(real_house, real_table)
            other = each.values[each.now - 1 if each.now else 1]
            wish(evening, SettingWish(each.menu, each.item, other))
            assert evening.table.choices != real_table.choices, each.item

    @pytest.mark.parametrize("language", sampled_languages())
    def test_what_is_offered_has_the_help_that_the_glass_shows(self, real_house, real_table, language):
        table = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
        offers = table_offers(real_house, table)
        assert sum(bool(each.told) for each in offers.settings) > 8
        for each in offers.settings:
            items = MENUS[each.menu].items(real_house, table)
            at = next(n for n, item in enumerate(items) if item.line == each.item)
            shown = ListingPage(MENUS[each.menu], None, at).lines(real_house, table)
            told = [line for line in shown if line == help_line(LineId(each.item))]
            assert each.told == "".join(real_house.words.title(language, line).translate(UNHEARD) for line in told)

    def test_nothing_is_offered_in_a_game(self, play_through):
        evening = play_through(Count)
        assert table_offers(evening.house, evening.table) is None
