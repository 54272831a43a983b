"""Lists the roles of One Night and Daybreak, one row each: facts, power, and the lines of their calls.

The row and the words describe everything about a role. Only rules about single roles are elsewhere: who dies and wins
(`referee`), and which cards do not fit together (`deck_findings`)."""

from nightcrier.box.games.one_night.rules.role_blocks import (
    LIFTS_ONE,
    LOOKS_AROUND,
    SIMPLE,
    CallPiece,
    CardBox,
    Copied,
    Deed,
    Handwork,
    Meets,
    PlaceKind,
    Role,
    Team,
    both_forms,
    power,
    wake_piece,
)

DOPPELGANGER = "doppelganger"
INVESTIGATOR = "paranormal-investigator"
CURATOR = "curator"


_V, _W, _T = Team.VILLAGE, Team.WEREWOLF, Team.TANNER
_B, _D = CardBox.BASE, CardBox.DAYBREAK
_OTHER, _PLAYER, _CENTER, _OWN, _ = PlaceKind

_DREAM = ("dream-wolf",)
_AWAY = CallPiece("one-night.thumbs.away")
_THUMBS = both_forms("one-night.thumbs")
_LATER_TOO, _SHORT_WAKE = ("alpha-wolf", "mystic-wolf"), "one-night.werewolf.wake.short"


_BEFORE_HER: tuple[Role, ...] = (
    Role(
        *("sentinel", _V, _D),
        wakes="0",
        power=power(Deed.SHIELD, "the Sentinel shields the card of one other player", (_OTHER,)),
        hands=Handwork("takes the shield and lays it on a card", 7),
        copied=Copied.AT_ONCE,
        lays="lay-shield",
        # Said once, to everybody who might touch that card later. A box that deals offers no forbidden card.
        wake=(wake_piece("sentinel"), CallPiece("one-night.shielded", unless="deal")),
    ),
)
_AFTER_HER: tuple[Role, ...] = (
    Role(
        *("werewolf", _W, _B),
        call_tells=True,
        count=2,
        wakes="2",
        wolf=True,
        power=power(Deed.LOOK, "a lone Werewolf may look at one center card", (_CENTER,), alone=True),
        meets=Meets.WOLVES,
        hands=LOOKS_AROUND,
        wake=(
            both_forms("one-night.werewolf.wake", without=(*_DREAM, *_LATER_TOO)),
            CallPiece("one-night.werewolf.wake.all", _SHORT_WAKE, with_any=_LATER_TOO, without=_DREAM),
            both_forms("one-night.werewolf.wake.dream", with_all=_DREAM),
            CallPiece("one-night.werewolf.lone", option="lone_wolf"),
        ),
        close=(CallPiece(_AWAY.line, with_all=_DREAM), CallPiece("one-night.werewolf.close")),
    ),
    Role(
        *("alpha-wolf", _W, _D),
        told=2,
        wakes="2-B",
        must=True,
        wolf=True,
        power=power(
            Deed.GIVE_EXTRA,
            "the Alpha Wolf exchanges the center Werewolf card with one other player's card",
            (_OTHER,),
        ),
        hands=Handwork("exchanges the extra wolf with a card", 8),
        copied=Copied.AT_ONCE,
    ),
    Role(
        *("mystic-wolf", _W, _D),
        call_tells=True,
        wakes="2-C",
        wolf=True,
        power=power(Deed.LOOK, "the Mystic Wolf looks at the card of one other player", (_OTHER,)),
        hands=LIFTS_ONE,
        copied=Copied.AT_ONCE,
    ),
    Role(*("dream-wolf", _W, _D), wolf=True),
    Role(
        *("minion", _W, _B),
        told=2,
        wakes="3",
        hands=Handwork("looks for thumbs", SIMPLE),
        copied=Copied.NEXT,
        meets=Meets.WOLVES_UNSEEN,
        wake=(wake_piece("minion"), _THUMBS),
        close=(_AWAY, CallPiece("one-night.minion.close")),
        copied_wake=(wake_piece("doppelganger-minion"), _THUMBS),
        copied_close=(_AWAY, CallPiece("one-night.doppelganger.close")),
    ),
    Role(*("mason", _V, _B), count=2, wakes="4", meets=Meets.MASONS, hands=LOOKS_AROUND),
    Role(
        *("seer", _V, _B),
        call_tells=True,
        wakes="5",
        power=power(
            Deed.LOOK,
            "the Seer looks at one other player's card or at two center cards",
            *((_OTHER,), (_CENTER, _CENTER)),
        ),
        hands=Handwork("lifts a card, or two of the center", 8),
        copied=Copied.AT_ONCE,
    ),
    Role(
        *("apprentice-seer", _V, _D),
        call_tells=True,
        wakes="5-B",
        power=power(Deed.LOOK, "the Apprentice Seer looks at one center card", (_CENTER,)),
        hands=LIFTS_ONE,
        copied=Copied.AT_ONCE,
    ),
    Role(
        *(INVESTIGATOR, _V, _D),
        told=2,
        wakes="5-C",
        power=power(
            Deed.INVESTIGATE,
            "the Paranormal Investigator looks at one or two other players' cards",
            *((_OTHER,), (_OTHER, _OTHER)),
        ),
        hands=Handwork("lifts a card, and perhaps another", 10),
        copied=Copied.AT_ONCE,
        wake=(wake_piece(INVESTIGATOR), CallPiece("one-night.paranormal-investigator.stop", "")),
    ),
    Role(
        *("robber", _V, _B),
        told=2,
        wakes="6",
        power=power(Deed.ROB, "the Robber robs one other player", (_OTHER,), touches_own=True),
        hands=Handwork("exchanges two cards, and lifts one", 8),
        copied=Copied.AT_ONCE,
    ),
    Role(
        *("witch", _V, _D),
        told=2,
        wakes="6-B",
        power=power(
            Deed.BEWITCH,
            "the Witch looks at one center card and must then exchange it with a player's card",
            (_CENTER, _PLAYER),
        ),
        hands=Handwork("lifts a card, chooses, and exchanges it", 12),
        copied=Copied.AT_ONCE,
    ),
    Role(
        *("troublemaker", _V, _B),
        call_tells=True,
        wakes="7",
        power=power(Deed.SWAP, "the Troublemaker exchanges the cards of two other players", (_OTHER, _OTHER)),
        hands=Handwork("exchanges two cards", 8),
        copied=Copied.AT_ONCE,
    ),
    Role(
        *("village-idiot", _V, _D),
        call_tells=True,
        wakes="7-B",
        power=power(Deed.SHIFT, "the Village Idiot chooses only the direction, left or right"),
        hands=Handwork("moves the cards of all others by one seat", 4, each=2),
        copied=Copied.AT_ONCE,
    ),
    Role(
        *("drunk", _V, _B),
        wakes="8",
        must=True,
        power=power(Deed.DRAW, "the Drunk exchanges his card with one center card", (_CENTER,), touches_own=True),
        hands=Handwork("exchanges two cards", 7),
        copied=Copied.AT_ONCE,
    ),
    Role(
        *("insomniac", _V, _B),
        wakes="9",
        power=power(Deed.LOOK_AT_OWN, "the Insomniac looks at her own card only", (_OWN,), touches_own=True),
        hands=Handwork("lifts the own card", 5),
        copied=Copied.LATER,
    ),
    Role(
        *("curator", _V, _D),
        told=2,
        wakes="10",
        power=power(Deed.LAY_ARTIFACT, "the Curator puts one artifact on one player's card", (_PLAYER,)),
        hands=Handwork("takes an artifact and lays it on a card", 8),
        copied=Copied.LATER,
        lays="lay-artifacts",
        copied_wake=(wake_piece("doppelganger-curator"),),
    ),
    Role(
        *("revealer", _V, _D),
        told=2,
        wakes="11",
        power=power(Deed.TURN_OVER, "the Revealer turns over the card of one other player", (_OTHER,)),
        hands=Handwork("turns a card over, and perhaps back", 8),
        copied=Copied.LATER,
    ),
    Role(*("villager", _V, _B), count=3),
    Role(*("tanner", _T, _B)),
    Role(*("hunter", _V, _B)),
    Role(*("bodyguard", _V, _D)),
)

COPIED_AT_ONCE = tuple(sorted(role.id for role in (*_BEFORE_HER, *_AFTER_HER) if role.copied is Copied.AT_ONCE))
"""The printed roles whose action a Doppelganger does at once, in her own call."""

ACTS_AT_ONCE = "one-night.doppelganger.act"
"""The line that tells a Doppelganger what to do at once."""


_SHE = Role(
    *(DOPPELGANGER, _V, _B),
    told=2,
    wakes="1",
    must=True,
    power=power(Deed.COPY, "the Doppelganger looks at the card of one other player", (_OTHER,)),
    hands=Handwork("lifts a card, and does at once what that role does", SIMPLE),
    wake=(wake_piece(DOPPELGANGER), CallPiece(ACTS_AT_ONCE, with_any=COPIED_AT_ONCE)),
    # With a Minion in the deck she stays awake until her Minion step has begun.
    close=(CallPiece("one-night.doppelganger.close", without=("minion",)),),
)

ROLES = {role.id: role for role in (*_BEFORE_HER, _SHE, *_AFTER_HER)}
"""All roles by id, in the order of the night."""

WOLVES = frozenset(role.id for role in ROLES.values() if role.wolf)
ADOPTING = frozenset({DOPPELGANGER, INVESTIGATOR})
"""The cards that can take on another role."""
AWAKE_WOLVES = frozenset(role.id for role in _AFTER_HER if role.wolf and role.wakes)
"""The Werewolves that open their eyes at their call. The Dream Wolf is not among them: it only shows a thumb."""

WOLF_OR_TANNER = WOLVES | {"tanner"}
"""The roles that make the P.I. stop looking. A Revealer turns these cards face down again."""

CUDGEL = "cudgel-of-the-tanner"

ARTIFACTS = (
    "claw-of-the-werewolf",
    "brand-of-the-villager",
    CUDGEL,
    "void-of-nothingness",
    "mask-of-muting",
    "shroud-of-shame",
)

BECOMES = {
    "claw-of-the-werewolf": "werewolf",
    "brand-of-the-villager": "villager",
    CUDGEL: "tanner",
}
"""The artifacts that change the role of their owner, each with the new role."""
