"""Say how well clips are understood: compare what a recognizer heard with the text that was meant.

The unit is a letter; in Japanese it is a kana and in Chinese a syllable without its tone, because a recognizer writes
the same sounds in many ways. Numbers, large letters, punctuation, accents and the places of spaces do not count, and
Persian letters of one sound are one letter. Thai keeps its marks, because they are letters there. A line cannot have
more wrong units than it has units."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from unicodedata import category, combining, normalize

import numpy as np
from msgspec import DecodeError, Struct, json

from nightcrier.box.sound.containers import sound_content
from nightcrier.kernel.ids import Language, LineId
from nightcrier.words.catalogue import UNHEARD
from nightcrier_studio.engines.spelling import STRESS, speller

_READ = {"ja": "kana", "zh-Hant": "syllables"}
"""The languages whose texts are compared by their readings, and the units of a reading."""
_KEEPS_MARKS = frozenset({"ja", "th", "uk"})
_UNSPACED = frozenset({"ja", "th", "zh-Hant"})


def is_read(language: Language) -> bool:
    """Say whether texts of a language are compared by how they are read, and not by their letters."""
    return language in _READ


def unit_of(language: Language) -> str:
    return _READ.get(language, "letters")


class HeardLine(Struct, frozen=True):
    """Holds a line as it was meant and as it was heard, with the numbers of its units and words and of wrong ones."""

    line: LineId
    meant: str
    heard: str
    units: int
    wrong: int
    words: int
    words_wrong: int

    @property
    def share(self) -> float:
        return self.wrong / max(1, self.units)


class Comparison:
    """Compares two texts of a language. `numbers` are the words for digits; `read` returns how a text is read, if
    texts are compared by their readings."""

    def __init__(self, language: Language, numbers: Mapping[int, str], read: Callable[[str], str] = str) -> None:
        latin = speller(f"{language}-latin")
        self._language, self._numbers = language, numbers
        self._read: Callable[[str], str] = lambda text: read(latin(text))

    def compare(self, line: LineId, meant: str, heard: str) -> HeardLine:
        texts = self._words(meant), self._words(heard)
        units = [words if self._language == "zh-Hant" else list("".join(words)) for words in texts]
        spaced = ([], []) if self._language in _UNSPACED else texts
        return HeardLine(
            line,
            meant,
            heard,
            len(units[0]),
            min(len(units[0]), edits(*units)),
            len(spaced[0]),
            min(len(spaced[0]), edits(*spaced)),
        )

    def _words(self, text: str) -> list[str]:
        """Return the words of a text in the one spelling in which texts are compared."""
        numbered = re.sub(r"\d+", lambda found: self._numbers.get(int(found[0]), found[0]), text.translate(UNHEARD))
        plain = normalize("NFKC", self._read(numbered).replace(STRESS, "")).casefold()
        if self._language == "zh-Hant":
            plain = re.sub(r"\d", "", plain)
        if self._language not in _KEEPS_MARKS:
            plain = "".join(sign for sign in normalize("NFKD", plain) if not combining(sign))
        plain = re.sub("['’ʼ]", "", plain).translate(_PERSIAN)
        return "".join(sign if category(sign)[0] in "LMN" else " " for sign in plain).split()


_PERSIAN = str.maketrans("يىكثصذضظطحغ", "ییکسسزززتهق")
"""Letters that sound like other letters: Arabic ones that look like them, and Persian ones that do not."""


def edits(meant: Sequence[str], heard: Sequence[str]) -> int:
    """Return how many units have to be changed, added or taken away. Two units that are written as one are the same."""
    rows = [list(range(len(heard) + 1))]
    for at, unit in enumerate(meant, 1):
        row = [at]
        for place, other in enumerate(heard, 1):
            ways = [rows[at - 1][place] + 1, row[place - 1] + 1, rows[at - 1][place - 1] + (unit != other)]
            if at > 1 and meant[at - 2] + unit == other:
                ways.append(rows[at - 2][place - 1])
            if place > 1 and heard[place - 2] + other == unit:
                ways.append(rows[at - 1][place - 2])
            row.append(min(ways))
        rows.append(row)
    return rows[-1][-1]


class Understood(Struct, frozen=True):
    """Holds the fractions of a voice's units and words that are wrong, and an interval that would contain the
    fraction of units for 95 of 100 other samples of lines. A language without spaces has no words."""

    lines: int
    wrong: float
    least: float
    most: float
    words_wrong: float | None


_DRAWS = 1000


def understood(lines: Sequence[HeardLine]) -> Understood:
    """Return how well lines are understood. The interval is a bootstrap over lines, because the errors of one line
    are not independent."""
    units, wrong = np.array([line.units for line in lines]), np.array([line.wrong for line in lines])
    drawn = np.random.default_rng(0).integers(0, len(lines), (_DRAWS, len(lines)))
    least, most = np.percentile(wrong[drawn].sum(axis=1) / units[drawn].sum(axis=1), (2.5, 97.5))
    words = sum(line.words for line in lines)
    words_wrong = sum(line.words_wrong for line in lines) / words if words else None
    return Understood(len(lines), float(wrong.sum() / units.sum()), float(least), float(most), words_wrong)


ROW_HEAD = "voice            lines   wrong             95 of 100 draws   words"


def understood_row(voice: str, unit: str, found: Understood) -> str:
    words = "-" if found.words_wrong is None else f"{100 * found.words_wrong:.1f} %"
    interval = f"{100 * found.least:.1f} to {100 * found.most:.1f} %"
    return f"{voice:16} {found.lines:5}  {100 * found.wrong:5.1f} % {unit:9}  {interval:16} {words:>6}"


_WORST = 20
_MISREAD, _MISREAD_WHERE_LITTLE_IS_HEARD = 0.3, 0.7
"""The fractions of a line's wrong units above which it may have been misread: usually, and in languages that the
recognizer understands badly. docs/proofs/voices.md says how often these limits are wrong."""


def is_misread(line: HeardLine, language: Language) -> bool:
    """Say whether a line may have been misread. Whisper understands little Persian and Thai, whoever speaks."""
    return line.share >= (_MISREAD_WHERE_LITTLE_IS_HEARD if language in {"fa", "th"} else _MISREAD)


def worst_lines(lines: Sequence[HeardLine]) -> list[HeardLine]:
    """Return the lines that are understood worst, starting with the worst. Lines without an error are left out."""
    return sorted((line for line in lines if line.wrong), key=lambda line: (-line.share, -line.wrong))[:_WORST]


def line_rows(line: HeardLine) -> Iterator[str]:
    yield f"  {100 * line.share:3.0f} %  {line.line}"
    yield f"         meant  {line.meant.translate(UNHEARD)}"
    yield f"         heard  {line.heard}"


class _Hearing(Struct, frozen=True):
    """A row of the kept file: the hash of a clip, and the text that was heard in it."""

    clip: str
    heard: str


class KeptHearings:
    """Keeps the texts that were heard in clips in a file, by the hashes of the clips. Each is saved as soon as it
    was heard, so that a stopped run can be continued. `hear` returns what is understood in a clip of a language."""

    def __init__(self, file: Path, hear: Callable[[Path, Language], str]) -> None:
        self._file, self._hear = file, hear
        self._kept: dict[str, str] = {}
        for row in file.read_bytes().splitlines() if file.exists() else ():
            with suppress(DecodeError, UnicodeDecodeError):  # the last row of a run that was stopped
                found = json.decode(row, type=_Hearing)
                self._kept[found.clip] = found.heard

    def hear(self, clip: Path, language: Language) -> str:
        """Return what is heard in a clip. Raises OSError or NightcrierError if the clip cannot be read."""
        digest = sha256(sound_content(clip)).hexdigest()
        if digest not in self._kept:
            self._kept[digest] = self._hear(clip, language)
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("ab") as file:
                file.write(b"\n" + json.encode(_Hearing(digest, self._kept[digest])))
        return self._kept[digest]
