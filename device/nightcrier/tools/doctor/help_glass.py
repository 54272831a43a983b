"""Writes `systemd/help.json`, what the glass says when the box stays down:
`.venv-test/bin/python -m nightcrier.tools.doctor.help_glass`.

It is drawn beforehand, because the program that draws is what crashed."""

import json
from pathlib import Path

from nightcrier.box.panel.oled import CONTROLLERS, UPSIDE_DOWN
from nightcrier.box.table.drawing import draw
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.kernel.files import replace_file
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import Frame

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
