"""An evening in which the box deals, from the first press to the verdict."""

from evening import Evening
from person import row

evening = Evening("without-cards")
evening.play()
row(
    "pages as written",
    f"{evening.pages - evening.wrong} of {evening.pages} {evening.missed}",
    "all",
    evening.pages > 0 and evening.wrong == 0,
)
row("bus", f"{len(evening.eyes.wrong)} wrong messages", "none", not evening.eyes.wrong)
