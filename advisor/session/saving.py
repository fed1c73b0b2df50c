"""The log of a session that is saved in the store, and goes on in memory while the store cannot be written."""

from __future__ import annotations

import json
import time as clock
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from advisor.session.log import Entry, Json
from advisor.store import Event, Header, Store, StoreError, encode

_FIRST_DELAY, _LONGEST_DELAY = 0.5, 15.0
"""Seconds from one attempt to save to the next; each failure doubles them."""
_SHORT_WAIT, _LONG_WAIT = 0.2, 5.0
"""Seconds for which another program may hold the store: while steps are unsaved anyway, and otherwise."""


class StoreLog:
    """The events of one session in the store.

    An event that cannot be stored stays in memory, in its order. Each further event tries again, and all that were not saved
    are stored in one transaction as soon as that works.

    Attributes:
        store: where the events belong.
        id: of the session.
        name: under which it is kept.
        trouble: why events are not saved, None where all are.
    """

    def __init__(self, store: Store, header: Header, trouble: StoreError | None = None) -> None:
        """Take the session of a header; with `trouble` it is known already that nothing can be stored now."""
        self.store, self.id, self.name = store, header.id, header.name
        self.trouble = trouble
        self._created = header.created
        self._entries: list[Event] = []
        self._unsaved: list[Event] = []
        self._numbers: dict[int, int] = {}  # of events whose number in the store is another one than here
        self._news: list[str] = []
        self._delay, self._again_at = _FIRST_DELAY, 0.0

    @property
    def unsaved(self) -> int:
        """How many events are in memory only."""
        return len(self._unsaved)

    def append(self, kind: str, data: Json) -> Entry:
        """Keep one event: on disk once this returns, or in memory while `trouble` says why."""
        seq = self._entries[-1].seq + 1 if self._entries else 1
        encoded = encode(kind, data, clock.time())
        event = Event(seq, encoded.time, kind, json.loads(encoded.text))
        if self.trouble is None:
            try:
                stored = self.store.append(self.id, kind, self._renumbered(kind, event.data), time=event.time)
            except StoreError as error:
                self.trouble = error
                self._again_at = clock.monotonic() + self._delay
                self.tell_trouble()
            else:
                event = event._replace(seq=stored.seq)
                self._entries.append(event)
                return event
        self._entries.append(event)
        self._unsaved.append(event)
        if clock.monotonic() >= self._again_at:
            self.save()
        return event

    def entries(self) -> list[Entry]:
        """Every event so far."""
        if not self._entries:
            self._entries = list(self.store.events(self.id)) if self._is_stored() else []
        return list(self._entries)

    def rename(self, name: str) -> str:
        """Give the session another name."""
        if self.trouble is None:
            self.name = self.store.rename(self.id, name).name
        elif self._is_stored():
            raise self.trouble
        else:
            self.name = name
        return self.name

    def news(self) -> list[str]:
        """What is to be said, once: that steps are not saved, and that they are saved again."""
        told, self._news = self._news, []
        return told

    def save(self, *, patient: bool = False) -> bool:
        """Try to store what is not saved yet; whether everything is saved now.

        Args:
            patient: whether to wait for another program that holds the store.
        """
        if self.trouble is None and self.store.is_moved():
            self.trouble = StoreError("store-unwritable", "the session store was moved or deleted", where=self._place)
        if self.trouble is None:
            return True
        count = len(self._unsaved)
        try:
            lines = self._stored(_LONG_WAIT if patient else _SHORT_WAIT)
        except StoreError as error:
            self.trouble = error
            self._again_at = clock.monotonic() + self._delay
            self._delay = min(2 * self._delay, _LONGEST_DELAY)
            return False
        said = f"Saved again: {steps(count)} that {'was' if count == 1 else 'were'} in memory only."
        self._news += [*lines, said if count else f"The session was saved anew to {self._place}."]
        self.trouble, self._unsaved = None, []
        self._delay, self._again_at = _FIRST_DELAY, 0.0
        return True

    def exported(self) -> dict[str, Any]:
        """The whole session as one JSON object, also what is not saved."""
        from advisor.store.exchange import exported

        events = [Event(seq, *event) for seq, event in enumerate(self._from(1, self._entries), 1)]
        changed = events[-1].time if events else self._created
        return exported(Header(self.id, self.name, self._created, changed, len(events)), events)

    def tell_trouble(self) -> None:
        """Say that nothing is saved now; it is for whoever asks for `news`."""
        if self.trouble is None:
            return
        how = f" {self.trouble.help[0].upper()}{self.trouble.help[1:]}." if self.trouble.help else ""
        self._news.append(
            f"Not saved: {self.trouble} ({self._place}). This step and the next ones are in memory only. "
            f"The interview continues, and each step tries to save again.{how} `/export FILE` writes a copy to another disk."
        )

    def _stored(self, wait: float) -> list[str]:
        """Store everything; what is to be said of it.

        Raises:
            StoreError: that is not possible.
        """
        try:
            self._reach(wait)
            self._put()
        except StoreError as error:
            if error.code not in ("store-corrupt", "not-a-store") or self._place is None:
                raise
            from advisor.store.recovery import repair

            recovery = repair(self._place, [self.exported()])
            recovery.store.close()
            self._reach(wait)
            if not recovery.made:
                self._put()
            return [str(error), *recovery.lines()] if recovery.made else []
        finally:
            with suppress(StoreError):
                self.store.wait(_LONG_WAIT)
        return []

    @property
    def _place(self) -> Path | None:
        return self.store.wanted or self.store.path

    def _reach(self, wait: float) -> None:
        if self.store.wanted is not None:
            self.store.settle()
        elif self.trouble is not None and self.trouble.code != "store-locked":
            self.store.reopen()
        self.store.wait(wait)

    def _put(self) -> None:
        if not self._is_stored():
            header = self.store.restore(self.id, self.name, self._created, self._from(1, self._entries))
            self.id, self.name = header.id, header.name
            return
        saved = self._entries[: len(self._entries) - len(self._unsaved)]
        later = self.store.events(self.id, saved[-1].seq if saved else 0)
        # A commit may have reached the disk although it was reported as failed.
        there = {(event.time, event.kind) for event in later}
        missing = [event for event in self._unsaved if (event.time, event.kind) not in there]
        first = (later[-1].seq if later else saved[-1].seq if saved else 0) + 1
        self.store.append_late(self.id, self._from(first, missing))

    def _is_stored(self) -> bool:
        try:
            self.store.header(self.id)
        except StoreError as error:
            if error.code != "no-such-session":
                raise
            return False
        return True

    def _from(self, first: int, events: Iterable[Event]) -> list[tuple[float, str, Json]]:
        """Events as they are stored from the number `first` on: other programs may have stored some meanwhile."""
        found = []
        for seq, event in enumerate(events, first):
            if seq != event.seq:
                self._numbers[event.seq] = seq
            found.append((event.time, event.kind, self._renumbered(event.kind, event.data)))
        return found

    def _renumbered(self, kind: str, data: Json) -> Json:
        if kind in ("undone", "redone", "struck") and data.get("of") in self._numbers:
            return {**data, "of": self._numbers[data["of"]]}
        return data


def steps(count: int) -> str:
    """A number of events in words.

    >>> steps(1), steps(3)
    ('1 step', '3 steps')
    """
    return f"{count} step{'s' * (count != 1)}"
