"""`python -m device` is `nightcrier`."""

import sys

from device.cli import main

sys.exit(main())
