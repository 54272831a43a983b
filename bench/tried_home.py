"""Starts a Home Assistant like its own tests do, at a broker of this machine, with its mqtt integration, our
blueprints, and fake lights and scenes that only record what was asked of them."""

import asyncio
import logging
import shutil
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from homeassistant.core import HomeAssistant, ServiceCall
from homeassistant.helpers import frame
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import (
    MockConfigEntry,
    async_mock_service,
    async_test_home_assistant,
)

PATIENCE = 90.0
BLUEPRINTS = Path("docs/home-assistant")
MOMENTS = ("night", "dawn", "vote", "verdict", "end")


class Complaints(logging.Handler):
    """Collects everything that Home Assistant's mqtt has complained about."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if "mqtt" in record.name:
            self.heard.append(record.getMessage())


class TriedHome:
    """Controls a Home Assistant under test. `asked` lists each scene and each blink that was asked for, in order."""

    def __init__(self, hass: HomeAssistant, entry: MockConfigEntry, complaints: Complaints) -> None:
        self.hass, self.entry, self.complaints = hass, entry, complaints
        self._scenes = async_mock_service(hass, "scene", "turn_on")
        self._lamp = [async_mock_service(hass, "light", word) for word in ("turn_on", "turn_off")]

    @property
    def entities(self) -> set[str]:
        return {state.entity_id for state in self.hass.states.async_all() if state.domain != "automation"}

    @property
    def automations(self) -> dict[str, str]:
        return {state.entity_id: state.state for state in self.hass.states.async_all("automation")}

    @property
    def scenes(self) -> list[str]:
        return [call.data["entity_id"][0].removeprefix("scene.") for call in self._scenes]

    @property
    def blinks(self) -> tuple[int, int]:
        """Return how often the lamp was switched on, and how often off."""
        lit, out = map(len, self._lamp)
        return lit, out

    @property
    def lit(self) -> list[ServiceCall]:
        return self._lamp[0]

    def shows(self, expected: Mapping[str, str]) -> bool:
        """Say whether these entities have these states. An empty state stands for unknown."""
        return all(self.value(entity) == (state or "unknown") for entity, state in expected.items())

    def value(self, entity: str) -> str:
        state = self.hass.states.get(entity)
        return state.state if state else "not there"

    async def ask(self, service: str, entity: str, **data: object) -> None:
        domain, _, word = service.partition(".")
        await self.hass.services.async_call(domain, word, {"entity_id": entity, **data}, blocking=True)


async def until(enough: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not enough():
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.05)
    return True


@asynccontextmanager
async def tried_home(folder: Path, port: int, table: str) -> AsyncIterator[TriedHome]:
    """Start a Home Assistant with an automation from each of our blueprints, for this table."""
    shutil.copytree(BLUEPRINTS, folder / "blueprints/automation/nightcrier")
    (folder / "configuration.yaml").touch()
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    async with async_test_home_assistant(config_dir=str(folder)) as hass:
        frame.async_setup(hass)
        try:
            entry = MockConfigEntry(domain="mqtt", data={"broker": "127.0.0.1", "port": port, "protocol": "5"})
            home = TriedHome(hass, entry, complaints)
            if not await async_setup_component(hass, "automation", {"automation": _automations(table)}):
                raise SystemExit("Home Assistant does not take the blueprints")
            entry.add_to_hass(hass)
            await hass.config_entries.async_setup(entry.entry_id)
            yield home
        finally:
            await hass.async_stop(force=True)


def _automations(table: str) -> list[dict[str, object]]:
    scenes = {each: [{"action": "scene.turn_on", "target": {"entity_id": f"scene.{each}"}}] for each in MOMENTS}
    lights = {"phase": f"sensor.nightcrier_{table}_phase", **scenes}
    lamp = {"call": f"event.nightcrier_{table}_call_event", "lamp": {"entity_id": "light.cue"}, "milliseconds": 150}
    return [
        {"alias": name, "use_blueprint": {"path": f"nightcrier/{name}.yaml", "input": inputs}}
        for name, inputs in (("lights", lights), ("call-lamp", lamp))
    ]
