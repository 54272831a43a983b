"""Finds the installed box, so that a script that imports this module can import the box's program."""

import sys

APP = "/opt/nightcrier/app"
sys.path.insert(0, f"{APP}/device")
