"""Tests how the program is let into a broker, and the error when its access file cannot be read."""

import ssl

import pytest

from nightcrier.broker.broker_client import broker_client
from nightcrier.broker.topics import BrokerMessage
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.settings import MqttSettings

LET_IT_READ = "); let nightcrier-net read it, or name another one in the settings: [net.mqtt] password_file."
WILL = BrokerMessage("nightcrier/den/availability", b"offline", kept=True)


def told(settings: MqttSettings) -> str:
    with pytest.raises(NightcrierError) as refused:
        broker_client(settings, "nightcrier-den", WILL)
    return str(refused.value)


@pytest.mark.parametrize(
    ("key", "content", "ends"),
    [
        *(("password_file", content, LET_IT_READ) for content in (None, b"\xff\xfe")),
        *(("ca_file", content, "[net.mqtt] ca_file.") for content in (None, b"no certificate")),
    ],
)
def test_a_password_or_an_authority_that_cannot_be_read_says_what_to_do(tmp_path, key, content, ends):
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    sentence = told(MqttSettings(broker="b", tls=key == "ca_file", **{key: str(file)}))
    assert sentence.startswith(f"{file} cannot be read (")
    assert sentence.endswith(ends)


def test_the_first_line_is_the_password(tmp_path):
    (tmp_path / "password").write_text(" open sesame \nand a remark\n")
    client = broker_client(
        MqttSettings(broker="b", name="den", password_file=str(tmp_path / "password")), "nightcrier-den", WILL
    )
    assert (client.username, client.password) == ("den", "open sesame")


def test_with_tls_the_broker_has_to_be_who_it_says(monkeypatch):
    made, real = list[ssl.SSLContext](), ssl.create_default_context

    def kept(*, cafile: str | None) -> ssl.SSLContext:
        made.append(real(cafile=cafile))
        return made[-1]

    monkeypatch.setattr(ssl, "create_default_context", kept)
    broker_client(MqttSettings(broker="b", tls=True), "nightcrier-den", WILL)
    (context,) = made
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)
    assert context.minimum_version >= ssl.TLSVersion.TLSv1_2
