"""Serves a disk with a volatile cache to the machine, over NBD on a Unix socket.

A write stays in memory until the machine asks to keep it (flush, or FUA). `crash_image` is what a power cut would leave
at that moment: everything that was flushed, and at random some of the other writes, a few torn between two blocks."""

import os
import shutil
import socket
import struct
import threading
from pathlib import Path
from random import Random

BLOCK = 1024
"""The smallest block of ext4. Its superblock fills one block; if that is torn, ext4 itself rejects the disk."""
_GREETING = b"NBDMAGICIHAVEOPT" + struct.pack(">H", 3)
_OPTION_REPLY = 0x3E889045565A9
_UNSUPPORTED, _ACKNOWLEDGED, _INFORMATION = 0x80000001, 1, 3
_EXPORT_NAME, _GO = 1, 7
_READ, _WRITE, _END, _FLUSH = 0, 1, 2, 3
_FLAGS = 1 | 4 | 8  # has flags, flushes, takes FUA
_FUA = 1


class VolatileDisk:
    """Simulates a disk: an image of what was flushed, and the writes that were not."""

    def __init__(self, image: Path) -> None:
        self._image, self._file = image, os.open(image, os.O_RDWR)
        self.size = image.stat().st_size
        self._waiting: list[tuple[int, bytes]] = []
        self._lock = threading.Lock()

    def read(self, offset: int, length: int) -> bytes:
        with self._lock:
            found = bytearray(os.pread(self._file, length, offset))
            for at, data in self._waiting:
                low, high = max(at, offset), min(at + len(data), offset + length)
                if low < high:
                    found[low - offset : high - offset] = data[low - at : high - at]
            return bytes(found)

    def write(self, offset: int, data: bytes, *, keep: bool = False) -> None:
        with self._lock:
            self._waiting.append((offset, data))
        if keep:
            self.flush()

    def flush(self) -> None:
        with self._lock:
            for offset, data in self._waiting:
                os.pwrite(self._file, data, offset)
            self._waiting.clear()

    def crash_image(self, to: Path, chance: Random) -> int:
        """Write what a power cut would leave now, and return how many writes were lost or torn."""
        with self._lock:
            shutil.copyfile(self._image, to)
            kept = chance.choice((0.0, 0.5, 0.9))
            lost = 0
            with to.open("r+b") as file:
                for offset, data in self._waiting:
                    left = self._what_is_left(data, kept, chance)
                    lost += len(left) < len(data)
                    file.seek(offset)
                    file.write(left)
            return lost

    def _what_is_left(self, data: bytes, kept: float, chance: Random) -> bytes:
        if chance.random() >= kept:
            return b""
        blocks = len(data) // BLOCK
        if blocks > 1 and chance.random() < 0.1:
            return data[: BLOCK * chance.randrange(1, blocks)]
        return data


def serve_disk(disk: VolatileDisk, path: Path) -> None:
    """Answer all clients, in a thread for each, until the process ends."""
    path.unlink(missing_ok=True)
    door = socket.socket(socket.AF_UNIX)
    door.bind(os.fspath(path))
    door.listen()

    def welcome() -> None:
        while True:
            guest, _ = door.accept()
            threading.Thread(target=_serve, args=(guest, disk), daemon=True).start()

    threading.Thread(target=welcome, daemon=True).start()


def _serve(guest: socket.socket, disk: VolatileDisk) -> None:
    try:
        if _agree(guest, disk):
            while _answer(guest, disk):
                continue
    except (ConnectionError, OSError):
        return
    finally:
        guest.close()


def _agree(guest: socket.socket, disk: VolatileDisk) -> bool:
    """Do the handshake in the protocol's fixed newstyle."""
    guest.sendall(_GREETING)
    _receive(guest, 4)
    while True:
        _, option, length = struct.unpack(">8sII", _receive(guest, 16))
        _receive(guest, length)
        if option == _EXPORT_NAME:
            guest.sendall(struct.pack(">QH", disk.size, _FLAGS) + bytes(124))
            return True
        if option == _GO:
            _reply(guest, option, _INFORMATION, struct.pack(">HQH", 0, disk.size, _FLAGS))
            _reply(guest, option, _ACKNOWLEDGED, b"")
            return True
        _reply(guest, option, _UNSUPPORTED, b"")


def _reply(guest: socket.socket, option: int, kind: int, data: bytes) -> None:
    guest.sendall(struct.pack(">QIII", _OPTION_REPLY, option, kind, len(data)) + data)


def _answer(guest: socket.socket, disk: VolatileDisk) -> bool:
    """Answer one request. Return False at the end of the connection."""
    _, flags, command, cookie, offset, length = struct.unpack(">IHHQQI", _receive(guest, 28))
    data = _receive(guest, length) if command == _WRITE else b""
    found = b""
    if command == _READ:
        found = disk.read(offset, length)
    elif command == _WRITE:
        disk.write(offset, data, keep=bool(flags & _FUA))
    elif command == _FLUSH:
        disk.flush()
    elif command == _END:
        return False
    guest.sendall(struct.pack(">IIQ", 0x67446698, 0, cookie) + found)
    return True


def _receive(guest: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        more = guest.recv(count - len(found))
        if not more:
            raise ConnectionError
        found += more
    return found
