"""Nightcrier: a box that runs games of hidden roles by voice."""

import os

# An update makes `current` lead to another version while this one still runs and reads modules in.
__path__ = [*map(os.path.realpath, __path__)]

__version__ = "0.2.0"
COMMIT = "$Format:%H$"
"""The commit that this program was made from. `git archive` and the installer write it; see `program_version`."""
ADDRESS = ""
"""The address of the project's repository, empty as long as there is none. `docs/address.py` sets it everywhere."""
