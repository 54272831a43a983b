"""What is reported when a line is said by another voice than it should be, or by none: each kind of step once."""

from collections.abc import Callable, Sequence

from device.kernel.ids import Language, LineId


class StepsDown:
    """Remembers what was reported."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._reported: set[tuple[str, ...]] = set()

    def note_detour(self, line: LineId, language: Language, passed_over: Sequence[str], taken: str) -> None:
        if passed_over:
            said = f"{line} ({language}): no recording in {passed_over[0]}; {taken} says it."
            self.once(("pack", language, passed_over[0], taken), said)

    def note_silence(self, line: LineId, languages: Sequence[Language], heard: Sequence[Language]) -> None:
        instead = f"only {' and '.join(heard)} is heard" if heard else "a signal, and the text on the screen"
        for language in languages:
            if language not in heard:
                self.once(("silent", language, instead), f"{line} ({language}): no voice can say it; {instead}.")

    def once(self, step: tuple[str, ...], sentence: str) -> None:
        if step not in self._reported:
            self._reported.add(step)
            self._report(sentence)
