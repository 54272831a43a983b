"""The deck on the page, one card more or fewer by touch; and its pictures: cards with their signs, the ring of people,
and by day the roles in play."""

from msgspec.structs import replace

from nightcrier.phone.page import PagePart
from nightcrier.wire.public_record import OfferedCard, Phase, RoleInPlay, TableShown
from tests.phone.phones import DECK, HOME, NIGHT, OFFERS
from tests.phone.test_page import Tags, writer

WITH_DECK = replace(OFFERS, deck=DECK)


def page(language: str = "en") -> str:
    return writer(language).table(HOME, WITH_DECK, part=PagePart.DECK)


def buttons() -> dict[str, dict[str, str | None]]:
    return {str(each["id"]): each for tag, each in Tags(page()).tags if tag == "button" and "id" in each}


def test_each_card_has_one_more_and_one_fewer_as_far_as_there_are():
    values = {named: (each["name"], each["value"]) for named, each in buttons().items()}
    assert values == {
        "fewer-werewolf": ("fewer", "werewolf 1"),
        "more-werewolf": ("more", "werewolf 2"),
        "fewer-seer": ("fewer", "seer 0"),
        "more-seer": ("more", "seer 1"),
        "fewer-mason": ("fewer", "mason 0"),
        "more-mason": ("more", "mason 1"),
    }
    ends = {named for named, each in buttons().items() if "aria-disabled" in each}
    assert ends == {"more-werewolf", "more-seer", "fewer-mason"}


def test_whoever_hears_a_button_knows_card_and_number():
    said = [each["aria-label"] for each in buttons().values()]
    assert len(set(said)) == len(said)
    assert {"Werewolf, 2: +", "<b>Seer, 1: \u2212", "Mason, 0: +"} <= set(said)


def test_what_the_box_says_of_the_deck_describes_each_button_with_the_odds():
    text = page()
    assert {each["aria-describedby"] for each in buttons().values()} == {"told"}
    assert (
        '<ul id="told" class="told"><li>6 cards: ready</li><li>Add &lt;i&gt;</li><li>No Werewolf among you: 20%</li>'
        in text
    )
    assert "<li>Just one Werewolf among you: 60%</li></ul>" in text
    assert "<p>Own &lt;deck&gt;</p>" in text
    assert "<b>Seer" not in text


def test_a_game_without_cards_to_choose_has_none():
    assert 'value="card"' not in writer().table(HOME, OFFERS, part=PagePart.DECK)


def test_in_every_language_with_its_digits(language):
    text = page(language)
    assert "net.odds" not in text
    assert ("\u06f2\u06f0\u066a" in text) is (language == "fa")


DAY = replace(HOME, phase=Phase.DAY)
ROLES = (RoleInPlay("Werewolf", 2, "M1 1Z", "Wolves", "M2 2Z"), RoleInPlay("<b>Drunk", 1))


def with_roles(table: TableShown = DAY) -> str:
    return writer().table(table, None, roles=ROLES)


def test_by_day_the_roles_in_play_stand_there_each_with_its_side():
    text = with_roles()
    assert [each["d"] for tag, each in Tags(text).tags if tag == "path"] == ["M1 1Z", "M2 2Z"]
    assert "Werewolf \u00d7 2</span>" in text
    assert "Wolves</small>" in text
    assert "<span>&lt;b&gt;Drunk</span></li>" in text


def test_a_night_has_no_picture():
    assert "<svg" not in with_roles(NIGHT)
    assert "Werewolf" not in with_roles(NIGHT)


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
