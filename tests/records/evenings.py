"""Records scripted evenings, and shows as cue sheets. Most are kept in full in `tests/evenings/records`, so that
commits show their changes; those in another language as one checksum a row."""

import tempfile
from pathlib import Path
from zlib import crc32

from msgspec import Struct

from nightcrier.cli import main
from nightcrier.tools.simulation import perform_action, read_script
from tests.records.lived import LivedBox

EVENINGS = Path("tests/evenings")
NEWCOMERS = [*sorted((EVENINGS / "newcomers").glob("*.txt")), *sorted((EVENINGS / "welcome").glob("*.txt"))]
NEW_BOX = EVENINGS / "welcome" / "always.toml"
TRANSLATED = (
    ("first-evening", "fa"),
    ("first-evening", "ja+de"),
    ("without-cards", "uk"),
    ("without-cards", "th"),
    ("verdict-and-scores", "fr"),
    ("growl-eight", "zh-Hant"),
    ("growl-four", "it+es"),
)
SHOWS = {
    "night-first-game": "--scenario first-game --players 5",
    "night-total-chaos": "--scenario total-chaos --players 10 --language fa --then en",
    "day-whole-village": "--scenario whole-village --players 8 --show day --language ja",
    "vote-double-trouble": "--scenario double-trouble --show vote --language th",
    "growl-sniff": "--game growl --show sniff --players 8 --language it",
    "growl-growl": "--game growl --show growl --players 8 --language zh-Hant",
}


class PlayedScript(Struct, frozen=True):
    """Plays a script at a table with these languages."""

    script: Path
    languages: tuple[str, ...] = ("en",)

    def rows(self) -> list[str]:
        new = self.script in NEWCOMERS
        with tempfile.TemporaryDirectory() as folder:
            config, languages = (NEW_BOX, ()) if new else (None, self.languages)
            lived = LivedBox(Path(folder), 1, languages, config, newcomers=new)
            for action in read_script(self.script):
                lived.rehearsal.advance(action.after)
                perform_action(lived.rehearsal, lived.player, action)
            return lived.rows()


class RenderedShow(Struct, frozen=True):
    """Records the cue sheet of a show."""

    words: str

    def rows(self) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            sheet = Path(folder) / "cues.jsonl"
            out = ("--out", str(Path(folder) / "show.wav"), "--cues", str(sheet))
            assert main(["render", *self.words.split(), *out]) == 0
            return sheet.read_text("utf-8").splitlines()


RECORDS = {
    **{script.stem: PlayedScript(script) for script in sorted(EVENINGS.glob("*.txt"))},
    **{f"{script.parent.name}-{script.stem}": PlayedScript(script) for script in NEWCOMERS},
    **{
        f"{name}.{languages}": PlayedScript(EVENINGS / f"{name}.txt", tuple(languages.split("+")))
        for name, languages in TRANSLATED
    },
    **{name: RenderedShow(words) for name, words in SHOWS.items()},
}


def whole_file(name: str) -> Path | None:
    """Return the file that keeps a record in full. Wherewolf's and newcomers' scripts have none, as they check every
    line themselves."""
    found = RECORDS[name]
    if isinstance(found, RenderedShow):
        return EVENINGS / "records" / f"{name}.cues.jsonl"
    if found.script in NEWCOMERS or name.startswith("wherewolf-"):
        return None
    return EVENINGS / "records" / f"{name}.{'sums' if '.' in name else 'jsonl'}"


def whole_text(name: str, rows: list[str]) -> str:
    """Return these rows in the form used in that file."""
    unheard = ('"kind":"disk"', '"kind":"bus"', '"kind": "file"')
    seen = [row for row in rows if row.startswith("{") and not any(kind in row[:60] for kind in unheard)]
    return "".join(f"{crc32(row.encode()):08x}\n" if "." in name else f"{row}\n" for row in seen)
