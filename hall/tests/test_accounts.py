"""Tests the accounts at Mosquitto: each table speaks only as itself, and its stick lets it in."""

import base64
from pathlib import Path

import pytest

from nightcrier.kernel.files import DISK
from nightcrier.kernel.settings_files import load_settings
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_hall.__main__ import main
from nightcrier_hall.accounts import access_rules, hashed_password

SETTINGS = "[net.mqtt]\nbroker = '10.0.0.5'\n[net.hall]\nname = 'spring'\n"


def written(tmp_path: Path, *tables: str) -> int:
    (tmp_path / "own.toml").write_text(SETTINGS)
    return main(["--config", str(tmp_path / "own.toml"), "--accounts", str(tmp_path / "out"), *tables])


def test_a_password_is_hashed_as_mosquitto_does_it():
    """The expected hash was written by mosquitto_passwd 2.0.11."""
    told = "lr5V5LClrw5V29tPtr0cWnc6bqqLggc8bPnrEYon17xNatq/nyimZ9V57VfEKpckXimMB9/Ao9wT5aTURbRKIw=="
    salt = base64.b64decode("WOsPBuLMn7tQnyUB")
    assert hashed_password("open sesame", salt) == f"$7$101$WOsPBuLMn7tQnyUB${told}"


def test_each_table_speaks_in_its_own_name_and_the_hall_as_the_hall():
    rules = list(access_rules("hall", "spring"))
    patterns = [rule for rule in rules if rule.startswith("pattern")]
    assert rules[0] == "user hall"
    assert rules[1:] == [*(rule for rule in rules if rule.startswith("topic")), *patterns]
    writable = {rule.removeprefix("pattern write ") for rule in patterns if rule.startswith("pattern write")}
    assert writable == {
        *(f"nightcrier/%u/{leaf}" for leaf in ("availability", "state", "left", "results", "event/+", "answer/+")),
        *(f"nightcrier-hall/spring/{place}/%u" for place in ("tables",)),
    }
    assert {rule for rule in patterns if "pattern write" not in rule} == {
        "pattern read nightcrier/%u/set/+",
        "pattern read nightcrier-hall/spring/all/set/+",
    }
    assert "topic write nightcrier/+/set/+" in rules
    assert "topic write nightcrier-hall/spring/all/set/+" in rules


def test_the_stick_of_a_table_bears_its_name_its_title_and_its_own_password(tmp_path):
    assert written(tmp_path, "table-1", "table-7=By the window") == 0
    stick = tmp_path / "out" / "table-7" / "nightcrier"
    settings, faults = load_settings(DISK, (stick / "hall.toml",), LANGUAGES)
    assert (faults, settings.net.mqtt.name, settings.net.mqtt.table) == ((), "table-7", "table-7")
    assert settings.net.hall.title == "By the window"
    accounts = dict(row.split(":") for row in (tmp_path / "out" / "hall.passwd").read_text().splitlines())
    assert list(accounts) == ["hall", "table-1", "table-7"]
    password = (stick / "hall.password").read_text().strip()
    salt = base64.b64decode(accounts["table-7"].split("$")[3])
    assert accounts["table-7"] == hashed_password(password, salt)
    files = [file for file in (tmp_path / "out").rglob("*") if file.is_file()]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def test_the_hall_never_gets_the_password_of_a_table(tmp_path, monkeypatch, capsys):
    """If the hall had a table's password, that table could speak for the hall."""
    written(tmp_path, "table-1")
    before = (tmp_path / "out" / "hall.passwd").read_text()
    monkeypatch.setattr(f"{__name__}.SETTINGS", SETTINGS.replace("[net.mqtt]", "[net.mqtt]\nname = 'table-1'"))
    assert written(tmp_path) == 2
    assert "table-1 is the name of a table" in capsys.readouterr().err
    assert (tmp_path / "out" / "hall.passwd").read_text() == before


def test_a_table_that_comes_later_changes_no_password_of_another(tmp_path):
    written(tmp_path, "table-1=One")
    before = {
        file: file.read_text() for file in (tmp_path / "out").rglob("hall.[tp]*[dl]") if "passwd" not in file.name
    }
    assert written(tmp_path, "table-2") == 0
    assert {file: file.read_text() for file in before} == before
    assert len((tmp_path / "out" / "hall.passwd").read_text().splitlines()) == 3


@pytest.mark.parametrize("table", ["hall", "Table", "a/b", "..", "a=" + "x" * 33, "a=\u202e"])
def test_a_table_that_cannot_be_called_so_is_refused(tmp_path, table, capsys):
    assert written(tmp_path, table) == 2
    assert "cannot be" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
