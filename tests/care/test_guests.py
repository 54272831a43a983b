"""Tests that what guests bring lasts one evening: it is stored apart, stays if the box agrees, and swaps no roles."""

import zipfile

import pytest

from nightcrier.box.library import build_house, read_library
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.wishes import table_offers
from nightcrier.box.witness import LogWitness
from nightcrier.care import card_room
from nightcrier.cli import main
from nightcrier.kernel.chores import CHORE_NEWS, AskedChange, Chore, ChoreDone, read_chore_news, tell_news
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import HALF_SPACE
from nightcrier.phone.form_wishes import names_file
from nightcrier.tools import chore
from nightcrier.tools.chore import asked_files, take_sent, try_chore
from nightcrier.words.catalogue import LANGUAGES
from tests.box.games.engine.small import SMALL
from tests.care.given_files import PACK_DECK, deck, files_of
from tests.care.saved_boxes import changed, put_in
from tests.care.test_given_games import with_games

pytestmark = pytest.mark.usefixtures("checked_here")

NAMES = "round-table.en.names.toml"
RESTARTED = ["nightcrier-net.service", "nightcrier.service"]
AT_HOME, OF_GUESTS = f"own/games/{NAMES}", f"own/guests/games/{NAMES}"


@pytest.fixture
def restarts(monkeypatch):
    """Return the list of what systemd was asked."""
    asked = list[str]()
    monkeypatch.setattr(chore, "_run", lambda words: asked.append(words[-1]) is None)
    return asked


def send(sent, content, name=NAMES):
    (sent / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return take_sent(sent)


def named(**roles: str) -> str:
    return "format = 1\n[roles]\n" + "".join(f'{role} = "{name}"\n' for role, name in roles.items())


def seer() -> str:
    """Return the name that the box gives the Seer after its next start."""
    return read_library(standard_folders(), lambda _: None).words.role(Language("en"), "file.round-table.seer")


@pytest.mark.parametrize(
    ("given", "key"),
    [
        (named(seer="Blade", witness="Seer", blade="Seer"), "roles.seer"),
        (named(seer="Blade", blade="Seer"), "roles.seer"),
        (named(seer="Owl", witness="Owl"), "roles.seer"),
        (named(seer="\N{CYRILLIC SMALL LETTER ES}it", witness="Cit"), "roles.seer"),
        (named(seer="blade"), "roles.seer"),
        (named(seer="Blade!", blade="Seer!"), "roles.seer"),
        (named(seer="Bl-ade"), "roles.seer"),
        (named(seer="The Blade"), "roles.seer"),
        (named(seer="Traitors and Blade"), "roles.seer"),
        ('format = 1\n[sides]\ntraitors = "Everybody"\n', "sides.traitors"),
        ('format = 1\n[roles]\nseer = { name = "Owl", say = "Blade." }\n', "roles.seer"),
        ('format = 1\n[roles]\nseer = { name = "Owl", say = "Blade" }\n', "roles.seer"),
        ('format = 1\n[sides]\ntraitors = "Seer"\n', "sides.traitors"),
        ('format = 1\n[calls]\n"witness-two.of" = "Blade"\n', "calls.witness-two.of"),
    ],
)
def test_a_name_of_something_else_in_the_game_is_refused_at_its_field(sent, box, given, key):
    news = send(sent, given)
    assert news.reasons == (
        f"{NAMES}: {key}: is what another role, side or group of this game is called; choose another name.",
    )
    assert (news.new, news.asks, files_of(box / "own")) == ({}, (), {})


@pytest.mark.parametrize(("language", "taken"), [("en", "Robber"), ("de", "Räuber"), ("th", "จอมโจร")])
def test_a_role_of_a_file_is_not_called_as_one_of_the_game_that_it_extends(sent, language, taken):
    news = send(sent, named(apprentice=taken), f"one-night-extras.{language}.names.toml")
    assert ["roles.apprentice: is what another role" in why for why in news.reasons] == [True]


@pytest.mark.parametrize(
    ("language", "held", "other"),
    [("zh-Hant", "假預言家", "先知"), ("ja", "にせ占い師", "予言者"), ("th", "หมอดูเทียม", "ผู้ทำนาย")],
)
def test_where_people_write_no_spaces_a_name_that_another_is_heard_in_is_refused(sent, restarts, language, held, other):
    """Only the Seer may sound like "The Seer", except for the Pretender, whose own name already does."""
    names = f"round-table.{language}.names.toml"
    (why,) = send(sent, named(witness=held), names).reasons
    assert why.startswith(f"{names}: roles.witness: is what another role")
    assert send(sent, named(pretender=held, witness=other), names).reasons == ()


def test_names_that_hold_what_they_held_or_what_is_new_are_taken(sent, restarts):
    sides = '[sides]\ntraitors = { name = "Minion of Mordred", many = "Minions" }\n'
    calls = '[calls]\n"witness-two.of" = "Merlin or Pretender"\n'
    assert send(sent, named(seer="Merlin", hidden="Mordred", blade="Blade of Mordred") + sides + calls).reasons == ()


def test_what_changes_is_told_and_lasts_for_the_evening(sent, box, restarts):
    asks = (AskedChange(f"games/{NAMES}", "Merlin", "Seer"),)
    assert send(sent, named(seer="Merlin")).asks == asks
    assert {*files_of(box)} == {OF_GUESTS, "own/guests/asked.json"}
    assert seer() == "Merlin"
    assert try_chore(Chore.GUESTS_GO).good
    assert (files_of(box), seer(), restarts) == ({}, "Seer", RESTARTED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_in_which_one_name_is_changed_changes_one_name(sent, box, language):
    """Our names have half spaces in Persian and row breaks in Thai, but a form can only hold the half spaces."""
    library = read_library(standard_folders(), lambda _: None)
    for game in library.in_files:
        table = Table(Choices(game, {game: Setup(game, 7)}, (language,)))
        offers = table_offers(build_house(library, (), ()), table)
        key = max(offers.names, key=lambda each: (each.startswith("roles."), HALF_SPACE in offers.names[each]))
        new = f"{offers.names[key]} 2"
        for given, told in (({}, f"{game}.{language}.names"), ({key: new}, new)):
            name, content = names_file(offers, language, {"game": game, **offers.names, **given})
            news = send(sent, content, name)
            assert ([ask.now for ask in news.asks], news.reasons) == ([told], ())


def test_a_guest_mends_what_he_has_brought_also_what_stays(sent, box, restarts):
    send(sent, named(seer="Mrelin"))
    send(sent, named(seer="Merlin"))
    assert try_chore(Chore.KEEP).new == {"games": 1}
    assert [*files_of(box)] == [AT_HOME]
    send(sent, named(seer="Morgana"))
    assert seer() == "Morgana"
    send(sent, named(seer="Merlin"))
    assert (seer(), restarts) == ("Merlin", RESTARTED)
    assert (box / AT_HOME).read_text() == named(seer="Merlin")


def test_hands_agree_to_what_was_asked_last_and_to_nothing_else(sent, box):
    send(sent, deck("Sunday"), "sunday.toml")
    send(sent, deck("Monday"), "monday.toml")
    assert try_chore(Chore.KEEP).good
    assert {*files_of(box)} == {"own/scenarios/monday.toml", "own/guests/scenarios/sunday.toml"}
    assert not try_chore(Chore.KEEP).good


def test_a_deck_that_stays_is_no_longer_brought_by_guests(sent):
    send(sent, PACK_DECK, "ours.toml")
    for are_there in (True, False):
        box = Rehearsal(standard_folders(), VirtualClock(), SilentPlayer(), 1, LogWitness()).box
        assert box.daemon.house.has_guests is are_there
        try_chore(Chore.KEEP)


def test_the_longest_names_of_many_files_are_told(tmp_path):
    news = ChoreDone(Chore.TAKE_SENT, asks=(AskedChange(NAMES, "ก็" * 20, "ก็" * 20),) * 8 * 60)
    tell_news(news, tmp_path)
    assert read_chore_news(tmp_path / CHORE_NEWS) == news


def test_what_a_guest_is_refused_leaves_nothing_behind(sent, box, monkeypatch):
    monkeypatch.setattr(card_room, "LEFT_FREE", 2**62)
    assert len(send(sent, named(seer="Owl")).reasons) == len(send(sent, b"nonsense", "bad.toml").reasons) == 1
    assert [each for each in box.rglob("*") if each.is_file()] == []


def test_a_voice_that_is_refused_leaves_no_game(sent, box, voice):
    packed = with_games(voice, {"fox-hunt.game.toml": SMALL})
    assert send(sent, packed.replace(b"OggS", b"Oggs"), "en-new.zip").new == {}
    assert files_of(box / "own") == {}


NET = b'[sound]\nmax_volume = 60\n[net]\nenabled = true\nupdates = true\n[net.mqtt]\nbroker = "10.6.6.6"\n'
HALL = b'[net]\nenabled = true\n[net.mqtt]\nbroker = "10.6.6.6"\n[net.hall]\nname = "evil"\n'
TOLD = ["net.enabled = True", "net.updates = True", "net.mqtt.broker = '10.6.6.6'"]


def test_a_saved_box_brings_back_play_and_asks_for_each_setting_of_the_network(saved, other, call, restarts):
    changed(saved, put_in("own/device.toml", NET))
    changed(saved, put_in("own/hall.toml", HALL))
    before = (other / "own" / "device.toml").read_bytes()
    said = call(0, "restore", saved).out
    assert [row.partition(" the box: ")[2] for row in said.splitlines() if "It waits" in row] == [
        *("net.enabled = True", "net.mqtt.broker = '10.6.6.6'", "net.hall.name = 'evil'"),
        *TOLD,
    ]
    assert (other / "own" / "scenarios" / "sunday.toml").exists()
    assert (other / "own" / "device.toml").read_bytes() == before
    assert not (other / "own" / "hall.toml").exists()
    assert {each.name for each in asked_files(standard_folders())} == {"device.toml", "hall.toml"}
    assert try_chore(Chore.KEEP).good
    assert (other / "own" / "device.toml").read_bytes() == NET
    assert (other / "own" / "hall.toml").read_bytes() == HALL
    assert restarts == RESTARTED


def test_what_nobody_agreed_to_goes_on_the_way_back(saved, other):
    changed(saved, put_in("own/device.toml", NET))
    assert main(["restore", str(saved)]) == main(["restore", str(saved)]) == 0
    assert main(["restore", str(other / "state" / "before-restore.zip")]) == 0
    assert asked_files(standard_folders()) == []
    assert not [*(other / "own").rglob("guests/*.*")]


def test_a_saved_box_that_says_it_leads_back_asks_too_and_also_what_it_takes_away(saved, other, restarts):
    (other / "own" / "hall.toml").write_bytes(HALL)
    changed(saved, put_in("own/device.toml", NET))
    changed(saved, lambda _, listed: listed.update(absent=["own/hall.toml"]))
    assert main(["restore", str(saved)]) == 0
    assert (other / "own" / "device.toml").read_bytes() != NET
    assert (other / "own" / "hall.toml").read_bytes() == HALL
    assert {each.name for each in asked_files(standard_folders())} == {"device.toml", "hall.toml"}
    assert try_chore(Chore.KEEP).new == {"settings": 1}
    assert (other / "own" / "device.toml").read_bytes() == NET
    assert not (other / "own" / "hall.toml").exists()


@pytest.mark.parametrize("hall", [HALL.replace(b'6"\n', b'6"\ntls = true\n'), HALL], ids=["at home", "in the box"])
def test_settings_that_would_weaken_a_hall_are_asked_about(saved, other, call, hall):
    (other / "own" / "hall.toml").write_bytes(hall)
    changed(saved, put_in("own/device.toml", b"[net.mqtt]\ntls = false\n"))
    changed(saved, put_in("own/hall.toml", HALL.replace(b'6"\n', b'6"\ntls = true\n')))
    call(0, "restore", saved)
    assert (other / "own" / "hall.toml").read_bytes() == hall
    assert "tls" not in (other / "own" / "device.toml").read_text()


def test_settings_of_no_network_come_back_at_once(saved, other):
    with zipfile.ZipFile(saved) as archive:
        settings = archive.read("own/device.toml")
    assert main(["restore", str(saved)]) == 0
    assert (other / "own" / "device.toml").read_bytes() == settings
