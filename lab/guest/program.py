"""Where the box is installed: whoever imports this can import its program."""

import sys

APP = "/opt/nightcrier/app"
sys.path.insert(0, f"{APP}/device")
