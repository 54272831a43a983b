"""Keeps a game in a file while it is played: how it stood at nightfall and stands now, and what was chosen since then.

The referee judges a night or a day anew with each further choice of those who died, so any of these functions may be
called again with more choices."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.referee.records import CallChoice, DayChoices, DayNews, MorningNews, RoundChoices
from nightcrier.box.games.engine.referee.standing import FileTable, Standing, begin_standing
from nightcrier.box.games.engine.referee.whole_game import JudgedRound, play_day, play_night


class Village(Struct, frozen=True):
    """A game under way. `dusk` is how it stood before tonight, and `state` how it stands. `number` counts nights from
    1. `night` are the choices of tonight until now, `dawn` those of whoever died of it, and `day` those of the day.
    `morning` and `evening` are what came of them, if they are judged. `rounds` were finished before tonight."""

    dusk: Standing
    state: Standing
    number: int = 0
    night: tuple[CallChoice, ...] = ()
    dawn: tuple[CallChoice, ...] = ()
    morning: MorningNews | None = None
    day: DayChoices | None = None
    evening: DayNews | None = None
    rounds: tuple[JudgedRound, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended by an end of its file."""
        return bool(self.state.end)

    @property
    def judged(self) -> tuple[JudgedRound, ...]:
        """All rounds of which the night is judged, the present one last."""
        if self.morning is None:
            return self.rounds
        now = JudgedRound(RoundChoices(self.night, self.dawn, self.day), self.morning, self.evening)
        return (*self.rounds, now)


def begin_village(table: FileTable) -> Village:
    """Return the game before its first night."""
    return Village(state := begin_standing(table), state)


def fall_of_night(village: Village) -> Village:
    """Return the game at the beginning of its next night, in which nothing was chosen yet."""
    return Village(village.state, village.state, village.number + 1, rounds=village.judged)


def at_morning(village: Village, dawn: Sequence[CallChoice] = ()) -> Village:
    """Judge the night, with what those chose who died of it. Raises WrongEntry."""
    state, news = play_night(village.dusk, village.night, dawn)
    return replace(village, state=state, dawn=tuple(dawn), morning=news)


def after_day(village: Village, choices: DayChoices) -> Village:
    """Judge the day after this night, with what those chose who died of it. Raises WrongEntry."""
    morning, _ = play_night(village.dusk, village.night, village.dawn)
    state, news = play_day(morning, choices)
    return replace(village, state=state, day=choices, evening=news)
