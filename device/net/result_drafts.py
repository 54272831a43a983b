"""What phones have entered in the picture of a result: it stands there again where the box has taken a part of it, or
nothing. Once the result is known nobody needs it."""

from collections.abc import Mapping

from msgspec import Struct

from device.kernel.public_question import PublicQuestion
from device.kernel.public_record import Phase, TableShown

_ASKED_FOR = {"points": ("died", "points"), "died": ("died", "points"), "cards": ("died", "points", "holds")}
"""What each button of the picture answers: where the box still asks for it, something did not fit."""


class ResultDraft(Struct, frozen=True):
    """The fields as they were sent, and the question at which the box stopped, by its moment."""

    fields: Mapping[str, str]
    stopped: float | None = None


class ResultDrafts:
    """One a phone, by the digest of its pass."""

    def __init__(self) -> None:
        self._kept: dict[str, ResultDraft] = {}

    def keep(self, digest: str, fields: Mapping[str, str]) -> None:
        self._kept[digest] = ResultDraft(dict(fields))

    def settle(self, digest: str, question: PublicQuestion | None) -> None:
        """This stands on the glass once the box has taken what it could."""
        draft = self._kept.get(digest)
        if draft is None or question is None or question.picture is None:
            return
        if question.picture.asked in _ASKED_FOR.get(draft.fields.get("send", ""), ()):
            self._kept[digest] = ResultDraft(draft.fields, question.at)

    def of(self, digest: str) -> ResultDraft | None:
        return self._kept.get(digest)

    def follow(self, table: TableShown | None) -> None:
        """They are of one result alone."""
        if table is None or table.phase is not Phase.ASKED:
            self._kept.clear()
