"""`nightcrier check`: what is wired, what is missing, and what mends it."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from device.commands.as_owner import as_owner
from device.commands.named import NAMED_PLACES, add_places, box_folders, with_tried
from device.commands.progress import Patience
from device.doctor import examine
from device.doctor.host import ASK_ROOT, Finding, Health, Host


def add_check_arguments(parser: ArgumentParser) -> None:
    add_places(parser, *NAMED_PLACES)


def do_check(arguments: Namespace) -> int:
    """The status is 1 when the box could not play."""
    folders = with_tried(box_folders(arguments.state), arguments)
    with as_owner(folders.state, folders.cache), Patience("Each part of the box is asked how it is"):
        findings = examine(Host(folders))
    return tell_findings(findings)


def tell_findings(findings: Sequence[Finding]) -> int:
    for finding in findings:
        print(finding.row)
        if finding.mend:
            print(f"{'':18}-> {finding.mend}")
    wrong = [finding.part for finding in findings if finding.health is Health.WRONG]
    hidden = [finding.part for finding in findings if finding.health is Health.HIDDEN]
    if wrong:
        print(f"\nThe box cannot play before this is mended: {', '.join(wrong)}.")
    elif hidden:
        print(f"\nWhether the box can play, only root sees ({', '.join(hidden)}): {ASK_ROOT}")
    else:
        print("\nThe box can play.")
    return 1 if wrong else 0
