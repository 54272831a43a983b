"""Begins a game: its setup as the table stands tonight, its seed, its first stage."""

from msgspec.structs import replace

from device.kernel.chance import derived
from device.kernel.ids import LineId
from device.show.play import Play, Recalling
from device.show.plug import Game, deck_of
from device.show.setup import Setup
from device.show.teaching import PracticeFace
from device.table.chosen_number import with_players
from device.table.effects import Record, Remember
from device.table.entries import Began, CalledByNumber
from device.table.house import House
from device.table.new_evening import begun_with
from device.table.next_stage import with_roles_met
from device.table.session import enter
from device.table.session_state import LayingOut, Session
from device.table.state import GameBefore, Table, TableStep, step_after
from device.table.talk import speak
from device.table.tonight import numbers_of, numbers_told, say_before, tonight_setup

NO_SCREEN = LineId("screen.fault.screen")
"""Said instead of a game whose secrets nobody could read."""

_REDRAWS = 50
"""How often a game that begins too much like the one before is dealt anew; then it is played as it came."""


def start_game(house: House, table: Table, at: float, *, practice: bool = False, laid: bool = False) -> TableStep:
    """Begin the game that was chosen; or practise it, which leaves nothing behind. `laid`: how its cards are laid out
    was told just now."""
    choices = table.choices
    game = house.games[choices.game]
    tonight = tonight_setup(house, table)
    setup = replace(tonight, practice=practice, named=tonight.named and not laid)
    setup = replace(setup, deck=deck_of(game, setup))  # by name: whatever becomes of its file, this game stays as it is
    table, seed, play = _drawn(game, setup, table)
    session = first_session(choices.game, setup, seed, play)
    if session is None:
        return table, ()
    if session.keeps_secrets and not house.sees(table.faults):
        return speak(table, NO_SCREEN)
    called = (Record(CalledByNumber()),) if table.by_number else ()  # until the voices call people in another way
    began = Record(Began(session.game, setup, seed), session.keeps_secrets), *called
    begun = replace(table, session=session)
    if practice:
        return step_after(began, enter(begun, at))
    players = setup.players if choices.players else 0  # who plays with another number has agreed to it
    choices = with_roles_met(replace(choices, players=players, games=choices.games + 1), session)
    begun = replace(begun, choices=choices, before=GameBefore(play, numbers_of(setup.seated)))
    entered, effects = enter(begun, at)
    return entered, (*began, *say_before(effects, numbers_told(table)), Remember(choices))


def first_session(game: str, setup: Setup, seed: int, play: Play) -> Session | None:
    """Return the game at its first stage, if it has one."""
    stage = play.stage()
    return Session(game, setup, seed, play, stage, laying=LayingOut.NOT_BEGUN.at(stage)) if stage else None


def _drawn(game: Game, setup: Setup, table: Table) -> tuple[Table, int, Play]:
    """Draw a game, and the seed it is made of; another if it repeats the one before."""
    for _ in range(_REDRAWS):
        seed = derived(table.seed, "game")
        table = replace(table, seed=next_seed(table.seed))
        play = begun_play(game, setup, seed)
        if table.before.play is None or not isinstance(play, Recalling) or not play.repeats(table.before.play):
            break
    return table, seed, play


def begun_play(game: Game, setup: Setup, seed: int) -> Play:
    """Begin the game, or its practice."""
    if setup.practice and isinstance(game, PracticeFace):
        return game.practise(setup, seed)
    return game.begin(setup, seed)


def next_seed(seed: int) -> int:
    """Return the table's next seed, so that one gives the whole evening. It never leaves the memory: from the seed of a
    game, which is written down, nobody finds that of another."""
    return derived(seed, "table", 256)


def start_agreed(house: House, table: Table, at: float, *, laid: bool = False) -> TableStep:
    """Begin the game, with the evening that was asked for, once all is agreed; a game that cannot be begun leaves the
    evening as it is. `laid`: how its cards are laid out was told just now."""
    if not table.anew:
        return start_game(house, table, at, laid=laid)
    agreed = with_players(table.choices, table.choices.setup.players)
    renewed, first = begun_with(replace(table, choices=agreed), table.anew)
    begun, effects = start_game(house, renewed, at, laid=laid)
    if begun.session:
        return begun, (*first, *effects)
    before = replace(begun.before, people=table.before.people)
    return replace(begun, choices=table.choices, standings=table.standings, before=before), effects
