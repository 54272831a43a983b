"""Whether a role did something in a simulated game: it used its power, or its trait came into effect."""

from collections.abc import Callable

from device.games.wherewolf.referee.records import NightRecord
from device.games.wherewolf.simulated.simulated_game import SimulatedGame

DeedTest = Callable[[SimulatedGame, int], bool]


def _has_acted(game: SimulatedGame, seat: int) -> bool:
    """Whether the seat chose somebody, or signalled."""
    chosen = any(action.seat == seat for acts in game.rounds for action in acts.night)
    return chosen or any(
        signal.seat == seat
        for acts in game.rounds
        if acts.day is not None
        for sheet in (acts.day.accusation, acts.day.run_off)
        if sheet is not None
        for signal in sheet.signals
    )


def _has_learned(game: SimulatedGame, seat: int) -> bool:
    """Whether the seat learned something of its own."""
    return any(entry.seat == seat for played in game.record.rounds for entry in played.night.told)


def _in_night(happened: Callable[[NightRecord, int], bool]) -> DeedTest:
    return lambda game, seat: any(happened(played.night, seat) for played in game.record.rounds)


def _tavern(line: str) -> DeedTest:
    return lambda game, _: any(played.morning.tavern == line for played in game.record.rounds)


def _is_burned(game: SimulatedGame, seat: int) -> bool:
    return any(played.day is not None and played.day.burned == seat for played in game.record.rounds)


def _has_two_votes(game: SimulatedGame, seat: int) -> bool:
    """Whether there were votes that her trait can halve, or his take away."""
    sheets = [acts.day.accusation for acts in game.rounds if acts.day is not None]
    return any(sum(seat in places for places in (sheet.votes or {}).values()) > 1 for sheet in sheets)


def _orator(game: SimulatedGame, seat: int) -> bool:
    """Whether the Orator signalled, or kept another City player from the pyre by being there."""
    kept = any(played.day is not None and played.day.cancelled_by == "orator" for played in game.record.rounds)
    return kept or _has_acted(game, seat)


def _thief(game: SimulatedGame, seat: int) -> bool:
    """Whether the Thief opened her eyes in a Mystic's turn, or escaped an attack."""
    return _has_acted(game, seat) or _in_night(_is_attacked)(game, seat)


def _spy(game: SimulatedGame, seat: int) -> bool:
    """Whether the Spy looked on while the others voted: then her vote is for herself."""
    sheets = [acts.day.accusation for acts in game.rounds if acts.day is not None]
    return any(seat in (sheet.votes or {}).get(seat, ()) for sheet in sheets)


def _is_identified(power: str) -> DeedTest:
    """Whether somebody learned by this power who he is."""
    return lambda game, seat: any(
        entry.power == power and isinstance(entry.answer, tuple) and seat in entry.answer
        for entry in game.record.rounds[0].night.told
    )


def _sinner(game: SimulatedGame, seat: int) -> bool:
    """Whether the Priest identified the Sinner, or his aura made Seer or Medium take him for one of the Shadow."""
    told = [entry for played in game.record.rounds for entry in played.night.told]
    deceived = any(entry.target == seat and entry.power in ("seer", "medium") for entry in told)
    return deceived or _is_identified("priest")(game, seat)


def _is_attacked(night: NightRecord, seat: int) -> bool:
    return seat in night.refused or seat in night.refused_vampire


def _effective(game: SimulatedGame, seat: int) -> bool:
    """Whether a latent identity came out; without one a Peasant has nothing to do."""
    return bool(game.table.latent.get(seat)) and any(
        seat in played.night.turned or "hero" in {c for causes in played.night.causes.values() for c in causes}
        for played in game.record.rounds
    )


_ROLE_DEEDS: dict[str, DeedTest] = {
    "bard": _tavern("white"),
    "innkeeper": _tavern("dark"),
    "hermit": _in_night(_is_attacked),
    "traitor": _in_night(_is_attacked),
    "jester": _is_burned,
    "young-wolf": _is_burned,
    "madman": lambda game, seat: seat in game.record.state.fulfilled,
    "sinner": _sinner,
    "ghoul": _in_night(lambda night, seat: "ghoul" in night.causes.get(seat, ())),
    "courtesan": _has_two_votes,
    "merchant": _has_two_votes,
    "orator": _orator,
    "thief": _thief,
    "spy": _spy,
    "peasant": _effective,
    "monk": _has_learned,
    "priest": _has_learned,
    "guard": _has_learned,
    "other-guard": _has_learned,
    "corrupt-guard": _has_learned,
    "vampire-hunter": _in_night(lambda night, _: any("vampire-hunter" in c for c in night.causes.values())),
}
"""The test of each role; all others have to choose somebody or signal."""


def did_something(game: SimulatedGame, seat: int) -> bool:
    """Whether the role that the seat was dealt did something."""
    return _ROLE_DEEDS.get(game.table.roles[seat], _has_acted)(game, seat)
