"""Looks inside the running card. Nobody can log in, so a unit on the kernel's command line prints what it sees."""

from image.machine import Pi, unit_words

LOOK = """[Unit]
After=nightcrier.service nightcrier-card.service
[Service]
Type=oneshot
StandardOutput=file:/dev/console
ExecStart=-/bin/sh -c 'say() { echo "look: $$1: $$2"; }; say ready $$(cut -d. -f1 /proc/uptime); \
say service "$$(systemctl is-active nightcrier), $$(systemctl show -P NRestarts nightcrier) restarts"; \
say failed "$$(systemctl list-units --failed --plain --no-legend | cut -d" " -f1 | xargs)"; \
say id $$(cat /etc/machine-id); say ssh "$$(command -v sshd || echo none)"; \
say net "$$(systemctl is-active NetworkManager wpa_supplicant nightcrier-net | xargs)"; \
say root "$$(touch /usr/x 2>&1 || true)"; say data "$$(df -m --output=size /data | tail -n 1) MiB"; \
say usb "$$(cat /sys/bus/usb/devices/*/product | xargs -d "\\n" -n 9 echo)"; \
say settings "$$(tail -n 1 /etc/nightcrier/device.toml)"; say decks "$$(ls /etc/nightcrier/scenarios | xargs)"; \
nightcrier check | sed "s/^/look: check: /"; systemctl start nightcrier-told; sync; say end .'
"""

# Of Debian alone, once it asks who is there.
PROMPT = """[Unit]
After=serial-getty@ttyS1.service
[Service]
Type=oneshot
StandardOutput=file:/dev/console
ExecStart=-/bin/sh -c 'echo "look: ready: $$(cut -d. -f1 /proc/uptime)"; echo "look: end: ."'
"""

END = "look: end"
"""Printed after everything else."""


def look_words(look: str = LOOK) -> str:
    """Return the words for the kernel's command line that add this unit."""
    return unit_words("look.service", look)


def looked(pi: Pi) -> dict[str, list[str]]:
    """Return what was printed, by its name."""
    found: dict[str, list[str]] = {}
    for line in pi.said():
        if "look: " in line:
            what, _, value = line.partition("look: ")[2].partition(": ")
            found.setdefault(what, []).append(value.strip())
    return found
