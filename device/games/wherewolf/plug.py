"""How Wherewolf plugs in: for the judge, with words for the eye only. It is not played at the table yet."""

from msgspec import Raw, Struct


class WherewolfPlug(Struct, frozen=True):
    """Imports what it is asked for when it is asked for it."""

    id: str = "wherewolf"
    rank: int = 3
    shown_only: tuple[str, ...] = ("wherewolf.",)

    def judge_game(self, content: Raw) -> Struct:
        from device.games.wherewolf.sheet.judged_sheet import judge_sheet

        return judge_sheet(content)

    def tell_game(self, content: Raw) -> list[str]:
        from device.games.wherewolf.sheet.judged_sheet import record_of
        from device.games.wherewolf.sheet.story_of_game import story_of

        return story_of(record_of(content))


PLUG = WherewolfPlug()
