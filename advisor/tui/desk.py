"""The desk: one thread that owns the knowledge, the session and the rules, and does everything that takes time.

CLIPS and SQLite belong to the thread that made them. The screens run in another one; what they get from here is plain data
that nothing changes afterwards.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from advisor.conversation.conversation import Conversation, Message
    from advisor.inference.diagnosis import Consultation
    from advisor.knowledge import Knowledge
    from advisor.session.session import Session
    from advisor.store import Header, Store
    from advisor.views.board import Board
    from facts.blobs import InputError
    from facts.inputs import Bundle
    from facts.progress import Progress

Result = TypeVar("Result")
_UNWRAPPED = 100_000
"""A width at which no message is wrapped: the screen does that, since it changes its width."""


class Turn(NamedTuple):
    """What came of one thing that was done: what is said, and how everything stands then."""

    messages: list[Message]
    board: Board


class Ended(NamedTuple):
    """How the session was left: whether it is kept, and what of it is not, in words, or ""."""

    kept: bool
    lost: str


class Cancelled(Exception):
    """Reading was stopped by the person."""


@dataclass
class Work:
    """What the desk's thread owns. Nothing of it may be touched by any other thread.

    Attributes:
        db: where sessions are kept, None for the usual place.
        note: what is to be said of the store, such as that nothing can be kept; "" otherwise.
        practice: whether the present conversation is an exercise, of which nothing is kept.
    """

    db: Path | None = None
    note: str = ""
    practice: bool = False
    _knowledge: Knowledge | None = None
    _store: Store | None = None
    _conversation: Conversation | None = None
    _before: Consultation | None = None
    _cache: dict[object, object] = field(default_factory=dict)

    @property
    def knowledge(self) -> Knowledge:
        """The knowledge base."""
        if self._knowledge is None:
            from advisor import image

            self._knowledge = image.load()
        return self._knowledge

    @property
    def store(self) -> Store:
        """Where sessions are kept.

        Raises:
            StoreError: it cannot be used.
        """
        if self._store is None:
            from advisor.session.kept import open_store

            opened = open_store(self.db)
            self._store, self.note = opened.store, opened.note
        return self._store

    @property
    def conversation(self) -> Conversation:
        """The present conversation; a new session is begun where there is none."""
        if self._conversation is None:
            self.begin()
        assert self._conversation is not None
        return self._conversation

    @property
    def progress(self) -> Path:
        """Where the progress of a learner is kept: beside the sessions."""
        from advisor.training.progress import beside

        return beside(self.db)

    @property
    def begun(self) -> bool:
        """Whether there is a conversation."""
        return self._conversation is not None

    @property
    def session(self) -> Session:
        """The session of the present conversation."""
        return self.conversation.session

    def begin(self, name: str = "") -> Turn:
        """A new session."""
        from advisor.session import kept

        begun = kept.begin(self.knowledge, self.store, name)
        return self._take(begun.session, [*self._notes(), *([begun.note] if begun.note else [])])

    def resume(self, name: str) -> Turn:
        """A session that was kept.

        Raises:
            StoreError: there is none of that name.
        """
        from advisor.session import kept

        session = kept.resume(self.knowledge, self.store, name)
        return self._take(session, [*self._notes(), *kept.losses(session), *kept.changed_knowledge(session)])

    def _notes(self) -> list[str]:
        """What is to be said of the store, once where it was repaired, and for as long as it is in memory only."""
        lines = self.note.splitlines()
        if self._store is not None and self._store.trouble is None:
            self.note = ""
        return lines

    def practise(self, session: Session) -> Turn:
        """An exercise in memory; the session that was open stays as it is in the store."""
        turn = self._take(session, [])
        self.practice = True
        return turn

    def _take(self, session: Session, notes: list[str]) -> Turn:
        from advisor.conversation.conversation import Conversation, Message

        lost = self._left()
        self._conversation, self._before, self.practice = Conversation(session, _UNWRAPPED), None, False
        self._cache.clear()
        messages = [*(Message("note", note) for note in notes), *([Message("error", lost)] if lost else [])]
        messages += self._conversation.begin()
        return Turn([*messages, *self._news()], self.board())

    def _news(self) -> list[Message]:
        """Whether steps are not saved, or are again."""
        from advisor.conversation.conversation import Message

        return [Message("error", text) for text in self.session.log.news()]

    def save_again(self) -> Turn | None:
        """Try to save what is in memory only; None where nothing has changed."""
        from advisor.session.saving import StoreLog

        log = self.session.log
        if not isinstance(log, StoreLog) or not log.unsaved or not log.save():
            return None
        return Turn(self._news(), self.board())

    def _left(self) -> str:
        """Leave the session; what could not be kept, or "". Nobody is held in a session whose store is gone."""
        from advisor.store import StoreError

        try:
            self.leave()
        except StoreError as error:
            return f"{error}{f' ({error.where})' if error.where else ''}"
        return ""

    def leave(self) -> None:
        """Keep what is concluded, for comparison when the session is opened again."""
        if self._conversation is not None and not self.practice:
            from advisor.session.kept import note_conclusions

            session = self._conversation.session
            if session.standing.contributions:
                note_conclusions(session)
            elif self._store is not None and not session.standing.outcomes:
                self._drop_empty(session)
                return
            self._save(session)

    def _save(self, session: Session) -> None:
        """Save what is in memory only.

        Raises:
            StoreError: that is not possible; what is lost by leaving now.
        """
        from advisor.session.saving import StoreLog, steps
        from advisor.store import StoreError

        log = session.log
        if isinstance(log, StoreLog) and not log.save(patient=True) and log.trouble is not None:
            message = f"{steps(log.unsaved)} of session `{log.name}` could not be saved: {log.trouble}"
            raise StoreError("not-saved", message, help=log.trouble.help, where=log.trouble.where)

    def _drop_empty(self, session: Session) -> None:
        """A session in which nothing was said is not worth a name in the list."""
        from advisor.session.saving import StoreLog

        if isinstance(session.log, StoreLog) and not session.standing.undone and session.log.trouble is None:
            self.store.delete(session.log.id)

    def headers(self) -> list[Header]:
        """The sessions that are kept, the last one used first."""
        return self.store.headers()

    def say(self, text: str) -> Turn:
        """Hear what somebody wrote or pasted."""
        return self.step(lambda: list(self.conversation.say(text)))

    def take(self, bundle: Bundle, errors: list[InputError], paths: list[str]) -> Turn:
        """Take what was read of files."""
        return self.step(lambda: list(self.conversation.take(bundle, errors, paths)))

    def step(self, act: Callable[[], list[Message]]) -> Turn:
        """Do something that may change the session."""
        before = self.session.consultation
        messages = act()
        if self.session.consultation is not before:
            self._before = before
            self._cache.clear()
        return Turn([*messages, *self._news()], self.board())

    def board(self) -> Board:
        """How everything stands."""
        from advisor.views.board import board

        return board(self.conversation, self._before)

    def cached(self, key: object, make: Callable[[], Result]) -> Result:
        """What `make` returns, made once for as long as the session stays as it is."""
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]  # type: ignore[return-value]

    @property
    def keeps(self) -> bool:
        """Whether what is said is kept."""
        return self._store is not None and self._store.path is not None and not self.practice

    def close(self) -> Ended:
        """End."""
        try:
            lost = self._left()
        finally:
            if self._store is not None:
                self._store.close()
        path = self._store.path if self._store is not None else None
        if self.keeps and path is not None and not path.exists():
            return Ended(False, f"the session is lost: its store {path} was deleted meanwhile")
        return Ended(self.keeps, lost)


class Desk:
    """Gives work to the thread, and its results back to the screens."""

    def __init__(self, db: Path | None = None) -> None:
        """Nothing is opened yet."""
        self._work = Work(db)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="desk")
        self._readers: set[threading.Event] = set()

    async def run(self, act: Callable[[Work], Result]) -> Result:
        """Let the thread do something with what it owns; what it raises is raised here."""
        return await asyncio.wrap_future(self._thread.submit(act, self._work))

    async def load(self, paths: list[str], watch: Callable[[Progress], None]) -> tuple[Bundle, list[InputError]]:
        """Read files beside everything else; no rules run meanwhile, so the desk is free.

        Raises:
            Cancelled: `cancel_loading` was called.
        """
        stopped = threading.Event()
        self._readers.add(stopped)

        def look(progress: Progress) -> None:
            if stopped.is_set():
                raise Cancelled
            watch(progress)

        def read() -> tuple[Bundle, list[InputError]]:
            from facts.bundle import load

            return load(paths, watch=look)

        try:
            return await self._beside(read, stopped)
        finally:
            self._readers.discard(stopped)

    async def _beside(self, read: Callable[[], Result], stopped: threading.Event) -> Result:
        """Run `read` in a thread of its own; when it is stopped, do not wait until it notices."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()

        def settle(result: Result | None, error: BaseException | None) -> None:
            if done.done():
                return
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(result)  # type: ignore[arg-type]

        def run() -> None:
            result, error = None, None
            try:
                result = read()
            except BaseException as raised:
                error = raised
            if not loop.is_closed():
                loop.call_soon_threadsafe(settle, result, error)

        threading.Thread(target=run, name="reader", daemon=True).start()
        while not done.done():
            await asyncio.wait([done], timeout=0.05)
            if stopped.is_set() and not done.done():
                done.cancel()
                raise Cancelled
        return done.result()

    def cancel_loading(self) -> bool:
        """Stop reading; whether anything was being read."""
        for reader in self._readers:
            reader.set()
        return bool(self._readers)

    @property
    def loading(self) -> bool:
        """Whether files are being read."""
        return bool(self._readers)

    @property
    def keeps(self) -> bool:
        """Whether what is said is kept; it is asked when the thread has nothing to do any more."""
        return self._work.keeps

    def close(self) -> Ended:
        """End: what is being done is done first, since it may be a step that somebody took."""
        self.cancel_loading()
        ended = self._thread.submit(self._work.close)
        self._thread.shutdown(wait=True)
        return ended.result()
