"""The place of an update that a hall has: an address of the home's network, and the name of the file. Its path is
fixed. Somebody else at the broker may send one too: only the signature counts."""

import re
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Annotated

from msgspec import Meta, Struct

from device.kernel.read_message import read_message
from device.kernel.refusal import Refusal
from device.kernel.sent_files import UPDATE_NAME

LASTING = (Refusal.KIND, Refusal.LARGE, Refusal.FULL)
"""Why a file is not kept, as long as nobody does something."""
MOST_REASON = 200
"""Letters of what root says."""
UPDATE_PATH, SIGNATURE_PATH = "/update.tar.xz", "/update.tar.xz.sig"
_NAMED = re.compile(UPDATE_NAME)
_OF_HOME = tuple(
    ip_network(each)
    for each in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
"""As `systemd/nightcrier-net.service` has them: no other is reached from there."""


class UpdateSource(Struct, frozen=True, forbid_unknown_fields=True):
    """The place and the name of an update; `made` tells two files of one name apart."""

    host: Annotated[str, Meta(pattern=r"^[0-9a-f.:]{2,45}\Z")]
    port: Annotated[int, Meta(ge=1024, le=65535)]
    file: Annotated[str, Meta(pattern=rf"^{UPDATE_NAME}\Z")]
    made: Annotated[int, Meta(ge=1, le=2**62)]


class UpdateState(Struct, frozen=True):
    """How a table stands with updates, as its hall hears it: which version runs, whether it takes updates, and which
    source root has refused, by its `made`, with the `reason` in a sentence. Before that, `misfit` is the word for why
    the last file was not kept."""

    version: str = ""
    updates: bool = False
    refused: int = 0
    reason: str = ""
    misfit: str = ""


@lru_cache(maxsize=8)
def read_source(payload: bytes) -> UpdateSource | None:
    """Return the source of a message; None if it is none, or leads out of the home. All tables of a hall read the same
    message again and again."""
    source = read_message(payload, UpdateSource)
    return source if source and is_of_home(source.host) else None


def is_of_home(host: str) -> bool:
    """Whether it is an address, in figures, of a network that is nobody else's."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in _OF_HOME)


def version_named(file: str) -> str:
    """Return the version in the name of an update; empty for any other name."""
    found = _NAMED.fullmatch(file)
    return found[1] if found else ""
