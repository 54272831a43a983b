"""The story of a game: night by night and day by day, to be read, and in short pieces to be heard."""

from collections.abc import Iterator

from device.games.wherewolf.referee.whole_game import RoundRecord
from device.games.wherewolf.sheet.story_of_acts import in_call_order
from device.games.wherewolf.table.phrases import role_said, role_word, seat_number, seats_named, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfVillage
from device.kernel.ids import LineId, number_line, seat_line
from device.show.facts import Fact, Number


def story_facts(village: WolfVillage) -> tuple[Fact, ...]:
    """The facts of everything that was done, in its order."""
    return tuple(fact for number in range(len(village.rounds)) for fact in _round_facts(village, number))


def _round_facts(village: WolfVillage, at: int) -> Iterator[Fact]:
    played, number = village.rounds[at], Number(at + 1)
    roles = village.known.table.roles
    yield wolf_word("story.night", n=number)
    for action in in_call_order(played.acts.night, at + 1):
        named: dict[str, Fact] = {"role": role_word(action.power), "n": seat_number(action.seat)}
        whom = seats_named(action.targets) if action.targets else role_word(action.during or action.power)
        yield wolf_word("story.asked", **named, seats=whom)
    if at < len(village.suspects):
        for seat, named_seats in village.suspects[at].items():
            yield wolf_word("story.suspected", n=seat_number(seat), seats=seats_named(named_seats))
    for how, seats in _changes(played):
        for seat in seats:
            yield wolf_word(f"story.{how}", n=seat_number(seat), role=role_word(roles[seat]))
    if played.day is not None:
        yield wolf_word("story.day", n=number)
        burned = played.day.burned
        if burned is None:
            yield wolf_word("story.no-pyre")
        else:
            yield wolf_word("story.burned", n=seat_number(burned), role=role_word(roles[burned]))


def _changes(played: RoundRecord) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The changes that a night made to people: what each is called, and whose lot it was."""
    night = played.night
    return (("turned", tuple(night.turned)), ("saved", night.saved), ("killed", played.morning.eliminated))


_SAID = {"turned": "turned", "saved": "saved", "killed": "dies"}


def story_lines(village: WolfVillage) -> tuple[LineId, ...]:
    """The story of a game aloud: whose lot changed, with the role."""
    told = [wolf_line("story.open")]
    for at, played in enumerate(village.rounds):
        told += [wolf_line("story.night"), number_line(at + 1), *(tuple(_night_lines(village, played)) or _quiet())]
        burned = played.day.burned if played.day else None
        if burned is not None:
            told += [wolf_line("story.day"), number_line(at + 1), *_fate(village, burned, "burns")]
    return tuple(told)


def _quiet() -> tuple[LineId, ...]:
    return (wolf_line("story.quiet"),)


def _night_lines(village: WolfVillage, played: RoundRecord) -> Iterator[LineId]:
    for how, seats in _changes(played):
        for seat in seats:
            yield from _fate(village, seat, _SAID[how])


def _fate(village: WolfVillage, seat: int, how: str) -> tuple[LineId, ...]:
    role = village.known.table.roles[seat]
    return (wolf_line("seat"), seat_line(seat + 1), role_said(role), wolf_line(f"story.{how}"))
