"""Tests that the ends of Thai words are marked with a dictionary, here a small one, and inside long words by hand."""

import pytest

from nightcrier_studio.screen import mark_file, mark_words, words_of_names

WORDS = ("ผู้ถูกกล่าวหา", "กล่าวหา", "ชาวบ้าน", "การ์ด", "หลับตา", "การ", "ไม่", "มี", "ใคร", "ตาย", "ใบ", "สอง")


def segmented(text: str) -> list[str]:
    """Split the text into words, taking the longest known one each time, or else a single letter."""
    found: list[str] = []
    while text:
        word = max((word for word in WORDS if text.startswith(word)), key=len, default=text[0])
        found.append(word)
        text = text[len(word) :]
    return found


def test_every_word_ends_at_a_mark_but_what_begins_another_or_stands_before_a_space():
    assert mark_words("ชาวบ้านหลับตา ไม่มีใครตาย", segmented) == "ชาวบ้าน\u200bหลับตา ไม่มี\u200bใคร\u200bตาย"


def test_a_mark_that_was_set_by_hand_inside_a_long_word_stays():
    assert mark_words("ผู้ถูก\u200bกล่าวหา", segmented) == "ผู้ถูก\u200bกล่าวหา"
    assert mark_words("ผู้ถูกกล่าวหา", segmented) == "ผู้ถูกกล่าวหา"


def test_nothing_is_marked_inside_what_is_filled_in_nor_twice():
    once = mark_words("การ์ด{n}ใบ", segmented)
    assert once == "การ์ด\u200b{n}\u200bใบ"
    assert mark_words(once, segmented) == once


def test_the_words_of_names_are_known_by_their_marks():
    assert words_of_names(["หมอดู\u200bฝึกหัด", "คน นอน"]) == {"หมอดู", "ฝึกหัด", "คน", "นอน"}


def test_a_file_is_marked_row_by_row_and_what_is_only_heard_stays_as_it_is(tmp_path):
    file = tmp_path / "th.toml"
    before = '[screen]\n# ชาวบ้านหลับตา\na = "ชาวบ้านหลับตา"\n\n[say]\n"screen.a" = "ชาวบ้านหลับตา"\n\n'
    before += '[lines]\n"b.c" = { text = "สองใบ", say = "สองใบ" }\n'
    file.write_text(before, "utf-8")
    text, rows = mark_file(file, segmented)
    assert rows == ['a = "ชาวบ้าน\\u200bหลับตา"', '"b.c" = { text = "สอง\\u200bใบ", say = "สองใบ" }']
    assert text == before.replace('a = "ชาวบ้านหลับตา"\n\n[say]', f"{rows[0]}\n\n[say]").replace(
        '"b.c" = { text = "สองใบ", say = "สองใบ" }', rows[1]
    )


@pytest.mark.parametrize("row", ['"people.letters" = "กขค"', '"people.fancy" = "หมี,นกฮูก"', 'digits = "๐๑๒"'])
def test_rows_of_signs_and_names_are_no_texts(tmp_path, row):
    file = tmp_path / "th.toml"
    file.write_text(f"[screen]\n{row}\n", "utf-8")
    assert mark_file(file, list) == (f"[screen]\n{row}\n", [])


def test_of_a_game_the_thai_texts_are_marked_and_nothing_else(tmp_path):
    file = tmp_path / "toy.game.toml"
    file.write_text(
        'credits.by = "ชาวบ้านหลับตา"\n[words.en]\nname = "ชาวบ้านหลับตา"\n'
        '[words.th.lines]\n"explain.fox" = "ชาวบ้านหลับตา"\n',
        "utf-8",
    )
    assert mark_file(file, segmented)[1] == ['"explain.fox" = "ชาวบ้าน\\u200bหลับตา"']


def test_of_a_scenario_only_the_thai_name_is_marked(tmp_path):
    file = tmp_path / "toy.toml"
    file.write_text('en = "Toy"\nth = "ชาวบ้านหลับตา"\nfa = "x"\n', "utf-8")
    assert mark_file(file, segmented)[1] == ['th = "ชาวบ้าน\\u200bหลับตา"']
