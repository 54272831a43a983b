"""Tests settings: the shipped file is complete, each bad key is ignored by itself, and each fault gets one sentence."""

import os
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from nightcrier.kernel.files import Disk
from nightcrier.kernel.reading import LARGEST_TOML
from nightcrier.kernel.settings import (
    MqttSettings,
    NetSettings,
    PanelSettings,
    ScreenSettings,
    Settings,
    SoundSettings,
    TableSettings,
)
from nightcrier.kernel.settings_files import load_settings
from nightcrier.words.catalogue import LANGUAGES
from tests.sampling import so_many

SHIPPED = Path("config/device.toml")
ALL = "de, en, es, fa, fr, it, ja, th, uk, zh-Hant"


@pytest.fixture
def own(tmp_path):
    return tmp_path / "device.toml"


def told(own, text) -> tuple[Settings, list[str]]:
    """Return the settings that this text in the owner's file leads to, and the sentences about it without its name."""
    own.write_text(text, "utf-8")
    found, faults = load_settings(Disk(), (SHIPPED, own), LANGUAGES)
    return found, [str(fault).removeprefix(f"{own}: ") for fault in faults]


def test_the_shipped_file_loads_without_complaint():
    assert load_settings(Disk(), (SHIPPED,), LANGUAGES) == (Settings(), ())


def test_every_key_of_the_shipped_file_is_explained_above_it():
    for above, line in pairwise(SHIPPED.read_text("utf-8").splitlines()):
        if line.startswith("["):
            assert not above
        elif "=" in line and not line.startswith("#"):
            assert above, f"nothing stands above {line}"


def test_the_owners_file_speaks_over_the_shipped_one_key_by_key(own):
    found, faults = told(own, '[panel]\nstart = 5\nlamp_pins = [6, 12, 13]\n[table]\nlanguages = ["fa", "en"]\n')
    assert found == Settings(
        panel=PanelSettings(start=5, lamp_pins=(6, 12, 13)), table=TableSettings(languages=("fa", "en"))
    )
    assert faults == []


def test_a_file_that_is_not_there_is_no_fault(own):
    assert load_settings(Disk(), (own,), LANGUAGES) == (Settings(), ())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[panel]\nbounce_ms = 500", "panel.bounce_ms: 500 cannot be used, it must be a whole number from 1 to 50"),
        ("[panel]\nbounce_ms = true", "panel.bounce_ms: true cannot be used, it must be a whole number from 1 to 50"),
        ("[panel]\nedges_per_detent = 3", "panel.edges_per_detent: 3 cannot be used, it must be one of 1, 2, 4"),
        ('[panel]\nreverse = "yes"', 'panel.reverse: "yes" cannot be used, it must be true or false'),
        ("[panel]\nstart = 2", "panel.start: 2 cannot be used, it must be a whole number from 4 to 27"),
        (
            "[panel]\nlamp_pins = [5, 99]",
            "panel.lamp_pins: [5,99] cannot be used, it must be a list of 0 to 3, each a whole number from 4 to 27",
        ),
        (
            '[screen]\ncontroller = "ssd1307"',
            'screen.controller: "ssd1307" cannot be used, it must be one of "none", "sh1106", "ssd1306", "ssd1309"',
        ),
        (
            '[screen]\naddress = "0x3C"',
            'screen.address: "0x3C" cannot be used, it must be an address from 0x08 to 0x77, mostly 0x3C',
        ),
        ("[screen]\ncontrast = inf", "screen.contrast: inf cannot be used, it must be a whole number from 0 to 255"),
        (
            "[screen]\nsleep_minutes = 99999999999999999999999999",
            "screen.sleep_minutes: 99999999999999999999999999 cannot be used, it must be a whole number from 1 to 240",
        ),
        (
            "[screen]\nsleep_minutes = 0x" + "f" * 4000,
            "screen.sleep_minutes: a number of so many digits cannot be used, it must be a whole number from 1 to 240",
        ),
        (
            '[sound]\ncard = "hw:1,0"',
            'sound.card: "hw:1,0" cannot be used, it must be a text in quotes of letters, digits, - and _',
        ),
        (
            '[net.mqtt]\nbroker = "mqtt://home"',
            (
                'net.mqtt.broker: "mqtt://home" cannot be used, it must be the name or address of a broker such as '
                '"homeassistant.local", or ""'
            ),
        ),
        ("[net.mqtt]\nport = 0", "net.mqtt.port: 0 cannot be used, it must be a whole number from 1 to 65535"),
        (
            '[net.mqtt]\nca_file = "ca.pem"',
            'net.mqtt.ca_file: "ca.pem" cannot be used, it must be the whole path of a file, from /, or ""',
        ),
        (
            '[net.mqtt]\ntable = "a/#"',
            'net.mqtt.table: "a/#" cannot be used, it must be 1 to 32 small letters, digits and - in quotes',
        ),
        (
            '[net.mqtt]\ndiscovery = "+"',
            'net.mqtt.discovery: "+" cannot be used, it must be a topic such as "homeassistant", or ""',
        ),
        (
            '[table]\nlanguages = ["xx", "en"]',
            'table.languages: ["xx","en"] cannot be used, it must be one or two different ones of ' + ALL,
        ),
    ],
)
def test_a_wrong_value_costs_only_itself_and_is_said_in_one_sentence(own, text, sentence):
    assert told(own, text) == (Settings(), [f"{sentence}; the default is used."])


def test_the_same_language_twice_is_not_two(own):
    assert told(own, '[table]\nlanguages = ["en", "en"]')[0] == Settings()


def test_one_wrong_value_leaves_the_others_in_force(own):
    found, faults = told(own, "[screen]\ncontrast = 300\nupside_down = true\n[sound]\nbuffer = 2048")
    assert found == Settings(screen=ScreenSettings(upside_down=True), sound=SoundSettings(buffer=2048))
    assert len(faults) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[panel]\nhold = 3", "panel.hold: is no setting, hold_ms is the nearest one."),
        ("[lights]", "lights: is no setting, those here are panel, screen, sound, table, net."),
        ("sound = 4", "sound: must be a table, written [sound]; the default is used."),
        ("[net]\nmqtt = true", "net.mqtt: must be a table, written [net.mqtt]; the default is used."),
        ("[net.mqtt]\nbrokr = 1", "net.mqtt.brokr: is no setting, broker is the nearest one."),
        (
            "[panel]\nstart = 27",
            "panel: uses GPIO 27 twice, every part needs its own; the default wiring is used.",
        ),
        (
            "[panel]\nlamp_pins = [5, 6]",
            "panel.lamp_pins: must name 1 pin for a plain lamp or 3 for red, green and blue; none is used.",
        ),
    ],
)
def test_other_mistakes_are_named_too(own, text, sentence):
    assert told(own, text) == (Settings(), [sentence])


def test_a_table_within_a_table_is_laid_over_key_by_key(own):
    found, faults = told(own, '[net]\nport = 9000\n[net.mqtt]\nbroker = "10.0.0.2"\n')
    assert found == Settings(net=NetSettings(port=9000, mqtt=MqttSettings(broker="10.0.0.2")))
    assert faults == []


def test_who_wants_a_broker_checked_is_never_sent_to_it_in_the_open(own):
    found, (sentence,) = told(own, '[net.mqtt]\nbroker = "10.0.0.2"\nca_file = "/etc/ca.pem"\n')
    assert found.net.mqtt.broker == ""
    assert sentence.startswith("net.mqtt: names a ca_file but not tls = true")


KEY, BESIDE = 'password_file = "/etc/key"', "net.mqtt.password_file: needs its broker beside it in the same file"


@pytest.mark.parametrize(
    ("hall", "own", "sent", "is_told"),
    [
        ('broker = "hall"', KEY, "", True),
        ('broker = "hall"', f'broker = "-bad"\n{KEY}', "", True),
        ('broker = "hall"', f'broker = "home"\n{KEY}', "/etc/key", False),
        ('broker = "hall"', f'broker = "hall"\n{KEY}', "/etc/key", False),
        (f'broker = "hall"\n{KEY}', 'broker = "home"', "", False),
        (f'broker = "hall"\n{KEY}', 'broker = "hall"', "/etc/key", False),
        (f'broker = "hall"\n{KEY}', 'table = "den"', "/etc/key", False),
        (f'broker = "hall"\n{KEY}', 'password_file = "/etc/other"', "/etc/key", True),
        (f'broker = "hall"\n{KEY}', 'password_file = ""', "", False),
        (KEY, 'broker = "home"', "", False),
    ],
)
def test_a_password_goes_to_the_broker_that_its_own_file_names_and_to_no_other(tmp_path, hall, own, sent, is_told):
    files = (tmp_path / "hall.toml", tmp_path / "device.toml")
    for file, rows in zip(files, (hall, own), strict=True):
        file.write_text(f"[net.mqtt]\n{rows}\n")
    found, faults = load_settings(Disk(), files, LANGUAGES)
    assert found.net.mqtt.password_file == sent
    assert any(BESIDE in str(each) for each in faults) is is_told


@pytest.mark.parametrize("text", ["net = 1", "[net]\nmqtt = 1", "[net.mqtt]\npassword_file = 1"])
def test_a_broker_that_is_no_table_is_a_fault_and_no_end(own, text):
    assert len(told(own, text)[1]) == 1


def test_what_would_spoil_a_terminal_is_not_repeated(own):
    _, (sentence,) = told(own, f'["\\u001b[2J\\u202e{"x" * 500}"]')
    assert sentence.startswith("?[2J?xxx")
    assert len(sentence) < 120


def test_a_byte_order_mark_before_the_first_letter_is_none_of_it(own):
    found, sentences = told(own, "\ufeff[sound]\nmax_volume = 50\n")
    assert (found.sound.max_volume, sentences) == (50, [])


@pytest.mark.parametrize("hours", ["22:00-22:00", "00:00-00:00", "24:00-07:00", "22:00-24:01", "22:00-07:00\\n"])
def test_quiet_hours_that_mean_nothing_say_what_to_write(own, hours):
    found, (sentence,) = told(own, f'[sound]\nquiet_hours = "{hours}"')
    assert found.sound.quiet_hours == ""
    assert 'must be two different times such as "22:00-07:00", "00:00-24:00" for all day, or "";' in sentence


@pytest.mark.parametrize("hours", ["00:00-24:00", "22:00-24:00", "22:00-07:00", "23:59-00:00", ""])
def test_quiet_hours_may_go_over_midnight_or_all_day(own, hours):
    found, sentences = told(own, f'[sound]\nquiet_hours = "{hours}"')
    assert (found.sound.quiet_hours, sentences) == (hours, [])


def test_hundreds_of_mistakes_are_counted_and_not_all_read_out(own):
    _, sentences = told(own, "\n".join(f"nonsense{number} = 1" for number in range(300)))
    assert (sentences[-1], len(sentences)) == ("has 280 more faults like these.", 21)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"[panel\nstart = 3", "is not TOML"),
        (b"\xff\xfe[\x00p\x00", "is not UTF-8 text"),
        (b"x = " + b"[" * 3000, "is not TOML"),
        (b"x = " + b"9" * 10_000, "has a line with more than 4096 characters"),
        (b"#" * (LARGEST_TOML + 1), "is larger than 64 KiB"),
        (b"#" * (5 * 1024 * 1024), "it is larger than 4 MiB"),
    ],
)
def test_a_file_that_cannot_be_used_at_all_is_one_sentence(own, content, what):
    own.write_bytes(content)
    found, (fault,) = load_settings(Disk(), (SHIPPED, own), LANGUAGES)
    assert found == Settings()
    assert what in str(fault)
    assert "nothing in it is used" in str(fault)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda own: own.symlink_to(own)])
def test_what_is_no_file_is_one_sentence(own, make):
    make(own)
    found, (fault,) = load_settings(Disk(), (SHIPPED, own), LANGUAGES)
    assert found == Settings()
    assert "cannot be read" in str(fault)


toml_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(
    [
        *asdict(PanelSettings()),
        *asdict(ScreenSettings()),
        *asdict(SoundSettings()),
        *asdict(TableSettings()),
        *asdict(NetSettings()),
    ]
) | st.text(max_size=9)


@settings(max_examples=so_many(300, 60), deadline=None)
@given(st.dictionaries(st.sampled_from([*asdict(Settings()), "x"]), st.dictionaries(names, toml_values)))
def test_whatever_stands_in_a_file_the_settings_are_usable(found):
    from nightcrier.kernel.settings_files import _Reader

    reader = _Reader(Path("f"), LANGUAGES)
    result, again = reader.over(Settings(), found), _Reader(Path("f"), LANGUAGES)
    plain = msgspec.to_builtins(result)
    assert (again.over(Settings(), plain), again.worth_reading()) == (result, [])
    assert all("\n" not in str(fault) for fault in reader.worth_reading())


@given(st.binary(max_size=200))
def test_bytes_of_any_kind_never_raise(content):
    class Card(Disk):
        def read(self, path: Path) -> bytes:
            return content

        def exists(self, path: Path) -> bool:
            return True

    load_settings(Card(), (Path("f"),), LANGUAGES)
