"""Tests what is in the folder of the site, and how it is served."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from nightcrier.box.sound.containers import container_index, read_stored
from nightcrier.box.sound.voices.packs import PACK_LIST, read_pack
from nightcrier.kernel.errors import WrongUse
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_site.folder import build_site, strays, without_sound
from tests.changed import imported_files, reached_from
from tests.test_floors import named_imports

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
        assert content[first : last + 1] == (sound := read_stored(VOICE, name))
        assert int.from_bytes(sound.split(b"OggS")[3][2:10], "little") < 49_000, "sound.js begins with its third page"


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


def test_what_an_editor_keeps_beside_a_file_is_no_part_of_the_site():
    assert strays("", ["page.js", "bell.ogg", "page.js~", ".#page.js"]) == {"page.js~", ".#page.js"}


def test_the_scripts_of_the_page_stay_small_and_say_nothing_themselves():
    assert sum(len(script.read_text("utf-8").splitlines()) for script in Path("site/page").glob("*.js")) <= 600


NO_TAB_HAS = {"ctypes", "sqlite3", "wave"}
"""Modules that the program imports only for sound cards, for an older box's scores and for live speech."""
OLDER = {"ipaddress"}  # what only the paths of an older Python import


def left_out():
    """Return a pattern for the modules of Python's library that the site leaves out, from the code that has it."""
    tree = ast.parse(Path("site/pack_program.py").read_text("utf-8"))
    (found,) = (node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "UNUSED")
    return re.compile(ast.literal_eval(found.value.args[0]))


def test_no_module_that_the_tab_can_reach_is_left_out_of_its_library():
    files = reached_from([Path(f"site/nightcrier_site/{name}.py") for name in ("tab", "dropped")], imported_files)
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    named = {name.partition(".")[0] for node in nodes for name in named_imports(node)}
    code = f"import sys, {', '.join(sorted((named & sys.stdlib_module_names) - NO_TAB_HAS))}; print(*sys.modules)"
    needed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "tomllib" in needed
    assert {name for name in needed if left_out().match(name.replace(".", "/") + ".py")} == OLDER & set(needed)
