"""The rounds of a tournament on the organiser's page: drawn, changed, undone, whatever others do meanwhile."""

import asyncio
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

from nightcrier.hall.tournament.state import TableBounds
from tests.hall.led_tournament import (
    BOTH,
    NAMES,
    act,
    drawn,
    rows_of,
    said,
    seats,
    shown,
    tells,
    waited,
    with_people,
)
from tests.hall.organisers import Organisers


class TestRounds:
    def test_too_few_people_no_table_and_bounds_in_disorder_are_said(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada", "Bo", "Cy")
        assert said(drawn(organisers, key, 1)).startswith("People here: 3. A table takes 4 at least.")
        assert said(act(organisers, key, "/draw", {"round": "1"})) == "Tick a table first."
        wrong = {"fewest": "5", "wanted": "4", "most": "6"}
        assert "no smaller" in said(act(organisers, key, "/bounds", wrong))
        act(organisers, key, "/bounds", {"fewest": "3", "wanted": "3", "most": "3"})
        assert organisers.tournament.tournament.bounds == TableBounds(3, 3, 3)
        assert drawn(organisers, key, 1).status == 303

    def test_a_form_that_is_sent_twice_draws_and_undoes_once(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        assert "meanwhile" in said(drawn(organisers, key, 1))
        act(organisers, key, "/draw", {"round": "2", "sure": "yes", **BOTH})
        act(organisers, key, "/undo", {"round": "2", "sure": "yes"})
        assert "meanwhile" in said(act(organisers, key, "/undo", {"round": "2", "sure": "yes"}))
        assert len(organisers.tournament.tournament.rounds) == 1

    @pytest.mark.parametrize(
        ("path", "fields"),
        [("/undo", {"sure": "yes"}), ("/close", {"table": "one", "sure": "yes"}), ("/seats", {"leaves": "1"})],
    )
    def test_a_form_of_a_round_that_was_drawn_anew_does_nothing(
        self, organisers: Organisers, path: str, fields: dict[str, str]
    ) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        (mark,) = set(re.findall(r'(?s)action="/tournament/undo".*?name="round" value="(\d+)"', shown(organisers, key)))
        act(organisers, key, "/undo", {"round": mark, "sure": "yes"})
        drawn(organisers, key, 1)
        before = organisers.tournament.tournament
        assert "meanwhile" in said(act(organisers, key, path, {"round": mark, **fields}))
        assert organisers.tournament.tournament == before

    def test_a_draw_that_ends_after_another_was_drawn_and_undone_is_none(self, organisers: Organisers) -> None:
        """Both would have the same mark."""
        key = with_people(organisers)
        body = urlencode({"mark": organisers.mark(key), "round": "1", **BOTH})
        late = organisers.ask("/tournament/draw", "POST", key, body)
        drawn(organisers, key, 1)
        act(organisers, key, "/undo", {"round": "1", "sure": "yes"})
        asyncio.run(waited(late))
        assert "meanwhile" in said(late)
        assert organisers.tournament.tournament.rounds == ()

    def test_tables_that_have_told_no_result_are_said_before_the_next_round(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        assert "No results from: \u2068Table one\u2069, \u2068Table two\u2069." in shown(organisers, key)
        late = "A result goes out when somebody presses START at the verdict."
        assert said(drawn(organisers, key, 2)) == f"No results from: Table one, Table two. {late}"
        tells(organisers, "two", 1, 1)
        refused = act(organisers, key, "/draw", {"round": "2", "t-two": "yes"})
        assert said(refused) == f"No results from: Table one. {late}"
        page = refused.body.decode()
        assert 'name="t-one" value="yes">' in page
        assert 'name="t-two" value="yes" checked>' in page
        assert len(organisers.tournament.tournament.rounds) == 1
        assert act(organisers, key, "/draw", {"round": "2", "sure": "yes", **BOTH}).status == 303

    def test_without_any_game_the_next_round_is_drawn_by_the_tick_alone(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        assert act(organisers, key, "/draw", {"round": "2", "sure": "yes", **BOTH}).status == 303
        assert organisers.tournament.tournament.games == ()

    def test_where_all_tables_have_told_the_next_round_needs_no_tick(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        tells(organisers, "one", 1, 1)
        tells(organisers, "two", 1, 1)
        assert "No results from" not in shown(organisers, key)
        act(organisers, key, "/results/games", {"out": "two-1"})
        assert drawn(organisers, key, 2).status == 303

    def test_two_draws_at_once_are_one(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        body = urlencode({"mark": organisers.mark(key), "round": "1", **BOTH})
        answers = [organisers.ask("/tournament/draw", "POST", key, body) for _ in range(2)]

        async def both() -> None:
            await asyncio.gather(*(waited(answer) for answer in answers))

        asyncio.run(both())
        assert sorted(answer.status for answer in answers) == [303, 409]
        assert len(organisers.tournament.tournament.rounds) == 1

    def test_a_result_that_comes_while_a_round_is_drawn_counts(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        body = urlencode({"mark": organisers.mark(key), "round": "2", "sure": "yes", **BOTH})
        answer = organisers.ask("/tournament/draw", "POST", key, body)
        tells(organisers, "one", 1, 1)
        asyncio.run(waited(answer))
        now = organisers.tournament.tournament
        assert (len(now.rounds), len(now.games), answer.status) == (2, 1, 303)

    def test_who_leaves_and_who_comes_late(self, organisers: Organisers) -> None:
        key = with_people(organisers, *NAMES, "Late")
        act(organisers, key, "/people", {"away": "9"})
        drawn(organisers, key, 1)
        gone = seats(organisers, "one")[0]
        answer = act(organisers, key, "/seats", {"round": "1", "leaves": str(gone)})
        assert answer.headers["Location"] == "/tournament/done#round"
        assert len(seats(organisers, "one")) == 3
        assert gone not in organisers.tournament.tournament.here
        act(organisers, key, "/people", {"back": "9"})
        assert "Without a seat" in shown(organisers, key)
        act(organisers, key, "/seats", {"round": "1", "sits": "9"})
        assert seats(organisers, "one")[-1] == 9
        assert "Without a seat" not in shown(organisers, key)
        assert "meanwhile" in said(act(organisers, key, "/seats", {"round": "1", "sits": str(gone)}))

    def test_where_no_table_has_room_it_is_said(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        act(organisers, key, "/bounds", {"fewest": "4", "wanted": "4", "most": "4"})
        drawn(organisers, key, 1)
        act(organisers, key, "/add", {"name": "Late"})
        assert "has room" in said(act(organisers, key, "/seats", {"round": "1", "sits": "9"}))

    def test_a_table_that_is_closed_gives_its_people_to_the_other(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        act(organisers, key, "/close", {"round": "1", "table": "one", "sure": "yes"})
        assert (len(seats(organisers, "two")), seats(organisers, "one")) == (8, ())
        answer = act(organisers, key, "/close", {"round": "1", "table": "one", "sure": "yes"})
        assert said(answer) == "'one' has no people in this round; choose one of its tables."

    def test_tables_that_nobody_sits_at_are_named(self, organisers: Organisers) -> None:
        """Ticked they were: six are wanted at a table."""
        key = with_people(organisers)
        organisers.joins("three", "Table <three>")
        drawn(organisers, key, 1)
        assert "Tables without people in this round: \u2068Table &lt;three&gt;\u2069." in shown(organisers, key)
        organisers.tells("three", None)
        assert "Tables without people" not in shown(organisers, key)

    def test_a_table_that_has_left_the_hall_keeps_its_title(self, organisers: Organisers, tmp_path: Path) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        tells(organisers, "one", 1, 1)
        organisers.tells("one", None)
        organisers.post("/one", key, forget="one")
        assert "one" not in organisers.desk.hall.titles
        assert ">Table one</bdi>" in shown(organisers, key, "/results")
        again = Organisers(tmp_path)
        assert ("one", "Table one") in {
            (row["table"], row["title"]) for row in rows_of(again, again.let_in(), "seating")
        }

    def test_a_round_with_games_is_not_undone(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        tells(organisers, "one", 1, 1)
        undo = {"round": "1", "sure": "yes"}
        assert said(act(organisers, key, "/undo", undo)) == "Round 1 has games that count; leave them out first."
        act(organisers, key, "/results/games", {"out": "one-1"})
        assert act(organisers, key, "/undo", undo).status == 303

    def test_the_seating_to_be_read_out_has_names_and_nothing_to_press(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        assert "No round was drawn yet" in shown(organisers, key, "/seating")
        drawn(organisers, key, 1)
        page = shown(organisers, key, "/seating")
        assert all(text in page for text in ("Table one", "Table two", "Ada", "&lt;b&gt;Bob"))
        assert "<button" not in page
