"""Makes a client as the settings want it, which a broker lets in. A file that cannot be read is one sentence."""

import ssl
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from device.kernel.errors import NightcrierError
from device.kernel.files import DISK
from device.kernel.settings import MqttSettings
from device.net.mqtt.public_state import BrokerMessage


def broker_client(settings: MqttSettings, identity: str, will: BrokerMessage | None) -> mqtt.Client:
    """Return a client that is not connected yet; the broker says the `will` when this program has died. Raises
    NightcrierError."""
    client = mqtt.Client(
        CallbackAPIVersion.VERSION2, identity, protocol=mqtt.MQTTv5, reconnect_on_failure=False, clean_session=None
    )
    if will:
        client.will_set(will.topic, will.payload, retain=will.kept)
    password = first_line(Path(settings.password_file)) if settings.password_file else None
    if settings.name or password:
        client.username_pw_set(settings.name or None, password)
    if settings.tls:
        client.tls_set_context(_tls(settings.ca_file))
    return client


def first_line(file: Path, key: str = "net.mqtt") -> str:
    """Return the first line of a file with a password, which a table of the settings names. Raises NightcrierError."""
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
