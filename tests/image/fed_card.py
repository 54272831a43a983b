"""Simulates a card with a folder for people's files, and stubs for the tools that its two scripts call."""

import subprocess
import sys
from pathlib import Path

from nightcrier.kernel.chores import CARD_NEWS, ChoreNews, read_chore_news
from tests.hands import lay_tools

SCRIPTS = Path("image/overlay/usr/lib/nightcrier-card")


TOOLS = {
    "nightcrier": """case $1 in
take) echo "What lies there is looked at; Ctrl-C ends it." >&2; echo "1 deck"; echo "It counts from the next power-on."
    [ -z "$NEWS" ] || echo "$NEWS" >"$4"
    [ -z "$FULL" ] || { echo "${WHERE}sea.ogg cannot be kept (No space left on device)"; TAKEN=3; }
    [ -n "$KILLED" ] || echo "$GRANTED" | tr '|' '\n' | sed "s|^|$2/nightcrier/|" >"$6"
    [ -z "$KILLED" ] || kill -9 $$
    [ -z "$GONE" ] || kill -9 $PPID
    exit ${TAKEN:-0} ;;
restore) [ -z "$BACK" ] || echo "$2 is no saved box" >&2
    echo "Brought back"; echo "As it was before: /var/lib/nightcrier/before-restore.zip"; exit ${BACK:-0} ;;
put) echo fine >"$2/nightcrier/report.txt"; exit ${PUT:-0} ;;
chore) [ -z "$BROKEN" ] || exit 1; exec "$PYTHON" -P -m nightcrier "$@" ;;
esac""",
    "mount": "exit ${MOUNT:-0}",
    "bash": 'echo "${2##*/} is looked at"; [ -z "$CUT" ] || kill -9 $PPID; exit ${UPDATED:-0}',
    "sync": """case $1 in
"") [ -z "$ENDED" ] || kill -TERM $PPID; exit ${LAST_SYNC:-0} ;;
*.taken.new) exit ${SYNC:-0} ;;
esac""",
}


class FedCard:
    """Simulates the card's first partition, and what the box remembers about it."""

    def __init__(self, folder: Path) -> None:
        names = ("card", "memory", "calls", "bin", "box")
        self.card, self.memory, self._calls, bins, self.box = (folder / name for name in names)
        self.folder = self.card / "nightcrier"
        self.folder.mkdir(parents=True)
        lay_tools(bins, TOOLS, '[ {name} = sync ] || [ "$1" = chore ] || echo "{name} $*" >>"$CALLS"\n')
        self._environ = {
            "PATH": f"{bins}:/usr/bin:/bin",
            "CALLS": str(self._calls),
            "PYTHON": sys.executable,
            "PYTHONPATH": f"{Path.cwd() / 'device'}:{Path.cwd()}:{Path.cwd() / 'gpiozero-gpiod'}",
        }
        self.told = folder / "told"
        self.told.mkdir()
        self.take, self.put = (
            f"nightcrier take {self.card} --news {self.memory}/card-take.json --granted {self.memory}/granted",
            f"nightcrier put {self.card}",
        )
        self.restore = f"nightcrier restore {self.folder}"
        self.update = f"bash install {self.folder}"
        self.opened, self.closed = (f"mount -o remount,{how} {self.card}" for how in ("rw", "ro"))

    def lay_update(self, number: str, signature: bytes = b"by whoever publishes") -> None:
        (self.folder / f"nightcrier-{number}.tar.xz").write_bytes(b"a version")
        (self.folder / f"nightcrier-{number}.tar.xz.sig").write_bytes(signature)

    def said_aloud(self) -> list[ChoreNews | None]:
        """Return the news that the box was told to say, and remove them."""
        places = [self.told / name for name in CARD_NEWS if (self.told / name).exists()]
        news = [read_chore_news(place) for place in places]
        for place in places:
            place.unlink()
        return news

    def start(self, **environ: str) -> list[str]:
        """Start both units, one after the other, and return what they called."""
        self._calls.write_text("")
        for words in (
            ["take", self.card, self.memory, self.box],
            ["tell", self.card, self.memory, "install", self.told, self.box],
        ):
            command = ["sh", SCRIPTS / words[0], *words[1:]]
            subprocess.run(command, env=self._environ | environ, check=False, capture_output=True)
        return self._calls.read_text().splitlines()
