"""Lists the evenings with a moderator by name, each with the title of its script."""

from tests.evenings.wolf.hosted_crowds import all_cards, sixteen, twelve
from tests.evenings.wolf.hosted_dealing import dialled_in, not_told
from tests.evenings.wolf.hosted_pulled import everything_pulled
from tests.evenings.wolf.hosted_rulebook import sample_night, variants
from tests.evenings.wolf.hosted_slips import slips

HOSTED = {
    "sample-night": ("Eight players, one moon, in Italian: the night and the day of the rulebook.", sample_night),
    "slips": ("Eight players; wrong entries by night, by day and at the verdict are taken back.", slips),
    "twelve": ("Twelve players, eighteen possible roles: the box draws, and it goes on to the verdict.", twelve),
    "dialled-in": ("Twelve players, cards dealt by hand and dialled in; the City's powers in the votes.", dialled_in),
    "not-told": ("Eight players, and nobody tells the box who is who.", not_told),
    "everything-pulled": ("Eight players; power, speaker and screen are pulled.", everything_pulled),
    "sixteen": ("Sixteen players, to the verdict: Ghoul, Traitor, Jester, Madman, Progeny.", sixteen),
    "variants": ("Eleven players: timed day, open vote, cards shown, Amulet and Sword, latent Peasants.", variants),
    "all-cards": ("Thirty-six players and all the cards, to the verdict.", all_cards),
}
