"""Tests `nightcrier-hall` from its command: it says what it needs, serves its page, and runs in a restricted unit."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from hall.tests.organisers import PASSWORD, TOPICS
from nightcrier.broker.hall_messages import JoinedTable, ResultGame, ResultPlace, TableResults
from nightcrier.broker.topics import TableTopics
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.files import DISK
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.settings import HallSettings, MqttSettings, NetSettings
from nightcrier.kernel.settings_files import load_settings
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_hall.__main__ import hall_password, main
from nightcrier_hall.program import serve_hall
from nightcrier_hall.results import ResultsDesk
from nightcrier_hall.site import PASSWORD_OF_HALL, join_file
from tests.broker.small_broker import SmallBroker
from tests.phone.phones import until
from tests.phone.test_net_command import free_port
from tests.project.test_net_service import UNIT, settings

ONE = TableTopics("one")
NET = NetSettings(
    mqtt=MqttSettings(broker="10.0.0.5", name="hall", password_file="/etc/nightcrier/mqtt.password"),  # noqa: S106
    hall=HallSettings("spring"),
)


def begun(tmp_path: Path, settings: str) -> int:
    (tmp_path / "own.toml").write_text(settings)
    return main(["--state", str(tmp_path), "--config", str(tmp_path / "own.toml")])


def with_password(tmp_path: Path, password: str) -> str:
    file = tmp_path / "password"
    file.write_text(f"{password}\n")
    file.chmod(0o640)
    return f'[net.mqtt]\nbroker = "127.0.0.1"\n[net.hall]\nname = "spring"\npassword_file = "{file}"\n'


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("", "name no hall"),
        ('[net.hall]\nname = "spring"\n', "name no hall"),
        ('[net.mqtt]\nbroker = "127.0.0.1"\n', "name no hall"),
        ('[net.mqtt]\nbroker = "127.0.0.1"\n[net.hall]\nname = "spring"\n', "needs a password"),
    ],
)
def test_what_is_missing_is_said(tmp_path, capsys, settings, told):
    assert (begun(tmp_path, settings), told in capsys.readouterr().err) == (1, True)


def test_settings_that_are_not_there_are_named(tmp_path, capsys):
    assert main(["--config", str(tmp_path / "nosuch.toml")]) == 2
    assert "There is no file" in capsys.readouterr().err


def test_a_short_password_is_refused(tmp_path, capsys):
    assert begun(tmp_path, with_password(tmp_path, "short")) == 1
    assert "10 letters" in capsys.readouterr().err


def test_a_password_that_others_may_read_is_refused(tmp_path):
    file = tmp_path / "password"
    file.write_text(PASSWORD)
    file.chmod(0o644)
    with pytest.raises(NightcrierError, match="Others may read the password"):
        hall_password(NetSettings(hall=HallSettings("spring", password_file=str(file))))


def test_a_password_that_cannot_be_read_is_named(tmp_path, capsys):
    assert begun(tmp_path, with_password(tmp_path, PASSWORD).replace("/password", "/nowhere")) == 1
    assert "[net.hall] password_file" in capsys.readouterr().err


def test_a_port_that_is_taken_is_said(tmp_path):
    async def served() -> None:
        taken = await asyncio.start_server(lambda _, __: None, None, 0)
        port = taken.sockets[0].getsockname()[1]
        net = NetSettings(mqtt=NET.mqtt, hall=HallSettings("spring", port=port))
        with pytest.raises(NightcrierError, match=r"\[net.hall\] port"):
            await serve_hall(net, standard_folders({}, tmp_path), PASSWORD)
        taken.close()

    asyncio.run(served())


def test_its_page_is_there_until_it_is_told_to_stop(tmp_path, caplog):
    """If another program takes the port first, the hall's program says so instead of waiting forever."""
    caplog.set_level("INFO", "nightcrier")
    port = free_port()
    net = NetSettings(mqtt=MqttSettings(broker="127.0.0.1", port=free_port()), hall=HallSettings("spring", port=port))

    async def answered() -> bytes:
        serving = asyncio.ensure_future(serve_hall(net, standard_folders({}, tmp_path), PASSWORD))
        await until(lambda: serving.done() or f"port {port}" in caplog.text)
        assert not serving.done(), serving.exception()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        page = await reader.read()
        writer.close()
        os.kill(os.getpid(), signal.SIGTERM)
        await serving
        return page

    page = asyncio.run(answered())
    assert page.startswith(b"HTTP/1.1 200")
    assert b'name="password"' in page
    assert b"Content-Security-Policy" in page


@pytest.mark.parametrize("title", ["", "By the window", 'Quote " and \\ back', "میز پنجره"])
def test_the_file_for_a_box_is_read_as_its_settings(tmp_path, title):
    file = tmp_path / "hall.toml"
    file.write_bytes(join_file(NET, "10.0.0.5", "table-7", title))
    settings, faults = load_settings(DISK, (file,), LANGUAGES)
    assert faults == ()
    assert settings.net.enabled
    assert (settings.net.hall.name, settings.net.hall.title) == ("spring", title)
    mqtt = settings.net.mqtt
    assert (mqtt.broker, mqtt.table, mqtt.password_file) == ("10.0.0.5", "table-7", PASSWORD_OF_HALL)
    assert mqtt.name == "table-7"


def with_a_table(where: Path, scene: Callable[[SmallBroker], Awaitable[None]]) -> SmallBroker:
    """Run a hall at a broker where table `one` joins, and play this scene. Return the broker after the program's
    last message."""
    broker = SmallBroker()

    async def run() -> None:
        await broker.open()
        net = NetSettings(
            mqtt=MqttSettings(broker="127.0.0.1", port=broker.port), hall=HallSettings("spring", port=free_port())
        )
        serving = asyncio.ensure_future(serve_hall(net, standard_folders({}, where), PASSWORD))
        await until(lambda: serving.done() or TOPICS.tables in broker.listened)
        assert not serving.done(), serving.exception()
        broker.tell(TOPICS.table("one"), msgspec.json.encode(JoinedTable("One")), kept=True)
        await until(lambda: ONE.results in broker.listened)
        await scene(broker)
        os.kill(os.getpid(), signal.SIGTERM)
        await serving
        await broker.end()

    asyncio.run(run())
    return broker


def test_what_a_table_tells_of_its_games_is_kept(tmp_path):
    places = tuple(ResultPlace(seat, int(seat == 3)) for seat in range(1, 5))
    told = msgspec.json.encode(TableResults(1, (ResultGame(1, "toy", "First", places, "id"),)))

    async def tells(broker: SmallBroker) -> None:
        broker.tell(ONE.results, told, kept=True)
        broker.tell(TOPICS.table("one"), b"", kept=True)
        await until(lambda: ONE.results not in broker.listened)

    with_a_table(tmp_path, tells)
    assert ResultsDesk(tmp_path / "results.json", print).games["id"].result.places == places


HALL = Path("hall/nightcrier-hall.service")
OTHERWISE = {
    "Description",
    "Documentation",
    "After",
    "ExecStart",
    "BindReadOnlyPaths",  # the box's door
    "Environment",
    "User",
    "Group",
    "StateDirectory",
    "RuntimeDirectory",  # a hall keeps its passes on the disk
    "RuntimeDirectoryMode",
    "RuntimeDirectoryPreserve",
    "MemoryMax",
    "RestrictAddressFamilies",
    *("ConditionPathExists", "Type", "WantedBy"),  # root starts the page, once the box has opened its door
    *("CapabilityBoundingSet", "AmbientCapabilities", "SocketBindDeny"),  # port 80 of the box's own Wi-Fi
}


def test_it_is_shut_in_as_the_page_of_a_box_is():
    of_hall, of_page = settings(HALL), settings(UNIT)
    assert [pair for pair in of_hall if pair[0] not in OTHERWISE] == [
        pair for pair in of_page if pair[0] not in OTHERWISE
    ]


def test_it_has_nothing_of_a_box():
    of_hall = dict(settings(HALL))
    assert of_hall["CapabilityBoundingSet"] == of_hall["AmbientCapabilities"] == ""
    assert of_hall["RestrictAddressFamilies"] == "AF_INET AF_INET6"
    assert of_hall["StateDirectory"] == "nightcrier-hall"
    assert of_hall["ExecStart"] == "/opt/nightcrier-hall/bin/nightcrier-hall"
