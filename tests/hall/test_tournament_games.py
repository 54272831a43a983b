"""The games of a tournament on the organiser's page, those that are astray too, and what is kept over a kill."""

import re
from html import unescape
from pathlib import Path

import msgspec
import pytest

from nightcrier.broker.hall_messages import TableResults
from nightcrier.broker.topics import TableTopics
from nightcrier.hall.tournament.page_parts import WORDS
from nightcrier.kernel.ids import Language
from nightcrier.web.forms import words_of_page
from nightcrier.words.catalogue import LANGUAGES
from tests.broker.spoken_table import WORDS as FOLDER
from tests.hall.led_tournament import (
    NAMES,
    act,
    drawn,
    rows_of,
    said,
    seats,
    shown,
    tells,
    with_people,
)
from tests.hall.organisers import TOPICS, Organisers


class TestGames:
    def test_before_the_first_round_nothing_is_kept(self, organisers: Organisers) -> None:
        with_people(organisers)
        tells(organisers, "one", 1, 1, NAMES[:4])
        assert organisers.tournament.tournament.games == ()

    def test_of_a_table_that_is_none_of_the_hall_nothing_is_heard(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        organisers.tells("one", None)
        organisers.desk.forget("one")
        tells(organisers, "one", 1, 1)
        assert organisers.tournament.tournament.games == ()

    def test_of_a_table_that_leaves_the_hall_no_game_from_before_is_known(self, organisers: Organisers) -> None:
        with_people(organisers)
        tells(organisers, "one", 1, 1, NAMES[:4])
        assert "one" in organisers.tournament._before
        organisers.desk.hear(TOPICS.table("one"), b"")
        assert "one" not in organisers.tournament._before

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

    def test_who_counts_at_another_table_of_that_round_is_said(self, organisers: Organisers) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        tells(organisers, "two", 1, 1)
        names = organisers.tournament.tournament.names
        first = names[seats(organisers, "two")[0]]
        tells(organisers, "one", 1, 2, ("Zed", *(names[person] for person in seats(organisers, "one")[1:])))
        fields = {"game": "one-1", "round": "1", "who-1": first}
        refused = said(act(organisers, key, "/results/settle", fields))
        assert refused.startswith(f"{first} counts at Table two in round 1 already.")
        act(organisers, key, "/results/games", {"out": "two-1"})
        assert act(organisers, key, "/results/settle", fields).status == 303
        assert "already" in said(act(organisers, key, "/results/games", {"again": "two-1"}))

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_why_one_waits_is_said_in_every_language(self, organisers: Organisers, language: Language) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        names = organisers.tournament.tournament.names
        here = tuple(names[person] for person in seats(organisers, "one"))
        tells(organisers, "one", 1, 1, here[:3])
        tells(organisers, "two", 1, 1, ("", "", ""))
        words = words_of_page(FOLDER, language)
        page = unescape(shown(organisers, key, "/results", accept_language=language))
        assert words[f"{WORDS}fewer"] in page
        assert words[f"{WORDS}nameless"] in page
        assert {f"{{{gap}}}" for gap in ("name", "table", "n")} <= {
            *re.findall(r"{\w+}", words[f"{WORDS}twice-counted"])
        }

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
