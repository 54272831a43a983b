"""Handles the service of the box like a person who installed it: its settings, its memory, its starts."""

import os
import subprocess
import time

STATE = "/var/lib/private/nightcrier"


def shell(command: str) -> str:
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    return (done.stdout + done.stderr).strip()


def service(name: str) -> str:
    """Return a property of the service."""
    return shell(f"systemctl show nightcrier -p {name} --value")


def pid() -> int:
    return int(service("MainPID") or 0)


def restart(*, forget: bool = True) -> None:
    """Restart the box as if it was just switched on. With `forget`, it remembers no game."""
    begin_at_once()
    wipe = f"rm -f {STATE}/journal.jsonl {STATE}/journal.pad;" if forget else ""
    shell(f"systemctl reset-failed nightcrier; systemctl stop nightcrier; {wipe} systemctl start nightcrier")
    time.sleep(3)


def restart_unused() -> None:
    begin_at_once()
    shell(f"systemctl reset-failed nightcrier; systemctl stop nightcrier; rm -rf {STATE}/*; systemctl start nightcrier")
    time.sleep(3)


def configure(settings: str) -> None:
    """Write settings, and let the box begin as one that was never used."""
    add_settings(settings)
    restart_unused()


def add_settings(settings: str) -> None:
    """Add settings to the table that their first line names."""
    table = settings.partition("\n")[0] + "\n"
    with open("/etc/nightcrier/device.toml", "r+") as file:
        text = file.read()
        file.seek(0)
        file.write(text.replace(table, settings) if table in text else text + settings)


def begin_at_once() -> None:
    """Let START begin a game at once, even on a new box, and erase what a first start has chosen."""
    if "explain =" not in shell("cat /etc/nightcrier/device.toml"):
        shell(f"systemctl stop nightcrier; rm -f {STATE}/choices.json")
        add_settings('[table]\nwelcome = "never"\nexplain = "never"\n')


def log_every_save() -> None:
    folder = "/etc/systemd/system/nightcrier.service.d"
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/verbose.conf", "w") as file:
        file.write("[Service]\nExecStart=\nExecStart=/opt/nightcrier/venv/bin/python -P -m nightcrier run --verbose\n")
    shell("systemctl daemon-reload")
