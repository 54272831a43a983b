"""Writes the page on which strangers judge the lines of a language, by ear and by eye: `review.html`, and the folder
`review` beside it with its script, its style and one file of lines for each language.

The page draws thirty lines, and returns a person's verdicts as one file, which `./run words reviewed` reads. It needs
no server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from nightcrier import ADDRESS
from nightcrier.box.library import read_library
from nightcrier.box.plugs import screen_only_words
from nightcrier.box.sound.voices.packs import ShelvedPack, quality_rank, read_shelf, text_hash
from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import share, standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.program import program_version
from nightcrier.kernel.reading import read_toml
from nightcrier.takes.script import chapter_of, chapters_of, voice_script
from nightcrier.web.forms import WRITTEN_LEFTWARD
from nightcrier.web.markup import TOKENS, join_markup, own_markup, script_constant, tag, with_gaps
from nightcrier.words.catalogue import LANGUAGES, NAMES, UNHEARD, Words

ClipAddress = Callable[[str, str], str]
"""A function that takes a voice's id and a file's name, and returns the address of that clip as seen from the page."""

_PARTS = Path(__file__).with_name("review_page")
_KINDS = {"screen": "screen", "explain": "explain", **dict.fromkeys(("role", "scenario", "name", "number"), "names")}
"""The kinds of lines by the beginnings of their ids. All others are sentences, each of the kind of its game."""


def write_review(folder: Path, clips: ClipAddress, languages: tuple[Language, ...] = LANGUAGES) -> None:
    """Write `review.html` and the folder `review` into the folder of the site."""
    beside = folder / "review"
    beside.mkdir(parents=True, exist_ok=True)
    links = (tag("a", NAMES[language], href=f"?language={language}", lang=language) for language in languages)
    page = with_gaps(own_markup(_PARTS / "review.html"), {"languages": join_markup(links, "\n")})
    (folder / "review.html").write_text(page, "utf-8")
    styles = TOKENS, TOKENS.with_name("page.css"), _PARTS / "review.css"
    (beside / "review.css").write_text("".join(style.read_text("utf-8") for style in styles), "utf-8")
    (beside / "review.js").write_text((_PARTS / "review.js").read_text("utf-8"), "utf-8")
    words = read_library(standard_folders({}, Path("/nonexistent")), _refuse).words
    labels = read_toml(_PARTS / "words.toml", dict[Language, dict[str, str]])
    for language in languages:
        voices = read_shelf(share("assets") / "audio" / "voices", language, print)
        told = review_lines(words, language, min(voices, key=quality_rank, default=None), clips)  # that of a new box
        way = "rtl" if language in WRITTEN_LEFTWARD else "ltr"
        data = script_constant("REVIEW", {**told, "words": labels[language], "way": way})
        (beside / f"{language}.js").write_text(f"{data}\n", "utf-8")


def _refuse(fault: Fault) -> None:
    """Refuse to write a page from an incomplete checkout."""
    raise WrongUse(f"The page of reviews needs a whole checkout: {fault.what}")


def review_lines(words: Words, language: Language, voice: ShelvedPack | None, clips: ClipAddress) -> dict[str, Any]:
    """Return what the page knows about a language: everything that can be said, by kind, with the address of its
    clip, or none if no clip says the present text."""
    spoken, kinds = voice_script(words, language, screen_only_words()), dict[str, list[tuple[str, str, str]]]()
    games = chapters_of(spoken)
    for line, said in spoken.items():
        if text := words.line(language, line):  # else a second recording, of the middle of a sentence
            row = (line, text.text.translate(UNHEARD), _clip(voice, line, said, clips))
            kind = _KINDS.get(line.partition(".")[0]) or chapter_of(line, games)
            kinds.setdefault(kind, []).append(row)
    digest = text_digest(repr(kinds)).hex()[:12]
    facts = {"language": language, "program": program_version(), "pack": voice.id if voice else "", "address": ADDRESS}
    return facts | {"digest": digest, "kinds": [*kinds.values()]}


def _clip(voice: ShelvedPack | None, line: LineId, said: str, clips: ClipAddress) -> str:
    clip = voice.pack.clips.get(line) if voice else None
    return clips(voice.id, clip.file) if voice and clip and clip.hash == text_hash(said) else ""
