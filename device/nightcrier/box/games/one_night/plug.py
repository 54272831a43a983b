"""Makes One Night known to the box, as a game for the table and for the judge. Some of its words are never spoken."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from msgspec import Raw
from msgspec.structs import replace

from nightcrier.box.show.plug import JudgePlug
from nightcrier.kernel.ids import Language, LineId, screen_line

if TYPE_CHECKING:
    from nightcrier.box.games.engine.model import GameFile
    from nightcrier.box.games.engine.sayings import House
    from nightcrier.box.games.one_night.file_words import Written
    from nightcrier.box.games.one_night.game import OneNight
    from nightcrier.box.games.one_night.rules.role_book import RoleBook
    from nightcrier.box.games.one_night.rules.scenarios import NamedDeck


_BESIDE_SEATS = ("ask.dead.several", "ask.dead.votes", "deal.pass", "deal.own", "deal.center")


class OneNightPlug(JudgePlug, frozen=True):
    """The plug of One Night. The modules of the game are imported only when the game is needed."""

    id: str = "one-night"
    rank: int = 1
    folder: str = ""
    shown_only: tuple[str, ...] = ("deal.help.", "deal.act", "deal.look", "deal.voted")
    beside_seats: tuple[LineId, ...] = tuple(map(screen_line, _BESIDE_SEATS))
    files: tuple[Any, ...] = ()
    """The files that add roles. A file that takes precedence comes first."""
    book: Any = None
    """The book of roles that this table knows, or None for the printed roles."""

    def extended_by(self, files: "Sequence[GameFile]") -> Self:
        if not files:
            return self
        from nightcrier.box.games.one_night.rules.file_roles import book_of

        return replace(self, files=tuple(files), book=book_of(files))

    def as_played(self, file: "GameFile") -> "GameFile":
        from nightcrier.box.games.one_night.rules.file_roles import with_copies

        return with_copies(file)

    def _book(self) -> "RoleBook":
        from nightcrier.box.games.one_night.rules.role_book import PRINTED

        return self.book or PRINTED

    def scenario_kind(self) -> type[Any]:
        from nightcrier.box.games.one_night.rules.scenarios import NamedDeck

        return NamedDeck

    def roles_of_files(self) -> Collection[str]:
        return [role for file in self.files for role in file.roles]

    def words_of_files(self, house: "Mapping[Language, House]") -> "Written":
        if not self.files:
            return {}
        from nightcrier.box.games.one_night.file_words import words_of_files

        return words_of_files(self.files, self._book(), house)

    def read_scenario(self, data: bytes, name: str) -> "NamedDeck":
        from nightcrier.box.games.one_night.rules.scenarios import deck_scenario

        return deck_scenario(data, name, self._book())

    def table_game(self, scenarios: "Sequence[NamedDeck]") -> "OneNight":
        from nightcrier.box.games.one_night.game import OneNight

        return OneNight(scenarios, self._book(), self.files)

    def judge_game(self, content: Raw) -> Mapping[str, Any]:
        from nightcrier.box.games.one_night.sheets.judge_report import judge_one_night

        return judge_one_night(content, self._book())

    def tell_game(self, content: Raw) -> list[str]:
        from nightcrier.box.games.one_night.sheets.judge_report import story_of_one_night

        return story_of_one_night(content, self._book())


PLUG = OneNightPlug()
