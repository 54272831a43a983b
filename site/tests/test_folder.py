"""What lies in the folder of the site, and how it is served."""

import tomllib
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from nightcrier.box.sound.containers import container_index, read_stored
from nightcrier.box.sound.voices.packs import PACK_LIST, read_pack
from nightcrier.kernel.errors import WrongUse
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_site.folder import build_site, without_sound

VOICE = Path("assets/audio/voices/en-female.zip")
WORDS = tomllib.loads(Path("site/words.toml").read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_everything_in_every_language(language):
    assert WORDS[language].keys() == WORDS["en"].keys()
    assert all(WORDS[language].values())


def test_a_clip_of_the_box_says_where_its_sound_lies_in_the_whole_voice(tmp_path):
    (tmp_path / VOICE.name).write_bytes(without_sound(VOICE))
    content = VOICE.read_bytes()
    for name in set(container_index(VOICE)) - {PACK_LIST}:
        first, last = map(int, read_stored(tmp_path / VOICE.name, name).split(b"-"))
        assert content[first : last + 1] == read_stored(VOICE, name)


def test_the_box_knows_all_clips_of_a_voice_without_its_sound(tmp_path):
    silent = tmp_path / VOICE.name
    silent.write_bytes(without_sound(VOICE))
    faults = []
    assert read_pack(silent, faults.append) == read_pack(VOICE, faults.append)
    assert not faults
    assert silent.stat().st_size < VOICE.stat().st_size / 10


def test_any_folder_is_shown_and_nothing_beside_it(tmp_path, served):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "page.mjs").write_text("1")
    (tmp_path / "secret").write_text("2")
    with served(tmp_path / "site") as address:
        with urlopen(Request(f"{address}page.mjs")) as answer:
            assert (answer.read(), answer.headers["Content-Type"]) == (b"1", "text/javascript")
        with pytest.raises(HTTPError, match="404"):
            urlopen(Request(f"{address}../secret"))


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    thesis = tmp_path / "offline.js"  # as many pages have one
    thesis.write_text("1")
    for place in tmp_path, thesis:
        with pytest.raises(WrongUse, match="is no site"):
            build_site(place)
    assert thesis.is_file()


def test_the_scripts_of_the_page_stay_small_and_say_nothing_themselves():
    assert sum(len(script.read_text("utf-8").splitlines()) for script in Path("site/page").glob("*.js")) <= 600
