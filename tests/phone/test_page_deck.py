"""Tests the deck on the page, where a touch adds or removes a card, and its pictures: cards with signs, the ring of
people, and by day the roles in play."""

from msgspec.structs import replace

from nightcrier.phone.page import PagePart
from nightcrier.wire.public_record import OfferedCard, Phase, PublicClock, RoleInPlay
from nightcrier.wire.wishes import ScenarioWish
from tests.phone.phones import DECK, HOME, NIGHT, OFFERS
from tests.phone.test_page import Tags, writer

WITH_DECK = replace(OFFERS, deck=DECK)


def page(language: str = "en") -> str:
    return writer(language).table(HOME, WITH_DECK)


def buttons(*names: str) -> list[tuple[str | None, ...]]:
    each_button = (each for tag, each in Tags(page()).tags if tag == "button" and each.get("name") in names)
    return [(each["value"], each.get("aria-pressed"), each.get("aria-label")) for each in each_button]


def test_a_touch_puts_one_card_more_in_or_all_of_them_out_and_one_of_several_can_go():
    assert buttons("more", "fewer") == [
        ("werewolf 0", "true", None),
        ("werewolf 1", None, "Werewolf: \u2212"),
        ("seer 0", "true", None),
        ("mason 1", "false", None),
    ]


def test_decks_of_the_game_stand_there_and_each_other_game_by_its_name():
    assert buttons("deck") == [("one-night first-game", "true", None), ("growl first", "false", None)]
    assert "<span>First Game</span>" in page()
    assert "<span>GROWL</span>" in page()
    assert 'href="/settings" aria-label="Options"' in page()


def test_what_the_box_says_of_the_deck_describes_each_card_with_the_odds():
    text = page()
    assert text.count('aria-describedby="told"') == 3
    told = text.partition('<div id="told">')[2].partition("</div>")[0]
    assert told.startswith("<span>6 cards: ready</span><span>Add &lt;i&gt;</span><span>No Werewolf among you: 20%<")
    assert "<h1>Own &lt;deck&gt;<small>One Night</small></h1>" in text
    assert "<b>Seer" not in text


def test_a_row_turns_the_number_of_players_as_the_dial_does():
    assert buttons("value") == [("3", None, "Players: \u2212"), ('5"><script>', None, "Players: +")]
    assert "<b>4 players</b>" in page()


def test_a_game_without_cards_to_choose_has_none():
    assert 'value="card"' not in writer().table(HOME, OFFERS)


def test_in_every_language_with_its_digits(language):
    text = page(language)
    assert "net.odds" not in text
    assert ("\u06f2\u06f0\u066a" in text) is (language == "fa")


DAY = replace(HOME, phase=Phase.DAY)
ROLES = (RoleInPlay("Werewolf", 2, "M1 1Z", "Wolves", "M2 2Z"), RoleInPlay("<b>Drunk", 1))


def test_by_day_the_roles_in_play_stand_there_each_with_its_side():
    text = writer().table(DAY, None, roles=ROLES)
    assert [each["d"] for tag, each in Tags(text).tags if tag == "path"] == ["M1 1Z", "M2 2Z"]
    assert "Werewolf</span><b>2</b>" in text
    assert "Wolves</small>" in text
    assert "<span>&lt;b&gt;Drunk</span></li>" in text
    assert writer().table(NIGHT, None, roles=ROLES) == writer().table(NIGHT, None)


def test_a_card_with_a_sign_shows_it_and_one_without_has_its_name():
    cards = (OfferedCard("seer", "Seer", 1, 1, "M3 3Z"), OfferedCard("own", "Own", 1, 1))
    text = writer().table(HOME, replace(OFFERS, deck=replace(DECK, cards=cards)))
    pictures = [each for tag, each in Tags(text).tags if tag == "svg"]
    assert [each.get("aria-hidden") for each in pictures] == ["true", "true", None]
    assert 'd="M3 3Z"' in text


def test_each_seat_of_the_ring_leads_to_the_forms_of_its_person():
    tags = Tags(writer().table(HOME, OFFERS)).tags
    links = {each["href"]: each["aria-label"] for tag, each in tags if "#" in str(each.get("href"))}
    assert links == {"/people#person-1": "Ann", "/people#person-2": "<b>Bob", "/people#person-3": "Seat 3"}
    forms = Tags(writer().table(HOME, OFFERS, part=PagePart.PEOPLE)).tags
    assert {f"/people#{each['id']}" for tag, each in forms if tag == "section"} == set(links)


def test_the_clock_of_a_talk_stands_there_with_what_is_left_and_a_switch(language):
    text = writer(language).table(replace(DAY, clock=PublicClock(130.0, 0.0, up=False)), None, time=10.5)
    assert f'>{writer(language)._forms.figures("2:00")}</p><progress max="120" value="120"' in text
    assert 'role="switch" name="paused" value="true" aria-checked="false"' in text
    stands = writer(language).table(replace(DAY, clock=PublicClock(None, 65.0, up=False)), None)
    assert 'name="paused" value="false" aria-checked="true"' in stands
    assert 'name="type" value="minute"' in stands
    endless = writer(language).table(replace(DAY, clock=PublicClock(5.0, 0.0, up=True)), None)
    assert "<progress" not in endless
    assert 'value="minute"' not in endless


def test_a_phone_that_has_never_seen_the_page_chooses_a_deck_with_three_touches(phones):
    """The three touches are the field of the code, the button that sends it, and the deck."""
    touched = [tag for tag, each in Tags(phones.ask().body.decode()).tags if tag == "button" or "required" in each]
    key = phones.let_in()
    page = Tags(phones.ask(key=key).body.decode()).tags
    touched += [each["value"] for tag, each in page if tag == "button" and each.get("name") == "deck"][1:]
    assert touched == ["input", "button", "growl first"]
    assert phones.post("/wish", key, type="scenario", deck=touched[-1]) == 303
    assert phones.box.wished[-1] == ScenarioWish("growl", "first")
