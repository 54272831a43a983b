"""Runs Home Assistant's own code beside `nightcrier net`, and checks whether it finds the table, shows what the table
reports, and asks for what the table understands. A real Mosquitto connects the two, and a fake box is behind `net`.

`./run home` (Debian: apt install mosquitto). Needs Python 3.13. Exits with 1 if a check fails."""

import asyncio
import logging
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from subprocess import Popen

from homeassistant.exceptions import ServiceValidationError
from homeassistant.helpers import device_registry
from msgspec.structs import replace

from bench.broker import TOPICS, BrokerEar, RunningNet, ThoughtBox, free_port, mosquitto
from bench.tried_home import MOMENTS, TriedHome, tried_home, until
from nightcrier.kernel.ids import Language
from nightcrier.wire.orders import Order
from nightcrier.wire.public_record import LineSaid, Phase, PublicClock, PublicPerson, SignalHeard, TableShown
from nightcrier.wire.wishes import LoudnessWish, PauseWish, ScenarioWish
from tests.phone.phones import HOME, NIGHT, OFFERS

FIRST, HUNT = "One Night: First Game", "GROWL: First <Hunt>"
DAY = replace(NIGHT, phase=Phase.DAY, clock=PublicClock(None, 95.0, up=False))
VOTE = replace(NIGHT, phase=Phase.VOTE)
VERDICT = replace(NIGHT, phase=Phase.VERDICT, winners=(PublicPerson(1, "Ann"), PublicPerson(3, "")), loudness=12)
EVENING: Mapping[str, tuple[TableShown, Mapping[str, str]]] = {
    "home": (HOME, {"phase": "home", "game": "", "call": "", "winners": "", "left": "", "loudness": "10"}),
    "night": (replace(NIGHT, call=2), {"phase": "night", "game": "One Night", "call": "2", "pause": "off"}),
    "day": (DAY, {"phase": "day", "call": "", "left": "95", "pause": "on", "deck": FIRST}),
    "vote": (VOTE, {"phase": "vote", "left": "", "pause": "off"}),
    "verdict": (VERDICT, {"phase": "verdict", "winners": "Ann, 3", "loudness": "12"}),
    "home again": (HOME, {"phase": "home", "game": "", "winners": "", "loudness": "10"}),
}
KINDS = {"loudness": "number", "pause": "switch", "deck": "select"}
EVENTS = ("said_event", "signal_event", "call_event")
SHOWN = ("phase", "game", "call", "winners", "left", *KINDS, *EVENTS)
RUBBISH = (
    (TOPICS.config, b'{"components": 7'),
    ("homeassistant/sensor/nightcrier-bench/phase/config", b"\xff\xfe"),
    (TOPICS.state, b"no JSON"),
    (TOPICS.availability, b"perhaps"),
    (TOPICS.left, b"soon"),
    (TOPICS.event("call"), b'{"event_type": "call", "number": 7}'),
    (TOPICS.order(Order.LOUDNESS), b"19"),
    (TOPICS.order(Order.DECK), HUNT.encode()),
)
Row = tuple[str, bool]


def entity_id(part: str) -> str:
    kind = "event" if part in EVENTS else KINDS.get(part, "sensor")
    return f"{kind}.nightcrier_{TOPICS.table}_{part}"


ENTITIES = {part: entity_id(part) for part in SHOWN}


@dataclass
class Scene:
    """Holds all parts of the test. The broker and the second program come and go."""

    folder: Path
    port: int
    box: ThoughtBox
    home: TriedHome
    broker: Popen[bytes]
    ear: BrokerEar
    net: RunningNet | None = None

    def shown(self, **states: str) -> bool:
        return self.home.shows({ENTITIES[part]: state for part, state in states.items()})

    @property
    def described(self) -> int:
        return sum(topic == TOPICS.config and b"identifiers" in payload for topic, payload in self.ear.heard)

    def begin_net(self) -> RunningNet:
        self.net = RunningNet(self.folder, self.port)
        return self.net

    def end(self) -> None:
        if self.net and self.net.process.poll() is None:
            self.net.end()
        self.ear.end()
        self.broker.kill()
        self.broker.wait()


async def found(scene: Scene) -> AsyncIterator[Row]:
    home = scene.home
    both = {f"automation.{name.replace('-', '_')}": "on" for name in ("lights", "call-lamp")}
    yield "both blueprints load and are on", home.automations == both
    yield "of rubbish that was kept no entity comes", not home.entities and bool(home.complaints.heard)
    scene.begin_net()
    there = await until(lambda: home.entities == set(ENTITIES.values()) and scene.shown(phase="home"))
    yield f"all {len(ENTITIES)} entities come, by the names that they ask for", there
    (device,) = device_registry.async_get(home.hass).devices.values()
    yield "they belong to one device", (device.manufacturer, device.name) == ("Nightcrier", "Nightcrier bench")
    yield "an old order and an old call, kept there, do nothing", not scene.box.wished and home.blinks == (0, 0)
    home.complaints.heard.clear()


async def told(scene: Scene) -> AsyncIterator[Row]:
    for moment, (table, states) in EVENING.items():
        scene.box.shows(table)
        held = await until(lambda known=states: scene.shown(**known))
        named = ", ".join(f"{part} {state or 'unknown'}" for part, state in states.items())
        yield f"{moment}: {named}", held
    came = await until(lambda: scene.home.scenes == list(MOMENTS))
    yield f"lights.yaml asked for the scenes {', '.join(scene.home.scenes)}", came
    lit, out = scene.home.blinks
    scene.box.shows(replace(NIGHT, call=3), LineSaid("Seer, wake up.", Language("en"), 1.5), SignalHeard("gong"))
    heard = {"said_event": ("text", "Seer, wake up."), "signal_event": ("name", "gong"), "call_event": ("number", 3)}
    for part, (key, value) in heard.items():
        yield (
            f"{part}: {key} {value}",
            await until(lambda known=(part, key, value): attribute(scene, *known[:2]) == known[2]),
        )
    blinked = await until(lambda: scene.home.blinks == (lit + 3, out + 3))
    yield "call-lamp.yaml blinked three times", blinked
    yield "Home Assistant's mqtt has complained of nothing of it", not scene.home.complaints.heard


def attribute(scene: Scene, part: str, key: str) -> object:
    state = scene.home.hass.states.get(ENTITIES[part])
    return state.attributes.get(key) if state else None


async def asked(scene: Scene) -> AsyncIterator[Row]:
    scene.box.shows(HOME)
    ask, wished = scene.home.ask, scene.box.wished
    wished.clear()
    await ask("number.set_value", ENTITIES["loudness"], value=7)
    await ask("select.select_option", ENTITIES["deck"], option=HUNT)
    await ask("switch.turn_on", ENTITIES["pause"])
    await ask("switch.turn_off", ENTITIES["pause"])
    meant = [LoudnessWish(7), ScenarioWish("growl", "first"), PauseWish(True), PauseWish(False)]
    yield "loudness, deck and pause arrive as wishes, in order", await until(lambda: wished == meant)
    for service, part, data in (
        ("number.set_value", "loudness", {"value": 99}),
        ("select.select_option", "deck", {"option": "Poker"}),
    ):
        try:
            await ask(service, ENTITIES[part], **data)
            yield f"{service} {data}: it goes out", False
        except ServiceValidationError:
            yield f"{service} {data}: Home Assistant refuses by what we have told it", True


async def changed(scene: Scene) -> AsyncIterator[Row]:
    box, home = scene.box, scene.home
    box.shows(replace(HOME, language=Language("de")))
    german = await until(lambda: "Lautstärke" in home.hass.states.get(ENTITIES["loudness"]).name)
    yield "another language: the names in Home Assistant are German", german
    box.shows(HOME, replace(OFFERS, scenario="", scenarios=OFFERS.scenarios[1:]))
    yield "fewer decks: its list follows", await until(lambda: attribute(scene, "deck", "options") == [HUNT])
    box.shows(HOME, OFFERS)
    await until(lambda: scene.shown(deck=FIRST))


async def gone_and_back(scene: Scene) -> AsyncIterator[Row]:
    home, everything = scene.home, dict.fromkeys(ENTITIES.values(), "unavailable")
    before = scene.described
    await home.hass.config_entries.async_reload(home.entry.entry_id)
    born = await until(lambda: scene.described > before and scene.shown(phase="home", deck=FIRST))
    yield "Home Assistant born again: described anew, all values there", born
    if scene.net:
        scene.net.end(signal.SIGKILL)
    yield "net killed: every entity unavailable", await until(lambda: home.shows(everything))
    scene.begin_net()
    yield "net back: every value there", await until(lambda: scene.shown(phase="home", loudness="10", deck=FIRST))
    scene.broker.kill()
    scene.broker.wait()
    scene.ear.end()
    yield "broker killed: every entity unavailable", await until(lambda: home.shows(everything))
    scene.box.shows(replace(NIGHT, call=4))
    scene.broker = mosquitto(scene.folder, scene.port)
    scene.ear = BrokerEar(scene.port)
    back = await until(lambda: scene.shown(phase="night", call="4", deck=FIRST))
    yield "broker back, with nothing kept: every value as it is now", back


async def tried(folder: Path) -> bool:
    """Run all checks, and return whether all of them hold."""
    port, all_hold = free_port(), True
    broker, box = mosquitto(folder, port), ThoughtBox(folder / "net.sock")
    ear = BrokerEar(port)
    for topic, payload in RUBBISH:
        ear.say(topic, payload, kept=True)
    (folder / "home").mkdir()
    async with tried_home(folder / "home", port, TOPICS.table) as home:
        scene = Scene(folder, port, box, home, broker, ear)
        await until(lambda: any(topic == TOPICS.birth for topic, _ in ear.heard))
        try:
            for part in (found, told, asked, changed, gone_and_back):
                print(f"\n{part.__name__.replace('_', ' ')}")
                async for words, holds in part(scene):
                    print(f"  {'ok   ' if holds else 'WRONG'} {words}", flush=True)
                    all_hold = all_hold and holds
        finally:
            scene.end()
    return all_hold


def main() -> int:
    logging.lastResort = None  # what Home Assistant says of rubbish is counted, not read
    print(f"Home Assistant {version('homeassistant')}, begun by pytest-homeassistant-custom-component ", end="")
    print(version("pytest-homeassistant-custom-component"))
    with tempfile.TemporaryDirectory() as place:
        return int(not asyncio.run(tried(Path(place))))


if __name__ == "__main__":
    sys.exit(main())
