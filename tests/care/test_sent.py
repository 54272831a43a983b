"""Tests how root handles files from a phone: it makes its own copy, checks them like those on a stick, takes nothing
by half, and says why it refuses one."""

import asyncio
import os
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from nightcrier.care import given_settings, sent_files, taking
from nightcrier.care.given_files import GivenFile
from nightcrier.care.given_settings import leave_hall, settings_given
from nightcrier.care.sent_files import take_copies
from nightcrier.kernel.chores import LEFT_FREE, MOST_SENT, AskedChange, Chore, ChoreDone
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.settings import HallSettings, MqttSettings, NetSettings, Settings
from nightcrier.tools import chore as command
from nightcrier.tools.chore import take_sent, try_chore
from nightcrier.web.uploads import PhoneInbox
from nightcrier_hall.site import join_file
from tests.box.games.engine.small import SMALL
from tests.box.memory.conftest import PowerCut
from tests.care.given_files import DECK, bomb
from tests.care.test_restoring_cuts import CutDisk

TAKEN = ChoreDone(Chore.TAKE_SENT, new={"decks": 1}, asks=(AskedChange("scenarios/sunday.toml", "sunday"),))


def own_decks(box: Path) -> list[str]:
    return sorted(each.name for each in (box / "own").rglob("*.toml"))


def test_a_deck_is_taken_as_from_a_stick(sent, box):
    (sent / "sunday.toml").write_text(DECK)
    assert take_sent(sent) == TAKEN
    assert own_decks(box) == ["sunday.toml"]
    assert list(sent.iterdir()) == []
    assert try_chore(Chore.KEEP).new == {"decks": 1}
    (sent / "sunday.toml").write_text(DECK)
    assert take_sent(sent) == TAKEN, "it is asked anew"


def test_a_phone_replaces_nothing_that_somebody_brought(sent, box, voice):
    owners = {
        "own/scenarios/sunday.toml": DECK.encode(),
        "own/games/fox-hunt.game.toml": SMALL.encode(),
        "state/voices/en-new.zip": b"cut off, but a person's",
    }
    for name, content in owners.items():
        (box / name).parent.mkdir(parents=True, exist_ok=True)
        (box / name).write_bytes(content)
    (sent / "sunday.toml").write_text(DECK + "# of a guest\n")
    (sent / "fox-hunt.game.toml").write_text(SMALL + "\n# of a guest\n")
    (sent / "en-new.zip").write_bytes(voice)
    news = take_sent(sent)
    assert news.new == {}
    assert ["is on the box with other content" in reason for reason in news.reasons] == [True] * 3
    assert all((box / name).read_bytes() == content for name, content in owners.items())


LETS_IN = join_file(NetSettings(mqtt=MqttSettings(name="hall"), hall=HallSettings("spring")), "10.0.0.5", "t-7", "Bay")


def is_bound(box: Path) -> bool:
    return (box / "own" / "hall.toml").exists()


def test_what_lets_the_box_into_a_hall_waits_until_hands_agree(sent, box):
    """If nobody had to agree, a phone alone could bind the box to any broker, for good."""
    (sent / "hall.toml").write_bytes(LETS_IN)
    assert take_sent(sent) == ChoreDone(Chore.TAKE_SENT, asks=(AskedChange("hall.toml", "spring · 10.0.0.5"),))
    assert not is_bound(box)
    assert try_chore(Chore.KEEP) == ChoreDone(Chore.KEEP, new={"hall": 1})
    assert (box / "own" / "hall.toml").read_bytes() == LETS_IN
    assert not try_chore(Chore.KEEP).good, "nothing is asked for any more"


def test_root_itself_parses_nothing_that_a_phone_says_of_a_hall(sent, box, monkeypatch):
    """A child with limits parses what a phone says about a hall, in memory of its own."""
    parsed = list[str]()

    def parse(shown: str, content: bytes) -> Settings:
        parsed.append(shown)
        return settings_given(shown, content)

    monkeypatch.setattr(given_settings, "settings_given", parse)
    (sent / "hall.toml").write_bytes(LETS_IN)
    assert take_sent(sent).asks
    assert try_chore(Chore.KEEP).good
    assert parsed == []


@pytest.mark.parametrize("told", ["", "Spring · 10.0.0.5", "spring · 10.0.0.5\n\x1b", "spring · " + "x" * 255])
def test_a_child_that_was_taken_over_shows_nothing_but_a_hall_and_a_broker(sent, box, monkeypatch, told):
    monkeypatch.setattr(taking, "check_apart", lambda *_, **__: f"{box / 'own' / 'guests' / 'hall.toml'}\n{told}\t")
    (sent / "hall.toml").write_bytes(LETS_IN)
    assert "cannot be checked" in refused(sent, box)
    assert not [*(box / "own").rglob("hall.toml")]


@pytest.mark.parametrize("is_next", [True, False])
def test_what_nobody_agreed_to_goes_when_root_is_asked_again(sent, box, is_next):
    """A change that nobody agreed to goes with the next file, or by BACK at the box, which asks root with no file."""
    (sent / "hall.toml").write_bytes(LETS_IN)
    take_sent(sent)
    if is_next:
        (sent / "sunday.toml").write_text(DECK)
    assert take_sent(sent) == (TAKEN if is_next else ChoreDone(Chore.TAKE_SENT))
    assert not [*(box / "own").rglob("hall.toml")]
    assert try_chore(Chore.KEEP).good is is_next
    assert not is_bound(box)


def test_a_box_that_leaves_its_hall_keeps_nothing_of_it(sent, box, monkeypatch):
    runs = list[Sequence[str]]()
    monkeypatch.setattr(command, "_run", lambda words: runs.append(words) is None)
    for name in ("hall.toml", "hall.toml.before", "hall.password", "device.toml"):
        (box / "own" / name).write_bytes(b"")
    assert try_chore(Chore.LEAVE_HALL) == ChoreDone(Chore.LEAVE_HALL)
    assert [each.name for each in (box / "own").iterdir()] == ["device.toml"]
    assert [words[1:] for words in runs] == [
        ("try-restart", "nightcrier-net.service"),
        ("restart", "nightcrier.service"),
    ]
    assert try_chore(Chore.LEAVE_HALL).good, "once more, after a cut"


@pytest.mark.parametrize("cut_at", range(1, 9))
def test_leaving_that_is_cut_keeps_what_is_needed_to_leave_again(box, cut_at):
    """The menu offers to leave as long as there are settings, so the password must not outlast them."""
    own = box / "own"
    own.mkdir(parents=True)
    for name in ("hall.toml", "hall.toml.before", "hall.password", "hall.password.999999999.new"):
        (own / name).write_bytes(b"")
    with suppress(PowerCut):
        leave_hall(own, CutDisk(cut_at, PowerCut()))
    assert (own / "hall.toml").exists() or list(own.iterdir()) == []
    leave_hall(own)
    assert list(own.iterdir()) == []


def test_a_voice_is_taken_as_from_a_stick(sent, box, voice):
    (sent / "en-new.zip").write_bytes(voice)
    assert take_sent(sent).new == {"voices": 1}
    assert (box / "own" / "guests" / "voices" / "en-new.zip").read_bytes() == voice
    assert try_chore(Chore.KEEP).good
    assert (box / "state" / "voices" / "en-new.zip").read_bytes() == voice


def refused(sent: Path, box: Path) -> str:
    """Return the one reason for refusing a file, after checking that nothing was taken or left in the folder."""
    news = take_sent(sent)
    assert (news.good, news.new) == (True, {})
    assert not own_decks(box)
    assert not [file for file in (box / "state").rglob("*") if file.is_file()]
    assert list(sent.iterdir()) == []
    (reason,) = news.reasons
    return reason


def hall(*edits: tuple[str, str]) -> bytes:
    """Return the file of a hall, with these texts replaced."""
    text = LETS_IN.decode()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return text.encode()


MORE, BOTH = "says more than where a hall is", "put both on a stick"
MORE_THAN_A_HALL = [
    *([("[net]\n", f"[net]\n{more}\n")] for more in ("updates = true", "port = 9999", "tls = true")),
    [("[net.hall]\n", "[net.hall]\nport = 9999\n")],
    [("[net.hall]\n", '[net.hall]\npassword_file = "/etc/nightcrier/mqtt.password"\n')],
    [("[net.mqtt]\n", '[net.mqtt]\ndiscovery = "other"\n')],
]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("bad.toml", b"x", "bad.toml: "),
        ("device.toml", b"[sound]\nvolume = 1\n", "is not taken from a phone"),
        ("nightcrier-1.tar.xz", b"x", "is not taken from a phone"),
        ("odd.exe", b"x", "is not taken from a phone; put it on a stick"),
        ("large.toml", b"#" * (MOST_SENT[".toml"] + 1), "is larger than the box takes it"),
        ("en-new.zip", b"PK\3\4nothing", "en-new.zip"),
        ("en-cut.zip", lambda voice: voice[: len(voice) // 2], "en-cut.zip"),
        ("en-bomb.zip", lambda _: bomb(), "en-bomb.zip"),
        ("hall.toml", b"[sound]\nmax_volume = 90\n", "more than [net]"),
        *(("hall.toml", hall(*more), MORE) for more in MORE_THAN_A_HALL),
        ("hall.toml", hall(("tls = false", "tls = true"), ('ca_file = ""', 'ca_file = "/etc/ssl/cert.pem"')), MORE),
        ("hall.toml", hall(('password_file = ""', 'password_file = "/etc/nightcrier/mqtt.password"')), BOTH),
        ("hall.toml", hall(('password_file = ""', 'password_file = "/etc/nightcrier/hall.password"')), BOTH),
    ],
)
def test_what_is_not_right_is_one_sentence(sent, box, voice, name, content, why):
    """A guest could name a broker of their own and get the password from the stick, so a phone may only say where a
    hall is."""
    (sent / name).write_bytes(content(voice) if callable(content) else content)
    assert why in refused(sent, box)


def test_no_link_is_followed_no_pipe_waited_for_no_folder_entered(sent, box, tmp_path):
    (tmp_path / "other.toml").write_text(DECK)
    (sent / "a.toml").symlink_to(tmp_path / "other.toml")
    os.mkfifo(sent / "b.toml")
    (sent / "c.toml").mkdir()
    news = take_sent(sent)
    assert (news.new, len(news.reasons)) == ({}, 3)
    assert not own_decks(box)
    assert (tmp_path / "other.toml").exists()


def test_what_is_sent_meanwhile_stays(sent):
    (sent / "first.toml").write_text(DECK)
    with take_copies(sent) as given:
        (sent / "second.toml").write_text(DECK)
        (first,) = given
        assert isinstance(first, GivenFile)
        assert first.path.read_text() == DECK
        assert not first.path.is_relative_to(sent)
    assert [each.name for each in sent.iterdir()] == ["second.toml"]
    assert not first.path.exists()


def test_a_file_of_no_content_that_seems_large_is_not_copied(sent):
    with (sent / "nightcrier-1.tar.xz").open("wb") as sparse:
        sparse.truncate(2**20)
    with take_copies(sent, (".toml",)) as given:
        assert [type(each) for each in given] == [BadFile]


def test_a_link_in_place_of_the_folder_gives_no_rights_of_root(sent, monkeypatch):
    """The companion may replace its folder with a link, so root takes the permissions of the folder around it."""
    asked = list[Path]()

    @contextmanager
    def work_as_owner(folder: Path, *, follows_links: bool) -> Iterator[None]:
        assert not follows_links
        asked.append(folder)
        yield

    monkeypatch.setattr(sent_files, "as_owner", work_as_owner)
    with take_copies(sent):
        assert asked == [sent.parent]


def test_a_folder_that_is_not_there_holds_nothing(tmp_path):
    with take_copies(tmp_path / "nowhere") as given:
        assert given == []


def test_copies_leave_room_on_the_card(sent):
    """A file and its copy take twice the room that the phone was asked to leave."""
    (sent / "sunday.toml").write_text(DECK)
    with take_copies(sent, free=lambda _: LEFT_FREE + len(DECK) - 1) as given:
        assert [str(each) for each in given] == [
            "sunday.toml: needs more room than there is on the card; make room, and send it again."
        ]
    assert list(sent.iterdir()) == []
    (sent / "sunday.toml").write_text(DECK)
    with take_copies(sent, free=lambda _: LEFT_FREE + len(DECK)) as given:
        assert isinstance(given[0], GivenFile)


def test_what_another_phone_is_still_sending_is_left_to_it(sent, box):
    """If root removed an unfinished file, its phone would hear that the card is full, and the page of a bad file."""
    inbox = PhoneInbox(sent, lambda _: 2**40, updates=False)

    async def content() -> AsyncGenerator[bytes, None]:
        yield DECK[:20].encode()
        assert take_sent(sent) == ChoreDone(Chore.TAKE_SENT)
        yield DECK[20:].encode()

    asyncio.run(inbox.keep("sunday.toml", content()))
    assert take_sent(sent) == TAKEN
    assert own_decks(box) == ["sunday.toml"]


def test_of_a_folder_full_of_names_the_first_few_are_looked_at(sent):
    for number in range(3000):
        (sent / f"{number:04}.toml").touch()
    assert len(take_sent(sent).reasons) == 8
    assert len(list(sent.iterdir())) == 3000 - 8
