"""Tests the count before all point at once: digits and then a word that fill the screen, in ten languages."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Ended, Tick
from nightcrier.box.show.cues import COUNT_OF_THREE, COUNTED, SHOUT, Call, Gap, Say
from nightcrier.box.show.facts import RoleName
from nightcrier.box.show.stages import Perform
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.kernel.screen import GLASS
from nightcrier.words.catalogue import LANGUAGES
from tests.box.table.secret_game import view
from tests.on_glass import draw, measure

SHOW = (Call(RoleName("vote")), *COUNT_OF_THREE, Say(SHOUT), Gap(1.5))


def of_word(house, language) -> View:
    word = house.words.title(language, SHOUT).rstrip("！")
    return View("vote", language, (Text(word, Size.FULL),), inverse=True)


def test_the_glass_counts_with_the_voice_and_shouts_once(start_stages):
    evening, seen = start_stages(Perform(SHOW, page="vote")), []
    while evening.table.session:
        seen += [] if (shown := (view(evening).rows[0].text, view(evening).inverse)) in seen else [shown]
        due = evening.due()
        sounding = evening.table.session.score.sounding
        evening.send(Ended(evening.at, evening.table.token) if sounding else Tick(due))
    assert seen == [
        *((evening.house.words.screen(LANGUAGES[0], f"counted.{said}"), False) for said in COUNTED),
        (evening.house.words.title(LANGUAGES[0], SHOUT), True),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_fills_the_glass_and_no_letter_leaves_it(language, real_house):
    shown = of_word(real_house, language)
    measured, plain = measure(shown), measure(replace(shown, rows=(replace(shown.rows[0], size=Size.LARGE),)))
    frame = draw(replace(shown, inverse=False))
    edges = [frame[page * GLASS.width + at] for page in range(GLASS.pages) for at in (0, 1, 126, 127)]
    assert measured.whole
    assert measured.boxes[0].height > plain.boxes[0].height
    assert not any(edges)
    assert draw(shown) == bytes(255 - byte for byte in frame)
    briefs = [text for key, text in real_house.words.books[language].screen.items() if key.startswith("shown.")]
    assert all(measure(View("vote", language, (Text(brief, Size.LARGE),))).whole for brief in briefs)  # after it


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_digit_is_as_high_as_the_glass(language, real_house):
    digits = [Text(real_house.words.screen(language, f"counted.{said}"), Size.FULL) for said in COUNTED]
    assert {measure(View("vote", language, (row,))).boxes[0].height for row in digits} == {GLASS.height}
