"""The simulated box: screen, lamp and controls in one terminal."""

import os
from collections.abc import Mapping

from device.kernel.clock import Clock
from device.kernel.errors import WrongUse
from device.kernel.settings import PanelSettings
from device.panel.terminal.controls import TerminalControls
from device.panel.terminal.guard import TerminalGuard
from device.panel.terminal.screen import TerminalLamp, TerminalScreen


class TerminalBox:
    """All parts of the box in one terminal. Raises `WrongUse` when this is none, or one that cannot draw."""

    def __init__(
        self,
        settings: PanelSettings,
        clock: Clock,
        keys: int = 0,
        picture: int = 1,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        guard = TerminalGuard(keys, picture)
        if environment.get("TERM", "dumb") == "dumb":
            raise WrongUse("The simulated box needs a terminal that can draw: set TERM, or use another terminal.")
        self.screen = TerminalScreen(guard, picture, environment)
        self.lamp = TerminalLamp(self.screen)
        self.controls = TerminalControls(settings, clock, guard, self.screen)
