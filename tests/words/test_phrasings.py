"""Lines that a table hears every game have two phrasings."""

import pytest

from nightcrier.kernel.ids import Language, LineId, second_phrasing
from nightcrier.words.catalogue import LANGUAGES
from tests.words.test_sentences import WORDS

OTHER = str(second_phrasing(LineId("")))
TWICE = [line.removesuffix(OTHER) for line in WORDS.books[Language("en")].lines if line.endswith(OTHER)]


def test_each_game_has_some():
    games = [sum(line.startswith(starts) for line in TWICE) for starts in ("growl.", ("wherewolf.", "house."))]
    assert len(TWICE) - sum(games) >= 8  # One Night, with the day and the vote that it is the first to have
    assert min(games) >= 8


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", TWICE)
def test_the_second_phrasing_says_otherwise_what_takes_as_long(language, line):
    lines = WORDS.books[language].lines
    first, other = lines[line], lines[line + OTHER]
    assert first.spoken != other.spoken
    assert len(other.spoken) <= max(2 * len(first.spoken), len(first.spoken) + 45)


def test_the_short_wording_has_one_alone():
    assert not [line for line in TWICE if line.endswith(".short")]
