"""What the box knows stays in its memory: nothing of it is written into swap, where it would outlast the evening.

All of it is held, and not the secret halves alone: what was opened is spread over many copies, which Python makes and
leaves. The unit forbids swap too, but Raspberry Pi OS counts no memory, and then systemd cannot.
"""

import resource
from collections.abc import Callable
from ctypes import CDLL

_ALL_PAGES = 0x1 | 0x2 | 0x4
"""What is there and what will come, each when it is used (sys/mman.h: MCL_CURRENT, MCL_FUTURE, MCL_ONFAULT)."""


def _mlockall(flags: int) -> int:
    return int(CDLL(None).mlockall(flags))


def hold_memory(limit: int | None = None, mlockall: Callable[[int], int] = _mlockall) -> bool:
    """Whether all of it is held from now on. With a limit that is reached later, the memory that comes then would be
    refused, in the middle of an evening: so only without one."""
    allowed = resource.getrlimit(resource.RLIMIT_MEMLOCK)[0] if limit is None else limit
    return allowed == resource.RLIM_INFINITY and mlockall(_ALL_PAGES) == 0
