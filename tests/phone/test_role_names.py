"""Tests the form for the names of roles: what it shows, and the file it makes."""

import asyncio
from html import escape
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace

from nightcrier.box.games.engine.model import Name
from nightcrier.box.games.engine.reading_names import read_names
from nightcrier.box.games.engine.role_names import RoleNames
from nightcrier.kernel.chores import Chore
from nightcrier.kernel.ids import Language
from nightcrier.phone.page import PagePart
from nightcrier.web.exchange import PageRequest, RequestRefused
from nightcrier.words.catalogue import LANGUAGES
from tests.phone.phones import HOME, HOST, NIGHT, OFFERS, Phones
from tests.phone.sent_files import chores, lying, told
from tests.phone.test_page import writer

FOXES = replace(OFFERS, game="fox-hunt", names={"roles.fox": "Fox", "roles.mark": "<b>Mark", "calls.fox.of": "Foxes"})
FILE, EN = "fox-hunt.en.names.toml", Language("en")


@pytest.fixture
def phones(tmp_path):
    phones = Phones(tmp_path)
    phones.box.shows(FOXES)
    return phones


def name(phones: Phones, key: str, **fields: str) -> str:
    """Return the alert on the page after a browser has sent these fields."""
    heads = {"host": HOST, "origin": f"http://{HOST}", "cookie": f"nightcrier={key}"}
    heads["content-type"] = "application/x-www-form-urlencoded"
    body = urlencode({"mark": phones.mark(key), "game": "fox-hunt", **fields}).encode()
    if after := phones.site.answer(PageRequest("POST", "/names", heads, body)).after:
        asyncio.run(after())
    return told(phones, key)


def test_each_role_of_the_game_stands_in_the_form():
    page = writer().table(HOME, FOXES, part=PagePart.NAMES)
    assert f'name="roles.mark" dir="auto" autocomplete="off" maxlength="40" value="{escape("<b>Mark")}"' in page
    assert "roles." not in writer().table(HOME, OFFERS, part=PagePart.NAMES)


def test_a_side_is_told_from_a_role_of_its_name():
    names = {"roles.fox": "Fox", "sides.foxes": "Fox"}
    page = writer().table(HOME, replace(FOXES, names=names), part=PagePart.NAMES)
    assert ">Fox (side)<" in page
    assert 'name="sides.foxes" dir="auto" autocomplete="off" maxlength="40" value="Fox"' in page


def test_the_names_are_a_file_that_the_box_is_asked_to_take(phones, tmp_path):
    key, longest = phones.let_in(), "กี่้" * 13
    for given, kept in ((' "Old"\\  Wizard ', '"Old"\\ Wizard'), (longest[:40], longest[:40])):
        assert name(phones, key, **{"roles.fox": given, "roles.mark": "", "calls.fox.of": kept}) == "net.file.sent"
        read = read_names((tmp_path / "sent" / FILE).read_bytes(), FILE, LANGUAGES)
        assert read == RoleNames("fox-hunt", EN, {"fox": Name(kept)}, {"fox.of": Name(kept)})
    assert chores(phones) == [Chore.TAKE_SENT] * 2
    name(phones, key, **{"roles.fox": ""})
    assert read_names((tmp_path / "sent" / FILE).read_bytes(), FILE, LANGUAGES) == RoleNames("fox-hunt", EN)


@pytest.mark.parametrize(
    "fields", [{"roles.fox": "<b>Mark", "roles.mark": "Fox"}, {"roles.fox": "Owl", "roles.mark": "OWL"}]
)
def test_a_name_of_another_role_is_refused_at_its_field_and_nothing_is_sent(phones, tmp_path, fields):
    key = phones.let_in()
    name(phones, key, **fields)
    page = phones.ask("/names", key=key).body.decode()
    assert f'value="{escape(fields["roles.fox"])}"></label><p role="alert" id="untaken">Name is taken</p>' in page
    assert page.count('aria-invalid="true" aria-describedby="untaken"') == 1
    assert lying(tmp_path) == []
    assert name(phones, key, **{"roles.fox": "Elk"}) == "net.file.sent"
    assert b"Name is taken" not in phones.ask("/names", key=key).body


@pytest.mark.parametrize("fields", [{"game": "other"}, {"roles.owl": "Owl"}, {"fox": "Owl"}, {"mark": "x"}])
def test_another_form_gives_no_file(phones, tmp_path, fields):
    with pytest.raises(RequestRefused) as refused:
        name(phones, phones.let_in(), **fields)
    assert (refused.value.status, lying(tmp_path)) == (403 if "mark" in fields else 400, [])


def test_no_name_is_taken_by_night_or_without_a_pass(phones, tmp_path):
    assert phones.refused("/names", "POST", "", "game=fox-hunt&roles.fox=Owl") == 403
    key = phones.let_in()
    mark = phones.mark(key)
    phones.box.shows(NIGHT)
    phones.box.refuses = "net.night"
    phones.mark = lambda _: mark  # type: ignore[method-assign]
    name(phones, key, **{"roles.fox": "Owl"})
    assert lying(tmp_path) == []
