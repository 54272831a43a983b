"""Tests games in files at the table: they are found, narrated as `games show` prints them, spoken in a language they
have, and resumed after a power cut even if their files have changed or gone."""

import json
import shutil
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from docs.pictures.showcase import every_page
from nightcrier.box.library import Library, build_house, first_choices, read_library
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.plug import problems_of
from nightcrier.box.show.setup import DeckOrigin, Setup
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.box.table.core.house import Choices, House, OwnVoice
from nightcrier.box.table.core.names import fact_text
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.over.explain import aim_topic, card_topics
from nightcrier.box.table.over.menu_items import option_rows
from nightcrier.box.table.plugs.recording.booth import booth_wish, line_choices
from nightcrier.cli import main
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders, share, standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.state_file import ChoicesFile
from nightcrier.takes.script import voice_script
from nightcrier.words.sentences import text_and_speech
from tests.box.games.engine.test_shipped import AT_HOME
from tests.evenings.rehearsed import Rehearsed, UnpaintedRecord

EXAMPLES = Path(__file__).parent / "examples"
FA = Language("fa")
BEGUN = ("1 start press", "until idle 60", "1 start press", "until idle 300")
"""Actions that deal the cards and run the first night to its end."""


class Evening(Rehearsed):
    """Rehearses an evening on which one game of a folder of game files is chosen."""

    def __init__(self, where, games, game, players, language, seed=1, explain="never", **options):
        folders = replace(standard_folders({}, where), own=where / "own", tried_games=(games,))
        first = first_choices(read_library(folders, list[Fault]().append))
        setups = {**first.setups, game: Setup(game, players, options=options)}
        chosen = replace(first, game=game, setups=setups, languages=(Language(language),), explain=explain)
        ChoicesFile(Disk(), where / "choices.json", Choices).save(chosen)
        self.prepare(where, folders, seed)

    def prepare(self, where: Path, folders: Folders, seed: int) -> None:
        self.out, self.player, self.rows = StringIO(), SilentPlayer(), []
        record = UnpaintedRecord(self.out, where / "out")
        self.rehearsal = Rehearsal(folders, VirtualClock(), self.player, seed, record)
        self.seen = dict.fromkeys(("says", "hears", "told", "fault"), 0)
        self._keep()

    def plays(self, *actions: str) -> "Evening":
        for number, action in enumerate(actions):
            self.perform(Path("evening"), number, action)
        return self

    def said(self) -> list[str]:
        return [row["text"] for row in self.rows if row["kind"] == "say" and row["line"].startswith("file.")]

    def windows(self) -> list[float]:
        return [row["seconds"] for row in self.rows if row["kind"] == "window"]

    @property
    def session(self) -> Any:
        return self.rehearsal.box.daemon.table.session


@pytest.fixture
def games(tmp_path):
    return Path(shutil.copytree(EXAMPLES, tmp_path / "games"))


def rows_of(written: str) -> list[dict[str, Any]]:
    return [json.loads(row) for row in written.splitlines()]


@pytest.mark.parametrize("language", ["en", "de", "fa"])
@pytest.mark.parametrize(
    ("game", "players", "deal"),
    [("round-table", 7, "either"), ("round-table", 7, "box"), ("loups", 12, "cards"), ("mafia", 6, "either")],
)
def test_a_night_says_and_waits_what_show_prints(game, players, deal, language, games, tmp_path, capsys):
    """The narration is the same whether people deal or the box, which leaves no time for shutting eyes."""
    file = games / f"{game}.game.toml"
    file.write_text(file.read_text("utf-8").replace('deal = "either"', f'deal = "{deal}"'), "utf-8")
    which = ["--games", str(games), "--players", str(players), "--language", language]
    assert main(["games", "show", game, *which, "--json"]) == 0
    head, *calls, _day = rows_of(capsys.readouterr().out)
    assert main(["render", "--game", game, *which, "--out", str(tmp_path / "night.wav"), "--cues", "-"]) == 0
    cues = rows_of(capsys.readouterr().out)
    heard = [
        (cue["text"], cue["language"]) if cue["kind"] == "say" else cue["seconds"]
        for cue in cues
        if cue["kind"] in {"say", "window"}
    ]
    shown: list[object] = [(head["open"], head["open_in"])]
    for call in calls:
        shown += [(call["say"], call["say_in"]), call["seconds"], (call["close"], call["close_in"])]
    assert heard == [*shown, (head["dawn"], head["dawn_in"])]


@pytest.mark.parametrize("language", ["en", "de", "fa"])
def test_an_evening_is_played_to_its_end(language, games, tmp_path):
    evening = Evening(tmp_path, games, "round-table", 7, language).plays(*BEGUN)
    assert evening.windows() == [6.0, 6.0]
    assert evening.said()[0].startswith("Alle" if language == "de" else "Everybody")
    evening.plays("1 start press", "1 start press", "1 start press", "1 dial +1", "1 start press")
    assert evening.session is None
    shown = {line for row in evening.rows if row["kind"] == "screen" for line in row["lines"]}
    assert ("Verräter" if language == "de" else "Traitors") in shown
    assert not [line for line in shown if "file." in line or "round-table" in line]


def test_a_night_with_cards_waits_until_they_are_dealt(games, tmp_path):
    """People who want explanations hear all cards named before their first game. Other people hear nothing then."""
    evening = Evening(tmp_path, games, "mafia", 6, "en", explain="new", dealing="unknown")
    evening.plays(*["1 start press", "until idle 60"] * 4)
    heard = [row["line"] for row in evening.rows if row["kind"] == "say"]
    assert heard[:3] == ["screen.ask.leads", "led.number", "screen.lay.cards"]
    assert heard[-2:] == ["screen.lay.next", "screen.lay.dealt"]
    assert "role.file.mafia.detective" in heard
    assert not evening.windows()
    untold = Evening(tmp_path / "untold", games, "mafia", 6, "en", dealing="unknown").plays(*BEGUN[:2])
    assert [row["line"] for row in untold.rows if row["kind"] == "say"] == ["screen.lay.dealt"]


def test_night_follows_night_until_people_say_that_it_is_over(games, tmp_path):
    evening = Evening(tmp_path, games, "mafia", 6, "en", dealing="unknown").plays(*BEGUN)
    assert len(evening.windows()) == 4
    evening.plays("1 start press", "until idle 60", "1 start press", "until idle 300")
    assert len(evening.windows()) == 7
    evening.plays("1 start press", "until idle 60", "1 dial +1", "1 start press")
    assert evening.session is None


def test_a_game_goes_on_as_it_began_though_its_file_is_gone(games, tmp_path):
    evening = Evening(tmp_path, games, "mafia", 6, "en", dealing="unknown").plays(*BEGUN)
    (games / "mafia.game.toml").unlink()
    evening.plays("1 power cut", "1 start press", "1 start press", "until idle 60", "1 start press", "until idle 100")
    assert len(evening.windows()) == 7
    assert evening.said()[-1] == "The town wakes up. Everybody, open your eyes."


def test_a_refused_file_costs_itself_and_a_nearer_one_counts(games, tmp_path):
    nearer, faults = tmp_path / "nearer", list[Fault]()
    nearer.mkdir()
    mafia = (games / "mafia.game.toml").read_text("utf-8")
    (nearer / "mafia.game.toml").write_text(mafia.replace('name = "Mafia"', 'name = "Nearer"', 1), "utf-8")
    (nearer / "loups.game.toml").write_text("format = 3", "utf-8")
    where = replace(standard_folders({}, tmp_path), own=tmp_path / "own", tried_games=(games, nearer))
    found = read_library(where, faults.append)
    assert [fault.what for fault in faults] == [f"{nearer / 'loups.game.toml'}: format: must be 1 or 2."]
    assert list(found.in_files) == ["full-moon", "loups", "mafia", "round-table", "spies", "two-tracks", *AT_HOME]
    assert found.words.screen(Language("en"), "game.mafia") == "Nearer"
    assert found.words.screen(FA, "game.loups") == "Village and Wolves"


def test_a_file_found_right_is_not_read_as_a_game_again(games, tmp_path, monkeypatch):
    where = replace(standard_folders({}, tmp_path), own=tmp_path / "own", tried_games=(games,))
    read_library(where, list[Fault]().append, tmp_path / "read")
    monkeypatch.setattr("nightcrier.box.games.engine.reading.read_game", lambda *_: pytest.fail("read at the start"))
    first_choices(read_library(where, list[Fault]().append, tmp_path / "read"))


def library_with(games: Path) -> Library:
    where = replace(standard_folders({}, games.parent), own=games.parent / "own", tried_games=(games,))
    return read_library(where, list[Fault]().append)


class LiveVoices:
    """Simulates voices that speak every language."""

    def __init__(self) -> None:
        self.made = list[tuple[str, str]]()

    def get(self, language: Language, spoken: str) -> tuple[Path, float]:
        self.made.append((language, spoken))
        return Path("spoken.wav"), 1.0


def test_a_voice_speaks_the_language_that_a_line_is_in(games, tmp_path):
    words, live = library_with(games).words, LiveVoices()
    text_of = partial(text_and_speech, words)
    voices = VoiceChain(tmp_path / "none", text_of, lambda _: None, spoken_in=words.spoken_in, live=live)
    voices.say((LineId("day.over"), LineId("file.mafia.dawn"), LineId("role.file.mafia.doctor")), (FA, Language("it")))
    persian = words.line(FA, LineId("day.over"))
    assert live.made[0] == ("fa", persian.spoken)
    assert [language for language, _ in live.made] == ["fa", "it", "it", "it"]
    live.made.clear()
    voices.say((LineId("file.mafia.dawn"),), (FA,))
    assert live.made == [("en", "The town wakes up. Everybody, open your eyes.")]


def test_what_a_file_explains_is_told_before_a_first_game(games):
    file = games / "mafia.game.toml"
    told = '[words.it.lines]\nexplain = "Due parti."\n"explain.doctor" = "Salva."\n'
    file.write_text(file.read_text("utf-8").replace("[words.it.lines]\n", told), "utf-8")
    shelf = library_with(games)
    house = House(shelf.games, shelf.words, (FA,))
    aim, cards = aim_topic(house, "mafia"), card_topics(house, "mafia", Setup("mafia", 6))
    assert aim
    assert [shelf.words.title(FA, line) for topic in (aim, *cards) for line in topic.lines] == ["Due parti.", "Salva."]


def test_what_a_game_is_about_is_told_where_its_file_explains_no_more(games):
    file = games / "mafia.game.toml"
    text = file.read_text("utf-8").replace("[words.en]\n", '[words.en]\nabout = "Two sides."\n')
    file.write_text(text.replace("[words.it.lines]\n", '[words.it.lines]\nexplain = "Due parti."\n'), "utf-8")
    shelf = library_with(games)
    aim = aim_topic(House(shelf.games, shelf.words, (FA,)), "mafia")
    assert aim
    assert [shelf.words.title(Language(each), aim.lines[0]) for each in ("en", "it")] == ["Two sides.", "Due parti."]


def test_the_glass_names_one_who_is_called_and_several_as_such(games):
    """The name follows from the deck, which is public. If it followed from the living, it would tell their number."""
    file, named = games / "mafia.game.toml", 'mafia-meets = { name = "Mafioso", many = "Mafiosi" }'
    file.write_text(file.read_text("utf-8").replace('mafia-meets = "Mafia"', named), "utf-8")
    shelf = library_with(games)
    called = [shelf.games["mafia"].usual_calls(Setup("mafia", players))[0] for players in (6, 8)]
    assert [fact_text(shelf.words, FA, each) for each in called] == ["Mafioso", "Mafiosi"]


def test_a_switch_is_a_choice_with_a_name_of_the_file(games):
    shelf = library_with(games)
    *house, parity = shelf.games["mafia"].choices()
    assert ([each.id for each in house], parity.id, parity.default) == (
        ["host", "dealing", "pace", "talk"],
        "parity",
        True,
    )
    assert shelf.words.screen(FA, parity.word) == "The Mafia wins at half"


def test_the_pace_makes_each_window_longer(games, tmp_path, capsys):
    which = ["render", "--game", "mafia", "--games", str(games), "--pace", "slow", "--out", str(tmp_path / "a.wav")]
    assert main([*which, "--cues", "-"]) == 0
    assert [row["seconds"] for row in rows_of(capsys.readouterr().out) if row["kind"] == "window"] == [9, 22, 15, 15]


def test_a_deck_that_is_drawn_can_be_played(games):
    game, drawn = library_with(games).games["round-table"], set[tuple[str, ...]]()
    for seed in range(30):
        setup = Setup("round-table", 10)
        drawn.add(deck := game.random_deck(setup, seed))
        assert not problems_of(game, setup.with_deck(deck, DeckOrigin.DRAWN))
    assert len(drawn) > 3


def test_a_deck_that_is_drawn_has_two_new_roles_at_most(games):
    game = library_with(games).games["round-table"]
    setup = Setup("round-table", 10, fresh=tuple(card for card, _ in game.cards()))
    always = set(game.deck(Setup("round-table", 10)))
    new = [len(set(game.random_deck(setup, seed)) - always) for seed in range(60)]
    assert max(new) == 2


def test_every_page_is_drawn_without_an_id(games):
    shelf = library_with(games)
    alone = Library({"round-table": shelf.games["round-table"]}, shelf.words)
    house = build_house(alone, (share("assets") / "audio" / "voices",), ("tapping",))
    shown = {text for view in every_page(house, Table(first_choices(alone)), FA) for text in view_lines(view)}
    assert {"Round Table", "Seer"} <= shown
    assert not [text for text in shown if "round-table" in text or "file." in text]


def deck_with(games: Path, **counts: int) -> Callable[[], tuple[tuple[str, ...], list[str]]]:
    shelf = library_with(games)
    game = shelf.games["round-table"]
    deck = [card for card in game.deck(Setup("round-table", 7)) if counts.get(card) != 0]
    chosen = (*deck, *(card for card, count in counts.items() for _ in range(count)))
    setup = Setup("round-table", 7).with_deck(chosen, DeckOrigin.CHOSEN)
    return lambda: (game.deck(setup), [fact_text(shelf.words, FA, each) for each in problems_of(game, setup)])


def test_roles_that_people_add_join_the_deck_and_the_rest_is_filled(games):
    deck, problems = deck_with(games, witness=1, pretender=1)()
    assert deck == ("knight", "knight", "seer", "witness", "traitor", "blade", "pretender")
    assert not problems


@pytest.mark.parametrize(
    ("counts", "names"),
    [
        ({"pretender": 1}, "Witness"),
        ({"seer": 0}, "Seer"),
        ({"hidden": 2}, "Hidden Traitor"),
        ({"pretender": 1, "hidden": 1, "stranger": 1, "witness": 1}, "Stranger"),
    ],
)
def test_a_deck_that_cannot_be_made_is_told_without_an_id(counts, names, games):
    (told,) = deck_with(games, **counts)()[1]
    assert told.endswith(names)
    assert "problem." not in told


READ = ("2 wait", "until said 60", "1 dial down", "2 dial up", "1 dial press", "until over 60")


def dealt(where: Path, games: Path, seed: int) -> Evening:
    evening = Evening(where, games, "round-table", 7, "en", seed, deal=True).plays("1 start press", *READ * 7)
    return evening.plays("until idle 60")


def told(evening: Evening) -> dict[str, tuple[str, ...]]:
    """Return the lines that each seat has read."""
    return {row["who"]: tuple(row["lines"]) for row in evening.rows if row["kind"] == "tell"}


def test_without_cards_each_seat_reads_its_role_its_side_and_whom_it_meets(games, tmp_path):
    evening = dealt(tmp_path, games, 1)
    read = told(evening)
    roles = {seat: lines[0] for seat, lines in read.items()}
    assert sorted(roles.values()) == ["Blade", "Knight", "Knight", "Knight", "Seer", "Traitor", "Traitor"]
    evil = [seat for seat, role in roles.items() if role in {"Blade", "Traitor"}]
    for seat, (role, *rest) in read.items():
        others = [f"Traitors: {', '.join(str(each) for each in evil if each != seat)}"]
        sides = {"Knight": ["The loyal"], "Seer": ["The loyal", *others], "Traitor": others}
        assert rest == sides.get(role, ["Traitor", *others])
    evening.plays("1 start press", "1 dial +1", "1 start press")
    evening.plays(*["1 dial +1"] * 8)
    shown = [row["lines"][0] for row in evening.rows if row["kind"] == "screen"][-9:]
    assert shown == ["It is over", "Tell the night", *(f"Seat {seat}: {roles[seat]}" for seat in sorted(roles))]
    assert evening.plays("1 start press").session is None


def test_other_deals_look_and_sound_the_same(games, tmp_path, capsys):
    evenings = [dealt(tmp_path / str(seed), games, seed) for seed in (1, 2)]
    assert told(evenings[0]) != told(evenings[1])
    public = [[row for row in each.rows if "secret" not in row] for each in evenings]
    assert public[0] == public[1]
    assert len({row["lit"] for each in evenings for row in each.rows if row["kind"] == "tell"}) == 1


def test_the_box_deals_to_sixteen_seats_and_more_take_cards(games):
    file = games / "round-table.game.toml"
    file.write_text(file.read_text("utf-8").replace("players = [5, 10]", "players = [5, 17]"), "utf-8")
    game, dealing = library_with(games).games["round-table"], Setup("round-table", 17, options={"deal": True})
    assert [each.key for each in game.warnings(dealing)] == ["problem.too-many-dealt"]
    assert not game.begin(dealing, 1).keeps_secrets
    assert not game.warnings(replace(dealing, players=16))
    assert game.begin(replace(dealing, players=16), 1).keeps_secrets


def test_a_switch_without_a_name_is_known_to_commands_alone(games):
    shelf = library_with(games)
    named = {choice.id for choice in shelf.games["loups"].choices()}
    assert named == {"host", "dealing", "pace", "talk", "elder-curse", "parity"}
    chosen = replace(first_choices(shelf), game="loups")
    house, table = House(shelf.games, shelf.words, (FA,)), Table(chosen)
    assert [row.line for row in option_rows("main", house, table)] == ["screen.host", "screen.dealing", "screen.pace"]
    assert [row.line for row in option_rows("options", house, table)] == ["screen.talk"]


def test_machines_record_no_line_of_a_game_in_a_file_and_people_may(games):
    shelf = library_with(games)
    house = House(shelf.games, shelf.words, (FA,))
    assert "mafia" not in shelf.recorded_games
    assert "mafia" in line_choices(house)
    own = replace(first_choices(shelf), game="mafia", setups={"mafia": Setup("mafia", 6)}, languages=(FA,))
    for lines in ("deck", "mafia"):
        wish = booth_wish(house, Table(replace(own, own_voice=OwnVoice(lines=lines))))
        assert (wish.language, wish.game, wish.deck) == ("en", "mafia", "")
    assert not [line for line in voice_script(shelf.words, Language("en"), ()) if "mafia" in line]
