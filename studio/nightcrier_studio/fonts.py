"""Build the strikes of `assets/fonts/`: draw the letters that the box needs, from free fonts, with one bit for each
pixel.

The letters are drawn in the studio and not on the box, so that people see exactly the pixels that were checked. A
strike holds whole alphabets. The smallest strikes hold all Han characters of common use, so that the name of a user's
scenario can be read: the first levels of Big5 and JIS X 0208, as Python's codecs know them. The large strikes hold only
the Han characters that the words and names of the box need."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageDraw, ImageFont

from nightcrier.box.table.drawing.ink import (
    CLOCK,
    CLOCK_PIXELS,
    JAPAN,
    LATIN,
    MEASURES,
    PERSIAN,
    PIXELS,
    SYMBOLS,
    TAIWAN,
    THAI,
    Glyph,
    Strike,
    families,
    file_of,
)
from nightcrier.box.table.drawing.shaping import FINAL_SHAPE, INITIAL_SHAPE, ISOLATED_SHAPE, forms, is_mark
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.files import replace_file
from nightcrier.kernel.reading import LARGEST_TOML_LIST, read_tables
from nightcrier.words.catalogue import LAST_RESORT
from nightcrier_studio.letters import texts_of

_SIGNS = "♟←↑→↓↔↕⇄✓✔✗✘●○◐◑■□▪▫▲△▶▷▼▽◀◁◆◇★☆♥♦♣♠♪♫⚠☀☾☽⌂⏎⏸⏵⏹⏻─│"
_KANA = "".join(map(chr, (*range(0x3041, 0x3097), *range(0x30A1, 0x30FF))))
_HAN_MARKS = "　、。〃々〆〇「」『』〈〉《》【】〜！？（），．：；％＋－＝／"
_GAME_HAN = (
    "一不中交人仲任伴你信停偵催傷分劑勝化占友右吊同吠告呪咬員嗅噛嚎国國夜夢大天失始娘子字學実害家尋嵐左師常幣幽弾彈当役徒必怪投捕探換撕救敗数數文日是昼時晚暗暫暴會本"
    "村果查査止毒沒清然煩物犬狩狼獵玩現病症発白的盗目看真眠眼睛睜確票禁禮秒符算節籠粛結縛繁習者聖職膏自萬薬藥血術被製複要見解言話認語誰調請護象贈起超身返造逢遊遠重金"
    "銀銃開間降除隊霊靈預頼風體魔麻黙"
)
"""The Han characters in the names of roles and cards. The large strikes always hold these characters, even if the words
files no longer need some of them."""
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
"""The letters that each font family gets in every size, if the font has them."""


def common_han(family: str) -> set[str]:
    """Return every Han character of common use in Taiwan or in Japan. For other scripts, return nothing."""
    codec, leads = {TAIWAN: ("big5", range(0xA4, 0xC7)), JAPAN: ("euc_jp", range(0xB0, 0xD0))}.get(
        family, ("ascii", ())
    )
    pairs = (bytes((lead, trail)).decode(codec, "ignore") for lead in leads for trail in range(0x40, 0xFF))
    return {pair for pair in pairs if len(pair) == 1 and ord(pair) >= 0x4E00}


def letters_for(family: str, words: Mapping[str, set[str]], names: set[str]) -> frozenset[str]:
    """Return the alphabet of a font family and the letters that the words need. A Han character belongs to the family
    of the language that shows it."""
    foreign = {TAIWAN: "ja", JAPAN: "zh-Hant"}.get(family)
    letters = set().union(names, *(found for stem, found in words.items() if stem != foreign))
    return ALPHABETS[family] | {letter for letter in letters if family in _homes(letter)}


def _homes(letter: str) -> tuple[str, ...]:
    """Return the font families that should hold a letter. The family of symbols holds only its own letters."""
    found = families(LAST_RESORT, letter)
    return found if TAIWAN in found else found[:1]


class FontFace(Struct, frozen=True):
    """Names a font file, the sentence that says how to get it, its smallest size, and the number of the font in a
    collection."""

    file: str
    origin: str
    smallest: int = 0
    index: int = 0


_NOTO = "install the Debian package fonts-noto-cjk"
_UNIFONT = "install the Debian package fonts-unifont"
_SMALL_HAN = FontFace("wenquanyi_9pt.pcf", "install the Debian package xfonts-wqy")
FONT_FACES: dict[str, tuple[FontFace, ...]] = {
    LATIN: (FontFace("PTN77F.ttf", "install the Debian package fonts-paratype"),),
    PERSIAN: (FontFace("Vazirmatn-Bold.ttf", "unpack the npm package vazirmatn and name its folder with --fonts"),),
    THAI: (FontFace("Loma-Bold.ttf", "install the Debian package fonts-tlwg-loma-ttf"),),
    TAIWAN: (FontFace("NotoSansCJK-Bold.ttc", _NOTO, 20, 3), FontFace("unifont.otf", _UNIFONT, 16), _SMALL_HAN),
    JAPAN: (FontFace("NotoSansCJK-Bold.ttc", _NOTO, 20, 0), FontFace("unifont_jp.otf", _UNIFONT, 16), _SMALL_HAN),
    SYMBOLS: (FontFace("unifont.otf", _UNIFONT),),
}
"""The fonts of each family, chosen by eye at one bit for each pixel. Their stems are crisp, their forms open, and their
letters narrow, so that long words fit."""

_ORDINARY = {
    LATIN: "Hdgpqy",
    PERSIAN: "\ufb94\ufe8d\ufb7b\ufb57",
    THAI: "น\u0e35ปผ\u0e39",
    TAIWAN: "國",
    JAPAN: "国",
    SYMBOLS: "●",
}
"""The letters whose height is the height of an ordinary line, by font family."""
_BLANKS = " \u00a0\u3000"
_NOBODY = "\U000ffffe"
"""A character that no font has. A font draws its picture for unknown characters instead."""
_DIGITS = ("0123456789", "۰۱۲۳۴۵۶۷۸۹")


def pack_strike(ascent: int, descent: int, glyphs: Mapping[str, Glyph]) -> Strike:
    begins = accumulate((len(glyph.bits) for glyph in glyphs.values()), initial=0)
    measures = (
        MEASURES.pack(glyph.advance, glyph.left, glyph.top, glyph.rows, begin, len(glyph.bits))
        for glyph, begin in zip(glyphs.values(), begins, strict=False)
    )
    bits = b"".join(glyph.bits for glyph in glyphs.values())
    return Strike(ascent, descent, "".join(glyphs), b"".join(measures), bits)


def build_fonts(into: Path, words: Iterable[Path], names: Iterable[Path], fonts: Iterable[Path]) -> Iterator[Path]:
    """Write every strike into a folder, for the texts in files of words and of names. Yield each written file."""
    words, folders = list(words), list(fonts)
    letters: dict[str, set[str]] = {}
    for file in [*words, *names]:
        for name, text in texts_of(file):
            letters.setdefault(name, set()).update(text)
    languages = {name for file in words for name in str(read_tables(file, most=LARGEST_TOML_LIST).get("name", ""))}
    for family, sizes in PIXELS.items():
        for pixels in sorted(set(sizes)):
            face = next(face for face in FONT_FACES[family] if pixels >= face.smallest)
            wanted = letters_for(family, letters, languages)
            wanted |= common_han(family) if pixels < FONT_FACES[family][0].smallest else set()
            drawn = draw_strike(find_font(face, folders), face.index, pixels, family, wanted)
            yield _write(into / file_of(family, pixels), drawn)
    yield _write(into / file_of(CLOCK, CLOCK_PIXELS), clock_strike(into / "clock.toml"))


def find_font(face: FontFace, folders: Iterable[Path]) -> Path:
    found = next((path for folder in folders for path in sorted(folder.rglob(face.file))), None)
    if found is None:
        raise NightcrierError(f"The font {face.file} is not on this machine: {face.origin}.")
    return found


def draw_strike(file: Path, index: int, pixels: int, family: str, letters: frozenset[str]) -> Strike:
    font = ImageFont.truetype(file, pixels, index=index, layout_engine=ImageFont.Layout.BASIC)
    unknown = rasterise(font, _NOBODY, pixels)
    drawn = {letter: rasterise(font, letter, pixels) for letter in sorted(letters | set(_ORDINARY[family]))}
    glyphs = {letter: glyph for letter, glyph in drawn.items() if glyph.bits != unknown.bits or letter in _BLANKS}
    glyphs = {letter: _close_up(glyph, letter, pixels) for letter, glyph in glyphs.items()}
    for row in _DIGITS:
        _equal(glyphs, row)
    for mark in "，：；" if (family, pixels) == (TAIWAN, 16) else "":  # made firm, dots wider than high are bars
        wide, size = glyphs[mark], (glyphs[mark].rows + 7) // 8
        glyphs[mark] = replace(wide, left=wide.left + 1, bits=wide.bits[size:-size])
    glyphs = set_straight(glyphs) if family == LATIN else glyphs
    ordinary = [glyphs[letter] for letter in _ORDINARY[family]]
    return pack_strike(max(glyph.top for glyph in ordinary), max(glyph.rows - glyph.top for glyph in ordinary), glyphs)


def set_straight(glyphs: dict[str, Glyph]) -> dict[str, Glyph]:
    """Move each letter that has more room after it than before it by one dot. At one bit per dot, i and j lean,
    while the same letters of Ukrainian and Serbian do not, so these replace them."""
    glyphs |= {letter: glyphs[straight] for letter, straight in zip("ij", "іј", strict=True) if straight in glyphs}
    roomy = [key for key, it in glyphs.items() if it.left < 0 < it.advance and it.advance - it.width > 2 + 2 * it.left]
    return glyphs | {letter: replace(glyphs[letter], left=glyphs[letter].left + 1) for letter in roomy}


def rasterise(font: ImageFont.FreeTypeFont, letter: str, pixels: int) -> Glyph:
    """Draw one letter. The pen starts in the middle of a canvas, because some letters reach to the left of the pen."""
    pen, line = 2 * pixels, 3 * pixels
    canvas = Image.new("1", (5 * pixels, 5 * pixels))
    ImageDraw.Draw(canvas).text((pen, line), letter, fill=1, font=font, anchor="ls")
    advance = 0 if is_mark(letter) else round(font.getlength(letter, mode="1"))
    if (box := canvas.getbbox()) is None:
        return Glyph(advance, 0, 0, 0, b"")
    left, top, right, bottom = box
    shape = canvas.crop(box)
    bits = b"".join(_column(shape, x, bottom - top) for x in range(right - left))
    return Glyph(advance, left - pen, line - top, bottom - top, bits)


def clock_strike(file: Path) -> Strike:
    """Return the large digits of the clock, which are drawn by hand."""
    drawn = read_tables(file)
    glyphs = {sign: _glyph_of_rows(rows, drawn["gap"]) for sign, rows in (drawn["digits"] | drawn["signs"]).items()}
    return pack_strike(CLOCK_PIXELS, 0, glyphs)


def _glyph_of_rows(rows: list[str], gap: int) -> Glyph:
    shape: list[str] = []
    for row in rows:
        times, _, pixels = row.rpartition(" ")
        shape += [pixels] * int(times or 1)
    columns = (sum(1 << y for y, row in enumerate(shape) if row[x] == "#") for x in range(len(shape[0])))
    bits = b"".join(column.to_bytes(len(shape) // 8, "little") for column in columns)
    return Glyph(len(shape[0]) + gap, gap // 2, len(shape), len(shape), bits)


def _column(shape: Image.Image, x: int, rows: int) -> bytes:
    return sum(1 << y for y in range(rows) if shape.getpixel((x, y))).to_bytes((rows + 7) // 8, "little")


def _close_up(glyph: Glyph, letter: str, pixels: int) -> Glyph:
    """Remove the free space on each side where the letter joins no neighbor. There is no kerning, so a Persian word
    would otherwise fall apart."""
    shape = unicodedata.decomposition(letter).split(" ")[0]
    if shape in {ISOLATED_SHAPE, FINAL_SHAPE}:
        free = max(glyph.left, 0)
        glyph = replace(glyph, left=glyph.left - free, advance=glyph.advance - free)
    if shape in {ISOLATED_SHAPE, INITIAL_SHAPE}:
        width = len(glyph.bits) // ((glyph.rows + 7) // 8)
        glyph = replace(glyph, advance=min(glyph.advance, glyph.left + width + 1 + pixels // 24))
    return glyph


def _equal(glyphs: dict[str, Glyph], digits: str) -> None:
    """Make all digits as wide as the widest digit, so that a number does not move when it changes."""
    present = [digit for digit in digits if digit in glyphs]
    widest = max((glyphs[digit].advance for digit in present), default=0)
    for digit in present:
        shift = (widest - glyphs[digit].advance) // 2
        glyphs[digit] = replace(glyphs[digit], advance=widest, left=glyphs[digit].left + shift)


def _write(file: Path, drawn: Strike) -> Path:
    replace_file(file, msgspec.msgpack.encode(drawn))
    return file
