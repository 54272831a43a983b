"""Tests files sent with bad intent: zips that are traps, fake decks, misleading names. Each leaves one sentence on
the page, and nothing else anywhere."""

import io
import stat
import struct
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from nightcrier.kernel.chores import MOST_SENT, read_sent_news, tell_news
from nightcrier.tools.chore import take_sent
from tests.care.given_files import DECK, bomb
from tests.phone.phones import Phones
from tests.phone.test_page import Tags

pytestmark = pytest.mark.usefixtures("checked_here")


def kept(box: Path) -> list[str]:
    """Return the names of all files of the box except the note about files not taken."""
    return sorted(each.name for each in box.rglob("*") if each.is_file() and each.suffix in {".toml", ".zip", ".ogg"})


def zipped(*entries: tuple[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of doubles
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", how) as packed:
            for name, content in entries:
                packed.writestr(name, content)
        return made.getvalue()


def link() -> bytes:
    entry = zipfile.ZipInfo("pack.toml")
    entry.create_system, entry.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        packed.writestr(entry, "/etc/shadow")
    return made.getvalue()


def end_that_lies(entries: int, size: int, place: int) -> bytes:
    return b"PK\3\4" + bytes(60) + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, entries, entries, size, place, 0)


TRAPS: dict[str, Callable[[], bytes]] = {
    "a bomb": bomb,
    "nested": lambda: zipped(("en.zip", zipped(("pack.toml", bytes(2**20))))),
    "absolute": lambda: zipped(("/etc/cron.d/x", b"x"), ("pack.toml", b"x")),
    "upward": lambda: zipped(("../../own/device.toml", b"[net]\nupdates = true\n"), ("pack.toml", b"x")),
    "doubles": lambda: zipped(*[("pack.toml", b"x = 1\n")] * 50),
    "a link": link,
    "100,000 entries": lambda: zipped(*((f"{number}", b"") for number in range(100_000)), how=zipfile.ZIP_STORED),
    "names of 60,000 letters": lambda: zipped(*((f"{'x' * 60_000}{number}", b"") for number in range(9))),
    "bidi": lambda: zipped(("\u202elmot.kcap", b"x")),
    "entries that are not there": lambda: end_that_lies(65_535, 2**32 - 1, 0),
    "a directory outside": lambda: end_that_lies(1, 46, 2**32 - 1),
    "a directory in itself": lambda: end_that_lies(9, 60, 4),
    "nothing": zipped,
    "a comment of 65,535": lambda: zipped()[:-2] + b"\xff\xff" + bytes(65_535),
}
DECKS: dict[str, bytes] = {
    "deep": b"a = " + b"[" * 5000 + b"]" * 5000,
    "deep tables": b"[" + b"a." * 20_000 + b"a]",
    "a huge number": b"level = " + b"9" * 5000,
    "a long key": b'"' + b"x" * 60_000 + b'" = 1',
    "a long name": DECK.replace("{name}", "x" * 60_000).encode(),
    "script": DECK.replace("{name}", "<script>alert(1)</script>").encode(),
    "bidi": DECK.replace("{name}", "\u202eOurs").encode(),
    "half a sign": DECK.encode() + b"\xff\xfe",
    "surrogate": DECK.replace("{name}", "\\ud800").encode(),
    "many cards": DECK.replace('["werewolf"', "[" + '"werewolf", ' * 5000 + '"seer"').encode(),
    "odd kinds": b'game = ["one-night"]\nlevel = nan\ncards = {a = 1}\nnames = 1979-05-27\n',
    "another game": DECK.replace("one-night", "../../../etc").encode(),
    "nul": DECK.replace("{name}", "\\u0000").encode(),
}


@pytest.mark.parametrize("trap", sorted(TRAPS))
def test_no_zip_is_more_than_a_sentence(sent, box, tmp_path, trap):
    (sent / "en-own.zip").write_bytes(TRAPS[trap]())
    news = take_sent(sent)
    assert (news.new, len(news.reasons), kept(box)) == ({}, 1, [])
    assert not (tmp_path / "etc").exists()
    tell_news(news, tmp_path / "told")
    assert read_sent_news(tmp_path / "told") == news


@pytest.mark.parametrize("name", sorted(DECKS))
def test_no_deck_is_more_than_a_sentence_that_is_text_on_the_page(sent, box, tmp_path, name):
    assert len(DECKS[name]) <= MOST_SENT[".toml"]
    (sent / "own.toml").write_bytes(DECKS[name])
    news = take_sent(sent)
    assert len(news.reasons) == 1 or kept(box) == ["own.toml"]
    tell_news(news, tmp_path / "told")
    assert read_sent_news(tmp_path / "told") == news
    phones = Phones(tmp_path)
    page = phones.ask("/files", key=phones.let_in()).body.decode()
    assert [tag for tag, _ in Tags(page).tags].count("script") == 1
    assert "\u202e" not in page
    assert len(page) < 20_000


def test_a_voice_in_which_anything_is_another_is_taken_whole_or_not(sent, box, voice):
    rng = Random(7)
    for _ in range(150):
        spoilt = bytearray(voice)
        for _ in range(rng.randrange(1, 4)):
            at = rng.choice((rng.randrange(len(spoilt)), len(spoilt) - 1 - rng.randrange(min(2000, len(spoilt) - 1))))
            spoilt[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(4))
        (sent / "en-new.zip").write_bytes(bytes(spoilt))
        assert bool(take_sent(sent).reasons) is not (kept(box) == ["en-new.zip"])
        (box / "own" / "guests" / "voices" / "en-new.zip").unlink(missing_ok=True)


@pytest.mark.parametrize(
    "name", ["\u202emot.a.toml", "a\u2028b.toml", "a\u0085b.toml", "\u200b.toml", "a\u2066b\u2069.toml", "\u0301.toml"]
)
def test_a_name_that_reads_otherwise_than_it_is(sent, box, name):
    (sent / name).write_text(DECK)
    news = take_sent(sent)
    assert all(letter.isprintable() for reason in news.reasons for letter in reason)
    assert all(letter.isprintable() for kept_name in kept(box) for letter in kept_name)
