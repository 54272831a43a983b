"""Answers each request at the organizer's page. Boxes also request the file for joining, and the update.

A path that is not named here is refused. A change needs a pass and the mark of the pass, and must come from a page of
this hall."""

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from nightcrier.broker.hall_messages import SIGNATURE_PATH, UPDATE_PATH
from nightcrier.broker.topics import TABLE_NAME
from nightcrier.kernel.chores import HALL_PASSWORD, HALL_SETTINGS
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.settings import NetSettings
from nightcrier.web.exchange import (
    SCRIPT,
    STYLE,
    STYLES,
    PageAnswer,
    PageRequest,
    RequestRefused,
    file_answer,
    page_answer,
    redirect,
)
from nightcrier.web.gate import PhonePass, inner_route, route_of
from nightcrier_hall.desk import HallDesk
from nightcrier_hall.entrance import ENTRANCE_ROUTES, AnsweringRoutes, HallEntrance, HallRoutes, routes_of_part
from nightcrier_hall.tables_page import UPLOAD, invitation_page
from nightcrier_hall.tables_site import TABLES_ROUTES, TablesSite
from nightcrier_hall.update_shelf import UpdateShelf

INVITED: Seconds = 600.0
_MOST = 100
INVITATION_PATH = "/joining/"
PASSWORD_OF_HALL = f"/etc/nightcrier/{HALL_PASSWORD}"
"""The file in which a box keeps its password for the broker. On a stick, the file is nightcrier/hall.password."""
_JoinFile = Callable[[str, str, str], bytes]
MOST_TITLE = 32


class Invitations:
    """Keeps the files with which boxes may join, each for some minutes. If there are too many, the oldest is
    dropped."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[bytes, float]] = {}

    def invite(self, file: bytes, now: float) -> str:
        """Keep a file, and return the key with which the file is fetched."""
        while len(self._files) >= _MOST:
            del self._files[next(iter(self._files))]
        key = secrets.token_urlsafe(9)  # 72 bits for ten minutes, and short enough for a row of a phone
        self._files[key] = file, now + INVITED
        return key

    def file_of(self, key: str, now: float) -> bytes | None:
        """Return the file of a key, or None when the time of the file is over."""
        file, until = self._files.get(key, (None, now))
        return file if until > now else None


class BoxesSite:
    """Answers requests of boxes. `join` makes the file with which a box joins. Its arguments are the short name and the
    title of the table, and the address of this machine."""

    def __init__(self, entrance: HallEntrance, desk: HallDesk, shelf: UpdateShelf, join: _JoinFile) -> None:
        self._entrance, self._desk, self._shelf, self._join = entrance, desk, shelf, join
        self._invitations = Invitations()

    def join(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """Answer with the page that offers the file for joining. The organizer copies the file onto a stick, or scans
        it with a phone."""
        fields = self._entrance.fields(request, shown)
        name, title = fields.get("table", "").strip(), " ".join(fields.get("title", "").split())
        if not TABLE_NAME.fullmatch(name):
            return redirect("/misnamed")
        if name in self._desk.hall.tables and self._desk.hall.tables[name].here:  # both would put each other out
            return redirect("/taken")
        if len(title) > MOST_TITLE or not title.isprintable():
            raise RequestRefused(400)
        host = request.headers["host"]
        file = self._join(name, title, self._shelf.address(host))
        path = INVITATION_PATH + self._invitations.invite(file, self._entrance.clock())
        address = f"http://{self._shelf.host_and_port(host)}{path}"
        return page_answer(invitation_page(self._entrance.forms(request, shown), title or name, path, address))

    def hand_invitation(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        file = self._invitations.file_of(request.path.removeprefix(INVITATION_PATH), self._entrance.clock())
        if file is None:
            raise RequestRefused(404)
        kept = {"Content-Disposition": f'attachment; filename="{HALL_SETTINGS}"'}
        return PageAnswer(body=file, kind="application/toml", headers=kept)

    def receive_update(self, request: PageRequest, shown: PhonePass) -> PageAnswer:
        """Receive one file of an update. The mark of the form is read together with the file."""
        self._entrance.check_pace()
        answer = PageAnswer(303)

        async def keep() -> None:
            answer.headers = {"Location": f"/update.{await self._shelf.receive(request, shown)}"}

        answer.after = keep
        return answer

    def update(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """Send the update to a box. Boxes need no pass, because a signed release is public."""
        return self._shelf.hand_out(request.path)


def join_file(net: NetSettings, broker: str, name: str, title: str) -> bytes:
    """Write the settings with which the box called `name` joins the hall. `broker` is the address at which boxes reach
    the broker. If the broker asks for a password, each box has its own name and password at the broker."""
    mqtt = net.mqtt
    asks = bool(mqtt.password_file)
    let_in = {"name": name if asks else mqtt.name, "password_file": PASSWORD_OF_HALL if asks else ""}
    tables: Mapping[str, Mapping[str, str | int]] = {
        "net": {"enabled": True},
        "net.mqtt": {
            "broker": broker,
            "port": mqtt.port,
            "tls": mqtt.tls,
            "ca_file": mqtt.ca_file,
            **let_in,
            "table": name,
        },
        "net.hall": {"name": net.hall.name, "title": title},
    }
    rows = [f"# Put this on a stick as nightcrier/{HALL_SETTINGS}, and take it at the box."]
    for table, values in tables.items():
        rows += ["", f"[{table}]", *(f"{key} = {_toml(value)}" for key, value in values.items())]
    return "\n".join([*rows, ""]).encode()


def _toml(value: str | int) -> str:
    """Write a value as TOML. Text in TOML may be written as in JSON."""
    return msgspec.json.encode(value).decode()


BOXES_ROUTES: HallRoutes[BoxesSite] = {
    "/join": {"POST": BoxesSite.join},
    INVITATION_PATH: {"GET": BoxesSite.hand_invitation},
    UPLOAD: {"POST": inner_route(BoxesSite.receive_update)},
    UPDATE_PATH: {"GET": BoxesSite.update},
    SIGNATURE_PATH: {"GET": BoxesSite.update},
}


LARGEST_FORM = 32 * 1024
"""The largest form, in bytes. A form with all tables ticked is smaller."""
_OWN = Path(__file__).parent / "files"
HALL_FILES = {
    **STYLES,
    "/hall.css": (_OWN / "hall.css", STYLE),
    "/hall.js": (_OWN / "hall.js", SCRIPT),
}


class HallSite:
    def __init__(self, entrance: HallEntrance, tables: TablesSite, boxes: BoxesSite) -> None:
        self._entrance = entrance
        self._routes: AnsweringRoutes = {
            **{place: {"GET": self._file} for place in HALL_FILES},
            **routes_of_part(entrance, ENTRANCE_ROUTES),
            **routes_of_part(tables, TABLES_ROUTES),
            **routes_of_part(boxes, BOXES_ROUTES),
        }

    def answer(self, request: PageRequest) -> PageAnswer:
        """Answer a request. Raises RequestRefused."""
        is_invited = request.path.startswith(INVITATION_PATH)
        route = route_of(self._routes, replace(request, path=INVITATION_PATH) if is_invited else request)
        return route(request, self._entrance.pass_shown(request))

    def _file(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """Answer with a file whose name is in a table of allowed files. No path is ever made from the request."""
        return file_answer(*HALL_FILES[request.path])
