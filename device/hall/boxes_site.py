"""What boxes have from the hall: the file by which a new one joins, and the update that lies here for all."""

import secrets
from collections.abc import Callable, Mapping

import msgspec

from device.hall.hall_desk import HallDesk
from device.hall.hall_entrance import HallEntrance, HallRoutes
from device.hall.page_joining import UPLOAD, invited_page
from device.hall.update_shelf import UpdateShelf
from device.kernel.ids import Seconds
from device.kernel.sent_files import HALL_PASSWORD, HALL_SETTINGS
from device.kernel.settings import NetSettings
from device.net.checks import back_home, inner_route
from device.net.exchange import PageAnswer, PageRequest, RequestRefused, page_answer
from device.net.gate import PhonePass
from device.net.mqtt.topics import TABLE_NAME
from device.net.mqtt.update_source import SIGNATURE_PATH, UPDATE_PATH

INVITED: Seconds = 600.0
_MOST = 100
INVITATION_PATH = "/joining/"
"""Before the key of an invitation."""
PASSWORD_OF_HALL = f"/etc/nightcrier/{HALL_PASSWORD}"
"""Where a box keeps it; beside this file it comes as nightcrier/hall.password."""
_JoinFile = Callable[[str, str, str], bytes]
MOST_TITLE = 32


class Invitations:
    """Of too many the oldest goes."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[bytes, float]] = {}

    def invite(self, file: bytes, now: float) -> str:
        """The key by which it is fetched."""
        while len(self._files) >= _MOST:
            del self._files[next(iter(self._files))]
        key = secrets.token_urlsafe(9)  # 72 bits for ten minutes, and short enough for a row of a phone
        self._files[key] = file, now + INVITED
        return key

    def file_of(self, key: str, now: float) -> bytes | None:
        file, until = self._files.get(key, (None, now))
        return file if until > now else None


class BoxesSite:
    """`join` makes the file by which a box joins, of its short name, its title, and where this machine is reached."""

    def __init__(self, entrance: HallEntrance, desk: HallDesk, shelf: UpdateShelf, join: _JoinFile) -> None:
        self._entrance, self._desk, self._shelf, self._join = entrance, desk, shelf, join
        self._invitations = Invitations()

    def join(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """The file that lets a box in, on a page from which it comes to a stick or a phone."""
        fields = self._entrance.fields(request, shown)
        name, title = fields.get("table", "").strip(), " ".join(fields.get("title", "").split())
        if not TABLE_NAME.fullmatch(name):
            return back_home(place="/misnamed")
        if name in self._desk.hall.tables and self._desk.hall.tables[name].here:  # both would put each other out
            return back_home(place="/taken")
        if len(title) > MOST_TITLE or not title.isprintable():
            raise RequestRefused(400)
        host = request.headers["host"]
        file = self._join(name, title, self._shelf.address(host))
        path = INVITATION_PATH + self._invitations.invite(file, self._entrance.clock())
        address = f"http://{self._shelf.reached_at(host)}{path}"
        return page_answer(invited_page(self._entrance.forms(request, shown), title or name, path, address))

    def invited(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """For a phone that has read the code of that page, for some minutes."""
        file = self._invitations.file_of(request.path.removeprefix(INVITATION_PATH), self._entrance.clock())
        if file is None:
            raise RequestRefused(404)
        kept = {"Content-Disposition": f'attachment; filename="{HALL_SETTINGS}"'}
        return PageAnswer(body=file, kind="application/toml", headers=kept)

    def receive_update(self, request: PageRequest, shown: PhonePass) -> PageAnswer:
        """A file of it; its mark is read with it."""
        self._entrance.check_pace()
        answer = PageAnswer(303)

        async def keep() -> None:
            answer.headers = {"Location": f"/update.{await self._shelf.receive(request, shown)}"}

        answer.after = keep
        return answer

    def update(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """For the boxes, which have no pass: what is signed may be had by everybody."""
        return self._shelf.handed_out(request.path)


def join_file(net: NetSettings, broker: str, name: str, title: str) -> bytes:
    """Of the box that is called `name`; `broker` is where boxes find it. Where that asks for a password, each box has
    a name of its own there, and its own password."""
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
        rows += ["", f"[{table}]", *(f"{key} = {_written(value)}" for key, value in values.items())]
    return "\n".join([*rows, ""]).encode()


def _written(value: str | int) -> str:
    """As TOML: its texts are written as those of JSON."""
    return msgspec.json.encode(value).decode()


BOXES_ROUTES: HallRoutes[BoxesSite] = {
    "/join": {"POST": BoxesSite.join},
    INVITATION_PATH: {"GET": BoxesSite.invited},
    UPLOAD: {"POST": inner_route(BoxesSite.receive_update)},
    UPDATE_PATH: {"GET": BoxesSite.update},
    SIGNATURE_PATH: {"GET": BoxesSite.update},
}
