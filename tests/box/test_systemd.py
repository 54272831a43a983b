"""Tests what systemd is told, and whether this process is the one that it watches."""

import os
import socket
from contextlib import suppress

import pytest

from nightcrier.kernel.program import Notifier


@pytest.fixture
def systemd(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.setblocking(False)
        yield listener


def test_it_is_told_that_the_box_is_ready_alive_and_stopping(systemd):
    notifier = Notifier({"NOTIFY_SOCKET": systemd.getsockname()})
    notifier.ready()
    notifier.alive()
    notifier.stopping()
    assert [systemd.recv(64) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_an_address_without_a_file_is_understood():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"\0nightcrier-test-{os.getpid()}")
        listener.setblocking(False)
        Notifier({"NOTIFY_SOCKET": f"@nightcrier-test-{os.getpid()}"}).ready()
        assert listener.recv(64) == b"READY=1"


def test_a_service_manager_that_does_not_listen_never_blocks_the_loop(systemd):
    notifier = Notifier({"NOTIFY_SOCKET": systemd.getsockname()})
    for _ in range(10_000):
        notifier.alive()
    heard = 0
    with suppress(BlockingIOError):
        while systemd.recv(64):
            heard += 1
    assert 0 < heard < 10_000


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": "/nowhere/notify"}])
def test_without_systemd_nobody_is_told(environ, systemd):
    Notifier(environ).ready()
    with pytest.raises(BlockingIOError):
        systemd.recv(64)


@pytest.mark.parametrize(
    ("environ", "every"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "20000000"}, 10.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid())}, 10.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_watchdog_is_told_twice_in_its_time_where_it_watches_this_process(environ, every):
    assert Notifier(environ).every == every
