"""What is heard: the sound card, and how loud it may be at this time of day."""

import re
from collections.abc import Iterator

from device.doctor.host import Finding, Host
from device.doctor.systemd import known
from device.doctor.wires import locked_devices
from device.kernel.settings import SoundSettings
from device.kernel.time_of_day import was_told_the_time
from device.sound.players.cards import SoundCard, card_sentence, rank_cards, read_cards

_OWNER = re.compile(r"^owner_pid\s*:\s*(\d+)", re.MULTILINE)
"""In the status of a sound card's stream; one that nobody plays through says `closed`."""


def loudspeaker(host: Host, wish: str) -> Iterator[Finding]:
    """The sound card that will be played through."""
    there = read_cards(host.at("/proc/asound"))
    best = next(iter(rank_cards(there, wish)), None)
    what, sound = card_sentence(there, wish), host.at("/dev/snd")
    if best is None:
        yield Finding.wrong("sound", what, "cat /proc/asound/cards, once the speaker is plugged in", "sound.help")
    elif locked := locked_devices(host, "sound", f"{what} It", sorted(sound.glob("pcm*p"))):
        yield locked
    elif user := _held_by(host, best):
        yield Finding.advice("sound", f"Sound card '{best.id}' is in use by {user}.", "End that program")
    elif wish and best.id != wish:
        yield Finding.advice("sound", what, f'Write `card = "{best.id}"` under [sound] in {host.folders.settings[-1]}')
    else:
        yield Finding.fine("sound", what)


def quiet_hours(host: Host, sound: SoundSettings) -> Iterator[Finding]:
    """Where there are any: whether the box knows the time for them."""
    if not sound.quiet_hours:
        return
    if was_told_the_time(host.root):
        what = f"The box knows the time. Quiet hours {sound.quiet_hours}: {sound.quiet_volume} percent at most."
        yield Finding.fine("sound", what)
        return
    lost = f"Quiet hours {sound.quiet_hours} do not count"
    if host.keeps_time():
        what = f"{lost}: the time is right, but the service cannot see that with the program that sets it here."
        yield Finding.advice("sound", what, "sudo apt install systemd-timesyncd, which takes its place")
    else:
        what = f"{lost}: neither the network nor a clock with a battery has told the time since power-on."
        yield Finding.advice("sound", what, "timedatectl, once there is a network")


def _held_by(host: Host, card: SoundCard) -> str:
    """Another program than the box that plays through the card, where no stream of it is left."""
    texts = [
        file.read_text(errors="replace") for file in host.at(f"/proc/asound/card{card.index}").glob("pcm0p/sub*/status")
    ]
    owners = [owner[1] for text in texts if (owner := _OWNER.search(text))]
    if not owners or len(owners) < len(texts) or known(host).get("MainPID") in owners:
        return ""
    name = host.at(f"/proc/{owners[0]}/comm")
    return f"{name.read_text(errors='replace').strip() if name.is_file() else 'a program'} (process {owners[0]})"
