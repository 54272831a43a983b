"""Three evenings as a table hears them, printed for whoever reads the words."""

import re
from itertools import pairwise

from nightcrier.kernel.phrasings import other_phrasings
from nightcrier.words.catalogue import LAST_RESORT
from tests.words.test_sentences import WORDS

LINES = WORDS.books[LAST_RESORT].lines
DRAWN = {
    LINES[each].text: line
    for line in LINES
    for each in (line, *other_phrasings(line))
    if each in LINES and f"{line}.other" in LINES
}


def test_no_moment_is_said_as_on_the_evening_before(call):
    _, *evenings = re.split(r"Evening \d\n", call(0, "words", "said", "en").out)
    said = [{row[17:] for row in evening.splitlines()} & DRAWN.keys() for evening in evenings]
    assert [len({DRAWN[text] for text in each}) > 12 for each in said] == [True] * 3
    for before, now in pairwise(said):
        assert not before & now
    assert all(re.fullmatch(r" *\d+:\d\d\.\d +\d+\.\d  \S.*", row) for row in evenings[0].splitlines())
