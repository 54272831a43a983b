"""What boxes have from the hall: the file by which a new one joins, and the update that lies here for all."""

from collections.abc import Callable

from device.hall.hall_desk import HallDesk
from device.hall.hall_entrance import HallEntrance
from device.hall.hall_routes import HallRoutes
from device.hall.invitations import Invitations
from device.hall.join_file import MOST_TITLE
from device.hall.page_joining import UPLOAD, invited_page
from device.hall.update_shelf import UpdateShelf
from device.kernel.sent_files import HALL_SETTINGS
from device.net.checks import back_home
from device.net.exchange import PageAnswer, PageRequest, RequestRefused, page_answer
from device.net.form_writer import FormWriter
from device.net.gate import PhonePass
from device.net.mqtt.topics import TABLE_NAME
from device.net.mqtt.update_source import SIGNATURE_PATH, UPDATE_PATH

INVITATION_PATH = "/joining/"
"""Before the key of an invitation."""
_JoinFile = Callable[[str, str, str], bytes]


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
        words, language, mark = self._entrance.reader(request, shown)
        address = f"http://{self._shelf.reached_at(host)}{path}"
        return page_answer(invited_page(FormWriter(words, mark), language, title or name, path, address))

    def invited(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """For a phone that has read the code of that page, for some minutes."""
        file = self._invitations.file_of(request.path.removeprefix(INVITATION_PATH), self._entrance.clock())
        if file is None:
            raise RequestRefused(404)
        kept = {"Content-Disposition": f'attachment; filename="{HALL_SETTINGS}"'}
        return PageAnswer(body=file, kind="application/toml", headers=kept)

    def receive_update(self, request: PageRequest, shown: PhonePass | None) -> PageAnswer:
        """A file of it; its mark is read with it."""
        sender = self._entrance.sender(shown)
        answer = PageAnswer(303)

        async def keep() -> None:
            answer.headers = {"Location": f"/update.{await self._shelf.receive(request, sender)}"}

        answer.after = keep
        return answer

    def update(self, request: PageRequest, _: PhonePass | None) -> PageAnswer:
        """For the boxes, which have no pass: what is signed may be had by everybody."""
        return self._shelf.handed_out(request.path)


BOXES_ROUTES: HallRoutes[BoxesSite] = {
    "/join": {"POST": BoxesSite.join},
    INVITATION_PATH: {"GET": BoxesSite.invited},
    UPLOAD: {"POST": BoxesSite.receive_update},
    UPDATE_PATH: {"GET": BoxesSite.update},
    SIGNATURE_PATH: {"GET": BoxesSite.update},
}
