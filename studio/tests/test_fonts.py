"""Tests that strikes hold every letter that the box may have to show, and are read back as they were built."""

from pathlib import Path

import msgspec
import pytest
from PIL import ImageFont

from nightcrier.box.table.drawing.ink import (
    FOLDERS,
    JAPAN,
    LATIN,
    PERSIAN,
    PIXELS,
    TAIWAN,
    THAI,
    Glyph,
    Strike,
    file_of,
    load_strike,
)
from nightcrier.kernel.errors import NightcrierError
from nightcrier_studio import fonts
from nightcrier_studio.__main__ import main
from nightcrier_studio.letters import letters_missing, texts_of

SOME_LETTERS = "AzäßéñçœїґєЩ«»…" + "پچژگیآ۵،\ufefb" + "กฮไ\u0e31\u0e48\u0e33ๆ\uf70a"
WORDS = sorted(Path("assets/words").rglob("*.toml"))
NAMES = [*sorted(Path("config/scenarios").rglob("*.toml")), *sorted(Path("config/games").iterdir())]


@pytest.mark.parametrize("file", [*WORDS, *NAMES], ids=lambda file: file.stem)
def test_every_letter_of_the_words_can_be_shown_at_every_size(file):
    assert letters_missing([file]) == {}, "build the letters: ./run fonts build"


def test_a_letter_nobody_drew_is_found(tmp_path):
    file = tmp_path / "zh-Hant.toml"
    file.write_text('[screen]\nword = "狼\U0001f43a"\nlist = ["人", "\U0001f98a"]\nnumber = 3\n', "utf-8")
    assert letters_missing([file]) == {file: "\U0001f43a\U0001f98a"}


def test_letters_of_a_game_are_those_of_its_languages(tmp_path):
    game = tmp_path / "mine.game.toml"
    game.write_text('credits.by = "\U0001f43a"\n[words.ja]\nname = "誰\U0001f98a"\n', "utf-8")
    assert list(texts_of(game)) == [("ja", "誰\U0001f98a")]
    assert letters_missing([game]) == {game: "\U0001f98a"}


@pytest.mark.parametrize("family", [LATIN, PERSIAN, THAI])
def test_whole_alphabets_are_there(family):
    found = {letter for letter in SOME_LETTERS if letter in fonts.ALPHABETS[family]}
    assert len(found) >= 5
    assert all(found <= set(load_strike(family, pixels).characters) for pixels in PIXELS[family])


@pytest.mark.parametrize(("family", "least"), [(TAIWAN, 5000), (JAPAN, 2900)])
def test_small_han_strikes_hold_what_a_user_may_write(family, least):
    for pixels in PIXELS[family][:2]:
        assert len(fonts.common_han(family) & set(load_strike(family, pixels).characters)) > least


def test_scripts_without_han_have_no_common_han():
    assert fonts.common_han(LATIN) == set()


def test_each_language_takes_its_own_han_and_the_names_of_all():
    words = {"ja": {"咲"}, "zh-Hant": {"攤"}}
    assert {"咲", "攤", "語"} & fonts.letters_for(TAIWAN, words, {"語"}) == {"攤", "語"}
    assert {"咲", "攤", "語"} & fonts.letters_for(JAPAN, words, {"語"}) == {"咲", "語"}


def test_the_kept_clock_is_the_one_that_is_drawn():
    assert fonts.clock_strike(FOLDERS[0] / "clock.toml") == load_strike("clock", 32)


def test_a_letter_is_rasterised_as_it_is_drawn_again():
    glyph = fonts.rasterise(ImageFont.load_default(24), "L", 24)
    columns = glyph.columns()
    stem, foot = columns[0], columns[-1]
    assert stem.bit_count() == glyph.rows == glyph.top
    assert foot.bit_count() < 5
    assert len(columns) < glyph.advance


def test_a_space_has_a_width_and_no_ink():
    glyph = fonts.rasterise(ImageFont.load_default(24), " ", 24)
    assert glyph.advance > 0
    assert glyph.columns() == []


@pytest.fixture
def font_file(tmp_path):
    """Return a file with Pillow's own font, which is on every machine that has Pillow."""
    file = tmp_path / "fonts" / fonts.FONT_FACES[LATIN][0].file
    file.parent.mkdir()
    file.write_bytes(ImageFont.load_default(10).path.getvalue())
    return file


def test_a_strike_holds_what_the_font_has_and_nothing_else(font_file):
    strike = fonts.draw_strike(font_file, 0, 20, LATIN, frozenset("A1Ж狼 "))
    assert set("A1 ") <= set(strike.characters)
    assert "狼" not in strike.characters
    assert strike.ascent == strike.glyph("d").top
    assert strike.descent > 0


def test_digits_get_one_width(font_file):
    strike = fonts.draw_strike(font_file, 0, 20, LATIN, frozenset("0123456789"))
    assert len({strike.glyph(digit).advance for digit in "0123456789"}) == 1


def test_building_writes_every_strike_the_drawing_reads(font_file, tmp_path, monkeypatch):
    monkeypatch.setattr(fonts, "FONT_FACES", {LATIN: fonts.FONT_FACES[LATIN]})
    monkeypatch.setattr(fonts, "PIXELS", {LATIN: (14, 20, 20)})
    (tmp_path / "clock.toml").write_bytes((FOLDERS[0] / "clock.toml").read_bytes())
    written = list(fonts.build_fonts(tmp_path, WORDS[:1], NAMES[:1], [font_file.parent]))
    assert [file.name for file in written] == ["latin-14.strike", "latin-20.strike", "clock-32.strike"]
    assert (tmp_path / "clock-32.strike").read_bytes() == (FOLDERS[0] / "clock-32.strike").read_bytes()


@pytest.mark.parametrize(
    ("letter", "left", "advance"), [("\ufe8e", 0, 8), ("\ufe8d", 0, 5), ("\ufe91", 2, 7), ("a", 2, 10)]
)
def test_persian_letters_stand_close_where_they_do_not_join(letter, left, advance):
    """The shapes are final, isolated and initial. A joined side keeps its place, and in other scripts both sides do."""
    closed = fonts._close_up(Glyph(10, 2, 8, 8, b"\xff" * 4), letter, 20)
    assert (closed.left, closed.advance) == (left, advance)


def test_the_command_says_whether_letters_are_missing(capsys, tmp_path):
    assert main(["fonts", "check"]) == 0
    assert capsys.readouterr().out == "Every letter of the words can be shown.\n"
    names = 'names = { en = "Sunday \U00010348" }\nlevel = 1\ncards = ["seer", "villager", "villager"]\n'
    (tmp_path / "sunday-five.toml").write_text(names, "utf-8")
    assert main(["fonts", "check", "--scenarios", str(tmp_path)]) == 1
    assert "sunday-five.toml: no letters for \U00010348" in capsys.readouterr().out


def test_a_strike_is_read_as_it_was_written():
    file = FOLDERS[0] / file_of(THAI, PIXELS[THAI][0])
    strike = msgspec.msgpack.decode(file.read_bytes(), type=Strike)
    assert msgspec.msgpack.encode(strike) == file.read_bytes()
    assert (
        fonts.pack_strike(strike.ascent, strike.descent, {one: strike.glyph(one) for one in strike.characters})
        == strike
    )


def test_a_missing_font_is_told_in_one_sentence(tmp_path):
    with pytest.raises(NightcrierError, match="fonts-paratype"):
        fonts.find_font(fonts.FONT_FACES[LATIN][0], [tmp_path])


def test_every_family_of_letters_has_a_licence_beside_it():
    notes = (FOLDERS[0] / "LICENSES.md").read_text("utf-8")
    assert all(f"`{family}-" in notes for family in [*PIXELS, "clock"])
    named = {word for word in notes.split("`") if word.endswith(".txt")}
    assert all((FOLDERS[0] / name).stat().st_size > 500 for name in named)
    assert named
