"""Tests every explanation in every language: it fits, and all lines that belong to it are known."""

import re
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from nightcrier.box.show.facts import Word
from nightcrier.box.show.teaching import Topic
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.frame import measure
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.over.explain import ExplainPage, _parts_by_line, card_topics, explanation
from nightcrier.kernel.ids import Language, LineId
from nightcrier.words.catalogue import LANGUAGES, Book, Line, Words
from tests.box.table.explained import EN
from tests.sampling import sampled, sampled_languages

PARTED = {
    Language("fa"): re.compile(r"[^.:؟،؛]\n(?:ن?می\u200c|ن?ب?ش(?:ه|ن|ده)\b|نیست|\S*[.:؟،؛]\s)"),
    Language("ja"): re.compile("[をにが]\n"),
}
"""Matches a page that begins with a verb or the last word of a clause, or ends before the verb of its object."""


class TestAllOfIt:
    @pytest.mark.parametrize("language", PARTED)
    def test_no_verb_is_parted_over_two_pages(self, language, real_house, real_table):
        table = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
        texts = [parts for page in _explained(real_house, table) for parts in _parts_by_line(real_house, table, page)]
        parted = [parts for parts in texts if PARTED[language].search("\n".join((*parts, "")))]
        assert parted == []

    @pytest.mark.untraced
    @pytest.mark.parametrize("language", sampled_languages())
    def test_every_part_of_every_explanation_fits(self, language, real_house, real_table):
        table = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
        pages = _explained(real_house, table)
        assert len(pages) > 70
        for page in sampled(pages, 20):
            for part in range(30):
                try:
                    view = replace(page, part=part).view(real_house, table)
                except StopIteration:
                    break
                measured = measure(view, real_house.screen)
                assert measured.whole, view_lines(view)
                assert measured.still, view_lines(view)

    def test_how_to_go_on_stands_below_its_title_and_place_in_one_row(self, real_house, real_table):
        for language in LANGUAGES:
            spoken = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
            topic = Topic(Word("explain"), explanation(real_house.words, LineId("explain.game.one-night")))
            view = ExplainPage((topic,), None, begins=True).view(real_house, spoken)
            assert measure(view, real_house.screen).boxes[0].lines == 1, language

    def test_which_lines_explain_it_is_known_by_what_is_written(self):
        words = Words({EN: Book({}, {}, {"a": Line("A."), "a.2": Line("B."), "b.1": Line("C."), "b.3": Line("D.")})})
        assert explanation(words, LineId("a")) == ("a", "a.2")
        assert explanation(words, LineId("b")) == ("b.1",)
        assert explanation(words, LineId("c")) == ()


def _explained(house: House, table: Table) -> Sequence[ExplainPage]:
    """Return each topic of the smallest and the largest deck of every game once, for the most players."""
    found = []
    for game, plug in house.games.items():
        setup = table.choices.setups[game]
        for scenario in plug.scenarios()[:: max(1, len(plug.scenarios()) - 1)]:
            largest = replace(setup, scenario=scenario.id, players=scenario.players[-1])
            taught = (*plug.topics(largest), *plug.layout_topics(largest))
            found += [ExplainPage((topic,), None) for topic in (*card_topics(house, game, largest), *taught)]
    return [page for number, page in enumerate(found) if page not in found[:number]]
