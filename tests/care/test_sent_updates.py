"""Tests what else root does for a phone: it takes updates if the settings allow them, makes copies to fetch, and
tells box and page the result."""

import sys
import zipfile
from pathlib import Path

from nightcrier.kernel.chores import Chore, ChoreDone, read_sent_news, tell_news
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.tools import chore as command
from nightcrier.tools.chore import save_out, try_chore, update_sent


def allow_updates(box: Path) -> None:
    (box / "own" / "device.toml").write_text("[net]\nupdates = true\n")


def lay_update(sent: Path) -> None:
    for end in ("", ".sig"):
        (sent / f"nightcrier-9.9.tar.xz{end}").write_bytes(b"x")


def installer(*lines: str) -> tuple[str, ...]:
    return (sys.executable, "-c", "\n".join(("import sys; from pathlib import Path", *lines)))


def test_an_update_is_the_installers_and_of_the_copy(sent, box, tmp_path):
    allow_updates(box)
    lay_update(sent)
    note = tmp_path / "called"
    called = installer(f"Path({str(note)!r}).write_text(sys.argv[1]); assert Path(sys.argv[1] + '.sig').is_file()")
    assert update_sent(called, sent) == ChoreDone(Chore.UPDATE_SENT)
    assert not Path(note.read_text()).is_relative_to(sent)
    assert Path(note.read_text()).name == "nightcrier-9.9.tar.xz"


def test_one_that_the_installer_refuses_says_why(sent, box):
    allow_updates(box)
    lay_update(sent)
    news = update_sent(installer("sys.exit('nightcrier: not signed; nothing was changed')"), sent)
    assert news == ChoreDone(Chore.UPDATE_SENT, good=False, reasons=("nightcrier: not signed; nothing was changed",))
    lay_update(sent)
    assert update_sent(installer("sys.exit(1)"), sent).reasons == ("The installer did not say why.",)


def test_without_the_setting_no_installer_runs(sent, tmp_path):
    lay_update(sent)
    note = tmp_path / "called"
    news = update_sent(installer(f"Path({str(note)!r}).touch()"), sent)
    assert not news.good
    assert news.reasons == ("The settings of this box take no update from a phone: [net] updates.",)
    assert not note.exists()


def test_an_update_without_its_signature_is_none(sent, box):
    allow_updates(box)
    (sent / "nightcrier-9.9.tar.xz").write_bytes(b"x")
    assert update_sent(("false",), sent).reasons == ("There is no update with its signature beside it; send both.",)
    (sent / "nightcrier-9.9.tar.xz").symlink_to("/etc/passwd")
    assert len(update_sent(("false",), sent).reasons) == 2


def test_everything_is_saved_where_the_second_program_can_read_it(box, tmp_path):
    (box / "own").mkdir(parents=True)
    (box / "state").mkdir()
    (box / "own" / "device.toml").write_text("[net]\nenabled = true\n")
    out = tmp_path / "out"
    for _ in range(2):
        assert save_out(out, tmp_path) == ChoreDone(Chore.SAVE_OUT)
        (out / "fresh-cut" / "nightcrier").mkdir(parents=True)  # as a power cut leaves it
        assert save_out(out, tmp_path) == ChoreDone(Chore.SAVE_OUT)
        assert sorted(each.name for each in out.iterdir()) == ["report.txt", "saved.zip"]
    with zipfile.ZipFile(out / "saved.zip") as saved:
        assert "own/device.toml" in saved.namelist()
    assert (out / "report.txt").read_text().startswith("== Versions")
    assert (out.stat().st_mode & 0o777, (out / "saved.zip").stat().st_mode & 0o777) == (0o750, 0o640)


def test_what_phones_may_fetch_and_a_damaged_saved_box_go_when_a_person_is_forgotten(told, box, monkeypatch, tmp_path):
    assert told
    out, own = tmp_path / "out", box / "own"
    own.mkdir(parents=True)
    for name in ("restoring.zip.broken", "restoring.zip.broken-2", "device.toml.broken"):
        (own / name).write_bytes(b"Quirin")
    monkeypatch.setattr(command, "HANDED_OUT", out)
    assert try_chore(Chore.CLEAR_OUT) == ChoreDone(Chore.CLEAR_OUT), "there may be none"
    assert [each.name for each in own.iterdir()] == ["device.toml.broken"], "settings stay"
    (out / "fresh-cut").mkdir(parents=True)
    for name in ("saved.zip", "report.txt", "fresh-cut/saved.zip"):
        (out / name).write_bytes(b"Quirin")
    assert try_chore(Chore.CLEAR_OUT) == ChoreDone(Chore.CLEAR_OUT)
    assert [*out.iterdir()] == []
    (own / "restoring.zip.broken").mkdir()
    assert not try_chore(Chore.CLEAR_OUT).good, "it cannot be removed"


def fail() -> ChoreDone:
    raise WrongUse("The card is full; make room.")


def test_what_fails_is_told_with_its_reason(told, monkeypatch):
    monkeypatch.setattr(command, "save_out", fail)
    news = ChoreDone(Chore.SAVE_OUT, good=False, reasons=("The card is full; make room.",))
    assert try_chore(Chore.SAVE_OUT) == news
    tell_news(news, told)
    assert read_sent_news(told) == news
    tell_news(ChoreDone(Chore.TAKE), told)
    assert read_sent_news(told) is None, "nobody with a phone has asked for that"


def test_few_reasons_are_told_and_none_without_end(told):
    tell_news(ChoreDone(Chore.TAKE_SENT, reasons=tuple(str(BadFile("x" * 99, "", "y" * 900)) for _ in range(99))), told)
    news = read_sent_news(told)
    assert news is not None
    assert len(news.reasons) == 5
