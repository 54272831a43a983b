"""Which letters a strike must hold: whole alphabets, and of the Han characters those the box has words for.

The smallest Han strikes hold every character of common use (the first levels of Big5 and JIS X 0208, as Python's
codecs know them), so that a scenario a user names can be read; the large ones only what the words and names need."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from device.kernel.reading import LARGEST_TOML_LIST, read_tables
from device.table.drawing.shaping import forms
from device.table.drawing.strikes import JAPAN, LATIN, PERSIAN, SYMBOLS, TAIWAN, THAI, families
from device.words.catalogue import LAST_RESORT

_SIGNS = "←↑→↓↔↕⇄✓✔✗✘●○◐◑■□▪▫▲△▶▷▼▽◀◁◆◇★☆♥♦♣♠♪♫⚠☀☾☽⌂⏎⏸⏵⏹⏻─│"
_KANA = "".join(map(chr, (*range(0x3041, 0x3097), *range(0x30A1, 0x30FF))))
_HAN_MARKS = "　、。〃々〆〇「」『』〈〉《》【】〜！？（），．：；％＋－＝／"
_GAME_HAN = (
    "一不中交人仲任伴你信停偵催傷分劑勝化占友右吊同吠告呪咬員嗅噛嚎国國夜夢大天失始娘子字學実害家尋嵐左師常幣幽弾彈当役徒必怪投捕探換撕救敗数數文日是昼時晚暗暫暴會本"
    "村果查査止毒沒清然煩物犬狩狼獵玩現病症発白的盗目看真眠眼睛睜確票禁禮秒符算節籠粛結縛繁習者聖職膏自萬薬藥血術被製複要見解言話認語誰調請護象贈起超身返造逢遊遠重金"
    "銀銃開間降除隊霊靈預頼風體魔麻黙"
)
"""Names of the games' roles and cards: large on the screen whatever the words files say today."""
_PERSIAN_MARKS = "،؛؟٪٫٬ًٌٍَُِّْٓٔٱـ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹"


def _block(first: int, last: int) -> str:
    return "".join(chr(code) for code in range(first, last + 1) if unicodedata.category(chr(code))[0] in "LMNPSZ")


ALPHABETS: dict[str, frozenset[str]] = {
    LATIN: frozenset(_block(0x20, 0x17F) + _block(0x400, 0x45F) + "ȘșȚțẞҐґ‐‑‒–—‘’‚“”„†•…‰‹›€№ʼ−"),
    PERSIAN: frozenset(_block(0x621, 0x64A) + "پچژکگیۀ" + _PERSIAN_MARKS + "".join(forms().values())),
    THAI: frozenset(_block(0xE01, 0xE5B) + "".join(map(chr, range(0xF700, 0xF71B)))),
    TAIWAN: frozenset(_KANA + _HAN_MARKS + _GAME_HAN),
    JAPAN: frozenset(_KANA + _HAN_MARKS + _GAME_HAN),
    SYMBOLS: frozenset(_SIGNS),
}
"""What every strike of a family holds in any case, as far as its font has it."""


def common_han(family: str) -> set[str]:
    """Every Han character of common use in Taiwan or in Japan; nothing for other scripts."""
    codec, leads = {TAIWAN: ("big5", range(0xA4, 0xC7)), JAPAN: ("euc_jp", range(0xB0, 0xD0))}.get(
        family, ("ascii", ())
    )
    pairs = (bytes((lead, trail)).decode(codec, "ignore") for lead in leads for trail in range(0x40, 0xFF))
    return {pair for pair in pairs if len(pair) == 1 and ord(pair) >= 0x4E00}


def letters_of_words(files: Iterable[Path]) -> dict[str, set[str]]:
    """The letters of each file of words or names, by the file's stem, which is a language for a file of words."""
    return {file.stem: set().union(*texts_of(file)) for file in files}


def letters_of_names(files: Iterable[Path]) -> set[str]:
    """The letters of what the languages call themselves: every page can show a list of them."""
    return {letter for file in files for letter in str(read_tables(file, most=LARGEST_TOML_LIST).get("name", ""))}


def wanted_letters(family: str, words: Mapping[str, set[str]], names: set[str]) -> frozenset[str]:
    """The alphabet, and what the words need: Han characters by the language that shows them in this shape."""
    foreign = {TAIWAN: "ja", JAPAN: "zh-Hant"}.get(family)
    letters = set().union(names, *(found for stem, found in words.items() if stem != foreign))
    return ALPHABETS[family] | {letter for letter in letters if family in _homes(letter)}


def _homes(letter: str) -> tuple[str, ...]:
    """The families that should hold a letter; the symbols help out elsewhere, but hold only their own."""
    found = families(LAST_RESORT, letter)
    return found if TAIWAN in found else found[:1]


def texts_of(file: Path) -> Iterator[str]:
    """Every text in a file, wherever it stands."""
    yield from _texts(read_tables(file, most=LARGEST_TOML_LIST))


_SPOKEN = "say"
"""What only a voice reads is never shown."""


def _texts(tree: object) -> Iterator[str]:
    if isinstance(tree, str):
        yield unicodedata.normalize("NFC", tree)
    elif isinstance(tree, Mapping):
        for key, branch in tree.items():
            if key != _SPOKEN:
                yield from _texts(branch)
    elif isinstance(tree, list):
        for branch in tree:
            yield from _texts(branch)
