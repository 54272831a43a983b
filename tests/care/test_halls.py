"""Tests that a stick lets a box into a hall: it sets only the network, and the broker's password is for one program."""

import stat

import pytest

from nightcrier.cli import main
from nightcrier.kernel.files import DISK
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.settings import HallSettings, MqttSettings, NetSettings
from nightcrier.kernel.settings_files import load_settings
from nightcrier.tools.chore import keep_asked, take_sent
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_hall.site import join_file
from tests.care.saved_boxes import changed, put_in

NET = NetSettings(mqtt=MqttSettings(broker="10.0.0.5", name="hall"), hall=HallSettings("spring"))
FILE = join_file(NET, "10.0.0.5", "table-7", "By the window")


def settings():
    return load_settings(DISK, standard_folders().settings, LANGUAGES)[0]


def test_the_file_of_the_hall_lets_a_box_in(stick, box, capsys):
    assert main(["take", str(stick({"hall.toml": FILE, "hall.password": "secret\n"}))]) == 0
    assert capsys.readouterr().out.startswith("The settings of a hall, the password of a hall.")
    net = settings().net
    assert (net.enabled, net.hall.name, net.hall.title, net.mqtt.table) == (True, "spring", "By the window", "table-7")
    assert (box / "own" / "hall.password").read_text() == "secret\n"
    assert b"password" not in (box / "own" / "on-trial").read_bytes(), "everybody may read that"


OTHER = join_file(NET, "10.9.9.9", "table-7", "")


def password(box) -> str:
    place = box / "own" / "hall.password"
    return place.read_text() if place.exists() else ""


def test_the_password_of_one_hall_is_never_sent_to_the_broker_of_another(stick, box):
    given = stick({"hall.toml": FILE, "hall.password": "first\n"})
    main(["take", str(given)])
    (given / "nightcrier" / "hall.password").unlink()
    main(["take", str(given)])
    assert password(box) == "first\n", "the settings are the same"
    main(["take", str(stick({"hall.toml": OTHER}))])
    assert password(box) == ""
    main(["take", str(stick({"hall.toml": FILE, "hall.password": "first\n"}))])
    assert password(box) == "first\n", "its own comes after its settings"


def test_nor_by_a_file_of_a_phone(stick, sent, box):
    main(["take", str(stick({"hall.toml": FILE, "hall.password": "first\n"}))])
    (sent / "hall.toml").write_bytes(OTHER)
    take_sent(sent)
    assert password(box) == "first\n"
    assert keep_asked().good
    assert password(box) == ""
    assert (box / "own" / "hall.toml.before").read_bytes() == FILE


def test_nor_where_the_settings_beside_it_were_refused(stick, box):
    main(["take", str(stick({"hall.toml": FILE, "hall.password": "first\n"}))])
    assert main(["take", str(stick({"hall.toml": "x", "hall.password": "second\n"}))]) == 1
    assert password(box) == "first\n"


def test_nor_where_the_settings_before_are_back(stick, box):
    main(["take", str(stick({"hall.toml": FILE, "hall.password": "first\n"}))])
    main(["take", str(stick({"hall.toml": OTHER, "hall.password": "second\n"}))])
    assert main(["take", "--put-aside", str(box / "aside.json")]) == 0
    assert (box / "own" / "hall.toml").read_bytes() == FILE
    assert password(box) == ""
    assert main(["take", "--put-aside", str(box / "aside.json")]) == 0
    assert ((box / "own" / "hall.toml").read_bytes(), password(box)) == (OTHER, "second\n")


def test_nor_by_a_saved_box_of_another_hall(saved, other):
    (other / "own" / "hall.toml").write_bytes(OTHER)
    (other / "own" / "hall.password").write_text("second\n")
    changed(saved, put_in("own/hall.toml", FILE))
    assert main(["restore", str(saved)]) == 0
    assert ((other / "own" / "hall.toml").read_bytes(), password(other)) == (OTHER, "second\n")
    assert keep_asked().good
    assert (other / "own" / "hall.toml").read_bytes() == FILE
    assert password(other) == ""


def test_nobody_else_reads_the_password(stick, box):
    main(["take", str(stick({"hall.password": "secret\n"}))])
    place = box / "own" / "hall.password"
    assert stat.S_IMODE(place.stat().st_mode) == 0o640
    main(["take", str(stick({"hall.password": "another\n"}))])
    assert not place.with_name("hall.password.before").exists()


def test_the_folder_it_is_first_in_is_open_to_who_reads_the_settings(stick, box):
    main(["take", str(stick({"hall.password": "secret\n"}))])
    assert stat.S_IMODE((box / "own").stat().st_mode) & 0o500 == 0o500


def test_what_the_owner_has_set_counts_before_what_the_hall_says(stick, box):
    main(["take", str(stick({"hall.toml": FILE, "device.toml": '[net.mqtt]\ntable = "my-own"\n'}))])
    assert (settings().net.mqtt.table, settings().net.hall.name) == ("my-own", "spring")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('[net.hall]\nname = "spring"\n', "names no hall or no broker"),
        ('[net.mqtt]\nbroker = "10.0.0.5"\n', "names no hall or no broker"),
        ('[net.hall]\nname = "Spring!"\n', "cannot be used"),
        (FILE.decode() + "[sound]\nmax_volume = 90\n", "more than [net]"),
        ("not toml", "hall.toml"),
    ],
)
def test_what_is_no_file_of_a_hall_is_refused_in_a_sentence(stick, box, capsys, content, told):
    main(["take", str(stick({"hall.toml": content}))])
    said = capsys.readouterr()
    assert told in said.out + said.err
    assert not (box / "own" / "hall.toml").exists()


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe", b"two\nrows\n", b"x" * 2000])
def test_what_is_no_password_is_refused(stick, box, content):
    main(["take", str(stick({"hall.password": content}))])
    assert not (box / "own" / "hall.password").exists()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("Fox Den\nseven77\n", "second line that is no password"),
        ("Fox Den\n" + "x" * 64, "second line that is no password"),
        ("Fox Den\n\N{NO-BREAK SPACE}\nnine lives\n", "second line that is no password"),
        ("My home's Wi-Fi is called Fox Den\nnine lives\n", "first line that is too long"),
        ("Füchse\nnine lives\n".encode("cp1252"), "save it again as UTF-8"),
        (b"\xff\xfeF", "save it again as UTF-8"),
        ("Fox Den\nnine lives\n" + "\n" * 1024, "is larger than 1 KiB"),
        ("Fox Den\nnine lives\n", "Nothing new."),
        ("\nFox Den\r\nnine lives\r\n".encode("utf-16"), "Nothing new."),
        ("Fox Den\n" + "0123456789abcdef" * 4, "Nothing new."),
        ("Open House\n", "Nothing new."),
        ("", "Nothing new."),
    ],
)
def test_what_no_wi_fi_is_called_or_let_in_by_is_told(stick, box, capsys, content, told):
    status = main(["take", str(stick({"wifi.txt": content}))])
    assert told in capsys.readouterr().out
    assert status == (told != "Nothing new.")
