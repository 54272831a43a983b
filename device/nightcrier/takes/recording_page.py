"""Build the page on which a person records a voice with only a browser: one HTML file that needs no server.

The parts of the page are in the folder `page`. The page checks takes with the limits of `takes.py`."""

import base64
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.voices.clip_faults import LONGEST_LINE
from nightcrier.box.sound.voices.packs import ShelvedPack, text_hash
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.reading import read_toml
from nightcrier.takes import takes
from nightcrier.takes.mastering import CLIPPED_RUN, FULL_SCALE, NOTHING
from nightcrier.web.markup import TOKENS, Markup, join_markup, own_markup, script_constant, with_gaps

_PARTS = Path(__file__).with_name("page")
_SCRIPTS = ("sound.js", "files.js", "booth.js")
_OPUS = "data:audio/ogg;codecs=opus;base64,"

LIMITS = {
    "least_over_room": takes.LEAST_OVER_ROOM,
    "over_room": takes.VOICE_OVER_ROOM,
    "under_peak": takes.VOICE_UNDER_PEAK,
    "click": takes.CLICK,
    "nothing": NOTHING,
    "full_scale": FULL_SCALE,
    "clipped_run": CLIPPED_RUN,
    "least_share": takes.LEAST_SHARE,
    "most_share": takes.MOST_SHARE,
    "shorter_by": takes.SHORTER_BY,
    "longer_by": takes.LONGER_BY,
    "longest": LONGEST_LINE,
}


def page_words() -> dict[Language, dict[str, str]]:
    return read_toml(_PARTS / "words.toml", dict[Language, dict[str, str]])


def recording_page(
    language: Language, lines: Mapping[LineId, str], machine: ShelvedPack | None, licences: Mapping[str, str]
) -> Markup:
    """Return the whole HTML file. `licences` maps each license as the list names it to the name that is shown. "" is
    the speaker's own license."""
    words = page_words()[language]
    told = {
        "WORDS": words,
        "LINES": list(_lines(lines, machine)),
        "LANGUAGE": language,
        "LICENCES": list(licences.items()),
        "LIMITS": LIMITS,
    }
    script = join_markup([script_constant("PAGE", told), *(own_markup(_PARTS / name) for name in _SCRIPTS)], "\n")
    style = own_markup(TOKENS) + own_markup(_PARTS / "booth.css")
    way = "rtl" if unicodedata.bidirectional(words["title"][0]) in {"R", "AL"} else "ltr"
    gaps = {"language": language, "direction": way, "style": style, "script": script}
    return with_gaps(own_markup(_PARTS / "booth.html"), gaps)


def _lines(lines: Mapping[LineId, str], machine: ShelvedPack | None) -> Iterator[dict[str, Any]]:
    clips = machine.pack.clips if machine else {}
    for line, text in lines.items():
        seconds = clips[line].seconds if line in clips else 0
        sound = _clip(machine, line) if machine and line in clips else ""
        yield {"id": line, "text": text, "hash": text_hash(text), "seconds": seconds, "clip": sound}


def _clip(machine: ShelvedPack, line: LineId) -> str:
    """Return the sound of a line's clip as a data address, or "" when the file of the clip is missing."""
    file = machine.file_of(machine.pack.clips[line])
    return _OPUS + base64.b64encode(sound_content(file)).decode() if file else ""
