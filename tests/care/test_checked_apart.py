"""Tests that strangers' files are checked in a child with limits: however it ends, people get one sentence."""

import io
import os
import resource
import socket
import zipfile

import pytest

from nightcrier.care import checked_apart, saved_box, taking
from nightcrier.care.checked_apart import MEMORY, check_apart
from nightcrier.cli import main
from nightcrier.kernel.errors import BadFile, WrongUse
from tests.care.given_files import SETTINGS, deck, files_of, sound
from tests.care.saved_boxes import changed, put_in

COSTLY = "x.toml: takes more time or memory than any honest file; make it smaller, or leave it out."


def take_memory() -> str:
    return str(len(bytearray(2 * MEMORY)))


def take_time() -> str:
    while True:
        pass


def go_round() -> str:
    raise RecursionError


@pytest.mark.parametrize("check", [take_memory, take_time, go_round, os.abort, lambda: os._exit(0)])
def test_whatever_becomes_of_the_child_is_one_sentence(check, monkeypatch):
    monkeypatch.setattr(checked_apart, "PROCESSOR_SECONDS", 1)
    with pytest.raises(BadFile) as told:
        check_apart("x.toml", check)
    assert str(told.value) == COSTLY


def test_the_word_and_the_reasons_come_back():
    assert check_apart("x", lambda: "a place with ü") == "a place with ü"
    fault = BadFile("a", "key", "is wrong")
    fault.others, fault.more = (BadFile("b", "", "is so, too"),), 3
    for error in (fault, WrongUse("Not so."), OSError(28, "No space left on device")):

        def refuse(error: Exception = error) -> str:
            raise error

        with pytest.raises(type(error)) as told:
            check_apart("x", refuse)
        assert str(told.value) == (error.strerror if isinstance(error, OSError) else str(error))
        if error is fault:
            assert [str(each) for each in told.value.others] == ["b: is so, too.", "a: and 3 more."]


def open_files() -> str:
    found = []
    for each in range(1000):
        try:
            os.fstat(each)
        except OSError:
            continue
        found.append(each)
    return " ".join(map(str, found))


def test_it_keeps_of_what_is_open_only_what_it_reads(tmp_path):
    (tmp_path / "secret").touch()
    with (tmp_path / "secret").open() as secret, (tmp_path / "secret").open() as read:
        kept = {int(each) for each in check_apart("x", open_files, (read.fileno(),)).split()}
        assert {0, 1, 2, read.fileno()} < kept
        assert len(kept) == 5, "and the way by which it answers"
        assert secret.fileno() not in kept


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")
def test_a_child_of_root_has_nobodys_rights_and_no_network(tmp_path, monkeypatch):
    monkeypatch.setattr(checked_apart, "_PROGRAM", ())

    def rights() -> str:
        names = [name for _, name in socket.if_nameindex()]
        return f"{os.getresuid()} {os.getresgid()} {os.getgroups()} {names} {os.access(tmp_path / 'mine', os.R_OK)}"

    (tmp_path / "mine").touch(0o600)
    nobody = (65534,) * 3
    assert check_apart("x", rights) == f"{nobody} {nobody} [] ['lo'] False"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")
def test_a_program_that_nobody_may_read_still_has_the_limits(tmp_path, monkeypatch):
    (tmp_path / "hidden.py").touch(0o600)
    monkeypatch.setattr(checked_apart, "_PROGRAM", (tmp_path / "hidden.py",))
    assert (
        check_apart("x", lambda: f"{os.getresuid()} {resource.getrlimit(resource.RLIMIT_NPROC)}") == "(0, 0, 0) (0, 0)"
    )


def test_nothing_is_lost_by_a_file_that_asks_for_too_much(stick, box, monkeypatch, capsys):
    given = {"device.toml": SETTINGS, "decks/a.toml": deck(), "beds/sea.wav": sound()}
    assert main(["take", str(stick(given))]) == 0
    before = files_of(box)
    monkeypatch.setattr(taking, "check_bed", lambda *_: take_memory())
    assert main(["take", str(stick({"beds/sea.wav": sound(4), "decks/b.toml": deck("New")}))]) == 1
    assert "beds/sea.wav: takes more time or memory than any honest file" in capsys.readouterr().out
    after = files_of(box)
    assert after.pop("own/scenarios/b.toml")
    assert after == before


def voice_with(listed: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as voice:
        voice.writestr("pack.toml", listed)
    return made.getvalue()


def take_time_for(content: bytes, *_: object) -> None:
    if content == b"costly":
        take_time()


@pytest.mark.parametrize("name", ["own/scenarios/costly.toml", "state/voices/en-x/pack.toml", "state/voices/en-y.zip"])
def test_a_saved_box_that_would_hold_up_a_start_is_refused_before_it_counts(name, saved, other, monkeypatch, capsys):
    changed(saved, put_in(name, voice_with(b"costly") if name.endswith(".zip") else b"costly"))
    before = files_of(other)
    monkeypatch.setattr(checked_apart, "PROCESSOR_SECONDS", 1)
    monkeypatch.setattr(saved_box, "parse_tables", take_time_for)
    assert main(["restore", str(saved)]) == 2
    told = f"{saved.name}: takes more time or memory than any honest file; make it smaller, or leave it out"
    assert capsys.readouterr().err == f"{told}; nothing was changed.\n"
    assert files_of(other) == before


def test_what_the_box_will_find_wrong_is_no_reason_to_refuse_the_whole(saved, other):
    changed(saved, put_in("own/scenarios/wrong.toml", b"a = ["))
    changed(saved, put_in("state/choices.json", b"{"))
    assert main(["restore", str(saved)]) == 1
    assert (other / "own/scenarios/wrong.toml").exists()


@pytest.mark.parametrize("place", ["own/scenarios/../../cron", "own/device.toml", "own/scenarios/other.toml"])
def test_a_child_that_was_taken_over_cannot_choose_where_root_writes(stick, box, monkeypatch, place):
    monkeypatch.setattr(taking, "check_apart", lambda *_, **__: str(box / place))
    given, before = stick({"decks/sunday.toml": deck("Sunday")}), files_of(box)
    assert main(["take", str(given)]) == 1
    assert {name for name in files_of(box) if "problems" not in name} - set(before) == set()
