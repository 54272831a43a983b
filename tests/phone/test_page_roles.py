"""Pictures on the page: cards with their signs, the ring that leads to people, and by day the roles in play."""

from msgspec.structs import replace

from nightcrier.phone.page import PagePart
from nightcrier.wire.public_record import OfferedCard, Phase, RoleInPlay
from tests.phone.phones import DECK, HOME, NIGHT, OFFERS
from tests.phone.test_page import Tags, writer

DAY = replace(HOME, phase=Phase.DAY)
ROLES = (RoleInPlay("Werewolf", 2, "M1 1Z", "Wolves", "M2 2Z"), RoleInPlay("<b>Drunk", 1))


def page(table: object = DAY) -> str:
    assert isinstance(table, type(DAY))
    return writer().table(table, None, roles=ROLES)


def test_by_day_the_roles_in_play_stand_there_each_with_its_side():
    text = page()
    assert [each["d"] for tag, each in Tags(text).tags if tag == "path"] == ["M1 1Z", "M2 2Z"]
    assert "Werewolf \u00d7 2</span>" in text
    assert "Wolves</small>" in text
    assert "<span>&lt;b&gt;Drunk</span></li>" in text


def test_a_night_has_no_picture():
    assert "<svg" not in page(NIGHT)
    assert "Werewolf" not in page(NIGHT)


def test_a_card_with_a_sign_shows_it_and_one_without_has_its_name():
    cards = (OfferedCard("seer", "Seer", 1, 1, "M3 3Z"), OfferedCard("own", "Own", 1, 1))
    text = writer().table(HOME, replace(OFFERS, deck=replace(DECK, cards=cards)), part=PagePart.DECK)
    pictures = [each for tag, each in Tags(text).tags if tag == "svg"]
    assert [each.get("aria-hidden") for each in pictures] == ["true"]
    assert 'd="M3 3Z"' in text


def test_each_seat_of_the_ring_leads_to_the_forms_of_its_person():
    tags = Tags(writer().table(HOME, OFFERS)).tags
    links = {each["href"]: each["aria-label"] for tag, each in tags if tag == "a" and "aria-label" in each}
    assert links == {"#person-1": "Ann", "#person-2": "<b>Bob", "#person-3": "Seat 3"}
    assert {f"#{each['id']}" for tag, each in tags if tag == "section"} == set(links)
