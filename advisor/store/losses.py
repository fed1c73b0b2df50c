"""Sessions put together again from what is left of a damaged store: which events are there, and exactly which are lost."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import count
from typing import NamedTuple

from advisor.store import chain
from advisor.store.records import Encoded, canonical
from advisor.store.rows import Row
from advisor.store.salvage import Piece, Remains
from advisor.store.witness import Claim

LOST = "lost"
"""The kind of an event that stands for one that is lost, so that the others keep their numbers."""


class Gap(NamedTuple):
    """Events `first` to `last` are lost; they happened between `after` and `before`, in seconds since 1970, 0 if not known."""

    first: int
    last: int
    after: float
    before: float


class Rebuilt(NamedTuple):
    """A session as far as it could be put together; without gaps it is what was written.

    Attributes:
        id, name, created: of the session.
        events: every event up to the last that is known of, a stand-in for each lost one.
        written: how many events it had.
        unchained: how many of them are not protected by a chain.
        gaps: what is lost, in order.
    """

    id: str
    name: str
    created: float
    events: list[Encoded]
    written: int
    unchained: int
    gaps: list[Gap]

    @property
    def lost(self) -> int:
        """How many events are lost."""
        return sum(gap.last - gap.first + 1 for gap in self.gaps)


def rebuild(remains: Remains, claims: Mapping[int, Claim]) -> list[Rebuilt]:
    """Put every session together that is known by a row of its own or by the witness."""
    pieces: dict[int, dict[int, list[Piece]]] = defaultdict(lambda: defaultdict(list))
    for piece in remains.pieces:
        pieces[piece.session][piece.seq].append(piece)
    found = []
    for number in sorted({*remains.rows, *claims}):
        claim, row = claims.get(number), remains.rows.get(number)
        ids = remains.ids.get(number, set()) | ({claim.id} if claim is not None else set())
        if claim is not None and (row is None or row.id != claim.id):
            bare = Row(number, claim.id, claim.name, claim.created, 0, 0, b"", b"")
            found.append(_rebuilt(bare, claim, pieces[number], len(ids) == 1))
            claim = None
        # Where there is a witness it knows deletions: a row that it does not claim counts only if it is there now.
        if row is not None and (claim is not None or not claims or number in remains.present):
            found.append(_rebuilt(row, claim, pieces[number], len(ids) == 1))
    return found


def _rebuilt(row: Row, claim: Claim | None, pieces: Mapping[int, list[Piece]], is_alone: bool) -> Rebuilt:
    written, head = row.events, row.head
    if claim is not None and claim.events > written:
        written, head = claim.events, bytes.fromhex(claim.head)
    there = _from_the_end(pieces, written, head)
    there.update(_from_the_beginning(pieces, chain.first(row.id)))
    for seq, candidates in pieces.items():
        # Between two gaps, or from before there were links, a row's own checksum is all there is.
        if is_alone and seq not in there and (seq <= written or not row.seal) and len(set(candidates)) == 1:
            there[seq] = candidates[0]
    written = max(written, max(there, default=0))
    last_time = claim.time if claim is not None and claim.events == written else 0.0
    gaps = _gaps(there, written, row.created, last_time)
    events, time = [], row.created
    for seq in range(1, written + 1):
        event = there[seq].event if seq in there else _stand_in(seq, time, gaps)
        events.append(event)
        time = event.time
    linked = all(piece.link for piece in there.values())
    return Rebuilt(row.id, row.name, row.created, events, written, row.unchained if linked else written, gaps)


def _from_the_beginning(pieces: Mapping[int, list[Piece]], link: bytes) -> dict[int, Piece]:
    """Every event up to the first gap."""
    there: dict[int, Piece] = {}
    for seq in count(1):
        fitting = (
            piece for piece in pieces.get(seq, ()) if piece.link and chain.link(link, seq, piece.event) == piece.link
        )
        if (piece := next(fitting, None)) is None:
            return there
        there[seq], link = piece, piece.link
    raise AssertionError("the numbers have no end")


def _from_the_end(pieces: Mapping[int, list[Piece]], last: int, head: bytes) -> dict[int, Piece]:
    """Every event behind the last gap; the content of the first of these is proved by its own checksum alone."""
    there: dict[int, Piece] = {}
    link: bytes | None = head or None
    for seq in range(last, 0, -1):
        piece = next((piece for piece in pieces.get(seq, ()) if piece.link == link), None) if link else None
        if piece is None:
            break
        there[seq] = piece
        earlier = (one.link for one in pieces.get(seq - 1, ()))
        link = next((one for one in earlier if chain.link(one, seq, piece.event) == piece.link), None)
    return there


def _gaps(there: Mapping[int, Piece], written: int, created: float, last_time: float) -> list[Gap]:
    gaps: list[Gap] = []
    after = created
    for seq in range(1, written + 1):
        if seq in there:
            after = there[seq].event.time
            continue
        if gaps and gaps[-1].last == seq - 1:
            gaps[-1] = gaps[-1]._replace(last=seq)
        else:
            gaps.append(Gap(seq, seq, after, 0.0))
        before = there[seq + 1].event.time if seq + 1 in there else last_time if seq == written else 0.0
        gaps[-1] = gaps[-1]._replace(before=before)
    return gaps


def _stand_in(seq: int, time: float, gaps: Iterable[Gap]) -> Encoded:
    gap = next(gap for gap in gaps if gap.first <= seq <= gap.last)
    return Encoded(
        time, LOST, canonical({"first": gap.first, "last": gap.last, "after": gap.after, "before": gap.before})
    )


def as_exported(rebuilt: Rebuilt) -> list[tuple[float, str, dict[str, object]]]:
    """The events of a session as they are appended."""
    return [(event.time, event.kind, json.loads(event.text)) for event in rebuilt.events]
