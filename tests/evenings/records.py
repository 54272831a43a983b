"""The records of the scripted evenings: all that is seen and heard in them, kept, so that a change of either shows.

`records/<evening>.jsonl` is the log of `rehearse`, with a checksum of the dots in the place of each picture;
`records/<show>.cues.jsonl` is the cue sheet of a rendered show. An evening in another language is one checksum a row.

    python -m tests.evenings.records          # says what differs
    python -m tests.evenings.records --keep   # keeps what is now
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from msgspec import Struct
from PIL import Image

from device.cli import main

HERE = Path(__file__).parent
KEPT = HERE / "records"
SCRIPTS = tuple(script for script in sorted(HERE.glob("*.txt")) if not script.stem.startswith("wherewolf-"))
"""Those of Wherewolf check every line and every secret themselves."""


class Taken(Struct, frozen=True):
    """Something to record, and the command that makes it."""

    name: str
    arguments: tuple[str, ...]
    languages: tuple[str, ...] = ()


EVENINGS = tuple(Taken(script.stem, (str(script), "--secrets")) for script in SCRIPTS)
TRANSLATED = tuple(
    Taken(f"{evening}.{'+'.join(languages)}", (str(HERE / f"{evening}.txt"), "--secrets"), languages)
    for evening, languages in (
        ("first-evening", ("fa",)),
        ("first-evening", ("ja", "de")),
        ("without-cards", ("uk",)),
        ("without-cards", ("th",)),
        ("verdict-and-scores", ("fr",)),
        ("growl-eight", ("zh-Hant",)),
        ("growl-four", ("it", "es")),
    )
)
SHOWS = tuple(
    Taken(name, tuple(words.split()))
    for name, words in (
        ("night-first-game", "--scenario first-game --players 5"),
        ("night-total-chaos", "--scenario total-chaos --players 10 --language fa --then en"),
        ("day-whole-village", "--scenario whole-village --players 8 --show day --language ja"),
        ("vote-double-trouble", "--scenario double-trouble --show vote --language th"),
        ("growl-sniff", "--game growl --show sniff --players 8 --language it"),
        ("growl-growl", "--game growl --show growl --players 8 --language zh-Hant"),
    )
)


def evening_record(taken: Taken) -> str:
    """The log of an evening, its pictures as checksums."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        config = out / "device.toml"
        config.write_text(f"[table]\nlanguages = {json.dumps(list(taken.languages or ('en',)))}\n", "utf-8")
        assert main(["rehearse", *taken.arguments, "--seed", "1", "--config", str(config), "--out", str(out)]) == 0
        written = (out / "log.jsonl").read_text("utf-8").splitlines()
        rows = [_with_dots(row, out) for row in written if json.loads(row)["kind"] not in ("disk", "bus")]
    return "".join(f"{crc32(row.encode()):08x}\n" if taken.languages else f"{row}\n" for row in rows)


def cue_record(taken: Taken) -> str:
    """The cue sheet of a show."""
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "cues.jsonl"
        out = ["--out", str(Path(folder) / "show.wav"), "--cues", str(sheet)]
        assert main(["render", *taken.arguments, *out]) == 0
        return sheet.read_text("utf-8")


def kept_file(taken: Taken) -> Path:
    """Where the record of it is kept."""
    if taken in SHOWS:
        return KEPT / f"{taken.name}.cues.jsonl"
    return KEPT / f"{taken.name}.{'sums' if taken.languages else 'jsonl'}"


def make_record(taken: Taken) -> str:
    """The record as it is now."""
    return cue_record(taken) if taken in SHOWS else evening_record(taken)


def first_difference(kept: str, now: str) -> str:
    """The first row that differs, in one sentence; empty where none does."""
    before, after = kept.splitlines(), now.splitlines()
    for number, (one, other) in enumerate(zip(before, after, strict=False), 1):
        if one != other:
            return f"row {number} was\n  {one}\nand is\n  {other}"
    return "" if len(before) == len(after) else f"{len(before)} rows were kept, and {len(after)} are there now"


def _with_dots(row: str, out: Path) -> str:
    fields = json.loads(row)
    if "frame" not in fields:
        return row
    fields.pop("lit", None)  # the dots are in the checksum
    with Image.open(out / fields["frame"]) as picture:
        fields["frame"] = f"{crc32(picture.convert('1').tobytes()):08x}"
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _changed(*, keep: bool) -> Iterator[str]:
    KEPT.mkdir(exist_ok=True)
    for taken in (*EVENINGS, *TRANSLATED, *SHOWS):
        now, file = make_record(taken), kept_file(taken)
        difference = first_difference(file.read_text("utf-8") if file.exists() else "", now)
        if difference:
            yield f"{taken.name}: {difference}"
        if difference and keep:
            file.write_text(now, "utf-8")


if __name__ == "__main__":
    found = list(_changed(keep="--keep" in sys.argv[1:]))
    print("\n".join(found) or "Every record is as it was kept.")
    sys.exit(1 if found and "--keep" not in sys.argv[1:] else 0)
