"""Tests the foot of a page: three key words at the places of the controls, in ten languages."""

import re

import pytest
from msgspec.structs import replace

from nightcrier.box.table.core.controls import foot_of, key_words
from nightcrier.box.table.drawing.foot import LETTERS, UPRIGHT, foot_picture
from nightcrier.box.table.drawing.ink import ink
from nightcrier.box.table.drawing.view import KeyWords
from nightcrier.kernel.screen import GLASS
from nightcrier.words.catalogue import LANGUAGES
from tests.box.table.reached import paused
from tests.box.table.reached_rows import ALSO, REACH
from tests.box.table.secret_game import view
from tests.sampling import sampled_languages

FULL, APART, OWN_WIFI = GLASS.width, 5, "phone in the box's own Wi-Fi"


def lit(foot: KeyWords) -> dict[int, int]:
    """Return the lit dots below the line, column by column."""
    return {at: column >> 1 for at, column in enumerate(foot_picture(foot, FULL).columns) if column > 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_stand_whole_and_apart_where_the_controls_lie(language, real_house):
    for foot in {replace(foot_of(real_house, language, page), leads_on=False) for page in key_words()}:
        words = [word for word in (foot.back, foot.dial, foot.start) if word]
        inks = [ink(word, language, LETTERS.get(language, UPRIGHT)[0]).columns() for word in words]
        shown, back, start = lit(foot), lit(replace(foot, dial="", start="")), lit(replace(foot, dial="", back=""))
        dots = sum(column.bit_count() for columns in inks for column in columns)
        assert sum(map(int.bit_count, shown.values())) == dots, foot
        assert (min(back, default=2), max(start, default=FULL - APART)) == (2, FULL - APART), foot
        if dial := shown.keys() - back.keys() - start.keys():
            assert max(back, default=-APART) + APART < min(dial) < max(dial) < min(start, default=FULL) - APART, foot


@pytest.mark.parametrize("page", key_words())
def test_a_page_has_the_foot_of_its_row_as_far_as_its_controls_mean_something(page, evening, start_stages):
    reached = {**REACH, "day": ALSO["day"][0], OWN_WIFI: ALSO[OWN_WIFI][1]}.get(page, paused)(evening, start_stages)
    shown, whole = view(reached).foot, foot_of(reached.house, reached.table.choices.language, page)
    shown = replace(shown, dial=re.sub("[0-9/]", "", shown.dial))  # of the place between the arrows
    assert shown == replace(whole, **{key: "" for key in ("back", "dial", "start") if not getattr(shown, key)})


def test_start_is_inverse_where_it_leads_on(real_house):
    foot = foot_of(real_house, LANGUAGES[0], "yes or no")
    assert {at for at, column in lit(foot).items() if column > lit(replace(foot, leads_on=False)).get(at, 0)} >= {
        FULL - 1
    }


FOOTLESS = {"fa": 68, "th": 4, "es": 2}
"""How many more pages than in English have no room for their keys. The number must only fall."""


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
def test_what_has_keys_in_one_language_has_them_in_the_others(language, pages_in, led_in):
    """Games without words in a language are left out in both: no shorter sentence would make room for their keys."""
    keyed = {view.page for view in pages_in("en") if view.foot}
    assert keyed >= {"menu", "deck", "tell", "verdict", "who", "spell", "scores", "booth", "message", "advice", "fault"}
    assert not keyed & {"dusk", "cheer", "sniff", "growl"}, "the night and the count have none"
    walked = (led_in(each, by=language) for each in ("en", language))
    bare, here = (sum(view.page in keyed and not view.foot for view in views) for views in walked)
    assert max(0, here - bare) == FOOTLESS.get(language, 0)
