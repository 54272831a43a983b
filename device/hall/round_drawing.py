"""Draws the next round as the organiser has asked for it: looked at first, then drawn beside the loop."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from device.hall.form_reading import STALE, Fields, form_number
from device.hall.hall_desk import HallDesk
from device.hall.hall_forms import NotSent
from device.hall.page_tables import TICK
from device.hall.shown_tournament import as_shown
from device.hall.tournament.draw_round import draw_round, next_round_number
from device.hall.tournament.settled_games import untold_tables
from device.hall.tournament.table_sizes import table_sizes
from device.hall.tournament.tournament_desk import TournamentDesk
from device.hall.tournament.tournament_state import Tournament
from device.kernel.chance import Chance


class RoundDrawing:
    """`chance` draws the rounds."""

    def __init__(self, desk: TournamentDesk, hall: HallDesk, chance: Chance) -> None:
        self._desk, self._hall, self._chance = desk, hall, chance

    def asked(self, fields: Fields) -> Callable[[], Awaitable[None]]:
        """What draws it: where hundreds sit down it takes seconds, and tables ask for the clock meanwhile. It raises
        NotSent, and so does this."""
        now, number = self._desk.tournament, form_number(fields.get("round", ""))
        ticked = {name.removeprefix(TICK) for name in fields if name.startswith(TICK)}
        tables = tuple(table.name for table in self._hall.hall.in_order if table.name in ticked)
        self._check(now, number, tables, sure=fields.get("sure") == "yes")
        return partial(self._draw, now, tables)

    def _check(self, now: Tournament, number: int, tables: Sequence[str], *, sure: bool) -> None:
        """Where some have told no result yet, it is `sure` that nobody plays there any more."""
        if number != next_round_number(now):
            raise NotSent(STALE)
        if not tables:
            raise NotSent("net.hall.nobody")
        if not table_sizes(len(now.here), len(tables), now.bounds):
            figures = {"n": len(now.here), "fewest": now.bounds.fewest}
            raise NotSent("net.hall.tournament.few", **{key: str(value) for key, value in figures.items()})
        if not sure and (untold := untold_tables(now)):
            shown = as_shown(self._desk, self._hall, {})
            raise NotSent("net.hall.tournament.untold", tables=shown.called(untold))

    async def _draw(self, before: Tournament, tables: tuple[str, ...]) -> None:
        """Results that came meanwhile stay; where people or rounds are others now, it is no draw for them."""
        drawn = await asyncio.to_thread(draw_round, before, tables, self._chance)
        if replace(self._desk.tournament, games=before.games) != before:
            raise NotSent(STALE)
        self._desk.change(lambda now: replace(drawn, games=now.games, titles=self._titles(drawn)))

    def _titles(self, drawn: Tournament) -> Mapping[str, str]:
        """Of the tables of all rounds, as they are called now, or were."""
        seated = {each.table for played in drawn.rounds for each in played.tables}
        return {table: title for table, title in {**drawn.titles, **self._hall.hall.titles}.items() if table in seated}
