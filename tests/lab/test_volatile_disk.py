"""Tests the disk that forgets: what was flushed stays, the rest may be lost, and it speaks the machine's protocol."""

import socket
import struct
from pathlib import Path
from random import Random

import pytest

from lab.host.volatile_disk import BLOCK, VolatileDisk, serve_disk

OLD, NEW = b"o" * BLOCK, b"n" * BLOCK
READ, WRITE, END, FLUSH = 0, 1, 2, 3


@pytest.fixture
def disk(tmp_path):
    image = tmp_path / "disk.raw"
    image.write_bytes(OLD * 8)
    return VolatileDisk(image)


def left_by_cuts(disk: VolatileDisk, folder: Path) -> set[bytes]:
    """Return the first block as 40 power cuts at this moment leave it."""
    found = set()
    for seed in range(40):
        disk.crash_image(folder / "cut.raw", Random(seed))
        found.add((folder / "cut.raw").read_bytes()[:BLOCK])
    return found


def test_what_was_written_is_read_at_once_and_may_be_lost_until_it_is_flushed(disk, tmp_path):
    disk.write(0, NEW)
    assert disk.read(0, 2 * BLOCK) == NEW + OLD
    assert left_by_cuts(disk, tmp_path) == {OLD, NEW}
    disk.flush()
    assert left_by_cuts(disk, tmp_path) == {NEW}


def test_what_is_written_to_be_kept_is_kept(disk, tmp_path):
    disk.write(0, NEW, keep=True)
    assert left_by_cuts(disk, tmp_path) == {NEW}


def test_a_long_write_may_be_torn_between_two_blocks(disk, tmp_path):
    disk.write(0, NEW * 4)
    lengths = set()
    for seed in range(200):
        disk.crash_image(tmp_path / "cut.raw", Random(seed))
        lengths.add((tmp_path / "cut.raw").read_bytes().count(b"n") / BLOCK)
    assert {0, 4} < lengths <= {0, 1, 2, 3, 4}


@pytest.fixture
def machine(disk, tmp_path):
    """Yield the socket of a machine that has just plugged the disk in."""
    serve_disk(disk, tmp_path / "door")
    with socket.socket(socket.AF_UNIX) as door:
        door.settimeout(60)
        door.connect(str(tmp_path / "door"))
        assert taken(door, 18)[:16] == b"NBDMAGICIHAVEOPT"
        door.sendall(struct.pack(">I8sII", 3, b"IHAVEOPT", 3, 0))  # "list", which it does not know
        assert struct.unpack(">QIII", taken(door, 20))[1:] == (3, 0x80000001, 0)
        door.sendall(struct.pack(">8sII", b"IHAVEOPT", 7, 0))  # "go"
        assert struct.unpack(">QIIIHQH", taken(door, 32))[5] == disk.size
        taken(door, 20)
        yield door


def taken(door: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        more = door.recv(count - len(found))
        assert more, "the disk hung up"
        found += more
    return found


def ask(door: socket.socket, command: int, length: int = 0, data: bytes = b"", flags: int = 0) -> bytes:
    door.sendall(struct.pack(">IHHQQI", 0x25609513, flags, command, 77, 0, length or len(data)) + data)
    assert struct.unpack(">IIQ", taken(door, 16)) == (0x67446698, 0, 77)
    return taken(door, length)


def test_a_machine_reads_writes_and_flushes(machine, disk, tmp_path):
    assert ask(machine, READ, BLOCK) == OLD
    ask(machine, WRITE, data=NEW)
    assert ask(machine, READ, BLOCK) == NEW
    assert left_by_cuts(disk, tmp_path) == {OLD, NEW}
    ask(machine, FLUSH)
    assert left_by_cuts(disk, tmp_path) == {NEW}
    ask(machine, WRITE, data=OLD, flags=1)  # to be kept at once
    assert left_by_cuts(disk, tmp_path) == {OLD}
