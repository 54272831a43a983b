"""`python -m nightcrier` is `nightcrier`."""

import sys

from nightcrier.cli import main

sys.exit(main())
