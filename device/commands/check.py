"""`nightcrier check`: what is wired, what is missing, and what mends it."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from device.commands.as_owner import as_owner
from device.commands.named import NAMED_PLACES, add_places, box_folders, with_tried
from device.commands.progress import Patience
from device.doctor import examine
from device.doctor.host import ASK_ROOT, Finding, Health, Host


def add_check_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--dry", action="store_true", help="try the program alone, without the devices and their rights"
    )
    add_places(parser, *NAMED_PLACES)


def do_check(arguments: Namespace) -> int:
    """The status is 1 when the box could not play."""
    folders = with_tried(box_folders(arguments.state), arguments)
    if arguments.dry:
        return _try_alone(Host(folders))
    with as_owner(folders.state, folders.cache), Patience("Each part of the box is asked how it is"):
        findings = examine(Host(folders))
    return tell_findings(findings)


def _try_alone(host: Host) -> int:
    from device.doctor.trial import try_program

    with Patience("The program is tried"):
        findings = list(try_program(host))
    return tell_findings(findings, "The program starts.", "The program does not start before this is mended")


def tell_findings(
    findings: Sequence[Finding],
    can: str = "The box can play.",
    cannot: str = "The box cannot play before this is mended",
) -> int:
    for finding in findings:
        print(finding.row)
        if finding.mend:
            print(f"{'':18}-> {finding.mend}")
    wrong = [finding.part for finding in findings if finding.health is Health.WRONG]
    hidden = [finding.part for finding in findings if finding.health is Health.HIDDEN]
    if wrong:
        print(f"\n{cannot}: {', '.join(wrong)}.")
    elif hidden:
        print(f"\nWhether the box can play, only root sees ({', '.join(hidden)}): {ASK_ROOT}")
    else:
        print(f"\n{can}")
    return 1 if wrong else 0
