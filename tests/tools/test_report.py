"""Tests the report that people attach when asking for help."""

from argparse import Namespace
from pathlib import Path

import pytest

from nightcrier.box.witness import LogWitness
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.program import program_version
from nightcrier.tools.doctor import examine
from nightcrier.tools.doctor.host import Finding, Health, Host
from nightcrier.tools.report import REPORT_LOG, do_report, read_log, report_text, tell_findings

LINES = [
    "Page night, after home.",
    "fault sound: The loudspeaker is gone.",
    "mended sound: The loudspeaker is back.",
    "fault sound: The loudspeaker is gone.",
    "fault state: /home/anna/.local/state cannot be written.",
]


@pytest.fixture
def host(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "device.toml").write_text("[panel]\nreverse = true\nbounce_ms = 15\n")
    (tmp_path / "proc" / "device-tree").mkdir(parents=True)
    (tmp_path / "proc" / "device-tree" / "model").write_text("Raspberry Pi Zero 2 W Rev 1.0\0")
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "os-release").write_text('ID=debian\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')
    return Host(Folders(tmp_path / "state", tmp_path / "cache", tmp_path / "run", tmp_path / "own"), tmp_path)


def chapter(text: str, title: str) -> list[str]:
    (found,) = [part for part in text.split("== ") if part.startswith(f"{title}\n")]
    return found.strip().splitlines()[1:]


def written(host: Host, lines: list[str] = LINES) -> str:
    return report_text(host, {REPORT_LOG: "\n".join(lines)}.__getitem__)


def test_it_says_what_runs_on_what(host):
    versions = chapter(written(host), "Versions")
    assert versions[0] == f"nightcrier {program_version()}"
    assert "Raspberry Pi Zero 2 W Rev 1.0" in versions
    assert 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"' in versions
    assert any(line.startswith("msgspec 0.") for line in versions)
    assert any(line.endswith("is not installed") for line in versions)


def test_it_says_only_what_the_owner_set_otherwise(host):
    assert chapter(written(host), "Settings that differ from the shipped ones") == ["panel.reverse = True"]


def test_it_counts_the_faults(host):
    assert chapter(written(host), "Faults in the log") == ["sound: 2", "state: 1"]


def test_it_counts_what_the_daemon_writes_into_its_log(host, caplog):
    witness = LogWitness()
    with caplog.at_level("INFO", "nightcrier"):
        for part in Part:
            witness.fault(Fault(0.0, part, "It broke.", "The box plays on."))
            witness.fault(Fault(0.0, part, "It works.", mended=True))
    assert chapter(written(host, caplog.messages), "Faults in the log") == [f"{part}: 1" for part in sorted(Part)]


def test_it_holds_the_last_lines_of_the_log_and_no_more(host):
    many = [f"line {number}" for number in range(1000)]
    assert chapter(written(host, many), "Last lines of the log") == many[-200:]


def test_it_holds_what_the_doctor_found(host):
    assert "wrong   pins      This machine has no GPIO pins." in chapter(written(host), "Check")


def test_it_says_how_a_part_is_in_the_words_of_the_check(host, capsys):
    tell_findings(examine(host))
    checked = [line for line in capsys.readouterr().out.splitlines() if line.split(" ")[0] in set(Health)]
    assert chapter(written(host), "Check") == checked
    assert len(checked) > 8


@pytest.mark.parametrize(("made", "told"), [("systemd", "-> sudo systemd/install"), ("", "-> in a checkout: sudo ")])
def test_pip_brings_no_installer(tmp_path, monkeypatch, capsys, made, told):
    (tmp_path / made).mkdir(exist_ok=True)
    monkeypatch.setattr("nightcrier.tools.report.TOP", tmp_path)
    tell_findings([Finding.advice("groups", "One is missing.", "sudo systemd/install")])
    assert told in capsys.readouterr().out


def test_what_somebody_is_called_in_the_settings_is_not_in_it(host):
    (host.folders.own / "device.toml").write_text(
        '[net.mqtt]\nbroker = "10.0.0.5"\nname = "anna"\n[net.hall]\nname = "spring"\ntitle = "By Anna"\n'
    )
    text = written(host)
    assert "anna" not in text.lower()
    assert chapter(text, "Settings that differ from the shipped ones") == [
        "net.mqtt.broker is set",
        "net.mqtt.name is set",
        "net.hall.name is set",
        "net.hall.title is set",
    ]


def test_it_holds_no_names_and_nothing_that_was_kept(host):
    host.folders.state.mkdir()
    (host.folders.state / "journal.jsonl").write_text("the seer is Anna")
    text = written(host)
    assert "anna" not in text.lower()
    assert "/home/somebody/.local/state" in text


NAMED_FILES = [
    "fault voice: /var/lib/nightcrier/voices/en-quirina/pack.toml: is not TOML.",
    "fault config: /etc/nightcrier/scenarios/Quirina and Bob.toml: deck: must be a list.",
    "/etc/nightcrier/device.toml: panel: must be a table.",
    "Put aside: quirina.game.toml, device.toml.",
    "own/beds/quirinas song.OGG: cannot be read; the box is saved without it.",
    "nightcrier-saved-2.zip: 9 files. On any box: sudo nightcrier restore nightcrier-saved-2.zip",
    "night.wake (en): no recording in en-quirina; en-female says it.",
    "/usr/share/voices/en-female.zip: is no zip.",
]


def test_no_file_of_people_is_named_whether_it_is_there_or_gone(host):
    """Voices, decks, games and sounds are often named after people."""
    (host.folders.state / "voices" / "en-quirina").mkdir(parents=True)
    (host.folders.state / "voices" / "en-quirina" / "pack.toml").write_text("broken")
    (host.folders.own / "scenarios").mkdir()
    (host.folders.own / "scenarios" / "zoes-night.toml").write_text("zoe = zoe")
    text = written(host, NAMED_FILES)
    assert "quirina" not in text.lower()
    assert "zoe" not in text.lower()
    assert f"{host.folders.state}/voices/<one>/pack.toml: is not TOML" in text
    assert chapter(text, "Last lines of the log") == [
        "fault voice: /var/lib/nightcrier/voices/<one>/pack.toml: is not TOML.",
        "fault config: /etc/nightcrier/scenarios/<one>.toml: deck: must be a list.",
        "/etc/nightcrier/device.toml: panel: must be a table.",
        "Put aside: <one>.toml, device.toml.",
        "own/beds/<one>.OGG: cannot be read; the box is saved without it.",
        "nightcrier-saved-2.zip: 9 files. On any box: sudo nightcrier restore nightcrier-saved-2.zip",
        "night.wake (en): no recording in <one>; en-female says it.",
        "/usr/share/voices/en-female.zip: is no zip.",
    ]


def test_where_there_is_no_log_it_says_so():
    assert read_log(("/nowhere/journalctl",)).startswith("(no log: ")
    assert read_log(("false",)).startswith("(no log: ")
    assert read_log(("echo", "a line")) == "a line\n"
    assert REPORT_LOG[0] == "journalctl"


def test_it_is_written_where_asked(tmp_path, capsys):
    out = tmp_path / "report.txt"
    assert do_report(Namespace(out=out, state=tmp_path / "state")) == 0
    assert out.read_text().startswith("== Versions\nnightcrier ")
    assert capsys.readouterr().out.startswith(f"{out} is written.")


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    Path(tmp_path / "file").touch()
    with pytest.raises(WrongUse, match="cannot be written"):
        do_report(Namespace(out=tmp_path / "file" / "report.txt", state=tmp_path / "state"))


def test_a_dash_writes_it_to_the_standard_output_and_nowhere_else(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert do_report(Namespace(out=Path("-"), state=tmp_path / "state")) == 0
    out = capsys.readouterr().out
    assert out.startswith("== Versions\nnightcrier ")
    assert "is written" not in out
    assert not list(tmp_path.glob("*-*"))
