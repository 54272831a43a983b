"""Makes a damaged version of every file that a box reads."""

import os
import random
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from nightcrier.kernel.folders import share

Put = Callable[[Path], None]
BIG = 5 * 1024 * 1024


def line(body: bytes) -> bytes:
    """Return a line of the journal with its checksum."""
    return b"%08x %s\n" % (zlib.crc32(body), body)


PACK = b"""language = "en"
name = "Ann"
licence = "CC0"
credit = "Ann"
quality = "human"
[clips]
"one-night.open" = { file = "a.opus", seconds = 1.5, hash = "0" }
"""
BEGAN = b'{"type":"began","game":"one-night","setup":{"scenario":"first-game","players":3},"seed":7}'
CHOICES = b"""{"version":100,"choices":{"game":"one-night","languages":["en"],
"setups":{"one-night":{"scenario":"first-game","players":3}}}}"""

EVENING = b"""{"version":100,"evening":{"number":1,"kind":"short","target":5,"people":[
{"name":"Ada","presence":"plays"},{"name":"Ben","presence":"sits-out"}],"games":[{"result":{"number":1,
"game":"one-night","scenario":"first-game","points":{"1":1,"2":0},"id":"a"},"judged":[1,0],"seats":[1,2],"counts":"yes"}]}}
"""

FILES: dict[str, tuple[str, bytes]] = {
    "settings": ("own/device.toml", share("config").joinpath("device.toml").read_bytes()),
    "scenario": ("own/scenarios/mine.toml", share("config").joinpath("scenarios", "first-game.toml").read_bytes()),
    "way of GROWL": ("own/scenarios/growl/mine.toml", b'game = "growl"\nlevel = 1\n[names]\nen = "Mine"\n'),
    "words": ("share/assets/words/it.toml", share("assets").joinpath("words", "it.toml").read_bytes()[:4000]),
    "first words": ("share/assets/words/en.toml", share("assets").joinpath("words", "en.toml").read_bytes()),
    "pack": ("share/assets/audio/voices/en-ann/pack.toml", PACK),
    "sounds": ("share/assets/audio/sounds.toml", share("assets").joinpath("audio", "sounds.toml").read_bytes()),
    "choices": ("state/choices.json", CHOICES),
    "journal": ("state/journal.jsonl", line(b'{"journal":100}') + line(BEGAN)),
    "scores": ("state/evenings/000001.json", EVENING),
    "old scores": ("state/scores.sqlite", b"SQLite format 3\0" + bytes(84)),
    "falls": ("state/crashes", b"1"),
    "seal": ("state/seal", bytes(range(64))),
}
"""Maps a kind of file to its place and the content of an intact one."""

KEPT: dict[str, bytes] = {
    "settings": b"{" * 3000,
    "words": b"a = " + b"[" * 3000,
    "way of GROWL": b"x = " + b"{a=" * 3000,
    "sounds": b'[signals.bell]\nfile = "si' + b"{" * 3000 + b'"\nseconds = 1\n',
}
"""Files with which a fuzzer once crashed the readers."""


def bytes_of(content: bytes) -> Put:
    def put(path: Path) -> None:
        path.write_bytes(content)

    return put


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def circle(path: Path) -> None:
    path.symlink_to(path)


PLAIN: dict[str, Put] = {
    "rubbish": bytes_of(b"\x00\x9b\xff nonsense \xfe" * 50),
    "another encoding": bytes_of('names = "Wölfe"\n'.encode("utf-16")),
    "latin-1": bytes_of('names = "Wölfe"\n'.encode("latin-1")),
    "zeros": bytes_of(bytes(4096)),
    "too deep": bytes_of(b"[" * 50_000),
    "too deep in TOML": bytes_of(b"a = " + b"[" * 50_000),
    "enormous": bytes_of(b"# all is well\n" * (BIG // 14)),
    "a number too long": bytes_of(b"a = " + b"9" * 5000),
    "a folder": Path.mkdir,
    "a pipe": pipe,
    "endless": endless,
    "a circle": circle,
}

INSERTED = (b"\x00", b"\xff\xfe", b'"', b"'''", b"\\ud800", b"9" * 5000, b"1e999", b"nan", b"1979-05-27", b"{" * 500)


def damaged(content: bytes, seed: int) -> bytes:
    """Return this file with random damage, always the same for the same seed."""
    chance, spoilt = random.Random(seed), bytearray(content)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(spoilt) + 1)
        end = min(len(spoilt), at + chance.choice((1, 8, 64)))
        match chance.randrange(5):
            case 0:
                del spoilt[at:end]
            case 1:
                spoilt[at:at] = chance.choice(INSERTED)
            case 2:
                spoilt[at:end] = bytes(chance.randrange(256) for _ in range(end - at))
            case 3:
                del spoilt[at:]
            case 4:
                spoilt[at:at] = spoilt[at:end] * 30
    return bytes(spoilt)


def cases() -> Iterator[tuple[str, str, Put]]:
    """Yield each kind of file with each kind of damage."""
    for kind, (_, honest) in FILES.items():
        for name, put in PLAIN.items():
            yield kind, name, put
        for seed in range(9):
            yield kind, f"damaged {seed}", bytes_of(damaged(honest, seed))
    for kind, content in KEPT.items():
        yield kind, "kept from the fuzzer", bytes_of(content)
