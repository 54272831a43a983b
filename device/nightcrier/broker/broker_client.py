"""Makes the client of a broker, with its account and its encryption. The client bounds what it reads.

If a file that the settings name cannot be read, the error is one sentence."""

import ssl
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from nightcrier.broker.topics import BrokerMessage
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.files import DISK
from nightcrier.kernel.settings import MqttSettings

LARGEST_PACKET = 2048
"""The largest message for a table, in bytes. A broker obeys such a limit (MQTT 5, 3.1.2.11.4)."""
_HEARD = frozenset((0x00, 0x20, 0x30, 0x31, 0x90, 0xB0, 0xD0, 0xE0))
"""The first bytes of the packets for a client that subscribes with QoS 0 (MQTT 5, 2.1): CONNACK, PUBLISH, SUBACK,
UNSUBACK, PINGRESP, DISCONNECT; 0 before the first byte. The library would keep or answer some packets of other
kinds."""


class BoundedClient(mqtt.Client):
    """Reads no packet that is longer than `largest`, and no packet of a kind that nobody asked for. A malicious broker
    may send such packets, although it knows `largest`."""

    def __init__(self, identity: str, largest: int) -> None:
        version, protocol = CallbackAPIVersion.VERSION2, mqtt.MQTTv5
        super().__init__(version, identity, protocol=protocol, reconnect_on_failure=False, clean_session=None)
        self.largest = largest

    def _sock_recv(self, bufsize: int) -> bytes:
        """Read from the socket. The library asks for the whole rest of a packet at once, however long the broker claims
        that it is. Raises ValueError, which ends the conversation."""
        kind = self._in_packet["command"]
        if bufsize > self.largest or kind not in _HEARD:
            raise ValueError(f"a packet of kind 0x{kind:02x}, {bufsize} bytes")
        return super()._sock_recv(bufsize)


def broker_client(
    settings: MqttSettings, identity: str, will: BrokerMessage | None, largest: int = LARGEST_PACKET
) -> BoundedClient:
    """Return a client that is not connected yet. The broker sends the `will` if this program dies. Raises
    NightcrierError."""
    client = BoundedClient(identity, largest)
    if will:
        client.will_set(will.topic, will.payload, retain=will.kept)
    password = first_line(Path(settings.password_file)) if settings.password_file else None
    if settings.name or password:
        client.username_pw_set(settings.name or None, password)
    if settings.tls:
        client.tls_set_context(_tls(settings.ca_file))
    return client


def first_line(file: Path, key: str = "net.mqtt") -> str:
    """Return the first line of a password file. `key` is the table of the settings that names the file. Raises
    NightcrierError."""
    try:
        return DISK.read(file).decode().partition("\n")[0].strip()
    except (OSError, ValueError) as wrong:
        raise _unreadable(f"[{key}] password_file", file, wrong) from None


def _tls(authority: str) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=authority or None)
    except (OSError, ValueError) as wrong:
        raise _unreadable("[net.mqtt] ca_file", Path(authority), wrong) from None
    context.minimum_version = ssl.TLSVersion.TLSv1_2  # Debian 12's Python leaves it to a file of the system
    return context


def _unreadable(key: str, file: Path, wrong: Exception) -> NightcrierError:
    why = wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else str(wrong)
    return NightcrierError(
        f"{file} cannot be read ({why}); let nightcrier-net read it, or name another one in the settings: {key}."
    )
