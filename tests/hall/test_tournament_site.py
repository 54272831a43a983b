"""A tournament led over the organiser's page: a whole evening, killed in the middle; what cannot be is said, and
nothing that was typed is lost."""

import asyncio
import csv
import io
import re
from collections.abc import AsyncGenerator, Mapping
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest

from device.hall import tournament_site
from device.hall.tournament.tournament_state import TableBounds
from device.hall.tournament_site import (
    LIST_FILE,
    SPREADSHEETS,
    TOURNAMENT_FORMS,
    TOURNAMENT_PAGES,
)
from device.kernel.hall_results import ResultGame, ResultPlace, TableResults
from device.net import received_file
from device.net.exchange import PageAnswer, PageRequest, RequestRefused
from device.net.mqtt.topics import TableTopics
from tests.hall.organisers import HOST, Organisers

NAMES = ("Ada", "<b>Bob", "Cy", "Di", "Ed", "Flo", "=1+1", "Hu")
EDGE = "----edge"
BOTH = {"t-one": "yes", "t-two": "yes"}
HALF = {"fewest": "4", "wanted": "4", "most": "10"}


def act(organisers: Organisers, key: str, path: str, fields: Mapping[str, str], **headers: str) -> PageAnswer:
    """A form is sent, and what comes of it is waited for."""
    organisers.now += 1.0
    body = urlencode({"mark": organisers.mark(key), **fields})
    answer = organisers.ask(f"/tournament{path}", "POST", key, body, **headers)
    if answer.after:
        asyncio.run(_waited(answer))
    return answer


async def _waited(answer: PageAnswer) -> None:
    if answer.after:
        await answer.after()


def said(answer: PageAnswer) -> str:
    """What is wrong, as the page says it; names in it are set apart by signs that nobody sees."""
    assert answer.status == 409
    text = answer.body.decode().partition('role="alert"')[2].partition(">")[2].partition("</p>")[0]
    return unescape(text).replace("\u2068", "").replace("\u2069", "")


def shown(organisers: Organisers, key: str, path: str = "", **headers: str) -> str:
    return organisers.ask(f"/tournament{path}", key=key, **headers).body.decode()


def with_people(organisers: Organisers, *names: str) -> str:
    """The key of an organiser; two tables are there."""
    key = organisers.let_in()
    for table in ("one", "two"):
        organisers.joins(table, f"Table {table}")
    act(organisers, key, "/list", {"names": "\r\n".join(names or NAMES)})
    act(organisers, key, "/bounds", HALF)
    return key


def drawn(organisers: Organisers, key: str, number: int) -> PageAnswer:
    return act(organisers, key, "/draw", {"round": str(number), **BOTH})


def seats(organisers: Organisers, table: str) -> tuple[int, ...]:
    return organisers.tournament.tournament.rounds[-1].people_at(table)


def tells(organisers: Organisers, table: str, number: int, won: int, names: tuple[str, ...] = ()) -> None:
    """A game that this seat has won; by the seats alone where no names are told."""
    places = tuple(
        ResultPlace(seat, int(seat == won), names[seat - 1] if names else "")
        for seat in range(1, len(names or seats(organisers, table)) + 1)
    )
    game = ResultGame(number, "one-night", "First <Game>", places, f"{table}-{number}")
    organisers.desk.hear(TableTopics(table).results, msgspec.json.encode(TableResults(1, (game,), number)))


def rows_of(organisers: Organisers, key: str, name: str) -> list[dict[str, str]]:
    answer = organisers.ask(f"/tournament/{name}.csv", key=key)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}.csv"'
    return list(csv.DictReader(io.StringIO(answer.body.decode("utf-8-sig"))))


def test_a_whole_evening_of_eight_people_at_two_tables(organisers: Organisers, tmp_path: Path) -> None:
    key = with_people(organisers)
    assert drawn(organisers, key, 1).headers["Location"] == "/tournament/done#round"
    assert sorted(map(len, (seats(organisers, "one"), seats(organisers, "two")))) == [4, 4]
    winners = [seats(organisers, "one")[1], seats(organisers, "two")[2]]
    tells(organisers, "one", 1, 2)
    tells(organisers, "two", 1, 3)
    before = organisers.tournament.tournament

    again = Organisers(tmp_path)  # the first was killed
    assert again.tournament.tournament == before
    key = again.let_in()
    for table in ("one", "two"):
        again.joins(table, f"Table {table}")
    tells(again, "one", 1, 2)
    assert drawn(again, key, 2).status == 303
    winners += [seats(again, "one")[0], seats(again, "two")[3]]
    tells(again, "one", 2, 1)
    tells(again, "two", 2, 4)

    names = again.tournament.tournament.names
    expected = {name: sum(names[person] == name for person in winners) for name in NAMES}
    standings = rows_of(again, key, "standings")
    assert {row["name"].removeprefix("'"): int(row["points"]) for row in standings} == expected
    assert {int(row["games"]) for row in standings} == {2}
    assert [int(row["points"]) for row in standings] == sorted(expected.values(), reverse=True)
    assert len(rows_of(again, key, "results")) == 16
    assert {row["round"] for row in rows_of(again, key, "seating")} == {"1", "2"}
    page = shown(again, key, "/results")
    assert "fewer points" in page
    assert "<b>" not in page
    assert "&lt;b&gt;Bob" in page


def test_a_name_that_a_spreadsheet_would_calculate_goes_out_guarded(organisers: Organisers) -> None:
    key = with_people(organisers)
    drawn(organisers, key, 1)
    for name in ("people", "seating", "standings"):
        assert "'=1+1" in {row["name"] for row in rows_of(organisers, key, name)}


def test_the_seating_for_a_spreadsheet_says_what_people_call_a_table(organisers: Organisers) -> None:
    key = with_people(organisers)
    drawn(organisers, key, 1)
    tables = {(row["table"], row["title"]) for row in rows_of(organisers, key, "seating")}
    assert tables == {("one", "Table one"), ("two", "Table two")}


class TestPeople:
    def test_they_come_by_a_list_and_by_name_and_go(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada", "Bo")
        assert act(organisers, key, "/add", {"name": "Cy"}).headers["Location"] == "/tournament/done#people"
        act(organisers, key, "/people", {"away": "1"})
        assert organisers.tournament.tournament.here == (2, 3)
        act(organisers, key, "/people", {"back": "1"})
        assert organisers.tournament.tournament.here == (1, 2, 3)
        act(organisers, key, "/rename", {"person": "2", "called": "Bob"})
        assert "Here: 3" in shown(organisers, key)
        assert rows_of(organisers, key, "people")[1] == {"name": "Bob", "here": "yes"}

    def test_a_name_that_is_taken_is_said_and_what_was_typed_stays(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada", "Bo")
        answer = act(organisers, key, "/add", {"name": "ADA"})
        assert said(answer) == "Name is taken"
        assert 'value="ADA"' in answer.body.decode()
        assert said(act(organisers, key, "/rename", {"person": "2", "called": "Ada"})) == "Name is taken"

    def test_who_had_gone_is_back_by_the_same_name(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada", "Bo")
        act(organisers, key, "/people", {"away": "1"})
        assert act(organisers, key, "/add", {"name": "ada"}).status == 303
        assert organisers.tournament.tournament.here == (1, 2)

    def test_a_list_with_a_name_twice_is_said_by_line_and_nothing_is_taken(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada")
        answer = act(organisers, key, "/list", {"names": "Bo\r\n<i>Cy\r\nbo"})
        assert said(answer) == "Line 3: bo stands in line 1, too. Add a letter to one of them, as in Anna B."
        assert "\n&lt;i&gt;Cy" in answer.body.decode().replace("\r", "")
        assert len(organisers.tournament.tournament.people) == 1

    def test_what_else_is_wrong_is_said_in_english(self, organisers: Organisers) -> None:
        key = with_people(organisers, "Ada")
        answer = act(organisers, key, "/list", {"names": f"Bo\n{'x' * 25}"}, accept_language="fa")
        assert said(answer).startswith("line 2: 'xxxx")
        assert '<p role="alert" lang="en" dir="ltr">' in answer.body.decode()
        assert said(act(organisers, key, "/list", {"names": " "})).startswith("The list has no names; write one")


async def pieces_of(body: bytes) -> AsyncGenerator[bytes, None]:
    for at in range(0, len(body), 4096):
        yield body[at : at + 4096]


def upload(organisers: Organisers, key: str, mark: str, content: bytes, end: str = "--", **headers: str) -> PageAnswer:
    """As browsers write it."""
    head = f'--{EDGE}\r\nContent-Disposition: form-data; name="mark"\r\n\r\n{mark}\r\n'
    file = f'--{EDGE}\r\nContent-Disposition: form-data; name="file"; filename="p.csv"\r\n\r\n'
    body = (head + file).encode() + content + (f"\r\n--{EDGE}{end}\r\n".encode() if end else b"")
    heads = {"host": HOST, "origin": f"http://{HOST}", "cookie": f"{organisers.cookie}={key}"}
    heads |= {"content-type": f"multipart/form-data; boundary={EDGE}", **headers}
    answer = organisers.site.answer(PageRequest("POST", LIST_FILE, heads, pieces=pieces_of(body)))
    asyncio.run(_waited(answer))
    return answer


class TestListAsFile:
    def test_it_is_taken(self, organisers: Organisers) -> None:
        key = organisers.let_in()
        answer = upload(organisers, key, organisers.mark(key), b"\xef\xbb\xbfname;town\r\nAda;Bern\r\nBo;Rome\r\n")
        assert (answer.status, answer.headers["Location"]) == (303, "/tournament/added#people")
        assert list(organisers.tournament.tournament.names.values()) == ["Ada", "Bo"]

    def test_what_is_wrong_is_said_and_nothing_is_taken(
        self, organisers: Organisers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        key = organisers.let_in()
        mark = organisers.mark(key)
        assert "not UTF-8" in said(upload(organisers, key, mark, b"\xff\xfeA"))
        assert "Send it again" in said(upload(organisers, key, mark, b"Ada", end=""))
        assert "Line 2" in said(upload(organisers, key, mark, b"Ada\nAda"))
        monkeypatch.setattr(tournament_site, "LARGEST_LIST", 6)
        assert "too large" in said(upload(organisers, key, mark, b"Ada\nBob"))
        assert organisers.tournament.tournament.people == ()

    def test_one_that_trickles_for_ever_is_left_in_time(
        self, organisers: Organisers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def trickling() -> AsyncGenerator[bytes, None]:
            await asyncio.Future()
            yield b""

        async def waited(answer: PageAnswer) -> None:
            await asyncio.wait_for(_waited(answer), 30)

        monkeypatch.setattr(received_file, "LONGEST_SENDING", 0)
        key = organisers.let_in()
        heads = {"host": HOST, "origin": f"http://{HOST}", "cookie": f"{organisers.cookie}={key}"}
        heads["content-type"] = f"multipart/form-data; boundary={EDGE}"
        answer = organisers.site.answer(PageRequest("POST", LIST_FILE, heads, pieces=trickling()))
        asyncio.run(waited(answer))
        assert said(answer) == "The file did not arrive whole. Send it again."

    def test_how_many_came_is_said_once(self, organisers: Organisers) -> None:
        key = organisers.let_in()
        upload(organisers, key, organisers.mark(key), b"Ada\nBo\n")
        assert "2 added." in shown(organisers, key, "/added")
        assert "Done." in shown(organisers, key, "/added")
        answer = act(organisers, key, "/list", {"names": "Bo\nCy\nDi\nEd"})
        assert answer.headers["Location"] == "/tournament/added#people"
        assert "3 added." in shown(organisers, key, "/added")

    @pytest.mark.parametrize("mark", ["", "x" * 22])
    def test_without_the_mark_of_the_pass_it_is_refused(self, organisers: Organisers, mark: str) -> None:
        key = organisers.let_in()
        with pytest.raises(RequestRefused) as refused:
            upload(organisers, key, mark, b"Ada")
        assert refused.value.status == 403
        assert organisers.tournament.tournament.people == ()

    @pytest.mark.parametrize("key", ["", "x" * 43])
    def test_an_outsider_is_not_read_at_all(self, organisers: Organisers, key: str) -> None:
        with pytest.raises(RequestRefused) as refused:
            upload(organisers, key, "", b"Ada")
        assert refused.value.status == 403


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
        asyncio.run(_waited(late))
        assert "meanwhile" in said(late)
        assert organisers.tournament.tournament.rounds == ()

    def test_tables_that_have_told_no_result_are_said_before_the_next_round(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        assert "No results from: \u2068Table one\u2069, \u2068Table two\u2069." in shown(organisers, key)
        assert said(drawn(organisers, key, 2)) == "No results from: Table one, Table two."
        tells(organisers, "two", 1, 1)
        refused = act(organisers, key, "/draw", {"round": "2", "t-two": "yes"})
        assert said(refused) == "No results from: Table one."
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
            await asyncio.gather(*(_waited(answer) for answer in answers))

        asyncio.run(both())
        assert sorted(answer.status for answer in answers) == [303, 409]
        assert len(organisers.tournament.tournament.rounds) == 1

    def test_a_result_that_comes_while_a_round_is_drawn_counts(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        body = urlencode({"mark": organisers.mark(key), "round": "2", "sure": "yes", **BOTH})
        answer = organisers.ask("/tournament/draw", "POST", key, body)
        tells(organisers, "one", 1, 1)
        asyncio.run(_waited(answer))
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


class TestGames:
    def test_before_the_first_round_nothing_is_kept(self, organisers: Organisers) -> None:
        with_people(organisers)
        tells(organisers, "one", 1, 1, NAMES[:4])
        assert organisers.tournament.tournament.games == ()

    def test_of_a_table_that_is_none_of_the_hall_nothing_is_heard(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        organisers.desk.forget("one")
        tells(organisers, "one", 1, 1)
        assert organisers.tournament.tournament.games == ()

    def test_strangers_are_said_and_settled(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        tells(organisers, "one", 1, 2, ("Ada", "<i>Zed", "Cy", "Di"))
        page = shown(organisers, key, "/results")
        assert "Games that belong to no round: 1" in page
        assert "Nobody in the tournament is \u2068&lt;i&gt;Zed\u2069." in page
        assert "#astray" in shown(organisers, key)
        fields = {"game": "one-1", "round": "1", "who-2": "Zoe"}
        refused = act(organisers, key, "/results/settle", fields)
        assert said(refused) == "Nobody in the tournament is called Zoe."
        assert 'value="Zoe"' in refused.body.decode()
        assert "two places" in said(act(organisers, key, "/results/settle", {**fields, "who-2": "Ada"}))
        act(organisers, key, "/results/settle", {**fields, "who-2": "flo"})
        assert "belong to no round" not in shown(organisers, key, "/results")
        assert {row["name"] for row in rows_of(organisers, key, "standings") if row["points"] == "1"} == {"Flo"}

    def test_those_of_the_page_are_left_out_together_and_one_counts_again(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        for number in (1, 2):
            tells(organisers, "one", number, 1, ("Ada", "Zed", "Cy", "Di"))
        act(organisers, key, "/results/all-out", {"g-0": "one-1", "g-1": "one-2"})
        page = shown(organisers, key, "/results")
        assert "belong to no round" not in page
        assert page.count("left out") == 2
        act(organisers, key, "/results/games", {"again": "one-2"})
        assert "Games that belong to no round: 1" in shown(organisers, key, "/results")

    def test_one_that_was_settled_meanwhile_is_not_left_out_with_the_others(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        for number in (1, 2):
            tells(organisers, "one", number, 1, ("Ada", "Zed", "Cy", "Di"))
        act(organisers, key, "/results/settle", {"game": "one-1", "round": "1", "who-2": "Flo"})
        act(organisers, key, "/results/all-out", {"g-0": "one-1", "g-1": "one-2"})
        settled, astray = organisers.tournament.tournament.games
        assert (settled.counts, astray.left_out) == (True, True)
        assert "meanwhile" in said(act(organisers, key, "/results/all-out", {"g-0": "one-1", "g-1": "one-2"}))
        assert organisers.tournament.tournament.games == (settled, astray)

    def test_one_that_its_table_struck_is_shown_as_that(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        tells(organisers, "one", 1, 1)
        organisers.desk.hear(TableTopics("one").results, msgspec.json.encode(TableResults(1, ())))
        assert "struck at the table" in shown(organisers, key, "/results")


class TestKept:
    def test_a_damaged_one_that_was_kept_is_said_until_it_is_taken_away(
        self, organisers: Organisers, tmp_path: Path
    ) -> None:
        key = organisers.let_in()
        assert 'role="alert"' not in shown(organisers, key)
        (tmp_path / "tournament.json.broken").write_text("{")
        assert "tournament.json.broken" in shown(organisers, key)

    def test_a_disk_that_refuses_is_said_and_what_happens_holds(self, organisers: Organisers, tmp_path: Path) -> None:
        key = organisers.let_in()
        (tmp_path / "tournament.json").mkdir()
        act(organisers, key, "/add", {"name": "Ada"})
        assert "refuses the tournament" in shown(organisers, key)
        assert organisers.tournament.tournament.names == {1: "Ada"}
        (tmp_path / "tournament.json").rmdir()
        act(organisers, key, "/add", {"name": "Bo"})
        assert "refuses the tournament" not in shown(organisers, key)
        assert len(organisers.log) == 1


class TestAttacked:
    @pytest.mark.parametrize("path", sorted((*TOURNAMENT_PAGES, *SPREADSHEETS, *TOURNAMENT_FORMS, LIST_FILE)))
    @pytest.mark.parametrize("method", ["GET", "POST"])
    @pytest.mark.parametrize("key", ["", "x" * 43])
    def test_who_has_no_pass_sees_and_changes_nothing(
        self, organisers: Organisers, path: str, method: str, key: str
    ) -> None:
        drawn(organisers, with_people(organisers, "Secret", *NAMES), 1)
        before = organisers.tournament.tournament
        try:
            answer = organisers.ask(path, method, key, "mark=&sure=yes&round=1&away=1")
        except RequestRefused as refused:
            answer = PageAnswer(refused.status)
        assert answer.status in {403, 405} or b'name="password"' in answer.body
        assert b"Secret" not in answer.body
        assert organisers.tournament.tournament == before

    @pytest.mark.parametrize("path", sorted(TOURNAMENT_FORMS))
    @pytest.mark.parametrize("wrong", ["mark", "origin", "kind"])
    def test_no_form_from_elsewhere_is_taken(self, organisers: Organisers, path: str, wrong: str) -> None:
        key = with_people(organisers)
        mark = "x" * 22 if wrong == "mark" else organisers.mark(key)
        headers = {
            "mark": {},
            "origin": {"origin": "http://evil.example"},
            "kind": {"content-type": "text/plain"},
        }[wrong]
        assert organisers.refused(path, "POST", key, f"mark={mark}&x=y", **headers) in {403, 415}

    @pytest.mark.parametrize(
        ("path", "fields"),
        [
            ("/people", {}),
            ("/people", {"away": "1", "back": "2"}),
            ("/people", {"gone": "1"}),
            ("/people", {"away": "x"}),
            ("/people", {"away": "٣"}),
            ("/people", {"away": "9" * 5000}),
            ("/rename", {"called": "Bo"}),
            ("/bounds", {}),
            ("/bounds", {"fewest": "0", "wanted": "4", "most": "5"}),
            ("/bounds", {"fewest": "4", "wanted": "4", "most": "37"}),
            ("/draw", BOTH),
            ("/seats", {"round": "1"}),
            ("/seats", {"leaves": "1"}),
            ("/seats", {"round": "1", "leaves": "1", "sits": "2"}),
            ("/close", {"round": "1", "table": "one"}),
            ("/undo", {"round": "1"}),
            ("/undo", {"sure": "yes"}),
            ("/results/settle", {"game": "x"}),
            ("/results/settle", {"game": "x", "round": "1", "who-x": "Ada"}),
            ("/results/settle", {"game": "x", "round": "1", "who-37": "Ada"}),
            ("/results/games", {}),
            ("/results/games", {"counts": "x"}),
        ],
    )
    def test_what_is_no_form_of_the_page_is_refused(
        self, organisers: Organisers, path: str, fields: dict[str, str]
    ) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        before = organisers.tournament.tournament
        with pytest.raises(RequestRefused) as refused:
            act(organisers, key, path, fields)
        assert refused.value.status == 400
        assert organisers.tournament.tournament == before

    @pytest.mark.parametrize(
        ("path", "fields"),
        [
            ("/people", {"away": "99"}),
            ("/rename", {"person": "99", "called": "Zoe"}),
            ("/seats", {"round": "1", "leaves": "99"}),
            ("/seats", {"round": "7", "leaves": "1"}),
            ("/results/settle", {"game": "none", "round": "1"}),
            ("/results/settle", {"game": "none", "round": "9"}),
            ("/results/games", {"out": "none"}),
            ("/results/all-out", {"g-0": "none"}),
        ],
    )
    def test_what_is_not_there_any_more_is_said(
        self, organisers: Organisers, path: str, fields: dict[str, str]
    ) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        before = organisers.tournament.tournament
        assert said(act(organisers, key, path, fields))
        assert organisers.tournament.tournament == before

    def test_too_many_changes_are_refused(self, organisers: Organisers) -> None:
        key = organisers.let_in()
        body = urlencode({"mark": organisers.mark(key), "away": "1"})
        statuses = {organisers.refused("/tournament/people", "POST", key, body) for _ in range(60)}
        assert statuses == {409, 429}
