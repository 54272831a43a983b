"""What lists and sheets of decks say in English: the names of cards, and how long lines take to say."""

from device.box.folders import share
from device.box.library import words_folders
from device.kernel.ids import LineId, Seconds
from device.show.plug import LengthOf, ScenarioShelf, card_name
from device.sound.voices.packs import rank, read_shelf, text_hash
from device.table.pages.names import fact_text
from device.words.catalogue import LAST_RESORT, Words
from device.words.shelf import read_words

_LETTERS_A_SECOND, _BREATH = 14.0, 0.4  # a narrator's pace, where there is no recording


def english_words() -> Words:
    return Words({LAST_RESORT: read_words(words_folders(share("assets") / "words"), LAST_RESORT)})


def english_name(game: ScenarioShelf, words: Words, card: str) -> str:
    """In English."""
    return fact_text(words, LAST_RESORT, card_name(game, card))


def line_lengths(words: Words) -> LengthOf:
    """By the English voice that a new box has; an estimate for what it does not say, or says in other words."""
    shelf = sorted(read_shelf(share("assets") / "audio" / "voices", LAST_RESORT, _ignore), key=rank)
    clips = shelf[0].pack.clips if shelf else {}

    def length(line: LineId) -> Seconds:
        said, clip = words.line(LAST_RESORT, line), clips.get(line)
        spoken = said.spoken if said else line
        if clip and clip.hash == text_hash(spoken):
            return clip.seconds
        return _BREATH + len(spoken) / _LETTERS_A_SECOND

    return length


def _ignore(fault: str) -> None:
    """A broken recording is for `check` to name."""
