"""Whether a store holds everything that its witness saw."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from advisor.store import records, rows
from advisor.store.faults import StoreError, corrupt
from advisor.store.witness import Claim, Witness


def prove(database: sqlite3.Connection, path: Path, events: bool = False) -> None:
    """Prove that every session ends as its row says, and that nothing is missing that the witness saw.

    The time is proportional to the number of sessions, or with `events`, which proves every event, to the size of the store.

    Raises:
        StoreError: ``store-corrupt``.
    """
    witness = Witness(path)
    claims = witness.claims()
    if events:
        prove_events(database, path)
    if lost := _missing(database, path, claims):
        again = witness.claims()  # what was deleted meanwhile is claimed no more
        lost = [claim for claim in lost if again.get(claim.number) == claim]
    if lost:
        raise corrupt(path, "; ".join(_said(claim) for claim in lost[:3]) + (" ..." if lost[3:] else ""))


def prove_events(database: sqlite3.Connection, path: Path | None) -> None:
    """Prove every event of every session.

    Raises:
        StoreError: ``store-corrupt``.
    """
    database.execute("SAVEPOINT proof")
    try:
        found = rows.every(database)
        for row in found:
            records.select(database, row, 0)
        held = {number for (number,) in database.execute("SELECT DISTINCT session FROM events")}
        if orphans := held - {row.number for row in found}:
            raise ValueError(f"the events of {len(orphans)} sessions are there, and the sessions are not")
    except (ValueError, TypeError) as error:  # a damaged row holds values of any type
        raise error if isinstance(error, StoreError) else corrupt(path, str(error)) from error
    finally:
        database.execute("RELEASE proof")


def refuse_gone(path: Path) -> None:
    """A store that is gone, though it was written, is no new one.

    Raises:
        StoreError: ``store-corrupt``.
    """
    if path.exists():
        return
    if claims := Witness(path).claims():
        names = ", ".join(f"`{claim.name}`" for claim in list(claims.values())[:5])
        more = f" and {len(claims) - 5} more" if len(claims) > 5 else ""
        raise corrupt(path, f"the file is gone; it held {names}{more}")


def _missing(database: sqlite3.Connection, path: Path, claims: Mapping[int, Claim]) -> list[Claim]:
    link = "SELECT chain FROM events WHERE session = ? AND seq = ?"
    database.execute("BEGIN")
    try:
        rows.headers(database)
        found = {row.number: row for row in rows.every(database)}
        lost = []
        for claim in claims.values():
            row = found.get(claim.number)
            if row is None or row.id != claim.id or row.events < claim.events:
                lost.append(claim)
            elif claim.events:
                stored = database.execute(link, (claim.number, claim.events)).fetchone()
                if stored is None or stored[0] != bytes.fromhex(claim.head):
                    lost.append(claim)
        return lost
    except (ValueError, TypeError) as error:  # a damaged row holds values of any type
        raise corrupt(path, str(error)) from error
    finally:
        database.execute("COMMIT")


def _said(claim: Claim) -> str:
    count = f"{claim.events} event{'s' * (claim.events != 1)}"
    return f"session `{claim.name}` had {count}, and not all of them are there"
