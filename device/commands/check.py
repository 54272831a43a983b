"""`nightcrier check`: what is wired, what is missing, and what mends it."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from device.box.folders import Folders
from device.box.library import words_folders
from device.commands.kept_choices import table_languages
from device.commands.named import NAMED_PLACES, add_places, box_folders, with_tried
from device.commands.progress import Patience
from device.doctor import examine
from device.doctor.host import ASK_ROOT, Finding, Health, Host
from device.doctor.systemd import host_of
from device.feeding.as_owner import as_owner
from device.kernel.ids import Language
from device.words.catalogue import LANGUAGES, LAST_RESORT, UNHEARD, Words
from device.words.shelf import Shelf

Told = Callable[[Finding], str]
"""How the box tells its people of it, in their language; nothing where it tells them nothing."""


def add_check_arguments(parser: ArgumentParser) -> None:
    dry = "try the program alone, without the devices and their rights"
    parser.add_argument("--dry", action="store_true", help=dry)
    add_places(parser, *NAMED_PLACES)


def do_check(arguments: Namespace) -> int:
    """Return 1 when the box could not play."""
    folders = with_tried(box_folders(arguments.state), arguments)
    if arguments.dry:
        return _try_alone(Host(folders))
    host = host_of(folders)
    with as_owner(folders.state, folders.cache), Patience("Each part of the box is asked how it is"):
        findings = examine(host)
        told = headings_in(folders, table_languages(folders)[0])
    return tell_findings(findings, told=told)


def _try_alone(host: Host) -> int:
    from device.doctor.trial import try_program

    with Patience("The program is tried"):
        findings = list(try_program(host))
    return tell_findings(findings, "The program starts.", "The program does not start before this is mended")


def tell_findings(
    findings: Sequence[Finding],
    can: str = "The box can play.",
    cannot: str = "The box cannot play before this is mended",
    told: Told = lambda _finding: "",
) -> int:
    for finding in findings:
        heading = told(finding)  # the sentence that helps to mend it is the same everywhere
        print(replace(finding, what=heading).row if heading else finding.row)
        if heading:
            print(f"{'':18}{finding.what}")
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


def headings_in(folders: Folders, language: Language) -> Told:
    """Return how the table is told in this language. English heads nothing: the sentences below are in it."""
    words = Words(Shelf(words_folders(folders.words), LANGUAGES, lambda _fault: None))

    def told(finding: Finding) -> str:
        if not finding.told or language == LAST_RESORT:
            return ""
        rows = (words.screen(language, f"fault.{key}") for key in (finding.told.partition(".")[0], finding.told))
        return ". ".join(row.rstrip(".。:：\u00a0") for row in rows).translate(UNHEARD)

    return told
