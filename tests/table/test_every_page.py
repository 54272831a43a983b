"""Every page in every language: nothing is cut, nothing overflows, no word is missing."""

from typing import Any

import pytest

from device.commands.showcase import every_page
from device.kernel.ids import Language
from device.table.state import Table
from device.table.view import view_lines
from tests.on_glass import measure
from tests.sampling import sampled_languages


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
def test_every_page_fits_the_screen(language: Language, real_house: Any, real_table: Table) -> None:
    views = set(every_page(real_house, real_table, language))
    assert len(views) > 150
    cut = [view_lines(view) for view in views if not measure(view).whole]
    assert cut == []


@pytest.mark.parametrize("language", sampled_languages())
def test_no_page_shows_a_key_instead_of_a_word(language: Language, real_house: Any, real_table: Table) -> None:
    keys = set(real_house.words.books[Language("en")].screen) - {"on", "off", "none", "seat", "bed"}
    shown = {text for view in every_page(real_house, real_table, language) for text in view_lines(view)}
    assert {key for key in keys if "." in key or "_" in key} & shown == set()
    assert not {text for text in shown if "{" in text}
