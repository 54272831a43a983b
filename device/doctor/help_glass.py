"""Writes `systemd/help.json`, what the glass says when the box stays down:
`.venv-test/bin/python -m device.doctor.help_glass`.

It is drawn beforehand, because the program that draws is what crashed."""

import json
from pathlib import Path

from device.kernel.files import replace_file
from device.kernel.ids import Language
from device.kernel.screen import Frame
from device.panel.oled import CONTROLLERS, UPSIDE_DOWN
from device.table.drawing import draw
from device.table.drawing.view import Size, Text, View

HELP_FILE = Path("systemd/help.json")

_CALL_FOR_HELP = View(
    "down", Language("en"), (Text("The box needs help", Size.LARGE), Text("sudo nightcrier check", Size.SMALL))
)
"""In English, as the faults are: whoever helps has a keyboard."""


def help_text() -> str:
    """Return the whole file: for each controller its set-up, which setting moves its columns, and the picture."""
    rows = {
        name: {
            "setup": bytes(controller.setup).hex(),
            "upside_down": bytes(UPSIDE_DOWN).hex(),
            "offset": "column_offset" if controller.first_column else "",
            "picture": help_frame(name).hex(),
        }
        for name, controller in CONTROLLERS.items()
    }
    return json.dumps(rows, indent=1) + "\n"


def help_frame(controller: str) -> Frame:
    """Return the picture as this controller holds it."""
    return draw(_CALL_FOR_HELP, CONTROLLERS[controller].format)


if __name__ == "__main__":
    replace_file(HELP_FILE, help_text().encode())
