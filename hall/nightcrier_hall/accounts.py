"""Writes the files that let each table speak at Mosquitto only as itself: passwords, rules of access, and files for a
stick.

The folder of the accounts is the list of the tables. A table that has a folder in it keeps its password."""

import base64
import hashlib
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from nightcrier.broker.topics import TABLE_NAME, HallTopics, TableTopics
from nightcrier.kernel.chores import HALL_PASSWORD, HALL_SETTINGS, write_private
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.files import DISK, stage_file
from nightcrier.kernel.reading import read_content
from nightcrier.kernel.settings import NetSettings
from nightcrier_hall.site import MOST_TITLE, join_file

_CONF = """# As /etc/mosquitto/conf.d/hall.conf. The name of an account is its id too, so no table puts another one out.
listener {port}
allow_anonymous false
password_file /etc/mosquitto/hall.passwd
acl_file /etc/mosquitto/hall.acl
use_username_as_clientid true
"""
_ROUNDS = 101
"""The rounds of PBKDF2, as many as `mosquitto_passwd` uses. The passwords are random, and need no more."""
_DRAWN = 18
_STICK = "nightcrier"
"""The name of the folder that a box reads on a stick."""
_EACH = "%u"
"""The placeholder for a client's own name in Mosquitto's rules of access."""


def write_accounts(folder: Path, net: NetSettings, broker: str, titles: Mapping[str, str]) -> tuple[str, ...]:
    """Write the accounts of the hall, of the tables that already have one, and of new tables with these titles. Return
    the names of all tables. Boxes find the broker at the address `broker`. Raises WrongUse, BadFile and OSError."""
    hall = net.mqtt.name or "hall"
    for name, title in titles.items():
        if name == hall:
            raise WrongUse(f"{name} cannot be a table: it is the name of the hall; call the table something else.")
        if not TABLE_NAME.fullmatch(name):
            raise WrongUse(f"{name} cannot be the short name of a table: small letters, digits and -, 32 at most.")
        if len(title) > MOST_TITLE or not title.isprintable():
            raise WrongUse(f"The title of {name} cannot be shown: one row, {MOST_TITLE} letters at most.")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    known = {file.parents[1].name for file in folder.glob(f"*/{_STICK}/{HALL_PASSWORD}")}
    if hall in known:  # its password would become that of the hall
        raise WrongUse(f"{hall} is the name of a table in {folder}: give the hall another name in [net.mqtt].")
    asking = replace(net, mqtt=replace(net.mqtt, password_file=HALL_PASSWORD))
    passwords = {hall: _kept_password(folder / HALL_PASSWORD)}
    for name in sorted(known | titles.keys()):
        stick = folder / name / _STICK
        passwords[name] = _kept_password(stick / HALL_PASSWORD)
        if name in titles or not (stick / HALL_SETTINGS).exists():
            _write_whole(stick / HALL_SETTINGS, join_file(asking, broker, name, titles.get(name, "")))
    rows = (f"{name}:{hashed_password(password, secrets.token_bytes(12))}\n" for name, password in passwords.items())
    _write_whole(folder / "hall.passwd", "".join(rows).encode())
    _write_whole(folder / "hall.acl", "".join(f"{row}\n" for row in access_rules(hall, net.hall.name)).encode())
    _write_whole(folder / "hall.conf", _CONF.format(port=net.mqtt.port).encode())
    return tuple(name for name in passwords if name != hall)


def hashed_password(password: str, salt: bytes) -> str:
    """Return a password as Mosquitto has kept it since 2.0: PBKDF2 with SHA-512, as `mosquitto_passwd` writes it."""
    drawn = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS)
    return f"$7${_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(drawn).decode()}"


def access_rules(account: str, hall: str) -> Iterator[str]:
    """Yield Mosquitto's rules of access: first what the account of the hall may publish and read, and then what every
    other account may, each under its own name."""
    every, topics = TableTopics("+", hall=hall), HallTopics(hall)
    yield f"user {account}"
    for heard in (every.availability, every.state, every.left, every.results, every.answer(hall)):
        yield f"topic read {heard}"
    yield f"topic readwrite {topics.tables}"
    for said in (every.order("+"), topics.order("+")):
        yield f"topic write {said}"
    own = TableTopics(_EACH, hall=hall)
    for said in (own.availability, own.state, own.left, own.results, own.event("+"), own.answer("+"), own.joined):
        yield f"pattern write {said}"
    for heard in (own.order("+"), topics.order("+")):
        yield f"pattern read {heard}"


def _write_whole(file: Path, content: bytes) -> None:
    """Write a file that no other user can open. A power cut leaves all of it or nothing. Raises OSError."""
    with stage_file(file) as fresh:
        write_private(fresh, content)


def _kept_password(file: Path) -> str:
    """Return the password in a file. If there is no file yet, write a random password. Raises BadFile."""
    if not file.exists():
        DISK.make_folder(file.parent)
        _write_whole(file, f"{secrets.token_urlsafe(_DRAWN)}\n".encode())
    try:
        password = read_content(file, DISK).decode().partition("\n")[0].strip()
    except ValueError:
        password = ""
    if not password:  # an empty one would let everybody in
        raise BadFile(file, "", "is no password; remove it, and the table gets another")
    return password
