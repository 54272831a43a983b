"""Tests that all names are in `assets/braille`, and that each, read back letter by letter, is the name itself.

The letters are written here as in each country's braille, independently of liblouis, which wrote the names."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from nightcrier.box.sound.voices.packs import text_hash
from nightcrier.kernel.folders import share
from nightcrier.tools.paper_cards import read_braille
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_studio.engines.kept import read_readings
from nightcrier_studio.engines.spelling import pinyin
from tests.braille import SPELLED, names_in

BETWEEN = {"⠀": " ", "⠤": "-"}
LATIN = dict(zip("⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", "abcdefghijklmnopqrstuvwxyz", strict=True)) | BETWEEN
GERMAN = {"⠩": "ei", "⠬": "ie", "⠡": "au", "⠣": "eu", "⠌": "äu", "⠹": "ch", "⠱": "sch", "⠾": "st"}
UKRAINIAN = zip("⠁⠃⠺⠛⠻⠙⠑⠜⠚⠵⠊⠽⠹⠯⠅⠇⠍⠝⠕⠏⠗⠎⠞⠥⠋⠓⠉⠟⠱⠭⠾⠳⠫", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", strict=True)
PERSIAN = zip("⠁⠜⠌⠽⠃⠏⠞⠹⠚⠉⠱⠭⠙⠮⠗⠵⠬⠎⠩⠯⠫⠾⠿⠷⠣⠋⠟⠅⠛⠇⠍⠝⠺⠓⠊⠥", "اآأئبپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی\u064f", strict=True)
THAI = zip("⠛⠅⠥⠻⠚⠬⠮⠽⠙⠳⠞⠾⠝⠧⠯⠏⠭⠹⠫⠍⠗⠇⠺⠎⠓⠕⠿", "กขคงจชซยดตถทนบปผฝพฟมรลวสหอฮ", strict=True)
THAI_SIGNS = zip("⠁⠡⠵⠃⠆⠪⠢⠉⠒⠋⠣⠊⠱⠜⠄⠔⠲⠶⠴", "ะาำิีึืุูเแโไั็่้๊์", strict=True)
THAI_PAIRS = ("ฆ⠠⠥", "ญ⠠⠽", "ฏ⠠⠳", "ฑ⠠⠾", "ณ⠠⠝", "ภ⠠⠹", "ศ⠠⠎", "ฒ⠤⠾", "ษ⠤⠎", "ธ⠴⠾", "ใ⠱⠂", "ฤ⠗⠂", "ๅ⠐⠡")
LETTERS: Mapping[str, Mapping[str, str]] = {
    "en": LATIN | {"⠄": "'", "⠘⠌⠑": "é", "⠘⠒⠁": "ä"},
    "de": LATIN | GERMAN | {"⠠": "'", "⠈⠑": "é", "⠜": "ä", "⠪": "ö", "⠳": "ü", "⠮": "ß"},
    "fr": LATIN | {"⠄": "'", "⠿": "é", "⠮": "è", "⠣": "ê", "⠡": "â", "⠩": "î", "⠹": "ô", "⠱": "û", "⠯": "ç", "⠜": "ä"},
    "it": LATIN | {"⠄": "'", "⠷": "à", "⠮": "è", "⠌": "ì", "⠬": "ò", "⠾": "ù", "⠜": "ä"},
    "es": LATIN | {"⠷": "á", "⠮": "é", "⠌": "í", "⠬": "ó", "⠾": "ú", "⠻": "ñ"},
    "uk": dict(UKRAINIAN) | BETWEEN | {"⠄": "'"},
    "fa": dict(PERSIAN) | BETWEEN,
    "th": dict(THAI) | dict(THAI_SIGNS) | {pair[1:]: pair[0] for pair in THAI_PAIRS},
}

INITIALS = dict(zip("ㄅㄆㄇㄈㄉㄊㄋㄌㄍㄎㄏㄐㄑㄒㄓㄔㄕㄖㄗㄘㄙ", "⠕⠏⠍⠟⠙⠋⠝⠉⠅⠇⠗⠅⠚⠑⠁⠃⠊⠛⠓⠚⠑", strict=True))
FINALS = dict(zip("ㄚㄛㄜㄝㄞㄟㄠㄡㄢㄣㄤㄥㄦㄧㄨㄩ", "⠜⠣⠮⠢⠺⠴⠩⠷⠧⠥⠭⠵⠱⠡⠌⠳", strict=True)) | {"": "⠱"}
FINALS |= {f"ㄧ{sound}": cell for sound, cell in zip("ㄚㄝㄠㄡㄢㄣㄤㄥ", "⠾⠬⠪⠎⠞⠹⠨⠽", strict=True)}
FINALS |= {f"ㄨ{sound}": cell for sound, cell in zip("ㄚㄛㄞㄟㄢㄣㄤㄥ", "⠔⠒⠶⠫⠻⠿⠸⠯", strict=True)}
FINALS |= {f"ㄩ{sound}": cell for sound, cell in zip("ㄝㄢㄣㄥ", "⠦⠘⠲⠖", strict=True)}
TONES = {"": "⠄", "ˊ": "⠂", "ˇ": "⠈", "ˋ": "⠐", "˙": "⠁"}
OWN_TONE = {"一": "yi1", "不": "bu4"}
"""Characters whose tone changes in speech but not in braille."""
OF_TAIWAN = {"侍從": "shi4 zong4", "檔案員": "dang3 an4 yuan2"}
"""Readings used in Taiwan, while the voices use those of the mainland."""

VOWELS = dict(zip("アイウエオ", (0x01, 0x03, 0x09, 0x0B, 0x0A), strict=True))
ROWS = {"アイウエオ": 0, "カキクケコ": 0x20, "サシスセソ": 0x30, "タチツテト": 0x14, "ナニヌネノ": 0x04}
ROWS |= {"ハヒフヘホ": 0x24, "マミムメモ": 0x34, "ラリルレロ": 0x10}
KANA = {
    kana: chr(0x2800 + VOWELS["アイウエオ"[at]] + dots) for row, dots in ROWS.items() for at, kana in enumerate(row)
}
KANA |= {"ヤ": "⠌", "ユ": "⠬", "ヨ": "⠜", "ワ": "⠄", "ン": "⠴", "ッ": "⠂", "ー": "⠒", " ": "⠀"}
VOICED = zip("ガギグゲゴザジズゼゾダヂヅデドバビブベボ", "カキクケコサシスセソタチツテトハヒフヘホ", strict=True)
KANA |= {voiced: "⠐" + KANA[plain] for voiced, plain in VOICED}
KANA |= {half: "⠠" + KANA[plain] for half, plain in zip("パピプペポ", "ハヒフヘホ", strict=True)}
GLIDES = {
    "キ": "カクコ",
    "シ": "サスソ",
    "チ": "タツト",
    "ニ": "ナヌノ",
    "ヒ": "ハフホ",
    "ミ": "マムモ",
    "リ": "ラルロ",
}
GLIDES |= {"ギ": "ガグゴ", "ジ": "ザズゾ", "ビ": "バブボ", "ピ": "パプポ"}
MIXED = str.maketrans({"⠐": "⠘", "⠠": "⠨"})
for first, row in GLIDES.items():
    for small, kana in zip("ャュョ", row, strict=True):
        cells = KANA[kana]
        KANA[first + small] = cells.translate(MIXED) if len(cells) == 2 else "⠈" + cells
KANA |= {"ティ": "⠈⠗", "ディ": "⠘⠗", "ファ": "⠢⠥", "フィ": "⠢⠧"}


def longest_parts(text: str, known: Mapping[str, str]) -> str:
    """Replace each part of a text by its meaning, trying the longest known part first."""
    read = ""
    while text:
        size = next((size for size in (3, 2, 1) if text[:size] in known), 1)
        read, text = read + known.get(text[:size], f"[{text[0]}]"), text[size:]
    return read


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_has_its_braille_and_none_is_left_over(language):
    why = "in the studio: ./run -m tests.braille"
    assert set(read_braille(language)) == set(names_in(language)), why


@pytest.mark.parametrize("language", LETTERS)
def test_the_cells_read_back_as_the_name(language):
    for name, cells in read_braille(language).items():
        letters = LATIN if name.isascii() and language == "th" else LETTERS[language]
        name_read, read = name.lower().translate(SPELLED), longest_parts(cells, letters)
        assert read == (name_read.replace("ä", "a") if language == "es" else name_read), cells


def test_chinese_cells_are_those_of_the_readings():
    for name, cells in read_braille("zh-Hant").items():
        syllables = OF_TAIWAN.get(name, pinyin(name)).split()
        own = [OWN_TONE.get(sign, syllable) for sign, syllable in zip(name, syllables, strict=True)]
        assert cells == "".join(map(zhuyin_cells, own)), name


def zhuyin_cells(syllable: str) -> str:
    from pypinyin import Style
    from pypinyin.contrib.tone_convert import to_tone
    from pypinyin.style import convert

    sounds = convert(to_tone(syllable), Style.BOPOMOFO, strict=True)
    tone = next((tone for tone in TONES if tone and tone in sounds), "")
    sounds = sounds.replace(tone, "")
    first = sounds[0] if sounds[0] in INITIALS else ""
    return INITIALS.get(first, "") + FINALS[sounds.removeprefix(first)] + TONES[tone]


def test_japanese_cells_are_those_of_the_kana():
    kana = read_braille("kana")
    assert kana.keys() == read_braille("ja").keys()
    for name, cells in read_braille("ja").items():
        assert cells == longest_parts(kana[name], KANA), name


def test_the_kana_are_the_reviewed_readings():
    read = {each.hash: each.read for each in read_readings(share("assets") / "readings" / "ja.toml").values()}
    kana = {name: read[text_hash(name)] for name in read_braille("kana") if text_hash(name) in read}
    assert len(kana) > 60
    for name, reading in kana.items():
        assert as_said(read_braille("kana")[name]) == as_said(reading), name


def as_said(kana: str) -> str:
    """Return kana as they sound, since braille writes some long vowels in two letters."""
    said = kana.replace(" ", "").replace("’", "").replace("オオ", "オー")
    return "".join(
        "ー" if sign == "イ" and said[at - 1 : at] in set("エケセテヘレゲ") else sign for at, sign in enumerate(said)
    )


def test_the_box_does_not_read_the_braille():
    readers = [file for file in Path("device/nightcrier").rglob("*.py") if "paper_cards" in file.read_text("utf-8")]
    assert {file.name for file in readers} == {"labels.py", "label_sheets.py"}
