"""Tests `nightcrier net` as a command, beside a real box."""

import asyncio
import errno
import logging
import os
import socket
import subprocess
import sys
import time

import pytest

from nightcrier.cli import main
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.folders import Folders, standard_folders
from nightcrier.kernel.settings import MqttSettings, NetSettings
from nightcrier.phone.box_line import BoxLine
from nightcrier.phone.broker_line import BrokerLine
from nightcrier.tools.net_program import gate_of_phones, keep_passes, phones_file, read_passes, serve_page
from nightcrier.web.companion import listen_on, log_plainly
from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused
from nightcrier.web.gate import EVENING, Gate
from nightcrier.web.server import PageServer
from tests.phone.phones import until

OLDER = "is from an older Nightcrier"


def test_who_was_let_in_for_good_is_known_after_a_restart(tmp_path):
    gate, path = Gate(0.0), tmp_path / "phones.json"
    key = gate.admit("123456", "123456", 0.0, keeps=True)
    assert isinstance(key, str)
    keep_passes(phones_file(path), gate.for_good)
    assert Gate(0.0, read_passes(phones_file(path))).pass_of(key, 1e9)
    assert key.encode() not in path.read_bytes()


def test_where_everything_outlives_the_power_no_pass_of_an_evening_is_kept(tmp_path):
    gate_of_phones(standard_folders({}, tmp_path)).admit("123456", "123456", time.monotonic(), keeps=False)
    assert list(tmp_path.iterdir()) == []


def test_who_was_let_in_for_this_evening_is_known_until_the_power_goes(tmp_path):
    where = Folders(tmp_path / "state", tmp_path / "cache", tmp_path / "run")
    key = gate_of_phones(where).admit("123456", "123456", time.monotonic(), keeps=False)
    assert isinstance(key, str)
    again = gate_of_phones(where)
    shown = again.pass_of(key, time.monotonic())
    assert shown
    assert again.pass_of(key, time.monotonic() + EVENING) is None
    assert key.encode() not in (where.runtime / "evening.json").read_bytes()
    assert not where.state.exists()
    again.dismiss(shown)
    assert gate_of_phones(where).pass_of(key, time.monotonic()) is None


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is damaged"),
        (b"{}", OLDER),
        (b'[{"digest":"d","mark":"m","until":null}]', OLDER),
        (b'{"version":1,"choices":{}}', OLDER),
        (b'{"version":100}', "is damaged"),
    ],
)
def test_a_damaged_or_older_list_of_phones_lets_nobody_in_and_is_kept_aside(tmp_path, content, why, caplog):
    (tmp_path / "phones.json").write_bytes(content)
    assert read_passes(phones_file(tmp_path / "phones.json")) == ()
    assert f"phones.json: {why}" in caplog.text
    assert "keeps it as phones.json.broken: every phone types a code again." in caplog.text
    assert read_passes(phones_file(tmp_path / "nowhere.json")) == ()


def test_a_card_that_refuses_ends_nothing(tmp_path, caplog):
    (tmp_path / "phones.json").mkdir()
    keep_passes(phones_file(tmp_path / "phones.json"), ())
    assert "cannot be kept" in caplog.text


@pytest.mark.parametrize(("words", "status"), [(["--help"], 0), ([], 1)])
def test_without_its_library_it_helps_and_says_what_to_do(tmp_path, words, status):
    """The command runs in its own process, because here the library has already been imported."""
    call = f"import sys; sys.modules['h11'] = None; from nightcrier.cli import main; sys.exit(main({['net', *words]}))"
    environ = {**os.environ, "STATE_DIRECTORY": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=False, env=environ)
    told = "The page needs the library h11; fetch it with: pip install 'nightcrier[net]'\n"
    assert (done.returncode, done.stderr) == (status, told if status else "")


def test_a_broker_needs_its_library_and_only_a_broker(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    (tmp_path / "own.toml").write_text('[net.mqtt]\nbroker = "10.0.0.2"\n')
    assert main(["net", "--state", str(tmp_path), "--config", str(tmp_path / "own.toml")]) == 1
    assert capsys.readouterr().err.startswith("The page needs the library paho.mqtt.client; ")


@pytest.mark.parametrize("broker", ["", "127.0.0.1"])
def test_without_a_broker_nothing_of_it_is_read(tmp_path, broker):
    """The command runs in its own process, because here the broker's code may have been imported."""
    look = (
        "import asyncio, sys; from pathlib import Path; from nightcrier.kernel.folders import standard_folders\n"
        "from nightcrier.tools.net_program import serve_page\n"
        "from nightcrier.kernel.settings import MqttSettings, NetSettings\n"
        "from nightcrier.phone.box_line import BoxLine\n"
        "async def run(self):\n    await asyncio.sleep(0)\n    raise ZeroDivisionError\n"
        f"BoxLine.run = run; net = NetSettings(port={free_port()}, mqtt=MqttSettings(broker={broker!r}))\n"
        f"try: asyncio.run(serve_page(Path('s'), net, standard_folders({{}}, Path({str(tmp_path)!r}))))\n"
        "except Exception as broken: print(broken)\n"
        "print(sorted(name for name in sys.modules if name in {'paho', 'nightcrier.phone.broker_line'}))"
    )
    said = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == str(["nightcrier.phone.broker_line", "paho"] if broker else [])


def test_the_page_goes_on_when_the_line_to_the_broker_breaks(tmp_path, monkeypatch, caplog):
    async def broken(_: BrokerLine) -> None:
        raise ZeroDivisionError

    async def run(_: BoxLine) -> None:
        while "the page goes on without it" not in caplog.text:
            await asyncio.sleep(0)
        raise KeyError

    monkeypatch.setattr(BrokerLine, "run", broken)
    monkeypatch.setattr(BoxLine, "run", run)
    net = NetSettings(port=free_port(), mqtt=MqttSettings(broker="127.0.0.1"))
    serving = serve_page(tmp_path / "net.sock", net, standard_folders({}, tmp_path))
    with pytest.raises(NightcrierError, match=r"The line to the box broke"):
        asyncio.run(asyncio.wait_for(serving, 60.0))
    assert "The line to the broker broke (ZeroDivisionError())" in caplog.text


def test_out_of_files_it_says_so_in_one_line(monkeypatch, caplog):
    tried = list[socket.socket]()

    def accept(listening: socket.socket) -> None:
        tried.append(listening)
        raise OSError(errno.EMFILE, "Too many open files")

    async def run() -> None:
        port = free_port()
        async with await listen_on(PageServer(NoSite()).serve, port, "[net] port"):
            monkeypatch.setattr(socket.socket, "accept", accept)
            with socket.socket() as line:
                line.connect(("127.0.0.1", port))
                await until(lambda: len(tried) > 1)
            for more in ({"exception": asyncio.CancelledError()}, {}):
                asyncio.get_running_loop().call_exception_handler({"message": "another fault", **more})

    asyncio.run(asyncio.wait_for(run(), 60.0))
    assert [record.message for record in caplog.records] == [
        "No connection can be taken now (Too many open files).",
        "another fault",
    ]


class NoSite:
    def answer(self, _: PageRequest) -> PageAnswer:
        raise RequestRefused(404)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_what_is_wrong_in_the_settings_is_logged(tmp_path, monkeypatch, caplog):
    monkeypatch.setitem(sys.modules, "h11", None)
    (tmp_path / "own.toml").write_text("[net]\nport = 99999\n")
    assert main(["net", "--state", str(tmp_path), "--config", str(tmp_path / "own.toml")]) == 1
    assert "fault config: " in caplog.text
    assert "port" in caplog.text


def test_what_is_used_instead_is_said_once(tmp_path, monkeypatch, caplog):
    monkeypatch.setitem(sys.modules, "h11", None)
    (tmp_path / "own.toml").write_text('[net.hall]\nname = "Spring Hall"\n')
    main(["net", "--state", str(tmp_path), "--config", str(tmp_path / "own.toml")])
    assert caplog.text.casefold().count("the default is used") == 1


def test_a_port_that_somebody_has_is_named(tmp_path, capsys):
    with socket.create_server(("", 0)) as somebody:
        port = somebody.getsockname()[1]
        (tmp_path / "own.toml").write_text(f"[net]\nport = {port}\n")
        assert main(["net", "--state", str(tmp_path), "--config", str(tmp_path / "own.toml")]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"Port {port} cannot be had (Address already in use); ")
    assert said.endswith("in the settings: [net] port.\n")


def test_it_ends_when_the_line_to_the_box_breaks(tmp_path, monkeypatch):
    async def run(_: BoxLine) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(BoxLine, "run", run)
    serving = serve_page(tmp_path / "net.sock", NetSettings(port=free_port()), standard_folders({}, tmp_path))
    with pytest.raises(NightcrierError, match=r"The line to the box broke \(ZeroDivisionError"):
        asyncio.run(asyncio.wait_for(serving, 30.0))


def test_it_serves_says_so_to_systemd_and_ends_when_it_is_told_to(tmp_path):
    port, own = free_port(), tmp_path / "own.toml"
    own.write_text(f"[net]\nport = {port}\n")
    command = (sys.executable, "-m", "nightcrier", "net", "--state", str(tmp_path), "--config", str(own))

    systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    systemd.bind(str(tmp_path / "notify"))
    environ = {**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify")}

    async def run() -> tuple[bytes, int]:
        program = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE, env=environ)
        assert program.stderr
        assert f"port {port}".encode() in await program.stderr.readline()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        answer = await reader.read()
        writer.close()
        program.terminate()
        return answer, await program.wait()

    with systemd:
        answer, status = asyncio.run(asyncio.wait_for(run(), 60.0))
        assert systemd.recv(100) == b"READY=1"
    assert answer.startswith(b"HTTP/1.1 200")
    assert b'action="/enter"' in answer
    assert status == 0


def test_what_the_loop_remarks_on_of_who_has_gone_fills_no_log():
    """With encryption on, each phone that hangs up first would leave a line in the log."""
    loop = logging.getLogger("asyncio")
    before = loop.level
    try:
        log_plainly()
        assert not loop.isEnabledFor(logging.WARNING)
        assert loop.isEnabledFor(logging.ERROR)
    finally:
        loop.setLevel(before)
