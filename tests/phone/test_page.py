"""Tests the page's HTML: text stays text, each language is its own, nights are dark, and the page is small."""

from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language
from nightcrier.phone.page import PagePart, PageWriter, progress_of
from nightcrier.phone.site import _HERE
from nightcrier.web.exchange import STYLES
from nightcrier.web.forms import wanted_language, words_of_page
from nightcrier.web.gate import Denial
from nightcrier.wire.public_record import LineSaid, OfferedCard, OfferedSetting, Phase, PublicPerson, ScoredPerson
from tests.phone.phones import DECK, HOME, NIGHT, OFFERS, ON_GLASS, SCORES, SPEAKING

WORDS = share("assets") / "words"


class Tags(HTMLParser):
    """Collects the tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.unlabelled: list[dict[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        visible = tag in {"select", "input"} and dict(attrs).get("type") != "hidden"
        if visible and "label" not in self.open:
            self.unlabelled.append(dict(attrs))
        if tag not in {"input", "meta", "link"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def writer(language: str = "en") -> PageWriter:
    return PageWriter(words_of_page(WORDS, Language(language)), Language(language), "mark")


def test_every_language_has_its_words_and_its_way(language):
    page = writer(language).table(HOME, OFFERS)
    (html,) = (attributes for tag, attributes in Tags(page).tags if tag == "html")
    assert html == {"lang": language, "dir": "rtl" if language == "fa" else "ltr"}
    words = words_of_page(WORDS, language)
    denials = (f"net.{denial.value}" for denial in Denial)
    for key in ("people.name", "net.set", "net.leave", "game.growl", "menu.main", *denials):
        assert words[key]
    assert "net." not in page
    assert "\u200b" not in page


def test_whatever_people_have_typed_is_text():
    tags = Tags(writer().table(replace(HOME, page="listing", lines=("<img src=x onerror=alert(1)>",)), OFFERS))
    names = [tag for tag, _ in tags.tags]
    assert (names.count("script"), names.count("img"), names.count("")) == (1, 0, 0)
    assert not [name for _, attributes in tags.tags for name in attributes if name.startswith("on") or name == "style"]


def test_everything_that_can_be_set_has_its_label_and_every_form_its_mark():
    tags = Tags(writer().table(HOME, OFFERS, part=PagePart.PEOPLE))
    assert tags.unlabelled == []
    forms = sum(tag == "form" for tag, _ in tags.tags)
    assert forms == sum(attributes.get("name") == "mark" for _, attributes in tags.tags) > 5
    assert Tags(writer().entrance(wrong="net.wrong")).unlabelled == []


def test_whoever_hears_the_buttons_knows_what_each_sets():
    pages = "".join(writer().table(HOME, OFFERS, part=part) for part in (PagePart.TABLE, PagePart.PEOPLE))
    buttons = [each.get("aria-label") for tag, each in Tags(pages).tags if tag == "button"]
    named = [name for name in buttons if name]
    assert len(named) == len(set(named)) > 5
    assert {"Players: +", "2. Name: Set", "2. Seat: Set"} <= set(named)


@pytest.mark.parametrize("values", [("Off", "On"), ("Slow", "<b>Fast"), tuple("123456")])
def test_what_can_be_set_says_its_help_to_eyes_and_ears(values):
    setting = OfferedSetting("options", "screen.pace", "Pace", values, 1, "How <fast>")
    page = writer().table(HOME, replace(OFFERS, settings=(setting,)), part=PagePart.GAME)
    assert '<small id="told-screen.pace">How &lt;fast&gt;</small>' in page
    kinds = [tag for tag, each in Tags(page).tags if each.get("name") == "value" and "href" not in each]
    assert kinds == {2: ["button"] * (1 + (values[0] == "Slow")), 6: ["select"]}[len(values)]
    assert ('role="switch" name="value" value="Off" aria-checked="true"' in page) is (values[0] == "Off")
    assert "<b>" not in page


def test_numbers_have_the_digits_of_the_language():
    assert '<option value="12" selected>۱۲</option>' in writer("fa").table(
        replace(HOME, phase=Phase.DAY, loudness=12), None
    )
    page = writer("fa").table(HOME, OFFERS, part=PagePart.PEOPLE)
    assert page.count("<label>۲. ") == 1
    assert "<label>2. " not in page


def test_a_night_is_dark_and_says_nothing_of_itself():
    page = writer().table(NIGHT, None)
    assert 'class="night"' in page
    assert "Seer" not in page
    assert "<form" not in page
    said = LineSaid("Robber, wake up.", Language("en"), 1.0)
    assert page == writer().table(replace(NIGHT, lines=("Robber",), call=7), OFFERS, said)
    assert writer().now(NIGHT, said) == []


def test_who_has_won_and_what_was_said_is_written_once(language):
    verdict = replace(HOME, page="verdict", phase=Phase.VERDICT, winners=(PublicPerson(1, "Ann"), PublicPerson(4, "")))
    said = LineSaid("<b>The wolves have won.", language, 1.0)
    page = writer(language).table(verdict, None, said)
    four = words_of_page(WORDS, language)["digits"][4]
    assert page.count(f"Ann, {four}") == page.count("&lt;b&gt;The wolves have won.") == 1
    assert writer(language).now(replace(verdict, lines=("Ended", said.text)), said).count(said.text) == 1


def test_the_code_stands_on_the_glass_alone():
    assert "048" not in writer().table(ON_GLASS, OFFERS)


def test_the_largest_evening_there_is_stays_under_a_hundred_kilobytes():
    """The test has more people than any game seats, and more settings than the menus have."""
    people = tuple(PublicPerson(n, "\u0e01" * 24) for n in range(1, 37))
    settings = tuple(
        OfferedSetting("main", f"screen.item{n}", "x" * 30, tuple("v" * 12 for _ in range(12)), 0, "\u0e01" * 50)
        for n in range(30)
    )
    cards = tuple(OfferedCard(f"card-number-{n}", "\u0e01" * 20, 1, 2, "M100 100" * 45) for n in range(40))
    largest = replace(OFFERS, people=people, settings=settings, deck=replace(DECK, cards=cards))
    counted = replace(SCORES.games[0], points=dict.fromkeys(range(1, 37), 1))
    everybody = tuple(ScoredPerson("\u0e01" * 24, 99, 99) for _ in people)
    scores = replace(SCORES, people=everybody, games=(counted,) * 50)
    pages = [writer("th").table(HOME, largest, None, scores, part) for part in PagePart]
    files = sum(len(file.read_bytes()) for file in _HERE.iterdir())
    styles = sum(file.stat().st_size for file, _ in STYLES.values())
    assert max(len(page.encode()) for page in pages) + files < 100_000
    usual = replace(largest, people=people[:10])  # as many as One Night seats
    pages = [writer("th").table(HOME, usual, None, scores, part) for part in PagePart]
    assert max(len(page.encode()) for page in pages) + files + styles < 60_000
    assert len(writer("th").table(HOME, OFFERS).encode()) + files < 20_000


@pytest.mark.parametrize("part", list(PagePart)[1:])
def test_each_part_leads_to_the_others_and_says_where_it_is(part):
    tags = Tags(writer().table(HOME, replace(OFFERS, names={"roles.seer": "Seer"}), None, SCORES, part))
    links = {
        each["href"]: "aria-current" in each
        for tag, each in tags.tags
        if tag == "a" and "aria-label" not in each and "download" not in each
    }
    assert links == {other: other is part for other in PagePart}
    assert tags.unlabelled == []
    forms = sum(tag == "form" for tag, _ in tags.tags)
    assert forms == sum(attributes.get("name") == "mark" for _, attributes in tags.tags) > 0


@pytest.mark.parametrize("part", PagePart)
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.HOME])
def test_in_a_game_each_part_is_the_same_page(part, phase):
    table = replace(HOME, phase=phase)
    assert writer().table(table, OFFERS, None, SCORES, part) == writer().table(table, OFFERS)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("de-AT,de;q=0.9", "de"), ("zh-TW", "zh-Hant"), ("xx, fa", "fa"), ("", "en"), ("," * 999, "en"), ("\xff", "en")],
)
def test_a_phone_is_greeted_in_its_language(accepted, language):
    assert wanted_language(accepted) == language


def test_nothing_on_it_moves_sounds_or_keeps_a_screen_awake():
    text = "".join(file.read_text() for file in _HERE.iterdir()).lower()
    noisy = "vibrate", "audio", "wakelock", "wake-lock", "animation", "transition", "notification", "innerhtml", "eval("
    assert not [word for word in noisy if word in text]


def test_a_persian_sentence_that_begins_with_start_is_set_leftward():
    lines = ("START: \u067e\u0627\u06cc\u0627\u0646.", "One Night")
    for language, ways in (("fa", ["rtl", "auto"]), ("en", ["auto", "auto"])):
        tags = Tags(writer(language).table(replace(HOME, page="listing", lines=lines), OFFERS)).tags
        assert [each["dir"] for tag, each in tags if tag == "p" and "dir" in each] == ways


@pytest.mark.parametrize(("language", "way", "second"), [("en", "ltr", "Seat 2"), ("fa", "rtl", "صندلی ۲")])
def test_the_row_of_speakers_says_who_has_spoken_who_speaks_and_who_comes(language, way, second):
    page = writer(language).table(SPEAKING, None)
    spoken, now, comes = "<s><bdi>&lt;b&gt;Bob</bdi></s>", f"<bdi>{second}</bdi>", "<bdi>Ann</bdi>"
    assert f'<ol class="floor"><li>{spoken}</li><li aria-current="true">{now}</li><li>{comes}</li></ol>' in page
    assert f'dir="{way}"' in page
    assert progress_of(SPEAKING) != progress_of(replace(SPEAKING, speaks=2))
    silent = writer(language).table(replace(SPEAKING, speakers=()), None)
    dark = writer(language).table(replace(SPEAKING, phase=Phase.NIGHT), None)
    assert 'class="floor"' not in silent + dark
    assert ('value="minute"' in silent, 'value="minute"' in page) == (True, False), "all speak for an equal time"
