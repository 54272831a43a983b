"""Keep copies of the lists that came with the program beside them: `python -P -m nightcrier.tools.kept_lists`.
The installer calls this when it has Python compile the program. The first start then reads no TOML, and checks no game
that every box has. The refusal of a wrong game is kept, and reported at each start."""

import os
from pathlib import Path

from nightcrier.box.library import read_library
from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.box.sound.voices.packs import read_shelf
from nightcrier.kernel.files import DISK
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.kept_copies import BESIDE
from nightcrier.kernel.settings_files import load_settings
from nightcrier.words.catalogue import LANGUAGES


def keep_lists() -> None:
    """Read all lists that a start may read, and keep their copies beside them, but no files that people brought."""
    folders = standard_folders({}, Path(os.devnull)).without_taken()  # people have put nothing there
    load_settings(DISK, folders.settings[:1], LANGUAGES, BESIDE)
    library = read_library(folders, lambda _: None, BESIDE)
    for language in LANGUAGES:
        library.words.books.get(language)
        read_shelf(folders.audio / "voices", language, lambda _: None, BESIDE)
    SoundList(folders.audio, (), lambda _: None, BESIDE).beds()


if __name__ == "__main__":
    keep_lists()
