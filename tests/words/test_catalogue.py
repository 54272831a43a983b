"""Tests words: which are found, which are replaced by another language, and what a broken file says."""

from pathlib import Path

import pytest

from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.ids import Language, LineId
from nightcrier.words.catalogue import LANGUAGES, Book, Line, Words
from nightcrier.words.sentences import clip_texts
from nightcrier.words.shelf import Shelf, read_book

EN, IT = Language("en"), Language("it")
ENGLISH = Book({"seer": "Seer"}, {"players": "{n} players"}, {"seer.wake": Line("Wake.")})
ITALIAN = Book({"seer": "Veggente"}, {}, {"seer.wake": Line("Svegliati.", "Svégliati.")}, {"role.seer": "Vegghènte"})
TITLES = {"scenario.one-night.first": {"en": Line("First game"), "it": Line("Prima partita", "Prìma partita")}}
WORDS = Words({EN: ENGLISH, IT: ITALIAN}, TITLES)


def test_a_line_is_found_in_exactly_its_language():
    assert WORDS.line(IT, LineId("seer.wake")) == Line("Svegliati.", "Svégliati.")
    assert WORDS.line(IT, LineId("nothing")) is None
    assert WORDS.line(Language("th"), LineId("seer.wake")) is None


def test_a_role_and_a_screen_word_can_be_said():
    assert WORDS.line(IT, LineId("role.seer")) == Line("Veggente", "Vegghènte")
    assert WORDS.line(EN, LineId("screen.players")) == Line("{n} players")


def test_a_screen_word_may_be_said_otherwise_than_it_is_shown():
    book, line = Book({}, {"deck": "Cards?"}, {}, {"ear.deck": "Kahds?"}, {"deck": "Got cards?"}), LineId("screen.deck")
    words = Words({EN: book, IT: Book({}, {"deck": "Carte?"}, {})})
    assert words.screen(EN, "deck") == words.title(EN, line) == "Cards?"
    assert (words.line(EN, line), words.line(IT, line)) == (Line("Got cards?", "Kahds?"), Line("Carte?"))
    assert list(clip_texts(words, EN, line)) == ["Got cards?", "Kahds?", "Cards?", "Cards?"]


def test_a_clip_may_say_what_a_line_was_before_its_text_changed():
    words = Words({EN: Book({}, {}, {"paused": Line("We pause.")}, was={"paused": "Pause."}), IT: ITALIAN})
    assert [*clip_texts(words, EN, LineId("paused"))] == ["We pause.", "We pause.", "Pause."]


def test_a_title_is_shown_and_said_in_its_own_spellings():
    assert WORDS.title(IT, LineId("scenario.one-night.first")) == "Prima partita"
    title = WORDS.line(IT, LineId("scenario.one-night.first"))
    assert title.spoken == "Prìma partita"


def test_what_is_spoken_is_the_spelling_for_the_voice_where_there_is_one():
    assert Line("Svegliati.", "Svégliati.").spoken == "Svégliati."
    assert Line("Wake.").spoken == "Wake."


def test_where_a_row_may_break_is_not_spoken():
    assert Line("ทุกคน\u200bหลับตา").spoken == "ทุกคนหลับตา"
    assert Line("Seher\u00adlehrling").spoken == "Seherlehrling"


def test_a_screen_word_falls_back_to_english_and_then_to_its_key():
    assert WORDS.screen(IT, "players", n="5") == "5 players"
    assert WORDS.screen(IT, "unknown") == "unknown"
    assert WORDS.role(IT, "robber") == "robber"


def test_a_title_is_a_name_that_lives_in_another_file():
    assert WORDS.title(IT, LineId("scenario.one-night.first")) == "Prima partita"
    assert WORDS.title(Language("th"), LineId("scenario.one-night.first")) == "First game"


def test_braces_in_the_name_of_a_game_in_a_file_are_shown():
    words = Words({}, {"screen.game.witches": {"en": Line("Witches {2} {")}})
    assert words.screen(EN, "game.witches") == "Witches {2} {"


def test_whether_there_is_a_screen_word():
    assert WORDS.has("players")
    assert not WORDS.has("seer")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"name = ", "is not TOML"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"[roles]", "screen: is missing"),
        (b"roles = 5", "roles: must be a table"),
        (b'[roles]\n[screen]\n[lines]\n"a" = { text = 5 }', "lines.a.text: must be a text in quotes"),
        (b"nonsense = 1\n[roles]\n[screen]\n[lines]", "nonsense: is no key"),
    ],
)
def test_a_broken_file_is_named_with_the_place(tmp_path, content, sentence):
    file = tmp_path / "en.toml"
    file.write_bytes(content)
    with pytest.raises(BadFile) as fault:
        read_book(file)
    assert sentence in str(fault.value)
    assert "en.toml" in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_shelf_opens_a_book_when_it_is_asked_for_and_says_once_what_is_wrong(tmp_path):
    (tmp_path / "en.toml").write_text("[roles]\n[screen]\n[lines]", "utf-8")
    faults: list[BadFile] = []
    shelf = Shelf((tmp_path,), LANGUAGES[:2], faults.append)
    assert list(shelf) == list(LANGUAGES[:2])
    assert len(shelf) == 2
    assert shelf.get(EN) is not None
    assert shelf.get(Language("fa")) is None
    assert shelf.get(Language("fa")) is None
    assert shelf.get(Language("th")) is None
    assert [Path(fault.file).name for fault in faults] == ["fa.toml"]


def test_a_line_that_no_language_of_the_table_has_is_said_in_the_one_in_which_it_is_shown():
    owed = Words({EN: Book({}, {}, {"owed": Line("Wait."), "wake": Line("Wake.")}), IT: ITALIAN})
    assert owed.spoken_in(LineId("owed"), (IT,)) == [EN]
    assert owed.spoken_in(LineId("seer.wake"), (IT,)) == [IT]
    assert owed.spoken_in(LineId("nothing"), (IT,)) == (IT,)
