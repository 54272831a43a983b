"""What stands on the pages of a tournament: all text is text, every control and every table has a name, headings come
in order, all ten languages have all words."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from nightcrier.hall.tournament.forms import TOURNAMENT_PAGES
from nightcrier.hall.tournament.page_parts import WORDS
from nightcrier.hall.tournament.standings import TieBreak
from nightcrier.kernel.ids import Language
from nightcrier.web.forms import words_of_page
from nightcrier.words.catalogue import LANGUAGES
from tests.broker.spoken_table import WORDS as FOLDER
from tests.hall.led_tournament import BOTH, NAMES, act, drawn, seats, shown, tells, with_people
from tests.hall.organisers import Organisers
from tests.hall.test_hall_page import HOSTILE, Controls


class Outline(HTMLParser):
    """Headings by their level, heads of tables by their scope, buttons, and what each form holds."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.levels: list[int] = []
        self.scopes: list[str | None] = []
        self.forms: set[str] = set()
        self.meant: set[str] = set()
        self.unnamed_tables = self.marks = self.sent = 0
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        self.scopes += [known.get("scope")] if tag == "th" else []
        if tag == "form":
            self.sent += 1
            self.forms |= {str(known["id"])} if "id" in known else set()
        self.marks += known.get("name") == "mark"
        self.meant |= {str(known["form"])} if "form" in known else set()
        self.unnamed_tables += tag == "table" and not self._inside and known.get("class") != "seats"
        self._inside = tag == "div" and known.get("role") == "region" and "aria-label" in known


def evening(organisers: Organisers) -> str:
    """Everything that may stand on the pages stands there."""
    key = with_people(organisers, *NAMES, "Late")
    act(organisers, key, "/people", {"away": "9"})
    drawn(organisers, key, 1)
    act(organisers, key, "/people", {"back": "9"})
    tells(organisers, "one", 1, 1)
    tells(organisers, "two", 1, 1)
    tells(organisers, "two", 2, 1, ("Ada", "<i>Zed", "Cy", "Di"))
    tells(organisers, "two", 3, 1, tuple(NAMES[person - 1] for person in seats(organisers, "one")))
    act(organisers, key, "/results/games", {"out": "one-1"})
    return key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", TOURNAMENT_PAGES)
def test_every_page_in_every_language(organisers: Organisers, path: str, language: Language) -> None:
    page = organisers.ask(path, key=evening(organisers), accept_language=language).body.decode()
    controls, outline = Controls(page), Outline(page)
    assert (controls.unnamed, controls.inline) == ([], [])
    assert len(set(controls.ids)) == len(controls.ids)
    assert "net." not in page
    assert "{" not in page
    assert f'lang="{language}" dir="{"rtl" if language == "fa" else "ltr"}"' in page
    assert outline.levels[0] == 1
    assert all(after <= before + 1 for before, after in zip(outline.levels, outline.levels[1:], strict=False))
    assert set(outline.scopes) <= {"row", "col"}
    assert outline.unnamed_tables == 0
    assert outline.meant <= outline.forms
    assert outline.marks == outline.sent
    assert "<b>" not in page
    assert "<i>" not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_somebody_stands_behind_is_said_in_every_language(language: Language) -> None:
    words = words_of_page(FOLDER, language)
    assert all(f"{WORDS}tie.{why}" in words for why in TieBreak if why is not TieBreak.FIRST)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_is_said_in_every_language(organisers: Organisers, language: Language) -> None:
    key = with_people(organisers, "Ada")
    drawn(organisers, key, 1)
    for path, fields in (
        ("/draw", {"round": "1", "t-one": "yes"}),
        ("/draw", {"round": "2"}),
        ("/draw", {"round": "1"}),
        ("/add", {"name": "Ada"}),
        ("/list", {"names": "Bo\nBo"}),
        ("/bounds", {"fewest": "5", "wanted": "4", "most": "6"}),
    ):
        page = act(organisers, key, path, fields, accept_language=language).body.decode()
        alert = page.partition('<p role="alert">')[2].partition("</p>")[0]
        assert alert, path
        assert not re.search(r"net\.|people\.|[{}]", alert)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_came_by_a_list_and_who_has_told_nothing_is_said_in_every_language(
    organisers: Organisers, language: Language
) -> None:
    key = with_people(organisers)
    words = words_of_page(FOLDER, language)
    eight = "".join(words["digits"][int(sign)] for sign in str(len(NAMES)))
    page = shown(organisers, key, "/added", accept_language=language)
    assert words[f"{WORDS}added"].format(n=eight) in page
    drawn(organisers, key, 1)
    page = unescape(shown(organisers, key, accept_language=language))
    tables = "\u2068Table one\u2069, \u2068Table two\u2069"
    assert words[f"{WORDS}untold"].format(tables=tables) in page
    assert words[f"{WORDS}draw-sure"] not in page
    refused = act(organisers, key, "/draw", {"round": "2", **BOTH}, accept_language=language)
    assert words[f"{WORDS}draw-sure"] in unescape(refused.body.decode())


def test_whatever_a_table_or_somebody_says_is_text(organisers: Organisers) -> None:
    key = with_people(organisers, *NAMES)
    organisers.joins("one", HOSTILE)
    drawn(organisers, key, 1)
    tells(organisers, "one", 1, 1, (HOSTILE, *NAMES[1:4]))
    act(organisers, key, "/add", {"name": HOSTILE[:24]})
    pages = [shown(organisers, key, path.removeprefix("/tournament")) for path in TOURNAMENT_PAGES]
    for page in (*pages, act(organisers, key, "/list", {"names": HOSTILE * 2}).body.decode()):
        assert "<script>" not in page
        assert [script["src"] for script in Controls(page).scripts] == ["/hall.js"]


def test_enter_in_a_field_sends_its_own_form_and_no_other(organisers: Organisers) -> None:
    """The first button of a form is what Enter presses: those beside people are of forms without a field."""
    page = shown(organisers, evening(organisers))
    for form in re.findall(r"<form .*?</form>", page, re.DOTALL):
        assert 'form="' not in form


def parts(page: str) -> list[str]:
    """What stands on it, in its order; a folded part that lies open says so."""
    found = re.findall(r'<h2 id="(round|draw)"|<details id="(people|bounds)"( open)?', page)
    return [heading or name + is_open for heading, name, is_open in found]


def test_people_stand_first_until_somebody_is_seated_then_the_round_does(organisers: Organisers) -> None:
    key = with_people(organisers)
    assert parts(shown(organisers, key)) == ["people open", "bounds", "round", "draw"]
    drawn(organisers, key, 1)
    assert parts(shown(organisers, key)) == ["round", "draw", "people", "bounds"]


def test_what_was_changed_or_refused_lies_open(organisers: Organisers) -> None:
    key = with_people(organisers)
    drawn(organisers, key, 1)
    place = act(organisers, key, "/people", {"away": "1"}).headers["Location"].partition("#")[0]
    assert "people open" in parts(organisers.ask(place, key=key).body.decode())
    assert "people open" in parts(act(organisers, key, "/add", {"name": NAMES[1]}).body.decode())
    place = act(organisers, key, "/list", {"names": "Zoe"}).headers["Location"].partition("#")[0]
    assert "people open" in parts(organisers.ask(place, key=key).body.decode())
    refused = act(organisers, key, "/bounds", {"fewest": "5", "wanted": "4", "most": "6"}).body.decode()
    assert parts(refused) == ["round", "draw", "people", "bounds open"]
    assert parts(act(organisers, key, "/draw", {"round": "9"}).body.decode()) == parts(shown(organisers, key))


def test_a_table_that_does_not_answer_is_not_offered(organisers: Organisers) -> None:
    key = with_people(organisers)
    organisers.tells("two", None)
    page = shown(organisers, key)
    assert 'name="t-one"' in page
    assert 'name="t-two"' not in page
    organisers.tells("one", None)
    assert "No table is there just now" in shown(organisers, key)


def test_a_hundred_people_are_no_heavy_page(organisers: Organisers) -> None:
    key = with_people(organisers, *(f"Somebody {number}" for number in range(100)))
    now = organisers.tournament.tournament
    drawn(organisers, key, 1)
    for number in range(60):
        tells(organisers, "one", number, 1, ("Ada", "Zed", "Cy", "Di"))
    assert len(shown(organisers, key).encode()) < 100_000
    assert len(shown(organisers, key, "/results").encode()) < 100_000
    assert replace(organisers.tournament.tournament, rounds=(), games=(), order=(), draws=0, titles={}) == now


def test_the_pages_lead_to_each_other(organisers: Organisers) -> None:
    key = organisers.let_in()
    for path in ("/", "/tournament", "/tournament/results"):
        page = organisers.ask(path, key=key).body.decode()
        assert f'<a href="{path}" aria-current="page">' in page
        assert page.count("<nav>") == 1
