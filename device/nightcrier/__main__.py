"""Runs `nightcrier` for `python -m nightcrier`."""

import sys

from nightcrier.cli import main

sys.exit(main())
